//! Linear terrain and roads: polylines in ticks.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use thiserror::Error;

use crate::base::{Base, Convex};
use crate::bounds::Bounds;
use crate::exact::{ExactPoint, Ratio, SquaredDistance};
use crate::heading::Heading;
use crate::hull::Hull;
use crate::length::Ticks;
use crate::nearest::distance_of;
use crate::point::Point;
use crate::pose::{BaseSize, Local, Pose, Slot};
use crate::segment::Segment;

/// A line through two or more places: a fence, the middle of a road or of a river.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polyline {
    points: Vec<Point>,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a line needs two different places; {0} given")]
pub struct TooFewPlaces(pub usize);

impl Polyline {
    pub fn new(points: impl IntoIterator<Item = Point>) -> Result<Polyline, TooFewPlaces> {
        let mut points: Vec<Point> = points.into_iter().collect();
        let given = points.len();
        points.dedup();
        if points.len() < 2 {
            return Err(TooFewPlaces(given));
        }
        Ok(Polyline {
            bounds: Bounds::of(&points),
            points,
        })
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Whether a line of fire goes from one side to the other. Touching a corner or an end is not crossing, nor is
    /// running along a piece and leaving on the same side.
    pub fn is_crossed_by(&self, segment: &Segment) -> bool {
        if !self.bounds.meets(segment.bounds()) {
            return false;
        }
        // The side of the last place off the segment's line, and whether every place since lies inside the segment.
        let mut before: Option<(i128, bool)> = None;
        for (i, &place) in self.points.iter().enumerate() {
            let hand = segment.hand_of(place).signum();
            before = match (before, hand) {
                (Some((side, within)), 0) => Some((side, within && segment.holds_inside(place))),
                (None, 0) => None,
                (Some((side, within)), _) if side == -hand => {
                    let since = self.points[i - 1];
                    let crossed = if segment.hand_of(since) == 0 {
                        within
                    } else {
                        segment.crosses_piece(since, place)
                    };
                    if crossed {
                        return true;
                    }
                    Some((hand, true))
                }
                _ => Some((hand, true)),
            };
        }
        false
    }

    /// Whether the line passes through the inside of a shape: a base that lies across it.
    pub fn passes_through(&self, shape: &impl Convex) -> bool {
        self.bounds.meets(shape.bounds())
            && self
                .pieces()
                .any(|(a, b)| Segment::new(a, b).crosses(shape))
    }

    /// The distance to a shape, squared; zero if they touch.
    pub fn squared_distance(&self, shape: &impl Convex) -> SquaredDistance {
        self.pieces()
            .map(|(a, b)| distance_of(&[a, b], shape.corners()))
            .min()
            .unwrap_or(SquaredDistance::ZERO)
    }

    pub fn is_within(&self, shape: &impl Convex, limit: Ticks) -> bool {
        let reach = i64::from(limit.0).pow(2);
        let bounds = shape.bounds();
        limit.0 >= 0
            && self.pieces().any(|(a, b)| {
                bounds.squared_gap(Bounds::of(&[a, b])) <= reach
                    && distance_of(&[a, b], shape.corners()).within(limit)
            })
    }

    /// The place of the line nearest to a given place: which piece, how far along it, where. Ties to the first piece.
    pub fn foot(&self, place: Point) -> Foot {
        let mut best: Option<(SquaredDistance, Foot)> = None;
        for (piece, (a, b)) in self.pieces().enumerate() {
            let step = b - a;
            let along = Ratio::over(
                i128::from(step.dot(place - a)),
                i128::from(step.squared_length()).max(1),
            )
            .max(Ratio::ZERO)
            .min(Ratio::ONE);
            let at = ExactPoint::between(a, b, along);
            let square = at.squared_distance(place);
            if best.as_ref().is_none_or(|(least, _)| square < *least) {
                best = Some((square, Foot { piece, along, at }));
            }
        }
        best.map_or_else(
            || Foot {
                piece: 0,
                along: Ratio::ZERO,
                at: self.points[0].into(),
            },
            |(_, foot)| foot,
        )
    }

    /// The length of each piece, rounded up to a tick, summed: the measure of a march along the line.
    pub fn length(&self) -> Ticks {
        self.pieces()
            .map(|(a, b)| (b - a).length_rounded_up())
            .sum()
    }

    /// How far along the line the place nearest to `place` lies, in ticks.
    pub fn mark_of(&self, place: Point) -> Ticks {
        let foot = self.foot(place);
        let before: Ticks = self
            .pieces()
            .take(foot.piece)
            .map(|(a, b)| (b - a).length_rounded_up())
            .sum();
        before + (foot.at.rounded() - self.points[foot.piece]).length_rounded_up()
    }

    /// The place at a mark along the line and the heading of its piece; none beyond the ends.
    ///
    /// On a corner between two pieces the earlier one counts.
    pub fn at(&self, mark: Ticks) -> Option<Pose> {
        let mut left = mark;
        if mark < Ticks::ZERO {
            return None;
        }
        for (a, b) in self.pieces() {
            let length = (b - a).length_rounded_up();
            if left <= length {
                let along = Ratio::over(i128::from(left.0), i128::from(length.0.max(1)));
                let place = ExactPoint::between(a, b, along).rounded();
                return Some(Pose::new(place, Heading::of(b - a)));
            }
            left -= length;
        }
        None
    }

    /// A march column on a road: base centres at successive base depths along the line, the first with its front edge
    /// at `front`, each base heading along its piece. `forward` is the way the points run. None if it does not fit.
    pub fn column(
        &self,
        front: Ticks,
        forward: bool,
        bases: usize,
        size: BaseSize,
    ) -> Option<Vec<Base>> {
        let way = if forward { 1 } else { -1 };
        let mut column = Vec::with_capacity(bases);
        for place in 0..bases {
            let back = size.depth.0 * i32::try_from(place).ok()? + size.depth.0 / 2;
            let middle = self.at(front - Ticks(way * back))?;
            let heading = if forward {
                middle.heading
            } else {
                middle.heading.opposite()
            };
            // The slot is laid out about its own centre, so that the centre stays on the line to the tick.
            let slot = Slot::new(Local::half_ticks(0, size.depth.0), size);
            column.push(slot.placed(Pose::new(middle.front, heading)));
        }
        Some(column)
    }

    /// The ground of a line with a width (a river, a road): a rectangle for each piece and a joint at each inner
    /// corner that fills the gap on the outer side.
    pub fn band(&self, width: Ticks) -> Vec<Hull> {
        let mut band = Vec::with_capacity(2 * self.points.len());
        let rims: SmallVec<[[Point; 4]; 8]> = self
            .pieces()
            .map(|(a, b)| {
                let heading = Heading::of(b - a);
                let (left, right) = (
                    Pose::new(a, heading).offset(Local::half_ticks(-width.0, 0)),
                    Pose::new(a, heading).offset(Local::half_ticks(width.0, 0)),
                );
                [a + left, a + right, b + right, b + left]
            })
            .collect();
        for rim in &rims {
            band.push(Hull::of(*rim));
        }
        for (pair, &corner) in rims.windows(2).zip(&self.points[1..]) {
            band.push(Hull::of([
                corner, pair[0][2], pair[0][3], pair[1][0], pair[1][1],
            ]));
        }
        band
    }

    /// The line without the stretch of `length` in the middle of which the place nearest to `at` lies: a river with a
    /// ford, a fence with a gap. The pieces that remain, and the stretch cut out.
    pub fn cut(&self, at: Point, length: Ticks) -> (Vec<Polyline>, Option<Polyline>) {
        let mark = self.mark_of(at);
        let (start, end) = (mark - length.half(), mark + (length - length.half()));
        let whole = self.length();
        let part = |from: Ticks, to: Ticks| self.stretch(from.max(Ticks::ZERO), to.min(whole));
        (
            part(Ticks::ZERO, start)
                .into_iter()
                .chain(part(end, whole))
                .collect(),
            part(start, end),
        )
    }

    /// The stretch between two marks; none if it has no length.
    pub fn stretch(&self, from: Ticks, to: Ticks) -> Option<Polyline> {
        if from >= to {
            return None;
        }
        let mut points = vec![self.at(from)?.front];
        let mut mark = Ticks::ZERO;
        for (a, b) in self.pieces() {
            if from < mark && mark < to {
                points.push(a);
            }
            mark += (b - a).length_rounded_up();
        }
        points.push(self.at(to.min(mark))?.front);
        Polyline::new(points).ok()
    }
}

/// The foot of a place on a polyline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foot {
    pub piece: usize,
    pub along: Ratio,
    pub at: ExactPoint,
}

