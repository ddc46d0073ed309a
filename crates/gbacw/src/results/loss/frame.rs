//! The frame of a loss of strength (SR 12.2).

use longroll_catalog::facts::UnitId;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// SR 12.2: a unit loses SP or guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LossStep {
    pub unit: UnitId,
    pub sp: u8,
    pub rule: Rule,
}
