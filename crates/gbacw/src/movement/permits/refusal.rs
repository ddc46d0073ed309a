//! SR 7.3: who may refuse a flank, and stop refusing it.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::Progress;
use longroll_movement::refused_flank::{self, Others};
use longroll_movement::step::WayChoice;
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;

use super::stepping::may_step;
use super::undriven::{each_has_one, may_spend};
use crate::movement::{joint, may_act};
use crate::orders::facing_kind;
use crate::scene::At;

pub(in crate::movement) fn may_refuse(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Hand,
) -> Result<HalfMp, Refusal> {
    may_spend(at, unit)?;
    let (_, hex, _) = refused_flank::refused_end(&at, at.position.unit(unit), hand);
    stack_can_pay(at, unit, hex)?;
    let others = if alone_or_joint(at, progress, unit, hex) {
        Others::RefuseToo
    } else {
        Others::Stay
    };
    refused_flank::refuse(&at, progress, unit, hand, others)
}

/// SR 7.32-cost: every unit of its own brigade that refuses with it in the hex pays 1 MP.
fn stack_can_pay(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let own = at.position.body_of(at.setting, unit);
    let payers = at
        .position
        .stack(hex)
        .map(|part| part.unit)
        .filter(|&other| {
            other != unit
                && at.position.unit(other).refused.is_none()
                && at.position.body_of(at.setting, other) == own
        });
    each_has_one(
        at,
        payers,
        Rule::SR_7_32_cost,
        "a unit of the stack has no MP to refuse with",
    )
}

/// SR 7.32-stack, reading I105: whether a unit may refuse over those of its hex who then must leave: its own comrades, who
/// still can. It pays alone.
pub(in crate::movement) fn may_refuse_alone(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Hand,
) -> Result<HalfMp, Refusal> {
    const BOUND: &str = "a unit of the hex cannot leave it in this Activation";
    may_spend(at, unit)?;
    let state = at.position.unit(unit);
    let body = at.position.body_of(at.setting, unit);
    let no = |reason| Err(Refusal::new(Rule::SR_7_32_stack, reason));
    if state.extent != Extent::Single {
        return no("an extended unit stands with guns only, and they refuse with it");
    }
    let mut others = at
        .position
        .stack(state.hex)
        .map(|part| part.unit)
        .filter(|&other| other != unit);
    if others.clone().next().is_none() {
        return no("nobody is to leave the hex");
    }
    let bound = |other: UnitId| {
        let theirs = at.position.unit(other);
        theirs.refused.is_some()
            || theirs.extent != Extent::Single
            || at.position.body_of(at.setting, other) != body
            || theirs.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
            || may_act::may_unit_act(at, body, other).is_err()
    };
    if others.clone().any(bound) {
        return no(BOUND);
    }
    if state.sp < 2 {
        return Err(Refusal::new(
            Rule::SR_7_32_sp,
            "a lone unit needs 2 SP to refuse",
        ));
    }
    let cost = refused_flank::refuse(&at, progress, unit, hand, Others::WillLeave)?;
    if others.all(|other| can_leave(at, other)) {
        Ok(cost)
    } else {
        no(BOUND)
    }
}

/// Whether a unit that has not moved yet can step out of its hex.
fn can_leave(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    let progress = Progress::begin(state);
    let kind = facing_kind(state.orders);
    at.setting.grid().neighbours(state.hex).any(|(way, hex)| {
        Facing::all_of(kind)
            .filter(|facing| facing.front().contains(way))
            .any(|facing| may_step(at, &progress, unit, hex, facing, WayChoice::Best).is_ok())
    })
}

/// SR 7.33: whether a unit may stop being refused where it stands, its stack with it.
pub(in crate::movement) fn may_unrefuse(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<HalfMp, Refusal> {
    may_spend(at, unit)?;
    let cost = refused_flank::unrefuse(&at, progress, unit)?;
    joint::stack_can_unrefuse(at, unit)?;
    Ok(cost)
}

/// SR 8.26: guns and troops refuse together; SR 7.32-stack: two regiments must both be able to, and a unit that has moved
/// in does not make those it joins refuse.
fn alone_or_joint(at: At<'_>, progress: &Progress, unit: UnitId, hex: HexId) -> bool {
    if progress.steps > 0 {
        return false;
    }
    let own = at.position.body_of(at.setting, unit);
    at.position
        .stack(hex)
        .map(|part| part.unit)
        .filter(|&other| other != unit)
        .all(|other| {
            let theirs = at.position.unit(other);
            at.setting.unit(other).arm == Arm::Artillery
                || at.setting.unit(unit).arm == Arm::Artillery
                || (at.position.body_of(at.setting, other) == own
                    && !theirs.deeds.has(Deeds::MOVE_ENDED))
        })
}
