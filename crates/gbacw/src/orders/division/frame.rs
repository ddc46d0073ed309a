//! The frame of II/C (SR 6.12).

use longroll_core::Side;
use serde::{Deserialize, Serialize};

/// The steps of II/C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DivisionOrdersStep {
    /// A side gives orders and assigns units; each body and unit once.
    Give { side: Side },
    /// The phase is over for a side.
    End { side: Side },
}
