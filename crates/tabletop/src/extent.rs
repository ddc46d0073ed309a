//! What a tape is laid to: a place, bases, a line, an area, the edge of the table.

use crate::base::Convex;
use crate::body::Body;
use crate::exact::{ExactPoint, Ratio, SquaredDistance};
use crate::hull::Hull;
use crate::length::Ticks;
use crate::nearest::{Nearest, edges, holds, nearest, squared_distance};
use crate::point::Point;
use crate::polygon::Polygon;
use crate::polyline::Polyline;

/// Anything on a table, as the convex parts that make it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    parts: Vec<Hull>,
}

impl Extent {
    pub fn new(parts: impl IntoIterator<Item = Hull>) -> Extent {
        let parts = parts.into_iter().filter(|part| !part.corners().is_empty());
        Extent {
            parts: parts.collect(),
        }
    }

    pub fn parts(&self) -> &[Hull] {
        &self.parts
    }

    /// Whether a place lies in it, its border included.
    pub fn holds(&self, place: Point) -> bool {
        self.parts.iter().any(|part| holds(part, place))
    }

    /// Whether a place is no farther off than a limit, which is included.
    pub fn is_within(&self, place: Point, limit: Ticks) -> bool {
        let near = |part: &Hull| squared_distance(part, &place).within(limit);
        self.parts.iter().any(near)
    }

    /// The nearest places of two extents, ties to the smaller x and then the smaller y, first on the first. Where they
    /// touch or overlap both are the same place, the one in both that these ties prefer among corners and crossings.
    /// None if one of them is empty.
    pub fn nearest(&self, other: &Extent) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;
        for first in &self.parts {
            for second in &other.parts {
                let found = nearest(first, second).or_else(|| shared(first, second));
                let order = |near: &Nearest| (near.square, near.on_first, near.on_second);
                if let Some(found) = found
                    && best.as_ref().is_none_or(|best| order(&found) < order(best))
                {
                    best = Some(found);
                }
            }
        }
        best
    }
}

/// A place that two shapes share: a corner of one in the other, or where two edges cross. Shapes that meet have one.
fn shared(first: &Hull, second: &Hull) -> Option<Nearest> {
    let corners = |own: &Hull, other: &Hull| -> Vec<ExactPoint> {
        let inside = own.corners().iter().filter(|corner| holds(other, **corner));
        inside.map(|corner| (*corner).into()).collect()
    };
    let mut places = corners(first, second);
    places.extend(corners(second, first));
    for own in edges(first.corners()) {
        places.extend(edges(second.corners()).filter_map(|other| crossing(own, other)));
    }
    let at = places.into_iter().min()?;
    Some(Nearest {
        on_first: at,
        on_second: at,
        square: SquaredDistance::ZERO,
    })
}

/// Where two pieces cross or touch; none if they are parallel.
fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<ExactPoint> {
    let (own, other, apart) = (b - a, d - c, c - a);
    let across = i128::from(own.cross(other));
    let along = Ratio::new(i128::from(apart.cross(other)), across)?;
    let beside = Ratio::new(i128::from(apart.cross(own)), across)?;
    let on = |along: Ratio| Ratio::ZERO <= along && along <= Ratio::ONE;
    (on(along) && on(beside)).then(|| ExactPoint::between(a, b, along))
}

impl From<Point> for Extent {
    fn from(place: Point) -> Extent {
        Extent::new([Hull::of([place])])
    }
}

impl From<&Body> for Extent {
    fn from(body: &Body) -> Extent {
        let bases = body.bases().iter();
        Extent::new(bases.map(|base| Hull::of(base.corners().iter().copied())))
    }
}

impl From<&Polygon> for Extent {
    fn from(area: &Polygon) -> Extent {
        Extent::new(area.parts().iter().cloned())
    }
}

