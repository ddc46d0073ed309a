//! SR 8.21: a stack within the March limits moves along a route as one.
//!
//! The uppermost unit leads; whoever goes with it takes every step it takes and pays for itself. The enemy reacts to the
//! group once. They keep their order, and their move ends for all of them together.

use longroll_board::Facing;
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::facing::TurnTerms;
use longroll_movement::step::{Occupied, StepOrder, StepTerms, WayChoice};
use longroll_movement::{Progress, Walker, Way, arrival, stacking, step};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::destination::{Cause, Destination};
use super::ground_checks::GroundCheck;
pub(super) use super::mates::{join, mate_candidates, mates, may_stop, take_place};
use super::may_act::may_unit_act;
use super::permits::{may_spend, may_turn_of};
use super::prospect::Deed;
use super::relocation::relocate;
use super::stages::{Along, checks_of_step};
use super::{ending, stages};
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::scene::At;

/// SR 8.21: whether another unit of its hex may move together with this one.
///
/// # Errors
/// The rule that makes them move one at a time.
pub(super) fn may_go_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    other: UnitId,
) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(Rule::SR_8_21, reason));
    let (state, theirs) = (at.position.unit(unit), at.position.unit(other));
    let body = at.position.body_of(at.setting, unit);
    if other == unit || !theirs.on_map() || theirs.hex != state.hex {
        return no("only units of one hex move together");
    }
    if at.position.body_of(at.setting, other) != body || theirs.orders != state.orders {
        return no("only units that act together move together");
    }
    may_spend(at, unit)?;
    may_unit_act(at, body, other)?;
    if progress.steps > 0 || state.deeds.has(Deeds::MOVED) || state.deeds.has(Deeds::TURNED) {
        return no("a group moves together from its first hex");
    }
    let done = Deeds::MOVED.with(Deeds::MOVE_ENDED).with(Deeds::TURNED);
    if theirs.deeds.any(done.with(Deeds::TOGETHER)) {
        return no("the other unit has moved or is of the group already");
    }
    may_lead(at, unit)?;
    if theirs.extent != Extent::Single {
        return no("an extended unit moves by itself");
    }
    let place = |wanted: UnitId| {
        at.position
            .stack(state.hex)
            .position(|part| part.unit == wanted)
    };
    if place(unit) > place(other) {
        return no("the upper unit leads");
    }
    let mut group: SmallVec<[UnitId; 6]> = SmallVec::from_slice(&[unit, other]);
    group.extend(mates(at, unit));
    stacking::may_move_together(at.setting, at.position, &group)?;
    let ground = at.setting.ground();
    let route = at
        .setting
        .grid()
        .neighbours(state.hex)
        .any(|(direction, _)| !ground.side_of(state.hex, direction).routes.is_empty());
    if !route {
        return no("a stack moves together along a route only");
    }
    Ok(())
}

/// The step of a group: along the route, legal and paid for by each of its units.
///
/// # Errors
/// The rule that stops one of them.
pub(super) fn may_step_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    order: StepOrder,
) -> Result<SmallVec<[(UnitId, StepTerms); 4]>, Refusal> {
    let grid = at.setting.grid();
    if let Some(hex) = grid.neighbour(at.position.unit(unit).hex, order.direction) {
        super::permits::may_step(at, progress, unit, hex, order.facing, order.way)?;
    }
    step_together(
        at,
        progress,
        unit,
        |member| step::step(&at, progress, member, order),
        |then, next, member| arrival::stop(&then, next, member).map(drop),
    )
}

/// SR 10.44, BB 14.55: the step that the group had chosen, after what came before it (see [`step::step_begun`]).
///
/// # Errors
/// The rule that stops one of them by now.
pub(super) fn step_together_begun(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    order: StepOrder,
) -> Result<SmallVec<[(UnitId, StepTerms); 4]>, Refusal> {
    step_together(
        at,
        progress,
        unit,
        |member| step::step_begun(&at, progress, member, order),
        |then, next, member| arrival::settle(&then, next, member).map(drop),
    )
}

