//! SR 9.13, 6.24-A, BB 4.25, 14.55: whether a unit may make a step now, and who could still go where it must.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::allowance::Fired;
use longroll_movement::step::{self, WayChoice};
use longroll_movement::{Progress, Walker};
use longroll_rule::Rule;

use super::compulsion::Drive;
use crate::movement::permits::undriven::{may_spend, may_step_undriven};
use crate::orders::facing_kind;
use crate::scene::At;

/// SR 9.13: whether a unit in one hex (or a column) may make this step now.
pub(in crate::movement) fn may_step(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<step::StepTerms, Refusal> {
    let terms = may_step_undriven(at, progress, unit, hex, facing, way)?;
    crate::alert::may_march(at, unit, &terms)?;
    if let Some(drive) = Drive::of(at, unit, progress) {
        drive.may_step(at, progress, &terms)?;
    }
    Ok(terms)
}

/// BB 14.55, reading I108: whether cavalry beyond 4 hexes from friendly non-cavalry could still come nearer.
#[must_use]
pub fn could_near_friends(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let state = at.position.unit(unit);
    // `friends_beyond_tether` leaves everybody but mounted cavalry alone; this saves asking.
    if at.setting.unit(unit).arm != Arm::Cavalry || may_spend(at, unit).is_err() {
        return false;
    }
    let Ok(walker) = Walker::of(&at, unit, Fired::No) else {
        return false;
    };
    let away = longroll_movement::special::friends_beyond_tether(&at, &walker, state.hex);
    let Some((here, friends)) = away else {
        return false;
    };
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

/// BB 14.55: cavalry that must come nearer to its friends fires only at enemies on the way to them.
///
/// # Errors
/// When the enemy stands elsewhere.
pub fn fires_on_its_way(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    target: HexId,
) -> Result<(), Refusal> {
    if !could_near_friends(at, unit, progress) {
        return Ok(());
    }
    let hex = at.position.unit(unit).hex;
    let side = at.setting.unit(unit).side;
    let friends = longroll_movement::special::NearestFriends::of(&at, side, hex);
    if friends.are_behind(&at, hex, target) {
        return Ok(());
    }
    Err(Refusal::new(
        Rule::BB_14_55,
        "cavalry beyond 4 hexes of friendly non-cavalry fires only at enemies on its way to them",
    ))
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
