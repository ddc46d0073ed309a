//! SfG 2.4-enter, SfG-reading 64: whether a unit off the table has a free place at its edge.
//!
//! Whoever enters passes, at the moment when its rear leaves the edge, through a place that a straight move of its own
//! depth would end in, and sweeps at least that much ground. So without turns a unit has a way in only if it has a
//! straight one, and a straight one is free only at or beside the end of what blocks another: those places are tried.

use longroll_core::Side;
use longroll_tabletop::{
    BaseSize, Convex as _, Heading, Point, Pose, Slot, Ticks, Turn, enclosing,
};

use super::enter;
use super::road::ROADSIDE;
use crate::choice::{Part, Plan};
use crate::facts::{Formation, UnitId};
use crate::forming::formations;
use crate::look::Look;
use crate::table::slots;

/// Nobody within this of an enemy enters, so nothing farther away blocks a place.
const FAR: i32 = 6000;

/// A formation, a place on the edge line and a way straight in, or along the road there; none if there is no such place.
#[must_use]
pub fn straight_in(look: Look<'_>, unit: UnitId) -> Option<(Formation, Pose, Plan)> {
    formations(look, unit).iter().find_map(|formation| {
        let (pose, plan) = in_formation(look, unit, *formation)?;
        Some((*formation, pose, plan))
    })
}

/// A way in at an angle, for whoever has no straight one; none as far as whole degrees go.
///
/// At every degree the places are tried at which a side of what is swept grazes a corner of ground, as far as it
/// takes to leave the edge behind; and every half UM along the edge at every fifth.
#[must_use]
pub fn angled_in(look: Look<'_>, unit: UnitId) -> Option<(Formation, Pose, Plan)> {
    let own = look.unit(unit);
    let width = look.facts.terrain.size.0.0;
    for formation in formations(look, unit) {
        let bases = slots(look.facts, unit, *formation, own.mounted, own.bases());
        let BaseSize { frontage, depth } = enclosing(&bases)?.size;
        let corners = corners_near(look, unit, depth);
        for degrees in (1..=45).flat_map(|own| [own, -own]) {
            let way = Heading::NORTH.turned(Turn::degrees(degrees));
            let length = (i64::from(depth.0) << 30) / way.cosine() + 2;
            let length = Ticks(i32::try_from(length).unwrap_or(i32::MAX));
            let plan = Plan::leg(100 * degrees, length);
            let half = (frontage.0 + 1) / 2;
            let mut places: Vec<i32> = corners
                .iter()
                .map(|[along, inward]| along - aside(*inward, way))
                .flat_map(|met| ends_of(met, met, half))
                .collect();
            if degrees % 5 == 0 {
                places.extend((0..=width).step_by(500));
            }
            for along in places {
                let pose = at_edge(look, unit, along);
                if enter(look, unit, *formation, pose, &plan).is_ok() {
                    return Some((*formation, pose, plan));
                }
            }
        }
    }
    None
}

/// How far to the right a leg comes that goes so far in.
fn aside(inward: i32, way: Heading) -> i32 {
    let right = i64::from(inward) * way.sine() / way.cosine();
    i32::try_from(right).unwrap_or(i32::MAX)
}

/// A place on a unit's own edge, so far along it from its left end as the unit sees it.
fn at_edge(look: Look<'_>, unit: UnitId, along: i32) -> Pose {
    let (width, height) = look.facts.terrain.size;
    match look.side(unit) {
        Side::Union => Pose::new(Point::new(along, 0), Heading::NORTH),
        Side::Confederate => Pose::new(Point::new(width.0 - along, height.0), Heading::SOUTH),
    }
}

