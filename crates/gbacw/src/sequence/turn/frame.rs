//! The frame of a turn (SR 3.0).

use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// The steps that frame a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStep {
    /// A turn begins.
    Begin,
    /// Segments II and III, once the Initiative is known.
    AfterInitiative,
    /// Segment IV.
    End,
    /// SR 9.71: groups of reinforcements whose turn has come may enter.
    Arrivals,
    /// BB 30.1-lew-wallace: does a command come whose turn is rolled for?
    ArrivalRoll,
    /// A segment or phase is announced.
    Announce {
        /// The line of the sequence of play.
        rule: Rule,
    },
}
