//! Convex hulls: what a base sweeps on its way.

use smallvec::SmallVec;

use crate::base::Convex;
use crate::point::{Point, side_of_line};

/// A convex outline, counter-clockwise, no three corners in a line. A sweep along its own line is a segment of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hull {
    corners: SmallVec<[Point; 8]>,
}

impl Hull {
    /// The hull of some places (monotone chain).
    pub fn of(places: impl IntoIterator<Item = Point>) -> Hull {
        let mut sorted: SmallVec<[Point; 16]> = places.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() < 3 {
            return Hull {
                corners: sorted.into_iter().collect(),
            };
        }
        let mut corners: SmallVec<[Point; 8]> = SmallVec::new();
        let mut extend = |places: &mut dyn Iterator<Item = Point>| {
            let start = corners.len();
            for place in places {
                while corners.len() >= start + 2
                    && side_of_line(
                        corners[corners.len() - 2],
                        corners[corners.len() - 1],
                        place,
                    ) <= 0
                {
                    corners.pop();
                }
                corners.push(place);
            }
            // The last place begins the other chain.
            corners.pop();
        };
        extend(&mut sorted.iter().copied());
        extend(&mut sorted.iter().rev().copied());
        Hull { corners }
    }

    /// The hull of two shapes: the sweep of a straight leg from one to the other.
    pub fn of_both(a: &impl Convex, b: &impl Convex) -> Hull {
        Hull::of(a.corners().iter().chain(b.corners()).copied())
    }
}

impl Convex for Hull {
    fn corners(&self) -> &[Point] {
        &self.corners
    }
}

/// A straight piece as a shape: a front edge, a piece of a fence.
impl Convex for [Point; 2] {
    fn corners(&self) -> &[Point] {
        self
    }
}

/// A single place as a shape: an objective.
impl Convex for Point {
    fn corners(&self) -> &[Point] {
        std::slice::from_ref(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_run_counter_clockwise_without_straight_ones() {
        let hull = Hull::of([
            Point::new(0, 0),
            Point::new(2, 0),
            Point::new(4, 0),
            Point::new(4, 4),
            Point::new(2, 2),
            Point::new(0, 4),
            Point::new(0, 0),
        ]);
        assert_eq!(
            hull.corners(),
            [
                Point::new(0, 0),
                Point::new(4, 0),
                Point::new(4, 4),
                Point::new(0, 4)
            ]
        );
    }

    #[test]
    fn places_in_a_line_make_a_segment() {
        let hull = Hull::of([Point::new(2, 2), Point::new(0, 0), Point::new(5, 5)]);
        assert_eq!(hull.corners(), [Point::new(0, 0), Point::new(5, 5)]);
        assert_eq!(Hull::of([Point::new(1, 1)]).corners(), [Point::new(1, 1)]);
    }
}