/// Corners of areas and ends of obstacles that lie no deeper in than a unit: how far along its edge, and how far from it.
/// Whoever goes past them with its front edge is not held up; a unit in the way bars the straight way in as well.
fn corners_near(look: Look<'_>, unit: UnitId, depth: Ticks) -> Vec<[i32; 2]> {
    let terrain = &look.facts.terrain;
    let (width, height) = terrain.size;
    let seen = |corner: &Point| match look.side(unit) {
        Side::Union => [corner.x(), corner.y()],
        Side::Confederate => [width.0 - corner.x(), height.0 - corner.y()],
    };
    let parts = terrain.areas.iter().flat_map(|area| area.outline.parts());
    let of_areas = parts.flat_map(|part| part.corners());
    let obstacles = terrain.obstacles();
    let of_lines = obstacles.flat_map(|(_, obstacle)| obstacle.line.points());
    let mut all: Vec<[i32; 2]> = of_areas
        .chain(of_lines)
        .map(seen)
        .filter(|[_, inward]| *inward <= depth.0)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A place on a unit's own edge, so far from the west end of the table.
fn on_edge(look: Look<'_>, unit: UnitId, x: i32) -> Pose {
    match look.side(unit) {
        Side::Union => Pose::new(Point::new(x, 0), Heading::NORTH),
        Side::Confederate => {
            let height = look.facts.terrain.size.1;
            Pose::new(Point::new(x, height.0), Heading::SOUTH)
        }
    }
}

/// Marches along a road that bring a column of some depth onto the table.
fn marches_in(depth: Ticks) -> Vec<Plan> {
    let lengths = [depth.0, depth.0 + 300, 4000, 8000];
    let march = |length| {
        Plan(vec![Part::Road {
            length: Ticks(length),
        }])
    };
    lengths.into_iter().map(march).collect()
}

/// The ends of the edge, and the places at or beside the ends of units and ground that could block another.
fn beside_blocks(look: Look<'_>, unit: UnitId, size: BaseSize) -> Vec<i32> {
    let half = (size.frontage.0 + 1) / 2;
    let width = look.facts.terrain.size.0;
    let mut places = vec![half, width.0 - half];
    let present = look.table.present().filter(|(other, _)| *other != unit);
    let block = |x: i32| Slot::single(size).placed(on_edge(look, unit, x).leg(Turn(0), size.depth));
    for (other, own) in present {
        let enemy = look.side(other) != look.side(unit);
        for base in own.body().bases() {
            let (low, high) = (base.bounds().low.x(), base.bounds().high.x());
            places.extend(ends_of(low, high, half));
            if enemy {
                let near = |x: i32| {
                    let square = longroll_tabletop::squared_distance(&block(x), base);
                    square.within(Ticks(FAR))
                };
                places.push(first_not(high + half, high + half + FAR + 1, near));
                places.push(first_not(low - half, low - half - FAR - 1, near));
            }
        }
    }
    for area in &look.facts.terrain.areas {
        places.extend(ends_of(
            area.outline.bounds().low.x(),
            area.outline.bounds().high.x(),
            half,
        ));
    }
    for water in &look.facts.terrain.water {
        places.extend(ends_of(
            water.bounds().low.x(),
            water.bounds().high.x(),
            half,
        ));
    }
    places
}

fn in_formation(look: Look<'_>, unit: UnitId, formation: Formation) -> Option<(Pose, Plan)> {
    let own = look.unit(unit);
    let shape = enclosing(&slots(
        look.facts,
        unit,
        formation,
        own.mounted,
        own.bases(),
    ))?;
    let (half, depth) = ((shape.size.frontage.0 + 1) / 2, shape.size.depth);
    let width = look.facts.terrain.size.0;
    let pose = |x: i32| on_edge(look, unit, x);
    let way_in = |x: i32, by_road: bool| {
        let plans = if by_road {
            marches_in(depth)
        } else {
            vec![Plan::leg(0, depth)]
        };
        let mut plans = plans.into_iter();
        let plan = plans.find(|plan| enter(look, unit, formation, pose(x), plan).is_ok())?;
        Some((pose(x), plan))
    };
    let inside = half..=width.0 - half;
    let mut first = (half..width.0).step_by(1500).filter(|x| inside.contains(x));
    if let Some(found) = first.find_map(|x| way_in(x, false)) {
        return Some(found);
    }
    let edge = pose(0).front.y();
    let roads = look.facts.terrain.roads.iter();
    let ends = roads.flat_map(|road| road.line.points().iter().copied());
    for end in ends.filter(|end| (end.y() - edge).abs() <= ROADSIDE.0) {
        for x in [0, -300, 300].map(|aside| end.x() + aside) {
            let found = way_in(x, true).or_else(|| way_in(x, false));
            if found.is_some() {
                return found;
            }
        }
    }
    let places = beside_blocks(look, unit, shape.size);
    let mut places = places.into_iter().filter(|x| inside.contains(x));
    places.find_map(|x| way_in(x, false))
}

/// SfG 2.4-delay: whether a road leads to a side's own edge.
#[must_use]
pub fn has_road(look: Look<'_>, side: Side) -> bool {
    let edge = match side {
        Side::Union => 0,
        Side::Confederate => look.facts.terrain.size.1.0,
    };
    let mut roads = look.facts.terrain.roads.iter();
    roads.any(|road| {
        let mut points = road.line.points().iter();
        points.any(|point| (point.y() - edge).abs() <= ROADSIDE.0)
    })
}

/// The first place from `from` towards `to` of which something no longer holds; at `to` it does not.
fn first_not(from: i32, to: i32, holds: impl Fn(i32) -> bool) -> i32 {
    if !holds(from) {
        return from;
    }
    let (mut still, mut clear) = (from, to);
    while (clear - still).abs() > 1 {
        let middle = still + (clear - still) / 2;
        if holds(middle) {
            still = middle;
        } else {
            clear = middle;
        }
    }
    clear
}

/// Beside something, touching it, and as near as rounding forgives.
const fn ends_of(low: i32, high: i32, half: i32) -> [i32; 4] {
    let forgiven = Ticks::CONTACT.0;
    let (left, right) = (low - half, high + half);
    [left, right, left + forgiven, right - forgiven]
}

#[cfg(test)]
mod tests {
    use longroll_core::{Chance, Seed};

    use super::*;

    #[test]
    fn beside_something_is_half_a_front_away_or_as_near_as_rounding_forgives() {
        assert_eq!(ends_of(1000, 1600, 400), [600, 2000, 610, 1990]);
    }

    #[test]
    fn a_leg_at_45_degrees_comes_as_far_aside_as_in() {
        let way = |degrees| Heading::NORTH.turned(Turn::degrees(degrees));
        assert_eq!(aside(1000, way(45)), 1000);
        assert_eq!(aside(1000, way(-45)), -1000);
        assert_eq!(aside(1000, Heading::NORTH), 0);
    }

    /// Each side looks at its own edge, from its own left.
    #[test]
    fn ground_near_the_edge_is_seen_from_either_side() {
        let text = "title = \"t\"\nboard = \"tabletop\"\nbegin = { activation = \"Union\" }\nexpect.battle.turn = 1\nground.line = [{ kind = \"rail fence\", points = [[10.00, 1.00], [12.00, 2.40]] }, { kind = \"rail fence\", points = [[3.00, 23.50], [4.00, 20.00]] }]\nunit = [{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 14.00] }]\n";
        let situation = crate::situation::load("t", text).expect("sound");
        let begun = situation.cases()[0].begin(Chance::seeded(Seed(1)));
        let battle = begun.expect("no dice").0;
        let unit = |name| battle.facts().unit_named(name).expect("there");
        let near = |name| corners_near(battle.look(), unit(name), Ticks(2400));
        assert_eq!(near("A"), [[10_000, 1000], [12_000, 2400]]);
        assert_eq!(near("X"), [[33_000, 500]]);
        let edge = |name| at_edge(battle.look(), unit(name), 3000).front;
        assert_eq!(edge("A"), Point::new(3000, 0));
        assert_eq!(edge("X"), Point::new(33_000, 24_000));
    }
}
