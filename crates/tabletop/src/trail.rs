//! What a unit passes over on its way, worked out only where somebody asks.
//!
//! A wheel of ninety degrees is ninety positions of every base. Hardly anybody stands near any of them, so the hulls
//! between two positions are made only for those stretches of a turn that come near what is asked about. What is found
//! is exactly what asking every hull would find.

use smallvec::SmallVec;

use crate::base::Convex;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::field::TURN_STEP;
use crate::heading::Turn;
use crate::hull::Hull;
use crate::length::Ticks;
use crate::nearest::distance_of;
use crate::point::{Point, Vector};
use crate::polygon::Polygon;
use crate::polyline::Polyline;
use crate::pose::{Local, Pose, Slot};

/// A convex shape seen from the pose of its unit: a base, a front edge.
pub type Outline = SmallVec<[Local; 4]>;

/// Steps of a turn that are looked at together: ten degrees.
const STRETCH: i32 = 10;
/// The tangents at the ends of an arc of ten degrees meet at 1.0039 of its radius; this share more of it is enough.
const BULGE: i32 = 250;
/// Corners are rounded, and so is the place where tangents meet: by less than this together.
const ROUNDING: i32 = 6;

/// What may be in the way of a trail.
pub trait Target {
    /// The box round it.
    fn extent(&self) -> Bounds;

    /// Whether a shape comes as near as this; the limit is included.
    fn comes_within(&self, shape: &Hull, limit: Ticks) -> bool;
}

/// The shapes that a unit sweeps, in the order in which it does.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    strokes: Vec<Stroke>,
    bounds: Option<Bounds>,
}

#[derive(Clone, Debug)]
enum Stroke {
    Shape(Hull, Bounds),
    Turn(Box<Turning>),
}

#[derive(Clone, Debug)]
struct Turning {
    pose: Pose,
    pivot: Local,
    by: Turn,
    outlines: SmallVec<[Outline; 8]>,
    stretches: SmallVec<[Stretch; 9]>,
}

/// Some steps of a turn, and a shape that holds all they sweep, but for rounding.
#[derive(Clone, Debug)]
struct Stretch {
    from: i32,
    to: i32,
    around: Hull,
    /// Rounding included.
    bounds: Bounds,
}

impl Slot {
    /// The base seen from the pose of its unit.
    pub fn outline(self) -> Outline {
        SmallVec::from_buf([
            self.front_left(),
            self.rear_left(),
            self.rear_right(),
            self.front_right(),
        ])
    }
}

impl Trail {
    pub fn new() -> Trail {
        Trail::default()
    }

    /// Adds a single shape: where a base stands, a straight leg of a base.
    pub fn add(&mut self, shape: Hull) {
        let bounds = shape.bounds();
        self.strokes.push(Stroke::Shape(shape, bounds));
        self.widen(bounds);
    }

    /// Adds what outlines sweep in a turn: the hulls between positions one degree apart.
    pub fn turn(
        &mut self,
        pose: Pose,
        outlines: impl IntoIterator<Item = Outline>,
        pivot: Local,
        by: Turn,
    ) {
        let turning = Turning::new(pose, outlines.into_iter().collect(), pivot, by);
        for stretch in &turning.stretches {
            self.widen(stretch.bounds);
        }
        self.strokes.push(Stroke::Turn(Box::new(turning)));
    }

    fn widen(&mut self, bounds: Bounds) {
        self.bounds = Some(self.bounds.map_or(bounds, |own| own.joined(bounds)));
    }

    /// A box that holds everything; none of nothing. Round turns it is a little wider than need be.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// Whether everything lies in a box, its border included.
    pub fn is_in(&self, area: Bounds) -> bool {
        self.bounds.is_none_or(|own| area.contains_box(own))
            || self.strokes.iter().all(|stroke| match stroke {
                Stroke::Shape(_, bounds) => area.contains_box(*bounds),
                Stroke::Turn(turning) => turning.stretches.iter().all(|stretch| {
                    area.contains_box(stretch.bounds)
                        || !turning.any_step(stretch, &mut |places| {
                            !area.contains_box(Bounds::of(places))
                        })
                }),
            })
    }

    /// Whether a test holds for a shape of the trail, where it can only hold for those whose box is within `gap` of the
    /// target's: they are asked in order, and no other.
    pub fn any_near(
        &self,
        target: &impl Target,
        gap: Ticks,
        mut test: impl FnMut(&Hull) -> bool,
    ) -> bool {
        let (near, reach) = (target.extent(), i64::from(gap.0).pow(2));
        let is_near = |bounds: Bounds| bounds.squared_gap(near) <= reach;
        if !self.bounds.is_some_and(is_near) {
            return false;
        }
        self.strokes.iter().any(|stroke| match stroke {
            Stroke::Shape(shape, bounds) => is_near(*bounds) && test(shape),
            Stroke::Turn(turning) => turning.stretches.iter().any(|stretch| {
                is_near(stretch.bounds)
                    && target.comes_within(&stretch.around, gap + Ticks(ROUNDING))
                    && turning.any_step(stretch, &mut |places| {
                        is_near(Bounds::of(places)) && test(&Hull::of(places.iter().copied()))
                    })
            }),
        })
    }
}

