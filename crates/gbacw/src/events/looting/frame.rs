//! The frame of looting (BB 18.1-loot).

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// The frames of looting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LootStep {
    /// The enemy says who goes where.
    Choose,
    /// The owner says how it faces there.
    Face { unit: UnitId },
}
