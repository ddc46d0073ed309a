//! Who sees whom, how near: the tests of SR 6.13, 6.14 and 6.31. Combat units never block sight here (reading 54).

use longroll_board::HexId;
use longroll_core::Side;

use crate::scene::At;

/// SR 6.13, 6.14: whether an enemy combat unit of `side` within `distance` hexes sees the hex.
#[must_use]
pub fn seen_within(at: At<'_>, side: Side, hex: HexId, distance: u32) -> bool {
    at.held_within(side.enemy(), hex, distance)
        .any(|other| at.setting.sight.recalls(other, hex))
}

/// The distance to the nearest enemy combat unit of `side`, if there is any on the map.
#[must_use]
pub fn nearest_enemy(at: At<'_>, side: Side, hex: HexId) -> Option<u32> {
    longroll_movement::foe_distances(&at, side).nearest(at.setting.grid(), hex)
}

/// Every hex an enemy combat unit of `side` stands in, in the order of ids.
pub fn enemies(at: At<'_>, side: Side) -> impl Iterator<Item = HexId> + '_ {
    at.position.occupancy().held_anywhere(side.enemy())
}
