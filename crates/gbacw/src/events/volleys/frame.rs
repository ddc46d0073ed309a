//! The frame of a fire that an event allows (BB 19.0-1, 19.0-5).

use longroll_combat::fire::EventFire;
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::fire::Volley;

/// The side favoured says who fires at what.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EventFireStep {
    pub(super) event: EventFire,
    pub(super) side: Side,
    /// What has been declared; others may join it, and the second battery may fire by itself.
    pub(super) declared: Vec<Volley>,
}

impl EventFireStep {
    pub(in crate::events) const fn new(event: EventFire, side: Side) -> Self {
        let declared = Vec::new();
        Self {
            event,
            side,
            declared,
        }
    }
}
