//! SR 9.1: what a step brings with it: what it costs, whom it is seen by, what ends the move, the stages after it.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::adjacency::Contact;
use longroll_movement::step::{StepTerms, swamp_guide};
use longroll_movement::{Check, MinimumMove, Progress};
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::fire::FireStep;
use crate::movement::ground_checks::GroundCheck;
use crate::movement::reacting;
use crate::movement::stages::frame::StageStep;
use crate::play::Play;
use crate::step::Step;

/// BB 9.44-swamp-leader: whoever sees this unit out of Swamp has used his help for this Activation.
pub(super) fn note_guide(play: &mut Play<'_>, progress: &Progress, unit: UnitId, to: HexId) {
    if let Some(leader) = swamp_guide(&play.at(), progress, unit, to) {
        play.happens(Event::SeenOut { leader, unit });
    }
}

/// A unit acts and pays for it.
pub(in crate::movement) fn spend(play: &mut Play<'_>, unit: UnitId, cost: HalfMp) {
    acts_for(play, unit, cost);
    play.pays(unit, cost);
}

/// A unit acts at this price, which is paid elsewhere.
pub(in crate::movement) fn acts_for(play: &mut Play<'_>, unit: UnitId, cost: HalfMp) {
    let moved = cost > HalfMp::ZERO;
    play.did(
        unit,
        if moved {
            Deeds::ACTED.with(Deeds::MOVED)
        } else {
            Deeds::ACTED
        },
    );
}

pub(super) fn is_over(play: &Play<'_>, unit: UnitId) -> bool {
    let state = play.position.unit(unit);
    !state.on_map() || state.deeds.any(Deeds::MOVE_ENDED.with(Deeds::FINISHED))
}

/// The stages after the unit stands in its new hex, in order.
pub(in crate::movement) fn after_step(
    play: &mut Play<'_>,
    unit: UnitId,
    next: Progress,
    checks: impl Iterator<Item = GroundCheck>,
    entered: &[HexId],
    ends: Option<Rule>,
) {
    let mut steps: Vec<Step> = checks.map(|check| StageStep::Check(check).into()).collect();
    for &hex in entered {
        steps.push(
            reacting::ReactStep::Faces {
                mover: unit,
                hex,
                cause: reacting::FaceCause::Moved,
            }
            .into(),
        );
    }
    for &hex in entered {
        steps.extend(FireStep::approach(play.at(), unit, hex).map(Step::from));
    }
    steps.push(
        StageStep::Settle {
            unit,
            progress: next,
            ends,
        }
        .into(),
    );
    play.then(steps);
}

pub(in crate::movement) const fn end_rule(
    contact: Contact,
    minimum: MinimumMove,
    one_hex: bool,
) -> Option<Rule> {
    if !matches!(contact, Contact::None) {
        return Some(Rule::SR_9_53);
    }
    match minimum {
        MinimumMove::No if one_hex => Some(Rule::SR_10_44),
        // BB 14.61: it may still turn.
        MinimumMove::No | MinimumMove::Immobile => None,
        MinimumMove::AwayFromEnemy | MinimumMove::IntoContact => Some(Rule::SR_9_42),
    }
}

pub(in crate::movement) fn note_contact(
    play: &mut Play<'_>,
    unit: UnitId,
    contact: Contact,
    minimum: MinimumMove,
) {
    if contact == Contact::MadeOverCrossing {
        play.did(unit, Deeds::NO_ASSAULT);
    }
    if minimum == MinimumMove::IntoContact {
        play.did(unit, Deeds::NO_COMBAT);
    }
}

/// SR 9.45: a turn before a step along the road was free.
pub(in crate::movement) fn repay(play: &mut Play<'_>, unit: UnitId, cost: HalfMp) {
    if cost > HalfMp::ZERO {
        let spent = play.position.unit(unit).spent.less(cost);
        let rule = Rule::SR_9_45;
        play.happens(Event::Repaid {
            unit,
            cost,
            spent,
            rule,
        });
    }
}

/// The checks of a step in their order: friends passed, leaving Swamp in Good Order, hexside, hex.
pub(in crate::movement) fn checks_of_step(
    terms: &StepTerms,
    progress: &Progress,
    unit: UnitId,
    was_disordered: bool,
    guided: bool,
) -> SmallVec<[GroundCheck; 4]> {
    let mut checks = SmallVec::new();
    if let Some(drm) = terms.passing.and_then(|pass| pass.udd) {
        checks.push(GroundCheck::passed_through(
            unit,
            drm,
            progress.came_from.unwrap_or(progress.start),
        ));
    }
    for check in terms.checks.iter() {
        if check == Check::LeaveSwamp && (was_disordered || guided) {
            continue;
        }
        checks.push(GroundCheck::of_step(unit, check, terms.way));
    }
    checks
}
