//! SfG 3.0: zones, objectives, deployment, reserve, holding and victory, as questions.

use longroll_core::{Refusal, Side};
use longroll_rule::Rule;
use longroll_tabletop::{Body, Convex as _, Point, Pose, Slot, SquaredDistance, Ticks, nearest_to};

use crate::event::Stance;
use crate::facts::{Arm, Formation, Gait, GeneralId, ObjectiveId, UnitId};
use crate::forming::formation_fits;
use crate::look::Look;
use crate::measure::Um;
use crate::moving::{self, edge};
use crate::options::{EntryByRoad, ObjectiveBar, TieBreak};
use crate::refusal::refuse;
use crate::table::{Place, Victory, slots};

/// SfG D-hold: how near a base must be.
const HOLDING: Ticks = Ticks(1000);
/// SfG 3.0-objectives: from the short edges, from the long edge, from one another.
const FROM_SHORT: i32 = 6000;
const FROM_LONG: i32 = 4000;
const APART: Ticks = Ticks(12_000);

/// How deep a place lies in the table seen from a side's edge: the Union's is the south.
fn depth(look: Look<'_>, side: Side, place: Point) -> i32 {
    match side {
        Side::Union => place.y(),
        Side::Confederate => look.facts.terrain.size.1.0 - place.y(),
    }
}

/// SfG 3.0-objectives, SfG-reading 168.
///
/// # Errors
/// The measure that is wrong.
pub fn objectives(
    look: Look<'_>,
    side: Side,
    at: [Point; 2],
    enemy: Option<[Point; 2]>,
) -> Result<(), Refusal> {
    let terrain = &look.facts.terrain;
    for place in at {
        let short = place.x().min(terrain.size.0.0 - place.x());
        if short < FROM_SHORT {
            let reason = format!(
                "{} UM from the short edge, 6.00 is the least",
                Um(Ticks(short))
            );
            return refuse(Rule::SFG_3_0_objectives, reason);
        }
        let deep = depth(look, side, place);
        if deep < FROM_LONG {
            let reason = format!(
                "{} UM from the long edge, 4.00 is the least",
                Um(Ticks(deep))
            );
            return refuse(Rule::SFG_3_0_objectives, reason);
        }
        if deep > terrain.zone.0 {
            let reason = format!(
                "{} UM from the own edge is outside the zone",
                Um(Ticks(deep))
            );
            return refuse(Rule::SFG_3_0_objectives, reason);
        }
        if terrain.is_impassable_at(place) {
            return refuse(Rule::SFG_3_0_objectives, "the ground there is impassable");
        }
    }
    // On a table of 24 UM the enemy's are always far enough; on a shallower one this tells that one of them is near.
    let theirs = enemy.iter().flatten();
    let pairs = theirs.flat_map(|other| at.map(|own| (own, *other, "of an enemy objective")));
    for (own, other, whose) in pairs.chain([(at[0], at[1], "apart")]) {
        let square = own.squared_distance(other);
        if square < i64::from(APART.0) * i64::from(APART.0) {
            let apart = Ticks(i32::try_from(square.isqrt()).unwrap_or(0));
            return refuse(
                Rule::SFG_3_0_objectives,
                format!("{} UM {whose}, 12.00 is the least", Um(apart)),
            );
        }
    }
    Ok(())
}

fn in_zone(look: Look<'_>, side: Side, body: &Body) -> Result<(), Refusal> {
    let zone = look.facts.terrain.zone.0;
    let corners = || {
        body.bases()
            .iter()
            .flat_map(|base| base.corners().iter().copied())
    };
    let deepest = corners()
        .map(|corner| depth(look, side, corner))
        .max()
        .unwrap_or(0);
    if deepest > zone {
        let reason = format!(
            "a base reaches {} UM from the own edge, the zone {}",
            Um(Ticks(deepest)),
            Um(Ticks(zone))
        );
        return refuse(Rule::SFG_3_0_deploy, reason);
    }
    if !look.facts.terrain.contains(body) {
        return refuse(Rule::SFG_3_0_deploy, "a base would lie beyond the table");
    }
    Ok(())
}

