//! SR 9.1, 8.21: a unit under way. It goes on, choice by choice, until it halts or must stop.
//!
//! A step is offered with the facing the unit has or one vertex from it; a wider turn is its own choice before the step,
//! at the same price (SR 7.21 judges the net change in a hex). Along a route, where turning is free, every facing is
//! offered.

use longroll_board::{Direction, Facing, FacingKind, Hand, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_core::{ChanceError, Refusal};
use longroll_movement::allowance::Fired;
use longroll_movement::extension::{self, Flanks, LineMove};
use longroll_movement::facing::Turn;
use longroll_movement::refused_flank::Others;
use longroll_movement::step::{StepOrder, WayChoice};
use longroll_movement::{Progress, arrival, facing, refused_flank, step, withdrawal};
use longroll_position::{BodyId, Bound, Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::stages::{self, StageStep};
use crate::battle::At;
use crate::choice::{Choice, StackEnd};
use crate::orders::facing_kind;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure};

/// A unit under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MovingStep {
    /// Which.
    pub unit: UnitId,
    /// The memory of its move.
    pub progress: Progress,
}

/// The unit a movement choice is about.
#[must_use]
pub const fn unit_of(choice: Choice) -> Option<UnitId> {
    match choice {
        Choice::Move { unit, .. }
        | Choice::Road { unit, .. }
        | Choice::Face { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::Unrefuse { unit }
        | Choice::Extend { unit, .. }
        | Choice::Retract { unit, .. }
        | Choice::Wheel { unit, .. }
        | Choice::About { unit }
        | Choice::Column { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Reorder { unit, .. }
        | Choice::Withdraw { unit, .. } => Some(unit),
        _ => None,
    }
}

/// SR 6.23, 5.34: what a body's bond leaves of movement.
fn may_spend(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let body = at.position.body_of(at.setting, unit);
    match at.position.body(body).bound {
        Bound::Stay => Err(Refusal::new(
            Rule::SR_6_23,
            "its brigade must Stay: no MP may be spent",
        )),
        Bound::Confusion => Err(Refusal::new(Rule::SR_5_34, "its brigade is in Confusion")),
        Bound::FallenBack | Bound::Free | Bound::Charge | Bound::Close => Ok(()),
    }
}

fn order_for(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<StepOrder, Refusal> {
    let from = at.position.unit(unit).hex;
    let Some(direction) = at.setting.grid().direction_between(from, hex) else {
        return Err(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        ));
    };
    Ok(StepOrder {
        direction,
        facing,
        way,
    })
}

/// SR 9.13: whether a unit in one hex (or a column) may make this step now.
fn may_step(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<step::StepTerms, Refusal> {
    may_spend(at, unit)?;
    not_its_own(at, unit, hex)?;
    step::step(&at, progress, unit, order_for(at, unit, hex, facing, way)?)
}

/// SR 8.5-form: a column does not step on its own tail.
fn not_its_own(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if at.position.unit(unit).hexes().any(|own| own == hex) {
        return Err(Refusal::new(
            Rule::SR_8_5_form,
            "the hex holds a part of the unit itself",
        ));
    }
    Ok(())
}

/// SR 8.44-move: whether a line may go forward so that its counter enters this hex.
fn may_advance_line(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
) -> Result<LineMove, Refusal> {
    may_spend(at, unit)?;
    let state = at.position.unit(unit);
    let Some(direction) = at.setting.grid().direction_between(state.hex, hex) else {
        return Err(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        ));
    };
    let order = LineMove::Forward(direction);
    extension::move_line(&at, progress, unit, order)?;
    Ok(order)
}

/// SR 7.21: whether a unit may turn in its hex. SR 6.23, 5.34: one vertex is free even under Stay and Confusion.
fn may_turn(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    to: Facing,
) -> Result<facing::TurnTerms, Refusal> {
    let state = at.position.unit(unit);
    if state.facing == to {
        return Err(Refusal::new(Rule::SR_7_21, "it faces that way"));
    }
    let terms = facing::turn(&at, progress, unit, to, Turn::ByVertices)?;
    if terms.cost > HalfMp::ZERO {
        may_spend(at, unit)?;
    }
    let one_vertex = progress
        .entered_facing
        .turns_to(to)
        .is_some_and(|steps| steps <= 1);
    if !one_vertex {
        may_spend(at, unit)?;
    }
    Ok(terms)
}

fn may_refuse(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Hand,
) -> Result<HalfMp, Refusal> {
    may_spend(at, unit)?;
    stack_can_pay(at, unit)?;
    let others = if alone_or_joint(at, unit) {
        Others::RefuseToo
    } else {
        Others::Stay
    };
    refused_flank::refuse(&at, progress, unit, hand, others)
}

/// SR 7.32-cost: every unit of its own brigade in the stack pays 1 MP.
fn stack_can_pay(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let hex = at.position.unit(unit).hex;
    let own = at.position.body_of(at.setting, unit);
    let short = at.position.stack(hex).map(|part| part.unit).any(|other| {
        other != unit
            && at.position.body_of(at.setting, other) == own
            && longroll_movement::allowance::remaining(at.setting, at.position, other, Fired::No)
                < HalfMp::ONE
    });
    if short {
        return Err(Refusal::new(
            Rule::SR_7_32_cost,
            "a unit of the stack has no MP left to refuse",
        ));
    }
    Ok(())
}

/// SR 8.26: guns and troops refuse together; SR 7.32-stack: two regiments must both be able to.
fn alone_or_joint(at: At<'_>, unit: UnitId) -> bool {
    let hex = at.position.unit(unit).hex;
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

fn may_extend(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Option<Hand>,
) -> Result<extension::Extended, Refusal> {
    may_spend(at, unit)?;
    let flanks = match hand {
        None => Flanks::Both,
        Some(hand) => Flanks::One(hand),
    };
    extension::extend(&at, progress, unit, flanks)
}

/// Every way a unit can take its extensions back: hex of the counter, what stays, MP.
fn retractions(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<(HexId, Extent, HalfMp)>, Refusal> {
    may_spend(at, unit)?;
    let state = at.position.unit(unit);
    match state.extent {
        Extent::Single => Err(Refusal::new(Rule::SR_8_42, "it is not extended")),
        Extent::Line { .. } => Ok(extension::retract_line(&at, progress, unit)?
            .into_iter()
            .map(|way| (way.hex, way.extent, way.cost))
            .collect()),
        Extent::Column { .. } => {
            let mut ways = Vec::new();
            let mut refused = None;
            for (into, hex) in state.hexes().enumerate() {
                match extension::retract_column(&at, progress, unit, into as u8) {
                    Ok(cost) => ways.push((hex, Extent::Single, cost)),
                    Err(refusal) => refused = Some(refusal),
                }
            }
            match refused {
                Some(refusal) if ways.is_empty() => Err(refusal),
                _ => Ok(ways),
            }
        }
    }
}

/// SR 8.11: whether the stacks would be legal with the unit spread like this; forming up is no way into a full hex.
fn is_legal_after(at: At<'_>, unit: UnitId, hex: HexId, extent: Extent, facing: Facing) -> bool {
    let mut after = at.position.clone();
    after.move_unit(
        at.setting,
        unit,
        hex,
        extent,
        longroll_position::StackPlace::Bottom,
    );
    after.unit_mut(unit).facing = facing;
    let all = after.unit(unit).hexes().all(|hex| {
        longroll_movement::stacking::stack_is_legal(at.setting, &after, hex).is_ok()
            && after
                .stack(hex)
                .all(|part| after.unit(part.unit).facing == facing)
    });
    all
}

const fn kept(extent: Extent) -> Option<Hand> {
    match extent {
        Extent::Line { left: Some(_), .. } => Some(Hand::Left),
        Extent::Line { right: Some(_), .. } => Some(Hand::Right),
        _ => None,
    }
}

/// SR 9.54: whether a unit may step back into this hex as its Withdrawal movement.
fn may_withdraw(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
) -> Result<Direction, Refusal> {
    may_spend(at, unit)?;
    if matches!(
        at.position
            .body(at.position.body_of(at.setting, unit))
            .bound,
        Bound::Charge | Bound::Close
    ) {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it forward",
        ));
    }
    let from = at.position.unit(unit).hex;
    let Some(direction) = at.setting.grid().direction_between(from, hex) else {
        return Err(Refusal::new(
            Rule::SR_9_13,
            "a step leads to an adjacent hex",
        ));
    };
    withdrawal::withdraw(&at, progress, unit, direction)?;
    Ok(direction)
}

/// SR 8.11, 6.24-A: whether the unit may end its move where it stands.
fn may_halt(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if at.setting.unit(unit).arm == Arm::Gunboat {
        return Ok(());
    }
    stages::may_stay(at, progress, unit)?;
    if state.deeds.has(Deeds::WITHDREW) {
        return Ok(());
    }
    arrival::stop(&at, progress, unit)?;
    let body = at.position.body_of(at.setting, unit);
    if must_close(at, body, unit) && could_close(at, unit, progress) {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it nearer to the enemy",
        ));
    }
    Ok(())
}

