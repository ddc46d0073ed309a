//! The walk along a line, hex by hex, without allocation. The arithmetic is explained in [`crate::line`].

use crate::line::{Frame, Line, LineElement, LineLocation, LinePlace, LineVertex};
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
    grid: &'g Grid,
    frame: Frame,
    cell: i32,
    /// Three times the sideways distance from this hex to the line.
    offset: i32,
    /// Hexes from the start of the line.
    from_start: u32,
    /// The last distance from the start that is asked for.
    last: u32,
    reach: Reach,
    /// What a step along P, Q and T adds to the cell and to the offset. The fourth is never used; it lets the index be
    /// masked instead of checked.
    strides: [i32; 4],
    turns: [i32; 4],
}

/// How a walk comes to its next hex.
#[derive(Clone, Copy, Debug)]
enum Passage {
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
    fn hex(&self) -> Option<HexId> {
        self.grid.cells().at(self.cell)
    }

    #[inline]
    fn neighbour(&self, direction: Direction) -> Option<HexId> {
        let cells = self.grid.cells();
        cells.at(self.cell + cells.stride(direction))
    }

    /// SR 10.27: whether the line runs along hexsides.
    #[inline]
    fn runs_along(&self) -> bool {
        self.frame.p == self.frame.q
    }

    /// Whether nothing that is asked for can follow.
    #[inline]
    fn is_done(&self) -> bool {
        // The last hex asked for may have a companion at the same distance, one step along T away. Up to the target
        // only the target itself lies at the last distance.
        match self.reach {
            Reach::Target => self.from_start == self.last,
            Reach::ShortOfTarget | Reach::Beyond(_) => self.frame.p == 0,
        }
    }

    /// Whether the walk has gone too far: out of reach or, beyond the target, off the map for good.
    #[inline]
    fn is_over(&self) -> bool {
        self.from_start > self.last
            || (matches!(self.reach, Reach::Beyond(_))
                && self.hex().is_none()
                && self.grid.cells().beyond_the_map(self.cell))
    }

    #[inline]
    fn place(&self, location: LineLocation, from_start: u32) -> LinePlace {
        let length = (self.frame.p + self.frame.q).unsigned_abs();
        LinePlace {
            location,
            from_start,
            from_end: length.abs_diff(from_start),
        }
    }