/// SfG 3.0-deploy: a unit set up.
///
/// # Errors
/// The rule that forbids the place.
pub fn placed(
    look: Look<'_>,
    unit: UnitId,
    formation: Formation,
    mounted: bool,
    pose: Pose,
) -> Result<Stance, Refusal> {
    formation_fits(look, unit, formation)?;
    let bases = look.unit(unit).bases();
    let stance = Stance {
        pose,
        formation,
        slots: slots(look.facts, unit, formation, mounted, bases),
        chain: Vec::new(),
        mounted,
        paid: Vec::new(),
    };
    let body = Body::placed(pose, &stance.slots);
    in_zone(look, look.side(unit), &body)?;
    moving::stands_free(look, unit, &stance, Rule::SFG_3_0_deploy)?;
    Ok(stance)
}

/// SfG 3.0-deploy: a general set up.
///
/// # Errors
/// The rule that forbids the place.
pub fn stationed(look: Look<'_>, general: GeneralId, pose: Pose) -> Result<(), Refusal> {
    let body = Body::placed(pose, &[Slot::single(look.facts.general_size(general))]);
    in_zone(look, look.facts.general(general).side, &body)?;
    if let Some((other, _)) = look
        .table
        .present()
        .find(|(_, unit)| unit.body().overlaps(&body))
    {
        return refuse(
            Rule::SFG_3_0_deploy,
            format!("{} stands there", look.name(other)),
        );
    }
    ground_bears(look, &body, Rule::SFG_3_0_deploy)
}

/// SfG-reading 77: generals do not mind ground, but nobody comes to rest where nobody may be.
///
/// # Errors
/// What is there.
pub fn ground_bears(look: Look<'_>, general: &Body, rule: Rule) -> Result<(), Refusal> {
    let (terrain, figures) = (&look.facts.terrain, &look.facts.figures);
    let barred = general
        .bases()
        .iter()
        .find_map(|base| terrain.bars(figures, Gait::General, base));
    match barred {
        Some(name) => refuse(rule, format!("nobody stands in {name}")),
        None => Ok(()),
    }
}

/// SfG 3.0-reserve, SfG-readings 62 and 170; SfG 2.4-delay: by road only and without a road it could never enter.
///
/// # Errors
/// The limit that is reached.
pub fn reserve(look: Look<'_>, unit: UnitId, due: u8) -> Result<(), Refusal> {
    let side = look.side(unit);
    let limit = look.facts.reserve_limit(side);
    let kept = look
        .table
        .units()
        .filter(|(id, own)| look.side(*id) == side && own.place == Place::Reserve)
        .count();
    if kept >= limit {
        return refuse(
            Rule::SFG_3_0_reserve,
            format!("{kept} of {limit} units are kept back already"),
        );
    }
    if !(1..=look.facts.turns).contains(&due) {
        return refuse(Rule::SFG_2_4, format!("turn {due} is not played"));
    }
    if look.facts.options.entry_by_road == EntryByRoad::On && !edge::has_road(look, side) {
        return refuse(Rule::SFG_2_4_delay, "no road leads to its edge");
    }
    let division = look.facts.unit(unit).division;
    match look
        .table
        .arrivals()
        .iter()
        .find(|own| own.division == division)
    {
        Some(arrival) if arrival.due != due => refuse(
            Rule::SFG_2_4,
            format!("its group is due on turn {}", arrival.due),
        ),
        _ => Ok(()),
    }
}

/// SfG 1.5-objectives: whether a unit may hold an objective.
///
/// # Errors
/// The rule that bars it.
pub fn may_hold(look: Look<'_>, unit: UnitId) -> Result<(), Refusal> {
    let (decimated, disordered) = (look.decimated(unit), look.unit(unit).disordered);
    let barred = match look.facts.options.objective_bar {
        ObjectiveBar::Both => decimated && disordered,
        ObjectiveBar::Either => decimated || disordered,
    };
    if !look.unit(unit).on_table() {
        return refuse(Rule::SFG_D_hold, "it is not on the table");
    }
    if look.entry(unit).arm == Arm::Battery {
        return refuse(Rule::SFG_D_hold, "a battery holds no objective");
    }
    if barred {
        let state = match (decimated, disordered) {
            (true, true) => "it is decimated and disordered",
            (true, false) => "it is decimated",
            _ => "it is disordered",
        };
        return refuse(Rule::SFG_1_5_objectives, state);
    }
    Ok(())
}

