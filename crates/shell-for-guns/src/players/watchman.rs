//! A watchman who trusts neither the judge nor its geometry: he takes the corners of the bases, the ground as it is written
//! in the data, and measures for himself with the plainest means there are.

use longroll_tabletop::{Base, Convex as _, Point, Polygon, Polyline};

use crate::event::{Cause, Event};
use crate::facts::{Arm, Facts, Formation, GroundClass, UnitId};
use crate::table::{Place, Table, Unit};

/// What rounding may account for, in ticks, beyond what the rules forgive.
const ROUNDING: i128 = 3;
/// Section K: how near is contact, and how deep is no overlap yet.
const FORGIVEN: i128 = 10;

fn cross(from: Point, to: Point, place: Point) -> i128 {
    let (ax, ay) = (i128::from(to.x() - from.x()), i128::from(to.y() - from.y()));
    let (bx, by) = (
        i128::from(place.x() - from.x()),
        i128::from(place.y() - from.y()),
    );
    ax * by - ay * bx
}

fn square(from: Point, to: Point) -> i128 {
    let (x, y) = (i128::from(to.x() - from.x()), i128::from(to.y() - from.y()));
    x * x + y * y
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// Whether two convex shapes reach into each other by more than so many ticks along every side of both.
fn reaches_into(first: &[Point], second: &[Point], more_than: i128) -> bool {
    let parted = |own: &[Point], other: &[Point]| {
        sides(own).any(|(from, to)| {
            let length = square(from, to);
            // Both run counter-clockwise: inside is to the left.
            let deepest = other.iter().map(|place| cross(from, to, *place)).max();
            deepest.is_none_or(|deep| deep <= 0 || deep * deep <= more_than * more_than * length)
        })
    };
    !parted(first, second) && !parted(second, first)
}

/// The square of the distance of a place from a stretch, as a fraction: (above, below).
fn distance(place: Point, from: Point, to: Point) -> (i128, i128) {
    let length = square(from, to);
    let along = i128::from(to.x() - from.x()) * i128::from(place.x() - from.x())
        + i128::from(to.y() - from.y()) * i128::from(place.y() - from.y());
    if length == 0 || along <= 0 {
        return (square(from, place), 1);
    }
    if along >= length {
        return (square(to, place), 1);
    }
    let off = cross(from, to, place);
    (off * off, length)
}

/// Whether two convex shapes are so near: a corner of one is near a side of the other, or they overlap.
fn is_near(first: &[Point], second: &[Point], ticks: i128) -> bool {
    let corner = |own: &[Point], other: &[Point]| {
        own.iter().any(|place| {
            sides(other).any(|(from, to)| {
                let (above, below) = distance(*place, from, to);
                above <= ticks * ticks * below
            })
        })
    };
    corner(first, second) || corner(second, first) || reaches_into(first, second, 0)
}

/// Whether a place is inside an outline: a ray to the east crosses it an odd number of times.
fn is_inside(area: &Polygon, place: Point) -> bool {
    sides(area.outline())
        .filter(|(from, to)| (from.y() > place.y()) != (to.y() > place.y()))
        .filter(|(from, to)| {
            let up = to.y() > from.y();
            (cross(*from, *to, place) > 0) == up
        })
        .count()
        % 2
        == 1
}

/// Whether a place is nearer to a line than so many ticks.
fn is_beside(line: &Polyline, place: Point, ticks: i128) -> bool {
    line.points().windows(2).any(|pair| {
        let (above, below) = distance(place, pair[0], pair[1]);
        above < ticks * ticks * below
    })
}

/// Places spread over a base, all well inside it.
fn spots(base: &Base) -> Vec<Point> {
    let corners = base.corners();
    let [a, b, c, d] = [corners[0], corners[1], corners[2], corners[3]];
    let mut list = Vec::new();
    for across in [1, 5, 10, 15, 19] {
        for back in [1, 5, 10, 15, 19] {
            let mix = |pick: fn(Point) -> i32| {
                let (a, b, c, d) = (
                    i64::from(pick(a)),
                    i64::from(pick(b)),
                    i64::from(pick(c)),
                    i64::from(pick(d)),
                );
                let front = a * (20 - across) + d * across;
                let rear = b * (20 - across) + c * across;
                i32::try_from((front * (20 - back) + rear * back) / 400).unwrap_or(0)
            };
            list.push(Point::new(mix(Point::x), mix(Point::y)));
        }
    }
    list
}

/// Everything that no table may show at a decision, whatever led to it.
#[must_use]
pub fn standing(facts: &Facts, table: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    let present: Vec<(UnitId, &Unit, Vec<Base>)> = table
        .present()
        .map(|(id, unit)| (id, unit, unit.body().bases().to_vec()))
        .collect();
    let (width, height) = facts.terrain.size;
    for (index, (id, unit, bases)) in present.iter().enumerate() {
        let name = &facts.unit(*id).name;
        let mut corners = bases.iter().flat_map(|base| base.corners().iter());
        if corners.any(|at| at.x() < 0 || at.y() < 0 || at.x() > width.0 || at.y() > height.0) {
            faults.push(format!("{name} has a corner beyond the table"));
        }
        for (_, other, theirs) in &present[index + 1..] {
            let into = |(own, other): (&Base, &Base)| {
                reaches_into(own.corners(), other.corners(), FORGIVEN + ROUNDING)
            };
            let mut pairs = bases
                .iter()
                .flat_map(|own| theirs.iter().map(move |other| (own, other)));
            if pairs.any(into) {
                let theirs = present
                    .iter()
                    .find(|(_, unit, _)| std::ptr::eq(*unit, *other));
                let theirs = theirs.map_or("?", |(id, ..)| facts.unit(*id).name.as_str());
                faults.push(format!("{name} and {theirs} reach into each other"));
            }
        }
        faults.extend(in_barred_ground(facts, *id, unit, bases));
        faults.extend(misshapen(facts, *id, unit, bases));
    }
    faults.extend(generals_touched(facts, table, &present));
    faults
}

/// SfG-reading 34: a general alone is touched by no enemy; whoever is beyond the table was told of before.
fn generals_touched(
    facts: &Facts,
    table: &Table,
    present: &[(UnitId, &Unit, Vec<Base>)],
) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, general) in table.generals() {
        let entry = facts.general(id);
        let Some(body) = table.general_body(facts, id) else {
            continue;
        };
        let own = body.bases();
        let enemies = present
            .iter()
            .filter(|(unit, ..)| facts.unit(*unit).side != entry.side);
        for (unit, _, theirs) in enemies {
            let touches = |other: &Base| {
                own.iter()
                    .any(|base| is_near(base.corners(), other.corners(), FORGIVEN - ROUNDING))
            };
            if general.attached.is_none() && theirs.iter().any(touches) {
                let (name, enemy) = (&entry.name, &facts.unit(*unit).name);
                faults.push(format!(
                    "{name} is touched by {enemy} and does not give way"
                ));
            }
        }
    }
    faults
}

