//! SR 8.21: the move of a group: the others follow who leads, stop, fall apart, and take their places.

use longroll_catalog::facts::{Arm, UnitId};
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::step::StepTerms;
use longroll_movement::{Progress, arrival};
use longroll_position::{Deeds, HalfMp, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::conforming;
use crate::event::Event;
use crate::movement::destination::{Cause, Destination};
use crate::movement::ending;
use crate::movement::ground_checks::GroundCheck;
use crate::movement::mates::{mates, take_place};
use crate::movement::relocation::relocate;
use crate::movement::stages::{StageStep, checks_of_step, note_contact, repay, stack_places};
use crate::play::Play;
use crate::scene::At;

/// Whoever goes with the leading unit follows it into the hex.
pub(super) fn follow(
    play: &mut Play<'_>,
    progress: &Progress,
    theirs: &[(UnitId, StepTerms)],
) -> SmallVec<[GroundCheck; 4]> {
    let mut checks = SmallVec::new();
    for (unit, terms) in theirs {
        let unit = *unit;
        let before = *play.position.unit(unit);
        play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
        if before.facing != terms.facing {
            play.happens(Event::Turned {
                unit,
                facing: terms.facing,
                cost: terms.turn,
                rule: Rule::SR_7_23,
            });
        }
        repay(play, unit, terms.repaid);
        let there = Destination::single(terms.to);
        let rule = Rule::SR_8_21;
        relocate(play, unit, there, terms.total, rule, Cause::Follows);
        note_contact(play, unit, terms.contact, terms.minimum);
        checks.extend(checks_of_step(
            terms,
            progress,
            unit,
            before.is_disordered(),
            false,
        ));
    }
    checks
}

/// SR 8.22, 9.47: whoever of a group is stopped or sent back by a check ends its own move; the others go on, led by the
/// uppermost of them. Tells whether that has happened.
pub(super) fn falls_apart(play: &mut Play<'_>, lead: UnitId, progress: Progress) -> bool {
    if !play.position.unit(lead).deeds.has(Deeds::TOGETHER) {
        return false;
    }
    let body = play.position.body_of(play.setting, lead);
    let (over, going): (Vec<UnitId>, Vec<UnitId>) = play
        .position
        .members_ever(play.setting, body)
        .filter(|&unit| play.position.unit(unit).deeds.has(Deeds::TOGETHER))
        .partition(|&unit| {
            let state = play.position.unit(unit);
            let closed = Deeds::MOVE_ENDED.with(Deeds::FINISHED);
            !state.on_map() || state.deeds.any(closed)
        });
    if over.is_empty() || going.is_empty() && over.len() == 1 {
        return false;
    }
    let alone = going.len() == 1;
    let leaves = over.iter().chain(going.iter().filter(|_| alone));
    for &unit in leaves {
        play.undid(unit, Deeds::TOGETHER);
    }
    let hex = going.first().map(|&unit| play.position.unit(unit).hex);
    let next = hex.and_then(|hex| {
        let mut stack = play.position.stack(hex).map(|part| part.unit);
        stack.find(|unit| going.contains(unit))
    });
    if let Some(unit) = next {
        play.push(super::MovingStep { unit, progress });
    }
    for unit in over {
        ending::end_move(play, unit, progress);
    }
    true
}

/// The move of a group is over. A group that has not left its hex only falls apart: whoever was to go along may still move.
pub(super) fn end(play: &mut Play<'_>, unit: UnitId, progress: Progress) {
    let group: SmallVec<[UnitId; 6]> = core::iter::once(unit)
        .chain(mates(play.at(), unit))
        .collect();
    let alone = group.len() == 1;
    let mut settled: SmallVec<[UnitId; 6]> = SmallVec::new();
    if !alone && progress.steps > 0 && !play.position.unit(unit).deeds.has(Deeds::FINISHED) {
        let place = first_place(play.at(), &progress, &group);
        settled = conform(play, &progress, &group);
        if let Some(place) = place {
            take_place(play, place, &group);
        }
    }
    let body = play.position.body_of(play.setting, unit);
    let members: Vec<UnitId> = play.position.members(play.setting, body).collect();
    for member in members {
        play.undid(member, Deeds::TOGETHER);
    }
    if alone || progress.steps == 0 {
        ending::end_move(play, unit, progress);
        return;
    }
    let end = play.position.unit(unit).hex;
    // Whoever has paid for stopping there has stopped.
    for &member in group.iter().filter(|member| !settled.contains(member)) {
        ending::go_back_if_driven(play, member, progress);
    }
    let stays = |member: &UnitId| play.position.unit(*member).hex == end;
    let rest: SmallVec<[UnitId; 6]> = group.iter().copied().filter(stays).collect();
    if rest.len() < group.len() {
        // Together they had no room, so that nobody conformed; these have.
        let place = first_place(play.at(), &progress, &rest);
        let fresh: SmallVec<[UnitId; 6]> = rest
            .iter()
            .copied()
            .filter(|member| !settled.contains(member))
            .collect();
        conform(play, &progress, &fresh);
        if let Some(place) = place {
            take_place(play, place, &rest);
        }
    }
    ask_place(play, &progress, &rest);
    for &member in &group {
        play.did(member, Deeds::MOVE_ENDED.with(Deeds::ACTED));
        conforming::uncover(play, member);
        super::leaders::all_dismount(play, member);
        crate::orders::join_brigade(play, member);
        if play.setting.unit(member).arm == Arm::Artillery {
            super::proximity::ask(play, member, progress.start);
        }
    }
}

/// SR 7.11, 7.32-cost: each of them conforms to whom they join, and pays for it; those who could.
pub(super) fn conform(
    play: &mut Play<'_>,
    progress: &Progress,
    group: &[UnitId],
) -> SmallVec<[UnitId; 6]> {
    let mut settled: SmallVec<[UnitId; 6]> = SmallVec::new();
    let mut have_turned: SmallVec<[UnitId; 6]> = SmallVec::new();
    for &unit in group {
        let Ok(terms) = arrival::settle(&play.at(), progress, unit) else {
            continue;
        };
        settled.push(unit);
        ending::pay_ground(play, unit, terms.full_last_hex);
        let able = remaining(play.setting, &play.position, unit, Fired::No);
        play.pays(unit, terms.cost.less(terms.full_last_hex).min(able));
        let cost = terms.turning.min(able);
        let state = play.position.unit(unit);
        let (turned, refused) = (state.facing != terms.facing, state.refused != terms.refused);
        if turned {
            play.happens(Event::Turned {
                unit,
                facing: terms.facing,
                cost,
                rule: Rule::SR_7_11,
            });
            have_turned.push(unit);
        }
        if refused {
            play.happens(Event::RefusalChanged {
                unit,
                refused: terms.refused,
                cost: HalfMp::ONE,
                rule: Rule::SR_7_32_cost,
            });
        }
        if terms.no_combat {
            play.did(unit, Deeds::NO_COMBAT);
        }
    }
    // What is pushed last is rolled first.
    for &unit in have_turned.iter().rev() {
        ending::check_swamp(play, GroundCheck::conforming_in_swamp(unit));
    }
    settled
}

/// SR 8.23: where a group would go in the stack it joins, the first choice first; asked before it has paid for stopping there.
pub(super) fn first_place(at: At<'_>, progress: &Progress, group: &[UnitId]) -> Option<StackPlace> {
    arrival::settle(&at, progress, *group.first()?).ok()?;
    places_of(at, progress, group).first().copied()
}

/// SR 8.23: every place that a group, which has come to the bottom of the stack in its own order, may have there.
pub(super) fn places_of(
    at: At<'_>,
    progress: &Progress,
    group: &[UnitId],
) -> SmallVec<[StackPlace; 3]> {
    let Some((&unit, mates)) = group.split_first() else {
        return SmallVec::new();
    };
    let from = progress.came_from.unwrap_or(progress.start);
    stack_places(at, unit, mates.len(), from)
}

/// SR 8.23: beside guns the owner of a group may have the choice of its place.
pub(super) fn ask_place(play: &mut Play<'_>, progress: &Progress, group: &[UnitId]) {
    let Some((&unit, mates)) = group.split_first() else {
        return;
    };
    if places_of(play.at(), progress, group).len() > 1 {
        let from = progress.came_from.unwrap_or(progress.start);
        let mates = mates.len();
        play.push(StageStep::Stack { unit, from, mates });
    }
}
