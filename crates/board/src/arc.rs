//! SR 7.12, 7.34, 10.16: front, flank and rear, beside a unit and at range.

use serde::{Deserialize, Serialize};

use crate::{Bearing, Direction, DirectionSet, Facing, Grid, Hand, HexId, Refusal};

/// SR 7.12, 7.34: what a neighbouring hex is to a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arc {
    Front,
    RefusedFront,
    Flank(Hand),
    Rear,
}

impl Arc {
    /// SR 7.34: the refused front is a front too.
    pub const fn is_front(self) -> bool {
        matches!(self, Self::Front | Self::RefusedFront)
    }

    /// A flank hex of either hand.
    pub const fn is_flank(self) -> bool {
        matches!(self, Self::Flank(_))
    }
}

/// SR 7.12: which arc the neighbour in `direction` lies in.
///
/// Facing a vertex: 2 front, 2 flank, 2 rear. Facing a hexside (March): 1 front, 4 flank, 1 rear. SR 7.34: refused, the
/// flank hex of that hand becomes the Refused Front and the rear hex beside it a flank hex: 3 front, 2 flank, 1 rear.
/// SR 7.32: units that face a hexside cannot refuse, so there a refusal changes nothing.
pub const fn arc_of_neighbour(facing: Facing, refusal: Refusal, direction: Direction) -> Arc {
    match facing {
        Facing::Side(front) => match (direction.index() + 6 - front.index()) % 6 {
            0 => Arc::Front,
            3 => Arc::Rear,
            1 | 2 => Arc::Flank(Hand::Right),
            _ => Arc::Flank(Hand::Left),
        },
        Facing::Vertex(vertex) => {
            // Counted clockwise from the front hex on the right.
            let place = (direction.index() + 6 - vertex.right_side().index()) % 6;
            match (place, refusal) {
                (0 | 5, _) => Arc::Front,
                (1, Refusal::Right) | (4, Refusal::Left) => Arc::RefusedFront,
                (1, _) | (2, Refusal::Right) => Arc::Flank(Hand::Right),
                (4, _) | (3, Refusal::Left) => Arc::Flank(Hand::Left),
                _ => Arc::Rear,
            }
        }
    }
}

/// The directions in one arc.
pub fn directions_in(facing: Facing, refusal: Refusal, arc: Arc) -> DirectionSet {
    Direction::ALL
        .into_iter()
        .filter(|direction| arc_of_neighbour(facing, refusal, *direction) == arc)
        .collect()
}

/// Switch `arc_edge_inclusive` (fire reading 4): whether a line that leaves a hex through the vertex between a front
/// and a flank hexside lies in the front arc.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum ArcEdge {
    #[default]
    Inclusive,
    Exclusive,
}

/// Where a distant hex lies as seen by a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArcAtRange {
    /// The line leaves through this arc alone.
    Within(Arc),
    /// The line leaves through the very vertex between two arcs; `left` is the counter-clockwise one.
    Between { left: Arc, right: Arc },
}

/// SR 7.34, fire reading 4: through which front a line leaves a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrontChoice {
    Normal,
    Refused,
    /// Through the vertex between the two: the owner says whose share of fire is used.
    OwnersChoice,
}

/// SR 10.16: the arc in which a line with this bearing leaves a unit.
pub const fn arc_at_range(facing: Facing, refusal: Refusal, bearing: Bearing) -> ArcAtRange {
    match bearing {
        Bearing::Side(direction) => {
            ArcAtRange::Within(arc_of_neighbour(facing, refusal, direction))
        }
        Bearing::Vertex(vertex) => {
            let left = arc_of_neighbour(facing, refusal, vertex.left_side());
            let right = arc_of_neighbour(facing, refusal, vertex.right_side());
            match (left, right) {
                (Arc::Front, Arc::Front)
                | (Arc::Rear, Arc::Rear)
                | (Arc::Flank(Hand::Left), Arc::Flank(Hand::Left))
                | (Arc::Flank(Hand::Right), Arc::Flank(Hand::Right)) => ArcAtRange::Within(left),
                _ => ArcAtRange::Between { left, right },
            }
        }
    }
}

impl Grid {
    /// SR 10.16, 10.21: where `to` lies as seen by a unit in `from`; none for its own hex. The other way round it tells
    /// through which arc of the unit fire from `to` comes in (SR 10.81).
    pub fn arc_toward(
        &self,
        from: HexId,
        facing: Facing,
        refusal: Refusal,
        to: HexId,
    ) -> Option<ArcAtRange> {
        self.bearing(from, to)
            .map(|bearing| arc_at_range(facing, refusal, bearing))
    }
}

