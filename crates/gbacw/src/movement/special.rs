//! BB 14.7: gunboats on the river.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;

use super::moving::MovingStep;
use super::prospect::Deed;
use super::relocation::{Cause, Destination, relocate};
use crate::battle::At;
use crate::choice::Choice;
use crate::fire::FireStep;
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};

/// BB 14.73: one river hex at a time, as many as its owner likes.
pub(super) fn candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    let state = at.position.unit(unit);
    let facing = state.facing;
    for hex in at.setting.neighbours(state.hex) {
        each(Choice::Move { unit, hex, facing });
    }
}

/// BB 14.72, 14.73: whether a gunboat may do this.
pub(super) fn judge(at: At<'_>, unit: UnitId, choice: Choice) -> Judgement<Deed> {
    const RULE: Rule = Rule::BB_14_73;
    let Choice::Move { hex, facing, .. } = choice else {
        return Err(Refusal::new(
            RULE,
            "a gunboat moves on the river and does nothing else here",
        ));
    };
    super::permits::after_fire(at, unit)?;
    let state = at.position.unit(unit);
    let Some(direction) = at.setting.grid().direction_between(state.hex, hex) else {
        let reason = "a step leads to an adjacent hex";
        return Err(Refusal::new(Rule::SR_9_13, reason));
    };
    longroll_movement::special::gunboat_step(&at, state.hex, direction)?;
    if facing != state.facing {
        return Err(Refusal::new(RULE, "a gunboat has no facing to change"));
    }
    let in_play = at
        .position
        .now(at.setting)
        .is_none_or(|turn| at.setting.scenario.area.contains(hex, turn.id));
    if !in_play {
        return Err(Refusal::new(RULE, "the hex is outside the area of play"));
    }
    Ok(Ruling::new(RULE, Deed::Sail(hex)))
}

/// BB 14.73: the gunboat sails on; what it moved counts for its fire.
pub(super) fn move_gunboat(play: &mut Play<'_>, unit: UnitId, hex: HexId) {
    play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
    let there = Destination::single(hex);
    let rule = Rule::BB_14_73;
    relocate(play, unit, there, HalfMp::ONE, rule, Cause::Sails);
    play.push(MovingStep {
        unit,
        progress: longroll_movement::Progress::begin(play.position.unit(unit)),
    });
    // BB 14.77: guns fire at a gunboat that comes near.
    if let Some(fire) = FireStep::approach(play.at(), unit, hex) {
        play.push(fire);
    }
}
