//! The frame of the alert programme (BB alert).

use serde::{Deserialize, Serialize};

/// The steps of the alert at the head of II/B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertStep {
    /// Whom the hour wakes, and the rolls of the hour.
    Wake,
    /// BB alert-8AM: which divisions become alert?
    Choose {
        /// How many more.
        left: u8,
    },
}
