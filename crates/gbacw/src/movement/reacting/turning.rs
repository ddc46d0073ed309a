//! SR 9.61, 9.62: whoever turns or refuses in reaction.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Ammunition, Arm, UnitId};
use longroll_combat::fire::{FirerArm, longest_range, too_steep, weapon_of};
use longroll_core::Refusal;
use longroll_movement::reaction::{self, ReactionCause};
use longroll_position::fire::{FiringPart, Occasion as FireOccasion};
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;

use crate::event::Event;
use crate::fire::declaring::FireLook;
use crate::play::Play;
use crate::results::{Occasion, shake, shake_in_swamp};
use crate::scene::At;

/// The facings next to its own.
pub(super) fn turns(at: At<'_>, unit: UnitId) -> [Facing; 2] {
    let facing = at.position.unit(unit).facing;
    [facing.turned(-1), facing.turned(1)]
}

/// SR 9.61, 9.62-refuse: whether a unit may refuse this flank in reaction, and could answer through it.
///
/// # Errors
/// The rule that forbids it.
pub fn react_refuse(
    at: At<'_>,
    unit: UnitId,
    cause: ReactionCause,
    hand: Hand,
) -> Result<reaction::ReactionTerms, Refusal> {
    let terms = reaction::react_refuse(&at, unit, cause, hand)?;
    if could_answer(at, unit, hand, cause.hex()) {
        Ok(terms)
    } else {
        Err(Refusal::new(
            Rule::SR_9_62_refuse,
            "nobody could answer through the Refused Front",
        ))
    }
}

/// SR 9.62-refuse: whether somebody of the hex could fire at the enemy through the Refused Front: not without rounds, not
/// Disordered guns, and not farther than his weapon reaches.
fn could_answer(at: At<'_>, unit: UnitId, hand: Hand, hex: HexId) -> bool {
    let look = FireLook::new(at);
    let scene = look.scene();
    let (_, own, _) =
        longroll_movement::refused_flank::refused_end(&at, at.position.unit(unit), hand);
    let range = at.setting.grid().distance(own, hex);
    let mut there = at.position.stack(hex);
    let on_the_river = there.any(|part| at.setting.unit(part.unit).arm == Arm::Gunboat);
    reaction::refusing_stack(&at, unit, hand)
        .iter()
        .any(|&member| {
            let (facts, state) = (at.setting.unit(member), at.position.unit(member));
            let guns = facts.arm == Arm::Artillery;
            let firer = FiringPart::of(member, state.sp);
            // BB 14.76: small arms do not fire at gunboats.
            let silent = state.ammunition == Ammunition::Out
                || guns && state.is_disordered()
                || !guns && on_the_river
                || too_steep(&scene, firer, hex).is_some();
            let arm = FirerArm::of(facts, state);
            let weapon = weapon_of(&scene, firer);
            !silent && range <= longest_range(&scene, weapon, arm, FireOccasion::Withdrawal).0
        })
}

/// SR 9.61: the stack turns; the checks follow.
pub(super) fn turn_stack(
    play: &mut Play<'_>,
    (unit, mover): (UnitId, UnitId),
    facing: Facing,
    terms: &reaction::ReactionTerms,
) {
    let stack = reaction::react_stack(&play.at(), unit);
    let state = *play.position.unit(unit);
    let swamp = longroll_movement::step::is_swamp(&play.at(), state.hex);
    for other in stack {
        play.did(other, Deeds::REACTED_FACING);
        play.happens(Event::Turned {
            unit: other,
            facing,
            cost: HalfMp::ZERO,
            rule: Rule::SR_9_61,
        });
    }
    if swamp {
        shake_in_swamp(play, mover, terms.rolls.to_vec(), state.facing);
    } else {
        let occasion = Occasion::ReactionFacing(mover);
        shake(play, occasion, terms.rolls.to_vec());
    }
}

/// SR 9.61: the stack refuses a flank; the checks follow.
pub(super) fn refuse_stack(
    play: &mut Play<'_>,
    (unit, mover): (UnitId, UnitId),
    hand: Hand,
    terms: &reaction::ReactionTerms,
) {
    let stack = reaction::refusing_stack(&play.at(), unit, hand);
    for other in stack {
        let deeds = Deeds::REACTED_FACING.with(Deeds::REACTED_REFUSAL);
        play.did(other, deeds);
        play.happens(Event::RefusalChanged {
            unit: other,
            refused: Some(hand),
            cost: HalfMp::ZERO,
            rule: Rule::SR_9_61,
        });
    }
    let occasion = Occasion::ReactionFacing(mover);
    shake(play, occasion, terms.rolls.to_vec());
}
