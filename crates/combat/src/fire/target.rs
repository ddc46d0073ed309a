//! What may be fired at, and whom it strikes.

use longroll_catalog::facts::Arm;
use longroll_core::{Refusal, Side};
use longroll_position::Part;
use longroll_rule::Rule;

use super::firer::FirerArm;
use super::scene::FireScene;
use super::terms::{FireTerms, terms};
use super::weapon::{longest_range, weapon_of};
use longroll_position::fire::{DeclaredFire, FiringPart, Shot};
use longroll_position::fire::{EventFire, Occasion};

/// The unit whose facing, arm and size count for the fire: the first that it strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Struck {
    /// The unit, and which of its hexes.
    pub part: Part,
    /// What it is.
    pub arm: FirerArm,
}

/// SR 8.35, fire readings 12 and 13: the unit of the target hex that is struck first: the top one, or the one named in the
/// declaration. Lone leaders and abandoned guns are no target; a gunboat must be named (BB 14.76).
///
/// # Errors
/// When there is nobody to fire at.
pub fn struck(look: &FireScene<'_>, side: Side, fire: &DeclaredFire) -> Result<Struck, Refusal> {
    let position = look.scene.position;
    let arm_of = |part: Part| FirerArm::of(look.facts(part.unit), look.state(part.unit));
    let is_boat = |part: &Part| look.facts(part.unit).arm == Arm::Gunboat;
    // BB 18.1-fire: the top infantry unit of its own side; guns above it are left out.
    if fire.occasion == Occasion::Event(EventFire::Misdirected) {
        let foot = |part: &Part| {
            let fires = fire.from.iter().any(|firer| firer.part.unit == part.unit);
            look.facts(part.unit).arm == Arm::Infantry && !fires
        };
        let own = |part: &Part| look.facts(part.unit).side == side;
        let found = position.stack(fire.target).filter(own).find(foot);
        return found
            .map(|part| Struck {
                part,
                arm: arm_of(part),
            })
            .ok_or_else(|| {
                Refusal::new(
                    Rule::BB_18_1_fire,
                    "another infantry unit of its own side is fired at",
                )
            });
    }
    let enemies = |part: &Part| look.facts(part.unit).side != side;
    let mut stack = position.stack(fire.target).filter(enemies);
    let found = match (fire.boat, fire.strikes) {
        (Some(boat), _) => stack.find(|part| part.unit == boat && is_boat(part)),
        (None, Some(unit)) => stack.find(|part| part.unit == unit && !is_boat(part)),
        (None, None) => stack.find(|part| !is_boat(part)),
    };
    if let Some(part) = found {
        return Ok(Struck {
            part,
            arm: arm_of(part),
        });
    }
    let boats = position
        .stack(fire.target)
        .any(|part| enemies(&part) && is_boat(&part));
    Err(if boats {
        Refusal::new(Rule::BB_14_76, "the gunboat fired at must be named")
    } else {
        Refusal::new(Rule::SR_10_12, "there is no enemy combat unit to fire at")
    })
}

/// Every enemy hex that a firer may fire at on this occasion with all it has, with the terms of the first shot. Options
/// that cost nothing are claimed where they may be: Prepared fire, and nothing else.
#[must_use]
pub fn targets(
    look: &FireScene<'_>,
    occasion: Occasion,
    firer: FiringPart,
) -> Vec<(DeclaredFire, FireTerms)> {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    let Some(hex) = firer.hex(look.scene.position) else {
        return Vec::new();
    };
    let arm = FirerArm::of(facts, state);
    let (reach, _) = longest_range(look, weapon_of(look, firer), arm, occasion);
    let enemy = facts.side.enemy();
    let mut found = Vec::new();
    let ashore = look.scene.held_within(enemy, hex, reach);
    // Gunboats hold no hex (reading I106), so they are looked for by themselves.
    let boats = look
        .scene
        .setting
        .gunboat_ids()
        .filter(|_| arm.has_guns())
        .filter(|unit| look.facts(*unit).side == enemy && look.state(*unit).on_map())
        .map(|unit| (look.state(unit).hex, Some(unit)));
    for (target, boat) in ashore.map(|target| (target, None)).chain(boats) {
        let mut plain = DeclaredFire::new(occasion, firer, target);
        plain.boat = boat;
        let prepared = plain.clone().prepared();
        for fire in [prepared, plain] {
            if let Ok(terms) = terms(look, &fire, Shot::First) {
                found.push((fire, terms));
                break;
            }
        }
    }
    found
}
