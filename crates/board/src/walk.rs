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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'g> {
    grid: &'g Grid,
    frame: Frame,
    cell: i32,
    /// Three times the sideways distance from this hex to the line.
    offset: i32,
    /// Steps made along P and Q since the start of the line.
    x: i32,
    y: i32,
    reach: Reach,
}

/// How a walk comes to its next hex.
#[derive(Clone, Copy, Debug)]
enum Passage {
    /// Across a hexside in this direction.
    Across(Direction),
    /// In the primary direction by one end of the hexside, which the neighbour in direction `touched` shares.
    ByVertex { touched: Direction },
    /// Along the hexside between the neighbours in the primary and the secondary direction.
    Along,
}

impl<'g> Walk<'g> {
    #[inline]
    pub(crate) fn new(line: &Line<'g>, reach: Reach) -> Self {
        let cell = line.grid().cells().index(line.grid().axial(line.from()));
        Self {
            grid: line.grid(),
            frame: line.frame,
            cell,
            offset: 0,
            x: 0,
            y: 0,
            reach,
        }
    }

    /// From the target on, where the pattern of the line begins anew.
    pub(crate) fn beyond(line: &Line<'g>, hexes: u32) -> Self {
        let cell = line.grid().cells().index(line.grid().axial(line.to()));
        let Frame { p, q, .. } = line.frame;
        let reach = Reach::Beyond(hexes);
        Self {
            grid: line.grid(),
            frame: line.frame,
            cell,
            offset: 0,
            x: p,
            y: q,
            reach,
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

    #[inline]
    fn at_target(&self) -> bool {
        self.x == self.frame.p && self.y == self.frame.q
    }

    #[inline]
    fn place(&self, location: LineLocation, x: i32, y: i32) -> LinePlace {
        let Frame { p, q, .. } = self.frame;
        LinePlace {
            location,
            from_start: length(x, y),
            from_end: length(x - p, y - q),
        }
    }

    /// How the line leaves this hex; none where the walk ends.
    #[inline]
    fn next_passage(&self) -> Option<Passage> {
        let Frame {
            primary,
            secondary,
            tertiary,
            p,
            q,
        } = self.frame;
        if p == 0 || (self.at_target() && !matches!(self.reach, Reach::Beyond(_))) {
            return None;
        }
        if p == q {
            return Some(Passage::Along);
        }
        let (toward_secondary, toward_tertiary) = (p - q, -(p + 2 * q));
        Some(if self.offset > toward_secondary {
            Passage::Across(secondary)
        } else if self.offset == toward_secondary {
            Passage::ByVertex { touched: secondary }
        } else if self.offset > toward_tertiary {
            Passage::Across(primary)
        } else if self.offset == toward_tertiary {
            Passage::ByVertex { touched: tertiary }
        } else {
            Passage::Across(tertiary)
        })
    }

    #[inline]
    fn go(&mut self, passage: Passage) {
        let Frame {
            primary,
            secondary,
            p,
            q,
            ..
        } = self.frame;
        let cells = self.grid.cells();
        let direction = match passage {
            Passage::Along => {
                self.cell += cells.stride(primary) + cells.stride(secondary);
                self.x += 1;
                self.y += 1;
                return;
            }
            Passage::ByVertex { .. } => primary,
            Passage::Across(direction) => direction,
        };
        self.cell += cells.stride(direction);
        if direction == primary {
            self.offset += 3 * q;
            self.x += 1;
        } else if direction == secondary {
            self.offset -= 3 * p;
            self.y += 1;
        } else {
            self.offset += 3 * (p + q);
            self.x += 1;
            self.y -= 1;
        }
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

    /// Whether a place so many hexes from the target is still asked for.
    #[inline]
    fn within_reach(&self, from_end: u32) -> bool {
        match self.reach {
            Reach::Target | Reach::ShortOfTarget => true,
            Reach::Beyond(hexes) => from_end <= hexes,
        }
    }

    /// Whether the walk now stands where it must not go on.
    #[inline]
    fn is_over(&self) -> bool {
        match self.reach {
            Reach::Target => false,
            Reach::ShortOfTarget => self.at_target(),
            Reach::Beyond(hexes) => {
                length(self.x - self.frame.p, self.y - self.frame.q) > hexes
                    || (self.hex().is_none() && self.grid.cells().beyond_the_map(self.cell))
            }
        }
    }
}

/// The length in hexes of a vector of `x` steps along P and `y` along Q.
#[inline]
fn length(x: i32, y: i32) -> u32 {
    x.unsigned_abs()
        .max(y.unsigned_abs())
        .max((x + y).unsigned_abs())
}

/// The hexes and pairs of a line. See [`Line::places`].
#[derive(Clone, Debug)]
pub struct LinePlaces<'g> {
    walk: Walk<'g>,
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The hex the walk stands in.
    Here,
    /// What follows.
    Onward,
    /// The hex at the far end of a hexside that the line runs along.
    FarEnd,
    /// Nothing more.
    Nothing,
}

impl<'g> LinePlaces<'g> {
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let next = if start == Start::Included {
            Next::Here
        } else {
            Next::Onward
        };
        Self { walk, next }
    }
}

impl Iterator for LinePlaces<'_> {
    type Item = LinePlace;

