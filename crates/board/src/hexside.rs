//! Hexsides: the line between two hexes, or between a hex and nothing, under one name.

use std::fmt;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::{Direction, Grid, HexId, HexNameError, UnknownDirection};

/// A hexside of one [`Grid`](crate::Grid) as a dense number, for arrays. Both hexes it divides give the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct HexsideId(NonZeroU16);

impl HexsideId {
    /// The place of this hexside in a dense array.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> Option<Self> {
        NonZeroU16::new(u16::try_from(index).ok()?.checked_add(1)?).map(Self)
    }
}

impl From<HexsideId> for u16 {
    fn from(side: HexsideId) -> Self {
        side.0.get() - 1
    }
}

impl TryFrom<u16> for HexsideId {
    type Error = crate::HexIdOutOfRange;

    fn try_from(index: u16) -> Result<Self, Self::Error> {
        Self::from_index(usize::from(index)).ok_or(crate::HexIdOutOfRange(u32::from(index)))
    }
}

/// A hexside with what lies on both sides of it.
///
/// Its first hex is the one from which it lies N, NE or SE; on the edge of the map the only hex there is. So a hexside
/// has one form, whichever way it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hexside {
    id: HexsideId,
    hex: HexId,
    direction: Direction,
    beyond: Option<HexId>,
}

impl Hexside {
    /// The dense number.
    pub const fn id(self) -> HexsideId {
        self.id
    }

    /// The first hex.
    pub const fn first(self) -> HexId {
        self.hex
    }

    /// The hex on the other side; none on the edge of the map.
    pub const fn second(self) -> Option<HexId> {
        self.beyond
    }

    /// The direction from the first hex to the second.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Both hexes, the first one first.
    pub const fn hexes(self) -> (HexId, Option<HexId>) {
        (self.hex, self.beyond)
    }

    /// The hex on the other side of `hex`, if this hexside is one of its six and not on the edge.
    pub fn across(self, hex: HexId) -> Option<HexId> {
        if hex == self.hex {
            self.beyond
        } else if Some(hex) == self.beyond {
            Some(self.hex)
        } else {
            None
        }
    }
}

/// Why a text names no hexside of this map.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexsideNameError {
    #[error(
        "\"{0}\" is no hexside: expected two neighbouring hexes or a hex and a direction, as N4023/N4122 or N4023/NE"
    )]
    Malformed(String),
    #[error(transparent)]
    Hex(#[from] HexNameError),
    #[error(transparent)]
    Direction(#[from] UnknownDirection),
    #[error("{first} and {second} are {distance} hexes apart and share no hexside")]
    NotAdjacent {
        first: String,
        second: String,
        distance: u32,
    },
}

/// All hexsides of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SideTable {
    sides: Vec<Hexside>,
    by_hex: Vec<[HexsideId; 6]>,
}

impl SideTable {
    pub(crate) fn new(neighbours: &[[Option<HexId>; 6]]) -> Self {
        let mut sides = Vec::with_capacity(neighbours.len() * 3);
        // Filled below: every hexside of every hex is either its own or that of a neighbour.
        let unset = dense(0);
        let mut by_hex = vec![[unset; 6]; neighbours.len()];
        for (index, around) in neighbours.iter().enumerate() {
            let Ok(hex) = HexId::from_index(index) else {
                continue;
            };
            for direction in Direction::ALL {
                let beyond = around[direction.index()];
                let own = matches!(direction, Direction::N | Direction::NE | Direction::SE);
                if !own && beyond.is_some() {
                    continue;
                }
                let id = dense(sides.len());
                sides.push(Hexside {
                    id,
                    hex,
                    direction,
                    beyond,
                });
                by_hex[index][direction.index()] = id;
                if let Some(beyond) = beyond {
                    by_hex[beyond.index()][direction.opposite().index()] = id;
                }
            }
        }
        Self { sides, by_hex }
    }

    #[inline]
    pub(crate) fn of(&self, hex: HexId, direction: Direction) -> HexsideId {
        self.by_hex[hex.index()][direction.index()]
    }
}

fn dense(index: usize) -> HexsideId {
    HexsideId::from_index(index).expect("99 by 99 hexes have fewer than 30,000 hexsides")
}

impl Grid {
    /// The hexside of `hex` in that direction, map edge included.
    #[inline]
    pub fn side_of(&self, hex: HexId, direction: Direction) -> HexsideId {
        self.sides.of(hex, direction)
    }

    /// The hexside two adjacent hexes share.
    pub fn side_between(&self, a: HexId, b: HexId) -> Option<HexsideId> {
        Some(self.side_of(a, self.direction_between(a, b)?))
    }

    /// A hexside with its hexes.
    #[inline]
    pub fn side(&self, side: HexsideId) -> Hexside {
        self.sides.sides[side.index()]
    }

    /// The hexside with this index: the door for ids that come from outside.
    pub fn side_at_index(&self, index: usize) -> Option<HexsideId> {
        self.sides.sides.get(index).map(|side| side.id)
    }

    /// Every hexside in order, those on the edge of the map included.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = Hexside> + '_ {
        self.sides.sides.iter().copied()
    }

    /// How many hexsides there are.
    pub fn side_count(&self) -> usize {
        self.sides.sides.len()
    }

    /// `N4023/N4122`, or `N1001/NW` on the edge of the map.
    pub fn side_name(&self, side: HexsideId) -> impl fmt::Display + '_ {
        SideName {
            grid: self,
            side: self.side(side),
        }
    }

    /// The hexside a text names by two adjacent hexes (`N4122/N4023`) or a hex and a direction (`N4023/NE`).
    pub fn parse_side(&self, text: &str) -> Result<HexsideId, HexsideNameError> {
        let (hex, other) = text
            .split_once('/')
            .ok_or_else(|| HexsideNameError::Malformed(text.to_owned()))?;
        let hex = self.parse(hex.trim())?;
        let other = other.trim();
        if !other.contains(|c: char| c.is_ascii_digit()) {
            return Ok(self.side_of(hex, other.parse()?));
        }
        let second = self.parse(other)?;
        self.side_between(hex, second)
            .ok_or_else(|| HexsideNameError::NotAdjacent {
                first: self.name(hex).to_owned(),
                second: self.name(second).to_owned(),
                distance: self.distance(hex, second),
            })
    }
}

struct SideName<'g> {
    grid: &'g Grid,
    side: Hexside,
}

impl fmt::Display for SideName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.grid.name(self.side.hex))?;
        f.write_str("/")?;
        match self.side.beyond {
            Some(beyond) => f.write_str(self.grid.name(beyond)),
            None => f.write_str(self.side.direction.name()),
        }
    }
}
