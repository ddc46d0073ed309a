//! SR 9.6: what the non-phasing side may do about a step, an advance or a shot.

mod evade;
mod face;

pub use evade::{
    Evasion, HexRisk, away_from, evasions, may_evade, may_evade_to, passes_woods, risk_behind,
    triggered,
};
pub use face::{
    ReactionCause, ReactionTerms, react_face, react_refuse, react_stack, refusing_stack,
};

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::scene::Scene;

/// SR 6.32: a unit in Reserve does nothing that others may do, in reaction neither.
fn not_at_rest(scene: &Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let body = scene.position.body_of(scene.setting, unit);
    if scene.position.body(body).reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a unit in Reserve does not react",
        ));
    }
    Ok(())
}

/// SR 10.44, order of one step 5: the enemy infantry and cavalry that have this hex in their front, and so may use
/// Withdrawal fire when `mover` leaves it by its own movement. Whether they can fire at all is for the fire chapter.
#[must_use]
pub fn withdrawal_firers(scene: &Scene<'_>, mover: UnitId, hex: HexId) -> SmallVec<[UnitId; 6]> {
    let enemy = scene.setting.unit(mover).side.enemy();
    let grid = scene.grid();
    let mut found: SmallVec<[UnitId; 6]> = SmallVec::new();
    for (direction, next) in grid
        .neighbours(hex)
        .filter(|(_, next)| scene.holds(enemy, *next))
    {
        for part in scene.position.stack(next) {
            let arm = scene.setting.unit(part.unit).arm;
            let state = scene.position.unit(part.unit);
            let front =
                crate::arcs::part_arc(grid, state, part.number, direction.opposite()).is_front();
            if front && matches!(arm, Arm::Infantry | Arm::Cavalry) && !found.contains(&part.unit) {
                found.push(part.unit);
            }
        }
    }
    found
}
