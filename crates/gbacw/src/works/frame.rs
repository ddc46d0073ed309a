//! The frame of building (SR 15.1).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The frames of building.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorksStep {
    /// II/F: who begins?
    Begin { side: Side },
    /// IV/B: a turn of work is done.
    Dig,
}
