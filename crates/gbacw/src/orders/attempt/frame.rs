//! The frame of a brigade that tries to change its orders (SR 6.2).

use longroll_catalog::facts::Orders;
use longroll_position::BodyId;
use serde::{Deserialize, Serialize};

use crate::orders::changing::AttemptScope;

/// The steps of III/C/1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptStep {
    /// Who tries?
    Ask {
        /// Whose orders may be changed.
        scope: AttemptScope,
    },
    /// SR 6.23: a Change: which orders?
    Take {
        /// Which brigade.
        body: BodyId,
        /// Whether it must Stay besides.
        stay: StayAfter,
        /// BB 6.22: the orders it named before the roll; only these may be taken.
        wanted: Option<Orders>,
    },
}

/// SR 6.23: whether a Change comes with a Stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StayAfter {
    /// Change.
    No,
    /// Change and Stay.
    Yes,
}
