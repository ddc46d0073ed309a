//! Segments whose far end may fall between ticks: lines of fire.

use std::cmp::Ordering;

use crate::bounds::Bounds;
use crate::exact::{ExactPoint, Ratio};
use crate::nearest::edges;
use crate::point::{Point, Vector, side_of_line};

/// A straight line from a place in whole ticks to an exact place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub from: Point,
    pub to: ExactPoint,
}

/// The value of a linear form along a segment: `start` at its beginning, `end` at its end, both over one denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    pub start: i128,
    pub end: i128,
}

impl Linear {
    /// Where along the segment the value is zero; none if it is the same everywhere.
    pub fn zero(self) -> Option<Ratio> {
        Ratio::new(self.start, self.start - self.end)
    }

    /// The sign of the value at a fraction of the way.
    pub fn sign_at(self, along: Ratio) -> Ordering {
        match self.zero() {
            None => self.start.cmp(&0),
            Some(zero) if self.start < self.end => along.cmp(&zero),
            Some(zero) => zero.cmp(&along),
        }
    }
}

impl Segment {
    pub fn new(from: Point, to: impl Into<ExactPoint>) -> Segment {
        Segment {
            from,
            to: to.into(),
        }
    }

    pub fn bounds(&self) -> Bounds {
        let cut = |value: i128| i64::try_from(value.div_euclid(self.to.w)).unwrap_or(0);
        let (x, y) = (cut(self.to.x), cut(self.to.y));
        Bounds::of(&[
            self.from,
            Point::from_wide(x, y),
            Point::from_wide(x + 1, y + 1),
        ])
    }

    /// `normal . (p - origin)` along the segment.
    pub(crate) fn linear(&self, normal: Vector, origin: Point) -> Linear {
        Linear {
            start: i128::from(normal.dot(self.from - origin)) * self.to.w,
            end: self.to.scaled_dot(normal, origin),
        }
    }

    /// On which side of the line from `a` to `b` the segment runs: positive to the left.
    fn side(&self, a: Point, b: Point) -> Linear {
        self.linear((b - a).left(), a)
    }

    /// The square of the length.
    pub fn squared_length(&self) -> crate::exact::SquaredDistance {
        self.to.squared_distance(self.from)
    }

    /// The part of the way that lies strictly inside a convex outline: a line that only touches or runs along the
    /// border has none.
    pub(crate) fn inside_convex(&self, corners: &[Point]) -> Option<(Ratio, Ratio)> {
        if corners.len() < 3 {
            return None;
        }
        let (mut start, mut end) = (Ratio::ZERO, Ratio::ONE);
        for (a, b) in edges(corners) {
            let side = self.side(a, b);
            if side.start <= 0 && side.end <= 0 {
                return None;
            }
            if side.start >= 0 && side.end >= 0 {
                continue;
            }
            let zero = side.zero()?;
            if side.start < 0 {
                start = start.max(zero);
            } else {
                end = end.min(zero);
            }
        }
        (start < end).then_some((start, end))
    }

    /// Whether the segment passes through the inside of a convex shape. Touching a border is not crossing; running
    /// along a border counts as outside.
    pub fn crosses(&self, shape: &impl crate::base::Convex) -> bool {
        self.inside_convex(shape.corners()).is_some()
    }

    /// On which side of the line through the segment a place lies: positive to the left, zero on it.
    pub(crate) fn hand_of(&self, place: Point) -> i128 {
        let (dx, dy) = self.scaled_step();
        let arm = place - self.from;
        dx * i128::from(arm.y) - dy * i128::from(arm.x)
    }

    /// The step from end to end, times the denominator of the far end.
    fn scaled_step(&self) -> (i128, i128) {
        (
            self.to.x - i128::from(self.from.x()) * self.to.w,
            self.to.y - i128::from(self.from.y()) * self.to.w,
        )
    }

    /// Whether the segment and a straight piece cross strictly inside both.
    pub fn crosses_piece(&self, a: Point, b: Point) -> bool {
        let side = self.side(a, b);
        side.start.signum() * side.end.signum() < 0
            && self.hand_of(a).signum() * self.hand_of(b).signum() < 0
    }

    /// Whether a place lies on the segment, its ends included.
    pub fn holds(&self, place: Point) -> bool {
        let w = self.to.w;
        let (dx, dy) = self.scaled_step();
        let arm = place - self.from;
        let (ax, ay) = (i128::from(arm.x), i128::from(arm.y));
        let off = dx * ay - dy * ax;
        let along = dx * ax + dy * ay;
        // Compared with the squared length over the same denominator, without squaring it: both parts of the arm lie
        // within both parts of the step.
        off == 0 && along >= 0 && (ax * w).abs() <= dx.abs() && (ay * w).abs() <= dy.abs()
    }

    /// Whether a place lies on the segment and is neither of its ends.
    pub(crate) fn holds_inside(&self, place: Point) -> bool {
        self.holds(place) && place != self.from && ExactPoint::from(place) != self.to
    }
}

