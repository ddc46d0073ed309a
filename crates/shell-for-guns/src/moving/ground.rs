//! SfG 2.5-rough, 2.5-rough-exit, 2.8-obstacle-once: what the ground leaves of a move. The front edge alone is asked.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Hull, Polygon, Polyline, Ticks};

use super::walk::{Walk, front_edge};
use crate::facts::{Gait, GroundClass, LineId, Pace};
use crate::look::Look;
use crate::refusal::refuse;

/// Obstacles that the front edge crosses and still owes for.
pub(crate) fn crossed(look: Look<'_>, walk: &Walk) -> Vec<LineId> {
    if walk.by_road(look) {
        return Vec::new();
    }
    look.facts
        .terrain
        .obstacles()
        .filter(|(id, obstacle)| !walk.stance.paid.contains(id) && walk.passes(&obstacle.line))
        .map(|(id, _)| id)
        .collect()
}

/// SfG-reading 163: the obstacle or ford that a winner who reorganises would cross, with its front edge or with whichever
/// edge leads when it goes aside or back; what it lay astride of already it goes on crossing with its front edge alone.
pub(crate) fn crossed_by_any_edge(look: Look<'_>, walk: &Walk) -> Option<String> {
    if walk.by_road(look) {
        return None;
    }
    let start = walk.start.body();
    let terrain = &look.facts.terrain;
    let begun = |line: &Polyline| {
        let lay = start.bases().iter().any(|base| line.passes_through(base));
        let passed = |shape: &Hull| line.passes_through(shape);
        !lay && walk.sweep.any_near(line, Ticks::ZERO, passed)
    };
    let waded = |ford: &Polygon| {
        let lay = start.bases().iter().any(|base| ford.is_entered_by(base));
        let passed = |shape: &Hull| ford.is_entered_by(shape);
        !lay && walk.sweep.any_near(ford, Ticks::ZERO, passed)
    };
    let by_front = crossed(look, walk).first().copied();
    let line = by_front.or_else(|| {
        let mut obstacles = terrain.obstacles();
        obstacles
            .find(|(_, obstacle)| begun(&obstacle.line))
            .map(|(id, _)| id)
    });
    match line {
        Some(id) => Some(terrain.obstacle(id).kind.to_string()),
        None => terrain.fords().any(waded).then(|| "ford".to_owned()),
    }
}

/// SfG 2.8-obstacle-once: whether the front edge passes an obstacle that it owes nothing more for.
pub(crate) fn passes_paid(look: Look<'_>, walk: &Walk) -> bool {
    let line = |id: &LineId| &look.facts.terrain.obstacle(*id).line;
    walk.stance.paid.iter().any(|id| walk.passes(line(id)))
}

/// The allowance that applies to a whole move.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    /// How far.
    pub most: Ticks,
    /// The rule that sets it.
    pub rule: Rule,
    /// The ground that limits it, in words.
    pub ground: String,
}

impl Allowance {
    const fn free(most: Ticks) -> Self {
        Self {
            most,
            rule: Rule::SFG_2_5_distances,
            ground: String::new(),
        }
    }

    /// Ground that allows less than what is known.
    fn limit(&mut self, most: Ticks, ground: impl FnOnce() -> String) {
        if most < self.most {
            *self = Self {
                most,
                rule: Rule::SFG_2_5_rough,
                ground: ground(),
            };
        }
    }
}

/// SfG 2.5-distances: obstacles that are crossed limit a move, or bar it.
fn pay_crossed(
    look: Look<'_>,
    pace: Pace,
    walk: &Walk,
    least: &mut Allowance,
) -> Result<(), Refusal> {
    for id in crossed(look, walk) {
        let kind = look.facts.terrain.obstacle(id).kind;
        match pace.obstacle {
            Some(value) => least.limit(value, || format!("it crosses the {kind}")),
            None => {
                return refuse(
                    Rule::SFG_2_5_distances,
                    format!("it may not cross the {kind}"),
                );
            }
        }
    }
    Ok(())
}

/// What the ground leaves of a whole move.
pub(crate) fn allowance(look: Look<'_>, gait: Gait, walk: &Walk) -> Result<Allowance, Refusal> {
    let pace = look.facts.figures.pace(gait);
    if walk.on_road {
        return match pace.road {
            Some(road) => Ok(Allowance::free(road)),
            None => refuse(Rule::SFG_2_5_distances, "guns are not pushed at road rate"),
        };
    }
    if walk.by_road(look) {
        return Ok(Allowance::free(pace.standard));
    }
    let mut least = Allowance::free(pace.standard);
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
                    least.limit(value, || format!("its front edge meets {}", area.name));
                }
            }
            GroundClass::Ford => {
                if let Some(value) = pace.obstacle
                    && met()
                {
                    least.limit(value, || "its front edge meets a ford".to_owned());
                }
            }
            _ => {}
        }
    }
    pay_crossed(look, pace, walk, &mut least)?;
    let inside = || {
        let mut rough_areas = areas.iter().filter(|area| rough(area.class));
        rough_areas.any(|area| walk.enters(&area.outline))
    };
    if leaves && least.most == pace.standard && inside() {
        least.rule = Rule::SFG_2_5_rough_exit;
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
