//! SR 5.33, 6.26, 9.62: a body is done with a marker, and what ends with its Activation.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Side;
use longroll_position::{BodyId, BodyNote, Bound, Deeds, HalfMp, Presence, UnitNote};
use longroll_rule::Rule;

use super::entitlement::{shared_left, sharing, unit_entitlement};
use crate::event::Event;
use crate::movement;
use crate::play::Play;
use crate::scene::At;

/// A body is done with this marker.
pub(super) fn finish(play: &mut Play<'_>, body: BodyId) {
    movement::unkept_words(play, body);
    let at = play.at();
    let members: Vec<_> = at.position.members(at.setting, body).collect();
    crate::fatigue::activation_ends(play, body);
    crate::alert::end_activation(play, body);
    settle_shared(play, body);
    breathe(play, &members);
    play.happens(Event::Finished { body });
}

/// SR 11.59-recovery: at the end of an Activation of its command cavalry has its breath again, unless it was spent in this one
/// or has fought since the last.
fn breathe(play: &mut Play<'_>, members: &[UnitId]) {
    for &unit in members {
        let state = *play.position.unit(unit);
        if !state.blown || !(state.on_map() || state.presence == Presence::Routed) {
            continue;
        }
        if state.winded {
            play.note_unit(unit, UnitNote::Winded(false));
        } else {
            play.happens(Event::Blown {
                unit,
                blown: false,
                rule: Rule::SR_11_59_recovery,
            });
        }
    }
}

/// SR 5.28, BB alert-split: those of a brigade who act less often than others of it act as a brigade: once one of them has
/// acted with a marker, or the brigade has tried for orders with it (reading 10), all of them have used it.
fn settle_shared(play: &mut Play<'_>, body: BodyId) {
    let state = play.position.body(body);
    if state.extra || state.march.acting {
        return;
    }
    let tried = state.tried || state.inspired || state.bound == Bound::Confusion;
    let at = play.at();
    let acted = |unit: UnitId| at.position.unit(unit).deeds.has(Deeds::ACTED);
    if tried || sharing(at, body).any(acted) {
        for unit in who_uses_it_with_them(at, body) {
            play.did(unit, Deeds::ACTED);
        }
    }
}

/// Reading 10: the same for a marker with which nobody has acted, but that was used up by trying for orders.
pub(super) fn use_up_shared(play: &mut Play<'_>, body: BodyId) {
    for unit in who_uses_it_with_them(play.at(), body) {
        let used = play.position.unit(unit).used + 1;
        play.note_unit(unit, UnitNote::Used(used));
    }
}

/// Whoever shares the Activations of a brigade, uses one up with it, and would have more left than the others.
fn who_uses_it_with_them(at: At<'_>, body: BodyId) -> Vec<UnitId> {
    let Some(left) = shared_left(at, body) else {
        return Vec::new();
    };
    let has_more = |unit: &UnitId| {
        let own = unit_entitlement(at, *unit);
        own.saturating_sub(at.position.unit(*unit).used) >= left
    };
    match left {
        0 => Vec::new(),
        _ => sharing(at, body).filter(has_more).collect(),
    }
}

pub(super) fn clear_marker(play: &mut Play<'_>, body: BodyId) {
    let members: Vec<_> = play.position.members(play.setting, body).collect();
    for unit in members {
        let state = play.position.unit(unit);
        if state.deeds != Deeds::NONE || state.spent != HalfMp::ZERO {
            play.note_unit(unit, UnitNote::Rested);
        }
    }
    let state = play.position.body(body);
    let busy = state.bound != Bound::Free
        || state.tried
        || state.inspired
        || state.extra
        || state.coordinated
        || state.acted
        || state.march.acting;
    if busy {
        play.note_body(body, BodyNote::MarkerOver);
    }
}

/// SR 6.26, reading 140: at the end of the brigade Activation in which they were broken marches go over to Advance; SR 9.62: the
/// non-phasing side's limits of "once per enemy brigade Activation" start anew.
pub(super) fn end_of_brigade_activation(play: &mut Play<'_>, phasing: Side) {
    for unit in play.setting.unit_ids() {
        if play.setting.unit(unit).side != phasing {
            let reactions = Deeds::REACTED_FACING
                .with(Deeds::REACTED_REFUSAL)
                .with(Deeds::REACTED_MOVE);
            play.undid(unit, reactions.with(Deeds::CHARGES));
        }
    }
    // SR 11.48-march: a defender who goes on may have met a march of the acting side.
    broken_marches_end(play, phasing.enemy());
    broken_marches_end(play, phasing);
}

/// SR 6.26: the marches of a side that were broken go over to Advance; musketry of an event (BB 19.0-5) is over with the event.
pub(crate) fn broken_marches_end(play: &mut Play<'_>, side: Side) {
    for body in play.setting.body_ids() {
        let state = play.position.body(body);
        // SR 5.35: whoever acts with the March marker marches on.
        let breaks = state.march_broken && !state.march.acting;
        if play.setting.body(body).side == side && breaks {
            play.note_body(body, BodyNote::MarchBroken(false));
            if play.position.body(body).orders != Orders::March {
                // Units on the march by themselves; the others' orders stand.
                let units: Vec<UnitId> = play.position.members(play.setting, body).collect();
                for unit in units {
                    if play.position.unit(unit).orders == Orders::March {
                        crate::orders::give_unit(play, unit, Orders::Advance, Rule::SR_6_26);
                    }
                }
                continue;
            }
            crate::orders::give(
                play,
                body,
                Orders::Advance,
                Rule::SR_6_26,
                crate::orders::Reaching::Everybody,
            );
        }
    }
}
