//! A line laid over the ground: its ends, what it crosses, and which end is lower.

use core::cmp::Ordering;

use longroll_board::Direction;

use crate::course::{Entry, Leg};
use crate::scene::{Cell, Scene, Side, Spot};

/// An end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    From,
    To,
}

impl End {
    pub const fn other(self) -> Self {
        match self {
            Self::From => Self::To,
            Self::To => Self::From,
        }
    }
}

/// A hex the line crosses or runs beside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// Index of its leg.
    pub leg: usize,
    /// Whether it is the second hex of a pair (SR 10.27).
    pub beside: bool,
    pub spot: Spot,
    pub cell: &'a Cell,
}

/// One or two hexsides of a hex, by which a line may be said to pass.
pub(crate) type Ways = (Direction, Option<Direction>);

pub(crate) fn each(ways: Ways) -> impl Iterator<Item = Direction> {
    core::iter::once(ways.0).chain(ways.1)
}

/// A line between two hexes of the map that are at least two hexes apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SightLine<'a> {
    pub scene: &'a Scene,
    pub from: Spot,
    pub to: Spot,
    /// Everything crossed after `from`, the hex `to` included.
    legs: &'a [Leg],
    pub from_cell: &'a Cell,
    pub to_cell: &'a Cell,
}

impl<'a> SightLine<'a> {
    /// The line along `legs`, if both ends are on the map.
    pub fn lay(scene: &'a Scene, from: Spot, to: Spot, legs: &'a [Leg]) -> Option<Self> {
        Some(Self {
            scene,
            from,
            to,
            legs,
            from_cell: scene.cell(from)?,
            to_cell: scene.cell(to)?,
        })
    }

    pub fn high(&self) -> i32 {
        self.from_cell.base().max(self.to_cell.base())
    }

    pub fn low(&self) -> i32 {
        self.from_cell.base().min(self.to_cell.base())
    }

    /// SR 10.24-slopes: twice the median level of the ends.
    pub fn twice_median(&self) -> i32 {
        self.from_cell.base() + self.to_cell.base()
    }

    /// The lower end, if the ends are on different levels.
    pub fn lower(&self) -> Option<End> {
        match self.from_cell.base().cmp(&self.to_cell.base()) {
            Ordering::Less => Some(End::From),
            Ordering::Equal => None,
            Ordering::Greater => Some(End::To),
        }
    }

    pub fn end_cell(&self, end: End) -> &'a Cell {
        match end {
            End::From => self.from_cell,
            End::To => self.to_cell,
        }
    }

    /// Everything crossed after the first hex, the last one included.
    pub fn legs(&self) -> &'a [Leg] {
        self.legs
    }

    /// What lies between the ends, in order.
    pub fn between(&self) -> &'a [Leg] {
        self.legs.split_last().map_or(&[], |(_, between)| between)
    }

    /// The hexes of a leg that are on the map.
    pub fn members(&self, index: usize, leg: &Leg) -> [Option<Member<'a>>; 2] {
        let member = |offset: (i16, i16), beside| {
            let spot = shifted(self.from, offset);
            self.scene.cell(spot).map(|cell| Member {
                leg: index,
                beside,
                spot,
                cell,
            })
        };
        [
            member(leg.hex, false),
            leg.beside.and_then(|offset| member(offset, true)),
        ]
    }

    /// The same for a leg known by its index.
    pub fn members_at(&self, index: usize) -> impl Iterator<Item = Member<'a>> + use<'a> {
        self.legs
            .get(index)
            .map_or([None, None], |leg| self.members(index, leg))
            .into_iter()
            .flatten()
    }

    /// Indices of the legs between, starting at an end.
    pub fn indices_from(&self, end: End) -> impl Iterator<Item = usize> + use<> {
        let count = self.between().len();
        (0..count).map(move |step| match end {
            End::From => step,
            End::To => count - 1 - step,
        })
    }

    /// The hexsides of a crossed hex by which the line goes on towards an end.
    /// Through a vertex into a pair there are two: either may decide (SR 10.27).
    pub fn ways(&self, member: &Member<'_>, towards: End) -> Option<Ways> {
        let index = match towards {
            End::From => member.leg,
            End::To => member.leg + 1,
        };
        let own = |first: Direction, second: Direction| {
            (if member.beside { second } else { first }, None)
        };
        let entry = self.legs.get(index)?.entry;
        Some(match (towards, entry) {
            (End::From, Entry::Through(way)) => (way.opposite(), None),
            (End::From, Entry::IntoPair(hex, beside)) => own(hex.opposite(), beside.opposite()),
            (End::From, Entry::OutOfPair(hex, beside)) => (hex.opposite(), Some(beside.opposite())),
            (End::To, Entry::Through(way)) => (way, None),
            (End::To, Entry::IntoPair(hex, beside)) => (hex, Some(beside)),
            (End::To, Entry::OutOfPair(hex, beside)) => own(hex, beside),
        })
    }

    /// The hexsides themselves.
    pub fn sides(
        &self,
        member: &Member<'a>,
        towards: End,
    ) -> impl Iterator<Item = (Direction, Side)> + use<'a> {
        let cell = member.cell;
        self.ways(member, towards)
            .into_iter()
            .flat_map(each)
            .map(move |way| (way, cell.side(way)))
    }

    /// Whether a leg is nearer the lower unit, in hexes from each end.
    pub fn nearness(&self, leg: &Leg, lower: End) -> Ordering {
        match lower {
            End::From => leg.near.cmp(&leg.far),
            End::To => leg.far.cmp(&leg.near),
        }
    }

    /// The legs on both sides of the exact middle, if the line passes from one hex to another there.
    pub fn midway(&self) -> Option<(usize, Direction)> {
        let count = self.between().len();
        if !count.is_multiple_of(2) {
            return None;
        }
        let before = (count / 2).checked_sub(1)?;
        match self.legs.get(before + 1)?.entry {
            Entry::Through(way) => Some((before, way)),
            Entry::IntoPair(..) | Entry::OutOfPair(..) => None,
        }
    }

    /// SR 10.21: the line of fire beyond an end, leg by leg; hexes off the map are left out.
    pub fn beyond(
        &self,
        end: End,
    ) -> impl Iterator<Item = [Option<(Spot, &'a Cell)>; 2]> + use<'a> {
        let (start, sign) = match end {
            End::From => (self.from, -1),
            End::To => (self.to, 1),
        };
        let scene = self.scene;
        let at = move |(q, r): (i16, i16)| {
            let spot = (start.0 + sign * i32::from(q), start.1 + sign * i32::from(r));
            scene.cell(spot).map(|cell| (spot, cell))
        };
        self.legs
            .iter()
            .map(move |leg| [at(leg.hex), leg.beside.and_then(at)])
    }
}

fn shifted(spot: Spot, offset: (i16, i16)) -> Spot {
    (spot.0 + i32::from(offset.0), spot.1 + i32::from(offset.1))
}
