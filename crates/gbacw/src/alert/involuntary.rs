//! BB 31.0-alert: an army asleep in its camps, woken division by division: by the noise of the enemy's march, by contact,
//! or by the hour.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{AlertChance, CommandId, UnitId};
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_position::{
    ActivatorId, ActivatorNote, AlertState, BodyId, BodyNote, Contact, Extent, Marker, Presence,
    Sleepers, SpecialNote,
};
use longroll_rule::Rule;

use super::asleep::{hour_of_waking, is_asleep};
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::orders::facing_kind;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{Check, CheckStep, Checked, Occasion};
use crate::scene::At;
use crate::step::{Ask, Done, Step};

mod frame;

pub use self::frame::InvoluntaryStep;

/// When a command is woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// While the enemy acts: it fights surprised until he has done.
    InMarker,
    /// Between two markers.
    AfterMarker,
}

/// BB 31.0-alert: everybody who is woken together with a body: its division, but the brigades named for themselves.
fn woken_with(at: At<'_>, body: BodyId) -> Vec<BodyId> {
    let Some(army) = &at.setting.special.sleepers else {
        return Vec::new();
    };
    let alone = |body: BodyId| army.separate.contains(&at.setting.body(body).command);
    if alone(body) {
        return vec![body];
    }
    let activator = at.setting.body(body).activator;
    at.setting
        .body_ids()
        .filter(|&other| at.setting.body(other).activator == activator && !alone(other))
        .collect()
}

/// An enemy unit has come into a hex: whoever sleeps next to it is alerted, and who sleeps near may hear of it.
pub(crate) fn enemy_came(play: &mut Play<'_>, mover: UnitId, hex: HexId) {
    let setting = play.setting;
    let Some(army) = &setting.special.sleepers else {
        return;
    };
    if setting.unit(mover).side == army.side {
        return;
    }
    note_approach(play, army, hex);
    if army.contact == Contact::Ignored {
        return;
    }
    let at = play.at();
    let mut found: Vec<BodyId> = setting
        .neighbours(hex)
        .filter(|&near| at.position.holder(near) == Some(army.side))
        .flat_map(|near| at.position.stack(near))
        .map(|part| at.position.body_of(setting, part.unit))
        .filter(|&body| is_asleep(at, body))
        .collect();
    found.sort_unstable();
    found.dedup();
    for body in found {
        alert(play, body, Rule::BB_31_0_alert, Moment::InMarker);
    }
}

/// BB 31.0-alert: fire at a unit of a body, or an assault, alerts its division. False if it was not asleep.
pub(crate) fn attacked(play: &mut Play<'_>, body: BodyId) -> bool {
    let asleep = is_asleep(play.at(), body);
    if asleep {
        alert(play, body, Rule::BB_31_0_alert, Moment::InMarker);
    }
    asleep
}

/// BB 31.0-alert-table: how near to the brigade that may hear him an enemy has come with this marker.
fn note_approach(play: &mut Play<'_>, army: &Sleepers, hex: HexId) {
    let setting = play.setting;
    let Some(proximity) = &army.proximity else {
        return;
    };
    let Some(body) = setting.body_of_brigade(proximity.brigade) else {
        return;
    };
    let at = play.at();
    if !is_asleep(at, body) {
        return;
    }
    let nearest = at
        .position
        .members(setting, body)
        .flat_map(|unit| at.position.unit(unit).hexes())
        .map(|place| setting.grid().distance(place, hex))
        .min();
    let Some(nearest) = nearest.and_then(|nearest| u8::try_from(nearest).ok()) else {
        return;
    };
    let heard = proximity.rolls.iter().any(|roll| nearest <= roll.within);
    let known = play.position.special.approach;
    if heard && known.is_none_or(|known| nearest < known) {
        play.note_special(SpecialNote::Approach(Some(nearest)));
    }
}

/// The division of a body is alerted: out of Reserve, a UDD for each of its units, then its markers.
fn alert(play: &mut Play<'_>, body: BodyId, rule: Rule, moment: Moment) {
    if !is_asleep(play.at(), body) {
        return;
    }
    let bodies = woken_with(play.at(), body);
    let mut hexes: Vec<HexId> = Vec::new();
    for &member in &bodies {
        wake(play, member, rule);
        let alert = AlertState {
            surprised: moment == Moment::InMarker,
            ..play.position.body(member).alert
        };
        play.note_body(member, BodyNote::Alert(alert));
        let at = play.at();
        let places = at
            .position
            .members(at.setting, member)
            .filter(|&unit| at.position.unit(unit).on_map())
            .map(|unit| at.position.unit(unit).hex);
        hexes.extend(places);
    }
    hexes.sort_unstable();
    hexes.dedup();
    let mut steps: Vec<Step> = hexes
        .into_iter()
        .map(|hex| {
            InvoluntaryStep::Check {
                hex,
                body,
                seen: 0,
                may_turn: true,
            }
            .into()
        })
        .collect();
    steps.push(InvoluntaryStep::Roll { body }.into());
    play.then(steps);
}

