//! The frame of corps and army commanders who move (SR 9.32).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of IV/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommanderStep {
    /// A side's commanders are ready to move.
    Begin { side: Side },
    /// Which of them moves?
    Move { side: Side },
    /// SR 9.32: who rode too far pays for it next turn.
    Settle { side: Side },
}
