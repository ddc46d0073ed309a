//! The answer to a question of sight, with its reasons.

use core::fmt;

use longroll_board::{HexId, Hexside};
use longroll_rule::Rule;

/// The short answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// There is no line of sight.
    Blocked,
    /// Nothing in the way.
    Clear,
    /// BB 9.44-woods: through one Woods or Field Boundary hex, or treetops (BB 10.24).
    ThroughWoods,
}

impl Seen {
    /// Whether there is a line of sight.
    pub const fn is_visible(self) -> bool {
        !matches!(self, Self::Blocked)
    }
}

/// A height above the lowest level of the map, in half levels: hexsides lie between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Height {
    half_levels: i32,
}

impl Height {
    /// A whole level.
    pub const fn level(level: i32) -> Self {
        Self {
            half_levels: 2 * level,
        }
    }

    /// So many half levels.
    pub const fn from_half_levels(half_levels: i32) -> Self {
        Self { half_levels }
    }

    /// In half levels.
    pub const fn half_levels(self) -> i32 {
        self.half_levels
    }
}

impl fmt::Display for Height {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.half_levels < 0 { "-" } else { "" };
        let half = if self.half_levels % 2 == 0 { "" } else { ".5" };
        let levels = self.half_levels.unsigned_abs() / 2;
        f.pad(&format!("{sign}{levels}{half}"))
    }
}

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The ground of a hex, or what grows or is built on it.
    Hex(HexId),
    /// A crest, the brow of a Steep slope, or the hexside exactly mid-way.
    Hexside(Hexside),
    /// Combat units.
    Units(HexId),
}

/// One reason why there is no line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What is in the way.
    pub by: Obstacle,
    /// The rule by which it blocks.
    pub rule: Rule,
    /// The rule of the terrain itself, if it is more than bare ground.
    pub terrain: Option<Rule>,
    /// How high it stands; units stand at the base level of their hex.
    pub height: Height,
}

/// A Woods or Field Boundary hex that is seen through. A pair beside a hexside counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WoodsHex {
    /// The hex, or the hex of the pair that made it count.
    pub hex: HexId,
    /// BB 9.44-woods, BB 9.44-boundary or BB 10.24 (treetops).
    pub rule: Rule,
}

/// The ground at one hex of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileHex {
    pub hex: HexId,
    /// Level of the ground.
    pub base: i32,
    /// Level of the trees or roofs; the ground where there are none.
    pub top: i32,
}

/// One step along the line: a hex, or the two hexes beside a hexside it runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileStep {
    pub hex: ProfileHex,
    /// SR 10.27: the hex on the other side of the hexside.
    pub beside: Option<ProfileHex>,
    /// Hexes from the first hex of the line.
    pub from_start: u32,
    /// Hexes from the last hex of the line.
    pub to_end: u32,
}

/// The full answer: everything that blocks, the Woods that count, and the ground below the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The first hex.
    pub from: HexId,
    /// The last hex.
    pub to: HexId,
    /// SR 10.12: hexes between them, the last one counted.
    pub distance: u32,
    /// Every reason against it; none means there is a line of sight.
    pub blocks: Vec<Block>,
    /// Woods hexes that count on this line, in the order they were met.
    pub woods: Vec<WoodsHex>,
    /// The ground from end to end, both ends included.
    pub profile: Vec<ProfileStep>,
}

impl Verdict {
    /// The short answer.
    pub fn seen(&self) -> Seen {
        if !self.blocks.is_empty() {
            Seen::Blocked
        } else if self.woods.is_empty() {
            Seen::Clear
        } else {
            Seen::ThroughWoods
        }
    }

    /// Whether there is a line of sight.
    pub fn is_visible(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The first reason against it.
    pub fn blocked_by(&self) -> Option<&Block> {
        self.blocks.first()
    }
}
