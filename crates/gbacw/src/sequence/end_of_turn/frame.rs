//! The frame of the end of a turn (SR 3.0-IV).

use longroll_catalog::facts::LeaderId;
use serde::{Deserialize, Serialize};

/// The steps at the end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndOfTurnStep {
    /// SR 12.74: killed leaders are replaced, IV/B/1.
    Replacements,
    /// SR 12.74: this one comes back with any unit of his command.
    Replace { leader: LeaderId },
    /// SR 12.82: guns abandoned in an earlier turn are gone, IV/B/4.
    RemoveGuns,
    /// SR 12.8: guns abandoned this turn are so for good next time, IV/B/5.
    FlipGuns,
    /// SR 13.2, 13.3: IV/C.
    Effectiveness,
    /// IV/D.
    NextTurn,
}