/// SR 6.24-A, reading 44: whether Loose Reins compels this unit: not artillery, and In Command (reading 131).
#[must_use]
pub fn must_close(at: At<'_>, body: BodyId, unit: UnitId) -> bool {
    matches!(at.position.body(body).bound, Bound::Charge | Bound::Close)
        && matches!(at.setting.unit(unit).arm, Arm::Infantry | Arm::Cavalry)
        && crate::orders::binds(at, unit)
}

/// Whether one more step would bring it nearer to its nearest enemy.
#[must_use]
pub fn could_close(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let side = at.setting.unit(unit).side;
    let nearest = |hex| crate::orders::nearest_enemy(at, side, hex).unwrap_or(u32::MAX);
    let here = at
        .position
        .unit(unit)
        .hexes()
        .map(nearest)
        .min()
        .unwrap_or(u32::MAX);
    let from = at.position.unit(unit).hex;
    at.setting
        .neighbours(from)
        .filter(|&hex| nearest(hex) < here)
        .any(|hex| {
            Facing::all_of(facing_kind(at.position.unit(unit).orders)).any(|facing| {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .is_ok_and(|terms| terms.occupied != step::Occupied::MustGoOn)
            }) || may_advance_line(at, progress, unit, hex).is_ok()
        })
}

/// Everything a unit may do next in its move.
pub fn offer(
    at: At<'_>,
    _body: BodyId,
    unit: UnitId,
    progress: &Progress,
    offers: &mut Offers<'_>,
) {
    let state = at.position.unit(unit);
    if at.setting.unit(unit).arm == Arm::Gunboat {
        super::special::offer_gunboat(at, unit, offers);
        return;
    }
    if state.deeds.has(Deeds::WITHDREW) {
        offer_withdrawal(at, unit, progress, offers);
        return;
    }
    if must_unform(at, unit) {
        offer_unforming(at, unit, progress, offers);
        return;
    }
    if let Extent::Line { .. } = state.extent {
        offer_line(at, unit, progress, offers);
    } else {
        offer_steps(at, unit, progress, offers);
        offer_turns(at, unit, progress, offers);
    }
    offer_shape(at, unit, progress, offers);
    if progress.steps == 0 && state.spent == HalfMp::ZERO {
        offer_withdrawal(at, unit, progress, offers);
        if arrival::may_reorder(&at, progress, unit).is_ok() && may_spend(at, unit).is_ok() {
            offer_reorder(at, unit, offers);
        }
    }
}

