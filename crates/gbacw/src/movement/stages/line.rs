//! SR 8.44: one movement of an Extended Line.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::extension::{self, LineMove, LineTerms};
use longroll_movement::passing::LinePassage;
use longroll_movement::retreat::Arrival;
use longroll_movement::{Check, Progress, step, withdrawal};
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::afterwards::{after_step, end_rule, is_over, note_contact, note_guide};
use super::frame::StageStep;
use crate::event::Event;
use crate::fire::FireStep;
use crate::movement::destination::{Cause, Destination};
use crate::movement::ending::end_move;
use crate::movement::ground_checks::GroundCheck;
use crate::movement::moving::MovingStep;
use crate::movement::reacting;
use crate::movement::relocation::relocate;
use crate::play::Play;
use crate::results::crew_guns_in;
use crate::scene::At;

mod order;

pub use self::order::{Going, LineOrder};

impl From<LineOrder> for LineMove {
    fn from(order: LineOrder) -> Self {
        match order {
            LineOrder::Forward(direction) => Self::Forward(direction),
            LineOrder::Wheel(hand) => Self::Wheel(hand),
            LineOrder::AboutFace => Self::AboutFace,
        }
    }
}

/// A line is about to move as a whole.
pub(in crate::movement) fn depart_line(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    (order, terms): (LineMove, &LineTerms),
) {
    let at = play.at();
    let leaves = terms.checks.has(Check::LeaveSwamp)
        && at.position.unit(unit).is_disordered()
        && step::swamp_guide(&at, &progress, unit, terms.hex).is_none();
    let enter = StageStep::EnterLine {
        unit,
        progress,
        order: order.into(),
        gathers: None,
    };
    // SR 10.44: the pivot of a wheel, and a line that turns about, leave no hex.
    let kept: SmallVec<[HexId; 3]> = core::iter::once(terms.hex)
        .chain(terms.extent.hexes())
        .collect();
    let left: Vec<HexId> = at
        .position
        .unit(unit)
        .hexes()
        .filter(|hex| !kept.contains(hex))
        .collect();
    match FireStep::leaving(at, unit, &[], &left) {
        Some(fire) => play.call(enter, fire),
        None => play.push(enter),
    }
    for &hex in terms.entered.iter().rev() {
        // SR 8.44: the whole line comes; with a part that only passes a hex those that stay behind.
        let passes = !kept.contains(&hex);
        let held = kept
            .iter()
            .copied()
            .filter(|own| !(passes && terms.entered.contains(own)))
            .filter(|_| terms.bogged.is_empty());
        reacting::ask_all(play, Arrival::among(unit, hex, held));
    }
    if leaves {
        play.push(StageStep::Check(GroundCheck::leaving_disordered(unit)));
    }
    play.did(unit, Deeds::ACTED);
}

/// BB 9.44-swamp-extended: the Swamp hexes a line comes into with this movement.
pub(super) fn swamps(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    going: Going,
) -> SmallVec<[HexId; 3]> {
    let bogged = match going {
        Going::On(order) => {
            extension::move_line(&at, progress, unit, order.into()).map(|terms| terms.bogged)
        }
        Going::Back(direction) => {
            withdrawal::withdraw(&at, progress, unit, direction).map(|terms| terms.bogged)
        }
    };
    bogged.unwrap_or_default()
}

