//! Whom a fire strikes.

use longroll_catalog::facts::Arm;
use longroll_core::{Refusal, Side};
use longroll_position::Part;
use longroll_rule::Rule;

use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::fire::{DeclaredFire, EventFire, Occasion};

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
