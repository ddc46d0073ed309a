//! SR 11.42, BB TEC-assault: what the ground does to an assault.

use longroll_board::HexId;
use longroll_core::Terms;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// BB TEC-assault: the terms of the ground between two neighbours (readings 36, 37).
#[must_use]
pub fn ground_across(look: &AssaultScene<'_>, attacking: HexId, defending: HexId) -> Terms {
    todo!("{look:?} {attacking:?} {defending:?}")
}

/// SR 11.42: of all pairs of attacking and defending hexes the terms that are best for the defender.
#[must_use]
pub fn ground_of(look: &AssaultScene<'_>, assault: &Assault) -> Terms {
    todo!("{look:?} {assault:?}")
}
