//! The frame of Reserve (SR 6.3).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of II/E and of the Reserve in IV/B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReserveStep {
    /// SR 6.32: II/E.
    Place { side: Side },
    /// SR 6.35: IV/B/2.
    Rest,
    /// SR 6.34: IV/B/3.
    Leave { side: Side },
}
