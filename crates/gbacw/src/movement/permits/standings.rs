//! SR 6.24-A: how a unit might stand after a turn or drawn together, and questions about the position as it would be then.

use longroll_board::Facing;
use longroll_catalog::facts::UnitId;
use longroll_movement::Progress;
use longroll_movement::extension::{self, LineMove};
use longroll_movement::facing::TurnTerms;
use longroll_position::{Extent, StackPlace, UnitState};

use super::undriven::{is_legal_after, may_turn_undriven, retractions};
use crate::orders::facing_kind;
use crate::scene::At;

/// A unit as it would stand, and the memory of its move.
pub(super) type Standing = (UnitState, Progress);

/// A question about the position with a unit standing otherwise.
pub(super) fn imagined<T>(
    at: At<'_>,
    unit: UnitId,
    after: UnitState,
    ask: impl FnOnce(At<'_>) -> T,
) -> T {
    let top = StackPlace::Top;
    let position = at.position.with_unit(at.setting, unit, after, top);
    ask(at.at(&position))
}

/// SR 7.21: every turn that a unit in one hex may make, but for Loose Reins.
pub(super) fn turns(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> impl Iterator<Item = Standing> {
    let orders = at.position.unit(unit).orders;
    Facing::all_of(facing_kind(orders)).filter_map(move |facing| {
        let terms = may_turn_undriven(at, progress, unit, facing).ok()?;
        Some(turned(at, unit, progress, &terms))
    })
}

/// SR 8.44-aboutface: a line turned about.
pub(super) fn about_face(at: At<'_>, progress: &Progress, unit: UnitId) -> Option<Standing> {
    let about = LineMove::AboutFace;
    let terms = extension::move_line(&at, progress, unit, about).ok()?;
    let after = terms.after(at.position.unit(unit));
    Some((after, terms.remembered(about, progress)))
}

/// SR 8.44, 8.52: every way in which an extended unit may draw together.
pub(super) fn drawn_together(at: At<'_>, progress: &Progress, unit: UnitId) -> Vec<Standing> {
    let state = *at.position.unit(unit);
    let next = Progress {
        entered_facing: state.facing,
        ..*progress
    };
    retractions(at, progress, unit)
        .unwrap_or_default()
        .into_iter()
        .filter(|(hex, extent, _)| is_legal_after(at, unit, *hex, *extent, state.facing))
        .map(|(hex, extent, cost)| {
            let after = UnitState {
                hex,
                extent,
                spent: state.spent + cost,
                ..state
            };
            (after, next)
        })
        .collect()
}

/// Whether a unit that turns, turns about or draws together first could then do what is asked for.
pub fn could_after_a_change(
    at: At<'_>,
    unit: UnitId,
    could: impl Fn(At<'_>, Progress) -> bool,
) -> bool {
    let progress = Progress::begin(at.position.unit(unit));
    let then = |(after, next): Standing| imagined(at, unit, after, |then| could(then, next));
    let turned_too = |(after, next): Standing| {
        let turned: Vec<Standing> =
            imagined(at, unit, after, |then| turns(then, &next, unit).collect());
        then((after, next)) || turned.into_iter().any(then)
    };
    match at.position.unit(unit).extent {
        Extent::Single => turns(at, &progress, unit).any(then),
        Extent::Line { .. } => {
            about_face(at, &progress, unit).is_some_and(then)
                || drawn_together(at, &progress, unit)
                    .into_iter()
                    .any(turned_too)
        }
        Extent::Column { .. } => drawn_together(at, &progress, unit)
            .into_iter()
            .any(turned_too),
    }
}

/// A unit and its move after a turn in its hex.
pub(super) fn turned(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    terms: &TurnTerms,
) -> (UnitState, Progress) {
    let state = *at.position.unit(unit);
    let after = UnitState {
        facing: terms.facing,
        spent: state.spent + terms.cost,
        ..state
    };
    let mut next = *progress;
    next.turn_paid += terms.cost;
    (after, next)
}