impl Turning {
    fn new(pose: Pose, outlines: SmallVec<[Outline; 8]>, pivot: Local, by: Turn) -> Turning {
        let mut turning = Turning {
            pose,
            pivot,
            by,
            stretches: SmallVec::new(),
            outlines,
        };
        let frame = turning.frame();
        let steps = (by.size() + TURN_STEP - 1) / TURN_STEP;
        let mut from = 0;
        while from < steps {
            let to = (from + STRETCH).min(steps);
            let stretch = turning.stretch(from, to, &frame);
            turning.stretches.push(stretch);
            from = to;
        }
        turning
    }

    /// How far it has turned after some steps.
    fn size_at(&self, step: i32) -> i32 {
        (step * TURN_STEP).min(self.by.size())
    }

    /// Where the unit is after some steps.
    fn at(&self, step: i32) -> Pose {
        self.turned(self.size_at(step))
    }

    fn turned(&self, size: i32) -> Pose {
        let by = Turn(size * self.by.0.signum());
        self.pose.turned_about(self.pivot, by)
    }

    /// The corners of the rectangle round all outlines; of a single piece its two ends.
    fn frame(&self) -> Outline {
        if let [only] = self.outlines.as_slice() {
            return only.clone();
        }
        let all = || self.outlines.iter().flatten();
        let low = |part: fn(&Local) -> i32| all().map(part).min().unwrap_or(0);
        let high = |part: fn(&Local) -> i32| all().map(part).max().unwrap_or(0);
        let (left, right) = (low(|own| own.right), high(|own| own.right));
        let (rear, front) = (low(|own| own.ahead), high(|own| own.ahead));
        SmallVec::from_buf([
            Local::half_ticks(left, front),
            Local::half_ticks(left, rear),
            Local::half_ticks(right, rear),
            Local::half_ticks(right, front),
        ])
    }

    /// An arc lies between its chord and the tangents at its ends: so do the corners on their way.
    fn stretch(&self, from: i32, to: i32, frame: &[Local]) -> Stretch {
        let (start, end) = (self.at(from), self.at(to));
        let middle = self.turned((self.size_at(from) + self.size_at(to)) / 2);
        let fixed = middle.at(self.pivot);
        let mut places: SmallVec<[Point; 16]> = SmallVec::new();
        for local in frame {
            let arm = middle.at(*local) - fixed;
            let bulge = Vector::new(arm.x / BULGE, arm.y / BULGE);
            places.extend([start.at(*local), middle.at(*local) + bulge, end.at(*local)]);
        }
        let around = Hull::of(places);
        let bounds = around.bounds();
        let rounding = Vector::new(ROUNDING, ROUNDING);
        Stretch {
            from,
            to,
            bounds: Bounds {
                low: bounds.low - rounding,
                high: bounds.high + rounding,
            },
            around,
        }
    }

    /// Whether a test holds for the corners of an outline at the start and at the end of a step.
    fn any_step(&self, stretch: &Stretch, test: &mut impl FnMut(&[Point]) -> bool) -> bool {
        let mut last = self.at(stretch.from);
        for step in stretch.from..stretch.to {
            let next = self.at(step + 1);
            for outline in &self.outlines {
                let places: SmallVec<[Point; 8]> = outline
                    .iter()
                    .flat_map(|local| [last.at(*local), next.at(*local)])
                    .collect();
                if test(&places) {
                    return true;
                }
            }
            last = next;
        }
        false
    }
}

impl Target for Body {
    fn extent(&self) -> Bounds {
        self.bounds()
    }

    fn comes_within(&self, shape: &Hull, limit: Ticks) -> bool {
        let (bounds, reach) = (shape.bounds(), i64::from(limit.0).pow(2));
        self.bases().iter().any(|base| {
            bounds.squared_gap(base.bounds()) <= reach
                && distance_of(base.corners(), shape.corners()).within(limit)
        })
    }
}

impl Target for Polygon {
    fn extent(&self) -> Bounds {
        self.bounds()
    }

    fn comes_within(&self, shape: &Hull, limit: Ticks) -> bool {
        let (bounds, reach) = (shape.bounds(), i64::from(limit.0).pow(2));
        self.parts().iter().any(|part| {
            bounds.squared_gap(part.bounds()) <= reach
                && distance_of(part.corners(), shape.corners()).within(limit)
        })
    }
}

impl Target for Polyline {
    fn extent(&self) -> Bounds {
        self.bounds()
    }

