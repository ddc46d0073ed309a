//! SR 8.22: what is told of a way through friends.

use longroll_board::{Facing, HexId};
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::gait::Way;

/// SR 8.22.
pub(crate) const SURCHARGE: HalfMp = HalfMp::whole(2);

/// What leaving a hex of friends costs and risks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassTerms {
    /// MP beyond what was paid to enter.
    pub surcharge: HalfMp,
    /// SR 8.22: the UDD after leaving, with its DRM; none if the passage is free.
    pub udd: Option<u8>,
    /// The rule that decides.
    pub rule: Rule,
}

impl PassTerms {
    pub(crate) const fn free(rule: Rule) -> Self {
        Self {
            surcharge: HalfMp::ZERO,
            udd: None,
            rule,
        }
    }
}

/// SR 8.22, 8.44: an Extended Line among friends it is moving through: what leaving them will take, and how it stood before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LinePassage {
    /// The DRM of the UDD; none if the friends may be passed freely.
    pub udd: Option<u8>,
    /// The counter's hex before.
    pub hex: HexId,
    /// The extensions before.
    pub extent: Extent,
    /// The facing before.
    pub facing: Facing,
}

impl LinePassage {
    /// What leaving the friends takes: the 2 MP once for the whole line, which moves as a single unit.
    #[must_use]
    pub const fn terms(self) -> PassTerms {
        match self.udd {
            Some(_) => PassTerms {
                surcharge: SURCHARGE,
                udd: self.udd,
                rule: Rule::SR_8_22,
            },
            None => PassTerms::free(Rule::BB_14_41),
        }
    }
}

/// Whether a step follows a Road (not a Trail, reading I1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoadUse {
    /// It does.
    OnRoad,
    /// It does not.
    OffRoad,
}

/// How a hex was entered. Whoever comes onto the map (SR 9.71) comes from the hex itself: nothing else lies on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub from: HexId,
    pub hex: HexId,
    pub way: Way,
    pub cost: HalfMp,
}

/// What the friends of a hex mean for a unit that goes through, wherever it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PassKind {
    pub by: PassBy,
    /// SR 8.22-road: some of them are under March orders.
    pub march: bool,
}

/// How friends are passed off the Road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PassBy {
    /// Nobody is there.
    Nobody,
    /// BB 14.41, SR 8.22-art: at no cost.
    Free(Rule),
    /// SR 8.22.
    Surcharge,
    /// SR 8.22-art: guns do not pass infantry and cavalry.
    NotAtAll,
}
