//! SR 8.21: the units that move together with the one that leads.

use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_movement::{Progress, arrival};
use longroll_position::{Deeds, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// The units that move together with the one that leads, top to bottom.
pub(super) type Mates = SmallVec<[UnitId; 4]>;

/// Whoever goes with this unit.
pub(super) fn mates(at: At<'_>, unit: UnitId) -> Mates {
    let state = at.position.unit(unit);
    if !state.deeds.has(Deeds::TOGETHER) {
        return Mates::new();
    }
    at.position
        .stack(state.hex)
        .map(|part| part.unit)
        .filter(|&other| {
            let deeds = at.position.unit(other).deeds;
            other != unit && deeds.has(Deeds::TOGETHER) && !deeds.has(Deeds::FINISHED)
        })
        .collect()
}

/// Whoever might still move together with this unit.
pub(super) fn mate_candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    let hex = at.position.unit(unit).hex;
    for other in at.position.stack(hex).map(|part| part.unit) {
        if other != unit {
            each(Choice::Together { unit, other });
        }
    }
}

/// The two are of one group from now on.
pub(super) fn join(play: &mut Play<'_>, unit: UnitId, other: UnitId) {
    for member in [unit, other] {
        play.did(member, Deeds::TOGETHER);
    }
}

/// Whether every unit of a group may end its move here.
///
/// # Errors
/// The rule that makes it go on.
pub(super) fn may_stop(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    for mate in mates(at, unit) {
        arrival::stop(&at, progress, mate)?;
    }
    Ok(())
}

/// SR 8.23: a unit, or a group in its own order, goes there in the stack of its hex.
pub(super) fn take_place(play: &mut Play<'_>, place: StackPlace, group: &[UnitId]) {
    let Some((&lead, mates)) = group.split_first() else {
        return;
    };
    let hex = play.position.unit(lead).hex;
    let mut order = play.position.order_with(hex, lead, place);
    order.retain(|unit| !mates.contains(unit));
    if let Some(led) = order.iter().position(|&unit| unit == lead) {
        order.splice(led + 1..led + 1, mates.iter().copied());
    }
    if order.len() > 1 {
        play.happens(Event::Restacked {
            hex,
            order,
            rule: Rule::SR_8_23,
        });
    }
}
