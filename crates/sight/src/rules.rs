//! Which rules of sight are in force: the series alone, or the series as a battle varies it.

/// What trees of Woods and Field Boundary hexes do to a line that meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woods {
    /// SR 10.23, SR 10.24: the first hex in the way blocks, is a blind hex beside
    /// a unit (SR 10.24-ex2a), and treetops block (SR 10.24-treetops).
    Block,
    /// BB 9.44-woods, BB 10.24: one hex may be seen through, the second blocks;
    /// treetops count as one such hex; Woods are no blind hexes.
    OneSeenThrough {
        /// Switch `woods_count`.
        count: WoodsCount,
        /// Switch `treetops_steep_exception`.
        steep_drop: SteepDrop,
    },
}

/// Switch `woods_count`: which Woods and Field Boundary hexes on a line count
/// towards the one that may be seen through (BB TEC-c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WoodsCount {
    /// Those whose trees stand in the way under SR 10.24, and treetops.
    Obstructing,
    /// Every one the line crosses, whatever its height.
    EveryHex,
}

/// Switch `treetops_steep_exception`: trees below a non-gradual drop (BB 10.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteepDrop {
    /// As in the series: no treetops where the lower hex lies below both ends
    /// and the drop to it is non-gradual.
    NoTreetops,
    /// The battle book is a definition of its own, without that exception.
    Treetops,
}

/// Switch `los_crests` (SR 10.24-crests, optional and recommended).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeographicCrests {
    /// A unit set back from the edge of its height is hidden from below.
    Hide,
    /// The option is not used.
    Ignored,
}

/// The rules of sight of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightRules {
    /// What Woods do.
    pub woods: Woods,
    /// Whether geographic crests hide units.
    pub crests: GeographicCrests,
}

impl SightRules {
    /// The series rules, recommended options on.
    pub const SERIES: Self = Self {
        woods: Woods::Block,
        crests: GeographicCrests::Hide,
    };

    /// One hex of Woods is seen through, with the usual readings, recommended options on.
    pub const SEEN_THROUGH: Self = Self {
        woods: Woods::OneSeenThrough {
            count: WoodsCount::Obstructing,
            steep_drop: SteepDrop::NoTreetops,
        },
        crests: GeographicCrests::Hide,
    };

    /// The same rules with another value of `los_crests`.
    #[must_use]
    pub const fn with_crests(mut self, crests: GeographicCrests) -> Self {
        self.crests = crests;
        self
    }

    /// The same rules with other trees.
    #[must_use]
    pub const fn with_woods(mut self, woods: Woods) -> Self {
        self.woods = woods;
        self
    }
}
