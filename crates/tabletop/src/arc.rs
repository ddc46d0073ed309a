//! The arc of a front edge: membership, and the place of a target to aim at.

use crate::base::{Base, Convex};
use crate::exact::{ExactPoint, Ratio, SquaredDistance};
use crate::nearest::edges;
use crate::point::{Point, Vector};

/// The ground ahead of a front edge between two rays that leave its corners outward at 45 degrees, borders included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    left: Point,
    right: Point,
}

/// The place of a target in an arc that is nearest to the eye, ties to the smaller x and then the smaller y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    pub point: ExactPoint,
    pub square: SquaredDistance,
}

/// What lies on or before a line: `normal . (p - from) >= 0`.
#[derive(Clone, Copy, Debug)]
struct HalfPlane {
    normal: Vector,
    from: Point,
}

impl Arc {
    /// The arc of a front edge, from its left to its right corner.
    pub const fn of_front(left: Point, right: Point) -> Arc {
        Arc { left, right }
    }

    pub const fn of_base(base: &Base) -> Arc {
        Arc::of_front(base.front_left(), base.front_right())
    }

    pub const fn left(&self) -> Point {
        self.left
    }

    pub const fn right(&self) -> Point {
        self.right
    }

    /// Ahead of the front line, and no farther sideways beyond a corner than ahead.
    fn half_planes(&self) -> [HalfPlane; 3] {
        let front = self.right - self.left;
        let ahead = front.left();
        [
            HalfPlane {
                normal: ahead,
                from: self.left,
            },
            HalfPlane {
                normal: ahead - front,
                from: self.right,
            },
            HalfPlane {
                normal: ahead + front,
                from: self.left,
            },
        ]
    }

    pub fn contains(&self, place: Point) -> bool {
        self.half_planes()
            .iter()
            .all(|plane| plane.normal.dot(place - plane.from) >= 0)
    }

    /// Whether some place of the shape lies in the arc.
    pub fn meets(&self, shape: &impl Convex) -> bool {
        self.left == self.right || self.aim(self.left, shape).is_some()
    }

    /// The place of the shape in the arc nearest to `eye`, which is not ahead of the front line beyond the arc's rays
    /// (the centre of the firing base). None if the arc misses the shape.
    pub fn aim(&self, eye: Point, shape: &impl Convex) -> Option<Aim> {
        let planes = self.half_planes();
        let corners = shape.corners();
        let mut best: Option<Aim> = None;
        // The nearest place lies on the border of what is left of the shape: on a piece of its outline in the arc ...
        for (from, to) in edges(corners) {
            if let Some((start, end)) = clip(from, to, &planes) {
                offer(&mut best, eye, from, to, start, end);
            }
        }
        // ... or on the front edge inside the shape: along the rays the way to the eye only grows, so nearest there is the
        // front edge again or a place where the outline comes in.
        if let Some((start, end)) = clip_to_shape(self.left, self.right, corners) {
            offer(&mut best, eye, self.left, self.right, start, end);
        }
        best
    }
}

/// The part of a segment that lies before all the lines, as two fractions of it.
fn clip(from: Point, to: Point, planes: &[HalfPlane]) -> Option<(Ratio, Ratio)> {
    let (mut start, mut end) = (Ratio::ZERO, Ratio::ONE);
    for plane in planes {
        let at_start = plane.normal.dot(from - plane.from);
        let at_end = plane.normal.dot(to - plane.from);
        if at_start < 0 && at_end < 0 {
            return None;
        }
        if at_start >= 0 && at_end >= 0 {
            continue;
        }
        // The two differ in sign, so the difference is not zero.
        let (n, d) = (
            i128::from(at_start),
            i128::from(at_start) - i128::from(at_end),
        );
        let cut = Ratio::new(n, d)?;
        if at_start < 0 {
            start = start.max(cut);
        } else {
            end = end.min(cut);
        }
    }
    (start <= end).then_some((start, end))
}

fn clip_to_shape(from: Point, to: Point, corners: &[Point]) -> Option<(Ratio, Ratio)> {
    if corners.len() < 3 {
        return None;
    }
    let planes: smallvec::SmallVec<[HalfPlane; 8]> = edges(corners)
        .map(|(a, b)| HalfPlane {
            normal: (b - a).left(),
            from: a,
        })
        .collect();
    clip(from, to, &planes)
}