/// A body sleeps no longer.
fn wake(play: &mut Play<'_>, body: BodyId, rule: Rule) {
    let at = play.at();
    if !is_asleep(at, body) {
        return;
    }
    let present = at
        .position
        .members(at.setting, body)
        .any(|unit| at.position.unit(unit).presence == Presence::OnMap);
    let state = play.position.body(body);
    let rested = state.reserve;
    let alert = AlertState {
        asleep: false,
        now: true,
        ..state.alert
    };
    play.note_body(body, BodyNote::Alert(alert));
    if present {
        play.happens(Event::Alerted { body, rule });
    }
    if rested {
        play.happens(Event::ReserveLeft { body, rule });
    }
}

/// BB 31.0-alert-voluntary: whom the hour wakes.
pub(super) fn wake_by_the_hour(play: &mut Play<'_>) {
    let setting = play.setting;
    let (Some(army), Some(turn)) = (&setting.special.sleepers, play.position.now(setting)) else {
        return;
    };
    for body in setting.body_ids() {
        if hour_of_waking(setting, army, body).is_some_and(|hour| hour <= turn.id) {
            wake(play, body, Rule::BB_31_0_alert_voluntary);
        }
    }
}

/// Everything that follows the end of a marker, if an army sleeps or was surprised.
pub(crate) fn end_of_marker(play: &mut Play<'_>, activator: Option<ActivatorId>) {
    super::surprise::end_of_marker(play);
    if let Some(activator) = activator {
        super::mission::lost_activations_end(play, activator);
    }
    if play.setting.special.sleepers.is_some() {
        play.push(InvoluntaryStep::EndOfMarker { activator });
    }
}

impl Procedure for InvoluntaryStep {
    /// Who turns which way; nobody if he stays as he is.
    type Means = Option<(UnitId, Facing)>;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Turn { unit } => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::BB_31_0_alert,
                prompt: Prompt::FaceAtStart { unit },
            }),
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Turn { unit } = *self {
            for facing in Facing::all_of(facing_kind(at.position.unit(unit).orders)) {
                each(Choice::Face { unit, facing });
            }
            each(Choice::Done);
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Self::Means> {
        match (*self, choice) {
            (Self::Turn { unit: asked }, Choice::Face { unit, facing }) => {
                may_turn(at, asked, unit, facing)
                    .map(|rule| Ruling::new(rule, Some((unit, facing))))
            }
            (Self::Turn { .. }, Choice::Done) => Ok(Ruling::new(Rule::BB_31_0_alert, None)),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, turn: Self::Means) -> Result<(), ChanceError> {
        if let Some((unit, facing)) = turn {
            crate::movement::turn_stack(play, unit, facing, Rule::BB_31_0_alert);
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Check {
                hex,
                body,
                seen,
                may_turn,
            } => {
                check(play, hex, body, seen, may_turn);
                Ok(())
            }
            Self::Roll { body } => roll_markers(play, body),
            Self::EndOfMarker { activator } => after_marker(play, activator),
            Self::Turn { .. } => Ok(()),
        }
    }

    fn goes_on(self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let Self::Check {
            hex,
            body,
            seen,
            may_turn,
        } = self
        {
            let passed = result == Done::Checked(Checked::Passed);
            check(play, hex, body, seen, may_turn && passed);
        }
        Ok(())
    }
}

fn may_turn(at: At<'_>, asked: UnitId, unit: UnitId, facing: Facing) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_31_0_alert;
    if unit != asked {
        return Err(Refusal::new(RULE, "another stack may turn now"));
    }
    let state = at.position.unit(unit);
    if facing.kind() != facing_kind(state.orders) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "its orders demand the other kind of facing",
        ));
    }
    if facing == state.facing {
        return Err(Refusal::new(RULE, "it faces that way"));
    }
    Ok(RULE)
}

/// The UDDs of a hex. A stack faces one way (SR 7.11): it may turn if all its units have passed.
fn check(play: &mut Play<'_>, hex: HexId, body: BodyId, mut seen: u8, mut may_turn: bool) {
    let at = play.at();
    let bodies = woken_with(at, body);
    let stack: Vec<UnitId> = at.position.stack(hex).map(|part| part.unit).collect();
    for &unit in stack.iter().skip(usize::from(seen)) {
        seen += 1;
        if !bodies.contains(&at.position.body_of(at.setting, unit)) {
            may_turn = false;
            continue;
        }
        may_turn &= at.position.unit(unit).extent == Extent::Single;
        // An extended unit checks where its counter stands.
        if at.position.unit(unit).hex != hex {
            continue;
        }
        let frame = InvoluntaryStep::Check {
            hex,
            body,
            seen,
            may_turn,
        };
        let check = Check::plain(unit, Occasion::Special(Rule::BB_31_0_alert));
        play.call(frame, CheckStep::Roll(check));
        return;
    }
    if let Some(&unit) = stack.first().filter(|_| may_turn) {
        play.push(InvoluntaryStep::Turn { unit });
    }
}

