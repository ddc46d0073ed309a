//! BB sob: the first mission of a brigade that was called up by the noise.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Mission, Orders, SoundOfBattle, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::allowance::{Allowance, Fired, allowance};
use longroll_movement::step::StepTerms;
use longroll_movement::{Gait, MoverClass};
use longroll_position::{
    ActivatorId, AlertState, BodyId, BodyNote, BodyState, Cohesion, Deeds, MissionState, Presence,
    Task,
};
use longroll_rule::Rule;

use super::hours::is_alert;
use crate::command::{body_leader, units_in_range};
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::orders::seen_within;
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::scene::At;

mod frame;

pub use self::frame::MissionStep;

impl Procedure for MissionStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let setting = play.setting;
        if setting.scenario.alert.is_none() {
            return Ok(());
        }
        for body in setting.body_ids() {
            if !has_table(play.at(), body) || !is_alert(play.position.body(body)) {
                continue;
            }
            // Reading 116: whom the enemy woke rolls, unless what ends a mission has come about.
            let alert = play.position.body(body).alert;
            if alert.now || !alert.shot_at && !is_seen(play.at(), body) {
                roll_mission(play, body)?;
            } else {
                settle(play, body);
            }
        }
        Ok(())
    }
}

fn sound(at: At<'_>) -> Option<&SoundOfBattle> {
    at.setting.scenario.sound_of_battle.as_ref()
}

/// Whether a brigade still has its mission to roll for.
fn has_table(at: At<'_>, body: BodyId) -> bool {
    let command = at.setting.body(body).command;
    at.setting.body_of_brigade(command) == Some(body)
        && !at.position.body(body).alert.told
        && sound(at).is_some_and(|sound| {
            sound
                .tables
                .iter()
                .any(|table| table.commands.contains(&command))
        })
        && at.position.members(at.setting, body).any(|unit| {
            // BB 30.3: where nobody is alerted first, a brigade that enters with this Activation rolls as well.
            match at.position.unit(unit).presence {
                Presence::OnMap => true,
                Presence::Due(group) => {
                    at.setting.scenario.alert.is_none() && crate::movement::may_enter_now(at, group)
                }
                _ => false,
            }
        })
}

/// A body needs no mission any longer, or has its own.
fn settle(play: &mut Play<'_>, body: BodyId) {
    let alert = AlertState {
        told: true,
        ..play.position.body(body).alert
    };
    play.note_body(body, BodyNote::Alert(alert));
}

/// BB sob-table.
fn roll_mission(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    let setting = play.setting;
    let command = setting.body(body).command;
    settle(play, body);
    let table = setting.scenario.sound_of_battle.as_ref().and_then(|sound| {
        let mut tables = sound.tables.iter();
        tables.find(|table| table.commands.contains(&command))
    });
    let Some(table) = table else {
        return Ok(());
    };
    let purpose = Purpose::Mission(command);
    let roll = Roll::new(purpose, Rule::BB_sob_table, Terms::new(), |die, _| {
        let row = table.rows.iter().find(|row| row.die.contains(die.face()));
        Verdict::Mission(row.map(|row| match row.mission {
            Mission::MarchTo { hex, .. } => Task::GoTo(hex),
            Mission::StayThisTurn => Task::StayThisTurn,
            Mission::LoseFirstActivation => Task::StayFirst,
        }))
    });
    if let Verdict::Mission(Some(task)) = play.roll(roll)?.verdict {
        play.happens(Event::MissionGiven { body, task });
    }
    Ok(())
}

/// A body begins an Activation: where there is no alert its mission is rolled for now; BB sob-free: or it is free of it.
///
/// # Errors
/// When a script of dice is used up.
pub(crate) fn begin_activation(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    if play.setting.scenario.alert.is_none() && has_table(play.at(), body) {
        roll_mission(play, body)?;
    }
    let at = play.at();
    let Some(MissionState {
        task: Task::GoTo(goal),
        shot_at,
        ..
    }) = at.position.body(body).mission
    else {
        return Ok(());
    };
    let there = || {
        let leader = body_leader(at, body).filter(|&leader| at.position.leader(leader).on_map());
        let reached = units_in_range(at, body);
        let mut bound = on_map(at, body).filter(|&unit| !is_exempt(at, body, unit));
        leader.is_some_and(|leader| at.position.leader(leader).hex == goal)
            && bound.all(|unit| reached.contains(&unit))
    };
    let was_shot_at = shot_at.is_some_and(|turn| turn < at.position.turn);
    if was_shot_at || is_seen(at, body) || there() {
        play.happens(Event::MissionEnded { body });
    }
    Ok(())
}

