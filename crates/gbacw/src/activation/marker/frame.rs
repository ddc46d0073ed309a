//! The frame of a marker that is played (SR 5.32 to 5.36).

use longroll_core::Side;
use longroll_position::{ActivatorId, BodyId, Marker};
use serde::{Deserialize, Serialize};

/// The steps of playing one marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivationStep {
    /// The marker is on the table.
    Begin { marker: Marker },
    /// SR 5.26: who lets it pass?
    SitOut {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// SR 4.23: units in range take the orders of the brigades that act with this marker.
    CatchUp {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// SR 5.32: who acts next?
    Next {
        /// Whose marker.
        activator: ActivatorId,
    },
    /// SR 3.0-III/C/3: a body, or a coordinated group, acts.
    Act {
        /// The body, or the first of the group.
        body: BodyId,
    },
    /// SR 5.35: everybody under March orders acts.
    March { side: Side },
    /// SR 11.12: the body, or the coordinated group, has moved, fired and assaulted.
    Acted {
        /// The body, or the first of the group.
        body: BodyId,
    },
    /// The marker is done.
    End { marker: Marker },
    /// BB 9.7-delay: a body of deferred reinforcements acts after the cup is empty.
    Late { body: BodyId },
    /// BB 4.11-J4: an extra Activation is done.
    EndExtra {
        /// Of which brigade.
        body: BodyId,
    },
}
