//! SR 9.54: one hex of Withdrawal movement.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::adjacency::Contact;
use longroll_movement::retreat::Arrival;
use longroll_movement::{Check, Progress, step, withdrawal};
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::afterwards::{after_step, is_over, note_guide};
use super::frame::StageStep;
use super::leaving::leave;
use super::line::Going;
use crate::movement::destination::{Cause, Destination};
use crate::movement::ending::end_move;
use crate::movement::ground_checks::GroundCheck;
use crate::movement::moving::MovingStep;
use crate::movement::relocation::relocate;
use crate::movement::{permits, shaping};
use crate::play::Play;
use crate::scene::At;

/// BB 9.44-swamp-leave: a Disordered unit that withdraws out of Swamp checks before it leaves.
pub(in crate::movement) fn check_leaving_back(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: &Progress,
    direction: Direction,
) {
    let at = play.at();
    let leaves = at.position.unit(unit).is_disordered()
        && withdrawal::withdraw(&at, progress, unit, direction).is_ok_and(|terms| {
            terms.leave_swamp && step::swamp_guide(&at, progress, unit, terms.to).is_none()
        });
    if leaves {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
}

/// SR 8.44: the hexes that a unit comes into when all its parts step back this way.
pub(in crate::movement) fn hexes_behind(
    at: At<'_>,
    unit: UnitId,
    direction: Direction,
) -> SmallVec<[HexId; 3]> {
    let state = at.position.unit(unit);
    let behind = |hex| at.setting.grid().neighbour(hex, direction);
    let own = |hex: &HexId| state.hexes().any(|part| part == *hex);
    let entered = state.hexes().filter_map(behind).filter(|hex| !own(hex));
    entered.collect()
}

/// SR 8.44, 9.54: the hexes that it holds then; BB 9.44-swamp-extended: none for certain, if it gathers in Swamp.
pub(in crate::movement) fn all_behind(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    direction: Direction,
) -> SmallVec<[HexId; 3]> {
    withdrawal::withdraw(&at, progress, unit, direction)
        .ok()
        .filter(|terms| terms.bogged.is_empty())
        .map(|terms| {
            core::iter::once(terms.to)
                .chain(terms.extent.hexes())
                .collect()
        })
        .unwrap_or_default()
}

/// SR 9.54: a step back is announced; enemies near may move away, and whoever has it in front may fire.
pub(in crate::movement) fn announce_back(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    direction: Direction,
) {
    let stage = StageStep::StepBack {
        unit,
        progress,
        direction,
        gathers: None,
    };
    leave(play, unit, stage);
    let behind = all_behind(play.at(), unit, &progress, direction);
    for hex in hexes_behind(play.at(), unit, direction) {
        let held = behind.iter().copied();
        let arrival = Arrival::among(unit, hex, held).withdrawing();
        crate::movement::reacting::ask_all(play, arrival);
    }
    check_leaving_back(play, unit, &progress, direction);
}

/// SR 9.54-extended: the line draws together and steps back, if the fire at the part that came in has left it a way.
pub(super) fn break_line(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    (direction, part): (Direction, HexId),
) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let at = play.at();
    let stands = permits::may_break_line(at, &progress, unit, (direction, part));
    if !stands {
        play.push(MovingStep { unit, progress });
        return;
    }
    shaping::break_line(play, unit, part);
    announce_back(play, unit, progress, direction);
}

/// SR 8.53, 9.31: the column gathers, Disordered, with the leaders of its parts, if the fire has left it a column.
pub(super) fn gather_disordered(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    part: HexId,
) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let before = *play.position.unit(unit);
    if !matches!(before.extent, Extent::Column { .. }) || before.hexes().all(|own| own != part) {
        play.push(MovingStep { unit, progress });
        return;
    }
    shaping::gather_in_disorder(play, unit, part);
    crate::movement::leaders::gather_with(play, unit, &before);
}

pub(super) fn step_back(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    direction: Direction,
    gathers: Option<HexId>,
) {
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = withdrawal::withdraw(&play.at(), &progress, unit, direction) else {
        play.push(MovingStep { unit, progress });
        return;
    };
    if gathers.is_none() && terms.bogged.len() > 1 {
        play.push(StageStep::Gather {
            unit,
            progress,
            going: Going::Back(direction),
        });
        return;
    }
    let from = play.position.unit(unit).hex;
    let entered = hexes_behind(play.at(), unit, direction);
    let was_disordered = play.position.unit(unit).is_disordered();
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.to).is_some();
    if guided && terms.leave_swamp {
        note_guide(play, &progress, unit, terms.to);
    }
    // BB 9.44-swamp-extended: a line that comes into Swamp gathers there, Disordered.
    let swamp = gathers.or(terms.bogged.first().copied());
    let (to, extent) = match swamp {
        Some(swamp) => (swamp, Extent::Single),
        None => (terms.to, terms.extent),
    };
    let deeds = Deeds::ACTED.with(Deeds::MOVED).with(Deeds::WITHDREW);
    // SR 11.21: it is its movement for the Activation.
    play.did(unit, deeds.with(Deeds::ENTERED));
    let there = Destination::at_bottom(to, extent);
    let cause = match swamp {
        Some(_) => Cause::WithdrawsIntoSwamp,
        None => Cause::Withdraws,
    };
    relocate(play, unit, there, HalfMp::ZERO, Rule::SR_9_54, cause);
    let mut next = progress;
    next.steps = next.steps.saturating_add(1);
    next.came_from = Some(from);
    next.came_by = terms.way;
    if swamp.is_some() {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        let ends = Some(Rule::BB_9_44_swamp_extended);
        after_step(play, unit, next, core::iter::empty(), &[to], ends);
        return;
    }
    let ends = ends_withdrawal(terms.contact, next.steps);
    let back = (progress.steps > 0).then_some(from);
    let checks = checks_of_withdrawal(unit, &terms, back, was_disordered || guided);
    after_step(play, unit, next, checks.into_iter(), &entered, ends);
}

fn ends_withdrawal(contact: Contact, steps: u8) -> Option<Rule> {
    if contact != Contact::None {
        Some(Rule::SR_9_53)
    } else if steps >= 2 {
        Some(Rule::SR_9_54)
    } else {
        None
    }
}

/// What the ground asks of whoever withdraws; whoever has rolled for it, or is guided, leaves Swamp without a check.
fn checks_of_withdrawal(
    unit: UnitId,
    terms: &withdrawal::WithdrawTerms,
    back: Option<HexId>,
    leaves_freely: bool,
) -> SmallVec<[GroundCheck; 4]> {
    let mut checks: SmallVec<[GroundCheck; 4]> = SmallVec::new();
    if terms.leave_swamp && !leaves_freely {
        checks.push(GroundCheck::of_ground(unit, Check::LeaveSwamp));
    }
    if let Some(check) = terms.automatic {
        // BB T-second-disorder: who is Disordered does not enter the second hex.
        let ground = GroundCheck::of_step(unit, check, terms.way);
        checks.push(GroundCheck { back, ..ground });
    } else if let Some(drm) = terms.udd {
        checks.push(GroundCheck::withdrawing(unit, drm, back));
    }
    checks
}
