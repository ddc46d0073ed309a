//! SR 8.4, 8.5: which new shapes are worth asking about.

use longroll_board::Hand;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_movement::Progress;
use longroll_movement::extension::{self, Formed};
use longroll_position::Extent;

use super::known::{Prospect, Retractions};
use crate::choice::Choice;
use crate::movement::permits::{is_legal_after, kept, may_spend, retractions};
use crate::scene::At;

/// SR 8.53: a column under Attack orders retracts or forms line before it does anything else; under a Stay it may remain.
pub(in crate::movement) fn must_unform(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    matches!(state.extent, Extent::Column { .. })
        && state.orders_now() == Orders::Attack
        && may_spend(at, unit).is_ok()
}

/// SR 8.53: the ways in which such a column can retract or form line.
pub(super) fn unforming(at: At<'_>, unit: UnitId, progress: &Progress) -> Vec<Choice> {
    let state = at.position.unit(unit);
    let mut choices = Vec::new();
    for (hex, extent, _) in retractions(at, progress, unit).unwrap_or_default() {
        if is_legal_after(at, unit, hex, extent, state.facing) {
            let keeping = kept(extent);
            choices.push(Choice::Retract { unit, hex, keeping });
        }
    }
    for formed in extension::lines_of_column(&at, progress, unit).unwrap_or_default() {
        let Formed { hex, facing, .. } = formed;
        if is_legal_after(at, unit, hex, formed.extent, facing) {
            choices.push(Choice::Line { unit, hex, facing });
        }
    }
    choices
}

impl Prospect<'_> {
    /// The shapes worth asking about.
    pub(super) fn shapes(&self, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        let state = self.state();
        if state.refused.is_some() {
            each(Choice::Unrefuse { unit });
        } else if self.may_reshape().is_ok() {
            for hand in [Hand::Left, Hand::Right] {
                each(Choice::Refuse { unit, hand });
                each(Choice::RefuseAlone { unit, hand });
            }
        }
        if state.sp >= 8 && self.may_reshape().is_ok() {
            for hand in [Some(Hand::Left), Some(Hand::Right), None] {
                each(Choice::Extend { unit, hand });
            }
        }
        if state.extent == Extent::Single {
            return;
        }
        for &(hex, extent, _) in self.retractions().iter().flatten() {
            let keeping = kept(extent);
            each(Choice::Retract { unit, hex, keeping });
        }
        let line = self.is_line();
        for &Formed { hex, facing, .. } in self.forms().iter().flatten() {
            each(if line {
                Choice::Column { unit, hex, facing }
            } else {
                Choice::Line { unit, hex, facing }
            });
        }
    }

    /// SR 8.53: what a column that must unform may do.
    pub(super) fn unforming_candidates(&self, each: &mut dyn FnMut(Choice)) {
        let unit = self.unit;
        let choices = unforming(self.at, unit, &self.progress);
        if choices.is_empty() {
            let keeping = None;
            for hex in self.state().hexes() {
                each(Choice::Retract { unit, hex, keeping });
            }
        }
        for choice in choices {
            each(choice);
        }
    }

    /// Every way it can take its extensions back.
    pub(super) fn retractions(&self) -> &Retractions {
        self.retractions
            .get_or_init(|| retractions(self.at, &self.progress, self.unit))
    }

    /// The columns of a line, the lines of a column.
    pub(super) fn forms(&self) -> &Result<Vec<Formed>, Refusal> {
        self.forms.get_or_init(|| {
            let (at, progress, unit) = (&self.at, &self.progress, self.unit);
            match self.state().extent {
                Extent::Column { .. } => extension::lines_of_column(at, progress, unit),
                _ => extension::columns_of_line(at, progress, unit),
            }
        })
    }
}
