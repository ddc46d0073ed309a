//! The walk along a line, hex by hex, without allocation. The arithmetic is explained in [`crate::line`].

use crate::line::{Frame, Line, LineLocation, LinePlace};
use crate::{Direction, Grid, HexId, HexsideId};

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    Target,
    ShortOfTarget,
    /// So many hexes beyond the target.
    Beyond(u32),
}

/// Whether the hex where a walk starts is part of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Included,
    Excluded,
}

/// The hex a walk is in.
///
/// A step along P or Q leads one hex further from the start and, up to the target, one nearer to it; a step along T
/// leaves both distances as they are. So one counter serves for both, and the target is reached when it is the length
/// of the line: no other hex at that distance comes within reach of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'g> {
    pub(crate) grid: &'g Grid,
    pub(crate) frame: Frame,
    cell: i32,
    /// Three times the sideways distance from this hex to the line.
    offset: i32,
    /// Hexes from the start of the line.
    pub(crate) from_start: u32,
    /// The last distance from the start that is asked for.
    pub(crate) last: u32,
    reach: Reach,
    /// What a step along P, Q and T adds to the cell and to the offset. The fourth is never used; it lets the index be
    /// masked instead of checked.
    strides: [i32; 4],
    turns: [i32; 4],
}

/// How a walk comes to its next hex.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passage {
    /// Across a hexside in this direction.
    Across(Direction),
    /// In the primary direction by one end of the hexside, which the neighbour in direction `touched` shares.
    ByVertex { touched: Direction },
}

impl<'g> Walk<'g> {
    #[inline]
    pub(crate) fn new(line: &Line<'g>, reach: Reach) -> Self {
        let grid = line.grid();
        let (start, from_start, last) = match reach {
            Reach::Target => (line.from(), 0, line.distance()),
            Reach::ShortOfTarget => (line.from(), 0, line.distance().saturating_sub(1)),
            // From the target on the pattern of the line begins anew.
            Reach::Beyond(hexes) => (
                line.to(),
                line.distance(),
                line.distance().saturating_add(hexes),
            ),
        };
        let cells = grid.cells();
        let cell = cells.index(grid.axial(start));
        let Frame {
            primary,
            secondary,
            tertiary,
            p,
            q,
        } = line.frame;
        let strides = [
            cells.stride(primary),
            cells.stride(secondary),
            cells.stride(tertiary),
            0,
        ];
        let turns = [3 * q, -3 * p, 3 * (p + q), 0];
        let frame = line.frame;
        Self {
            grid,
            frame,
            cell,
            offset: 0,
            from_start,
            last,
            reach,
            strides,
            turns,
        }
    }

    #[inline]
    pub(crate) fn hex(&self) -> Option<HexId> {
        self.grid.cells().at(self.cell)
    }

    #[inline]
    pub(crate) fn neighbour(&self, direction: Direction) -> Option<HexId> {
        let cells = self.grid.cells();
        cells.at(self.cell + cells.stride(direction))
    }

    /// SR 10.27: whether the line runs along hexsides.
    #[inline]
    pub(crate) fn runs_along(&self) -> bool {
        self.frame.p == self.frame.q
    }

    /// Whether nothing that is asked for can follow.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        // The last hex asked for may have a companion at the same distance, one step along T away. Up to the target
        // only the target itself lies at the last distance.
        match self.reach {
            Reach::Target => self.from_start == self.last,
            Reach::ShortOfTarget | Reach::Beyond(_) => self.frame.p == 0,
        }
    }

    /// Whether the walk has gone too far: out of reach or, beyond the target, off the map for good.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.from_start > self.last
            || (matches!(self.reach, Reach::Beyond(_))
                && self.hex().is_none()
                && self.grid.cells().beyond_the_map(self.cell))
    }

    #[inline]
    pub(crate) fn place(&self, location: LineLocation, from_start: u32) -> LinePlace {
        let length = (self.frame.p + self.frame.q).unsigned_abs();
        LinePlace {
            location,
            from_start,
            from_end: length.abs_diff(from_start),
        }
    }

    /// How the line leaves this hex, unless along a hexside.
    #[inline]
    pub(crate) fn passage(&self) -> Passage {
        let Frame {
            primary,
            secondary,
            tertiary,
            p,
            q,
        } = self.frame;
        let (toward_secondary, toward_tertiary) = (p - q, -(p + 2 * q));
        if self.offset > toward_secondary {
            Passage::Across(secondary)
        } else if self.offset == toward_secondary {
            Passage::ByVertex { touched: secondary }
        } else if self.offset > toward_tertiary {
            Passage::Across(primary)
        } else if self.offset == toward_tertiary {
            Passage::ByVertex { touched: tertiary }
        } else {
            Passage::Across(tertiary)
        }
    }

    /// Goes to the next hex without asking how. Written without branches: which way a line turns is hard to foresee,
    /// for a processor too.
    #[inline]
    pub(crate) fn step(&mut self) {
        let Frame { p, q, .. } = self.frame;
        let along_secondary = self.offset > p - q;
        let along_tertiary = self.offset < -(p + 2 * q);
        let way = (usize::from(along_secondary) | usize::from(along_tertiary) << 1) & 3;
        self.cell += self.strides[way];
        self.offset += self.turns[way];
        self.from_start += u32::from(!along_tertiary);
    }

    /// Goes along a hexside to the hex at its far end.
    #[inline]
    pub(crate) fn step_along(&mut self) {
        self.cell += self.strides[0] + self.strides[1];
        self.from_start += 2;
    }

    /// The hexside along which the line runs on from here, its first hex first; none off the map.
    pub(crate) fn side_along(&self) -> Option<(HexsideId, HexId, Option<HexId>)> {
        let Frame {
            primary, secondary, ..
        } = self.frame;
        let (near, far) = (self.neighbour(primary), self.neighbour(secondary));
        let direction = primary.turned(if primary.turned(1) == secondary {
            2
        } else {
            -2
        });
        let side = self.grid.side_from(near, direction, far)?;
        let (first, second) = self.grid.side(side).hexes();
        Some((side, first, second))
    }
}