/// The nearest place to the eye on a part of a segment, kept if it is better.
fn offer(best: &mut Option<Aim>, eye: Point, from: Point, to: Point, start: Ratio, end: Ratio) {
    let step = to - from;
    let foot = Ratio::new(
        i128::from(step.dot(eye - from)),
        i128::from(step.squared_length()),
    )
    .unwrap_or(Ratio::ZERO);
    let point = ExactPoint::between(from, to, foot.max(start).min(end));
    let square = point.squared_distance(eye);
    let better = best
        .is_none_or(|best| square < best.square || (square == best.square && point < best.point));
    if better {
        *best = Some(Aim { point, square });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::hull::Hull;
    use crate::length::Ticks;
    use crate::pose::{BaseSize, Pose, Slot};

    fn base(x: i32, y: i32, heading: i32) -> Base {
        Pose::new(Point::new(x, y), Heading::degrees(heading))
            .base(Slot::single(BaseSize::new(Ticks(800), Ticks(400))))
    }

    #[test]
    fn borders_of_the_arc_are_inside() {
        let arc = Arc::of_base(&base(0, 0, 0));
        assert!(arc.contains(Point::new(0, 0)));
        assert!(arc.contains(Point::new(400, 0)));
        assert!(!arc.contains(Point::new(401, 0)));
        assert!(arc.contains(Point::new(1400, 1000)));
        assert!(!arc.contains(Point::new(1401, 1000)));
        assert!(arc.contains(Point::new(-1400, 1000)));
        assert!(!arc.contains(Point::new(-1401, 1000)));
        assert!(!arc.contains(Point::new(0, -1)));
    }

    #[test]
    fn aim_at_what_lies_straight_ahead() {
        let firer = base(0, 0, 0);
        let aim = Arc::of_base(&firer)
            .aim(firer.centre(), &base(0, 3000, 180))
            .expect("ahead");
        assert_eq!(aim.point, Point::new(0, 3000).into());
        assert_eq!(aim.square, SquaredDistance::of(Ticks(3200)));
    }

    #[test]
    fn aim_at_the_part_inside_the_arc() {
        let firer = base(0, 0, 0);
        // Its left half is outside the right-hand ray, which leaves (400, 0) to the north-east.
        let target = Hull::of([
            Point::new(1000, 100),
            Point::new(3000, 100),
            Point::new(3000, 1000),
            Point::new(1000, 1000),
        ]);
        let aim = Arc::of_base(&firer)
            .aim(firer.centre(), &target)
            .expect("partly ahead");
        assert_eq!(aim.point, Point::new(1000, 600).into());
        assert_eq!(aim.square.ratio(), Ratio::whole(1000 * 1000 + 800 * 800));
    }

    #[test]
    fn nothing_to_aim_at_behind_or_beside() {
        let firer = base(0, 0, 0);
        let arc = Arc::of_base(&firer);
        assert!(arc.aim(firer.centre(), &base(0, -500, 0)).is_none());
        assert!(arc.aim(firer.centre(), &base(1300, 100, 0)).is_none());
        // A corner on the ray is inside.
        assert!(arc.aim(firer.centre(), &base(1300, 500, 0)).is_some());
        assert!(arc.aim(firer.centre(), &base(1301, 500, 0)).is_none());
        assert!(arc.meets(&base(1300, 500, 0)));
    }

    #[test]
    fn of_a_corner_on_the_ray_only_the_corner_is_inside() {
        let firer = base(0, 0, 0);
        // It leaves the ray at (1400, 1000) towards the firer: what is nearer lies outside.
        let target = Hull::of([
            Point::new(1400, 1000),
            Point::new(1200, 300),
            Point::new(2000, 600),
        ]);
        let aim = Arc::of_base(&firer).aim(firer.centre(), &target);
        let aim = aim.expect("the corner");
        assert_eq!(aim.point, Point::new(1400, 1000).into());
        assert_eq!(aim.square.ratio(), Ratio::whole(1400 * 1400 + 1200 * 1200));
    }

    #[test]
    fn a_target_on_top_of_the_front_edge() {
        let firer = base(0, 0, 0);
        let around = Hull::of([
            Point::new(-5000, -5000),
            Point::new(5000, -5000),
            Point::new(5000, 5000),
            Point::new(-5000, 5000),
        ]);
        let aim = Arc::of_base(&firer).aim(firer.centre(), &around);
        assert_eq!(aim.map(|aim| aim.point), Some(Point::new(0, 0).into()));
    }
}
