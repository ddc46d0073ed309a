//! The frame of a shaky regiment (BB 4.25-15MI).

use serde::{Deserialize, Serialize};

/// What is asked about the regiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShakyStep {
    /// It has reached the leader it was sent to: which of his brigades does it join?
    Join,
    /// It is back: where?
    Return,
}
