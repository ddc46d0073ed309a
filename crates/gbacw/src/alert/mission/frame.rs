//! The frame of missions (BB sob).

use serde::{Deserialize, Serialize};

/// II/C: the missions of brigades alerted in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MissionStep;