/// SfG 2.5-distances: nobody stands where the movement table says "No", unless on a road.
fn in_barred_ground(facts: &Facts, id: UnitId, unit: &Unit, bases: &[Base]) -> Option<String> {
    let terrain = &facts.terrain;
    let name = &facts.unit(id).name;
    let on_road = |base: &Base| {
        let mut roads = terrain.roads.iter();
        roads.any(|road| is_beside(&road.line, base.centre(), 1000))
    };
    let arm = facts.unit(id).entry.arm;
    let horse_or_guns = arm == Arm::Battery || arm == Arm::Cavalry && unit.mounted;
    for base in bases.iter().filter(|base| !on_road(base)) {
        for spot in spots(base) {
            let wet = terrain.rivers.iter().any(|river| {
                is_beside(&river.course, spot, 300 - FORGIVEN - ROUNDING)
                    && !river.fords.iter().any(|ford| is_beside(ford, spot, 700))
            });
            if wet {
                return Some(format!("{name} stands in the river"));
            }
            let barred = terrain.areas.iter().find(|area| {
                let closed = match area.class {
                    GroundClass::Impassable => true,
                    GroundClass::Difficult => horse_or_guns,
                    _ => false,
                };
                let rim = area.outline.outline();
                closed
                    && is_inside(&area.outline, spot)
                    && !sides(rim).any(|(from, to)| {
                        let (above, below) = distance(spot, from, to);
                        let edge = FORGIVEN + ROUNDING;
                        above <= edge * edge * below
                    })
            });
            if let Some(area) = barred {
                return Some(format!(
                    "{name} stands in {}, which is barred to it",
                    area.name
                ));
            }
        }
    }
    None
}

