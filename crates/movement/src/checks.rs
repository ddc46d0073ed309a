//! What a step may do to the order of a unit.

use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

/// One risk of a step, in the words of the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// BB 9.44-swamp-leave: UDD for leaving Swamp; for foot it also serves for entering the next Swamp hex.
    LeaveSwamp,
    /// SR 9.47: "d" of the hexside.
    Hexside,
    /// SR 9.47: "D" of the hexside.
    HexsideAutomatic,
    /// SR 9.47: "d" of the hex.
    Hex,
    /// SR 9.47: "D" of the hex.
    HexAutomatic,
    /// BB 9.43-art-steep, 9.44-artravine: Good Order artillery is disordered, Disordered artillery loses a gun and stops.
    GunAtRisk,
    /// BB 9.43-art-swamp: artillery on a Trail in Swamp is disordered and stops; Disordered artillery risks a gun.
    SwampTrail,
}

/// The risks of one step, in the order in which they are taken (reading I60: hexside before hex).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Checks(u8);

impl Checks {
    /// No risk.
    pub const NONE: Self = Self(0);
    const LEAVE: u8 = 1;
    const SIDE: u8 = 2;
    const SIDE_AGAIN: u8 = 4;
    const SIDE_AUTOMATIC: u8 = 8;
    const HEX: u8 = 16;
    const HEX_AUTOMATIC: u8 = 32;
    const GUN: u8 = 64;
    const SWAMP_TRAIL: u8 = 128;

    const ORDER: [(u8, Check); 8] = [
        (Self::LEAVE, Check::LeaveSwamp),
        (Self::SIDE, Check::Hexside),
        (Self::SIDE_AGAIN, Check::Hexside),
        (Self::SIDE_AUTOMATIC, Check::HexsideAutomatic),
        (Self::GUN, Check::GunAtRisk),
        (Self::HEX, Check::Hex),
        (Self::HEX_AUTOMATIC, Check::HexAutomatic),
        (Self::SWAMP_TRAIL, Check::SwampTrail),
    ];

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is among them.
    #[must_use]
    pub fn has(self, check: Check) -> bool {
        self.iter().any(|own| own == check)
    }

    /// Adds one. A second "d" of the hexside (a Crest of two slopes) is kept apart: each is its own UDD.
    pub(crate) fn add(&mut self, check: Check) {
        self.0 |= match check {
            Check::LeaveSwamp => Self::LEAVE,
            Check::Hexside if self.0 & Self::SIDE != 0 => Self::SIDE_AGAIN,
            Check::Hexside => Self::SIDE,
            Check::HexsideAutomatic => Self::SIDE_AUTOMATIC,
            Check::Hex => Self::HEX,
            Check::HexAutomatic => Self::HEX_AUTOMATIC,
            Check::GunAtRisk => Self::GUN,
            Check::SwampTrail => Self::SWAMP_TRAIL,
        };
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without the UDD for leaving Swamp (BB 9.44-swamp-leader: the leader sees the unit out).
    #[must_use]
    pub const fn without_leaving(self) -> Self {
        Self(self.0 & !Self::LEAVE)
    }

    /// In the order in which they are taken.
    pub fn iter(self) -> impl Iterator<Item = Check> + Clone {
        Self::ORDER
            .into_iter()
            .filter(move |(bit, _)| self.0 & bit != 0)
            .map(|(_, check)| check)
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
}

/// A risk with the row that causes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CheckTerm {
    /// What is risked.
    pub check: Check,
    /// The rule that asks for it.
    pub rule: Rule,
}