/// BB 31.0-alert: an even die gives two markers, an odd one one; they go into the cup at once.
fn roll_markers(play: &mut Play<'_>, body: BodyId) -> Result<(), ChanceError> {
    let setting = play.setting;
    let Some(army) = &setting.special.sleepers else {
        return Ok(());
    };
    let command = if army.separate.contains(&setting.body(body).command) {
        setting.body(body).command
    } else {
        setting.activator(setting.body(body).activator).command
    };
    let purpose = Purpose::Alert(command);
    let roll = Roll::new(purpose, Rule::BB_31_0_alert, Terms::new(), |die, _| {
        Verdict::Activations(if die.face() % 2 == 0 {
            army.activations_even
        } else {
            army.activations_odd
        })
    });
    let Verdict::Activations(number) = play.roll(roll)?.verdict else {
        return Ok(());
    };
    let activator = play.position.body(body).activator;
    let state = *play.position.activator(activator);
    if state.number == 0 {
        play.note_activator(activator, ActivatorNote::Number(number));
    }
    play.note_activator(activator, ActivatorNote::Placed(state.placed + number));
    let drawn = state.drawn;
    let marker = Marker::Activation(activator);
    play.happens(Event::Placed { marker, number });
    for member in woken_with(play.at(), body) {
        let alert = AlertState {
            rolled: Some(number),
            ..play.position.body(member).alert
        };
        play.note_body(member, BodyNote::Alert(alert));
        let (entitled, terms) = crate::activation::entitlement(play.at(), member);
        play.note_body(member, BodyNote::Entitled(entitled));
        play.note_body(member, BodyNote::Used(0));
        play.note_body(member, BodyNote::Passed(drawn));
        let present = play.position.members(setting, member).next().is_some();
        if present && entitled != number {
            play.happens(Event::Entitled {
                body: member,
                number: entitled,
                terms,
            });
        }
    }
    Ok(())
}

/// The surprise is over; then the rolls of BB 31.0-alert-table: by the markers the division has had so far, and by how near
/// an enemy has come to the brigade that listens for itself.
fn after_marker(play: &mut Play<'_>, activator: Option<ActivatorId>) -> Result<(), ChanceError> {
    let setting = play.setting;
    for body in setting.body_ids() {
        let alert = play.position.body(body).alert;
        if alert.surprised {
            let surprised = false;
            play.note_body(body, BodyNote::Alert(AlertState { surprised, ..alert }));
        }
    }
    let approach = play.position.special.approach;
    if approach.is_some() {
        play.note_special(SpecialNote::Approach(None));
    }
    let Some(army) = &setting.special.sleepers else {
        return Ok(());
    };
    if let Some(activator) = activator {
        let active = setting.activator(activator).command;
        let drawn = play.position.activator(activator).drawn_in_all;
        let table = setting.scenario.division_alert.iter();
        for row in table
            .flat_map(|table| &table.rows)
            .filter(|row| row.active == active && row.drawn == drawn)
        {
            let sleeping = setting.body_ids().find(|&body| {
                let facts = setting.body(body);
                setting.activator(facts.activator).command == row.alerts
                    && !army.separate.contains(&facts.command)
                    && is_asleep(play.at(), body)
            });
            if let Some(body) = sleeping
                && hears(play, row.alerts, row.chance, Rule::BB_31_0_alert_table)?
            {
                alert(play, body, Rule::BB_31_0_alert_table, Moment::AfterMarker);
            }
        }
    }
    if let (Some(near), Some(proximity)) = (approach, &army.proximity)
        && let Some(body) = setting.body_of_brigade(proximity.brigade)
        && is_asleep(play.at(), body)
    {
        let best = proximity
            .rolls
            .iter()
            .filter(|roll| near <= roll.within)
            .min_by_key(|roll| roll.within);
        if let Some(roll) = best
            && hears(
                play,
                proximity.brigade,
                AlertChance::On(roll.die),
                proximity.rule,
            )?
        {
            alert(play, body, proximity.rule, Moment::AfterMarker);
        }
    }
    Ok(())
}

/// Whether a command hears the enemy coming.
fn hears(
    play: &mut Play<'_>,
    command: CommandId,
    chance: AlertChance,
    rule: Rule,
) -> Result<bool, ChanceError> {
    match chance {
        AlertChance::NoRoll => Ok(false),
        AlertChance::Automatic => Ok(true),
        AlertChance::On(range) => {
            let purpose = Purpose::Hearing(command);
            let roll = Roll::new(purpose, rule, Terms::new(), |die, _| {
                if range.contains(die.face()) {
                    Verdict::Alerted
                } else {
                    Verdict::SleepsOn
                }
            });
            Ok(play.roll(roll)?.verdict == Verdict::Alerted)
        }
    }
}
