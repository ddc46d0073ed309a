//! SR 7.1, 7.2: where a unit faces, and how far it turns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Direction, DirectionSet, UnknownDirection, UnknownVertex, Vertex};

/// SR 7.11: towards a vertex under Advance or Attack orders, towards a hexside under March orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    Vertex(Vertex),
    Side(Direction),
}

/// Which of the two forms a facing has. `NE`, `SE`, `SW` and `NW` name a vertex as well as a hexside, so reading a
/// facing needs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FacingKind {
    Vertex,
    Side,
}

/// A side of a unit as its own men see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    /// The other hand.
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The sense of a turn towards this hand, as [`Direction::turned`] counts it.
    pub(crate) const fn sense(self) -> i8 {
        match self {
            Self::Left => -1,
            Self::Right => 1,
        }
    }
}

/// SR 7.3: which end of a unit is bent back. SR 7.32: never both, and only with a facing to a vertex.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    #[default]
    None,
    Left,
    Right,
}

impl Refusal {
    /// The hand that is refused.
    pub const fn hand(self) -> Option<Hand> {
        match self {
            Self::None => None,
            Self::Left => Some(Hand::Left),
            Self::Right => Some(Hand::Right),
        }
    }
}

impl From<Hand> for Refusal {
    fn from(hand: Hand) -> Self {
        match hand {
            Hand::Left => Self::Left,
            Hand::Right => Self::Right,
        }
    }
}

