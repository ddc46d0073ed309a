//! BB 14.7: gunboats on the river.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;

use super::moving::MovingStep;
use super::relocation::{Cause, Destination, relocate};
use crate::battle::At;
use crate::choice::Choice;
use crate::play::Play;
use crate::step::Offers;

/// BB 14.73: one river hex at a time, as many as its owner likes.
pub(super) fn offer_gunboat(at: At<'_>, unit: UnitId, offers: &mut Offers<'_>) {
    let state = at.position.unit(unit);
    for direction in Direction::ALL {
        if let Ok(hex) = longroll_movement::special::gunboat_step(&at, state.hex, direction) {
            let in_play = at
                .position
                .now(at.setting)
                .is_none_or(|turn| at.setting.scenario.area.contains(hex, turn.id));
            if in_play {
                offers.add(
                    Choice::Move {
                        unit,
                        hex,
                        facing: state.facing,
                    },
                    Rule::BB_14_73,
                );
            }
        }
    }
}

/// BB 14.72, 14.73: why a gunboat may not do this.
pub(super) fn refusal(at: At<'_>, unit: UnitId, choice: Choice) -> Option<Refusal> {
    let Choice::Move { hex, .. } = choice else {
        return Some(Refusal::new(
            Rule::BB_14_73,
            "a gunboat moves on the river and does nothing else here",
        ));
    };
    let from = at.position.unit(unit).hex;
    match at.setting.grid().direction_between(from, hex) {
        None => Some(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        )),
        Some(direction) => longroll_movement::special::gunboat_step(&at, from, direction).err(),
    }
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
}
