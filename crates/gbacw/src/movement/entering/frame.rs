//! The frame of arriving units (SR 9.7, 9.71; BB 9.7-landing).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// What happens to arriving units, and to whoever is in their way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArrivalStep {
    /// SR 9.71: the unit enters, once enemies near the hex have moved away (SR 9.63).
    ComeOn { unit: UnitId, hex: HexId },
    /// BB 9.7-landing: where does this unit go that is in the way?
    MakeRoom { unit: UnitId },
}
