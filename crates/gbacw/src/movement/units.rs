//! SR 9.1: which units may begin to move, and how a move begins.

use longroll_catalog::facts::{Arm, Level, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::Progress;
use longroll_position::{BodyId, Bound, Deeds, LeaderNote};
use longroll_rule::Rule;

use super::joint::have_left;
use super::leaders::{RideStep, leaders_of, may_ride, ride};
use super::moving::{self, MovingStep};
use super::{listing, permits};
use crate::activation::unit_entitlement;
use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::step::{Offers, Procedure};

/// SR 5.33, 5.36: whether a unit of an acting body may do anything with this marker.
///
/// # Errors
/// The rule that forbids it.
pub fn may_unit_act(at: At<'_>, body: BodyId, unit: UnitId) -> Result<Rule, Refusal> {
    let state = at.position.unit(unit);
    if !state.on_map() {
        return Err(Refusal::new(Rule::SR_9_13, "it is not on the map"));
    }
    if state.deeds.has(Deeds::FINISHED) {
        return Err(Refusal::new(Rule::SR_9_12, "its Activation is over"));
    }
    if crate::alert::sleeps(at, unit) {
        return Err(Refusal::new(
            Rule::BB_30_0_alert,
            "it has not been alerted yet",
        ));
    }
    crate::held::may_act(at, unit)?;
    match at.position.body(body).bound {
        Bound::FallenBack if crate::orders::binds(at, unit) => {
            return Err(Refusal::new(
                Rule::SR_6_24_C,
                "its brigade falls back and does nothing else",
            ));
        }
        _ => {}
    }
    // SR 5.35: on the march everybody acts with the one marker, whatever his status (SR 5.36), and with no other.
    let marches = state.orders == Orders::March;
    if marches != at.position.body(body).march.acting {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "March orders and the March marker belong together",
        ));
    }
    if !marches && state.march.done && !at.position.body(body).extra {
        return Err(Refusal::new(
            Rule::SR_6_26,
            "it has acted with the March marker this turn",
        ));
    }
    if !marches
        && !at.position.body(body).extra
        && state.used >= unit_entitlement(at, unit)
        && !state.deeds.has(Deeds::ACTED)
    {
        return Err(Refusal::new(
            Rule::SR_5_36,
            "Out of Command it has used its Activations",
        ));
    }
    Ok(Rule::SR_5_33)
}

/// Everything the units of a body may begin now.
pub fn offer_units(at: At<'_>, body: BodyId, offers: &mut Offers<'_>) {
    for unit in at.position.members(at.setting, body) {
        let state = at.position.unit(unit);
        if offers.wants(|choice| moving::unit_of(choice) == Some(unit))
            && state.on_map()
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && may_unit_act(at, body, unit).is_ok()
        {
            listing::offer(at, body, unit, &Progress::begin(state), offers);
        }
    }
    super::entering::offer_entries(at, body, offers);
}

/// Why a choice of the acting bodies is not offered.
#[must_use]
pub fn refusal(at: At<'_>, bodies: &[BodyId], choice: Choice) -> Option<Refusal> {
    match choice {
        Choice::Ride { leader, hex } => {
            if !bodies
                .iter()
                .any(|&body| leaders_of(at, body).any(|own| own == leader))
            {
                // SR 6.19: the leader of a marching command acts with the March marker.
                let own = at
                    .setting
                    .body_of_brigade(at.setting.leader(leader).command);
                let marches =
                    own.is_some_and(|body| at.position.body(body).orders == Orders::March);
                // SR 9.32: commanders move in IV/A.
                let rule = if at.setting.leader(leader).level >= Level::Corps {
                    Rule::SR_9_32
                } else if marches {
                    Rule::SR_6_19
                } else {
                    Rule::SR_9_31
                };
                return Some(Refusal::new(rule, "he leads nobody who acts now"));
            }
            may_ride(at, leader, hex).err()
        }
        Choice::Accompany { leader, unit } => super::leaders::may_accompany(at, leader, unit).err(),
        Choice::Done => bodies.iter().find_map(|&body| may_finish(at, body).err()),
        Choice::Enter { .. } | Choice::Arrive { .. } | Choice::MakeRoom { .. } => {
            super::entering::refusal(at, choice)
        }
        _ => {
            let unit = moving::unit_of(choice)?;
            let body = at.position.body_of(at.setting, unit);
            if !bodies.contains(&body) {
                return Some(Refusal::new(Rule::SR_5_33, "its brigade does not act now"));
            }
            if let Err(refusal) = may_unit_act(at, body, unit) {
                return Some(refusal);
            }
            MovingStep {
                unit,
                progress: Progress::begin(at.position.unit(unit)),
            }
            .refusal(at, choice)
        }
    }
}