fn offer_steps(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    if may_spend(at, unit).is_err() {
        return;
    }
    let state = at.position.unit(unit);
    let grid = at.setting.grid();
    let Ok(walker) =
        longroll_movement::Walker::of(&at, unit, longroll_movement::allowance::Fired::No)
    else {
        return;
    };
    if walker.may_still_move().is_err() {
        return;
    }
    for (direction, hex) in grid.neighbours(state.hex) {
        if not_its_own(at, unit, hex).is_err() {
            continue;
        }
        let on_route = !at
            .setting
            .ground()
            .side_of(state.hex, direction)
            .routes
            .is_empty();
        for turn in -3_i8..=2 {
            // Off the route a turn of more than one vertex is a choice of its own.
            if !on_route && !(-1..=1).contains(&turn) {
                continue;
            }
            let facing = state.facing.turned(turn);
            if !facing.front().contains(direction) {
                continue;
            }
            let order = StepOrder {
                direction,
                facing,
                way: WayChoice::Best,
            };
            let best = step::step_of(&at, progress, &walker, order);
            let wide = !(-1..=1).contains(&turn);
            if let Ok(terms) = &best {
                if !wide || terms.way == longroll_movement::Way::Route {
                    offers.add(Choice::Move { unit, hex, facing }, Rule::SR_9_13);
                }
            }
            let by_ground = best
                .as_ref()
                .is_ok_and(|terms| terms.way == longroll_movement::Way::OffRoute)
                || best.is_err();
            if on_route && by_ground {
                let order = StepOrder {
                    direction,
                    facing,
                    way: WayChoice::Route,
                };
                if step::step_of(&at, progress, &walker, order).is_ok() {
                    offers.add(Choice::Road { unit, hex, facing }, Rule::SR_8_13);
                }
            }
        }
    }
}

