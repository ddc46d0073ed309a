//! What a move must keep clear of, and how far.

use crate::base::Convex;
use crate::body::Body;
use crate::bounds::Bounds;
use crate::exact::SquaredDistance;
use crate::hull::Hull;
use crate::length::Ticks;
use crate::nearest::{distance_of, overlap_of};
use crate::point::Point;
use crate::polygon::Polygon;

/// What is forbidden between a mover and a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clearance {
    /// To reach into it by more than this: 10 ticks for units and impassable ground, 0 for forced placements.
    Overlap(Ticks),
    /// To come as near as this or nearer: 10 ticks for contact, 6000 for musket range.
    Within(Ticks),
    /// To come nearer than this, a distance it may keep.
    NearerThan(SquaredDistance),
}

/// A shape in the way.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    Body(&'a Body),
    Area(&'a Polygon),
    Parts(&'a [Hull]),
}

/// A shape in the way and the clearance to keep from it.
#[derive(Clone, Copy, Debug)]
pub struct Barrier<'a> {
    pub shape: Shape<'a>,
    pub clearance: Clearance,
    bounds: Bounds,
}

impl Clearance {
    /// The rules' overlap: more than 10 ticks.
    pub const SOLID: Clearance = Clearance::Overlap(Ticks::CONTACT);
    /// No common inside at all.
    pub const STRICT: Clearance = Clearance::Overlap(Ticks::ZERO);
    /// No contact.
    pub const NO_CONTACT: Clearance = Clearance::Within(Ticks::CONTACT);

    pub(crate) fn is_breached(self, mover: &[Point], part: &[Point]) -> bool {
        match self {
            Clearance::Overlap(tolerance) => overlap_of(mover, part, tolerance),
            Clearance::Within(limit) => distance_of(mover, part).within(limit),
            Clearance::NearerThan(least) => distance_of(mover, part) < least,
        }
    }

    /// A clearance that is breached by whatever breaches this one after a shift of up to `slack`, and by more.
    pub(crate) fn widened(self, slack: Ticks) -> Clearance {
        match self {
            Clearance::Overlap(tolerance) if tolerance >= slack => {
                Clearance::Overlap(tolerance - slack)
            }
            Clearance::Overlap(tolerance) => Clearance::Within(slack - tolerance),
            Clearance::Within(limit) => Clearance::Within(limit + slack),
            Clearance::NearerThan(least) => Clearance::Within(least.ticks_rounded_up() + slack),
        }
    }

    /// A clearance whose breach is still one of this clearance after a shift of up to `slack`.
    pub(crate) fn narrowed(self, slack: Ticks) -> Clearance {
        match self {
            Clearance::Overlap(tolerance) => Clearance::Overlap(tolerance + slack),
            Clearance::Within(limit) => narrowed_distance(limit, slack),
            Clearance::NearerThan(least) => narrowed_distance(least.ticks(), slack + Ticks(1)),
        }
    }

    /// How near a bounding box must be for a breach to be possible.
    pub(crate) fn reach(self) -> i64 {
        let ticks = match self {
            Clearance::Overlap(_) => Ticks::ZERO,
            Clearance::Within(limit) => limit,
            Clearance::NearerThan(least) => least.ticks_rounded_up(),
        };
        i64::from(ticks.0).pow(2)
    }
}

fn narrowed_distance(limit: Ticks, slack: Ticks) -> Clearance {
    if limit >= slack {
        Clearance::Within(limit - slack)
    } else {
        Clearance::Overlap(slack - limit)
    }
}

impl<'a> Barrier<'a> {
    pub fn new(shape: Shape<'a>, clearance: Clearance) -> Barrier<'a> {
        Barrier {
            bounds: shape.bounds(),
            shape,
            clearance,
        }
    }

    pub fn body(body: &'a Body, clearance: Clearance) -> Barrier<'a> {
        Barrier::new(Shape::Body(body), clearance)
    }

    pub fn area(area: &'a Polygon, clearance: Clearance) -> Barrier<'a> {
        Barrier::new(Shape::Area(area), clearance)
    }

    /// Ground made of convex parts: the band of a river.
    pub fn parts(parts: &'a [Hull], clearance: Clearance) -> Barrier<'a> {
        Barrier::new(Shape::Parts(parts), clearance)
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether a shape with these bounds could breach the clearance.
    pub(crate) fn is_near(&self, bounds: Bounds) -> bool {
        self.bounds.squared_gap(bounds) <= self.clearance.reach()
    }

    pub(crate) fn convex_parts(&self) -> impl Iterator<Item = &'a [Point]> + use<'a> {
        let (bases, hulls): (&'a [crate::base::Base], &'a [Hull]) = match self.shape {
            Shape::Body(body) => (body.bases(), &[]),
            Shape::Area(area) => (&[], area.parts()),
            Shape::Parts(parts) => (&[], parts),
        };
        bases
            .iter()
            .map(Convex::corners)
            .chain(hulls.iter().map(Convex::corners))
    }

    /// Whether a shape breaches the clearance where it is.
    pub fn is_breached_by(&self, shape: &impl Convex) -> bool {
        let bounds = shape.bounds();
        self.is_near(bounds)
            && self.convex_parts().any(|part| {
                Bounds::of(part).squared_gap(bounds) <= self.clearance.reach()
                    && self.clearance.is_breached(shape.corners(), part)
            })
    }
}

impl Shape<'_> {
    fn bounds(&self) -> Bounds {
        match self {
            Shape::Body(body) => body.bounds(),
            Shape::Area(area) => area.bounds(),
            Shape::Parts(parts) => parts
                .iter()
                .map(Convex::bounds)
                .reduce(Bounds::joined)
                .unwrap_or_else(|| Bounds::of(&[])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i32, y: i32, side: i32) -> Hull {
        Hull::of([
            Point::new(x, y),
            Point::new(x + side, y),
            Point::new(x + side, y + side),
            Point::new(x, y + side),
        ])
    }

    #[test]
    fn each_clearance_has_its_border() {
        let parts = [square(0, 0, 100)];
        let breached =
            |clearance, x| Barrier::parts(&parts, clearance).is_breached_by(&square(x, 0, 50));
        assert!(breached(Clearance::SOLID, 89) && !breached(Clearance::SOLID, 90));
        assert!(breached(Clearance::STRICT, 99) && !breached(Clearance::STRICT, 100));
        assert!(breached(Clearance::NO_CONTACT, 110) && !breached(Clearance::NO_CONTACT, 111));
        let keep = Clearance::NearerThan(SquaredDistance::of(Ticks(40)));
        assert!(breached(keep, 139) && !breached(keep, 140));
    }

    #[test]
    fn slack_goes_both_ways() {
        let parts = [square(0, 0, 100)];
        let breached = |clearance: Clearance, x| {
            Barrier::parts(&parts, clearance).is_breached_by(&square(x, 0, 50))
        };
        for clearance in [
            Clearance::SOLID,
            Clearance::STRICT,
            Clearance::Overlap(Ticks(1)),
            Clearance::NO_CONTACT,
            Clearance::Within(Ticks(0)),
            Clearance::NearerThan(SquaredDistance::of(Ticks(40))),
        ] {
            for x in 50..200 {
                if breached(clearance, x) {
                    assert!(
                        breached(clearance.widened(Ticks(2)), x + 2),
                        "{clearance:?} {x}"
                    );
                }
                if breached(clearance.narrowed(Ticks(2)), x) {
                    assert!(breached(clearance, x + 2), "{clearance:?} {x}");
                }
            }
        }
    }
}