/// SR 6.24-A: whether a body driven by Loose Reins may be done: every unit it binds has gone as far as it must.
///
/// # Errors
/// When one has not.
pub fn may_finish(at: At<'_>, body: BodyId) -> Result<Rule, Refusal> {
    unstacks(at, body)?;
    rejoins(at, body)?;
    have_left(at, body)?;
    sets_out(at, body)?;
    goes_on(at, body)?;
    if is_driven_on(at, body) {
        Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it towards the enemy first",
        ))
    } else {
        Ok(Rule::SR_5_33)
    }
}

/// SR 6.24-A: whether Loose Reins binds a body of which somebody could still close with the enemy.
#[must_use]
pub fn is_driven_on(at: At<'_>, body: BodyId) -> bool {
    if !matches!(at.position.body(body).bound, Bound::Charge | Bound::Close) {
        return false;
    }
    at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        state.on_map()
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && may_unit_act(at, body, unit).is_ok()
            && permits::must_close(at, body, unit)
            && permits::could_close(at, unit, &Progress::begin(state))
    })
}

/// BB 14.55, reading I108: cavalry that begins its Activation beyond 4 hexes from friendly non-cavalry must move towards it.
fn rejoins(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let astray = at.position.members(at.setting, body).any(|unit| {
        let state = at.position.unit(unit);
        state.on_map()
            && at.setting.unit(unit).arm == Arm::Cavalry
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            && may_unit_act(at, body, unit).is_ok()
            && permits::could_near_friends(at, unit, &Progress::begin(state))
    });
    if astray {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry moves towards them first",
        ));
    }
    Ok(())
}

/// BB 4.25-15MI: the regiment that is sent to a leader uses all its movement on the way.
fn goes_on(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let Some(shaky) = &at.setting.special.shaky else {
        return Ok(());
    };
    let unit = shaky.unit;
    let state = at.position.unit(unit);
    let lags = state.on_map()
        && at.position.body_of(at.setting, unit) == body
        && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
        && may_unit_act(at, body, unit).is_ok()
        && permits::could_go_on(at, unit, &Progress::begin(state));
    if lags {
        return Err(crate::held::astray());
    }
    Ok(())
}

/// BB 14.52, reading I107: battalions that started over the limit may not end their first Activation so while one of them
/// can still leave.
fn unstacks(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    for unit in longroll_movement::special::start_overstacked(&at) {
        let state = at.position.unit(unit);
        let over = state.on_map()
            && at.position.body_of(at.setting, unit) == body
            && longroll_movement::stacking::stack_is_legal(at.setting, at.position, state.hex)
                .is_err();
        if !over || state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED)) {
            continue;
        }
        let mut list = Vec::new();
        let mut offers = Offers::all(&mut list);
        if may_unit_act(at, body, unit).is_ok() {
            listing::offer(at, body, unit, &Progress::begin(state), &mut offers);
        }
        if offers.leads_on(|_| {}) {
            return Err(Refusal::new(
                Rule::BB_14_52,
                "the hex is over the stacking limit and a unit can still leave it",
            ));
        }
    }
    Ok(())
}

/// BB sob: whether a brigade on a mission may be done: whoever can still set out on a cheapest way has done so.
fn sets_out(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if crate::alert::must_go(at, body).is_none() {
        return Ok(());
    }
    for unit in at.position.members(at.setting, body) {
        if !crate::alert::has_to_set_out(at, body, unit) || may_unit_act(at, body, unit).is_err() {
            continue;
        }
        let mut list = Vec::new();
        let mut offers = Offers::all(&mut list);
        let progress = Progress::begin(at.position.unit(unit));
        listing::offer(at, body, unit, &progress, &mut offers);
        let way = |choice| matches!(choice, Choice::Move { .. } | Choice::Road { .. });
        if list.iter().any(|offer| way(offer.choice)) {
            return Err(Refusal::new(
                Rule::BB_sob,
                "a unit of it has still to set out for its mission",
            ));
        }
    }
    Ok(())
}

/// A piece of an acting body begins something.
///
/// # Errors
/// When a script of dice is used up.
pub fn begin(play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
    match choice {
        Choice::Ride { leader, hex } => {
            ride(play, leader, hex);
            play.push(RideStep { leader });
            Ok(())
        }
        Choice::Accompany { leader, unit } => {
            play.note_leader(leader, LeaderNote::RidesWith(Some(unit)));
            Ok(())
        }
        Choice::Enter { .. } | Choice::Arrive { .. } | Choice::MakeRoom { .. } => {
            super::entering::enter(play, choice)
        }
        _ => {
            let Some(unit) = moving::unit_of(choice) else {
                return Ok(());
            };
            let progress = Progress::begin(play.position.unit(unit));
            MovingStep { unit, progress }.decide(play, choice)
        }
    }
}
