//! Where a unit moves away to (SR 9.63), and what having gone there means.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A hex of a way out, and what having gone there means.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trodden {
    pub(super) hex: HexId,
    /// SR 9.63-udd, BB 12.45-react: what its ground adds to the check.
    pub(super) drm: u8,
    /// Reading I101: it is Swamp, which disorders first.
    pub(super) swamp: bool,
    /// SR 12.46: the friends who are passed there.
    pub(super) passed: SmallVec<[UnitId; 2]>,
    /// SR 12.81: friendly guns stand abandoned there and get a crew.
    #[serde(default)]
    pub(super) crews: bool,
}

/// Where a unit wants to move away to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// The last hex.
    pub(super) end: HexId,
    /// The hex by which it goes, where that matters.
    pub(super) by: Option<HexId>,
}
