//! The kinds of terms that are met or not.

use serde::Serialize;

/// What kind of thing is met or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalKind {
    /// An objective of a side.
    Objective,
    /// A shift of the level in favour of a side.
    Shift,
    /// A victory that needs no points.
    Automatic,
    /// One of the ways in which the game may come out.
    Outcome,
}

impl GoalKind {
    /// The key of its words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Objective => "objective",
            Self::Shift => "shift",
            Self::Automatic => "automatic",
            Self::Outcome => "outcome",
        }
    }
}
