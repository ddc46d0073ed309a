//! The frame of Loose Reins (SR 6.24).

use longroll_catalog::facts::{Profile, UnitId};
use longroll_position::BodyId;
use serde::{Deserialize, Serialize};

/// The steps of Loose Reins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LooseReinsStep {
    /// SR 6.24-U: as whom does the brigadier act?
    Profile {
        /// Whose brigade.
        body: BodyId,
    },
    /// BB 4.11-J1: does a commander set the result aside?
    Ask {
        /// Which brigade.
        body: BodyId,
        /// As whom its brigadier acts.
        profile: Profile,
    },
    /// The result is carried out.
    Apply {
        /// Which brigade.
        body: BodyId,
        /// As whom its brigadier acts.
        profile: Profile,
    },
    /// SR 6.24-C: the units of a brigade fall back, in the order their owner likes.
    FallBacks {
        body: BodyId,
        /// Who has yet to.
        units: Vec<UnitId>,
    },
    /// SR 6.24-C: all have fallen back, and the brigade goes over to Advance orders.
    FallenBack { body: BodyId },
}