fn on_map(at: At<'_>, body: BodyId) -> impl Iterator<Item = UnitId> {
    let members = at.position.members(at.setting, body);
    members.filter(move |&unit| at.position.unit(unit).on_map())
}

/// BB sob-free: whether a unit of it has an enemy in sight within five hexes.
fn is_seen(at: At<'_>, body: BodyId) -> bool {
    let side = at.setting.body(body).side;
    on_map(at, body)
        .flat_map(|unit| at.position.unit(unit).hexes())
        .any(|hex| seen_within(at, side, hex, 5))
}

/// BB sob-free: a brigade on its way is under small arms or canister, and free of its mission from the next turn; one that has
/// not been told gets none.
pub(crate) fn shot_at(play: &mut Play<'_>, body: BodyId) {
    let turn = Some(play.position.turn);
    let alert = play.position.body(body).alert;
    if has_table(play.at(), body) && !alert.shot_at {
        let shot_at = true;
        play.note_body(body, BodyNote::Alert(AlertState { shot_at, ..alert }));
    }
    if let Some(mission) = play.position.body(body).mission
        && mission.shot_at != turn
    {
        let shot_at = turn;
        let mission = MissionState { shot_at, ..mission };
        play.note_body(body, BodyNote::Mission(Some(mission)));
    }
}

/// A body is done with an Activation: one in which it moved counts.
pub(crate) fn end_activation(play: &mut Play<'_>, body: BodyId) {
    let at = play.at();
    let mut bound = at.position.members(at.setting, body);
    let moved = bound
        .any(|unit| at.position.unit(unit).deeds.has(Deeds::MOVED) && !is_exempt(at, body, unit));
    match play.position.body(body).mission {
        Some(mission) if moved && matches!(mission.task, Task::GoTo(_)) => {
            let moves = mission.moves + 1;
            let mission = MissionState { moves, ..mission };
            play.note_body(body, BodyNote::Mission(Some(mission)));
        }
        _ => {}
    }
}

/// BB 30.3: a marker of the division is over, and with it the Activation that a brigade of it has lost.
pub(super) fn lost_activations_end(play: &mut Play<'_>, activator: ActivatorId) {
    for body in play.setting.body_ids() {
        if play.position.body(body).activator == activator && loses_activation(play.at(), body) {
            play.happens(Event::MissionEnded { body });
        }
    }
}

/// BB 30.3: whether a brigade has lost the Activation that this marker would give it.
pub(crate) fn loses_activation(at: At<'_>, body: BodyId) -> bool {
    let mission = at.position.body(body).mission;
    mission.is_some_and(|mission| mission.task == Task::StayFirst)
}

/// BB 30.3: the same as a question of whoever would act.
///
/// # Errors
/// It has lost it.
pub(crate) fn has_its_activation(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if loses_activation(at, body) {
        return Err(Refusal::new(
            Rule::BB_sob_table,
            "it loses its first Activation",
        ));
    }
    Ok(())
}

/// BB sob: whether the mission of its brigade lets a unit spend MP now.
///
/// # Errors
/// The rule that forbids it.
pub fn may_leave(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let body = at.position.body_of(at.setting, unit);
    match at.position.body(body).mission {
        Some(_) if is_exempt(at, body, unit) => Ok(()),
        Some(MissionState {
            task: Task::StayThisTurn | Task::StayFirst,
            ..
        }) => Err(Refusal::new(
            Rule::BB_sob_table,
            "its brigade has not been told where to go and stays",
        )),
        Some(MissionState {
            task: Task::GoTo(_),
            moves: 2..,
            ..
        }) => Err(Refusal::new(
            Rule::BB_sob,
            "on its mission it moves in two Activations a turn and does not tire",
        )),
        _ => Ok(()),
    }
}

/// The way of a unit on a mission; asked once for a whole list of steps.
#[derive(Debug)]
pub struct Course {
    way: longroll_movement::ways::Course,
    kind: CourseKind,
}

/// Who sends a unit on its way.
#[derive(Debug, Clone, Copy)]
enum CourseKind {
    /// BB sob.
    Mission,
    /// BB 4.25-15MI.
    Shaky,
}

