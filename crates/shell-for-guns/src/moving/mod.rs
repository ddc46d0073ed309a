//! SfG 2.5: moves. A plan is walked in the mind, measured against the ground, and is legal or refused with its measure.

pub mod edge;
mod ground;
mod reshape;
mod road;
mod walk;

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{
    Body, Convex as _, Hull, Local, Point, Pose, SquaredDistance, Ticks, Trail, Turn,
};

pub use crate::stance::front_of;
pub(crate) use ground::{Allowance, allowance, kept_paid, passes_paid};
pub(crate) use reshape::reshaped;
pub(crate) use road::along;
pub(crate) use walk::{Walk, body_overlaps, front_edge, leg_sweep, pivot_of};

use crate::choice::{Part, Plan};
use crate::event::Stance;
use crate::facts::{Formation, Gait, UnitId};
use crate::forming::formation_fits;
use crate::look::Look;
use crate::measure::{Degrees, Um};
use crate::options::DivisionCap;
use crate::refusal::refuse;
use crate::table::slots;

/// SfG 2.3-division-distance: nobody comes this near under a division order.
const MUSKET_RANGE: Ticks = Ticks(6000);
const MUSKET_SQUARE: i64 = 36_000_000;

/// Under what a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// SfG 2.3-brigade-order.
    Order,
    /// SfG 2.3-division-order.
    Division,
    /// SfG 2.4-enter.
    Entry,
    /// SfG 2.8-winner-reform, with the distance of the die.
    Reorganise(Ticks),
}

/// A legal move.
#[derive(Debug, Clone)]
pub struct Way {
    /// Where and how the unit ends.
    pub stance: Stance,
    /// How long its legs are together.
    pub length: Ticks,
    /// The allowance that applied to the whole move.
    pub allowance: Ticks,
    /// The rule that granted it.
    pub rule: Rule,
    /// What its bases pass over.
    pub sweep: Trail,
}

/// A unit's stance as it stands.
#[must_use]
pub fn stance(look: Look<'_>, unit: UnitId) -> Stance {
    look.unit(unit).stance()
}

/// The centre of a unit (section K).
#[must_use]
pub fn centre(look: Look<'_>, unit: UnitId) -> Point {
    let own = look.unit(unit);
    match own.chain.first() {
        None => longroll_tabletop::centre(own.pose, &own.slots),
        Some(first) => middle_along(*first, &own.body()),
    }
}

/// The middle of the rectangle that encloses a column on a road, along the axes of its front base.
fn middle_along(front: Pose, body: &Body) -> Point {
    let across = Pose::new(front.front, front.heading.turned(Turn::QUARTER));
    let middle = |axis: Pose| {
        let corners = body.bases().iter().flat_map(|base| base.corners());
        let places = corners.map(|corner| axis.ahead_of_front(*corner));
        let ends = places.fold(None, |ends: Option<(i64, i64)>, place| {
            Some(ends.map_or((place, place), |(least, most)| {
                (least.min(place), most.max(place))
            }))
        });
        // Both ends together are twice the middle: half ticks, each 2^30 times.
        let twice = ends.map_or(0, |(least, most)| least + most);
        i32::try_from((twice + (1 << 29)) >> 30).unwrap_or(0)
    };
    front.at(Local::half_ticks(middle(across), middle(front)))
}

/// Whether a stance lies free: on the table, on no other unit, on no ground that bars it.
///
/// # Errors
/// What is in the way.
pub fn stands_free(
    look: Look<'_>,
    unit: UnitId,
    stance: &Stance,
    rule: Rule,
) -> Result<(), Refusal> {
    let body = stance.body();
    if !look.facts.terrain.contains(&body) {
        return refuse(rule, "a base would lie beyond the table");
    }
    if let Some((other, _)) = look.table.present().find(|(id, own)| {
        *id != unit && own.surroundings().meets(body.bounds()) && own.body().overlaps(&body)
    }) {
        return refuse(rule, format!("{} stands there", look.name(other)));
    }
    if stance.chain.is_empty() {
        let gait = gait_of(look, unit, stance);
        let barred = body
            .bases()
            .iter()
            .find_map(|base| look.facts.terrain.bars(&look.facts.figures, gait, base));
        if let Some(name) = barred {
            return refuse(Rule::SFG_2_5_distances, format!("{name} is barred to it"));
        }
    }
    Ok(())
}