    #[inline]
    fn next(&mut self) -> Option<LinePlace> {
        loop {
            let walk = &mut self.walk;
            match self.next {
                Next::Nothing => return None,
                Next::Here => self.next = Next::Onward,
                Next::Onward => match walk.next_passage() {
                    None => {
                        self.next = Next::Nothing;
                        return None;
                    }
                    Some(Passage::Along) => {
                        self.next = Next::FarEnd;
                        if let Some((_, first, second)) = walk.side_along() {
                            let pair = LineLocation::Pair(first, second);
                            let place = walk.place(pair, walk.x + 1, walk.y);
                            if !walk.within_reach(place.from_end) {
                                self.next = Next::Nothing;
                                return None;
                            }
                            return Some(place);
                        }
                        continue;
                    }
                    Some(passage) => walk.go(passage),
                },
                Next::FarEnd => {
                    self.next = Next::Onward;
                    walk.go(Passage::Along);
                }
            }
            if walk.is_over() {
                self.next = Next::Nothing;
                return None;
            }
            if let Some(hex) = walk.hex() {
                return Some(walk.place(LineLocation::Hex(hex), walk.x, walk.y));
            }
        }
    }
}

/// Everything a line meets. See [`Line::elements`].
#[derive(Clone, Debug)]
pub struct LineElements<'g> {
    walk: Walk<'g>,
    /// What the last step met and has not been given yet, in order.
    pending: [Option<LineElement>; 4],
    over: bool,
}

impl<'g> LineElements<'g> {
    pub(crate) fn new(walk: Walk<'g>, start: Start) -> Self {
        let first = (start == Start::Included).then(|| hex_or_nothing(walk.hex()));
        Self {
            walk,
            pending: [first, None, None, None],
            over: false,
        }
    }

    /// Makes one step and notes what it met.
    fn step(&mut self, passage: Passage) {
        let walk = &mut self.walk;
        let near = walk.hex();
        match passage {
            Passage::Across(direction) => {
                walk.go(passage);
                let side = walk.grid.side_from(near, direction, walk.hex());
                self.pending[0] = side.map(LineElement::Side);
            }
            Passage::ByVertex { touched } => {
                let touched = walk.neighbour(touched);
                let direction = walk.frame.primary;
                walk.go(passage);
                let side = walk.grid.side_from(near, direction, walk.hex());
                self.pending[0] = vertex([near, touched, walk.hex()], side);
            }
            Passage::Along => {
                let along = walk.side_along();
                let from_end = length(walk.x + 1 - walk.frame.p, walk.y - walk.frame.q);
                if !walk.within_reach(from_end) {
                    self.over = true;
                    return;
                }
                walk.go(passage);
                let (a, b) = along.map_or((None, None), |(_, first, second)| (Some(first), second));
                self.pending[0] = vertex([near, a, b], None);
                self.pending[1] =
                    Some(along.map_or(LineElement::OffMap, |(side, first, second)| {
                        LineElement::Along {
                            side,
                            hexes: (first, second),
                        }
                    }));
                self.pending[2] = vertex([walk.hex(), a, b], None);
            }
        }
        if self.walk.is_over() {
            // What leads out of reach is left out, except a hexside within reach that the line runs along.
            if !matches!(passage, Passage::Along) {
                self.pending = [None; 4];
            }
            self.over = true;
        } else {
            self.pending[3] = Some(hex_or_nothing(self.walk.hex()));
        }
    }
}

impl Iterator for LineElements<'_> {
    type Item = LineElement;

    fn next(&mut self) -> Option<LineElement> {
        loop {
            if let Some(element) = self.pending.iter_mut().find_map(Option::take) {
                return Some(element);
            }
            if self.over {
                return None;
            }
            match self.walk.next_passage() {
                Some(passage) => self.step(passage),
                None => self.over = true,
            }
        }
    }
}

fn hex_or_nothing(hex: Option<HexId>) -> LineElement {
    hex.map_or(LineElement::OffMap, LineElement::Hex)
}

fn vertex(mut hexes: [Option<HexId>; 3], side: Option<HexsideId>) -> Option<LineElement> {
    hexes.sort_unstable();
    hexes[2].map(|_| LineElement::Vertex(LineVertex { hexes, side }))
}
