//! SR 11.46, 12.6: who advances into what was won.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 11.46: the assaulted hexes that hold nobody now, Abandoned guns left out.
#[must_use]
pub fn won_hexes(look: &AssaultScene<'_>, assault: &Assault) -> SmallVec<[HexId; 4]> {
    todo!("{look:?} {assault:?}")
}

/// SR 11.46, 12.35f: whether a unit can advance into a hex that was won: it is next to it, can enter it and finds room.
///
/// # Errors
/// The rule that forbids it.
pub fn may_advance(look: &AssaultScene<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    todo!("{look:?} {unit:?} {hex:?}")
}

/// SR 11.46, reading 94: who may be the next to advance into a hex: of each attacking hex the topmost attacker that still fits. As
/// long as somebody stands here the advance is not over, unless the defender Retreated before assault (SR 11.35).
#[must_use]
pub fn next_to_advance(look: &AssaultScene<'_>, assault: &Assault, hex: HexId) -> Vec<UnitId> {
    todo!("{look:?} {assault:?} {hex:?}")
}
