//! The frame of a continuous line (BB 30.1).

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// BB 30.1: the line is dressed at the end of an Activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineStep {
    /// Looks for a regiment that has left the line.
    Dress,
    /// Where is it pulled back to?
    PullBack { unit: UnitId },
}
