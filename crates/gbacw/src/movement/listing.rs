//! The list of everything a unit may do next in its move.
//!
//! A step is offered with the facing the unit has or one vertex from it; a wider turn is its own choice before the step,
//! at the same price (SR 7.21 judges the net change in a hex). Along a route, where turning is free, every facing is
//! offered.

use longroll_board::{Facing, FacingKind, Hand, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::Turn;
use longroll_movement::step::{StepOrder, WayChoice};
use longroll_movement::{MinimumMove, Progress, Walker, arrival, facing, stacking, step};
use longroll_position::{BodyId, Deeds, Extent, HalfMp, Mount, StackPlace};
use longroll_rule::Rule;

use crate::battle::At;
use crate::choice::Choice;
use crate::step::Offers;

use super::permits::{
    Drive, is_legal_after, kept, may_extend, may_refuse, may_refuse_alone, may_spend, may_turn_of,
    may_unrefuse, may_withdraw, not_its_own, retractions,
};
use super::together;

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
    if state.deeds.has(Deeds::TOGETHER) {
        together::offer_group(at, unit, progress, offers);
        return;
    }
    if must_unform(at, unit) {
        offer_unforming(at, unit, progress, offers);
        return;
    }
    // SR 6.24-A: whoever is driven on does not spend MP on his shape.
    let mut pending = false;
    if let Extent::Line { .. } = state.extent {
        offer_line(at, unit, progress, offers);
    } else {
        let Ok(walker) = Walker::of(&at, unit, progress.fired()) else {
            return;
        };
        if walker.may_still_move().is_ok() {
            let drive = Drive::of(at, unit, progress);
            pending = drive.as_ref().is_some_and(Drive::is_pending);
            offer_steps(at, walker, progress, drive.as_ref(), offers);
            offer_turns(at, &walker, progress, drive.as_ref(), offers);
        }
    }
    offer_shape(at, unit, progress, pending, offers);
    if progress.steps == 0 && state.spent == HalfMp::ZERO {
        offer_withdrawal(at, unit, progress, offers);
        for (choice, mount) in [
            (Choice::Mount { unit }, Mount::Mounted),
            (Choice::Dismount { unit }, Mount::Dismounted),
        ] {
            let has_counter = at.setting.unit(unit).dismounted.is_some();
            if has_counter && super::mounting::may_change(at, progress, unit, mount).is_ok() {
                offers.add(choice, Rule::SR_14_22);
            }
        }
        let joins = |choice| matches!(choice, Choice::Together { .. });
        if offers.wants(joins) && together::may_lead(at, unit) {
            together::offer_mates(at, unit, progress, offers);
        }
        let reorders = |choice| matches!(choice, Choice::Reorder { .. });
        if offers.wants(reorders)
            && arrival::may_reorder(&at, progress, unit).is_ok()
            && may_spend(at, unit).is_ok()
        {
            offer_reorder(at, unit, offers);
        }
    }
}

/// Where a choice that is a step leads, and with which facing.
const fn step_in(choice: Choice) -> Option<(HexId, Facing)> {
    match choice {
        Choice::Move { hex, facing, .. }
        | Choice::Road { hex, facing, .. }
        | Choice::OffRoad { hex, facing, .. } => Some((hex, facing)),
        _ => None,
    }
}

/// The rule of the mode in which a unit moves: that of its brigade's orders, or SR 9.21 where it keeps its own.
fn mode_rule(at: At<'_>, walker: &Walker<'_>) -> Rule {
    let body = at.position.body_of(at.setting, walker.unit);
    let theirs = at.position.body(body).orders;
    if crate::orders::orders_of(at.setting.unit(walker.unit), theirs) == walker.state.orders {
        walker.gait.rule()
    } else {
        Rule::SR_9_21
    }
}