/// Whether a base has the sides and the right angles that it should have.
fn is_rectangle(base: &Base, front: i128, deep: i128) -> bool {
    let is_long = |from: Point, to: Point, length: i128| {
        let off = ROUNDING;
        (length - off) * (length - off) <= square(from, to)
            && square(from, to) <= (length + off) * (length + off)
    };
    let corners = base.corners();
    is_long(corners[0], corners[3], front)
        && is_long(corners[1], corners[2], front)
        && is_long(corners[0], corners[1], deep)
        && is_long(corners[3], corners[2], deep)
        && square(corners[0], corners[2]).abs_diff(square(corners[1], corners[3]))
            <= 8 * u128::try_from(front + deep).unwrap_or(0)
}

/// SfG 1.2: whether ranks of these widths are those of a formation; none if there are no ranks.
fn fits(formation: Formation, widths: &[usize]) -> Option<bool> {
    Some(match formation {
        Formation::Line => widths.len() == 1,
        Formation::Double => widths.len() <= 2 && widths.windows(2).all(|pair| pair[1] <= pair[0]),
        Formation::Attack => {
            let (last, full) = widths.split_last()?;
            full.iter().all(|width| *width == 2) && *last <= 2
        }
        Formation::March => widths.iter().all(|width| *width == 1),
        Formation::Deployed | Formation::Limbered => widths == [1],
    })
}

/// Where a base stands seen from a first with these corners: to the right of it, and behind it.
fn seen_from(heading: &[Point], base: &Base, front: i128) -> (i128, i128) {
    let at = base.corners()[0];
    let (fx, fy) = (
        i128::from(heading[3].x() - heading[0].x()),
        i128::from(heading[3].y() - heading[0].y()),
    );
    let (x, y) = (
        i128::from(at.x() - heading[0].x()),
        i128::from(at.y() - heading[0].y()),
    );
    ((fx * x + fy * y) / front, (fy * x - fx * y) / front)
}

/// SfG 1.1, 1.2: bases of the size of their arm, in the ranks and files of their formation.
fn misshapen(facts: &Facts, id: UnitId, unit: &Unit, bases: &[Base]) -> Option<String> {
    let name = &facts.unit(id).name;
    let size = facts.base_size(id, unit.mounted);
    let (front, deep) = (i128::from(size.frontage.0), i128::from(size.depth.0));
    for base in bases {
        if !is_rectangle(base, front, deep) {
            return Some(format!("{name} has a base of another shape"));
        }
    }
    if !unit.chain.is_empty() {
        let single = unit.formation == Formation::March || unit.formation == Formation::Limbered;
        return (!single).then(|| format!("{name} is on a road in {}", unit.formation));
    }
    // A line keeps the gap of a battery that has left it until it moves.
    let gun = i128::from(facts.basing.battery.frontage.0);
    let heading = bases.first()?.corners();
    let seen = |base: &Base| seen_from(heading, base, front);
    let close = |value: i128, step: i128| {
        let off = value.rem_euclid(step.max(1));
        off <= 2 * ROUNDING || step - off <= 2 * ROUNDING
    };
    let mut ranks: Vec<(i128, Vec<i128>)> = Vec::new();
    for base in bases {
        let (right, behind) = seen(base);
        if !close(behind, deep) || behind < -2 * ROUNDING {
            return Some(format!("{name} has a base out of its rank"));
        }
        match ranks
            .iter_mut()
            .find(|(own, _)| (own - behind).abs() <= 2 * ROUNDING)
        {
            Some((_, files)) => files.push(right),
            None => ranks.push((behind, vec![right])),
        }
    }
    for (_, files) in &mut ranks {
        files.sort_unstable();
        let torn = files.windows(2).any(|pair| {
            let step = pair[1] - pair[0];
            let near = |length: i128| (step - length).abs() <= 2 * ROUNDING;
            let gap = (1..=3).any(|guns| near(front + guns * gun));
            !(near(front) || unit.formation == Formation::Line && gap)
        });
        if torn {
            return Some(format!("{name} has a hole in its ranks"));
        }
    }
    let widths: Vec<usize> = ranks.iter().map(|(_, files)| files.len()).collect();
    let fits = fits(unit.formation, &widths)?;
    (!fits).then(|| format!("{name} is no {}: ranks of {widths:?}", unit.formation))
}

/// Enemies that touch.
#[must_use]
pub fn contacts(facts: &Facts, table: &Table) -> Vec<(UnitId, UnitId)> {
    let present: Vec<(UnitId, Vec<Base>)> = table
        .present()
        .map(|(id, unit)| (id, unit.body().bases().to_vec()))
        .collect();
    let mut list = Vec::new();
    for (index, (own, bases)) in present.iter().enumerate() {
        for (other, theirs) in &present[index + 1..] {
            let touch = facts.unit(*own).side != facts.unit(*other).side
                && bases.iter().any(|base| {
                    theirs
                        .iter()
                        .any(|their| is_near(base.corners(), their.corners(), FORGIVEN))
                });
            if touch {
                list.push((*own, *other));
            }
        }
    }
    list
}

