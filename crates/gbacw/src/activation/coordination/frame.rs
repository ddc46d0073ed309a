//! The frame of Coordination (SR 5.34).

use longroll_position::ActivatorId;
use serde::{Deserialize, Serialize};

/// The steps of III/C/2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoordinationStep {
    /// Does the division try?
    Ask {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// Which brigades act together?
    Join {
        /// Whose marker.
        activator: ActivatorId,
        /// How many more may join.
        left: u8,
    },
}