impl ArcAtRange {
    /// Through which front the line leaves, if through any. The vertex between the normal and the refused front lies
    /// in the front under either setting of the switch.
    pub const fn front(self, edge: ArcEdge) -> Option<FrontChoice> {
        match self {
            Self::Within(Arc::Front) => Some(FrontChoice::Normal),
            Self::Within(Arc::RefusedFront) => Some(FrontChoice::Refused),
            Self::Within(_) => None,
            Self::Between { left, right } => match (left, right, edge) {
                (Arc::Front, Arc::RefusedFront, _) | (Arc::RefusedFront, Arc::Front, _) => {
                    Some(FrontChoice::OwnersChoice)
                }
                (Arc::Front, _, ArcEdge::Inclusive) | (_, Arc::Front, ArcEdge::Inclusive) => {
                    Some(FrontChoice::Normal)
                }
                (Arc::RefusedFront, _, ArcEdge::Inclusive)
                | (_, Arc::RefusedFront, ArcEdge::Inclusive) => Some(FrontChoice::Refused),
                _ => None,
            },
        }
    }

    /// SR 10.81, fire readings 29 and 30: whether a line that comes in here enfilades. Doubt at the vertex between
    /// flank and front or rear favours the unit fired at.
    pub const fn is_enfilade(self) -> bool {
        match self {
            Self::Within(arc) => arc.is_flank(),
            Self::Between { left, right } => left.is_flank() && right.is_flank(),
        }
    }

