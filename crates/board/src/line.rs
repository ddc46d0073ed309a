//! SR 10.21, 10.27: the straight line between two hex centres, exactly.
//!
//! Write the vector from centre to centre as `p` steps in the nearest direction P plus `q` steps in the next nearest
//! direction Q, with `p >= q >= 0`; T is the direction on the other side of P. Three times the sideways distance of a
//! hex centre from the line, measured in units of the lattice, is then an integer that one step changes by `3q` (P),
//! `-3p` (Q) or `3(p + q)` (T), and the line leaves a hex between its vertices at `p - q` (between P and Q) and
//! `-(p + 2q)` (between T and P). So each step costs two comparisons and one addition; nothing is rounded.
//!
//! * `p = q`: the line runs through vertices and along hexsides, every second step of the way (SR 10.27).
//! * Exactly on a threshold: it passes through a vertex from one hex into the next and only touches the third.
//!
//! The pattern repeats from the target's centre on, which makes the extension (the LOF) the same walk continued.

use crate::compass::edge_direction;
use crate::{Direction, Grid, HexId, HexsideId, Vertex};

/// How a line leaves a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bearing {
    /// Through the inside of this hexside.
    Side(Direction),
    /// Through this very vertex.
    Vertex(Vertex),
}

/// The middle of a line (SR 10.24, fire reading 72).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Midpoint {
    /// The centre of a hex; none off the map.
    Hex(Option<HexId>),
    /// The middle of a hexside that the line crosses; none off the map.
    Side(Option<HexsideId>),
    /// The middle of a hexside that the line runs along: its two hexes are judged as hexes.
    Along(Option<HexsideId>),
}

/// What the line meets, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineElement {
    /// A hex with a piece of the line inside (fire reading 69).
    Hex(HexId),
    /// The same off the map or in a hole of a patch.
    OffMap,
    /// A hexside crossed between its ends.
    Side(HexsideId),
    /// A vertex passed through.
    Vertex(LineVertex),
    /// A hexside the line runs along, with the hexes on both sides of it.
    Along {
        side: HexsideId,
        hexes: (HexId, Option<HexId>),
    },
}

/// A vertex on a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineVertex {
    /// The three hexes that meet there, those off the map first, then in order.
    pub hexes: [Option<HexId>; 3],
    /// The hexside between the two hexes the line leaves and enters there, of which the vertex is an end. None where
    /// the line begins or ceases to run along a hexside.
    pub side: Option<HexsideId>,
}

/// One hex of the line, or two that share a hexside it runs along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineLocation {
    Hex(HexId),
    /// SR 10.27: the pair, the first hex of the hexside first; the second is missing at the edge of the map.
    Pair(HexId, Option<HexId>),
}

impl LineLocation {
    /// The hex or the hexes.
    pub fn hexes(self) -> impl Iterator<Item = HexId> + Clone {
        let (first, second) = match self {
            Self::Hex(hex) => (hex, None),
            Self::Pair(first, second) => (first, second),
        };
        std::iter::once(first).chain(second)
    }
}

/// A place on the line with its distances, as the rules compare them (fire reading 71).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LinePlace {
    pub location: LineLocation,
    /// Hexes from where the line starts.
    pub from_start: u32,
    /// Hexes from where the line was drawn to.
    pub from_end: u32,
}

/// The line between two hexes, and beyond.
#[derive(Clone, Copy, Debug)]
pub struct Line<'g> {
    grid: &'g Grid,
    from: HexId,
    to: HexId,
    pub(crate) frame: Frame,
}

/// The vector of a line in its own directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    /// P, Q and T of the module comment.
    pub(crate) primary: Direction,
    pub(crate) secondary: Direction,
    pub(crate) tertiary: Direction,
    pub(crate) p: i32,
    pub(crate) q: i32,
}

