//! SR 7.32: a refused flank falls away.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::refused_flank;
use longroll_position::{Deeds, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::play::Play;

/// A refused flank falls away.
pub(crate) fn drop_refusal(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    if play.position.unit(unit).refused.is_some() {
        play.happens(Event::RefusalChanged {
            unit,
            refused: None,
            cost: HalfMp::ZERO,
            rule,
        });
    }
}

/// SR 7.32-sp: whoever is left alone in a hex may be too weak for a refused flank.
pub(crate) fn drop_too_weak(play: &mut Play<'_>, hex: HexId) {
    let left: SmallVec<[UnitId; 6]> = play.position.stack(hex).map(|part| part.unit).collect();
    for unit in left {
        if refused_flank::too_weak(&play.at(), unit) {
            drop_refusal(play, unit, Rule::SR_7_32_sp);
        }
    }
}

/// SR 8.26, reading I113: who refused and leaves its hex in the same Activation does not leave the rest of the stack refused.
/// A line refused one of its hexes (reading I15), wherever its counter stood.
pub(super) fn leave_refused(play: &mut Play<'_>, unit: UnitId, before: &UnitState) {
    let Some(hand) = before.refused else { return };
    if !before.deeds.has(Deeds::REFUSED) {
        return;
    }
    let (_, from) = refused_flank::refused_part(before, hand);
    let stack: SmallVec<[UnitId; 6]> = play.position.stack(from).map(|part| part.unit).collect();
    let body = play.position.body_of(play.setting, unit);
    for other in stack {
        let theirs = play.position.unit(other);
        let marked = other != unit
            && refused_flank::refusal_in(theirs, from) == Some(hand)
            && !theirs.deeds.has(Deeds::REFUSED)
            && play.position.body_of(play.setting, other) != body;
        if marked {
            play.happens(Event::RefusalChanged {
                unit: other,
                refused: None,
                cost: HalfMp::ZERO,
                rule: Rule::SR_8_26,
            });
        }
    }
}
