//! SfG 2.5-rough, 2.5-rough-exit, 2.8-obstacle-once: what the ground leaves of a move. The front edge alone is asked.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Hull, Ticks};

use super::walk::{Walk, front_edge};
use crate::facts::{Gait, GroundClass, LineId};
use crate::frames::refuse;
use crate::look::Look;

/// Obstacles that the front edge crosses and still owes for.
pub(crate) fn crossed(look: Look<'_>, walk: &Walk) -> Vec<LineId> {
    if walk.on_road {
        return Vec::new();
    }
    look.facts
        .terrain
        .obstacles()
        .filter(|(id, obstacle)| {
            !walk.stance.paid.contains(id) && walk.passes(&obstacle.line)
        })
        .map(|(id, _)| id)
        .collect()
}

/// SfG 2.8-obstacle-once: whether the front edge passes an obstacle that it owes nothing more for.
pub(crate) fn passes_paid(look: Look<'_>, walk: &Walk) -> bool {
    let line = |id: &LineId| &look.facts.terrain.obstacle(*id).line;
    walk.stance.paid.iter().any(|id| walk.passes(line(id)))
}

/// The allowance that applies to a whole move, and the rule that sets it.
pub(crate) fn allowance(look: Look<'_>, gait: Gait, walk: &Walk) -> Result<(Ticks, Rule), Refusal> {
    let pace = look.facts.figures.pace(gait);
    if walk.on_road {
        return match pace.road {
            Some(road) => Ok((road, Rule::SFG_2_5_distances)),
            None => refuse(Rule::SFG_2_5_distances, "guns are not pushed at road rate"),
        };
    }
    let mut least = (pace.standard, Rule::SFG_2_5_distances);
    let mut limit = |value: Ticks, rule: Rule| {
        if value < least.0 {
            least = (value, rule);
        }
    };
    // SfG 2.5-rough-exit: a move that a normal allowance pays for, and that ends clear, is not limited by areas.
    let half = pace.standard.half();
    let normal = (0..walk.turns + walk.changes).fold(pace.standard, |left, _| left - half);
    let end = Hull::of(front_edge(&walk.stance));
    let rough = |class| matches!(class, GroundClass::Broken | GroundClass::Difficult);
    let areas = &look.facts.terrain.areas;
    let ends_clear = !areas
        .iter()
        .any(|area| rough(area.class) && area.outline.is_entered_by(&end));
    let leaves = walk.legs > 0 && walk.length <= normal && ends_clear;
    for area in areas {
        let met = || walk.enters(&area.outline);
        match area.class {
            GroundClass::Broken | GroundClass::Difficult if !leaves => {
                if let Some(value) = pace.on(area.class)
                    && met()
                {
                    limit(value, Rule::SFG_2_5_rough);
                }
            }
            GroundClass::Ford => {
                if let Some(value) = pace.obstacle
                    && met()
                {
                    limit(value, Rule::SFG_2_5_rough);
                }
            }
            _ => {}
        }
    }
    for id in crossed(look, walk) {
        match pace.obstacle {
            Some(value) => limit(value, Rule::SFG_2_5_rough),
            None => {
                let kind = look.facts.terrain.obstacle(id).kind;
                return refuse(
                    Rule::SFG_2_5_distances,
                    format!("it may not cross the {kind}"),
                );
            }
        }
    }
    let inside = || {
        let mut rough_areas = areas.iter().filter(|area| rough(area.class));
        rough_areas.any(|area| walk.enters(&area.outline))
    };
    if leaves && least.0 == pace.standard && inside() {
        least.1 = Rule::SFG_2_5_rough_exit;
    }
    Ok(least)
}

/// SfG-reading 76: obstacles that were paid for and on which the front edge still lies.
pub(crate) fn kept_paid(look: Look<'_>, walk: &Walk) -> Vec<LineId> {
    let end = Hull::of(front_edge(&walk.stance));
    let mut paid = walk.stance.paid.clone();
    paid.extend(crossed(look, walk));
    paid.sort_unstable();
    paid.dedup();
    paid.retain(|id| {
        look.facts
            .terrain
            .obstacle(*id)
            .line
            .is_within(&end, Ticks::ZERO)
    });
    paid
}
