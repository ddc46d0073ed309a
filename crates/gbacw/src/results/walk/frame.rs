//! The frame of a unit on its way back (SR 12.44-d).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::{Check as Ground, Checks};
use longroll_position::Extent;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A hex on the way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stop {
    pub hex: HexId,
    /// How the unit spreads there.
    pub extent: Extent,
    /// What its ground asks.
    pub checks: Checks,
    /// SR 12.41: it is entered along a route.
    pub by_route: bool,
    /// SR 12.46: friends stand there with whom the unit cannot stop; their ground asks nothing.
    pub among_friends: bool,
}

impl Stop {
    /// The hex of one of its parts, the counter's first; where the unit has fewer, the counter's.
    pub(in crate::results) fn part(&self, number: usize) -> HexId {
        let mut parts = core::iter::once(self.hex).chain(self.extent.hexes());
        parts.nth(number).unwrap_or(self.hex)
    }
}

/// A unit on its way back.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    pub unit: UnitId,
    /// The hexes ahead of it.
    pub stops: SmallVec<[Stop; 4]>,
    pub rule: Rule,
    /// What the ground of the hex it stands in still asks.
    pub due: SmallVec<[Ground; 2]>,
}