    fn comes_within(&self, shape: &Hull, limit: Ticks) -> bool {
        self.is_within(shape, limit)
    }
}

impl Target for Hull {
    fn extent(&self) -> Bounds {
        self.bounds()
    }

    fn comes_within(&self, shape: &Hull, limit: Ticks) -> bool {
        distance_of(self.corners(), shape.corners()).within(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::pose::{BaseSize, ranks};

    const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));

    /// Every hull of a turn, one after another.
    fn all_hulls(pose: Pose, slots: &[Slot], pivot: Local, by: Turn) -> Vec<Hull> {
        let mut hulls = Vec::new();
        let mut last = Body::placed(pose, slots);
        for (_, to) in crate::field::turn_steps(by) {
            let next = Body::placed(pose.turned_about(pivot, to), slots);
            hulls.extend(
                last.bases()
                    .iter()
                    .zip(next.bases())
                    .map(|(from, to)| Hull::of_both(from, to)),
            );
            last = next;
        }
        hulls
    }

    #[test]
    fn what_is_left_out_is_nowhere_near() {
        for (counts, by) in [
            (&[8_usize][..], 9000),
            (&[8], -8999),
            (&[3, 3], 4550),
            (&[2, 2, 2], -1234),
            (&[1; 6], 7777),
            (&[6], 99),
            (&[6], 17_950),
        ] {
            let slots = ranks(counts, FOOT);
            let by = Turn(by);
            for (pivot, heading) in [
                (slots[0].front_left(), 0),
                (slots[counts[0] - 1].front_right(), 4711),
                (Local::FRONT, 31_003),
            ] {
                let pose = Pose::new(Point::new(18_000, 12_000), Heading::new(heading));
                let every = all_hulls(pose, &slots, pivot, by);
                let mut trail = Trail::new();
                trail.turn(pose, slots.iter().map(|slot| slot.outline()), pivot, by);
                for (x, y, gap) in (0..24)
                    .flat_map(|x| (0..24).map(move |y| (10_000 + x * 700, 4000 + y * 700)))
                    .flat_map(|(x, y)| [(x, y, 0), (x, y, 10), (x, y, 600)])
                {
                    let other = Body::placed(
                        Pose::new(Point::new(x, y), Heading::new(x + y)),
                        &ranks(&[2], FOOT),
                    );
                    let limit = Ticks(gap);
                    let test = |hull: &Hull| other.comes_within(hull, limit);
                    let first = every.iter().find(|hull| test(hull));
                    let mut found = None;
                    let any = trail.any_near(&other, limit, |hull| {
                        let holds = test(hull);
                        if holds {
                            found = Some(hull.clone());
                        }
                        holds
                    });
                    assert_eq!(any, first.is_some(), "{counts:?} {by:?} at {x} {y}");
                    assert_eq!(found.as_ref(), first, "{counts:?} {by:?} at {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_turn_reaches_the_edge_to_the_tick() {
        let slots = ranks(&[8], FOOT);
        for by in [9000, -9000, 3333, -150] {
            for heading in [0, 2345, 18_000] {
                let pose = Pose::new(Point::new(18_000, 12_000), Heading::new(heading));
                let (pivot, by) = (slots[0].front_left(), Turn(by));
                let exact = all_hulls(pose, &slots, pivot, by)
                    .iter()
                    .map(Convex::bounds)
                    .reduce(Bounds::joined)
                    .expect("hulls");
                let mut trail = Trail::new();
                trail.turn(pose, slots.iter().map(|slot| slot.outline()), pivot, by);
                assert!(trail.is_in(exact));
                let tick = Vector::new(1, 0);
                let narrow = Bounds {
                    low: exact.low + tick,
                    high: exact.high,
                };
                assert!(!trail.is_in(narrow));
            }
        }
    }

    #[test]
    fn single_shapes_are_asked_in_order() {
        let mut trail = Trail::new();
        assert_eq!(trail.bounds(), None);
        let at = |x| Hull::of([Point::new(x, 0), Point::new(x + 5, 0), Point::new(x, 5)]);
        for x in [100, 0, 50] {
            trail.add(at(x));
        }
        let mut asked = Vec::new();
        let none = trail.any_near(&at(52), Ticks(50), |hull| {
            asked.push(hull.clone());
            false
        });
        assert!(!none);
        assert_eq!(asked, [at(100), at(0), at(50)]);
        let mut asked = Vec::new();
        trail.any_near(&at(52), Ticks(40), |hull| {
            asked.push(hull.clone());
            false
        });
        assert_eq!(asked, [at(50)], "the others are farther away");
        assert!(!trail.any_near(&at(300), Ticks(50), |_| true));
        assert!(trail.is_in(Bounds::of(&[Point::new(0, 0), Point::new(105, 5)])));
        assert!(!trail.is_in(Bounds::of(&[Point::new(0, 0), Point::new(104, 5)])));
    }
}
