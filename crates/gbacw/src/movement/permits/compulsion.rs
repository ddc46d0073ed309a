//! SR 6.24-A, BB 14.55: units that may not stop while they could still go where they must.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::Progress;
use longroll_movement::allowance::Fired;
use longroll_movement::facing::TurnTerms;
use longroll_movement::step::{self, StepTerms, WayChoice};
use longroll_position::{BodyId, Bound, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;

use super::{may_advance_line, may_spend, may_step, may_turn};
use crate::battle::At;
use crate::movement::route;
use crate::orders::facing_kind;

/// BB 14.55, reading I108: whether cavalry beyond 4 hexes from friendly non-cavalry could still come nearer.
#[must_use]
pub fn could_near_friends(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let state = at.position.unit(unit);
    // `beyond_tether` leaves everybody but mounted cavalry alone; this saves asking.
    if at.setting.unit(unit).arm != Arm::Cavalry || may_spend(at, unit).is_err() {
        return false;
    }
    let Ok(walker) = longroll_movement::Walker::of(&at, unit, Fired::No) else {
        return false;
    };
    let side = walker.side;
    let Some(here) = longroll_movement::special::beyond_tether(&at, &walker, state.hex) else {
        return false;
    };
    let friends = longroll_movement::special::NearestFriends::of(&at, side, state.hex);
    at.setting.neighbours(state.hex).any(|hex| {
        let legal = || {
            Facing::all_of(facing_kind(state.orders)).any(|facing| {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .is_ok_and(|terms| terms.occupied != step::Occupied::MustGoOn)
            })
        };
        let nearer = || friends.distance(&at, hex).is_some_and(|there| there < here);
        nearer() && legal()
    })
}

/// BB 4.25-15MI: whether a regiment that must use all its movement on its way can take one more step.
#[must_use]
pub fn could_go_on(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    if crate::held::goal(at, unit).is_none() || may_spend(at, unit).is_err() {
        return false;
    }
    let state = at.position.unit(unit);
    at.setting.neighbours(state.hex).any(|hex| {
        Facing::all_of(facing_kind(state.orders)).any(|facing| {
            may_step(at, progress, unit, hex, facing, WayChoice::Best)
                .is_ok_and(|terms| terms.occupied != step::Occupied::MustGoOn)
        })
    })
}

/// SR 6.24-A, reading 44: whether Loose Reins compels this unit: not artillery, and In Command (reading 131).
#[must_use]
pub fn must_close(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    matches!(at.position.body(body).bound, Bound::Charge | Bound::Close)
        && matches!(at.setting.unit(unit).arm, Arm::Infantry | Arm::Cavalry)
        && crate::orders::binds(at, unit)
}

/// How far a hex is from the nearest enemy.
fn from_enemy(at: At<'_>, unit: UnitId, hex: HexId) -> u32 {
    let side = at.setting.unit(unit).side;
    crate::orders::nearest_enemy(at, side, hex).unwrap_or(u32::MAX)
}

/// How near it is now: each hex of an extended unit counts.
fn nearness(at: At<'_>, unit: UnitId) -> u32 {
    let hexes = at.position.unit(unit).hexes();
    hexes
        .map(|hex| from_enemy(at, unit, hex))
        .min()
        .unwrap_or(u32::MAX)
}

/// SR 6.24-A, reading 44: how near it can still end its move; contact is nearest of all.
fn nearest_end(at: At<'_>, unit: UnitId, progress: &Progress) -> u32 {
    let ends = route::places(at, progress, unit).unwrap_or_default();
    ends.iter()
        .map(|end| from_enemy(at, unit, end.hex))
        .min()
        .unwrap_or(u32::MAX)
        .min(nearness(at, unit))
}

/// SR 6.24-A: whether a unit may be looked at step by step: a line goes as its shape lets it.
fn goes_freely(at: At<'_>, unit: UnitId) -> bool {
    !matches!(at.position.unit(unit).extent, Extent::Line { .. })
}

/// SR 6.24-A: whether a unit that Loose Reins drives would, standing so, still come as near as it could before.
fn comes_as_near(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    after: UnitState,
    next: &Progress,
) -> Result<(), Refusal> {
    let body = at.position.body_of(at.setting, unit);
    if !must_close(at, body, unit) || !goes_freely(at, unit) {
        return Ok(());
    }
    let best = nearest_end(at, unit, progress);
    let mut position = at.position.clone();
    position.move_unit(at.setting, unit, after.hex, after.extent, StackPlace::Top);
    *position.unit_mut(unit) = after;
    let then = at.at(&position);
    // Whoever stands as near as he can does not go away to come back.
    let leaves = nearness(at, unit) == best && nearness(then, unit) > best;
    if leaves || nearest_end(then, unit, next) > best {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it as near to the enemy as it can come",
        ));
    }
    Ok(())
}