impl From<&Polyline> for Extent {
    fn from(line: &Polyline) -> Extent {
        Extent::new(line.pieces().map(|(a, b)| Hull::of([a, b])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::pose::{BaseSize, Pose, Slot};

    fn at(x: i32, y: i32) -> Extent {
        Point::new(x, y).into()
    }

    fn line(points: &[(i32, i32)]) -> Extent {
        let points = points.iter().map(|&(x, y)| Point::new(x, y));
        (&Polyline::new(points).expect("a line")).into()
    }

    fn area(points: &[(i32, i32)]) -> Extent {
        let points = points.iter().map(|&(x, y)| Point::new(x, y));
        (&Polygon::new(points).expect("an area")).into()
    }

    fn base(x: i32, y: i32) -> Extent {
        let pose = Pose::new(Point::new(x, y), Heading::NORTH);
        let size = BaseSize::new(Ticks(800), Ticks(400));
        (&Body::placed(pose, &[Slot::single(size)])).into()
    }

    /// The ends in ticks, and the distance cut to a tick.
    fn tape(first: &Extent, second: &Extent) -> ((i32, i32), (i32, i32), i32) {
        let near = first.nearest(second).expect("both have parts");
        let back = second.nearest(first).expect("both have parts");
        assert_eq!(near.square, back.square, "the same from both ends");
        let (from, to) = (near.on_first.rounded(), near.on_second.rounded());
        (from.into(), to.into(), near.square.ticks().0)
    }

    #[test]
    fn bases_are_measured_from_edge_to_edge() {
        // Front edge at y = 1000, so the rear edge of the other one, 400 deep, lies at 5600.
        let measured = tape(&base(2000, 1000), &base(2000, 6000));
        assert_eq!(measured, ((1600, 1000), (1600, 5600), 4600));
    }

    #[test]
    fn lines_areas_and_places_are_measured_at_their_nearest_places() {
        let fence = line(&[(0, 0), (4000, 0), (4000, 3000)]);
        assert_eq!(
            tape(&fence, &at(3000, 2000)),
            ((4000, 2000), (3000, 2000), 1000)
        );
        assert_eq!(
            tape(&fence, &at(7000, 7000)),
            ((4000, 3000), (7000, 7000), 5000)
        );
        // The notch of an area that is not convex is not part of it.
        let horseshoe = area(&[
            (0, 0),
            (9000, 0),
            (9000, 9000),
            (6000, 9000),
            (6000, 3000),
            (3000, 3000),
            (3000, 9000),
            (0, 9000),
        ]);
        assert_eq!(
            tape(&horseshoe, &at(4000, 8000)),
            ((3000, 8000), (4000, 8000), 1000)
        );
        // A slanting line: the foot falls between ticks, the square is exact.
        let near = line(&[(0, 0), (1000, 1000)])
            .nearest(&at(0, 1))
            .expect("parts");
        assert_eq!(near.square.ratio(), Ratio::over(1, 2));
    }

    #[test]
    fn what_meets_is_measured_where_it_meets() {
        let cross = tape(&line(&[(0, 0), (10, 10)]), &line(&[(0, 10), (10, 0)]));
        assert_eq!(cross, ((5, 5), (5, 5), 0));
        let wood = area(&[(0, 0), (5000, 0), (5000, 5000), (0, 5000)]);
        assert_eq!(
            tape(&wood, &at(2000, 3000)),
            ((2000, 3000), (2000, 3000), 0)
        );
        // Two bars that cross, no corner of either in the other.
        let lying = area(&[(-5, -1), (5, -1), (5, 1), (-5, 1)]);
        let standing = area(&[(-1, -5), (1, -5), (1, 5), (-1, 5)]);
        assert_eq!(tape(&lying, &standing), ((-1, -1), (-1, -1), 0));
        assert!(wood.holds(Point::new(5000, 5000)) && !wood.holds(Point::new(5001, 0)));
        assert!(wood.is_within(Point::new(5010, 0), Ticks(10)));
        assert!(!wood.is_within(Point::new(5011, 0), Ticks(10)));
    }

    #[test]
    fn nothing_cannot_be_measured() {
        assert!(Extent::new([]).nearest(&at(0, 0)).is_none());
        assert!(at(0, 0).nearest(&Extent::from(&Body::new([]))).is_none());
    }
}
