//! Whom a unit assaults, and with whom: the part of an order behind the unit.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;

/// SR 11.31, 11.32: the hex assaulted, and whose assault the unit joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Aim {
    /// One hex; everything in its front where there is none.
    pub hex: Option<HexId>,
    /// SR 11.32: combined with this unit's assault.
    pub with: Option<UnitId>,
}