impl Frame {
    /// The sector of the compass that holds the vector, and its two parts.
    fn of(x: i32, y: i32) -> Self {
        let z = -x - y;
        let (left, m, n) = if x >= 0 && z >= 0 {
            (Direction::N, z, x)
        } else if y <= 0 && z <= 0 {
            (Direction::NE, -y, -z)
        } else if x >= 0 && y >= 0 {
            (Direction::SE, x, y)
        } else if x <= 0 && z <= 0 {
            (Direction::S, -z, -x)
        } else if y >= 0 && z >= 0 {
            (Direction::SW, y, z)
        } else {
            (Direction::NW, -x, -y)
        };
        let right = left.turned(1);
        if m >= n {
            Self {
                primary: left,
                secondary: right,
                tertiary: left.turned(-1),
                p: m,
                q: n,
            }
        } else {
            Self {
                primary: right,
                secondary: left,
                tertiary: right.turned(1),
                p: n,
                q: m,
            }
        }
    }

    fn bearing(self) -> Option<Bearing> {
        if self.p == 0 {
            None
        } else if self.p > self.q {
            Some(Bearing::Side(self.primary))
        } else {
            Some(Bearing::Vertex(vertex_between(
                self.primary,
                self.secondary,
            )))
        }
    }
}

fn vertex_between(a: Direction, b: Direction) -> Vertex {
    if a.turned(1) == b {
        a.right_vertex()
    } else {
        a.left_vertex()
    }
}

impl Grid {
    /// The line from centre to centre.
    #[inline]
    pub fn line(&self, from: HexId, to: HexId) -> Line<'_> {
        let vector = self.axial(to) - self.axial(from);
        Line {
            grid: self,
            from,
            to,
            frame: Frame::of(vector.x, vector.y),
        }
    }

    /// How the line to `to` leaves `from`; none within one hex.
    pub fn bearing(&self, from: HexId, to: HexId) -> Option<Bearing> {
        self.line(from, to).frame.bearing()
    }
}

impl<'g> Line<'g> {
    pub(crate) const fn grid(&self) -> &'g Grid {
        self.grid
    }

    /// Where it starts.
    pub const fn from(&self) -> HexId {
        self.from
    }

    /// Where it was drawn to.
    pub const fn to(&self) -> HexId {
        self.to
    }

    /// Its length in hexes.
    pub const fn distance(&self) -> u32 {
        (self.frame.p + self.frame.q).unsigned_abs()
    }

    /// How it leaves its first hex; none if it goes nowhere.
    pub fn bearing(&self) -> Option<Bearing> {
        self.frame.bearing()
    }

    /// The same line drawn the other way.
    pub fn reversed(&self) -> Self {
        self.grid.line(self.to, self.from)
    }

    /// Whether it runs along hexsides (SR 10.27).
    pub const fn runs_along_hexsides(&self) -> bool {
        self.frame.p == self.frame.q && self.frame.p > 0
    }

    /// The middle of the line.
    pub fn midpoint(&self) -> Midpoint {
        let (start, end) = (self.grid.axial(self.from), self.grid.axial(self.to));
        let sum = start + end;
        if sum.x % 2 == 0 && sum.y % 2 == 0 {
            return Midpoint::Hex(self.grid.cells().get(hexx::Hex::new(sum.x / 2, sum.y / 2)));
        }
        // The sum of two neighbours' coordinates has the parity of the step between them.
        let direction = match (sum.x.rem_euclid(2), sum.y.rem_euclid(2)) {
            (0, _) => Direction::S,
            (_, 0) => Direction::SE,
            _ => Direction::NE,
        };
        let step = edge_direction(direction).into_hex();
        let near = hexx::Hex::new((sum.x - step.x) / 2, (sum.y - step.y) / 2);
        let side = self.grid.side_at(near, direction);
        if self.runs_along_hexsides() {
            Midpoint::Along(side)
        } else {
            Midpoint::Side(side)
        }
    }
}

impl Grid {
    /// The hexside between two neighbouring coordinates, unless both are off the map.
    fn side_at(&self, hex: hexx::Hex, direction: Direction) -> Option<HexsideId> {
        let near = self.cells().get(hex);
        let far = self.cells().get(hex.neighbor(edge_direction(direction)));
        self.side_from(near, direction, far)
    }

    #[inline]
    pub(crate) fn side_from(
        &self,
        near: Option<HexId>,
        direction: Direction,
        far: Option<HexId>,
    ) -> Option<HexsideId> {
        match (near, far) {
            (Some(hex), _) => Some(self.side_of(hex, direction)),
            (None, Some(hex)) => Some(self.side_of(hex, direction.opposite())),
            (None, None) => None,
        }
    }
}
