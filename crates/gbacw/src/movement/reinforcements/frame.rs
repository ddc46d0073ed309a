//! The frame of orders of reinforcements (SR 9.71).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// II/D of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReinforcementOrdersStep {
    pub side: Side,
}