/// The row of the movement table for a unit in a stance.
pub(crate) fn gait_of(look: Look<'_>, unit: UnitId, stance: &Stance) -> Gait {
    match look.table.gait(look.facts, unit) {
        Gait::Mounted | Gait::Dismounted if stance.mounted => Gait::Mounted,
        Gait::Mounted | Gait::Dismounted => Gait::Dismounted,
        Gait::Pushed | Gait::Limbered if stance.formation == Formation::Limbered => Gait::Limbered,
        Gait::Pushed | Gait::Limbered => Gait::Pushed,
        other => other,
    }
}

/// SfG 2.5: judges the move of a unit on the table.
///
/// # Errors
/// The rule that forbids it, and the measure that decides.
pub fn judge(look: Look<'_>, unit: UnitId, plan: &Plan, manner: Manner) -> Result<Way, Refusal> {
    walk_plan(look, unit, stance(look, unit), plan, manner)
}

/// Where a plan would lead if nothing were in its way: what a ghost shows beyond the legal part. None for marches on a
/// road and changes of formation that cannot be.
#[must_use]
pub fn intended(look: Look<'_>, unit: UnitId, plan: &Plan) -> Option<Stance> {
    let start = stance(look, unit).straightened().closed_up();
    intended_from(look, unit, &start, plan)
}

/// The same from another start: the edge of the table.
#[must_use]
pub fn intended_from(look: Look<'_>, unit: UnitId, start: &Stance, plan: &Plan) -> Option<Stance> {
    let mut walk = Walk::new(start.clone());
    for part in &plan.0 {
        match part {
            Part::Form { .. } | Part::Saddle(_) => {
                let changed = reshaped(look, unit, &walk.stance, *part).ok()?;
                walk.change(changed);
            }
            Part::Turn { pivot, angle } => walk.turn(*pivot, *angle),
            Part::Go { bearing, length } => walk.go(*bearing, *length),
            Part::Road { .. } => return None,
        }
    }
    Some(walk.stance)
}

/// A unit off the table, formed at a place of its edge.
#[must_use]
pub fn at_the_edge(look: Look<'_>, unit: UnitId, formation: Formation, pose: Pose) -> Stance {
    let own = look.unit(unit);
    Stance {
        pose,
        formation,
        slots: slots(look.facts, unit, formation, own.mounted, own.bases()),
        chain: Vec::new(),
        mounted: own.mounted,
        paid: Vec::new(),
    }
}

/// SfG 2.4-enter, SfG-reading 63: from the own long edge, front edge on the edge line, under the limits of a division order.
///
/// # Errors
/// The rule that forbids it, and the measure that decides.
pub fn enter(
    look: Look<'_>,
    unit: UnitId,
    formation: Formation,
    pose: Pose,
    plan: &Plan,
) -> Result<Way, Refusal> {
    use longroll_core::Side;
    formation_fits(look, unit, formation)?;
    let terrain = &look.facts.terrain;
    let (edge, heading) = match look.side(unit) {
        Side::Union => (0, longroll_tabletop::Heading::NORTH),
        Side::Confederate => (terrain.size.1.0, longroll_tabletop::Heading::SOUTH),
    };
    if pose.front.y() != edge || pose.heading != heading {
        return refuse(
            Rule::SFG_2_4_enter,
            "it enters from its own long edge, front edge on the edge line",
        );
    }
    let start = at_the_edge(look, unit, formation, pose);
    let on_edge = |place: longroll_tabletop::Point| (0..=terrain.size.0.0).contains(&place.x());
    if !front_edge(&start).into_iter().all(on_edge) {
        return refuse(
            Rule::SFG_2_4_enter,
            "its front edge would lie beyond a corner of the table",
        );
    }
    if look.facts.options.entry_by_road == crate::options::EntryByRoad::On {
        let column = matches!(formation, Formation::March | Formation::Limbered);
        if !column || road::under(look, pose).is_none() {
            return refuse(
                Rule::SFG_2_4_delay,
                "it enters on a road, in march column or limbered",
            );
        }
    }
    if plan.0.is_empty() {
        return refuse(Rule::SFG_2_4_enter, "it must move onto the table");
    }
    walk_plan(look, unit, start, plan, Manner::Entry)
}

