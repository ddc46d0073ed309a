//! SR 7.11, 7.32, 8.23, 8.26: who comes into a hex faces as it does, takes its refusal or uncovers it.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::refused_flank;
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::play::Play;

/// SR 7.11: a unit faces as whoever is in its hex.
pub(super) fn face_as_stack(play: &mut Play<'_>, unit: UnitId) {
    let hex = play.position.unit(unit).hex;
    let company = play.position.stack(hex).find(|part| part.unit != unit);
    if let Some(other) = company {
        let facing = play.position.unit(other.unit).facing;
        face_free(play, unit, facing);
    }
}

/// SR 7.11: a unit faces as its hex does, free of charge.
pub(super) fn face_free(play: &mut Play<'_>, unit: UnitId, facing: Facing) {
    if play.position.unit(unit).facing == facing {
        return;
    }
    play.happens(Event::Turned {
        unit,
        facing,
        cost: HalfMp::ZERO,
        rule: Rule::SR_7_11,
    });
}

/// A refused flank comes to an end; of its price the unit pays as much as it has left.
pub(super) fn end_refusal(play: &mut Play<'_>, unit: UnitId, price: HalfMp, rule: Rule) {
    let cost = price.min(remaining(play.setting, &play.position, unit, Fired::No));
    play.pays(unit, cost);
    play.happens(Event::RefusalChanged {
        unit,
        refused: None,
        cost,
        rule,
    });
}

/// SR 7.32, 8.26: a stack is refused as a whole, with whoever was driven into it; of a line that is the hex at its refused
/// end (reading I15).
pub(super) fn share_refusal(play: &mut Play<'_>, unit: UnitId, stack: &[UnitId]) {
    let hex = play.position.unit(unit).hex;
    let others = stack.iter().filter(|&&other| other != unit);
    let refused = others
        .map(|&other| play.position.unit(other))
        .find_map(|other| refused_flank::refusal_in(other, hex));
    if refused.is_some() && play.position.unit(unit).refused != refused {
        play.happens(Event::RefusalChanged {
            unit,
            refused,
            cost: HalfMp::ZERO,
            rule: Rule::SR_8_26,
        });
    }
}

/// A unit was driven into a hex (SR 9.63, 12.44): its place in the stack is told, and whoever can turn in place faces as
/// the hex does (SR 7.11): the newcomer if it is single, else the single ones it joins.
pub(super) fn join_driven(play: &mut Play<'_>, unit: UnitId) {
    let state = *play.position.unit(unit);
    for hex in state.hexes() {
        let stack: SmallVec<[UnitId; 6]> = play.position.stack(hex).map(|part| part.unit).collect();
        if stack.len() < 2 {
            continue;
        }
        let single = state.extent == Extent::Single;
        let theirs = stack
            .iter()
            .find(|&&other| other != unit)
            .map(|&other| play.position.unit(other).facing);
        let turning: SmallVec<[UnitId; 6]> = if single {
            SmallVec::from_iter([unit])
        } else {
            stack
                .iter()
                .copied()
                .filter(|&other| other != unit)
                .collect()
        };
        if single {
            share_refusal(play, unit, &stack);
        }
        let wanted = if single { theirs } else { Some(state.facing) };
        for other in turning {
            let faced = play.position.unit(other).facing;
            let turned = wanted.filter(|&facing| facing.kind() == faced.kind());
            if let Some(facing) = turned {
                face_free(play, other, facing);
            }
        }
        play.happens(Event::Restacked {
            hex,
            order: stack.into_vec(),
            rule: Rule::SR_8_23,
        });
    }
    uncover(play, unit);
}

/// SR 7.32-friend: a friend in the refused front takes the marker off.
pub(super) fn uncover(play: &mut Play<'_>, unit: UnitId) {
    let at = play.at();
    let side = at.setting.unit(unit).side;
    let hexes: SmallVec<[HexId; 3]> = at.position.unit(unit).hexes().collect();
    for hex in hexes {
        let at = play.at();
        let found = refused_flank::uncovered_by(&at, side, hex, |other| {
            at.position.acts_now(at.setting, other)
        });
        for (other, cost) in found {
            if other == unit {
                continue;
            }
            // Reading I19: it has one MP less, but has spent none.
            let left = remaining(play.setting, &play.position, other, Fired::No);
            play.happens(Event::RefusalChanged {
                unit: other,
                refused: None,
                cost: cost.min(left),
                rule: Rule::SR_7_32_friend,
            });
            if cost > HalfMp::ZERO {
                play.did(other, Deeds::COVERED);
            }
        }
    }
}
