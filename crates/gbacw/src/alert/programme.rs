//! BB alert: Activations by secret rolls in the first turns, and who is alert from when.

use longroll_catalog::facts::{AlertResult, AlertRoll, AlertRow, Arm};
use longroll_core::{ChanceError, Die, Refusal, Side, Terms};
use longroll_position::{
    ActivatorId, ActivatorKind, AlertState, BodyId, BodyKind, BodyNote, Presence, Setting,
};
use longroll_rule::Rule;

use super::hours::{bodies, early_regiment, in_force, is_alert};
use crate::choice::Choice;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::AlertStep;

/// BB alert-8AM: whether a division may be chosen: one that sleeps, wholly or in part.
fn may_choose(at: At<'_>, activator: ActivatorId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_alert_8AM;
    let side = in_force(at).map(|(_, side)| side);
    let facts = at.setting.activator(activator);
    if Some(facts.side) != side || facts.kind == ActivatorKind::Unassigned {
        return Err(Refusal::new(RULE, "no division of the surprised army"));
    }
    if bodies(at, activator).any(|body| !is_alert(at.position.body(body))) {
        Ok(RULE)
    } else {
        Err(Refusal::new(RULE, "it is alert already"))
    }
}

fn choices(at: At<'_>) -> usize {
    at.setting
        .activator_ids()
        .filter(|&id| may_choose(at, id).is_ok())
        .count()
}

/// A division that is woken, and how many choices there were with it.
#[derive(Debug, Clone, Copy)]
pub struct Woken {
    activator: ActivatorId,
    left: u8,
}