fn walk_plan(
    look: Look<'_>,
    unit: UnitId,
    start: Stance,
    plan: &Plan,
    manner: Manner,
) -> Result<Way, Refusal> {
    if let [Part::Road { length }] = plan.0.as_slice() {
        let walk = road::march(look, unit, &start, *length)?;
        return conclude(look, unit, walk, manner);
    }
    let mut walk = Walk::from(start.body(), start.straightened().closed_up());
    if !start.chain.is_empty() {
        stands_free(look, unit, &walk.stance, Rule::SFG_2_5_road)?;
    }
    let free = matches!(manner, Manner::Reorganise(_));
    for (index, part) in plan.0.iter().enumerate() {
        match part {
            Part::Form { .. } | Part::Saddle(_) => {
                if index > 0 {
                    return refuse(
                        Rule::SFG_2_5_formation,
                        "the formation is changed before anything else",
                    );
                }
                if matches!(manner, Manner::Division | Manner::Entry) {
                    return refuse(Rule::SFG_2_5_formation, "it needs a brigade order");
                }
                if free && matches!(part, Part::Saddle(_)) {
                    return refuse(Rule::SFG_D_dismount, "it needs a brigade order");
                }
                let changed = reshaped(look, unit, &walk.stance, *part)?;
                stands_free(look, unit, &changed, Rule::SFG_2_5_formation)?;
                walk.change(changed);
            }
            Part::Turn { pivot, angle } => {
                if look.unit(unit).joined.is_some() {
                    return refuse(
                        Rule::SFG_2_3_batteries_turn,
                        "a joined battery keeps the front of its brigade",
                    );
                }
                if walk.turns > 0 {
                    return refuse(Rule::SFG_2_5_turn, "one turn in a move");
                }
                if angle.size() > 9000 && !free {
                    return refuse(
                        Rule::SFG_2_5_turn,
                        format!("{} degrees of 90", Degrees(angle.size())),
                    );
                }
                walk.turn(*pivot, *angle);
            }
            Part::Go { bearing, length } => {
                if length.0 <= 0 {
                    return refuse(Rule::SFG_2_5_distances, "a leg is longer than nothing");
                }
                if !free {
                    walk.may_go(*bearing)?;
                } else if walk.stretched {
                    return refuse(
                        Rule::SFG_2_8_winner_reform,
                        "one leg before the turn and one after it",
                    );
                }
                walk.go(*bearing, *length);
            }
            Part::Road { .. } => {
                return refuse(Rule::SFG_2_5_road, "a move on the road is all of the move");
            }
        }
    }
    conclude(look, unit, walk, manner)
}

/// Measures a walk against ground, other units and the limits of its manner.
fn conclude(look: Look<'_>, unit: UnitId, mut walk: Walk, manner: Manner) -> Result<Way, Refusal> {
    let (allowance, rule) = match manner {
        Manner::Reorganise(reach) => {
            walk.within(reach, Rule::SFG_2_8_winner_reform, "")?;
            if let Some(crossed) = ground::crossed_by_any_edge(look, &walk) {
                return refuse(
                    Rule::SFG_2_8_obstacles,
                    format!("crossing the {crossed} costs 2 UM"),
                );
            }
            (reach, Rule::SFG_2_8_winner_reform)
        }
        _ => walk.affordable(look, unit)?,
    };
    walk.clear(look, unit, manner)?;
    match manner {
        Manner::Division | Manner::Entry => keep_away(look, unit, &walk, manner)?,
        Manner::Reorganise(_) => not_nearer(look, unit, &walk)?,
        Manner::Order => {}
    }
    let cap = look.facts.options.division_cap_8 == DivisionCap::On && manner == Manner::Division;
    let marched = look.unit(unit).deeds.marched + walk.length;
    if cap && marched > Ticks(8000) {
        return refuse(
            Rule::SFG_2_5_division,
            format!("{} UM of 8.00 under division orders", Um(marched)),
        );
    }
    walk.stance.paid = kept_paid(look, &walk);
    Ok(Way {
        stance: walk.stance,
        length: walk.length,
        allowance,
        rule,
        sweep: walk.sweep,
    })
}

