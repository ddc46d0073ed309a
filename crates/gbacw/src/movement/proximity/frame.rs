//! The frame of guns that end their move near the enemy (SR 9.55-2).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// The steps of a proximity check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProximityStep {
    /// The UDD.
    Check {
        /// Which battery.
        unit: UnitId,
        /// Where its move began.
        start: HexId,
    },
    /// Where does it fall back to?
    Retreat {
        /// Which battery.
        unit: UnitId,
        /// Where its move began.
        start: HexId,
    },
}
