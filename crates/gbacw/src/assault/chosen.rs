//! What is chosen in an assault (SR 11.3, 11.4).

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_movement::extension::Closed;
use smallvec::SmallVec;

use super::aim::Aim;
use crate::choice::Choice;
use crate::results::{Advance, Fall};

/// What was chosen in an assault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Chosen {
    /// Step 1: a unit assaults.
    Aims(UnitId, Aim),
    /// BB 4.11-J2.
    Emboldens(LeaderId),
    /// Step 2: a unit retreats.
    Retreats(UnitId, Fall),
    /// SR 12.72: a leader goes along.
    Accompanies(LeaderId, UnitId),
    /// BB 4.11-J3.
    Steadies(LeaderId),
    /// SR 8.48.
    Envelops(UnitId, Closed),
    /// SR 11.56: in this hex.
    Countercharges(HexId),
    /// SR 11.37-extended: this unit makes the check.
    Checks(UnitId),
    /// SR 11.41: this assault is next.
    Next(usize),
    /// SR 11.46, 11.47-advance.
    Advances(Onward),
    /// SR 11.46-defender: a stack turns.
    Turns(UnitId, Facing),
    /// SR 11.47.
    Presses,
    /// SR 11.32: a Continued assault joins another.
    Joins(Union),
    /// Nothing more.
    Done,
}

/// SR 11.32: a Continued assault that may be fought together with an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Union {
    pub(super) choice: Choice,
    pub(super) place: usize,
    pub(super) with: usize,
}

/// One advance of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Onward {
    pub(super) unit: UnitId,
    pub(super) way: OnwardWay,
}

/// Where whoever goes on comes to stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OnwardWay {
    /// SR 12.6, 8.47-advance: into a hex that was won.
    Into(Advance),
    /// SR 11.47-advance: some hexes further, or only a turn.
    Further {
        facing: Facing,
        legs: SmallVec<[Advance; 2]>,
    },
}

impl OnwardWay {
    /// Where the counter comes to stand when this hex is entered.
    pub(super) const fn counter(&self, won: HexId) -> HexId {
        match self {
            Self::Into(advance) => advance.hex,
            Self::Further { .. } => won,
        }
    }
}