/// What each of them may do, and whether they may stop where it leads.
fn step_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    step: impl Fn(UnitId) -> Result<StepTerms, Refusal>,
    stop: impl Fn(At<'_>, &Progress, UnitId) -> Result<(), Refusal>,
) -> Result<SmallVec<[(UnitId, StepTerms); 4]>, Refusal> {
    let mut all: SmallVec<[(UnitId, StepTerms); 4]> = SmallVec::new();
    let mates = mates(at, unit);
    for &member in core::iter::once(&unit).chain(&mates) {
        let terms = step(member)?;
        // SR 11.52: stacked cavalry that charges rides over the ground.
        let charges = at.position.unit(member).deeds.has(Deeds::CHARGES);
        if terms.way != Way::Route && !charges {
            return Err(Refusal::new(
                Rule::SR_8_21,
                "a stack moves together along a route only",
            ));
        }
        all.push((member, terms));
    }
    // Whoever waits in the hex must be able to take the whole group, unless it goes on through.
    if let Some((_, terms)) = all.first()
        && terms.occupied == Occupied::MayStop
    {
        let mut after = at.position.clone();
        for (member, terms) in &all {
            let state = *at.position.unit(*member);
            let there = UnitState {
                hex: terms.to,
                extent: Extent::Single,
                facing: terms.facing,
                spent: (state.spent + terms.total).less(terms.repaid),
                ..state
            };
            after = after.with_unit(at.setting, *member, there, StackPlace::Bottom);
        }
        let then = at.at(&after);
        let next = terms.after(progress);
        // SR 9.43: what they owe for the ground where they are too many for the route counts too.
        let stops = stacking::stack_is_legal(at.setting, &after, terms.to).and_then(|_| {
            let mut members = all.iter();
            members.try_for_each(|(member, _)| stop(then, &next, *member))
        });
        if stops.is_err() && !goes_on(then, &next, unit) {
            stops?;
        }
    }
    Ok(all)
}

/// SR 8.11, 8.22: whether a group can go on from where it could not stop.
fn goes_on(at: At<'_>, progress: &Progress, unit: UnitId) -> bool {
    let mut found = false;
    candidates(at, unit, &mut |choice| {
        let step = matches!(choice, Choice::Move { .. });
        found = found || step && judge(at, progress, unit, choice).is_ok();
    });
    found
}

/// SR 7.21, reading I11: a group that has moved turns in its hex as its units would.
fn may_turn_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    to: Facing,
) -> Result<TurnTerms, Refusal> {
    let mates = mates(at, unit);
    let hex = at.position.unit(unit).hex;
    let own = |other: UnitId| other == unit || mates.contains(&other);
    if progress.steps == 0 {
        return Err(Refusal::new(
            Rule::SR_8_21,
            "a group that has not moved turns unit by unit",
        ));
    }
    if at.position.stack(hex).any(|part| !own(part.unit)) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "all units in a hex face the same way",
        ));
    }
    let turn = |member: UnitId| {
        let walker = Walker::of(&at, member, progress.fired())?;
        may_turn_of(at, progress, &walker, to)
    };
    for &mate in &mates {
        turn(mate)?;
    }
    turn(unit)
}

/// What a group may do next: further units join it, or it takes a step along the route.
pub(super) fn candidates(at: At<'_>, unit: UnitId, each: &mut dyn FnMut(Choice)) {
    mate_candidates(at, unit, each);
    let state = at.position.unit(unit);
    for turn in [-2_i8, -1, 1, 2, 3] {
        let facing = state.facing.turned(turn);
        each(Choice::Face { unit, facing });
    }
    for (direction, hex) in at.setting.grid().neighbours(state.hex) {
        let side = at.setting.ground().side_of(state.hex, direction);
        if side.routes.is_empty() && !state.deeds.has(Deeds::CHARGES) {
            continue;
        }
        for turn in -3_i8..=2 {
            let facing = state.facing.turned(turn);
            if facing.front().contains(direction) {
                each(Choice::Move { unit, hex, facing });
            }
        }
    }
}

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
        stages::repay(play, unit, terms.repaid);
        let there = Destination::single(terms.to);
        let rule = Rule::SR_8_21;
        relocate(play, unit, there, terms.total, rule, Cause::Follows);
        stages::note_contact(play, unit, terms.contact, terms.minimum);
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
        ending::uncover(play, member);
        super::leaders::all_dismount(play, member);
        crate::orders::join_brigade(play, member);
        if play.setting.unit(member).arm == Arm::Artillery {
            super::proximity::ask(play, member, progress.start);
        }
    }
}

