//! SR 5.33, 6.26, 9.62: a body is done with a marker, and what ends with its Activation.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Side;
use longroll_position::{BodyId, BodyNote, Bound, Deeds, HalfMp, Presence, UnitNote};
use longroll_rule::Rule;

use crate::event::Event;
use crate::movement;
use crate::play::Play;

/// A body is done with this marker.
pub(super) fn finish(play: &mut Play<'_>, body: BodyId) {
    movement::unkept_words(play, body);
    let at = play.at();
    let members: Vec<_> = at.position.members(at.setting, body).collect();
    crate::fatigue::activation_ends(play, body);
    crate::alert::end_activation(play, body);
    settle_split(play, body, &members);
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

/// BB alert-split: where some units of a brigade were alert before the rest, the rest acts as a brigade: once one of its
/// regiments has acted with a marker all of them have used it.
fn settle_split(play: &mut Play<'_>, body: BodyId, members: &[UnitId]) {
    if crate::alert::split_activations(play.at(), body).is_none() {
        return;
    }
    let rest: Vec<UnitId> = members
        .iter()
        .copied()
        .filter(|&unit| !crate::alert::is_split(play.at(), unit))
        .collect();
    let acted = |&unit: &UnitId| play.position.unit(unit).deeds.has(Deeds::ACTED);
    if rest.iter().any(acted) {
        for unit in rest {
            play.did(unit, Deeds::ACTED);
        }
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
