//! The frame of a free change of facing (SR 7.23).

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// SR 7.23: a unit turns free of charge when its orders change to or from March.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FacingStep {
    pub unit: UnitId,
}
