//! The frame of an optional event (BB 19.0).

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_position::Fortune;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The side favoured says for whom the event is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FortuneStep {
    pub(super) fortune: Fortune,
    pub(super) side: Side,
    /// For whom it has been already.
    pub(super) done: SmallVec<[UnitId; 2]>,
}

impl FortuneStep {
    pub(in crate::events) fn new(fortune: Fortune, side: Side) -> Self {
        Self {
            fortune,
            side,
            done: SmallVec::new(),
        }
    }
}
