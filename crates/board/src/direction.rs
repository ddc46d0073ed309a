//! The six hexsides and the six vertices of a flat-topped hex.
//!
//! ```text
//!        NW ___N___ NE
//!          /       \
//!      NW /         \ NE      hexsides N, NE, SE, S, SW, NW
//!      W /           \ E      vertices NE, E, SE, SW, W, NW
//!        \           /
//!      SW \         / SE
//!          \_______/
//!        SW    S    SE
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A hexside of a hex, and the way to the neighbour behind it. Clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    N,
    NE,
    SE,
    S,
    SW,
    NW,
}

/// A vertex of a hex, clockwise from the north-east one. Vertex *i* lies between hexsides *i* and *i + 1*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Vertex {
    NE,
    E,
    SE,
    SW,
    W,
    NW,
}

impl Direction {
    /// All six, clockwise from north.
    pub const ALL: [Self; 6] = [Self::N, Self::NE, Self::SE, Self::S, Self::SW, Self::NW];

    /// The place of this direction in an array of six.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The hexside `steps` sixths of a turn further clockwise (counter-clockwise when negative).
    #[inline]
    pub const fn turned(self, steps: i8) -> Self {
        Self::ALL[(self as i8 as i32 + steps as i32).rem_euclid(6) as usize]
    }

    /// The hexside across the hex.
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The vertex at the counter-clockwise end of this hexside (on the left as seen from the centre).
    #[inline]
    pub const fn left_vertex(self) -> Vertex {
        Vertex::ALL[(self as usize + 5) % 6]
    }

    /// The vertex at the clockwise end of this hexside (on the right as seen from the centre).
    #[inline]
    pub const fn right_vertex(self) -> Vertex {
        Vertex::ALL[self as usize]
    }

    /// Sixths of a turn to `other`, by the shorter way: 0 to 3.
    pub const fn turns_to(self, other: Self) -> u8 {
        shorter_way(self as u8, other as u8)
    }

    /// The printed name.
    pub const fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }
}

impl Vertex {
    /// All six, clockwise from the north-east one.
    pub const ALL: [Self; 6] = [Self::NE, Self::E, Self::SE, Self::SW, Self::W, Self::NW];

    /// The place of this vertex in an array of six.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The vertex `steps` sixths of a turn further clockwise (counter-clockwise when negative).
    #[inline]
    pub const fn turned(self, steps: i8) -> Self {
        Self::ALL[(self as i8 as i32 + steps as i32).rem_euclid(6) as usize]
    }

    /// The vertex across the hex.
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The hexside on the counter-clockwise side of this vertex.
    #[inline]
    pub const fn left_side(self) -> Direction {
        Direction::ALL[self as usize]
    }

    /// The hexside on the clockwise side of this vertex.
    #[inline]
    pub const fn right_side(self) -> Direction {
        Direction::ALL[(self as usize + 1) % 6]
    }

    /// Sixths of a turn to `other`, by the shorter way: 0 to 3.
    pub const fn turns_to(self, other: Self) -> u8 {
        shorter_way(self as u8, other as u8)
    }

    /// The printed name.
    pub const fn name(self) -> &'static str {
        ["NE", "E", "SE", "SW", "W", "NW"][self as usize]
    }
}

const fn shorter_way(from: u8, to: u8) -> u8 {
    let clockwise = (to + 6 - from) % 6;
    if clockwise <= 3 {
        clockwise
    } else {
        6 - clockwise
    }
}

/// A text that names no hexside.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no hexside: use N, NE, SE, S, SW or NW")]
pub struct UnknownDirection(pub String);

/// A text that names no vertex.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no vertex: use NE, E, SE, SW, W or NW")]
pub struct UnknownVertex(pub String);

impl FromStr for Direction {
    type Err = UnknownDirection;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownDirection(text.to_owned()))
    }
}

impl FromStr for Vertex {
    type Err = UnknownVertex;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|vertex| vertex.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownVertex(text.to_owned()))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Some of the six directions, in the order of the compass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// None of the six.
    pub const EMPTY: Self = Self(0);

    /// Adds one.
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// Whether `direction` is among them.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Direction> + Clone {
        Direction::ALL
            .into_iter()
            .filter(move |direction| self.contains(*direction))
    }
}

impl FromIterator<Direction> for DirectionSet {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        directions.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_lies_between_its_two_hexsides() {
        assert_eq!(
            (Vertex::NE.left_side(), Vertex::NE.right_side()),
            (Direction::N, Direction::NE)
        );
        assert_eq!(
            (Vertex::E.left_side(), Vertex::E.right_side()),
            (Direction::NE, Direction::SE)
        );
        assert_eq!(
            (Vertex::NW.left_side(), Vertex::NW.right_side()),
            (Direction::NW, Direction::N)
        );
        for vertex in Vertex::ALL {
            assert_eq!(vertex.left_side().right_vertex(), vertex);
            assert_eq!(vertex.right_side().left_vertex(), vertex);
        }
    }

    #[test]
    fn turning_is_counted_by_the_shorter_way() {
        assert_eq!(Vertex::E.turns_to(Vertex::SW), 2);
        assert_eq!(Vertex::E.turns_to(Vertex::W), 3);
        assert_eq!(Vertex::NE.turns_to(Vertex::NW), 1);
        assert_eq!(Direction::NW.turns_to(Direction::N), 1);
        assert_eq!(Direction::N.turned(-1), Direction::NW);
    }

    #[test]
    fn names_read_back_and_others_are_refused() {
        for direction in Direction::ALL {
            assert_eq!(direction.name().parse(), Ok(direction));
        }
        for vertex in Vertex::ALL {
            assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
        }
        assert_eq!(
            "E".parse::<Direction>(),
            Err(UnknownDirection("E".to_owned()))
        );
        assert_eq!(
            "N".parse::<Vertex>().map_err(|fault| fault.to_string()),
            Err("\"N\" is no vertex: use NE, E, SE, SW, W or NW".to_owned())
        );
    }

    #[test]
    fn a_set_lists_clockwise_from_north() {
        let set: DirectionSet = [Direction::NW, Direction::N, Direction::S]
            .into_iter()
            .collect();
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Direction::N, Direction::S, Direction::NW]
        );
        assert_eq!(set.len(), 3);
        assert!(!set.contains(Direction::NE) && !set.is_empty() && DirectionSet::EMPTY.is_empty());
        assert_eq!(set.union(DirectionSet::EMPTY.with(Direction::NE)).len(), 4);
    }
}
