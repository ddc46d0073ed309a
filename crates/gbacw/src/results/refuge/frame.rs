//! The frames of leaders who seek refuge (SR 12.73).

use longroll_board::HexId;
use longroll_catalog::facts::LeaderId;
use serde::{Deserialize, Serialize};

/// SR 12.73: somebody has left the map; leaders who have come to stand alone next to the enemy by it go to friends, before anybody
/// else does anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DisplaceStep;

/// Reading 118 of the assault chapter: to which of several equally near hexes of friends does he go?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RefugeStep {
    pub leader: LeaderId,
    /// Where he stood.
    pub from: HexId,
}
