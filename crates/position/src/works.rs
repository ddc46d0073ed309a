//! SR 15.1: an entrenchment that is being built.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// Where somebody builds. What is finished stands in [`crate::fire::FireHistory::works`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    pub unit: UnitId,
    /// In which of its hexes.
    pub hex: HexId,
    /// SR 15.13: towards the hexsides that will be covered.
    pub facing: Facing,
    /// Turns of work left.
    pub left: u8,
}
