//! The frame of an extended unit that draws in (SR 8.42, 8.43, 8.49, 8.5-combat).

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

/// Where does the unit gather, or which extension does it keep?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShrinkStep {
    /// Which unit.
    pub unit: UnitId,
    #[serde(default)]
    pub why: Shrinking,
}

/// Why an extended unit draws its extensions in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shrinking {
    /// SR 8.42, 8.43, 8.5-combat: it has lost the strength for them.
    #[default]
    Strength,
    /// SR 8.49: it has enveloped and goes on.
    Envelopment,
}

impl ShrinkStep {
    /// SR 8.49: of a line that has enveloped; it gathers where its owner likes (reading 92 of the assault chapter).
    pub(crate) const fn enveloped(unit: UnitId) -> Self {
        let why = Shrinking::Envelopment;
        Self { unit, why }
    }
}
