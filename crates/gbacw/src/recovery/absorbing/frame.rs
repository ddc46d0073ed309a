//! The frame of Detachments that are absorbed (BB 14.42, 14.47).

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// Which Detachments of a side are absorbed?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbsorbStep {
    pub side: Side,
    /// The Detachment of which a part has been absorbed: the rest goes to others or is lost.
    pub rest_of: Option<UnitId>,
}

impl AbsorbStep {
    /// A side is asked.
    #[must_use]
    pub const fn of(side: Side) -> Self {
        let rest_of = None;
        Self { side, rest_of }
    }
}