    /// Whether the line touches a hexside of this arc, ends included.
    pub fn touches(self, arc: Arc) -> bool {
        match self {
            Self::Within(within) => within == arc,
            Self::Between { left, right } => left == arc || right == arc,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vertex;

    const EAST: Facing = Facing::Vertex(Vertex::E);

    fn arcs(facing: Facing, refusal: Refusal) -> [Arc; 6] {
        Direction::ALL.map(|direction| arc_of_neighbour(facing, refusal, direction))
    }

    #[test]
    fn facing_east_as_in_the_figures_of_the_rules() {
        use Arc::{Flank, Front, Rear, RefusedFront};
        use Hand::{Left, Right};
        // MV-001, MV-018: N, NE, SE, S, SW, NW.
        assert_eq!(
            arcs(EAST, Refusal::None),
            [Flank(Left), Front, Front, Flank(Right), Rear, Rear]
        );
        assert_eq!(
            arcs(EAST, Refusal::Right),
            [Flank(Left), Front, Front, RefusedFront, Flank(Right), Rear]
        );
        assert_eq!(
            arcs(EAST, Refusal::Left),
            [RefusedFront, Front, Front, Flank(Right), Rear, Flank(Left)]
        );
        // MV-003: a column facing N.
        assert_eq!(
            arcs(Facing::Side(Direction::N), Refusal::None),
            [
                Front,
                Flank(Right),
                Flank(Right),
                Rear,
                Flank(Left),
                Flank(Left)
            ]
        );
    }

    #[test]
    fn the_arcs_share_out_the_six_neighbours() {
        for facing in Facing::all() {
            for refusal in [Refusal::None, Refusal::Left, Refusal::Right] {
                let count = |wanted: fn(Arc) -> bool| {
                    arcs(facing, refusal)
                        .into_iter()
                        .filter(|arc| wanted(*arc))
                        .count()
                };
                let counts = (
                    count(|arc| arc == Arc::Front),
                    count(|arc| arc == Arc::RefusedFront),
                    count(Arc::is_flank),
                    count(|arc| arc == Arc::Rear),
                );
                let expected = match (facing, refusal) {
                    (Facing::Side(_), _) => (1, 0, 4, 1),
                    (_, Refusal::None) => (2, 0, 2, 2),
                    _ => (2, 1, 2, 1),
                };
                assert_eq!(counts, expected, "{facing:?} {refusal:?}");
                assert_eq!(directions_in(facing, refusal, Arc::Front), facing.front());
                if refusal == Refusal::None {
                    assert_eq!(directions_in(facing, refusal, Arc::Rear), facing.rear());
                }
                for hand in [Hand::Left, Hand::Right] {
                    let arc = arc_of_neighbour(facing, refusal, facing.flank(hand));
                    let refused =
                        facing.kind() == crate::FacingKind::Vertex && refusal.hand() == Some(hand);
                    assert_eq!(
                        arc,
                        if refused {
                            Arc::RefusedFront
                        } else {
                            Arc::Flank(hand)
                        }
                    );
                }
            }
        }
    }

    #[test]
    fn the_edge_of_the_front_arc_belongs_to_it_unless_the_switch_says_no() {
        let edge = arc_at_range(EAST, Refusal::None, Bearing::Vertex(Vertex::NE));
        assert_eq!(
            edge,
            ArcAtRange::Between {
                left: Arc::Flank(Hand::Left),
                right: Arc::Front
            }
        );
        assert_eq!(edge.front(ArcEdge::Inclusive), Some(FrontChoice::Normal));
        assert_eq!(edge.front(ArcEdge::Exclusive), None);
        assert!(!edge.is_enfilade() && edge.touches(Arc::Front));
        let centre = arc_at_range(EAST, Refusal::None, Bearing::Vertex(Vertex::E));
        assert_eq!(centre.front(ArcEdge::Exclusive), Some(FrontChoice::Normal));
    }

    #[test]
    fn between_the_normal_and_the_refused_front_the_owner_chooses() {
        let between = arc_at_range(EAST, Refusal::Left, Bearing::Vertex(Vertex::NE));
        for edge in [ArcEdge::Inclusive, ArcEdge::Exclusive] {
            assert_eq!(between.front(edge), Some(FrontChoice::OwnersChoice));
        }
        let outer = arc_at_range(EAST, Refusal::Left, Bearing::Vertex(Vertex::NW));
        assert_eq!(outer.front(ArcEdge::Inclusive), Some(FrontChoice::Refused));
        assert_eq!(outer.front(ArcEdge::Exclusive), None);
    }

    #[test]
    fn enfilade_needs_a_flank_hexside_and_not_just_its_end() {
        let from = |bearing| arc_at_range(EAST, Refusal::None, bearing).is_enfilade();
        assert!(from(Bearing::Side(Direction::N)) && from(Bearing::Side(Direction::S)));
        assert!(
            !from(Bearing::Side(Direction::NW)),
            "fire reading 29: the rear gives no bonus"
        );
        assert!(
            !from(Bearing::Vertex(Vertex::NW)),
            "fire reading 30: doubt favours the target"
        );
        // SR 7.34: the former rear hexside beside the refused front is a flank.
        assert!(arc_at_range(EAST, Refusal::Left, Bearing::Side(Direction::NW)).is_enfilade());
        // A column's two flank hexsides on one hand leave no doubt between them.
        let column = Facing::Side(Direction::N);
        assert!(arc_at_range(column, Refusal::None, Bearing::Vertex(Vertex::E)).is_enfilade());
    }

    #[test]
    fn around_the_compass_every_bearing_is_in_front_of_two_facings_and_at_an_edge_of_three() {
        let fronts = |bearing, edge| {
            Facing::all_of(crate::FacingKind::Vertex)
                .filter(|facing| {
                    arc_at_range(*facing, Refusal::None, bearing)
                        .front(edge)
                        .is_some()
                })
                .count()
        };
        for direction in Direction::ALL {
            assert_eq!(fronts(Bearing::Side(direction), ArcEdge::Inclusive), 2);
            assert_eq!(fronts(Bearing::Side(direction), ArcEdge::Exclusive), 2);
        }
        for vertex in Vertex::ALL {
            assert_eq!(fronts(Bearing::Vertex(vertex), ArcEdge::Inclusive), 3);
            assert_eq!(fronts(Bearing::Vertex(vertex), ArcEdge::Exclusive), 1);
        }
    }

    #[test]
    fn the_field_of_fire_to_the_east() {
        use crate::{GridLayout, Parity};
        let grid = Grid::new(GridLayout::plain(10..=30, 1..=20, Parity::EvenSouth)).unwrap();
        let from = grid.parse("2010").unwrap();
        let front = |edge: ArcEdge| -> Vec<&str> {
            grid.hexes_in_range(from, 2)
                .filter(|to| {
                    let arc = grid.arc_toward(from, EAST, Refusal::None, *to);
                    arc.is_some_and(|arc| arc.front(edge).is_some())
                })
                .map(|hex| grid.name(hex))
                .collect()
        };
        // 2109 and 2112 lie where the line leaves by the vertex between front and flank.
        assert_eq!(
            front(ArcEdge::Inclusive),
            ["2109", "2110", "2111", "2112", "2209", "2210", "2211"]
        );
        assert_eq!(
            front(ArcEdge::Exclusive),
            ["2110", "2111", "2209", "2210", "2211"]
        );
        assert_eq!(grid.arc_toward(from, EAST, Refusal::None, from), None);
    }
}
