//! SR 7.32-stack, 11.54, reading I105: what units are bound to do before their body is done.

use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{BodyId, Deeds};
use longroll_rule::Rule;

use super::charging::is_charging;
use super::may_act::may_unit_act;
use super::refusals::drop_refusal;
use super::stack_order::order_of;
use super::staying::must_leave;
use crate::choice::Choice;
use crate::movement::prospect::Prospect;
use crate::play::Play;
use crate::procedure::Breadth;
use crate::scene::At;

/// SR 7.32-stack, reading I105: the units over whom another has refused and who are bound to leave, if they still can.
///
/// # Errors
/// When one can and has not.
pub(super) fn have_left(at: At<'_>, body: longroll_position::BodyId) -> Result<(), Refusal> {
    for unit in at.position.members(at.setting, body) {
        let state = at.position.unit(unit);
        let bound = state.on_map()
            && state.deeds.has(Deeds::MUST_LEAVE)
            && !state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED));
        if !bound || may_unit_act(at, body, unit).is_err() {
            continue;
        }
        if Prospect::begin(at, unit, Breadth::Many).leads_on() {
            return Err(must_leave());
        }
    }
    Ok(())
}

/// SR 7.32-stack, reading I105: whoever was to leave and has not takes the marker off; the MP stay spent.
pub fn unkept_words(play: &mut Play<'_>, body: longroll_position::BodyId) {
    let members: Vec<UnitId> = play.position.members(play.setting, body).collect();
    for unit in members {
        let state = *play.position.unit(unit);
        if !state.on_map() || !state.deeds.has(Deeds::MUST_LEAVE) || state.refused.is_some() {
            continue;
        }
        for other in order_of(&play.position, state.hex) {
            drop_refusal(play, other, Rule::SR_7_32_stack);
        }
    }
}

/// SR 11.54: whether a body is done while somebody of it has still to ride its charge.
///
/// # Errors
/// When somebody has.
pub(super) fn charges_on(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    for unit in at.position.members(at.setting, body) {
        if is_charging(at, unit) {
            let rides = |choice| {
                matches!(
                    choice,
                    Choice::Move { .. } | Choice::Road { .. } | Choice::OffRoad { .. }
                )
            };
            if Prospect::begin(at, unit, Breadth::Many).may_go(rides) {
                return Err(Refusal::new(
                    Rule::SR_11_54,
                    "cavalry that has announced a charge must ride it",
                ));
            }
        }
    }
    Ok(())
}