fn offer_steps(
    at: At<'_>,
    walker: Walker<'_>,
    progress: &Progress,
    drive: Option<&Drive>,
    offers: &mut Offers<'_>,
) {
    let unit = walker.unit;
    if !offers.wants(|choice| step_in(choice).is_some()) || may_spend(at, unit).is_err() {
        return;
    }
    let state = at.position.unit(unit);
    let grid = at.setting.grid();
    let fresh = walker.is_whole_move(progress);
    let walker = if offers.is_whole() {
        let Ok(walker) = walker.for_many_steps(&at, progress) else {
            return;
        };
        walker
    } else {
        walker
    };
    let course = crate::alert::step_towards(at, unit);
    let mode = mode_rule(at, &walker);
    let closes = |terms: &step::StepTerms| {
        drive.is_none_or(|drive| drive.may_step(at, progress, terms).is_ok())
    };
    // SR 8.25: a stack over the March limits may be left along the route by whoever keeps to them on the way.
    let from_large_stack = progress.steps == 0
        && at.position.stack(state.hex).nth(1).is_some()
        && stacking::within_march_limits(at.setting, at.position, unit, state.hex)
            == stacking::MarchLimits::Exceeded;
    for (direction, hex) in grid.neighbours(state.hex) {
        let leads_here = |choice| step_in(choice).is_some_and(|(to, _)| to == hex);
        if !offers.wants(leads_here) || not_its_own(at, unit, hex).is_err() {
            continue;
        }
        if super::limits::may_enter(at, unit, hex).is_err() {
            continue;
        }
        if let Some(course) = &course
            && course.may_step(at, state.hex, hex).is_err()
        {
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
            if !on_route && !fresh && !(-1..=1).contains(&turn) {
                continue;
            }
            let facing = state.facing.turned(turn);
            let step = |choice| step_in(choice) == Some((hex, facing));
            if !facing.front().contains(direction) || !offers.wants(step) {
                continue;
            }
            let order = StepOrder {
                direction,
                facing,
                way: WayChoice::Best,
            };
            let best = step::step_of(&at, progress, &walker, order);
            let wide = !(-1..=1).contains(&turn);
            // Reading I58: the turn belongs to the one hex that is always allowed.
            if let Ok(terms) = &best
                && (!wide
                    || terms.way == longroll_movement::Way::Route
                    || terms.minimum != MinimumMove::No)
                && closes(terms)
            {
                let rule = if from_large_stack && terms.way == longroll_movement::Way::Route {
                    Rule::SR_8_25
                } else {
                    mode
                };
                offers.add(Choice::Move { unit, hex, facing }, rule);
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
                if step::step_of(&at, progress, &walker, order).is_ok_and(|terms| closes(&terms)) {
                    offers.add(Choice::Road { unit, hex, facing }, Rule::SR_8_13);
                }
            }
            let off = StepOrder {
                way: WayChoice::OffRoute,
                ..order
            };
            if on_route
                && !wide
                && may_leave_route(at, &walker, progress, &best, off)
                    .is_some_and(|terms| closes(&terms))
            {
                offers.add(Choice::OffRoad { unit, hex, facing }, Rule::SR_9_43);
            }
        }
    }
}

/// SR 9.43: the step over the ground, if it is open where the route, the ordinary way, leads elsewhere than to a lower
/// price: it is closed, crosses a bridge or ford, or puts guns at risk (BB 9.43).
fn may_leave_route(
    at: At<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    best: &Result<step::StepTerms, longroll_core::Refusal>,
    off: StepOrder,
) -> Option<step::StepTerms> {
    let matters = match best {
        Ok(terms) => {
            terms.way == longroll_movement::Way::Route
                && (!terms.checks.is_empty()
                    || at.tables.has_crossing(walker.state.hex, off.direction))
        }
        Err(_) => true,
    };
    matters
        .then(|| step::step_of(&at, progress, walker, off).ok())
        .flatten()
}

fn offer_turns(
    at: At<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    drive: Option<&Drive>,
    offers: &mut Offers<'_>,
) {
    let (unit, state) = (walker.unit, walker.state);
    for turn in [-2_i8, -1, 1, 2, 3] {
        let facing = state.facing.turned(turn);
        offers.ask(Choice::Face { unit, facing }, || {
            let terms = may_turn_of(at, progress, walker, facing)?;
            if let Some(drive) = drive {
                drive.may_turn(at, progress, &terms)?;
            }
            Ok(terms.rule)
        });
    }
    if offers.wants(|choice| choice == Choice::About { unit })
        && may_spend(at, unit).is_ok()
        && state.facing.kind() == FacingKind::Vertex
        && let Ok(terms) = facing::turn_of(
            &at,
            progress,
            walker,
            progress.entered_facing.about_face(),
            Turn::AboutFace,
        )
        && drive.is_none_or(|drive| drive.may_turn(at, progress, &terms).is_ok())
    {
        offers.add(Choice::About { unit }, terms.rule);
    }
}