/// Enemies that have come into contact and nobody made them.
fn unfought(facts: &Facts, before: &Table, events: &[Event], after: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    // SfG-readings 85, 139: only who charges, breaks through or faces its attacker comes into contact.
    let closes = |id: UnitId| {
        events.iter().any(|event| {
            matches!(
                event,
                Event::Moved { unit, cause: Cause::Charge | Cause::Breakthrough | Cause::Facing, .. }
                    if *unit == id
            )
        })
    };
    let old = contacts(facts, before);
    for (own, other) in contacts(facts, after) {
        if !old.contains(&(own, other)) && !closes(own) && !closes(other) {
            let names = (&facts.unit(own).name, &facts.unit(other).name);
            faults.push(format!("{} and {} touch without a fight", names.0, names.1));
        }
    }
    faults
}

/// What events may do and what they may not, seen from the tables before and after them.
#[must_use]
pub fn between(facts: &Facts, before: &Table, events: &[Event], after: &Table) -> Vec<String> {
    let mut faults = unfought(facts, before, events, after);
    let melee = events.iter().any(|event| {
        matches!(
            event,
            Event::MeleeJoined { .. } | Event::MeleeDecided { .. }
        )
    });
    let fired = events
        .iter()
        .any(|event| matches!(event, Event::Fired { .. }));
    // Whoever still owes a base is in the middle of a fight: what it dealt is told after the choice.
    let owes = before.units().any(|(_, unit)| unit.carried >= 4);
    for (id, unit) in after.units() {
        let (was, name) = (before.unit(id), &facts.unit(id).name);
        let each = 4;
        let mut lost = 0_i32;
        let (mut bases, mut gone) = (0_i32, false);
        for event in events {
            match event {
                Event::Lost { unit, losses } if *unit == id => lost += i32::from(*losses),
                Event::BaseRemoved { unit, .. } if *unit == id => bases += 1,
                Event::Removed { unit, .. } if *unit == id => gone = true,
                _ => {}
            }
        }
        if (lost > 0 || bases > 0) && !fired && !melee && !owes {
            faults.push(format!("{name} has losses without fire or melee"));
        }
        if !gone && i32::from(was.carried) + lost - each * bases != i32::from(unit.carried) {
            faults.push(format!("the losses of {name} do not add up"));
        }
        if !gone && i32::from(was.bases()) - bases != i32::from(unit.bases()) {
            faults.push(format!("the bases of {name} do not add up"));
        }
        if matches!(was.place, Place::Gone(_)) && was.place != unit.place {
            faults.push(format!("{name} has come back"));
        }
    }
    for event in events {
        if let Event::Moved {
            unit,
            cause,
            length,
            ..
        } = event
        {
            faults.extend(too_far(facts, before, *unit, *cause, length.0));
        }
    }
    faults
}

/// SfG 2.5-distances and the tables of pushes and flights, by heart: how far each cause takes a unit at most.
fn too_far(facts: &Facts, before: &Table, id: UnitId, cause: Cause, length: i32) -> Option<String> {
    let unit = before.unit(id);
    let (road, open, charge) = match facts.unit(id).entry.arm {
        Arm::Infantry => (8000, 4000, 5000),
        Arm::Cavalry if unit.mounted => (8000, 6000, 8000),
        Arm::Cavalry => (8000, 4000, 5000),
        Arm::Battery if unit.formation == Formation::Limbered => (8000, 4000, 0),
        // Off the table it may come limbered.
        Arm::Battery if unit.place != Place::Table => (8000, 4000, 0),
        Arm::Battery => (1000, 1000, 0),
    };
    let column = unit.place != Place::Table
        || matches!(unit.formation, Formation::March | Formation::Limbered);
    let friends_ahead = 14_000;
    let most = match cause {
        Cause::Order | Cause::DivisionOrder | Cause::Entry => {
            if column {
                road
            } else {
                open
            }
        }
        Cause::Charge => charge,
        Cause::Breakthrough | Cause::Reorganising => 2000,
        // On friends it goes on to the first free place.
        Cause::Push | Cause::Beaten | Cause::Flight | Cause::Recoil => friends_ahead,
        Cause::Deployment | Cause::Facing | Cause::Joining => 0,
    };
    (length > most).then(|| format!("{} {cause} {length} of {most} ticks", facts.unit(id).name))
}
