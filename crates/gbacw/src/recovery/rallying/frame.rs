//! The frame of a turn after recovering (SR 13.41, 10.92).

use longroll_catalog::facts::UnitId;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// SR 13.41, 10.92: a unit that has recovered, or brought up ammunition after that, may turn by one vertex: not if it is refused or
/// stacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnAfterStep {
    pub unit: UnitId,
    /// After what.
    pub rule: Rule,
}
