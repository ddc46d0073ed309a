//! SR 10.16, 10.21, 10.81-enfilade: through which front fire goes out, and by which side it comes in.

use longroll_board::{FrontChoice, HexId};
use longroll_catalog::facts::Orders;
use longroll_movement::arcs::{arc_edge, part_facing, part_hex, part_refusal};
use longroll_position::Part;

use super::firer::FirerArm;
use super::scene::FireScene;

/// SR 10.16: through which front of a part a hex is fired at; none outside its arc. BB 14.73: a gunboat fires all around.
#[must_use]
pub fn front_toward(look: &FireScene<'_>, part: Part, target: HexId) -> Option<FrontChoice> {
    let state = look.state(part.unit);
    if FirerArm::of(look.facts(part.unit), state) == FirerArm::Boat {
        return Some(FrontChoice::Normal);
    }
    let edge = arc_edge(look.scene.setting);
    let grid = look.scene.grid();
    let facing = part_facing(grid, state, part.number);
    let refusal = part_refusal(state, part.number);
    grid.arc_toward(part_hex(state, part.number)?, facing, refusal, target)?
        .front(edge)
}

/// SR 10.81-enfilade: whether fire from a hex comes in through a flank hexside of a part. Never on a unit under March
/// orders; a gunboat has no flanks.
#[must_use]
pub fn is_enfiladed(look: &FireScene<'_>, part: Part, from: HexId) -> bool {
    let state = look.state(part.unit);
    if state.orders == Orders::March || FirerArm::of(look.facts(part.unit), state) == FirerArm::Boat
    {
        return false;
    }
    let grid = look.scene.grid();
    let facing = part_facing(grid, state, part.number);
    let refusal = part_refusal(state, part.number);
    part_hex(state, part.number)
        .and_then(|hex| grid.arc_toward(hex, facing, refusal, from))
        .is_some_and(longroll_board::ArcAtRange::is_enfilade)
}