impl TryFrom<Vec<Point>> for Polyline {
    type Error = TooFewPlaces;
    fn try_from(points: Vec<Point>) -> Result<Polyline, TooFewPlaces> {
        Polyline::new(points)
    }
}

impl From<Polyline> for Vec<Point> {
    fn from(line: Polyline) -> Vec<Point> {
        line.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    fn bent() -> Polyline {
        Polyline::new([p(0, 0), p(1000, 0), p(1000, 1000)]).expect("a line")
    }

    #[test]
    fn of_two_pieces_equally_near_the_first_has_the_foot() {
        // Beyond the corner both pieces end there; in the bend both are 300 away.
        let foot = bent().foot(p(1500, -500));
        assert_eq!((foot.piece, foot.at.rounded()), (0, p(1000, 0)));
        let foot = bent().foot(p(700, 300));
        assert_eq!((foot.piece, foot.at.rounded()), (0, p(700, 0)));
    }

    #[test]
    fn lines_are_crossed_touched_and_near() {
        assert!(bent().is_crossed_by(&Segment::new(p(500, -10), p(500, 10))));
        assert!(!bent().is_crossed_by(&Segment::new(p(500, -10), p(500, 0))));
        // Through the corner from inside to outside, past the corner outside, past an end.
        assert!(bent().is_crossed_by(&Segment::new(p(900, 100), p(1100, -100))));
        assert!(!bent().is_crossed_by(&Segment::new(p(900, -100), p(1100, 100))));
        assert!(!bent().is_crossed_by(&Segment::new(p(-10, -10), p(10, 10))));
        // Along a piece and on beyond its corner: the rest of the line turns off to the left, none to the right.
        assert!(!bent().is_crossed_by(&Segment::new(p(-100, 0), p(1100, 0))));
        let step = Polyline::new([p(0, 100), p(0, 0), p(50, 0), p(50, -100)]).expect("a line");
        assert!(step.is_crossed_by(&Segment::new(p(-10, 0), p(60, 0))));
        assert!(!step.is_crossed_by(&Segment::new(p(-10, 0), p(50, 0))));
        assert!(bent().is_within(&p(500, 200), Ticks(200)));
        assert!(!bent().is_within(&p(500, 201), Ticks(200)));
        assert!(bent().passes_through(&Hull::of([p(10, -5), p(20, -5), p(20, 5), p(10, 5)])));
        assert!(!bent().passes_through(&Hull::of([p(10, 0), p(20, 0), p(20, 5), p(10, 5)])));
    }

    #[test]
    fn marks_along_a_line() {
        assert_eq!(bent().length(), Ticks(2000));
        assert_eq!(bent().mark_of(p(1200, 300)), Ticks(1300));
        assert_eq!(
            bent().at(Ticks(1300)),
            Some(Pose::new(p(1000, 300), Heading::NORTH))
        );
        assert_eq!(
            bent().at(Ticks(1000)),
            Some(Pose::new(p(1000, 0), Heading::EAST))
        );
        assert_eq!(bent().at(Ticks(2001)), None);
        assert_eq!(bent().at(Ticks(-1)), None);
    }

    #[test]
    fn a_column_bends_with_the_road() {
        let size = BaseSize::new(Ticks(800), Ticks(400));
        let column = bent().column(Ticks(1600), true, 3, size).expect("it fits");
        let centres: Vec<Point> = column.iter().map(Base::centre).collect();
        assert_eq!(centres, [p(1000, 400), p(1000, 0), p(600, 0)]);
        assert_eq!(column[0].front(), p(1000, 600));
        assert_eq!(column[2].front(), p(800, 0));
        let back = bent().column(Ticks(0), false, 1, size).expect("it fits");
        assert_eq!(back[0].front(), p(0, 0));
        assert!(bent().column(Ticks(100), true, 1, size).is_none());
    }

    #[test]
    fn rivers_have_banks_and_fords() {
        let band = bent().band(Ticks(600));
        assert_eq!(band.len(), 3);
        assert_eq!(
            band[0].corners(),
            [p(0, -300), p(1000, -300), p(1000, 300), p(0, 300)]
        );
        assert!(
            band.iter()
                .any(|part| crate::nearest::holds(part, p(1100, -100)))
        );
        let (rest, ford) = bent().cut(p(500, 10), Ticks(200));
        assert_eq!(rest.len(), 2);
        assert_eq!(rest[0].points(), [p(0, 0), p(400, 0)]);
        assert_eq!(rest[1].points(), [p(600, 0), p(1000, 0), p(1000, 1000)]);
        assert_eq!(ford.map(|ford| ford.length()), Some(Ticks(200)));
        let (rest, ford) = bent().cut(p(0, 0), Ticks(200));
        assert_eq!(rest.len(), 1);
        assert_eq!(ford.map(|ford| ford.length()), Some(Ticks(100)));
    }

    #[test]
    fn near_the_box_of_a_slanting_line_is_not_near_the_line() {
        let slanting = Polyline::new([p(0, 0), p(1000, 1000)]).expect("a line");
        // The square lies in the box of the line, 707 - 141 ticks from it.
        let square = crate::hull::Hull::of([p(900, 0), p(1000, 0), p(1000, 100), p(900, 100)]);
        assert!(!slanting.is_within(&square, Ticks(565)));
        assert!(slanting.is_within(&square, Ticks(566)));
        assert!(!slanting.is_within(&square, Ticks(-1)));
    }

    #[test]
    fn a_line_is_written_down_as_its_places() {
        let places = vec![p(0, 0), p(1000, 0), p(1000, 1000)];
        assert_eq!(Vec::<Point>::from(bent()), places);
        assert_eq!(Polyline::try_from(places), Ok(bent()));
        assert!(Polyline::try_from(vec![p(0, 0)]).is_err());
    }
}