/// SR 7.11, 7.32-cost: each of them conforms to whom they join, and pays for it; those who could.
fn conform(play: &mut Play<'_>, progress: &Progress, group: &[UnitId]) -> SmallVec<[UnitId; 6]> {
    let mut settled: SmallVec<[UnitId; 6]> = SmallVec::new();
    let mut have_turned: SmallVec<[UnitId; 6]> = SmallVec::new();
    for &unit in group {
        let Ok(terms) = arrival::settle(&play.at(), progress, unit) else {
            continue;
        };
        settled.push(unit);
        ending::pay_ground(play, unit, terms.full_last_hex);
        let able = remaining(play.setting, play.position, unit, Fired::No);
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
fn first_place(at: At<'_>, progress: &Progress, group: &[UnitId]) -> Option<StackPlace> {
    arrival::settle(&at, progress, *group.first()?).ok()?;
    places_of(at, progress, group).first().copied()
}

/// SR 8.23: every place that a group, which has come to the bottom of the stack in its own order, may have there.
fn places_of(at: At<'_>, progress: &Progress, group: &[UnitId]) -> SmallVec<[StackPlace; 3]> {
    let Some((&unit, mates)) = group.split_first() else {
        return SmallVec::new();
    };
    let from = progress.came_from.unwrap_or(progress.start);
    stages::stack_places(at, unit, mates.len(), from)
}

/// SR 8.23: beside guns the owner of a group may have the choice of its place.
fn ask_place(play: &mut Play<'_>, progress: &Progress, group: &[UnitId]) {
    let Some((&unit, mates)) = group.split_first() else {
        return;
    };
    if places_of(play.at(), progress, group).len() > 1 {
        let from = progress.came_from.unwrap_or(progress.start);
        let mates = mates.len();
        play.push(stages::StageStep::Stack { unit, from, mates });
    }
}

/// SR 8.21: whether a group does this.
pub(super) fn judge(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    choice: Choice,
) -> Judgement<Deed> {
    let deed = match choice {
        Choice::Move { hex, facing, .. } => {
            let order = super::permits::order_for(at, unit, hex, facing, WayChoice::Best)?;
            may_step_together(at, progress, unit, order)?;
            let along = Along::Best;
            Deed::Step { hex, facing, along }
        }
        Choice::Together { other, .. } => {
            may_go_together(at, progress, unit, other)?;
            Deed::Together(other)
        }
        Choice::Face { facing, .. } => {
            let terms = may_turn_together(at, progress, unit, facing)?;
            return Ok(Ruling::new(terms.rule, Deed::Turn(terms)));
        }
        _ => {
            return Err(Refusal::new(
                Rule::SR_8_21,
                "a stack that moves together follows the route or halts",
            ));
        }
    };
    Ok(Ruling::new(Rule::SR_8_21, deed))
}

/// SR 8.21: groups are of March and Advance orders.
///
/// # Errors
/// Under Attack orders, or extended.
pub(super) fn may_lead(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if state.extent != Extent::Single {
        return Err(Refusal::new(
            Rule::SR_8_21,
            "an extended unit moves by itself",
        ));
    }
    if state.orders_now() == Orders::Attack {
        return Err(Refusal::new(
            Rule::SR_8_21,
            "under Attack orders units move one at a time",
        ));
    }
    Ok(())
}