/// SfG 2.3-division-distance, SfG-reading 50: never within 6 UM; who is already so near comes no nearer. Nobody who comes from
/// off the table is near already.
fn keep_away(look: Look<'_>, unit: UnitId, walk: &Walk, manner: Manner) -> Result<(), Refusal> {
    let own = &walk.origin;
    let Some(passed) = walk.sweep.bounds() else {
        return Ok(());
    };
    for enemy in look.enemies(unit) {
        let near = look.unit(enemy).surroundings();
        if near.squared_gap(passed.joined(own.bounds())) > MUSKET_SQUARE {
            continue;
        }
        let body = look.body(enemy);
        let start = own.squared_distance(&body);
        let was_near =
            manner != Manner::Entry && start.is_some_and(|start| start.within(MUSKET_RANGE));
        let (limit, reach) = match start {
            Some(start) if was_near => (start, start.ticks_rounded_up()),
            _ => (SquaredDistance::of(MUSKET_RANGE), MUSKET_RANGE),
        };
        let mut nearest = None;
        let too_near = |shape: &Hull| {
            nearest = body.squared_distance_to(shape);
            nearest.is_some_and(|square| square < limit || !was_near && square == limit)
        };
        if walk.sweep.any_near(&body, reach, too_near) {
            let reason = format!(
                "it would come to {} UM of {}",
                Um(nearest.unwrap_or(limit).ticks()),
                look.name(enemy)
            );
            return refuse(Rule::SFG_2_3_division_distance, reason);
        }
        if was_near && comes_back(&body, walk) {
            let reason = format!("it would come nearer to {} again", look.name(enemy));
            return refuse(Rule::SFG_2_3_division_distance, reason);
        }
    }
    Ok(())
}

/// SfG-reading 50: whether the distance to an enemy shrinks again after it has grown, in a later leg or turn.
fn comes_back(enemy: &Body, walk: &Walk) -> bool {
    walk.stages().iter().any(|stage| {
        let start = enemy.squared_distance(&stage.start.body());
        start.is_some_and(|start| {
            let nearer = |shape: &Hull| {
                enemy
                    .squared_distance_to(shape)
                    .is_some_and(|square| square < start)
            };
            stage
                .sweep
                .any_near(enemy, start.ticks_rounded_up(), nearer)
        })
    })
}

/// SfG 2.8-winner-reform, SfG-reading 156: no base nearer to any enemy unit than before. Bases that change their place in
/// the formation have no names: the nearest of them is held against the nearest before, the next against the next.
pub(crate) fn not_nearer(look: Look<'_>, unit: UnitId, walk: &Walk) -> Result<(), Refusal> {
    let (before, after) = (look.body(unit), walk.stance.body());
    for enemy in look.enemies(unit) {
        let body = look.body(enemy);
        let distances = |own: &Body| -> Vec<SquaredDistance> {
            let bases = own.bases().iter();
            let mut list: Vec<_> = bases
                .filter_map(|base| body.squared_distance_to(base))
                .collect();
            if walk.changes > 0 {
                list.sort();
            }
            list
        };
        let nearer = distances(&before)
            .into_iter()
            .zip(distances(&after))
            .find(|(was, is)| is < was);
        if let Some((was, is)) = nearer {
            let reason = format!(
                "a base {} UM from {}, {} before",
                Um(is.ticks()),
                look.name(enemy),
                Um(was.ticks())
            );
            return refuse(Rule::SFG_2_8_winner_reform, reason);
        }
    }
    Ok(())
}
