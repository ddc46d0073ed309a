//! BB 18.1, 19.0, reading 95: how near units are. Gunboats hold no hex, but are units of their side.

use longroll_board::HexId;
use longroll_core::Side;

use crate::scene::At;

/// Whether the hex of a unit of a side within so many hexes suits.
pub(super) fn any_near(
    at: At<'_>,
    side: Side,
    hex: HexId,
    far: u32,
    suits: impl Fn(HexId) -> bool,
) -> bool {
    let boat = |unit| {
        let own = at.position.unit(unit);
        at.setting.unit(unit).side == side
            && own.on_map()
            && at.grid().distance(own.hex, hex) <= far
            && suits(own.hex)
    };
    at.held_within(side, hex, far).any(&suits) || at.setting.gunboat_ids().any(boat)
}

/// Whether a unit of a side is within so many hexes.
pub(super) fn is_near(at: At<'_>, side: Side, hex: HexId, far: u32) -> bool {
    any_near(at, side, hex, far, |_| true)
}
