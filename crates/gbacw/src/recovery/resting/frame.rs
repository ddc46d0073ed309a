//! The frame of rest (SR 13.45, 17.42).

use longroll_core::Side;
use longroll_position::Tired;
use serde::{Deserialize, Serialize};

/// Who of a side rests, and what for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RestStep {
    pub side: Side,
    /// Who has rested.
    pub rested: Vec<Tired>,
    /// BB 10.92-limits: ammunition has been brought up.
    pub supplied: bool,
}

impl RestStep {
    /// A side is asked.
    #[must_use]
    pub const fn of(side: Side) -> Self {
        Self {
            side,
            rested: Vec::new(),
            supplied: false,
        }
    }
}