    /// How the line leaves this hex, unless along a hexside.
    #[inline]
    fn passage(&self) -> Passage {
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
    fn step(&mut self) {
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
    fn step_along(&mut self) {
        self.cell += self.strides[0] + self.strides[1];
        self.from_start += 2;
    }

    /// The hexside along which the line runs on from here, its first hex first; none off the map.
    fn side_along(&self) -> Option<(HexsideId, HexId, Option<HexId>)> {
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

/// The hexes and pairs of a line. See [`Line::places`].
#[derive(Clone, Debug)]
pub struct LinePlaces<'g> {
    walk: Walk<'g>,
    next: NextPlace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextPlace {
    /// The hex the walk stands in.
    Here,
    /// What follows it.
    Onward,
    /// The hex at the far end of a hexside that the line runs along.
    FarEnd,
    Nothing,
}

impl<'g> LinePlaces<'g> {
    #[inline]
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let next = if start == Start::Included {
            NextPlace::Here
        } else {
            NextPlace::Onward
        };
        Self { walk, next }
    }

    /// The pair beside the next hexside of a line that runs along hexsides.
    #[cold]
    fn pair(&mut self) -> Option<LinePlace> {
        self.next = NextPlace::FarEnd;
        let from_start = self.walk.from_start + 1;
        if from_start > self.walk.last {
            self.next = NextPlace::Nothing;
            return None;
        }
        let (_, first, second) = self.walk.side_along()?;
        Some(
            self.walk
                .place(LineLocation::Pair(first, second), from_start),
        )
    }
}

impl Iterator for LinePlaces<'_> {
    type Item = LinePlace;

    #[inline]
    fn next(&mut self) -> Option<LinePlace> {
        loop {
            match self.next {
                NextPlace::Onward => {
                    if self.walk.is_done() {
                        self.next = NextPlace::Nothing;
                        return None;
                    }
                    if self.walk.runs_along() {
                        match self.pair() {
                            Some(pair) => return Some(pair),
                            None => continue,
                        }
                    }
                    self.walk.step();
                }
                NextPlace::Here => self.next = NextPlace::Onward,
                NextPlace::FarEnd => {
                    self.next = NextPlace::Onward;
                    self.walk.step_along();
                }
                NextPlace::Nothing => return None,
            }
            if self.walk.is_over() {
                self.next = NextPlace::Nothing;
                return None;
            }
            if let Some(hex) = self.walk.hex() {
                return Some(
                    self.walk
                        .place(LineLocation::Hex(hex), self.walk.from_start),
                );
            }
        }
    }
}

/// Everything a line meets. See [`Line::elements`].
#[derive(Clone, Debug)]
pub struct LineElements<'g> {
    walk: Walk<'g>,
    next: NextElement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextElement {
    /// The hex the walk stands in.
    Here,
    /// What leads out of it.
    Onward,
    /// The hexside that begins at the vertex just passed.
    Along,
    /// The vertex where it ends.
    FarVertex,
    Nothing,
}

impl<'g> LineElements<'g> {
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let next = if start == Start::Included {
            NextElement::Here
        } else {
            NextElement::Onward
        };
        Self { walk, next }
    }

    /// What the line passes on its way out of this hex; the walk goes on to the next one, or to the hexside along
    /// which the line runs.
    #[inline]
    fn onward(&mut self) -> Option<LineElement> {
        let walk = &mut self.walk;
        if walk.is_done() || (walk.runs_along() && walk.from_start >= walk.last) {
            self.next = NextElement::Nothing;
            return None;
        }
        let near = walk.hex();
        if walk.runs_along() {
            self.next = NextElement::Along;
            return self.vertex_along();
        }
        let passage = walk.passage();
        let touched = match passage {
            Passage::Across(_) => None,
            Passage::ByVertex { touched } => walk.neighbour(touched),
        };
        walk.step();
        if walk.is_over() {
            self.next = NextElement::Nothing;
            return None;
        }
        self.next = NextElement::Here;
        match passage {
            Passage::Across(direction) => walk
                .grid
                .side_from(near, direction, walk.hex())
                .map(LineElement::Side),
            Passage::ByVertex { .. } => {
                let far = walk.hex();
                let side = walk.grid.side_from(near, walk.frame.primary, far);
                vertex([near, touched, far], side)
            }
        }
    }

    /// The vertex between the hex the walk stands in and the hexside the line runs along from there.
    fn vertex_along(&self) -> Option<LineElement> {
        let (a, b) = match self.walk.side_along() {
            Some((_, first, second)) => (Some(first), second),
            None => (None, None),
        };
        vertex([self.walk.hex(), a, b], None)
    }

    fn along(&mut self) -> LineElement {
        self.next = NextElement::FarVertex;
        self.walk
            .side_along()
            .map_or(LineElement::OffMap, |(side, first, second)| {
                LineElement::Along {
                    side,
                    hexes: (first, second),
                }
            })
    }

    fn far_vertex(&mut self) -> Option<LineElement> {
        let beside = self.walk.side_along();
        self.walk.step_along();
        self.next = if self.walk.is_over() {
            NextElement::Nothing
        } else {
            NextElement::Here
        };
        let (a, b) = beside.map_or((None, None), |(_, first, second)| (Some(first), second));
        vertex([self.walk.hex(), a, b], None)
    }
}

impl Iterator for LineElements<'_> {
    type Item = LineElement;

    #[inline]
    fn next(&mut self) -> Option<LineElement> {
        loop {
            let element = match self.next {
                NextElement::Onward => self.onward(),
                NextElement::Here => {
                    self.next = NextElement::Onward;
                    return Some(
                        self.walk
                            .hex()
                            .map_or(LineElement::OffMap, LineElement::Hex),
                    );
                }
                NextElement::Along => return Some(self.along()),
                NextElement::FarVertex => self.far_vertex(),
                NextElement::Nothing => return None,
            };
            if element.is_some() {
                return element;
            }
        }
    }
}

fn vertex(mut hexes: [Option<HexId>; 3], side: Option<HexsideId>) -> Option<LineElement> {
    hexes.sort_unstable();
    hexes[2].map(|_| LineElement::Vertex(LineVertex { hexes, side }))
}
