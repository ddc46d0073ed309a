//! The frame of loss rolls (SR 12.71, BB 4.11-Juse, 12.77).

use longroll_catalog::facts::LeaderId;
use serde::{Deserialize, Serialize};

/// SR 12.71, BB 4.11-Juse, 12.77: loss rolls, those at the start of IV/A and those for a loss of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossRollStep {
    /// Everybody who must roll.
    Begin,
    /// This commander rolls.
    Roll { leader: LeaderId },
    /// SR 12.71: this one is with units that lost strength.
    With { leader: LeaderId },
}
