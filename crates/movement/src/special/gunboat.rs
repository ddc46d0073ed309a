//! BB 14.72, 14.73: where gunboats sail, and what their move does to their fire.

use longroll_board::{Direction, HexId, Terrain};
use longroll_core::Refusal;
use longroll_rule::Rule;

use crate::scene::Scene;

/// BB 14.72: whether a gunboat may sail this way: from full river hex to full river hex.
///
/// # Errors
/// When the hex is not full of river.
pub fn gunboat_step(
    scene: &Scene<'_>,
    from: HexId,
    direction: Direction,
) -> Result<HexId, Refusal> {
    let Some(to) = scene.grid().neighbour(from, direction) else {
        return Err(Refusal::new(Rule::SR_9_56, "the map ends here"));
    };
    if scene.setting.ground().terrain(to) != Terrain::River {
        return Err(Refusal::new(
            Rule::BB_14_72,
            "gunboats move in full river hexes only",
        ));
    }
    Ok(to)
}

/// BB 14.73: what a gunboat's move does to its fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GunboatFire {
    /// It did not move.
    Unmodified,
    /// It moved 1 to 20 hexes.
    MinusTwo,
    /// It moved farther.
    None,
}

/// BB 14.73.
#[must_use]
pub const fn gunboat_fire(hexes_moved: u16) -> GunboatFire {
    match hexes_moved {
        0 => GunboatFire::Unmodified,
        1..=20 => GunboatFire::MinusTwo,
        _ => GunboatFire::None,
    }
}
