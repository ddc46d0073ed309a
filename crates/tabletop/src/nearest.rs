//! Distances, nearest places, contact and overlap of convex shapes.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::base::Convex;
use crate::exact::{ExactPoint, Ratio, SquaredDistance};
use crate::length::Ticks;
use crate::point::{Point, Vector};

/// The two places at which two shapes are nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    pub on_first: ExactPoint,
    pub on_second: ExactPoint,
    pub square: SquaredDistance,
}

/// The straight pieces of an outline, the last one back to the first corner. A segment has two, one each way.
pub(crate) fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners
        .iter()
        .copied()
        .zip(corners.iter().copied().cycle().skip(1))
}

/// How deep two shapes reach into each other along the best of the edge normals of both: `depth` over the length whose
/// square is `square`. Not positive if they do not overlap.
#[derive(Clone, Copy, Debug)]
struct Depth {
    depth: i64,
    square: i64,
}

impl Depth {
    fn is_less_than(self, other: Depth) -> bool {
        match (self.depth < 0, other.depth < 0) {
            (true, false) => true,
            (false, true) => false,
            (negative, _) => {
                let left = i128::from(self.depth).pow(2) * i128::from(other.square);
                let right = i128::from(other.depth).pow(2) * i128::from(self.square);
                if negative { left > right } else { left < right }
            }
        }
    }

    /// Whether the depth is more than this many ticks.
    fn exceeds(self, ticks: Ticks) -> bool {
        let limit = i128::from(ticks.0);
        self.depth > 0 && i128::from(self.depth).pow(2) > limit * limit * i128::from(self.square)
    }
}

/// The depth of the second shape behind each edge of the first; the least is what separates them best.
fn depths<'a>(first: &'a [Point], second: &'a [Point]) -> impl Iterator<Item = Depth> + 'a {
    edges(first)
        .filter(|(from, to)| from != to)
        .map(move |(from, to)| {
            // Counter-clockwise: the inside is to the left, so the outward normal is to the right.
            let outward = (to - from).right();
            let depth = second
                .iter()
                .map(|&corner| outward.dot(from - corner))
                .max()
                .unwrap_or(i64::MIN);
            Depth {
                depth,
                square: outward.squared_length(),
            }
        })
}

/// Whether two shapes reach into each other by more than `tolerance`: the least shift that parts them is longer.
pub fn overlaps_by_more(first: &impl Convex, second: &impl Convex, tolerance: Ticks) -> bool {
    overlap_of(first.corners(), second.corners(), tolerance)
}

pub(crate) fn overlap_of(first: &[Point], second: &[Point], tolerance: Ticks) -> bool {
    let mut asked = false;
    for depth in depths(first, second).chain(depths(second, first)) {
        asked = true;
        if !depth.exceeds(tolerance) {
            return false;
        }
    }
    // Two single places have no edge and cannot overlap.
    asked
}

/// Overlap as the rules mean it: a penetration of more than 10 ticks, never allowed between units at rest.
pub fn overlaps(first: &impl Convex, second: &impl Convex) -> bool {
    overlaps_by_more(first, second, Ticks::CONTACT)
}

/// Whether the insides of two shapes share a place at all: forced placements look for this to be false.
pub fn penetrates(first: &impl Convex, second: &impl Convex) -> bool {
    overlaps_by_more(first, second, Ticks::ZERO)
}

/// The depth of an overlap in ticks, rounded up; zero if the insides share no place.
pub fn penetration(first: &impl Convex, second: &impl Convex) -> Ticks {
    let (first, second) = (first.corners(), second.corners());
    let least = depths(first, second)
        .chain(depths(second, first))
        .reduce(|best, depth| {
            if depth.is_less_than(best) {
                depth
            } else {
                best
            }
        });
    match least {
        Some(Depth { depth, square }) if depth > 0 => {
            SquaredDistance::new(Ratio::over(i128::from(depth).pow(2), i128::from(square)))
                .ticks_rounded_up()
        }
        _ => Ticks::ZERO,
    }
}

/// Whether some line parts the shapes with room to spare, so that they do not even touch.
fn is_apart(first: &[Point], second: &[Point]) -> bool {
    meet(first, second, &mut |_| ())
        || meet(second, first, &mut |_| ())
        || is_apart_along(first, second)
}

/// Hands on every corner with every edge of an outline that it lies before, and tells whether one of these edges parts
/// all corners from the outline. A corner behind an edge is nearer to another edge, so such pairs are left out; they are
/// most of them, and this is the innermost loop of the house.
fn meet(corners: &[Point], outline: &[Point], each: &mut impl FnMut(Candidate)) -> bool {
    // A segment is one edge with two sides, and a single place is an edge without length.
    let thin = outline.len() < 3;
    let count = if thin { 1 } else { outline.len() };
    let mut parted = false;
    let mut ends = outline
        .iter()
        .copied()
        .skip(1)
        .chain(outline.first().copied());
    for &from in outline.iter().take(count) {
        let to = ends.next().unwrap_or(from);
        let step = to - from;
        let length = step.squared_length();
        let (mut behind, mut before) = (false, false);
        for &corner in corners {
            let arm = corner - from;
            // Counter-clockwise: the inside is to the left.
            let off = step.cross(arm);
            behind |= off >= 0;
            before |= off <= 0;
            if off < 0 || thin {
                each(Candidate::of(corner, arm, off, (from, to), length));
            }
        }
        parted |= !behind || (thin && !before);
    }
    parted
}

