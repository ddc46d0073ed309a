//! Whether what is judged is settled.

use serde::Serialize;

/// Whether what a line says can still change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// Its turn is over.
    Settled,
    /// It is judged at the end of the game; this is how it stands.
    AsItStands,
    /// It is judged at the end of a turn that is not over; until then it counts for nothing.
    ToCome,
}
