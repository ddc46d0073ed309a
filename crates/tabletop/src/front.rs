//! The sweep of a front edge: which ground a move touches, and which lines it crosses.

use crate::base::Convex;
use crate::field::{Mover, Pivot, turn_steps};
use crate::heading::Turn;
use crate::hull::Hull;
use crate::point::{Point, Vector};
use crate::polygon::Polygon;
use crate::polyline::Polyline;
use crate::pose::Local;
use crate::segment::Segment;

/// What the front edge of a unit sweeps on a leg or a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontSweep {
    start: [Point; 2],
    end: [Point; 2],
    /// The hulls of the edge between successive positions; a single edge for a unit that stands.
    hulls: Vec<Hull>,
    /// The step of a straight leg.
    step: Option<Vector>,
}

impl FrontSweep {
    /// A front edge that stands still.
    pub fn standing(edge: [Point; 2]) -> FrontSweep {
        FrontSweep::leg(edge, Vector::ZERO)
    }

    /// A straight leg of a front edge.
    pub fn leg(edge: [Point; 2], step: Vector) -> FrontSweep {
        let end = edge.map(|corner| corner + step);
        FrontSweep {
            start: edge,
            end,
            hulls: vec![Hull::of_both(&edge, &end)],
            step: Some(step),
        }
    }

    /// A turn of a unit whose front edge runs between two of its own places.
    pub fn turn(mover: Mover<'_>, pivot: Pivot, by: Turn, edge: [Local; 2]) -> FrontSweep {
        let at = |turn: Turn| {
            let pose = mover.turned(pivot, turn).pose;
            edge.map(|local| pose.at(local))
        };
        let start = at(Turn::NONE);
        if by == Turn::NONE {
            return FrontSweep::standing(start);
        }
        FrontSweep {
            start,
            end: at(by),
            hulls: turn_steps(by)
                .map(|(from, to)| Hull::of_both(&at(from), &at(to)))
                .collect(),
            step: None,
        }
    }

    /// The edge before the move, from left to right.
    pub const fn start(&self) -> [Point; 2] {
        self.start
    }

    /// The edge after the move, from left to right.
    pub const fn end(&self) -> [Point; 2] {
        self.end
    }

    pub fn hulls(&self) -> &[Hull] {
        &self.hulls
    }

    /// Whether the edge is inside an area anywhere on the way. Running along its border is not inside.
    pub fn enters(&self, area: &Polygon) -> bool {
        self.hulls.iter().any(|hull| area.is_entered_by(hull))
    }

    /// Whether the edge is inside an area when the move ends.
    pub fn ends_in(&self, area: &Polygon) -> bool {
        area.is_entered_by(&self.end)
    }

    /// Whether the edge is inside an area when the move begins.
    pub fn starts_in(&self, area: &Polygon) -> bool {
        area.is_entered_by(&self.start)
    }

    /// Whether the edge goes over a line from one side to the other. Moving up to it, stopping on it, setting out from
    /// it and passing along it are not crossing.
    pub fn crosses(&self, line: &Polyline) -> bool {
        line.pieces().any(|(a, b)| {
            // A leg along the piece passes nothing of the edge from one side of it to the other.
            let along = self.step.is_some_and(|step| step.cross(b - a) == 0);
            let passed = |hull: &Hull| Segment::new(a, b).crosses(hull);
            !along && self.hulls.iter().any(passed)
        })
    }

    /// Whether the edge touches or crosses a line anywhere on the way.
    pub fn meets(&self, line: &Polyline) -> bool {
        self.hulls.iter().any(|hull| {
            line.bounds().meets(hull.bounds())
                && line.squared_distance(hull) == crate::exact::SquaredDistance::ZERO
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::length::Ticks;
    use crate::pose::{BaseSize, Pose, ranks};

    fn p(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    const EDGE: [Point; 2] = [Point::new(0, 0), Point::new(800, 0)];

    fn fence(y: i32) -> Polyline {
        Polyline::new([p(-1000, y), p(5000, y)]).expect("a line")
    }

    #[test]
    fn stopping_on_a_fence_is_not_crossing_it() {
        let leg = |ahead| FrontSweep::leg(EDGE, Vector::new(0, ahead));
        assert!(!leg(999).crosses(&fence(1000)) && !leg(999).meets(&fence(1000)));
        assert!(!leg(1000).crosses(&fence(1000)) && leg(1000).meets(&fence(1000)));
        assert!(leg(1001).crosses(&fence(1000)));
        assert!(!leg(1001).crosses(&fence(0)));
        assert!(!leg(-1001).crosses(&fence(0)));
        assert!(leg(-1001).crosses(&fence(-1000)));
    }

    #[test]
    fn a_slanting_fence_beside_the_way_is_not_met() {
        let leg = FrontSweep::leg(EDGE, Vector::new(0, 1000));
        let slanting = |x| Polyline::new([p(x, 0), p(x + 1000, 1000)]).expect("a line");
        assert!(leg.meets(&slanting(800)));
        assert!(!leg.meets(&slanting(801)));
        // It begins right of the edge and ends over its middle, beyond the leg: the boxes meet, the lines do not.
        let over = Polyline::new([p(1400, 500), p(400, 1500)]).expect("a line");
        assert!(!leg.meets(&over));
    }

    #[test]
    fn a_leg_along_a_fence_does_not_cross_it() {
        let upright = Polyline::new([p(400, 500), p(400, 5000)]).expect("a line");
        assert!(!FrontSweep::leg(EDGE, Vector::new(0, 2000)).crosses(&upright));
        assert!(FrontSweep::leg(EDGE, Vector::new(100, 2000)).crosses(&upright));
    }

    #[test]
    fn ground_is_judged_by_the_front_edge() {
        let wood = Polygon::new([p(0, 500), p(800, 500), p(800, 900), p(0, 900)]).expect("simple");
        let leg = |ahead| FrontSweep::leg(EDGE, Vector::new(0, ahead));
        assert!(!leg(500).enters(&wood));
        assert!(leg(501).enters(&wood) && leg(501).ends_in(&wood));
        assert!(leg(901).enters(&wood) && !leg(901).ends_in(&wood));
        assert!(!leg(901).starts_in(&wood));
        assert!(!FrontSweep::leg(EDGE, Vector::new(900, 0)).enters(&wood));
        assert!(FrontSweep::standing([p(100, 600), p(200, 600)]).enters(&wood));
        assert!(!FrontSweep::standing([p(100, 500), p(200, 500)]).enters(&wood));
    }

    #[test]
    fn a_wheel_sweeps_the_ground_before_it() {
        let slots = ranks(&[2], BaseSize::new(Ticks(800), Ticks(400)));
        let mover = Mover::new(Pose::new(p(0, 0), Heading::NORTH), &slots);
        let edge = [slots[0].front_left(), slots[1].front_right()];
        let wheel = FrontSweep::turn(mover, Pivot::Own(edge[0]), Turn(-9000), edge);
        assert_eq!(wheel.start(), [p(-800, 0), p(800, 0)]);
        assert_eq!(wheel.end(), [p(-800, 0), p(-800, 1600)]);
        assert_eq!(wheel.hulls().len(), 90);
        assert!(wheel.crosses(&fence(800)));
        assert!(!wheel.crosses(&fence(1600)));
        let far = Polygon::new([p(400, 1200), p(800, 1200), p(800, 1600)]).expect("simple");
        assert!(!wheel.enters(&far));
        let near = Polygon::new([p(200, 1100), p(800, 1200), p(800, 1600)]).expect("simple");
        assert!(wheel.enters(&near));
    }
}
