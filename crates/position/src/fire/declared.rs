//! A fire as it is declared.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::occasion::Occasion;
use crate::{Part, Position};

/// One firer: a unit, a hex of an Extended Line (SR 8.44), or a section of a battery (SR 10.65).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FiringPart {
    /// The unit, and which of its hexes.
    pub part: Part,
    /// The section, by its place in the battery; none for other units and undivided batteries.
    pub section: Option<u8>,
    /// The SP or guns that fire.
    pub sp: u8,
    /// SR 7.34-fire: they fire as part of the share of the Refused Front.
    pub refused: bool,
}

impl FiringPart {
    /// So many SP of a unit's counter.
    #[must_use]
    pub const fn of(unit: UnitId, sp: u8) -> Self {
        Self {
            part: Part::counter(unit),
            section: None,
            sp,
            refused: false,
        }
    }

    /// The same for another hex of the unit.
    #[must_use]
    pub const fn number(mut self, number: u8) -> Self {
        self.part.number = number;
        self
    }

    /// The same for a section.
    #[must_use]
    pub const fn section(mut self, section: u8) -> Self {
        self.section = Some(section);
        self
    }

    /// The same out of the share of the Refused Front.
    #[must_use]
    pub const fn through_refused_front(mut self) -> Self {
        self.refused = true;
        self
    }

    /// Where it stands.
    #[must_use]
    pub fn hex(&self, position: &Position) -> Option<HexId> {
        let state = position.unit(self.part.unit);
        state.hexes().nth(usize::from(self.part.number))
    }
}

/// What the owner claims or elects.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct FireOptions {
    /// SR 10.5: Prepared fire. A phasing unit that claims it spends no MP in the Activation (fire reading 20).
    pub prepared: bool,
    /// SR 10.68: Rapid fire, two shots.
    pub rapid: bool,
    /// SR 10.61: phasing guns that will spend MP after the fire (fire reading 21).
    pub will_move: bool,
    /// BB 10.91: Low infantry fires without the -2 and is then Out of Ammo.
    pub last_rounds: bool,
    /// BB 10.67-limited: over Woods that block the line of sight.
    pub limited: bool,
}

/// One fire: one roll, or two with Rapid fire or Spencers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DeclaredFire {
    /// When and why.
    pub occasion: Occasion,
    /// Who fires together (SR 8.45, 10.63, 10.82); usually one.
    pub from: SmallVec<[FiringPart; 3]>,
    /// The hex fired at (fire reading 12).
    pub target: HexId,
    /// BB 14.76: the gunboat fired at, which must be named.
    pub boat: Option<UnitId>,
    /// The unit the fire strikes where it is not the top unit: the top one that assaults (SR 8.35-assault), or that stays
    /// (SR 10.44).
    pub strikes: Option<UnitId>,
    /// What is claimed.
    pub options: FireOptions,
}

impl DeclaredFire {
    /// One firer at one hex.
    #[must_use]
    pub fn new(occasion: Occasion, from: FiringPart, target: HexId) -> Self {
        Self {
            occasion,
            from: SmallVec::from_slice(&[from]),
            target,
            boat: None,
            strikes: None,
            options: FireOptions::default(),
        }
    }

    /// Together with another firer.
    #[must_use]
    pub fn and(mut self, other: FiringPart) -> Self {
        self.from.push(other);
        self
    }

    /// At this gunboat.
    #[must_use]
    pub const fn at_boat(mut self, boat: UnitId) -> Self {
        self.boat = Some(boat);
        self
    }

    /// With Prepared fire.
    #[must_use]
    pub const fn prepared(mut self) -> Self {
        self.options.prepared = true;
        self
    }

    /// With Rapid fire.
    #[must_use]
    pub const fn rapid(mut self) -> Self {
        self.options.rapid = true;
        self
    }

    /// Before a move of the guns.
    #[must_use]
    pub const fn before_moving(mut self) -> Self {
        self.options.will_move = true;
        self
    }

    /// With the last rounds.
    #[must_use]
    pub const fn last_rounds(mut self) -> Self {
        self.options.last_rounds = true;
        self
    }

    /// By limited line of sight.
    #[must_use]
    pub const fn limited(mut self) -> Self {
        self.options.limited = true;
        self
    }

    /// All SP that fire.
    #[must_use]
    pub fn sp(&self) -> u8 {
        self.from
            .iter()
            .fold(0, |sum: u8, part| sum.saturating_add(part.sp))
    }
}

/// SR 10.68, 14.3: which roll of a fire of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shot {
    /// The first, or only.
    First,
    /// BB 18.1-nofire: the first of those who are left of an announced fire; what was judged when it was announced stands.
    Rest,
    /// The second: smoothbores with Rapid fire, Spencers.
    Second,
}
