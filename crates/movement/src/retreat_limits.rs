//! SR 12.44: which limit of a retreat keeps a unit from a hex.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::Extent;
use longroll_rule::Rule;

use crate::passing::has_friends;
use crate::retreat::{RetreatCause, RetreatStep, can_face_with, joins_as_line, retreat_step};
use crate::scene::Scene;
use crate::stacking;
use crate::walker::Walker;

/// Why a unit in one hex that falls back so many hexes may not end in this one: the ban of the last hex of the way, or of the
/// way itself, or of who stands there; if nothing forbids the hex, others lead farther away (SR 12.44-distance).
#[must_use]
pub fn why_not_there(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    (least, most): (u8, u8),
    end: HexId,
) -> Refusal {
    let walker = match Walker::of(scene, unit, crate::allowance::Fired::No) {
        Ok(walker) => walker,
        Err(refusal) => return refusal,
    };
    let grid = scene.grid();
    let start = walker.state.hex;
    let far = grid.distance(start, end);
    if far == 0 || far > u32::from(most) {
        return Refusal::new(Rule::SR_12_42, "it falls back by other hexes");
    }
    match last_step(scene, &walker, cause, start, end) {
        Err(refusal) => refusal,
        Ok(step) if has_friends(scene, step.to, unit) => beside_friends(scene, &walker, step.to),
        Ok(_) if far < u32::from(least) => {
            Refusal::new(Rule::SR_12_42, "it has farther to fall back")
        }
        Ok(_) => less_far(),
    }
}

/// Why an extended unit that falls back one hex without drawing together may not come with its counter into this one: the ban of
/// the hex that one of its parts would come to; if nothing forbids it, others lead farther away (SR 12.44-distance).
#[must_use]
pub fn why_not_whole(scene: &Scene<'_>, unit: UnitId, cause: &RetreatCause, hex: HexId) -> Refusal {
    let walker = match Walker::of(scene, unit, crate::allowance::Fired::No) {
        Ok(walker) => walker,
        Err(refusal) => return refusal,
    };
    let state = walker.state;
    let Some(direction) = scene.grid().direction_between(state.hex, hex) else {
        return Refusal::new(Rule::SR_12_42, "it falls back by other hexes");
    };
    if let Extent::Column { rear, .. } = state.extent
        && rear != hex
    {
        return Refusal::new(Rule::SR_8_47_retreat, "a column goes back along its length");
    }
    if state.facing.front().contains(direction) {
        return Refusal::new(Rule::SR_8_47_retreat, "a line does not retreat forward");
    }
    let bans = state
        .hexes()
        .find_map(|part| part_back(scene, &walker, cause, part, direction).err());
    let aside = !state.facing.rear().contains(direction);
    match bans {
        Some(refusal) => refusal,
        None if aside => Refusal::new(
            Rule::SR_8_47_retreat,
            "a line goes straight back while it can",
        ),
        None => less_far(),
    }
}

/// Whether one part of an extended unit can fall back over this hexside.
fn part_back(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    part: HexId,
    direction: Direction,
) -> Result<(), Refusal> {
    let step = retreat_step(scene, walker, cause, part, direction)?;
    let own = walker.state.hexes().any(|hex| hex == step.to);
    if own || joins_as_line(scene, walker, step.to) {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::SR_12_44_stacking,
            "it may not stop with those who stand there",
        ))
    }
}

/// The step by which it would come there.
fn last_step(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    from: HexId,
    end: HexId,
) -> Result<RetreatStep, Refusal> {
    let grid = scene.grid();
    if let Some(direction) = grid.direction_between(from, end) {
        return retreat_step(scene, walker, cause, from, direction);
    }
    let mut found = Err(Refusal::new(Rule::SR_12_42, "it falls back by other hexes"));
    for direction in Direction::ALL {
        let Some(between) = grid.neighbour(from, direction) else {
            continue;
        };
        let Some(onward) = grid.direction_between(between, end) else {
            continue;
        };
        let first = retreat_step(scene, walker, cause, from, direction);
        let second = first.and_then(|_| retreat_step(scene, walker, cause, between, onward));
        if second.is_ok() {
            return second;
        }
        found = second;
    }
    found
}

/// SR 12.44-stacking: friends with whom it may not stop; if it may, others lead farther away.
fn beside_friends(scene: &Scene<'_>, walker: &Walker<'_>, end: HexId) -> Refusal {
    let joins = stacking::may_join(scene.setting, scene.position, walker.unit, end).is_ok();
    if joins && can_face_with(scene, walker, end) {
        return less_far();
    }
    Refusal::new(
        Rule::SR_12_44_stacking,
        "it may not stop with those who stand there",
    )
}

const fn less_far() -> Refusal {
    Refusal::new(
        Rule::SR_12_44_distance,
        "another way takes it farther from the enemy",
    )
}
