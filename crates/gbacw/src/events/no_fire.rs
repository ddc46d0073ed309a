//! BB 18.1-nofire, 19.0-7: a chit that keeps one enemy unit from firing after it has announced its fire.

use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::fire::{DeclaredFire, Occasion};
use longroll_core::{Refusal, Side};
use longroll_position::Chit;
use longroll_rule::Rule;

use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// The rule of a side's chits: the Confederate has them by battle events, the Union by random ones.
pub(crate) const fn rule_of(side: Side) -> Rule {
    match side {
        Side::Confederate => Rule::BB_18_1_nofire,
        Side::Union => Rule::BB_19_0_7,
    }
}

/// Reading 107: whether a side may keep a unit from the fire that was announced, or that answers what was `opening`: Approach
/// or Return fire, or phasing fire of infantry at two hexes or more. Fires of an event belong to no Activation.
pub(crate) fn may_cancel(
    at: At<'_>,
    side: Side,
    unit: UnitId,
    fire: &DeclaredFire,
    opening: Occasion,
) -> Result<Rule, Refusal> {
    let rule = rule_of(side);
    let refuse = |reason| Err(Refusal::new(rule, reason));
    if matches!(opening, Occasion::Event(_)) {
        return refuse("fire in an Activation");
    }
    if at.position.special.events.no_fire(side) == 0 {
        return refuse("the side holds no such chit");
    }
    let mut parts = fire.from.iter().filter(|firer| firer.part.unit == unit);
    if at.setting.unit(unit).side == side || parts.clone().next().is_none() {
        return refuse("it is for an enemy who has announced his fire");
    }
    match fire.occasion {
        Occasion::Approach | Occasion::Return { .. } => Ok(rule),
        Occasion::Phasing if at.setting.unit(unit).arm != Arm::Infantry => {
            refuse("of phasing fire only that of infantry")
        }
        Occasion::Phasing => {
            let far = parts.all(|firer| {
                let from = firer.hex(at.position);
                from.is_some_and(|from| at.grid().distance(from, fire.target) >= 2)
            });
            if far {
                Ok(rule)
            } else {
                refuse("phasing fire at two hexes and more")
            }
        }
        Occasion::PreAssault | Occasion::Withdrawal | Occasion::Event(_) => {
            refuse("Approach fire, Return fire or phasing fire")
        }
    }
}

/// Reading 108: what was not used by the end of the turn is lost.
pub(crate) fn lapse(play: &mut Play<'_>) {
    for side in Side::BOTH {
        for _ in 0..play.position.special.events.no_fire(side) {
            play.happens(Event::NoFire {
                side,
                chit: Chit::Lapsed,
                rule: rule_of(side),
            });
        }
    }
}
