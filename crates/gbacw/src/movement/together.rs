//! SR 8.21: a stack within the March limits moves along a route as one.
//!
//! The uppermost unit leads; whoever goes with it takes every step it takes and pays for itself. The enemy reacts to the
//! group once. They keep their order, and their move ends for all of them together.

use longroll_board::Facing;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::facing::TurnTerms;
use longroll_movement::step::{self, Occupied, StepOrder, StepTerms, WayChoice};
use longroll_movement::{Progress, Walker, Way, arrival, stacking};
use longroll_position::{Deeds, Extent, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::mates::{mate_candidates, mates};
use super::may_act::may_unit_act;
use super::permits::{may_spend, may_turn_of};
use super::prospect::Deed;
use super::stages::{Along, Stride};
use crate::choice::Choice;
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

/// What a step costs and means for the unit that leads a group, and for those who go with it.
pub(super) type GroupTerms = (StepTerms, SmallVec<[(UnitId, StepTerms); 4]>);

/// The step of a group: along the route, legal and paid for by each of its units.
///
/// # Errors
/// The rule that stops one of them.
pub(super) fn may_step_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    order: StepOrder,
) -> Result<GroupTerms, Refusal> {
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
) -> Result<GroupTerms, Refusal> {
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
) -> Result<GroupTerms, Refusal> {
    let step_of = |member: UnitId| {
        let terms = step(member)?;
        // SR 11.52: stacked cavalry that charges rides over the ground.
        let charges = at.position.unit(member).deeds.has(Deeds::CHARGES);
        if terms.way != Way::Route && !charges {
            return Err(Refusal::new(
                Rule::SR_8_21,
                "a stack moves together along a route only",
            ));
        }
        Ok(terms)
    };
    let terms = step_of(unit)?;
    let mut theirs = SmallVec::new();
    for mate in mates(at, unit) {
        theirs.push((mate, step_of(mate)?));
    }
    // Whoever waits in the hex must be able to take the whole group, unless it goes on through.
    if terms.occupied == Occupied::MayStop {
        let all = || core::iter::once((unit, terms)).chain(theirs.iter().copied());
        let mut after = at.position.clone();
        for (member, terms) in all() {
            let state = *at.position.unit(member);
            let there = UnitState {
                hex: terms.to,
                extent: Extent::Single,
                facing: terms.facing,
                spent: (state.spent + terms.total).less(terms.repaid),
                ..state
            };
            after = after.with_unit(at.setting, member, there, StackPlace::Bottom);
        }
        let then = at.at(&after);
        let next = terms.after(progress);
        // SR 9.43: what they owe for the ground where they are too many for the route counts too.
        let stops = stacking::stack_is_legal(at.setting, &after, terms.to).and_then(|_| {
            let mut members = all();
            members.try_for_each(|(member, _)| stop(then, &next, member))
        });
        if stops.is_err() && !goes_on(then, &next, unit) {
            stops?;
        }
    }
    Ok((terms, theirs))
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
            let (terms, _) = may_step_together(at, progress, unit, order)?;
            Deed::Step(Stride {
                direction: order.direction,
                along: Along::Best,
                terms,
            })
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
