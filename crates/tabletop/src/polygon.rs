//! Areas of terrain: simple polygons in ticks.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::base::Convex;
use crate::bounds::Bounds;
use crate::decompose::convex_parts;
use crate::exact::{Ratio, SquaredDistance};
use crate::hull::Hull;
use crate::length::Ticks;
use crate::nearest::{distance_of, edges, overlap_of};
use crate::point::{Point, side_of_line};
use crate::segment::{Segment, pieces_meet};

/// A simple polygon: its outline runs counter-clockwise and meets itself nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    outline: Vec<Point>,
    bounds: Bounds,
    parts: Vec<Hull>,
}

/// Why some corners are no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PolygonError {
    #[error("an area needs three corners that are not in a line; {0} given")]
    TooFewCorners(usize),
    #[error(
        "the outline meets itself: the side from corner {first} and the side from corner {second}, counted from 0"
    )]
    MeetsItself { first: usize, second: usize },
}

/// Where a place lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Inside,
    Border,
    Outside,
}

impl Polygon {
    /// The polygon with these corners, in either sense of rotation.
    pub fn new(corners: impl IntoIterator<Item = Point>) -> Result<Polygon, PolygonError> {
        let mut outline: Vec<Point> = corners.into_iter().collect();
        let given = outline.len();
        outline.dedup();
        if outline.len() > 1 && outline.first() == outline.last() {
            outline.pop();
        }
        let count = outline.len();
        let area = doubled_area(&outline);
        if count < 3 {
            return Err(PolygonError::TooFewCorners(given));
        }
        for (i, (a, b)) in edges(&outline).enumerate() {
            for (j, (c, d)) in edges(&outline).enumerate().skip(i + 1) {
                let neighbours = j == i + 1 || (i == 0 && j == count - 1);
                let meets = if neighbours {
                    // Neighbours share a corner; they may not fold back on each other.
                    let (end, shared, other) = if j == i + 1 { (a, b, d) } else { (b, a, c) };
                    side_of_line(end, shared, other) == 0 && (end - shared).dot(other - shared) > 0
                } else {
                    pieces_meet(a, b, c, d)
                };
                if meets {
                    return Err(PolygonError::MeetsItself {
                        first: i,
                        second: j,
                    });
                }
            }
        }
        if area == 0 {
            return Err(PolygonError::TooFewCorners(given));
        }
        if area < 0 {
            outline.reverse();
        }
        Ok(Polygon {
            bounds: Bounds::of(&outline),
            parts: convex_parts(&outline),
            outline,
        })
    }

    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Convex parts that together are the polygon and do not overlap.
    pub fn parts(&self) -> &[Hull] {
        &self.parts
    }

    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        edges(&self.outline)
    }

    pub fn side_of(&self, place: Point) -> Side {
        if !self.bounds.contains(place) {
            return Side::Outside;
        }
        let mut inside = false;
        for (a, b) in self.sides() {
            let side = side_of_line(a, b, place);
            if side == 0 && Bounds::of(&[a, b]).contains(place) {
                return Side::Border;
            }
            // Each side counts with its lower end and without its upper, so a corner counts once.
            if (a.y() <= place.y()) != (b.y() <= place.y()) && (side > 0) == (b.y() > a.y()) {
                inside = !inside;
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }

    /// Whether a place lies strictly inside.
    pub fn contains(&self, place: Point) -> bool {
        self.side_of(place) == Side::Inside
    }

    /// Whether a place lies inside or on the border.
    pub fn holds(&self, place: Point) -> bool {
        self.side_of(place) != Side::Outside
    }

    /// Whether a shape reaches into the inside: a base in the woods, the sweep of a front edge that touches them.
    ///
    /// A shape that only shares a piece of the border does not.
    pub fn is_entered_by(&self, shape: &impl Convex) -> bool {
        let corners = shape.corners();
        if !self.bounds.meets(shape.bounds()) {
            return false;
        }
        match corners {
            [] => false,
            [place] => self.contains(*place),
            [from, to] => !self.parts_inside(&Segment::new(*from, *to)).is_empty(),
            // A side of the area inside the shape has the area on one hand of it. If there is none, the shape lies all
            // inside or all outside, and so does any place inside it.
            _ => {
                self.sides()
                    .any(|(a, b)| Segment::new(a, b).inside_convex(corners).is_some())
                    || self.holds_middle_of(corners)
            }
        }
    }

    /// Whether a shape reaches more than `tolerance` into one of the convex parts: the way impassable ground forgives
    /// rounding as units do.
    pub fn overlaps_by_more(&self, shape: &impl Convex, tolerance: Ticks) -> bool {
        let bounds = shape.bounds();
        bounds.meets(self.bounds)
            && self.parts.iter().any(|part| {
                bounds.meets(part.bounds())
                    && overlap_of(part.corners(), shape.corners(), tolerance)
            })
    }

    /// The distance to a shape, squared; zero if they touch or overlap.
    pub fn squared_distance(&self, shape: &impl Convex) -> SquaredDistance {
        self.parts
            .iter()
            .map(|part| distance_of(part.corners(), shape.corners()))
            .min()
            .unwrap_or(SquaredDistance::ZERO)
    }

    /// The middle of three corners that are not in a line, tripled, lies inside.
    fn holds_middle_of(&self, corners: &[Point]) -> bool {
        let Some(third) =
            (2..corners.len()).find(|&i| side_of_line(corners[0], corners[1], corners[i]) != 0)
        else {
            return false;
        };
        let (a, b, c) = (corners[0], corners[1], corners[third]);
        // A segment from a corner through the middle of the three: its mid part is inside the shape.
        let third = |p: i32, q: i32, r: i32| i128::from(p) + i128::from(q) + i128::from(r);
        let middle = crate::exact::ExactPoint {
            x: third(a.x(), b.x(), c.x()),
            y: third(a.y(), b.y(), c.y()),
            w: 3,
        };
        self.side_at(&Segment::new(a, middle), Ratio::ONE) == Side::Inside
    }

    /// Every fraction of the segment at which it meets the border, with both ends, in order.
    fn cuts(&self, segment: &Segment) -> Vec<Ratio> {
        let mut cuts = vec![Ratio::ZERO, Ratio::ONE];
        let bounds = segment.bounds();
        for (a, b) in self.sides() {
            if !bounds.meets(Bounds::of(&[a, b])) {
                continue;
            }
            let side = segment.linear((b - a).left(), a);
            match side.zero() {
                Some(zero) => cuts.push(zero),
                // In one line with the side: its ends are the cuts.
                None if side.start == 0 => {
                    let step = b - a;
                    let along = segment.linear(step, a);
                    let length = i128::from(step.squared_length()) * segment.to.w;
                    let behind = crate::segment::Linear {
                        start: along.start - length,
                        end: along.end - length,
                    };
                    cuts.extend(along.zero());
                    cuts.extend(behind.zero());
                }
                None => {}
            }
        }
        cuts.retain(|cut| (Ratio::ZERO..=Ratio::ONE).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// Where the place at a fraction of a segment lies.
    fn side_at(&self, segment: &Segment, along: Ratio) -> Side {
        let mut inside = false;
        for (a, b) in self.sides() {
            let step = b - a;
            let side = segment.linear(step.left(), a).sign_at(along);
            let up = |corner: Point| {
                segment
                    .linear(crate::point::Vector::new(0, 1), corner)
                    .sign_at(along)
                    != Ordering::Less
            };
            if side == Ordering::Equal {
                let behind = segment.linear(step, a).sign_at(along);
                let beyond = segment.linear(step, b).sign_at(along);
                if behind != Ordering::Less && beyond != Ordering::Greater {
                    return Side::Border;
                }
            }
            if up(a) != up(b) && (side == Ordering::Greater) == (b.y() > a.y()) {
                inside = !inside;
            }
        }
        if inside { Side::Inside } else { Side::Outside }
    }

    /// The parts of a segment strictly inside, as fractions of it, in order. Running along a border is outside.
    pub fn parts_inside(&self, segment: &Segment) -> Vec<(Ratio, Ratio)> {
        if !self.bounds.meets(segment.bounds()) {
            return Vec::new();
        }
        let mut parts: Vec<(Ratio, Ratio)> = Vec::new();
        for pair in self.cuts(segment).windows(2) {
            if self.side_at(segment, pair[0].mediant(pair[1])) == Side::Inside {
                parts.push((pair[0], pair[1]));
            }
        }
        parts
    }

    /// Whether a line of fire passes through the inside.
    pub fn is_crossed_by(&self, segment: &Segment) -> bool {
        !self.parts_inside(segment).is_empty()
    }
}

/// Twice the area inside an outline, positive if it runs counter-clockwise.
pub(crate) fn doubled_area(outline: &[Point]) -> i64 {
    let Some(&origin) = outline.first() else {
        return 0;
    };
    edges(outline)
        .map(|(a, b)| (a - origin).cross(b - origin))
        .sum()
}

impl TryFrom<Vec<Point>> for Polygon {
    type Error = PolygonError;
    fn try_from(corners: Vec<Point>) -> Result<Polygon, PolygonError> {
        Polygon::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.outline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    /// A U open to the north.
    fn u() -> Polygon {
        Polygon::new([
            p(0, 0),
            p(300, 0),
            p(300, 300),
            p(200, 300),
            p(200, 100),
            p(100, 100),
            p(100, 300),
            p(0, 300),
        ])
        .expect("simple")
    }

    fn square(x: i32, y: i32, side: i32) -> Hull {
        Hull::of([
            p(x, y),
            p(x + side, y),
            p(x + side, y + side),
            p(x, y + side),
        ])
    }

    #[test]
    fn what_is_written_down_reads_back() {
        let area = Polygon::new([p(0, 0), p(900, 0), p(900, 700), p(300, 200)]).expect("simple");
        let text = serde_json::to_string(&area).expect("text");
        let again: Polygon = serde_json::from_str(&text).expect("the same");
        assert_eq!(
            (again.outline(), again.parts()),
            (area.outline(), area.parts())
        );
        let line = crate::Polyline::new([p(0, 0), p(900, 0), p(900, 700)]).expect("a line");
        let text = serde_json::to_string(&line).expect("text");
        assert_eq!(
            serde_json::from_str::<crate::Polyline>(&text).ok(),
            Some(line)
        );
    }

    #[test]
    fn a_corner_on_a_straight_side_is_none_and_the_smallest_triangle_is_one() {
        let polygon =
            |list: &[(i32, i32)]| Polygon::new(list.iter().map(|&(x, y)| Point::new(x, y)));
        assert!(polygon(&[(0, 0), (10, 0), (20, 0), (20, 20), (0, 20)]).is_ok());
        assert!(polygon(&[(0, 0), (20, 0), (10, 0), (20, 20), (0, 20)]).is_err());
        assert!(polygon(&[(0, 0), (1, 0), (0, 1)]).is_ok());
    }

    #[test]
    fn places_in_and_out() {
        assert_eq!(u().side_of(p(50, 200)), Side::Inside);
        assert_eq!(u().side_of(p(150, 200)), Side::Outside);
        assert_eq!(u().side_of(p(100, 200)), Side::Border);
        assert_eq!(u().side_of(p(300, 300)), Side::Border);
        assert_eq!(u().side_of(p(301, 100)), Side::Outside);
        assert_eq!(u().side_of(p(50, 100)), Side::Inside);
        assert_eq!(u().side_of(p(-50, 100)), Side::Outside);
    }

    #[test]
    fn shapes_enter_or_only_share_a_border() {
        assert!(u().is_entered_by(&square(110, 90, 20)));
        assert!(!u().is_entered_by(&square(110, 110, 80)));
        assert!(!u().is_entered_by(&square(100, 100, 100)));
        assert!(u().is_entered_by(&square(10, 10, 20)));
        assert!(u().is_entered_by(&square(-100, -100, 1000)));
        assert!(!u().is_entered_by(&square(300, 0, 50)));
    }

    #[test]
    fn an_area_that_is_the_shape_itself() {
        let area = Polygon::new([p(0, 0), p(0, 50), p(50, 50), p(50, 0)]).expect("simple");
        assert!(area.is_entered_by(&square(0, 0, 50)));
        assert_eq!(doubled_area(area.outline()), 5000);
    }

    #[test]
    fn front_edges_are_segments() {
        assert!(u().is_entered_by(&[p(90, 200), p(110, 200)]));
        assert!(!u().is_entered_by(&[p(100, 200), p(200, 200)]));
        assert!(!u().is_entered_by(&[p(0, -10), p(0, 400)]));
        assert!(!u().is_entered_by(&[p(100, 150), p(100, 400)]));
        assert!(u().is_entered_by(&[p(100, 50), p(100, 400)]));
    }

    #[test]
    fn parts_of_a_line_inside() {
        let line = Segment::new(p(-100, 200), p(400, 200));
        let ratio = |n, d| Ratio::new(n, d).expect("a ratio");
        assert_eq!(
            u().parts_inside(&line),
            [(ratio(1, 5), ratio(2, 5)), (ratio(3, 5), ratio(4, 5))]
        );
        assert!(
            u().parts_inside(&Segment::new(p(100, 100), p(200, 100)))
                .is_empty()
        );
        // Through a corner that only touches.
        assert!(!u().is_crossed_by(&Segment::new(p(-50, 350), p(50, 300))));
    }

    #[test]
    fn bad_outlines_are_refused() {
        assert_eq!(
            Polygon::new([p(0, 0), p(10, 0)]),
            Err(PolygonError::TooFewCorners(2))
        );
        assert_eq!(
            Polygon::new([p(0, 0), p(10, 10), p(10, 0), p(0, 10)]),
            Err(PolygonError::MeetsItself {
                first: 0,
                second: 2
            })
        );
        assert!(Polygon::new([p(0, 0), p(10, 0), p(5, 0), p(5, 5)]).is_err());
        assert!(Polygon::new([p(0, 0), p(10, 0), p(20, 0)]).is_err());
        assert!(Polygon::new([p(0, 0), p(10, 0), p(10, 10), p(0, 10), p(0, 0)]).is_ok());
    }

    #[test]
    fn impassable_ground_forgives_ten_ticks() {
        assert!(!u().overlaps_by_more(&square(290, 50, 50), Ticks::CONTACT));
        assert!(u().overlaps_by_more(&square(289, 50, 50), Ticks::CONTACT));
        assert_eq!(
            u().squared_distance(&square(140, 140, 20)),
            SquaredDistance::of(Ticks(40))
        );
    }
}
