//! SR 10.92, BB 10.92: a unit brings up ammunition.

use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_combat::fire::supply::{Resupply, SupplyFacts, SupplyRoll, may_resupply, restored};
use longroll_core::{ChanceError, Refusal};
use longroll_position::{Deeds, HalfMp};
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
    let begun = Deeds::MOVED
        .with(Deeds::FIRED)
        .with(Deeds::TURNED)
        .with(Deeds::SUPPLIED);
    if state.spent > HalfMp::ZERO || state.deeds.any(begun) {
        return Err(Refusal::new(
            Rule::SR_10_92,
            "it brings up ammunition instead of moving and firing",
        ));
    }
    crate::held::may_resupply(at, unit)?;
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
                rule = attempt.rule;
                let verdict = play.roll(attempt_roll(unit, attempt))?.verdict;
                steps += u8::from(matches!(verdict, Verdict::Passed { .. }));
            }
            (steps, rule)
        }
    };
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
        let ammunition = restored(before, steps);
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
    Ok(())
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
