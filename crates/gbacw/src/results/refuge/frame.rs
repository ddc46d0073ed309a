//! The frame of a leader who seeks refuge (SR 12.73).

use longroll_board::HexId;
use longroll_catalog::facts::LeaderId;
use serde::{Deserialize, Serialize};

/// Reading 118 of the assault chapter: to which of several equally near hexes of friends does he go?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RefugeStep {
    pub leader: LeaderId,
    /// Where he stood.
    pub from: HexId,
}
