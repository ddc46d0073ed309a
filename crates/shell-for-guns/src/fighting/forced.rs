//! Forced moves: pushed back by fire, driven back in melee, recoil, flight (SfG-readings 23 to 25, 136 to 140, 163, 164).

use longroll_rule::Rule;
use longroll_tabletop::{
    Barrier, Body, Clearance, Field, Heading, Hull, Point, Table, Ticks, Vector,
};

use crate::event::Stance;
use crate::facts::UnitId;
use crate::look::Look;
use crate::moving::{self, front_edge, leg_sweep};
use crate::options::RoughRetreat;

/// SfG-reading 139: how far from an enemy a forced move stops.
const SHORT_OF_ENEMY: Ticks = Ticks(100);
/// SfG 2.8-obstacles: what crossing an obstacle costs.
const OBSTACLE: Ticks = Ticks(2000);
/// How far past friends a free place is looked for.
const PAST_FRIENDS: Ticks = Ticks(12_000);

/// What forces the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// SfG 2.7: obstacles do not shorten it.
    Fire,
    /// SfG 2.8-obstacles: obstacles cost 2 UM.
    Melee,
}

/// A forced move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retreat {
    /// Where it ends.
    pub stance: Stance,
    /// How far it goes.
    pub length: Ticks,
    /// SfG 1.5-disordered: why it disorders.
    pub disorders: bool,
}

pub(crate) fn table_of(look: Look<'_>) -> Table {
    let (width, height) = look.facts.terrain.size;
    Table::new(width, height).unwrap_or_else(|_| {
        Table::new(Ticks(1000), Ticks(1000)).expect("a table of one UM can be measured")
    })
}

/// Ground that bars a unit, as barriers: to the tick, unless rounding has let it in already.
pub(crate) fn barred<'a>(
    look: Look<'a>,
    unit: UnitId,
    body: &Body,
    barriers: &mut Vec<Barrier<'a>>,
) {
    let terrain = &look.facts.terrain;
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let mut push = |strict: Barrier<'a>, solid: Barrier<'a>| {
        let inside = body.bases().iter().any(|base| strict.is_breached_by(base));
        barriers.push(if inside { solid } else { strict });
    };
    if !terrain.water.is_empty() {
        push(
            Barrier::parts(&terrain.water, Clearance::STRICT),
            Barrier::parts(&terrain.water, Clearance::SOLID),
        );
    }
    for area in &terrain.areas {
        if pace.on(area.class).is_none() {
            push(
                Barrier::area(&area.outline, Clearance::STRICT),
                Barrier::area(&area.outline, Clearance::SOLID),
            );
        }
    }
}

/// How far a body can be forced in a direction before the table, barred ground or an enemy stops it.
fn room(look: Look<'_>, unit: UnitId, body: &Body, direction: Heading, limit: Ticks) -> Ticks {
    let enemies: Vec<Body> = look.enemies(unit).map(|enemy| look.body(enemy)).collect();
    let clear: Vec<Barrier<'_>> = enemies
        .iter()
        .map(|enemy| Barrier::body(enemy, clearance_from(body, enemy)))
        .collect();
    // SfG-reading 80: ground that the road opens bars it only where it leaves the road.
    let road = by_road(look, unit, body, direction, limit);
    let marched = reach(look, body, direction, road, clear.clone());
    if marched < road {
        return marched;
    }
    let from = body.moved(Vector::along(direction, road));
    let mut barriers = Vec::new();
    barred(look, unit, &from, &mut barriers);
    barriers.extend(clear);
    let room = road + reach(look, &from, direction, limit - road, barriers);
    // SfG-reading 78: what a unit cannot cross at all stops it.
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let stops = match pace.obstacle {
        Some(_) => None,
        None => obstacles_ahead(look, unit, body, direction, room)
            .into_iter()
            .next(),
    };
    stops.map_or(room, |at| room.min(at))
}

/// SfG-reading 80: how far a unit is forced along the road it stands on.
fn by_road(look: Look<'_>, unit: UnitId, body: &Body, direction: Heading, limit: Ticks) -> Ticks {
    moving::along(look, look.unit(unit).formation, body, direction, limit)
}

