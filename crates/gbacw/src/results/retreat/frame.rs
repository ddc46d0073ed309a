//! The frames of a retreat (SR 12.4, 8.47).

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A retreat that has to be made.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    /// SR 12.42: so many hexes at least.
    pub least: u8,
    /// So many at most.
    pub most: u8,
    /// SR 12.44: who drives it back; SR 12.48: where they stand counts when it goes.
    pub causing: SmallVec<[UnitId; 4]>,
    pub rule: Rule,
    /// Who sees to what the retreat leaves behind.
    pub account: Account,
    /// SR 12.44-stacking: friends in its hex who are gone through.
    pub through: Vec<UnitId>,
    /// SR 12.46: friends whom others of its stack have retreated through; they roll once, after the last of them.
    #[serde(default)]
    pub owed: Vec<UnitId>,
    /// BB 14.1-retreat, SR 8.47-retreat, reading 93 of the assault chapter: the rule by which one that draws together checks before that.
    #[serde(default)]
    pub first: Option<Rule>,
}

/// SR 12.44-blocked, 12.46: who sees to hexes that cannot be retreated, and to the friends retreated through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// The retreat itself.
    Own,
    /// Whoever called is told: a result concerns a whole stack.
    Told,
}

impl Retreat {
    /// SR 12.35b: one or two hexes; nobody in particular drives it.
    #[must_use]
    pub fn second_disorder(unit: UnitId) -> Self {
        Self {
            unit,
            least: 1,
            most: 2,
            causing: SmallVec::new(),
            rule: Rule::SR_12_35b,
            account: Account::Own,
            through: Vec::new(),
            owed: Vec::new(),
            first: None,
        }
    }
}

/// The frames of a retreat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatStep {
    /// SR 12.44: a unit falls back; its owner chooses where, and who goes along (SR 12.72).
    FallBack(Retreat),
    /// SR 12.44, reading 79 of the assault chapter: several units of a side fall back, in the order their owner likes.
    InAnyOrder(Vec<Retreat>),
    /// BB 12.45: a die for every Woods hex that guns went through.
    Woods {
        /// Which battery.
        unit: UnitId,
        /// How many are left.
        hexes: u8,
    },
    /// The unit stands where it fell back to.
    Arrived {
        unit: UnitId,
        /// SR 8.47-retreat: it was extended, in Good Order, and had to draw together.
        drew_together: bool,
        /// A check that it makes before that.
        #[serde(default)]
        first: Option<Rule>,
    },
    /// SR 12.72: a leader went along several hexes; did he stay in one of those before the last?
    Stays {
        leader: LeaderId,
        /// These, where those with whom he stood came through.
        hexes: SmallVec<[HexId; 2]>,
    },
}

impl RetreatStep {
    /// A unit falls back one or two hexes by another rule; nobody in particular drives it.
    #[must_use]
    pub(crate) fn by(unit: UnitId, rule: Rule) -> Self {
        Self::FallBack(Retreat {
            rule,
            ..Retreat::second_disorder(unit)
        })
    }

    /// One of them by itself, several in any order.
    pub(in crate::results) fn all(mut retreats: Vec<Retreat>) -> Option<Self> {
        match retreats.len() {
            0 => None,
            1 => retreats.pop().map(Self::FallBack),
            _ => Some(Self::InAnyOrder(retreats)),
        }
    }

    /// Who may be the next to fall back.
    pub(super) fn retreats(&self) -> &[Retreat] {
        match self {
            Self::FallBack(retreat) => core::slice::from_ref(retreat),
            Self::InAnyOrder(retreats) => retreats,
            _ => &[],
        }
    }
}