fn offer_turns(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    let state = at.position.unit(unit);
    for turn in [-2_i8, -1, 1, 2, 3] {
        let facing = state.facing.turned(turn);
        if let Ok(terms) = may_turn(at, progress, unit, facing) {
            offers.add(Choice::Face { unit, facing }, terms.rule);
        }
    }
    if may_spend(at, unit).is_ok() && state.facing.kind() == FacingKind::Vertex {
        if let Ok(terms) = facing::turn(
            &at,
            progress,
            unit,
            state.facing.about_face(),
            Turn::AboutFace,
        ) {
            offers.add(Choice::About { unit }, terms.rule);
        }
    }
}

fn offer_line(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    if may_spend(at, unit).is_err() {
        return;
    }
    let state = at.position.unit(unit);
    for order in extension::line_moves(state.facing) {
        if extension::move_line(&at, progress, unit, order).is_err() {
            continue;
        }
        match order {
            LineMove::Forward(direction) => {
                if let Some(hex) = at.setting.grid().neighbour(state.hex, direction) {
                    offers.add(
                        Choice::Move {
                            unit,
                            hex,
                            facing: state.facing,
                        },
                        Rule::SR_8_44_move,
                    );
                }
            }
            LineMove::Wheel(hand) => offers.add(Choice::Wheel { unit, hand }, Rule::SR_8_44_wheel),
            LineMove::AboutFace => offers.add(Choice::About { unit }, Rule::SR_8_44_aboutface),
        }
    }
}

/// SR 8.53: a column under Attack orders retracts or forms line before it does anything else; under a Stay it may remain.
fn must_unform(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    matches!(state.extent, Extent::Column { .. })
        && state.orders == Orders::Attack
        && may_spend(at, unit).is_ok()
}

fn unforming(at: At<'_>, unit: UnitId, progress: &Progress) -> Vec<Choice> {
    let state = at.position.unit(unit);
    let mut choices = Vec::new();
    for (hex, extent, _) in retractions(at, progress, unit).unwrap_or_default() {
        if is_legal_after(at, unit, hex, extent, state.facing) {
            choices.push(Choice::Retract {
                unit,
                hex,
                keeping: kept(extent),
            });
        }
    }
    for formed in extension::lines_of_column(&at, progress, unit).unwrap_or_default() {
        if is_legal_after(at, unit, formed.hex, formed.extent, formed.facing) {
            choices.push(Choice::Line {
                unit,
                hex: formed.hex,
                facing: formed.facing,
            });
        }
    }
    choices
}