/// Whether the reaches of two segments or places along a common line are apart.
fn is_apart_along(first: &[Point], second: &[Point]) -> bool {
    // Segments and places in one line are parted by no edge normal of their own.
    let along = match (first, second) {
        ([a], [b]) => return a != b,
        ([a, b], [_] | [_, _]) | ([_], [a, b]) => *b - *a,
        _ => return false,
    };
    let origin = first[0];
    let reach = |places: &[Point]| {
        let at = |place: &Point| along.dot(*place - origin);
        (
            places.iter().map(at).min().unwrap_or(0),
            places.iter().map(at).max().unwrap_or(0),
        )
    };
    let ((low, high), (other_low, other_high)) = (reach(first), reach(second));
    high < other_low || other_high < low
}

/// The best distance so far from a corner to an edge, and where.
#[derive(Clone, Copy)]
struct Candidate {
    numerator: i128,
    denominator: i128,
    corner: Point,
    edge: (Point, Point),
    /// How far along the edge, over its squared length.
    along: i64,
    length: i64,
}

impl Candidate {
    fn of(corner: Point, arm: Vector, off: i64, edge: (Point, Point), length: i64) -> Candidate {
        let along = (edge.1 - edge.0).dot(arm);
        let (numerator, denominator, along) = if along <= 0 {
            (i128::from(arm.squared_length()), 1, 0)
        } else if along >= length {
            (i128::from(corner.squared_distance(edge.1)), 1, length)
        } else {
            let off = i128::from(off);
            (off * off, i128::from(length), along)
        };
        Candidate {
            numerator,
            denominator,
            corner,
            edge,
            along,
            length: length.max(1),
        }
    }

    fn compared_to(&self, other: &Candidate) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }

    fn on_edge(&self) -> ExactPoint {
        ExactPoint::between(
            self.edge.0,
            self.edge.1,
            Ratio::over(i128::from(self.along), i128::from(self.length)),
        )
    }

    fn square(&self) -> SquaredDistance {
        SquaredDistance::new(Ratio::over(self.numerator, self.denominator))
    }
}

/// The square of the distance between two shapes; zero if they touch or overlap.
pub fn squared_distance(first: &impl Convex, second: &impl Convex) -> SquaredDistance {
    distance_of(first.corners(), second.corners())
}

/// Two convex outlines that are apart are nearest at a corner of one of them.
pub(crate) fn distance_of(first: &[Point], second: &[Point]) -> SquaredDistance {
    let mut least: Option<Candidate> = None;
    let mut offer = |candidate: Candidate| {
        if least.is_none_or(|least| candidate.compared_to(&least).is_lt()) {
            least = Some(candidate);
        }
    };
    let parted = meet(first, second, &mut offer) | meet(second, first, &mut offer);
    match least {
        Some(least) if parted || is_apart_along(first, second) => least.square(),
        _ => SquaredDistance::ZERO,
    }
}

/// Whether two shapes are in contact: no more than 10 ticks apart. A corner is enough.
pub fn touches(first: &impl Convex, second: &impl Convex) -> bool {
    squared_distance(first, second).is_contact()
}

/// The nearest places of two shapes that are apart, ties to the smaller x and then the smaller y, first on the first
/// shape and then on the second. None if they touch or overlap.
pub fn nearest(first: &impl Convex, second: &impl Convex) -> Option<Nearest> {
    let (first, second) = (first.corners(), second.corners());
    // Those that are as near as the nearest so far, each with whether its corner is of the first shape.
    let mut nearest: SmallVec<[(Candidate, bool); 4]> = SmallVec::new();
    let mut offer = |candidate: Candidate, of_first: bool| {
        let order = nearest
            .first()
            .map_or(Ordering::Less, |(known, _)| candidate.compared_to(known));
        if order.is_lt() {
            nearest.clear();
        }
        if order.is_le() {
            nearest.push((candidate, of_first));
        }
    };
    let parted = meet(first, second, &mut |candidate| offer(candidate, true))
        | meet(second, first, &mut |candidate| offer(candidate, false));
    if !parted && !is_apart_along(first, second) {
        return None;
    }
    let square = nearest.first()?.0.square();
    let mut best: Option<(ExactPoint, ExactPoint)> = None;
    for (candidate, of_first) in &nearest {
        let (corner, on_edge) = (candidate.corner.into(), candidate.on_edge());
        let pair = if *of_first {
            (corner, on_edge)
        } else {
            (on_edge, corner)
        };
        if best.is_none_or(|best| pair < best) {
            best = Some(pair);
        }
    }
    best.map(|(on_first, on_second)| Nearest {
        on_first,
        on_second,
        square,
    })
}

