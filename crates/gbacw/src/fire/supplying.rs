//! SR 10.92, BB 10.92: a unit brings up ammunition.

use longroll_catalog::facts::{Ammunition, Mechanism, UnitId};
use longroll_combat::fire::supply::{
    Resupply, SupplyFacts, SupplyRoll, may_resupply, rested, restored,
};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{Deeds, HalfMp, Topic};
use longroll_rule::Rule;

use super::declaring::FireLook;
use crate::battle::At;
use crate::event::{Event, Purpose, Roll, Verdict};
use crate::play::Play;
use crate::sequence::first_day_hour;

/// SR 10.92: whether a unit may bring up ammunition: instead of moving and firing.
///
/// # Errors
/// The rule that denies it.
pub(crate) fn may_supply(at: At<'_>, unit: UnitId) -> Result<Resupply, Refusal> {
    let state = at.position.unit(unit);
    let begun = Deeds::MOVED.with(Deeds::FIRED).with(Deeds::SUPPLIED);
    let turned = state.deeds.has(Deeds::TURNED) && !state.deeds.has(Deeds::RECOVERED);
    if state.spent > HalfMp::ZERO || state.deeds.any(begun) || turned {
        return Err(Refusal::new(
            Rule::SR_10_92,
            "it brings up ammunition instead of moving and firing",
        ));
    }
    crate::held::may_resupply(at, unit)?;
    if let Some(rule) = stores_at_hand(at, unit) {
        return Ok(Resupply::Automatic(rule));
    }
    may_draw(at, unit)
}

/// A special rule of a scenario: a unit finds ammunition in this hex.
fn stores_at_hand(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let state = at.position.unit(unit);
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let mut rules = at.setting.special_now(Topic::Fire, turn);
    let here = rules.any(|rule| {
        matches!(rule.mechanism, Mechanism::ResupplyAt { unit: own, hex } if own == unit && hex == state.hex)
    });
    (here && state.ammunition != Ammunition::Full).then_some(Rule::BB_4_25_15MI)
}

/// SR 10.93, BB 10.92: whether there is ammunition to be had for it, and how.
fn may_draw(at: At<'_>, unit: UnitId) -> Result<Resupply, Refusal> {
    let look = FireLook::new(at);
    let in_command = |other: UnitId| {
        let body = at.position.body_of(at.setting, other);
        crate::command::units_in_range(at, body).contains(&other)
    };
    let known = SupplyFacts {
        first_day_hour: first_day_hour(at),
        in_command: &in_command,
    };
    may_resupply(&look.scene(), unit, &known)
}

/// The attempts are rolled, and what they bring is there.
pub(crate) fn supply(
    play: &mut Play<'_>,
    unit: UnitId,
    resupply: Resupply,
) -> Result<(), ChanceError> {
    play.did(unit, Deeds::ACTED.with(Deeds::SUPPLIED));
    let (steps, rule) = match resupply {
        Resupply::Automatic(rule) => (1, rule),
        Resupply::Rolls(rolls) => {
            let mut steps = 0;
            let mut rule = Rule::BB_10_92_sa;
            for attempt in rolls {
                let brought = attempt.rule;
                let verdict = play.roll(attempt_roll(unit, attempt))?.verdict;
                if matches!(verdict, Verdict::Passed { .. }) {
                    steps += 1;
                    rule = brought;
                }
            }
            (steps, rule)
        }
    };
    restock(play, unit, rule, |before| restored(before, steps));
    Ok(())
}

/// BB 10.92-limits: troops at rest get ammunition without a roll, if they have a supply line: fully in Reserve (SR 6.35), else one
/// step (fire reading 128).
pub(crate) fn restock_at_rest(play: &mut Play<'_>, unit: UnitId, in_reserve: bool) {
    let supplied = match may_draw(play.at(), unit) {
        Ok(Resupply::Automatic(_)) => true,
        Ok(Resupply::Rolls(rolls)) => rolls.iter().any(|roll| roll.rule == Rule::BB_10_92_sa),
        Err(_) => false,
    };
    if supplied {
        let full = in_reserve
            || rested(
                &FireLook::new(play.at()).scene(),
                Ammunition::Out,
                in_reserve,
            ) == Ammunition::Full;
        let steps = if full { 2 } else { 1 };
        let rule = Rule::BB_10_92_limits;
        restock(play, unit, rule, |before| restored(before, steps));
    }
}

/// The ammunition of a unit, or of each of its sections, changes.
pub(crate) fn restock(
    play: &mut Play<'_>,
    unit: UnitId,
    rule: Rule,
    after: impl Fn(Ammunition) -> Ammunition,
) {
    let before = play.position.unit(unit).ammunition;
    let sections: Vec<(u8, Ammunition)> = play
        .position
        .fires
        .sections
        .iter()
        .filter(|own| own.unit == unit)
        .map(|own| (own.section, own.ammunition))
        .collect();
    let mut change = |section: Option<u8>, before: Ammunition| {
        let ammunition = after(before);
        if ammunition != before {
            play.happens(Event::AmmunitionChanged {
                unit,
                section,
                ammunition,
                rule,
            });
        }
    };
    if sections.is_empty() {
        change(None, before);
    }
    for (section, before) in sections {
        change(Some(section), before);
    }
}

fn attempt_roll(unit: UnitId, attempt: SupplyRoll) -> Roll {
    let limit = i32::from(attempt.at_most);
    Roll::new(
        Purpose::Resupply(unit),
        attempt.rule,
        attempt.terms,
        move |_, total| {
            if total <= limit {
                Verdict::Passed { limit }
            } else {
                Verdict::Failed { limit }
            }
        },
    )
}
