//! The frames of a misdirected fire (BB 18.1-fire).

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::fire::Volley;
use crate::results::{Hit, Shock};

/// The enemy of this side says who fires at whom.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MisdirectedStep {
    /// Who fires at whom of this side?
    pub(super) side: Side,
    /// SR 8.45: what has been declared; another hex of the same line may join it.
    #[serde(default)]
    pub(super) declared: Option<Box<Volley>>,
}

impl MisdirectedStep {
    pub(in crate::events) const fn new(side: Side) -> Self {
        let declared = None;
        Self { side, declared }
    }
}

/// The frames of what such a fire does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MishapStep {
    /// Reading 106: a result strikes this unit and nobody else.
    Strikes {
        unit: UnitId,
        /// A loss or an automatic Disorder, or a UDD with this modifier.
        shock: Shock,
    },
    /// It has been checked; whether it was Disordered before.
    Checked {
        unit: UnitId,
        /// It retreats if it has failed.
        disordered: bool,
    },
    /// The fire is over.
    Over,
}

impl MishapStep {
    /// What a hit does.
    #[must_use]
    pub(crate) const fn of(unit: UnitId, hit: &Hit) -> Self {
        let shock = if hit.loss > 0 {
            Shock::Automatic
        } else {
            hit.shock
        };
        Self::Strikes { unit, shock }
    }
}
