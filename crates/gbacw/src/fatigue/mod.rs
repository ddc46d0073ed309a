//! SR 17: Fatigue. What tires troops is tallied while they act; the level rises when their Activation is over (SR 17.21).

mod march;
mod tally;
use longroll_catalog::facts::{Arm, Fatigue, Orders, UnitId};
use longroll_position::rule_set::{FatigueOkStep, FatigueOption};
use longroll_position::{BodyId, BodyKind, BodyNote, Presence, Tired, Toil, UnitNote};
use longroll_rule::Rule;

use crate::event::Event;
use crate::orders::{Reaching, give, give_unit};
use crate::play::Play;
use crate::scene::At;

pub(crate) use march::{equivalents, leaves_road, wheels};
pub(crate) use tally::{activation_ends, fought, marks_what_is_due, phase_ends};

/// SR 17.1, BB 17.0: whose level a unit's doings raise: its brigade's, or its own. Nobody's for guns.
#[must_use]
pub(crate) fn whose(at: At<'_>, unit: UnitId) -> Option<Tired> {
    if matches!(at.setting.unit(unit).arm, Arm::Artillery | Arm::Gunboat)
        || at.setting.rules.switches.opt_fatigue == FatigueOption::Off
    {
        return None;
    }
    let body = at.position.body_of(at.setting, unit);
    Some(match at.setting.body(body).kind {
        BodyKind::Brigade => Tired::Body(body),
        _ => Tired::Unit(unit),
    })
}

/// Whether anybody of a body has come to the field: those still due rest before they come, and arrive as the scenario says.
pub(crate) fn is_in_play(at: At<'_>, body: BodyId) -> bool {
    at.position.members_ever(at.setting, body).any(|unit| {
        let presence = at.position.unit(unit).presence;
        !matches!(presence, Presence::Due(_))
    })
}

/// Everybody of a body who has a level: the brigade, with its lost units, or each of its units.
#[must_use]
pub(crate) fn all_of(at: At<'_>, body: BodyId) -> Vec<Tired> {
    let there = |whom: &Tired| match *whom {
        Tired::Body(body) => is_in_play(at, body),
        Tired::Unit(unit) => !matches!(
            at.position.unit(unit).presence,
            Presence::Lost | Presence::Left | Presence::Due(_)
        ),
    };
    let mut all: Vec<Tired> = at
        .position
        .members_ever(at.setting, body)
        .filter_map(|unit| whose(at, unit))
        .filter(there)
        .collect();
    all.dedup();
    all
}

/// The level.
#[must_use]
pub(crate) fn level(at: At<'_>, whom: Tired) -> Fatigue {
    match whom {
        Tired::Body(body) => at.position.body(body).fatigue,
        Tired::Unit(unit) => at.position.unit(unit).fatigue,
    }
}

/// SR 17.21: levels that are suffered and not yet marked.
#[must_use]
pub(crate) fn due(at: At<'_>, whom: Tired) -> u8 {
    toil(at, whom).due
}

fn toil(at: At<'_>, whom: Tired) -> Toil {
    match whom {
        Tired::Body(body) => at.position.body(body).toil,
        Tired::Unit(unit) => at.position.unit(unit).toil,
    }
}

fn note(play: &mut Play<'_>, whom: Tired, toil: Toil) {
    if self::toil(play.at(), whom) != toil {
        match whom {
            Tired::Body(body) => play.note_body(body, BodyNote::Toil(toil)),
            Tired::Unit(unit) => play.note_unit(unit, UnitNote::Toil(toil)),
        }
    }
}

/// SR 17.24: the ladder; the plain series has no step between none and 0 (reading 94).
fn ladder(ok_step: FatigueOkStep) -> impl DoubleEndedIterator<Item = Fatigue> {
    Fatigue::LADDER
        .into_iter()
        .filter(move |&step| ok_step == FatigueOkStep::On || step != Fatigue::Ok)
}

/// So many steps down.
#[must_use]
pub(crate) fn lowered(fatigue: Fatigue, steps: usize, ok_step: FatigueOkStep) -> Fatigue {
    let below: Vec<Fatigue> = ladder(ok_step)
        .take_while(|&step| step <= fatigue)
        .collect();
    let place = below.len().saturating_sub(1 + steps);
    below.get(place).copied().unwrap_or(Fatigue::None)
}

/// SR 17.4: so many levels less, as far as there are any.
pub(crate) fn lower(play: &mut Play<'_>, whom: Tired, steps: usize, rule: Rule) {
    let before = level(play.at(), whom);
    let fatigue = lowered(before, steps, play.setting.rules.switches.fatigue_ok_step);
    if fatigue != before {
        play.happens(Event::FatigueChanged {
            whom,
            fatigue,
            rule,
        });
    }
}

/// SR 17.24, 17.25: one level more, four at most.
fn raise(play: &mut Play<'_>, whom: Tired, rule: Rule) {
    let before = level(play.at(), whom);
    let ok_step = play.setting.rules.switches.fatigue_ok_step;
    let Some(fatigue) = ladder(ok_step).find(|&step| step > before) else {
        return;
    };
    play.happens(Event::FatigueChanged {
        whom,
        fatigue,
        rule,
    });
    too_tired(play, whom);
}

/// SR 17.32: at four Advance orders follow.
pub(crate) fn too_tired(play: &mut Play<'_>, whom: Tired) {
    if level(play.at(), whom).level() < 4 {
        return;
    }
    let rule = Rule::SR_17_32;
    match whom {
        Tired::Body(body) => {
            let all_advance = play.position.body(body).orders == Orders::Advance
                && play
                    .position
                    .members(play.setting, body)
                    .all(|unit| play.position.unit(unit).orders == Orders::Advance);
            if !all_advance {
                give(play, body, Orders::Advance, rule, Reaching::Everybody);
            }
        }
        Tired::Unit(unit) => {
            if play.position.unit(unit).orders != Orders::Advance {
                give_unit(play, unit, Orders::Advance, rule);
            }
        }
    }
}