impl Facing {
    /// All twelve, clockwise from hexside N.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..12usize).map(|point| {
            if point % 2 == 0 {
                Self::Side(Direction::ALL[point / 2])
            } else {
                Self::Vertex(Vertex::ALL[point / 2])
            }
        })
    }

    /// The six of one kind, clockwise.
    pub fn all_of(kind: FacingKind) -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(move |facing| facing.kind() == kind)
    }

    /// Whether it points at a vertex or at a hexside.
    pub const fn kind(self) -> FacingKind {
        match self {
            Self::Vertex(_) => FacingKind::Vertex,
            Self::Side(_) => FacingKind::Side,
        }
    }

    /// Reads the printed name of a vertex.
    pub fn parse_vertex(text: &str) -> Result<Self, UnknownVertex> {
        text.parse().map(Self::Vertex)
    }

    /// Reads the printed name of a hexside.
    pub fn parse_side(text: &str) -> Result<Self, UnknownDirection> {
        text.parse().map(Self::Side)
    }

    /// The printed name, without saying which kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex(vertex) => vertex.name(),
            Self::Side(direction) => direction.name(),
        }
    }

    /// SR 7.21: turned by so many vertices (or hexsides), clockwise if positive; the kind stays.
    pub const fn turned(self, steps: i8) -> Self {
        match self {
            Self::Vertex(vertex) => Self::Vertex(vertex.turned(steps)),
            Self::Side(direction) => Self::Side(direction.turned(steps)),
        }
    }

    /// SR 7.22: turned by 180 degrees.
    pub const fn about_face(self) -> Self {
        self.turned(3)
    }

    /// SR 7.21: how many vertices (hexsides under March) lie between two facings, 0 to 3; none between the two kinds,
    /// which only a change of orders joins (SR 7.23).
    pub const fn turns_to(self, other: Self) -> Option<u8> {
        match (self, other) {
            (Self::Vertex(a), Self::Vertex(b)) => Some(a.turns_to(b)),
            (Self::Side(a), Self::Side(b)) => Some(a.turns_to(b)),
            _ => None,
        }
    }

    /// How far two facings lie apart in twelfths of a turn, 0 to 6, whatever their kinds.
    pub const fn twelfths_to(self, other: Self) -> u8 {
        let clockwise = (other.twelfth() + 12 - self.twelfth()) % 12;
        if clockwise <= 6 {
            clockwise
        } else {
            12 - clockwise
        }
    }

    /// SR 7.23: the two facings of the other kind next to this one, the counter-clockwise one first: what a unit that
    /// goes over to or from March orders turns to without leaving its front.
    pub const fn nearest_of_other_kind(self) -> [Self; 2] {
        match self {
            Self::Vertex(vertex) => [
                Self::Side(vertex.left_side()),
                Self::Side(vertex.right_side()),
            ],
            Self::Side(direction) => [
                Self::Vertex(direction.left_vertex()),
                Self::Vertex(direction.right_vertex()),
            ],
        }
    }

    /// SR 7.12: the normal front hexes: two for a vertex, one for a hexside.
    pub const fn front(self) -> DirectionSet {
        match self {
            Self::Vertex(vertex) => DirectionSet::EMPTY
                .with(vertex.left_side())
                .with(vertex.right_side()),
            Self::Side(direction) => DirectionSet::EMPTY.with(direction),
        }
    }

    /// SR 7.12: the rear hexes: two for a vertex, one for a hexside.
    pub const fn rear(self) -> DirectionSet {
        self.about_face().front()
    }

    /// SR 7.12, 8.41: the direct flank hex on one hand. A column facing a hexside has two flank hexes on each hand; the
    /// one further forward is given.
    pub const fn flank(self, hand: Hand) -> Direction {
        match (self, hand) {
            (Self::Vertex(vertex), Hand::Left) => vertex.left_side().turned(-1),
            (Self::Vertex(vertex), Hand::Right) => vertex.right_side().turned(1),
            (Self::Side(direction), hand) => direction.turned(hand.sense()),
        }
    }

    /// The facings with `direction` among their normal front hexes.
    pub const fn toward(direction: Direction, kind: FacingKind) -> [Self; 2] {
        match kind {
            FacingKind::Vertex => [
                Self::Vertex(direction.left_vertex()),
                Self::Vertex(direction.right_vertex()),
            ],
            FacingKind::Side => [Self::Side(direction), Self::Side(direction)],
        }
    }

    const fn twelfth(self) -> u8 {
        match self {
            Self::Side(direction) => direction as u8 * 2,
            Self::Vertex(vertex) => vertex as u8 * 2 + 1,
        }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_in_vertices_or_hexsides() {
        let east = Facing::Vertex(Vertex::E);
        assert_eq!(east.turns_to(Facing::Vertex(Vertex::SW)), Some(2));
        assert_eq!(east.turns_to(east.about_face()), Some(3));
        assert_eq!(east.about_face(), Facing::Vertex(Vertex::W));
        assert_eq!(east.turns_to(Facing::Side(Direction::NE)), None);
        assert_eq!(
            Facing::Side(Direction::N).turns_to(Facing::Side(Direction::NW)),
            Some(1)
        );
        assert_eq!(east.turned(-1), Facing::Vertex(Vertex::NE));
    }

    #[test]
    fn the_nearest_facings_of_the_other_kind_are_a_twelfth_away() {
        for facing in Facing::all() {
            for other in facing.nearest_of_other_kind() {
                assert_eq!(facing.twelfths_to(other), 1);
                assert_ne!(facing.kind(), other.kind());
            }
            assert_eq!(facing.twelfths_to(facing.about_face()), 6);
        }
        assert_eq!(
            Facing::Vertex(Vertex::E).nearest_of_other_kind(),
            [Facing::Side(Direction::NE), Facing::Side(Direction::SE)]
        );
    }

    #[test]
    fn the_same_letters_name_a_vertex_and_a_hexside() {
        assert_eq!(Facing::parse_vertex("NE"), Ok(Facing::Vertex(Vertex::NE)));
        assert_eq!(Facing::parse_side("NE"), Ok(Facing::Side(Direction::NE)));
        assert!(Facing::parse_side("E").is_err() && Facing::parse_vertex("S").is_err());
        for facing in Facing::all() {
            let text = serde_json::to_string(&facing).unwrap();
            assert_eq!(serde_json::from_str::<Facing>(&text).unwrap(), facing);
        }
        assert_eq!(
            serde_json::to_string(&Facing::Vertex(Vertex::NE)).unwrap(),
            r#"{"vertex":"NE"}"#
        );
    }

    #[test]
    fn what_faces_a_hexside_has_it_in_front() {
        for direction in Direction::ALL {
            for kind in [FacingKind::Vertex, FacingKind::Side] {
                for facing in Facing::toward(direction, kind) {
                    assert!(facing.front().contains(direction) && facing.kind() == kind);
                }
            }
        }
        assert_eq!(Facing::all_of(FacingKind::Vertex).count(), 6);
    }
}