/// SfG-reading 139: 0.10 UM from an enemy, or as far as it is now from one who is nearer; whoever touches it may only not be
/// run into.
fn clearance_from(body: &Body, enemy: &Body) -> Clearance {
    let (mut apart, mut near) = (0, SHORT_OF_ENEMY.0);
    if !body.is_within(enemy, SHORT_OF_ENEMY) {
        return Clearance::Within(Ticks(near - 1));
    }
    if body.is_within(enemy, Ticks::ZERO) {
        return Clearance::SOLID;
    }
    while near - apart > 1 {
        let middle = apart + (near - apart) / 2;
        if body.is_within(enemy, Ticks(middle)) {
            near = middle;
        } else {
            apart = middle;
        }
    }
    Clearance::Within(Ticks(apart))
}

fn reach(
    look: Look<'_>,
    body: &Body,
    direction: Heading,
    limit: Ticks,
    barriers: Vec<Barrier<'_>>,
) -> Ticks {
    if limit <= Ticks::ZERO {
        return Ticks::ZERO;
    }
    Field::new(table_of(look), barriers)
        .longest_leg(body, direction, limit)
        .legal
        .unwrap_or(Ticks::ZERO)
}

/// Obstacles and fords that a body would begin to cross on its way, unless a road leads through: the distances at which it
/// stands against them.
fn obstacles_ahead(
    look: Look<'_>,
    unit: UnitId,
    body: &Body,
    direction: Heading,
    limit: Ticks,
) -> Vec<Ticks> {
    let terrain = &look.facts.terrain;
    let crossed = |met: &dyn Fn(&Hull) -> bool| {
        let meets = |distance: Ticks| {
            let step = Vector::along(direction, distance);
            let mut bases = body.bases().iter();
            bases.any(|base| met(&Hull::of_both(base, &base.moved(step))))
        };
        if meets(Ticks::ZERO) || !meets(limit) {
            return None;
        }
        let (mut low, mut high) = (0, limit.0);
        while low < high {
            let middle = low + (high - low + 1) / 2;
            if meets(Ticks(middle)) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        Some(Ticks(low))
    };
    let lines = terrain
        .obstacles
        .iter()
        .filter_map(|own| crossed(&|shape| own.line.passes_through(shape)));
    let fords = terrain
        .fords()
        .filter_map(|ford| crossed(&|shape| ford.is_entered_by(shape)));
    let mut found: Vec<Ticks> = lines.chain(fords).collect();
    if !found.is_empty() {
        let road = by_road(look, unit, body, direction, limit);
        found.retain(|at| *at >= road);
    }
    found.sort_unstable();
    found
}

/// A unit is forced some distance in a direction, heading kept.
#[must_use]
pub fn retreat(
    look: Look<'_>,
    unit: UnitId,
    direction: Heading,
    distance: Ticks,
    force: Force,
) -> Retreat {
    let start = moving::stance(look, unit).straightened();
    let body = start.body();
    let mut wanted = room(look, unit, &body, direction, distance);
    if force == Force::Melee {
        wanted = spend_on_obstacles(look, unit, &body, direction, wanted, distance);
    }
    let length = free_place(look, unit, &body, direction, wanted, force);
    let step = Vector::along(direction, length);
    let stance = start.at(start.pose.moved(step));
    // SfG-reading 80: the ground that a road crosses is nothing to a column on it.
    let by_road = by_road(look, unit, &body, direction, length) == length;
    let disorders = length > Ticks::ZERO
        && (through_friends(look, unit, &start, &stance, force)
            || !by_road && through_ground(look, &start, &stance));
    Retreat {
        stance: Stance {
            paid: Vec::new(),
            ..stance
        },
        length,
        disorders,
    }
}

/// SfG 2.8-obstacles, SfG-reading 163: 2 UM for each obstacle; with no more than that to go it stops against it.
fn spend_on_obstacles(
    look: Look<'_>,
    unit: UnitId,
    body: &Body,
    direction: Heading,
    room: Ticks,
    distance: Ticks,
) -> Ticks {
    let mut left = distance;
    for at in obstacles_ahead(look, unit, body, direction, room) {
        if at >= left {
            break;
        }
        if left - at <= OBSTACLE {
            return at.min(room);
        }
        left -= OBSTACLE;
    }
    left.min(room)
}

/// Whether neither ground nor enemy nor obstacle cuts a unit's way short after a melee.
fn can_be_forced(look: Look<'_>, unit: UnitId, direction: Heading, distance: Ticks) -> bool {
    let body = look.body(unit);
    let room = room(look, unit, &body, direction, distance);
    spend_on_obstacles(look, unit, &body, direction, room, distance) == distance
}

/// SfG-reading 140: on friends it goes on to the first free place; if there is none it stops before them.
fn free_place(
    look: Look<'_>,
    unit: UnitId,
    body: &Body,
    direction: Heading,
    wanted: Ticks,
    force: Force,
) -> Ticks {
    let friends: Vec<Body> = look
        .of_side(look.side(unit))
        .filter(|friend| {
            // After a melee a joined battery that can goes back with its brigade; pushed by fire it stays where it is.
            let goes_along = force == Force::Melee
                && look.unit(*friend).joined == Some(unit)
                && can_be_forced(look, *friend, direction, wanted);
            *friend != unit && !goes_along
        })
        .map(|friend| look.body(friend))
        .collect();
    let barriers = friends
        .iter()
        .map(|friend| Barrier::body(friend, Clearance::STRICT));
    let field = Field::new(table_of(look), barriers);
    if field.first_free(body, direction, wanted, wanted).is_some() {
        return wanted;
    }
    let farthest = room(look, unit, body, direction, wanted + PAST_FRIENDS);
    let farthest = match force {
        Force::Fire => farthest,
        Force::Melee => obstacles_ahead(look, unit, body, direction, farthest)
            .first()
            .map_or(farthest, |at| farthest.min((*at).max(wanted))),
    };
    field
        .first_free(body, direction, wanted, farthest)
        .or_else(|| field.longest_leg(body, direction, wanted).legal)
        .unwrap_or(Ticks::ZERO)
}

/// SfG 1.5-disordered, SfG-reading 23: into rough ground, across an obstacle.
fn through_ground(look: Look<'_>, from: &Stance, to: &Stance) -> bool {
    let (old, new) = (from.body(), to.body());
    let sweep = leg_sweep(&old, &new);
    let terrain = &look.facts.terrain;
    let rough = terrain.areas.iter().any(|area| {
        if !area.class.is_rough() {
            return false;
        }
        let stood = old
            .bases()
            .iter()
            .any(|base| area.outline.is_entered_by(base));
        let any = look.facts.options.rough_retreat == RoughRetreat::Any;
        (any || !stood) && sweep.iter().any(|shape| area.outline.is_entered_by(shape))
    });
    // Crossed by the leading edge, or by the front edge of a unit that lay astride (section K).
    let edges = Hull::of(front_edge(from).into_iter().chain(front_edge(to)));
    let crossed = terrain.obstacles.iter().any(|obstacle| {
        let line = &obstacle.line;
        let lay = old.bases().iter().any(|base| line.passes_through(base));
        line.passes_through(&edges) || !lay && sweep.iter().any(|shape| line.passes_through(shape))
    });
    rough || crossed
}

/// SfG 1.5-disordered, SfG-reading 24: through a brigade in good order.
fn through_friends(look: Look<'_>, unit: UnitId, from: &Stance, to: &Stance, force: Force) -> bool {
    let sweep = leg_sweep(&from.body(), &to.body());
    look.of_side(look.side(unit)).any(|friend| {
        let own = look.unit(friend);
        // Guns that go back with their brigade do not pass through it.
        let together = force == Force::Melee && look.unit(unit).joined == Some(friend);
        friend != unit
            && !together
            && !look.is_battery(friend)
            && !own.disordered
            && sweep
                .iter()
                .any(|shape| moving::body_overlaps(&own.body(), shape))
    })
}

/// SfG-reading 136: straight back if the firer is in front, else directly away from it.
#[must_use]
pub fn away_from(look: Look<'_>, unit: UnitId, firer: Point) -> Heading {
    let own = moving::stance(look, unit);
    let front = own.front();
    if front.ahead_of_front(firer) > 0 {
        front.heading.opposite()
    } else {
        Heading::of(moving::centre(look, unit) - firer)
    }
}

/// The rule under which a forced move disorders.
pub const DISORDERED: Rule = Rule::SFG_1_5_disordered;
