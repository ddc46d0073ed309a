//! The frame of a leader under way (SR 9.31).

use longroll_catalog::facts::LeaderId;
use serde::{Deserialize, Serialize};

/// A leader under way: he goes on hex by hex until he halts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RideStep {
    pub leader: LeaderId,
}
