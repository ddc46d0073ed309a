//! SR 11.12, 11.31: whom a unit attacks.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Footprint};

/// SR 11.12, 11.31, 7.34-assault, 8.46: the hexes a unit can assault as it stands: enemy combat units in normal front hexes of any
/// of its hexes, not behind a prohibited hexside; a hex of Abandoned guns alone is none (reading 17).
#[must_use]
pub fn target_hexes(look: &AssaultScene<'_>, unit: UnitId) -> SmallVec<[HexId; 6]> {
    todo!("{look:?} {unit:?}")
}

/// SR 8.36: the units that are assaulted, top to bottom, hex by hex; each stands once.
#[must_use]
pub fn defenders(look: &AssaultScene<'_>, assault: &Assault) -> Vec<UnitId> {
    todo!("{look:?} {assault:?}")
}

/// The ground a unit holds and faces, for [`super::Role::Fought`].
#[must_use]
pub fn footprint(look: &AssaultScene<'_>, unit: UnitId) -> Footprint {
    todo!("{look:?} {unit:?}")
}
