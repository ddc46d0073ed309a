//! The frame of the cup (SR 5.3).

use longroll_core::Side;
use longroll_position::Marker;
use serde::{Deserialize, Serialize};

/// The steps of III/A, III/B and the draws of III/C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CupStep {
    /// SR 5.13: the holder of the Initiative picks the first marker.
    First,
    /// SR 5.31: a side may put in fewer.
    Withhold { side: Side },
    /// III/B: the cup is filled.
    Fill {
        /// The marker that was picked and stays out.
        picked: Option<Marker>,
    },
    /// III/C: the next marker, until none is left (SR 5.5).
    Next,
    /// BB 4.11-J4: an extra Activation between two markers?
    Extra { side: Side },
    /// III/C: the draw itself.
    Draw,
}
