//! SR 17.2: what a turn has asked of troops.

use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};

use crate::BodyId;

/// What a turn has asked of a brigade, or of a unit that keeps its own Fatigue (BB 17.0).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Toil {
    /// SR 17.22-1: Activations that count.
    pub activations: u8,
    /// SR 17.23: levels that Activations have brought, two at most.
    pub from_activations: u8,
    /// SR 17.22-2: Action Phases in which it fought in an assault.
    pub assaults: u8,
    /// SR 17.22-2: it has fought in the phase under way.
    pub fights: bool,
    /// SR 17.21: levels that are suffered and not yet marked.
    pub due: u8,
}

/// Who has a Fatigue level of his own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tired {
    /// SR 17.1: a brigade.
    Body(BodyId),
    /// BB 17.0: a unit of none.
    Unit(UnitId),
}