fn offer_unforming(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    let choices = unforming(at, unit, progress);
    if choices.is_empty() {
        for hex in at.position.unit(unit).hexes() {
            offers.add(
                Choice::Retract {
                    unit,
                    hex,
                    keeping: None,
                },
                Rule::SR_8_53,
            );
        }
    }
    for choice in choices {
        offers.add(choice, Rule::SR_8_53);
    }
}

/// Refusing, extending, retracting, line and column.
fn offer_shape(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    let state = at.position.unit(unit);
    if state.refused.is_some() {
        if may_spend(at, unit).is_ok() && refused_flank::unrefuse(&at, progress, unit).is_ok() {
            offers.add(Choice::Unrefuse { unit }, Rule::SR_7_33);
        }
    } else {
        for hand in [Hand::Left, Hand::Right] {
            if may_refuse(at, progress, unit, hand).is_ok() {
                offers.add(Choice::Refuse { unit, hand }, Rule::SR_7_32);
            }
        }
    }
    if state.sp >= 8 {
        for hand in [Some(Hand::Left), Some(Hand::Right), None] {
            if may_extend(at, progress, unit, hand).is_ok() {
                offers.add(
                    Choice::Extend { unit, hand },
                    if hand.is_none() {
                        Rule::SR_8_43
                    } else {
                        Rule::SR_8_41
                    },
                );
            }
        }
    }
    if state.extent != Extent::Single {
        for (hex, extent, _) in retractions(at, progress, unit).unwrap_or_default() {
            if !is_legal_after(at, unit, hex, extent, state.facing) {
                continue;
            }
            offers.add(
                Choice::Retract {
                    unit,
                    hex,
                    keeping: kept(extent),
                },
                Rule::SR_8_42,
            );
        }
    }
    if may_spend(at, unit).is_err() {
        return;
    }
    match state.extent {
        Extent::Line { .. } => {
            for formed in extension::columns_of_line(&at, progress, unit).unwrap_or_default() {
                if !is_legal_after(at, unit, formed.hex, formed.extent, formed.facing) {
                    continue;
                }
                offers.add(
                    Choice::Column {
                        unit,
                        hex: formed.hex,
                        facing: formed.facing,
                    },
                    Rule::SR_8_44_column,
                );
            }
        }
        Extent::Column { .. } => {
            for formed in extension::lines_of_column(&at, progress, unit).unwrap_or_default() {
                if !is_legal_after(at, unit, formed.hex, formed.extent, formed.facing) {
                    continue;
                }
                offers.add(
                    Choice::Line {
                        unit,
                        hex: formed.hex,
                        facing: formed.facing,
                    },
                    Rule::SR_8_52_line,
                );
            }
        }
        Extent::Single => {}
    }
}

fn offer_withdrawal(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    let state = at.position.unit(unit);
    if state.facing.kind() == FacingKind::Side {
        return;
    }
    for direction in state.facing.rear().iter() {
        if let Some(hex) = at.setting.grid().neighbour(state.hex, direction) {
            if may_withdraw(at, progress, unit, hex).is_ok() {
                offers.add(Choice::Withdraw { unit, hex }, Rule::SR_9_54);
            }
        }
    }
}

fn offer_reorder(at: At<'_>, unit: UnitId, offers: &mut Offers<'_>) {
    let hex = at.position.unit(unit).hex;
    let mut stack = at.position.stack(hex).map(|part| part.unit);
    let first = stack.next();
    let last = stack.last();
    if first != Some(unit) {
        offers.add(
            Choice::Reorder {
                unit,
                top: StackEnd::Top,
            },
            Rule::SR_8_24,
        );
    }
    if last.is_some() && last != Some(unit) {
        offers.add(
            Choice::Reorder {
                unit,
                top: StackEnd::Bottom,
            },
            Rule::SR_8_24,
        );
    }
}