fn offer_line(at: At<'_>, unit: UnitId, progress: &Progress, offers: &mut Offers<'_>) {
    if may_spend(at, unit).is_err() {
        return;
    }
    let state = at.position.unit(unit);
    for order in extension::line_moves(state.facing) {
        let such = |choice| match order {
            LineMove::Forward(_) => matches!(choice, Choice::Move { .. }),
            LineMove::Wheel(hand) => choice == Choice::Wheel { unit, hand },
            LineMove::AboutFace => choice == Choice::About { unit },
        };
        if !offers.wants(such) {
            continue;
        }
        if extension::move_line(&at, progress, unit, order).is_err() {
            continue;
        }
        match order {
            LineMove::Forward(direction) => {
                if let Some(hex) = at.setting.grid().neighbour(state.hex, direction)
                    && super::permits::on_course(at, unit, hex).is_ok()
                {
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

/// SR 8.41-retract, 8.42, 8.52-retract: what lets a unit take its extensions back: next to the enemy a rule of its own.
fn retracting_rule(at: At<'_>, unit: UnitId) -> Rule {
    let state = at.position.unit(unit);
    let side = at.setting.unit(unit).side;
    let mut hexes = state.hexes();
    match state.extent {
        Extent::Column { .. } => Rule::SR_8_52_retract,
        _ if hexes.any(|hex| at.position.next_to_enemy(at.setting, hex, side)) => {
            Rule::SR_8_41_retract
        }
        _ => Rule::SR_8_42,
    }
}

/// SR 8.53: a column under Attack orders retracts or forms line before it does anything else; under a Stay it may remain.
pub(super) fn must_unform(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    matches!(state.extent, Extent::Column { .. })
        && state.orders == Orders::Attack
        && may_spend(at, unit).is_ok()
}

pub(super) fn unforming(at: At<'_>, unit: UnitId, progress: &Progress) -> Vec<Choice> {
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
fn offer_shape(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    pending: bool,
    offers: &mut Offers<'_>,
) {
    let state = at.position.unit(unit);
    if state.refused.is_some() {
        if offers.wants(|choice| choice == Choice::Unrefuse { unit })
            && may_unrefuse(at, progress, unit).is_ok()
        {
            offers.add(Choice::Unrefuse { unit }, Rule::SR_7_33);
        }
    } else if !pending {
        for hand in [Hand::Left, Hand::Right] {
            offers.ask(Choice::Refuse { unit, hand }, || {
                may_refuse(at, progress, unit, hand).map(|_| Rule::SR_7_32)
            });
            offers.ask(Choice::RefuseAlone { unit, hand }, || {
                may_refuse_alone(at, progress, unit, hand).map(|_| Rule::SR_7_32_stack)
            });
        }
    }
    if state.sp >= 8 && !pending {
        for hand in [Some(Hand::Left), Some(Hand::Right), None] {
            let rule = if hand.is_none() {
                Rule::SR_8_43
            } else {
                Rule::SR_8_41
            };
            offers.ask(Choice::Extend { unit, hand }, || {
                may_extend(at, progress, unit, hand).map(|_| rule)
            });
        }
    }
    if state.extent == Extent::Single {
        return;
    }
    if offers.wants(|choice| matches!(choice, Choice::Retract { .. })) {
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
                retracting_rule(at, unit),
            );
        }
    }
    let forms = |choice| matches!(choice, Choice::Column { .. } | Choice::Line { .. });
    if !offers.wants(forms) || may_spend(at, unit).is_err() {
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
    let back = |choice| matches!(choice, Choice::Withdraw { .. });
    if state.facing.kind() == FacingKind::Side || !offers.wants(back) {
        return;
    }
    for direction in state.facing.rear().iter() {
        for part in state.hexes() {
            let Some(hex) = at.setting.grid().neighbour(part, direction) else {
                continue;
            };
            let choice = Choice::Withdraw { unit, hex };
            let own = state.hexes().any(|own| own == hex);
            if !own && !offers.has(choice) {
                offers.ask(choice, || {
                    may_withdraw(at, progress, unit, hex).map(|_| Rule::SR_9_54)
                });
            }
        }
    }
}

fn offer_reorder(at: At<'_>, unit: UnitId, offers: &mut Offers<'_>) {
    let hex = at.position.unit(unit).hex;
    let stack: Vec<UnitId> = at.position.stack(hex).map(|part| part.unit).collect();
    let here = stack.iter().position(|&other| other == unit);
    let others: Vec<UnitId> = stack
        .iter()
        .copied()
        .filter(|&other| other != unit)
        .collect();
    for place in 0..=others.len() {
        if Some(place) == here {
            continue;
        }
        let place = match place.checked_sub(1).and_then(|above| others.get(above)) {
            None => StackPlace::Top,
            Some(_) if place == others.len() => StackPlace::Bottom,
            Some(&above) => StackPlace::Below(above),
        };
        offers.add(Choice::Reorder { unit, place }, Rule::SR_8_24);
    }
}
