//! The frame of an army that is woken (BB 31.0-alert).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::{ActivatorId, BodyId};
use serde::{Deserialize, Serialize};

/// The steps of an involuntary alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InvoluntaryStep {
    /// Every unit of the stack that has been woken makes a UDD.
    Check {
        hex: HexId,
        /// One of the bodies woken.
        body: BodyId,
        /// How many units of the stack have been looked at.
        seen: u8,
        /// Whether the stack may still turn.
        may_turn: bool,
    },
    /// A stack all of whose units passed may turn as far as it likes.
    Turn {
        /// Its top unit.
        unit: UnitId,
    },
    /// How many markers go into the cup.
    Roll {
        /// One of the bodies woken.
        body: BodyId,
    },
    /// Everything that follows the end of a marker.
    EndOfMarker {
        /// Whose; nobody's for the March marker and for groups that enter late.
        activator: Option<ActivatorId>,
    },
}
