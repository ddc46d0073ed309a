//! The frame of the Initiative (SR 5.1).

use longroll_catalog::facts::LeaderId;
use longroll_core::{BySide, Side};
use serde::{Deserialize, Serialize};

/// The steps of segment I.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InitiativeStep {
    /// The scenario gives it, or both sides are asked and roll.
    Begin,
    /// SR 5.11: whose value does this side add?
    Commander {
        /// Who decides.
        side: Side,
        /// Chosen so far.
        chosen: BySide<Option<LeaderId>>,
    },
    /// SR 5.11: the dice.
    Roll {
        /// Whose values are added.
        chosen: BySide<Option<LeaderId>>,
    },
}