/// The place of a shape that is nearest to a given place; the place itself if it lies in the shape.
pub fn nearest_to(shape: &impl Convex, place: Point) -> ExactPoint {
    nearest(shape, &place).map_or_else(|| place.into(), |nearest| nearest.on_first)
}

/// Whether a place lies in a shape, its border included.
pub fn holds(shape: &impl Convex, place: Point) -> bool {
    !is_apart(shape.corners(), &[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::Hull;

    fn square(x: i32, y: i32, side: i32) -> Hull {
        Hull::of([
            Point::new(x, y),
            Point::new(x + side, y),
            Point::new(x + side, y + side),
            Point::new(x, y + side),
        ])
    }

    fn diamond(x: i32, y: i32, r: i32) -> Hull {
        Hull::of([
            Point::new(x - r, y),
            Point::new(x, y - r),
            Point::new(x + r, y),
            Point::new(x, y + r),
        ])
    }

    #[test]
    fn distance_to_the_tick() {
        let a = square(0, 0, 100);
        assert_eq!(
            squared_distance(&a, &square(110, 0, 50)),
            SquaredDistance::of(Ticks(10))
        );
        assert!(touches(&a, &square(110, 0, 50)));
        assert!(!touches(&a, &square(111, 0, 50)));
        assert_eq!(
            squared_distance(&a, &square(103, 104, 50)),
            SquaredDistance::of(Ticks(5))
        );
        assert_eq!(
            squared_distance(&a, &square(100, 100, 5)),
            SquaredDistance::ZERO
        );
        assert_eq!(
            squared_distance(&a, &square(50, 50, 5)),
            SquaredDistance::ZERO
        );
    }

    #[test]
    fn distance_to_a_slanting_edge_is_a_fraction() {
        let d = squared_distance(&diamond(0, 0, 100), &square(100, 100, 10));
        assert_eq!(d.ratio(), Ratio::over(5000, 1));
        let corner = Point::new(101, 100);
        assert_eq!(
            squared_distance(&diamond(0, 0, 100), &corner).ratio(),
            Ratio::over(101 * 101, 2)
        );
    }

    #[test]
    fn overlap_begins_beyond_ten_ticks() {
        let a = square(0, 0, 100);
        assert!(!overlaps(&a, &square(90, 0, 50)));
        assert!(overlaps(&a, &square(89, 0, 50)));
        assert!(penetrates(&a, &square(99, 0, 50)));
        assert!(!penetrates(&a, &square(100, 0, 50)));
        assert_eq!(penetration(&a, &square(90, 0, 50)), Ticks(10));
        assert_eq!(penetration(&a, &square(200, 0, 50)), Ticks(0));
        // The least shift that parts them counts, also when one lies inside the other.
        assert_eq!(penetration(&a, &square(40, 40, 10)), Ticks(50));
    }

    #[test]
    fn a_corner_that_pricks_an_edge() {
        let a = square(0, 0, 100);
        let pricking = diamond(150, 50, 60);
        assert_eq!(penetration(&a, &pricking), Ticks(10));
        assert!(!overlaps(&a, &pricking));
        assert!(overlaps(&a, &diamond(149, 50, 60)));
    }

    #[test]
    fn nearest_places_and_their_ties() {
        let a = square(0, 0, 100);
        let b = square(150, 20, 100);
        let near = nearest(&a, &b).expect("apart");
        assert_eq!(near.on_first, Point::new(100, 20).into());
        assert_eq!(near.on_second, Point::new(150, 20).into());
        assert_eq!(near.square, SquaredDistance::of(Ticks(50)));
        assert!(nearest(&a, &square(100, 0, 4)).is_none());
        assert_eq!(
            nearest_to(&a, Point::new(130, 70)),
            Point::new(100, 70).into()
        );
        assert_eq!(
            nearest_to(&a, Point::new(30, 70)),
            Point::new(30, 70).into()
        );
    }

    #[test]
    fn segments_and_places_are_shapes_too() {
        let fence = [Point::new(0, 0), Point::new(100, 0)];
        assert_eq!(
            squared_distance(&fence, &[Point::new(130, 0), Point::new(200, 0)]),
            SquaredDistance::of(Ticks(30))
        );
        assert_eq!(
            squared_distance(&fence, &[Point::new(50, -10), Point::new(50, 10)]),
            SquaredDistance::ZERO
        );
        assert_eq!(
            squared_distance(&fence, &Point::new(50, 7)),
            SquaredDistance::of(Ticks(7))
        );
        assert_eq!(
            squared_distance(&Point::new(3, 4), &Point::new(0, 0)),
            SquaredDistance::of(Ticks(5))
        );
        assert_eq!(
            squared_distance(&Point::new(130, 0), &fence),
            SquaredDistance::of(Ticks(30))
        );
        assert!(holds(&square(0, 0, 10), Point::new(10, 10)));
        assert!(!holds(&square(0, 0, 10), Point::new(11, 10)));
    }
}
