//! SR 8.32, 8.45, 10.14, 10.63, 10.82: whose fire is added up.

use longroll_catalog::facts::{Light, UnitId};
use longroll_core::Refusal;
use longroll_position::Extent;
use longroll_position::rule_set::CombinedSmallArms;
use longroll_rule::Rule;

use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::fire::Occasion;
use longroll_position::fire::{DeclaredFire, FiringPart};

/// Whether two firers may fire as one at this target, by which rule.
///
/// # Errors
/// The rule that keeps them apart.
pub fn may_combine(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    one: FiringPart,
    other: FiringPart,
) -> Result<Rule, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let arm = |firer: FiringPart| {
        let unit = firer.part.unit;
        FirerArm::of(look.facts(unit), look.state(unit))
    };
    let hex = |firer: FiringPart| firer.hex(look.scene.position);
    let same_hex = hex(one) == hex(other);
    match (arm(one), arm(other)) {
        (FirerArm::Boat, _) | (_, FirerArm::Boat) => {
            refuse(Rule::BB_14_78, "gunboats do not combine their fire")
        }
        (FirerArm::Guns, FirerArm::Guns) if one.part.unit == other.part.unit => Ok(Rule::SR_10_63),
        (FirerArm::Guns, FirerArm::Guns) => {
            if !same_hex {
                return refuse(Rule::SR_10_63, "batteries combine within one hex");
            }
            if look.light() == Light::Night {
                return refuse(Rule::SR_16_12, "every battery fires by itself at night");
            }
            let range = hex(one).map_or(0, |from| look.range(from, fire.target));
            if fire.boat.is_some() {
                Ok(Rule::BB_14_76)
            } else if range >= 4 {
                Ok(Rule::SR_10_63)
            } else {
                refuse(Rule::SR_10_63, "batteries do not combine at 1 to 3 hexes")
            }
        }
        (FirerArm::Guns, _) | (_, FirerArm::Guns) => {
            refuse(Rule::SR_8_32, "guns and small arms fire apart")
        }
        _ if one.part.unit == other.part.unit => match look.state(one.part.unit).extent {
            // SR 8.52-fire: a column fires as a line does.
            Extent::Line { .. } | Extent::Column { .. } if one.part != other.part => {
                Ok(Rule::SR_8_45)
            }
            _ => refuse(
                Rule::SR_10_15,
                "a unit does not divide its fire on one target",
            ),
        },
        _ => {
            let option = look.switches().opt_combined_small_arms;
            if option == CombinedSmallArms::On && same_hex && fire.occasion == Occasion::Phasing {
                Ok(Rule::SR_10_82)
            } else {
                refuse(Rule::SR_10_14, "every unit fires by itself")
            }
        }
    }
}

/// SR 10.82: whether phasing small arms of one hex that fire at one hex have to fire as one.
#[must_use]
pub fn must_combine(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    one: FiringPart,
    other: FiringPart,
) -> bool {
    one.part.unit != other.part.unit && may_combine(look, fire, one, other) == Ok(Rule::SR_10_82)
}

/// SR 10.82, 10.15: whether two units with small arms stand in one hex and so divide their phasing fire as one; whether they
/// act, and together, is for the caller to ask.
#[must_use]
pub fn divide_as_one(look: &FireScene<'_>, one: UnitId, other: UnitId) -> bool {
    let single = |unit: UnitId| look.state(unit).extent == Extent::Single;
    let hand = |unit: UnitId| {
        let arm = FirerArm::of(look.facts(unit), look.state(unit));
        !arm.has_guns()
    };
    look.switches().opt_combined_small_arms == CombinedSmallArms::On
        && one != other
        && look.facts(one).side == look.facts(other).side
        && look.state(one).hex == look.state(other).hex
        && [one, other]
            .into_iter()
            .all(|unit| single(unit) && hand(unit))
}

/// SR 10.82: whether another of its stack has used the fire of the stack by itself.
///
/// # Errors
/// When it has.
pub fn stack_has_not_fired(look: &FireScene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let hex = look.state(unit).hex;
    let fired = look.scene.position.stack(hex).any(|part| {
        let done = look.history.shooter(part);
        done.is_some_and(|done| done.aimed.iter().any(|(from, _)| *from == hex))
            && divide_as_one(look, unit, part.unit)
    });
    if fired {
        return Err(Refusal::new(
            Rule::SR_10_82,
            "its stack divides its fire as one, and has fired",
        ));
    }
    Ok(())
}

/// SR 10.82: nobody fires by himself at what another of his stack has fired at.
fn comes_late(look: &FireScene<'_>, fire: &DeclaredFire, firer: FiringPart) -> bool {
    let Some(hex) = firer.hex(look.scene.position) else {
        return false;
    };
    look.scene.position.stack(hex).any(|part| {
        let other = FiringPart {
            part,
            ..FiringPart::of(part.unit, 0)
        };
        let done = look.history.shooter(part);
        done.is_some_and(|done| done.aimed.contains(&(hex, fire.target)))
            && !fire.from.iter().any(|own| own.part.unit == part.unit)
            && must_combine(look, fire, firer, other)
    })
}

/// Every pair of a declared fire.
pub(super) fn judge(look: &FireScene<'_>, fire: &DeclaredFire) -> Result<(), Refusal> {
    if fire.from.iter().any(|&firer| comes_late(look, fire, firer)) {
        return Err(Refusal::new(
            Rule::SR_10_82,
            "a stack fires at one hex as one",
        ));
    }
    for (place, &one) in fire.from.iter().enumerate() {
        for &other in fire.from.iter().skip(place + 1) {
            may_combine(look, fire, one, other)?;
        }
    }
    Ok(())
}
