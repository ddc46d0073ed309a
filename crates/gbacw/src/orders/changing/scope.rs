//! Whose orders may be changed (SR 6.21, 6.25; BB 4.11-J4).

use longroll_core::Side;
use longroll_position::{ActivatorId, BodyId};
use serde::{Deserialize, Serialize};

/// Whose orders may be changed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptScope {
    /// All brigades that use this division's marker.
    Division(ActivatorId),
    /// SR 6.25: all brigades of a side under March orders.
    March(Side),
    /// Switch `orders_attempts`: this brigade, about to act.
    Single(BodyId),
    /// BB 4.11-J4: this brigade, in its extra Activation.
    Extra(BodyId),
}