pub(super) fn enter_line(
    play: &mut Play<'_>,
    unit: UnitId,
    progress: Progress,
    going: LineOrder,
    gathers: Option<HexId>,
) {
    let order = LineMove::from(going);
    if is_over(play, unit) {
        end_move(play, unit, progress);
        return;
    }
    let Ok(terms) = extension::move_line(&play.at(), &progress, unit, order) else {
        play.push(MovingStep { unit, progress });
        return;
    };
    if gathers.is_none() && terms.bogged.len() > 1 {
        play.push(StageStep::Gather {
            unit,
            progress,
            going: Going::On(going),
        });
        return;
    }
    let before = *play.position.unit(unit);
    let guided = step::swamp_guide(&play.at(), &progress, unit, terms.hex).is_some();
    if guided && terms.checks.has(Check::LeaveSwamp) {
        note_guide(play, &progress, unit, terms.hex);
    }
    // BB 9.44-swamp-extended: a line that comes into Swamp gathers there, Disordered.
    let swamp = gathers.or(terms.bogged.first().copied());
    let (hex, extent) = match swamp {
        Some(swamp) => (swamp, Extent::Single),
        None => (terms.hex, terms.extent),
    };
    play.did(unit, Deeds::ACTED.with(Deeds::MOVED));
    if before.facing != terms.facing {
        play.happens(Event::Turned {
            unit,
            facing: terms.facing,
            cost: HalfMp::ZERO,
            rule: Rule::SR_8_44,
        });
    }
    let (rule, cause) = rule_and_cause(order);
    let there = Destination::at_bottom(hex, extent);
    relocate(play, unit, there, terms.total, rule, cause);
    // SR 12.81: the outer part of a wheel goes through hexes in which it does not stay.
    if !before.is_disordered() {
        let stays = |hex: &HexId| play.position.unit(unit).hexes().any(|own| own == *hex);
        let passed: SmallVec<[HexId; 4]> = terms
            .entered
            .iter()
            .copied()
            .filter(|hex| !stays(hex))
            .collect();
        for hex in passed {
            crew_guns_in(play, unit, hex);
        }
    }
    note_contact(play, unit, terms.contact, terms.minimum);
    let mut next = terms.remembered(order, &progress);
    next.note_line_entered(&terms.entered, play.position.unit(unit));
    let mut ends = end_rule(terms.contact, terms.minimum, progress.one_hex);
    if !terms.bogged.is_empty() {
        crate::results::disorder(play, unit, Rule::BB_9_44_swamp_extended);
        ends = Some(Rule::BB_9_44_swamp_extended);
    }
    let checks = checks_of_line(play.at(), (unit, &before), &progress, &terms, guided);
    let entered: SmallVec<[HexId; 4]> = terms.entered;
    after_step(play, unit, next, checks.into_iter(), &entered, ends);
}

const fn rule_and_cause(order: LineMove) -> (Rule, Cause) {
    match order {
        LineMove::Forward(_) => (Rule::SR_8_44_move, Cause::LineMoves),
        LineMove::Wheel(_) => (Rule::SR_8_44_wheel, Cause::LineMoves),
        LineMove::AboutFace => (Rule::SR_8_44_aboutface, Cause::LineTurnsAbout),
    }
}

/// What friends and ground ask of a line that has moved so.
fn checks_of_line(
    at: At<'_>,
    (unit, before): (UnitId, &UnitState),
    progress: &Progress,
    terms: &LineTerms,
    guided: bool,
) -> SmallVec<[GroundCheck; 4]> {
    let back = progress.line_passage.unwrap_or(LinePassage {
        udd: None,
        hex: before.hex,
        extent: before.extent,
        facing: before.facing,
    });
    let passed = terms.passing.as_ref().and_then(|pass| pass.udd);
    let spared = before.is_disordered() || guided;
    let ground = terms
        .checks
        .iter()
        .filter(|&check| !(check == Check::LeaveSwamp && spared))
        .map(|check| GroundCheck::of_ground(unit, check));
    // BB 9.44-swamp-facing: a part that stays in Swamp and turns there.
    let after = at.position.unit(unit);
    let stays = |hex: HexId| after.hexes().any(|own| own == hex);
    let turns = before.facing != terms.facing
        && before
            .extent
            .hexes()
            .chain([before.hex])
            .any(|hex| stays(hex) && step::is_swamp(&at, hex));
    passed
        .map(|drm| GroundCheck::line_passed_through(unit, drm, back))
        .into_iter()
        .chain(ground)
        .chain(turns.then(|| GroundCheck::conforming_in_swamp(unit)))
        .collect()
}
