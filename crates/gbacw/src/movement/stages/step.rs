//! SR 9.13: one step of a unit in one hex or in column, and its turns.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::{Orders, UnitId};
use longroll_movement::facing::TurnTerms;
use longroll_movement::retreat::Arrival;
use longroll_movement::step::{self, StepOrder, StepTerms, WayChoice};
use longroll_movement::{Check, Progress, works};
use longroll_position::{Deeds, Extent};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::afterwards::{
    after_step, checks_of_step, end_rule, is_over, note_contact, note_guide, repay, spend,
};
use super::frame::StageStep;
use super::leaving::leave;
use super::stride::Stride;
use crate::event::Event;
use crate::fire::FireStep;
use crate::movement::destination::{Cause, Destination};
use crate::movement::ending::end_move;
use crate::movement::ground_checks::GroundCheck;
use crate::movement::moving::MovingStep;
use crate::movement::relocation::relocate;
use crate::movement::{charging, group_moves, mates, reacting, together};
use crate::play::Play;
use crate::scene::At;

/// A unit is about to leave its hex for the next.
pub(in crate::movement) fn depart(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    stride: &Stride,
) {
    let at = play.at();
    let &Stride {
        direction,
        along,
        terms,
    } = stride;
    let (hex, facing) = (terms.to, terms.facing);
    let bogs = terms.bogs(&at, at.position.unit(unit).extent);
    let disordered = at.position.unit(unit).is_disordered();
    let faced = at.position.unit(unit).facing;
    let guided = step::swamp_guide(&at, &progress, unit, hex).is_some();
    let mut progress = progress;
    // SR 10.44, fire reading 52: whoever leaves the front of an enemy turns before he is fired at.
    let fired_at = faced != facing && FireStep::withdrawal(at, unit, &[]).is_some();
    if terms.turn_check || fired_at {
        // BB 9.44-swamp-facing: it turns, then checks; a unit that fails has turned all the same unless it was Disordered.
        spend(play, unit, terms.turn);
        progress.turn_paid += terms.turn;
        let (cost, rule) = (terms.turn, turning_rule(play.at(), unit));
        play.happens(Event::Turned {
            unit,
            facing,
            cost,
            rule,
        });
    }
    let enter = StageStep::Enter {
        unit,
        progress,
        direction,
        facing,
        along,
    };
    leave(play, unit, enter);
    // SR 8.5: the extensions of a column follow it.
    let held = match terms.column {
        Some(column) if !bogs => column.extent,
        _ => Extent::Single,
    };
    reacting::ask_all(play, Arrival::among(unit, hex, held.hexes()));
    if disordered && terms.checks.has(Check::LeaveSwamp) && !guided {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
    if terms.turn_check {
        play.push(StageStep::Check(GroundCheck::turning_in_swamp(unit, faced)));
    }
    play.did(unit, Deeds::ACTED);
}

/// SR 7.21, 7.22: the rule by which a unit pays for turning where it stands.
fn turning_rule(at: At<'_>, unit: UnitId) -> Rule {
    let state = at.position.unit(unit);
    let woods = longroll_movement::facing::is_woods_for_turning(&at, state.hex);
    if woods && state.orders_now() == Orders::Attack {
        Rule::SR_7_22
    } else {
        Rule::SR_7_21
    }
}

/// SR 7.21: the unit turns where it stands.
pub(in crate::movement) fn turn(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    terms: TurnTerms,
) {
    let faced = play.position.unit(unit).facing;
    // SR 8.21: whoever goes with it turns with it.
    let mates = mates::mates(play.at(), unit);
    for &member in core::iter::once(&unit).chain(&mates) {
        spend(play, member, terms.cost);
        play.did(member, Deeds::TURNED);
        play.happens(Event::Turned {
            unit: member,
            facing: terms.facing,
            cost: terms.cost,
            rule: terms.rule,
        });
    }
    let mut next = progress;
    next.turn_paid += terms.cost;
    next.straight = 0;
    next.pinned |= terms.pins;
    // SR 7.22: the stack is inverted when it is known who stays.
    next.about = terms.inverts;
    play.push(StageStep::Settle {
        unit,
        progress: next,
        ends: None,
    });
    if terms.swamp_check {
        // What is pushed last is rolled first.
        for &member in mates.iter().rev().chain([&unit]) {
            let check = GroundCheck::turning_in_swamp(member, faced);
            play.push(StageStep::Check(check));
        }
    }
}

/// What a step costs and means now, for a unit and for those that go with it; nothing if it is no longer legal.
fn terms_with_mates(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    order: StepOrder,
) -> Option<together::GroupTerms> {
    if mates::mates(at, unit).is_empty() {
        let terms = step::step_begun(&at, progress, unit, order).ok()?;
        return Some((terms, SmallVec::new()));
    }
    together::step_together_begun(at, progress, unit, order).ok()
}

/// SR 8.52: the shape in which it arrives; whoever bogs down gathers.
fn extent_after(terms: &StepTerms, bogged: bool) -> Extent {
    match terms.column {
        Some(column) if !bogged => column.extent,
        _ => Extent::Single,
    }
}

fn rule_of_turn(at: At<'_>, unit: UnitId, terms: &StepTerms) -> Rule {
    if terms.way == longroll_movement::Way::Route {
        Rule::SR_9_45
    } else {
        turning_rule(at, unit)
    }
}

fn note_road(play: &mut Play<'_>, unit: UnitId, terms: &StepTerms, orders: Orders) {
    if orders == Orders::March
        && crate::fatigue::leaves_road(play.at(), terms.from, terms.to, terms.way)
    {
        play.did(unit, Deeds::OFF_ROAD);
    }
}

pub(super) fn enter(play: &mut Play<'_>, unit: UnitId, progress: Progress, order: StepOrder) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Some((terms, theirs)) = terms_with_mates(play.at(), unit, &progress, order) else {
        // Something on the way here has changed (a lost gun, a slower pace): the unit chooses anew.
        play.push(MovingStep { unit, progress });
        return;
    };
    let before = *play.position.unit(unit);
    // BB 9.44-swamp-extended: a column that comes into Swamp off the route gathers there, Disordered.
    let bogged = terms.bogs(&play.at(), before.extent);
    let extent = extent_after(&terms, bogged);
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.to).is_some();
    if guided && terms.checks.has(Check::LeaveSwamp) {
        note_guide(play, &progress, unit, terms.to);
    }
    let turned_by = rule_of_turn(play.at(), unit, &terms);
    play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
    play.undid(unit, Deeds::MUST_LEAVE);
    note_road(play, unit, &terms, before.orders);
    if terms.column.is_some_and(|column| column.forming) && !bogged {
        play.did(unit, Deeds::FORMED_COLUMN);
    }
    repay(play, unit, terms.repaid);
    if before.facing != terms.facing {
        play.happens(Event::Turned {
            unit,
            facing: terms.facing,
            cost: terms.turn,
            rule: turned_by,
        });
    }
    let there = Destination::at_bottom(terms.to, extent);
    let cause = if bogged { Cause::Bogs } else { Cause::Step };
    relocate(play, unit, there, terms.total, Rule::SR_9_13, cause);
    if order.way == WayChoice::Levelling {
        level(play, unit, terms.from, order.direction);
    }
    note_contact(play, unit, terms.contact, terms.minimum);
    let mut next = terms.after(&progress);
    if before.deeds.has(Deeds::CHARGES) {
        let (from, to) = ((terms.from, before.facing), (terms.to, terms.facing));
        next.straight = charging::straight_after(play.at(), &progress, from, to);
    }
    let mut ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    let mut checks = checks_of_step(&terms, &progress, unit, before.is_disordered(), guided);
    if bogged {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
        checks.clear();
    }
    checks.extend(group_moves::follow(play, &progress, &theirs));
    after_step(play, unit, next, checks.into_iter(), &[terms.to], ends);
}

/// SR 15.17: the entrenchment it has crossed is gone, that of the hex it enters before that of the hex it leaves.
fn level(play: &mut Play<'_>, unit: UnitId, from: HexId, direction: Direction) {
    let at = play.at();
    let stands = |(hex, side): &(HexId, Direction)| at.position.fires.has_work(*hex, *side);
    let work = works::sides(&at, from, direction).find(stands);
    if let Some((hex, side)) = work {
        play.happens(Event::WorkLevelled { unit, hex, side });
    }
}
