//! SR 8.4, 8.5: a new shape, with its price.

use longroll_board::{Facing, HexId};
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// SR 8.4, 8.5: a new shape, with its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reshape {
    /// Where the counter stands.
    pub hex: HexId,
    /// Over which hexes.
    pub extent: Extent,
    /// The new facing, if it changes.
    pub facing: Option<Facing>,
    /// The price.
    pub cost: HalfMp,
    pub rule: Rule,
}
