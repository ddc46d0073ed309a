//! The frame of routed units that return (SR 13.5; BB 13.52 to 13.55).

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_position::BodyId;
use serde::{Deserialize, Serialize};

/// The return of routed units.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnStep {
    /// Who of a side tries?
    Ask {
        side: Side,
        /// Who has tried.
        tried: Vec<UnitId>,
        /// BB 13.55, reading 73: brigades that have taken in a unit of no brigade, or tried to.
        hosts: Vec<BodyId>,
    },
    /// Reading 136: where does it come back?
    Place { unit: UnitId, body: BodyId },
    /// Reading 136: which way does it face?
    Face { unit: UnitId },
}

impl ReturnStep {
    /// A side is asked.
    #[must_use]
    pub const fn of(side: Side) -> Self {
        Self::Ask {
            side,
            tried: Vec::new(),
            hosts: Vec::new(),
        }
    }
}