/// Whether two segments in whole ticks share a place, ends included.
pub(crate) fn pieces_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (ac, ad) = (
        side_of_line(a, b, c).signum(),
        side_of_line(a, b, d).signum(),
    );
    let (ca, cb) = (
        side_of_line(c, d, a).signum(),
        side_of_line(c, d, b).signum(),
    );
    if ac * ad < 0 && ca * cb < 0 {
        return true;
    }
    let within = |p: Point, q: Point, r: Point| Bounds::of(&[p, q]).contains(r);
    (ac == 0 && within(a, b, c))
        || (ad == 0 && within(a, b, d))
        || (ca == 0 && within(c, d, a))
        || (cb == 0 && within(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::Hull;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    fn square() -> Hull {
        Hull::of([p(0, 0), p(100, 0), p(100, 100), p(0, 100)])
    }

    #[test]
    fn touching_or_running_along_a_border_is_not_crossing() {
        assert!(Segment::new(p(-50, 50), p(150, 50)).crosses(&square()));
        assert!(Segment::new(p(-50, 50), p(1, 50)).crosses(&square()));
        assert!(!Segment::new(p(-50, 50), p(0, 50)).crosses(&square()));
        assert!(!Segment::new(p(-50, 0), p(150, 0)).crosses(&square()));
        assert!(!Segment::new(p(-50, 50), p(50, 150)).crosses(&square()));
        assert!(!Segment::new(p(-50, 51), p(51, 152)).crosses(&square()));
        assert!(Segment::new(p(-50, 49), p(50, 149)).crosses(&square()));
        assert!(Segment::new(p(20, 20), p(30, 30)).crosses(&square()));
    }

    #[test]
    fn pieces_are_crossed_from_side_to_side() {
        let (a, b) = (p(0, 0), p(100, 0));
        assert!(Segment::new(p(50, -10), p(50, 10)).crosses_piece(a, b));
        assert!(!Segment::new(p(0, -10), p(0, 10)).crosses_piece(a, b));
        assert!(!Segment::new(p(-1, -10), p(-1, 10)).crosses_piece(a, b));
        assert!(!Segment::new(p(50, -10), p(50, 0)).crosses_piece(a, b));
    }

    #[test]
    fn an_end_between_ticks() {
        let half = Ratio::new(1, 2).expect("a half");
        let to = ExactPoint::between(p(99, -1), p(100, -2), half);
        // From (100, 1) to (99.5, -1.5): passes the corner (100, 0) inside.
        assert!(Segment::new(p(100, 1), to).crosses(&square()));
        assert!(Segment::new(p(100, 1), to).crosses_piece(p(0, 0), p(100, 0)));
        assert!(!Segment::new(p(100, 1), to).crosses_piece(p(100, 0), p(200, 0)));
        let bounds = Segment::new(p(99, 1), to).bounds();
        assert!(bounds.contains(p(99, -2)) && bounds.contains(p(100, -1)));
        let line = Segment::new(p(100, 1), to);
        assert!(line.holds(p(100, 1)) && !line.holds(p(101, 6)) && !line.holds(p(99, -4)));
        let between = |a, b| ExactPoint::between(a, b, half);
        let (east, north) = (between(p(10, 0), p(11, 0)), between(p(0, 10), p(0, 11)));
        assert!(Segment::new(p(0, 0), east).holds(p(10, 0)));
        assert!(!Segment::new(p(0, 0), east).holds(p(11, 0)));
        assert!(Segment::new(p(0, 0), north).holds(p(0, 10)));
        assert!(!Segment::new(p(0, 0), north).holds(p(0, 11)));
        // A tick above a piece of one tick, and through it between its ends.
        let down = between(p(1, -1), p(2, -1));
        assert!(Segment::new(p(0, 1), down).crosses_piece(p(0, 0), p(1, 0)));
        assert!(!Segment::new(p(0, 1), down).crosses_piece(p(1, 0), p(2, 0)));
        assert!(Segment::new(p(0, 0), p(10, 20)).holds(p(5, 10)));
        assert!(!Segment::new(p(0, 0), p(10, 20)).holds(p(5, 11)));
        assert!(!Segment::new(p(0, 0), p(10, 20)).holds(p(-5, -10)));
    }

    #[test]
    fn whole_pieces_meet() {
        assert!(pieces_meet(p(0, 0), p(10, 10), p(0, 10), p(10, 0)));
        assert!(pieces_meet(p(0, 0), p(10, 0), p(10, 0), p(20, 5)));
        assert!(pieces_meet(p(0, 0), p(10, 0), p(5, 0), p(20, 0)));
        assert!(!pieces_meet(p(0, 0), p(10, 0), p(11, 0), p(20, 0)));
        assert!(!pieces_meet(p(0, 0), p(10, 0), p(5, 1), p(5, 9)));
        // One piece ends in the middle of the other, from either side.
        assert!(pieces_meet(p(0, 0), p(10, 0), p(5, 0), p(5, 9)));
        assert!(pieces_meet(p(0, 0), p(10, 0), p(5, 9), p(5, 0)));
        assert!(pieces_meet(p(5, 0), p(5, 9), p(0, 0), p(10, 0)));
        assert!(pieces_meet(p(5, 9), p(5, 0), p(0, 0), p(10, 0)));
    }
}
