//! Whom a term of a scenario speaks of.

use serde::Serialize;

use super::{CommandId, Level};

/// Which commands a term speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Every unit of the side that is on the map.
    Everyone,
    /// Every command of this level.
    Every(Level),
    /// BB 4.25: the units that act with the Unassigned AM.
    Unassigned,
    /// These commands.
    Commands(Vec<CommandId>),
}
