//! SR 6.24-A, BB 14.55: units that may not stop while they could still go where they must.

use longroll_board::Facing;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_movement::Progress;
use longroll_movement::allowance::Fired;
use longroll_movement::step::{self, WayChoice};
use longroll_position::{BodyId, Bound};

use super::{may_advance_line, may_spend, may_step};
use crate::battle::At;
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

/// Whether one more step would bring it nearer to its nearest enemy.
#[must_use]
pub fn could_close(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let side = at.setting.unit(unit).side;
    let nearest = |hex| crate::orders::nearest_enemy(at, side, hex).unwrap_or(u32::MAX);
    let here = at
        .position
        .unit(unit)
        .hexes()
        .map(nearest)
        .min()
        .unwrap_or(u32::MAX);
    let from = at.position.unit(unit).hex;
    at.setting
        .neighbours(from)
        .filter(|&hex| nearest(hex) < here)
        .any(|hex| {
            Facing::all_of(facing_kind(at.position.unit(unit).orders)).any(|facing| {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .is_ok_and(|terms| terms.occupied != step::Occupied::MustGoOn)
            }) || may_advance_line(at, progress, unit, hex).is_ok()
        })
}
