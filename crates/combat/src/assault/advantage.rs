//! SR 11.44: Position.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::AssaultDrm;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// Where a defender sees an attacking hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// In front, the Refused Front included (reading 44).
    Front,
    /// On a flank.
    Flank,
    /// Behind.
    Rear,
}

/// SR 11.44: the Position of an assault, one value (reading 40).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AssaultPosition {
    /// The line of the table; none from the front alone.
    pub line: Option<AssaultDrm>,
    /// What it adds.
    pub drm: i8,
}

/// How the defenders of a hex see an attacking hex beside them; none if it is not beside them.
#[must_use]
pub fn seen_from(look: &AssaultScene<'_>, defending: HexId, attacking: HexId) -> Option<Seen> {
    todo!("{look:?} {defending:?} {attacking:?}")
}

/// SR 11.44, readings 39 to 43: the Position of an assault: of its defending hexes the one best for the defender.
#[must_use]
pub fn position(look: &AssaultScene<'_>, assault: &Assault) -> AssaultPosition {
    todo!("{look:?} {assault:?}")
}

/// SR 11.44-threat, reading 42: the attacking hexes that lie in the front of an enemy who is not attacked in this assault, with one
/// such enemy each.
#[must_use]
pub fn threatened_hexes(
    look: &AssaultScene<'_>,
    assault: &Assault,
) -> SmallVec<[(HexId, UnitId); 4]> {
    todo!("{look:?} {assault:?}")
}