/// SR 6.24-A: whether this step leaves it as near to the enemy in the end as it could come.
///
/// # Errors
/// It does not.
pub fn may_go_there(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    terms: &StepTerms,
) -> Result<(), Refusal> {
    let after = terms.standing(at.position.unit(unit));
    comes_as_near(at, progress, unit, after, &terms.after(progress))
}

/// SR 6.24-A: the same for a turn in its hex.
///
/// # Errors
/// It does not.
pub fn may_turn_there(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    terms: &TurnTerms,
) -> Result<(), Refusal> {
    if terms.cost == HalfMp::ZERO && !terms.pins {
        return Ok(());
    }
    let state = *at.position.unit(unit);
    let after = UnitState {
        facing: terms.facing,
        spent: state.spent + terms.cost,
        ..state
    };
    let mut next = *progress;
    next.turn_paid += terms.cost;
    comes_as_near(at, progress, unit, after, &next)
}

/// SR 6.24-A: whether a unit that Loose Reins drives may spend MP on its shape: not before it is as near as it can come.
///
/// # Errors
/// It is not.
pub fn may_reshape(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let body = at.position.body_of(at.setting, unit);
    if must_close(at, body, unit) && could_close(at, unit, progress) {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it as near to the enemy as it can come",
        ));
    }
    Ok(())
}

/// SR 6.24-A: whether it could end nearer to its nearest enemy and has a way to begin.
#[must_use]
pub fn could_close(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let here = nearness(at, unit);
    if !goes_freely(at, unit) {
        return has_nearer_step(at, unit, progress, here);
    }
    nearest_end(at, unit, progress) < here
        && (has_step(at, unit, progress) || has_step_after_turning(at, unit, progress))
}

/// Whether any step is legal that keeps its best end open.
fn has_step(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let facings = || Facing::all_of(facing_kind(at.position.unit(unit).orders));
    at.setting
        .neighbours(at.position.unit(unit).hex)
        .any(|hex| {
            facings()
                .any(|facing| may_step(at, progress, unit, hex, facing, WayChoice::Best).is_ok())
        })
}

fn has_step_after_turning(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    Facing::all_of(facing_kind(at.position.unit(unit).orders)).any(|facing| {
        let Ok(terms) = may_turn(at, progress, unit, facing) else {
            return false;
        };
        let mut position = at.position.clone();
        let state = position.unit_mut(unit);
        state.facing = facing;
        state.spent += terms.cost;
        let mut next = *progress;
        next.turn_paid += terms.cost;
        has_step(at.at(&position), unit, &next)
    })
}

/// Whether one more step of a line would bring it nearer.
fn has_nearer_step(at: At<'_>, unit: UnitId, progress: &Progress, here: u32) -> bool {
    at.setting
        .neighbours(at.position.unit(unit).hex)
        .filter(|&hex| from_enemy(at, unit, hex) < here)
        .any(|hex| may_advance_line(at, progress, unit, hex).is_ok())
}
