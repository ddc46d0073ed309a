//! SfG 2.5: moves. A plan is walked in the mind, measured against the ground, and is legal or refused with its measure.

pub mod edge;
mod ground;
mod limits;
mod march;
mod reshape;
mod road;
mod standing;
mod walk;

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Pose, Ticks, Trail, Turn};

pub use crate::stance::front_of;
pub(crate) use ground::{Allowance, allowance, kept_paid};
pub use limits::Manner;
use limits::{keep_away, not_nearer};
pub(crate) use reshape::reshaped;
pub(crate) use road::along;
pub use standing::{at_the_edge, centre, stance, stands_free};
pub(crate) use walk::{Walk, body_overlaps, front_edge, leg_sweep, pivot_of};

use crate::choice::{Part, Plan};
use crate::event::Stance;
use crate::facts::{Formation, UnitId};
use crate::forming::formation_fits;
use crate::look::Look;
use crate::measure::{Degrees, Um};
use crate::options::DivisionCap;
use crate::refusal::refuse;

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
    let (line, heading) = match look.side(unit) {
        Side::Union => (0, longroll_tabletop::Heading::NORTH),
        Side::Confederate => (terrain.size.1.0, longroll_tabletop::Heading::SOUTH),
    };
    if pose.front.y() != line || pose.heading != heading {
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

/// SfG 2.5-formation: whether a part of a plan may change the formation or the mount.
fn may_reshape(index: usize, part: Part, manner: Manner) -> Result<(), Refusal> {
    if index > 0 {
        return refuse(
            Rule::SFG_2_5_formation,
            "the formation is changed before anything else",
        );
    }
    if matches!(manner, Manner::Division | Manner::Entry) {
        return refuse(Rule::SFG_2_5_formation, "it needs a brigade order");
    }
    if matches!(manner, Manner::Reorganise(_)) && matches!(part, Part::Saddle(_)) {
        return refuse(Rule::SFG_D_dismount, "it needs a brigade order");
    }
    Ok(())
}

/// SfG 2.5-turn: whether a walk may turn by so much.
fn may_turn(
    look: Look<'_>,
    unit: UnitId,
    walk: &Walk,
    angle: Turn,
    manner: Manner,
) -> Result<(), Refusal> {
    if look.unit(unit).joined.is_some() {
        return refuse(
            Rule::SFG_2_3_batteries_turn,
            "a joined battery keeps the front of its brigade",
        );
    }
    if walk.turns > 0 {
        return refuse(Rule::SFG_2_5_turn, "one turn in a move");
    }
    if angle.size() > 9000 && !matches!(manner, Manner::Reorganise(_)) {
        return refuse(
            Rule::SFG_2_5_turn,
            format!("{} degrees of 90", Degrees(angle.size())),
        );
    }
    Ok(())
}

fn walk_plan(
    look: Look<'_>,
    unit: UnitId,
    start: Stance,
    plan: &Plan,
    manner: Manner,
) -> Result<Way, Refusal> {
    if let [Part::Road { length }] = plan.0.as_slice() {
        let walk = march::march(look, unit, &start, *length)?;
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
                may_reshape(index, *part, manner)?;
                let changed = reshaped(look, unit, &walk.stance, *part)?;
                stands_free(look, unit, &changed, Rule::SFG_2_5_formation)?;
                walk.change(changed);
            }
            Part::Turn { pivot, angle } => {
                may_turn(look, unit, &walk, *angle, manner)?;
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