/// Where a unit has to go by the cheapest way: reading 123 of BB sob, BB 4.25-15MI.
fn errand(at: At<'_>, unit: UnitId) -> Option<(HexId, CourseKind)> {
    if let Some(goal) = crate::held::goal(at, unit) {
        return Some((goal, CourseKind::Shaky));
    }
    let body = at.position.body_of(at.setting, unit);
    match at.position.body(body).mission?.task {
        Task::GoTo(goal) if !is_exempt(at, body, unit) => Some((goal, CourseKind::Mission)),
        _ => None,
    }
}

/// Whether a unit has to go somewhere by the cheapest way.
#[must_use]
pub fn has_a_course(at: At<'_>, unit: UnitId) -> bool {
    MoverClass::of(at.setting.unit(unit)).is_some() && errand(at, unit).is_some()
}

/// The course of a unit that has to go somewhere, from where it stands.
#[must_use]
pub fn step_towards(at: At<'_>, unit: UnitId) -> Option<Course> {
    let (goal, kind) = errand(at, unit)?;
    let facts = at.setting.unit(unit);
    let class = MoverClass::of(facts)?;
    let state = at.position.unit(unit);
    let how = (class, Gait::of(class, state.orders_now()));
    let way = longroll_movement::ways::Course::to_goal(&at, facts.side, how, state.hex, goal);
    Some(Course { way, kind })
}

impl Course {
    /// Whether a step leads along a cheapest way to the goal.
    ///
    /// # Errors
    /// When it does not.
    pub fn may_step(&self, at: At<'_>, from: HexId, to: HexId) -> Result<(), Refusal> {
        if self.way.leads_on(&at, from, to) {
            return Ok(());
        }
        Err(match self.kind {
            CourseKind::Mission => {
                Refusal::new(Rule::BB_sob, "on its mission it goes by the cheapest way")
            }
            CourseKind::Shaky => crate::held::astray(at),
        })
    }
}

/// BB sob, SR 17.22-1: whether a step of a march leaves a brigade on its mission as fresh as it is: off the Road a third
/// equivalent would tire it.
///
/// # Errors
/// When the step would.
pub(crate) fn may_march(at: At<'_>, unit: UnitId, terms: &StepTerms) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if state.orders != Orders::March {
        return Ok(());
    }
    let body = at.position.body_of(at.setting, unit);
    let BodyState { mission, march, .. } = at.position.body(body);
    let bound = matches!(mission, Some(state) if matches!(state.task, Task::GoTo(_)));
    if !bound || march.spared || is_exempt(at, body, unit) {
        return Ok(());
    }
    let off_road = state.deeds.has(Deeds::OFF_ROAD)
        || crate::fatigue::leaves_road(at, terms.from, terms.to, terms.way);
    let Allowance::Points(points) = allowance(at.setting, at.position, unit, Fired::No) else {
        return Ok(());
    };
    let two = points.total.0 / u16::from(points.equivalents) * 2;
    if off_road && state.spent.0 + terms.total.0 > two {
        return Err(Refusal::new(
            Rule::BB_sob,
            "on its mission it does not tire: off the Road it marches two equivalents",
        ));
    }
    Ok(())
}

/// BB sob: whether a unit of an acting brigade has still to set out: in good order, not moved yet, with a way to go.
#[must_use]
pub fn has_to_set_out(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    must_go(at, body).is_some()
        && !is_exempt(at, body, unit)
        && state.on_map()
        && state.cohesion == Cohesion::GoodOrder
        && !state
            .deeds
            .any(Deeds::MOVED.with(Deeds::MOVE_ENDED).with(Deeds::FINISHED))
}

/// BB sob: whether a unit has no part in the mission of its brigade: units of no brigade are exempt, lent batteries and
/// cavalry. Infantry that has been assigned to it belongs to it for good.
#[must_use]
pub fn is_exempt(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    facts.arm != Arm::Infantry && facts.formation != at.setting.body(body).command
}

/// BB sob: whether a brigade on its way must move in this Activation before it is done.
#[must_use]
pub fn must_go(at: At<'_>, body: BodyId) -> Option<HexId> {
    match at.position.body(body).mission {
        Some(MissionState {
            task: Task::GoTo(goal),
            moves: 0..2,
            ..
        }) => Some(goal),
        _ => None,
    }
}