impl Procedure for AlertStep {
    type Means = Woken;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let Self::Choose { left } = *self else {
            return None;
        };
        let (_, side) = in_force(at)?;
        (left > 0 && choices(at) > 0).then_some(Ask {
            side,
            rule: Rule::BB_alert_8AM,
            prompt: Prompt::Alert { left },
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for activator in at.setting.activator_ids() {
            each(Choice::Alert { activator });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<Self::Means> {
        match (*self, choice) {
            (Self::Choose { left }, Choice::Alert { activator }) => {
                may_choose(at, activator).map(|rule| Ruling::new(rule, Woken { activator, left }))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, woken: Woken) -> Result<(), ChanceError> {
        let asleep: Vec<BodyId> = play
            .setting
            .body_ids()
            .filter(|&body| play.position.body(body).activator == woken.activator)
            .collect();
        for body in asleep {
            wake(play, body, Rule::BB_alert_8AM);
        }
        play.push(Self::Choose {
            left: woken.left - 1,
        });
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if self == Self::Wake {
            super::involuntary::wake_by_the_hour(play);
            wake_by_the_hour(play)?;
        }
        Ok(())
    }
}

/// A body is alert and out of Reserve.
fn wake(play: &mut Play<'_>, body: BodyId, rule: Rule) {
    let state = *play.position.body(body);
    if !state.alert.asleep {
        return;
    }
    let alert = AlertState {
        asleep: false,
        now: state.alert.now || state.reserve,
        ..state.alert
    };
    play.note_body(body, BodyNote::Alert(alert));
    if state.reserve {
        play.happens(Event::ReserveLeft { body, rule });
    }
}

fn wake_by_the_hour(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let setting = play.setting;
    let Some(programme) = &setting.scenario.alert else {
        return Ok(());
    };
    let Some(turn) = play.position.now(setting).map(|turn| turn.id) else {
        return Ok(());
    };
    if turn >= programme.all_from {
        for body in setting.body_ids() {
            wake(play, body, Rule::BB_alert_9AM);
        }
        return Ok(());
    }
    let Some((_, side)) = in_force(play.at()) else {
        return Ok(());
    };
    // The parts of a division that slept on when it rolled (note d) wake in the turn after.
    for roll in programme.rolls.iter().filter(|roll| roll.turn < turn) {
        for body in setting.body_ids() {
            if setting.belongs(setting.body(body).command, roll.command) {
                wake(play, body, Rule::BB_alert_notes);
            }
        }
    }
    let loose = wakes_the_unassigned(play.at(), side);
    if loose {
        for body in setting.body_ids() {
            let facts = setting.body(body);
            if facts.side == side && facts.kind == BodyKind::Unassigned {
                wake(play, body, Rule::BB_alert_8AM);
            }
        }
    }
    for roll in programme.rolls.iter().filter(|roll| roll.turn == turn) {
        let number = roll_activations(play, roll.command, turn.hour, &roll.table)?;
        for body in setting.body_ids() {
            if rolls_with(setting, roll, body) {
                wake(play, body, alert_rule(turn.hour));
                let alert = AlertState {
                    rolled: Some(number),
                    ..play.position.body(body).alert
                };
                play.note_body(body, BodyNote::Alert(alert));
            }
        }
    }
    if programme.choice.turn == turn {
        play.push(AlertStep::Choose {
            left: programme.choice.divisions,
        });
    }
    Ok(())
}

/// BB alert-8AM: whether units of no division are awake: one of them arrives, or is the early regiment.
fn wakes_the_unassigned(at: At<'_>, side: Side) -> bool {
    at.setting.unit_ids().any(|unit| {
        let body = at.position.body_of(at.setting, unit);
        let arriving = at.setting.scenario.is_reinforcement(unit)
            && match at.position.unit(unit).presence {
                Presence::Due(group) => crate::movement::may_enter_now(at, group),
                presence => presence == Presence::OnMap,
            };
        at.setting.unit(unit).side == side
            && at.setting.body(body).kind == BodyKind::Unassigned
            && (arriving || early_regiment(at) == Some(unit))
    })
}

/// Whether a body is alerted by this roll: not what the roll leaves out, nor an arm that sleeps on.
fn rolls_with(setting: &Setting, roll: &AlertRoll, body: BodyId) -> bool {
    let facts = setting.body(body);
    let sleeping_arm = match facts.kind {
        BodyKind::DivisionalCavalry => Some(Arm::Cavalry),
        BodyKind::DivisionalArtillery => Some(Arm::Artillery),
        BodyKind::Brigade | BodyKind::Unassigned => None,
    };
    facts.kind != BodyKind::Unassigned
        && setting.belongs(facts.command, roll.command)
        && !roll
            .except
            .iter()
            .any(|&except| setting.belongs(facts.command, except))
        && !sleeping_arm.is_some_and(|arm| roll.asleep.contains(&arm))
}

const fn alert_rule(hour: u8) -> Rule {
    match hour {
        0..=6 => Rule::BB_alert_6AM,
        7 => Rule::BB_alert_7AM,
        _ => Rule::BB_alert_8AM,
    }
}

/// BB alert-6AM, alert-7AM: one roll; where the table says so, another.
fn roll_activations(
    play: &mut Play<'_>,
    command: longroll_catalog::facts::CommandId,
    hour: u8,
    table: &[AlertRow],
) -> Result<u8, ChanceError> {
    let mut rows = table;
    loop {
        let result = |die: Die| -> Option<&AlertResult> {
            let row = rows.iter().find(|row| row.die.contains(die.face()));
            row.map(|row| &row.result)
        };
        let purpose = Purpose::Alert(command);
        let roll = Roll::new(
            purpose,
            alert_rule(hour),
            Terms::new(),
            |die, _| match result(die) {
                Some(&AlertResult::Activations(number)) => Verdict::Activations(number),
                Some(AlertResult::Reroll(_)) => Verdict::Again,
                None => Verdict::Total,
            },
        );
        let die = play.roll(roll)?.die;
        match result(die) {
            Some(AlertResult::Reroll(next)) => rows = next.as_slice(),
            Some(&AlertResult::Activations(number)) => return Ok(number),
            None => return Ok(0),
        }
    }
}
