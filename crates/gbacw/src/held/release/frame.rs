//! The frame of units that may be let go (II/C).

use serde::{Deserialize, Serialize};

/// II/C: the rolls of units that may be let go in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReleaseStep;