impl Procedure for MovingStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        Some(Ask {
            side: at.setting.unit(self.unit).side,
            rule: Rule::SR_9_13,
            prompt: Prompt::Moving { unit: self.unit },
        })
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        let body = at.position.body_of(at.setting, self.unit);
        offer(at, body, self.unit, &self.progress, offers);
        if may_halt(at, &self.progress, self.unit).is_ok() {
            offers.add(Choice::Halt, Rule::SR_9_13);
        } else if !offers.leads_on() {
            // Reading I28: a unit that can neither go on nor stop goes back to where it may.
            offers.add(Choice::Halt, Rule::SR_8_22);
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        let (unit, progress) = (self.unit, &self.progress);
        if let Some(other) = unit_of(choice) {
            if other != unit {
                return Some(Refusal::new(
                    Rule::SR_8_21,
                    "units move one at a time; another is under way",
                ));
            }
        }
        let line = matches!(at.position.unit(unit).extent, Extent::Line { .. });
        if must_unform(at, unit)
            && !matches!(
                choice,
                Choice::Retract { .. } | Choice::Line { .. } | Choice::Halt
            )
        {
            return Some(Refusal::new(
                Rule::SR_8_53,
                "a column under Attack orders retracts or forms line first",
            ));
        }
        match choice {
            Choice::Move { hex, .. } if line => may_advance_line(at, progress, unit, hex).err(),
            Choice::Move { hex, facing, .. } => {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .err()
                    .or_else(|| {
                        Some(Refusal::new(
                            Rule::SR_7_21,
                            "off the route it turns first, then moves: face, then move",
                        ))
                    })
            }
            Choice::Road { hex, facing, .. } => {
                may_step(at, progress, unit, hex, facing, WayChoice::Route)
                    .err()
                    .or_else(|| {
                        Some(Refusal::new(
                            Rule::SR_8_13,
                            "its ordinary move follows the route already",
                        ))
                    })
            }
            Choice::Face { facing, .. } => may_turn(at, progress, unit, facing).err(),
            Choice::Refuse { hand, .. } => may_refuse(at, progress, unit, hand).err(),
            Choice::Unrefuse { .. } => may_spend(at, unit)
                .err()
                .or_else(|| refused_flank::unrefuse(&at, progress, unit).err()),
            Choice::Extend { hand, .. } => may_extend(at, progress, unit, hand).err(),
            Choice::Retract { .. } => match retractions(at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(Rule::SR_8_42, "it cannot gather there")),
            },
            Choice::Wheel { hand, .. } => may_spend(at, unit)
                .err()
                .or_else(|| extension::move_line(&at, progress, unit, LineMove::Wheel(hand)).err()),
            Choice::About { .. } if line => may_spend(at, unit)
                .err()
                .or_else(|| extension::move_line(&at, progress, unit, LineMove::AboutFace).err()),
            Choice::About { .. } => may_spend(at, unit).err().or_else(|| {
                let to = at.position.unit(unit).facing.about_face();
                facing::turn(&at, progress, unit, to, Turn::AboutFace).err()
            }),
            Choice::Column { .. } => match extension::columns_of_line(&at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(
                    Rule::SR_8_44_column,
                    "it cannot form column there",
                )),
            },
            Choice::Line { .. } => match extension::lines_of_column(&at, progress, unit) {
                Err(refusal) => Some(refusal),
                Ok(_) => Some(Refusal::new(
                    Rule::SR_8_52_line,
                    "it cannot form line there",
                )),
            },
            Choice::Reorder { .. } => may_spend(at, unit)
                .err()
                .or_else(|| arrival::may_reorder(&at, progress, unit).err())
                .or_else(|| Some(Refusal::new(Rule::SR_8_24, "it lies there already"))),
            Choice::Withdraw { hex, .. } => may_withdraw(at, progress, unit, hex).err(),
            Choice::Halt => may_halt(at, progress, unit).err(),
            _ => Some(Refusal::new(
                Rule::SR_8_21,
                "a unit is under way; it goes on or halts",
            )),
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        let (unit, progress) = (self.unit, self.progress);
        let line = matches!(play.position.unit(unit).extent, Extent::Line { .. });
        match choice {
            Choice::Move { hex, .. } if line => {
                let Ok(order) = may_advance_line(play.at(), &progress, unit, hex) else {
                    return Ok(());
                };
                stages::depart_line(play, unit, progress, order);
            }
            Choice::Wheel { hand, .. } => {
                stages::depart_line(play, unit, progress, LineMove::Wheel(hand))
            }
            Choice::About { .. } if line => {
                stages::depart_line(play, unit, progress, LineMove::AboutFace)
            }
            Choice::Move { hex, facing, .. } => {
                if at_gunboat(play, unit) {
                    super::special::move_gunboat(play, unit, hex);
                    return Ok(());
                }
                stages::depart(play, unit, progress, hex, facing, stages::Along::Best);
            }
            Choice::Road { hex, facing, .. } => {
                stages::depart(play, unit, progress, hex, facing, stages::Along::Route);
            }
            Choice::Face { facing, .. } => {
                let Ok(terms) = may_turn(play.at(), &progress, unit, facing) else {
                    return Ok(());
                };
                stages::turn(play, unit, progress, terms);
            }
            Choice::About { .. } => {
                let to = play.position.unit(unit).facing.about_face();
                let Ok(terms) = facing::turn(&play.at(), &progress, unit, to, Turn::AboutFace)
                else {
                    return Ok(());
                };
                stages::turn(play, unit, progress, terms);
            }
            Choice::Refuse { hand, .. } => stages::refuse(play, unit, progress, hand),
            Choice::Unrefuse { .. } => stages::unrefuse(play, unit, progress),
            Choice::Extend { hand, .. } => {
                if let Ok(terms) = may_extend(play.at(), &progress, unit, hand) {
                    stages::reshape(
                        play,
                        unit,
                        progress,
                        terms.hex,
                        terms.extent,
                        None,
                        terms.cost,
                        Rule::SR_8_42,
                    );
                }
            }
            Choice::Retract { hex, .. }
                if must_unform(play.at(), unit)
                    && unforming(play.at(), unit, &progress).is_empty() =>
            {
                stages::gather_in_disorder(play, unit, hex);
            }
            Choice::Retract { hex, keeping, .. } => {
                let ways = retractions(play.at(), &progress, unit).unwrap_or_default();
                let way = ways
                    .into_iter()
                    .find(|(to, extent, _)| *to == hex && kept(*extent) == keeping);
                if let Some((hex, extent, cost)) = way {
                    stages::reshape(play, unit, progress, hex, extent, None, cost, Rule::SR_8_42);
                }
            }
            Choice::Column { hex, facing, .. } | Choice::Line { hex, facing, .. } => {
                let forms = if matches!(choice, Choice::Column { .. }) {
                    extension::columns_of_line(&play.at(), &progress, unit)
                } else {
                    extension::lines_of_column(&play.at(), &progress, unit)
                };
                let form = forms
                    .unwrap_or_default()
                    .into_iter()
                    .find(|form| form.hex == hex && form.facing == facing);
                if let Some(form) = form {
                    let rule = if matches!(choice, Choice::Column { .. }) {
                        Rule::SR_8_44_column
                    } else {
                        Rule::SR_8_52_line
                    };
                    stages::reshape(
                        play,
                        unit,
                        progress,
                        form.hex,
                        form.extent,
                        Some(form.facing),
                        form.cost,
                        rule,
                    );
                }
            }
            Choice::Reorder { top, .. } => stages::reorder(play, unit, top),
            Choice::Withdraw { hex, .. } => {
                if let Ok(direction) = may_withdraw(play.at(), &progress, unit, hex) {
                    play.push(StageStep::StepBack {
                        unit,
                        progress,
                        direction,
                    });
                    super::reacting::ask_all(play, unit, hex);
                }
            }
            _ => stages::end_move(play, unit, progress),
        }
        Ok(())
    }

    fn run(self, _: &mut Play<'_>) -> Result<(), ChanceError> {
        Ok(())
    }
}

fn at_gunboat(play: &Play<'_>, unit: UnitId) -> bool {
    play.setting.unit(unit).arm == Arm::Gunboat
}