/// SfG D-hold: who takes an objective from its holder now.
#[must_use]
pub fn taken_by(look: Look<'_>, id: ObjectiveId) -> Option<Side> {
    let objective = look.table.objectives().get(id.index())?;
    let near = |unit: &UnitId| {
        may_hold(look, *unit).is_ok()
            && look.body(*unit).bases().iter().any(|base| {
                let square: SquaredDistance =
                    nearest_to(base, objective.at).squared_distance(objective.at);
                square.within(HOLDING)
            })
    };
    let taker = objective.holder.enemy();
    let held = look.of_side(objective.holder).any(|unit| near(&unit));
    (!held && look.of_side(taker).any(|unit| near(&unit))).then_some(taker)
}

/// Section N: the game score of a side.
#[must_use]
pub fn score(look: Look<'_>, side: Side) -> u32 {
    match look.facts.options.tie_break {
        TieBreak::Losses => look.table.score(side).losses,
        TieBreak::Bases => look.table.score(side).bases,
        TieBreak::Points => look
            .table
            .units()
            .filter(|(id, _)| look.side(*id) != side)
            .map(|(id, unit)| {
                let points = u32::from(look.entry(id).points);
                match unit.place {
                    Place::Gone(_) => points,
                    _ if look.decimated(id) => points / 2,
                    _ => 0,
                }
            })
            .sum(),
        TieBreak::None => 0,
    }
}

fn held(look: Look<'_>, side: Side) -> usize {
    look.table
        .objectives()
        .iter()
        .filter(|own| own.holder == side)
        .count()
}

/// SfG 3.0-victory: more objectives, then the greater game score.
#[must_use]
pub fn victory(look: Look<'_>) -> Victory {
    let count = |side| (held(look, side), score(look, side));
    let (union, confederate) = (count(Side::Union), count(Side::Confederate));
    let winner = match union.cmp(&confederate) {
        core::cmp::Ordering::Greater => Some(Side::Union),
        core::cmp::Ordering::Less => Some(Side::Confederate),
        core::cmp::Ordering::Equal => None,
    };
    let objectives = format!("objectives {} to {}", union.0, confederate.0);
    let scores = format!("score {} to {}", union.1, confederate.1);
    let reason = match winner {
        Some(side) if union.0 != confederate.0 => format!("{side} wins: {objectives}"),
        Some(side) => format!("{side} wins: {objectives}, {scores}"),
        None => format!("draw: {objectives}, {scores}"),
    };
    let rule = if union.0 == confederate.0 {
        Rule::SFG_D_score
    } else {
        Rule::SFG_3_0_victory
    };
    Victory {
        winner,
        rule,
        reason,
    }
}

/// SfG-reading 172: whether a side has lost its last brigade, so that the battle ends at once.
#[must_use]
pub fn is_decided(look: Look<'_>) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let mut brigades = look
            .table
            .units()
            .filter(|(id, _)| look.side(*id) == side && look.entry(*id).arm != Arm::Battery)
            .peekable();
        brigades.peek().is_some() && brigades.all(|(id, _)| !is_left(look, id))
    })
}

/// SfG-reading 172: on the table or due. A reserve that comes after the last turn is not due any more.
fn is_left(look: Look<'_>, unit: UnitId) -> bool {
    match look.unit(unit).place {
        Place::Gone(_) => false,
        Place::Reserve => {
            let enters = look.table.enters(look.facts.unit(unit).division);
            enters.is_none_or(|turn| turn <= look.facts.turns)
        }
        Place::Waiting | Place::Table => true,
    }
}

/// SfG-reading 172: a side without a brigade on the table or due has lost everything.
#[must_use]
pub fn collapse(look: Look<'_>) -> Option<Victory> {
    let has = |side| {
        look.table.units().any(|(id, _)| {
            look.side(id) == side && look.entry(id).arm != Arm::Battery && is_left(look, id)
        })
    };
    let reason = |side: Side| format!("{side} wins: no enemy brigade is left");
    match (has(Side::Union), has(Side::Confederate)) {
        (true, true) => None,
        (true, false) => Some(Victory {
            winner: Some(Side::Union),
            rule: Rule::SFG_3_0_victory,
            reason: reason(Side::Union),
        }),
        (false, true) => Some(Victory {
            winner: Some(Side::Confederate),
            rule: Rule::SFG_3_0_victory,
            reason: reason(Side::Confederate),
        }),
        (false, false) => Some(Victory {
            winner: None,
            rule: Rule::SFG_3_0_victory,
            reason: "draw: no brigade is left".to_owned(),
        }),
    }
}
