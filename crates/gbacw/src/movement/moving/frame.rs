//! The frame of a unit under way (SR 9.13).

use longroll_catalog::facts::UnitId;
use longroll_movement::Progress;
use serde::{Deserialize, Serialize};

/// A unit under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MovingStep {
    pub unit: UnitId,
    /// The memory of its move.
    pub progress: Progress,
}
