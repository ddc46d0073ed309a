//! SR 12.32, 12.33: a unit is checked. A first failure disorders it, another one is a second Disorder.

use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::SecondDisorderCause;
use longroll_core::{ChanceError, Terms};
use longroll_position::Cohesion;
use longroll_rule::Rule;

use super::cohesion::{udd_roll, udd_terms};
use super::second_disorder::{lose_and_retreat, rout, second_disorder};
use crate::event::{Event, Roll, Verdict};
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::scene::At;
use crate::step::Done;

mod frame;

pub use self::frame::{Check, CheckStep, Checked, Occasion};

/// The roll of a check: what is added wherever the unit rolls, and what this occasion adds. Nothing for a unit that never
/// rolls.
#[must_use]
pub fn check_roll(at: At<'_>, check: Check) -> Option<Roll> {
    let mut terms = udd_terms(at, check.unit);
    if let Some((drm, rule)) = check.drm {
        terms.add(drm.into(), rule, reason(check.occasion));
    }
    udd_roll(at, check.unit, check.occasion.rule(), terms)
}

const fn reason(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::MovedThrough => "hex of the friends passed",
        Occasion::ReactionMovement => "ground crossed",
        Occasion::Special(_) => "surprise",
        Occasion::Fire | Occasion::Misdirected => "the result of the fire",
        _ => "MP above one for the hex",
    }
}

impl Procedure for CheckStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Roll(check) => roll(play, check),
            Self::RoutOr { unit, rule } => {
                if play.position.unit(unit).on_map() {
                    let terms = udd_terms(play.at(), unit);
                    if !passes(play, udd_roll(play.at(), unit, rule, terms))? {
                        rout(play, unit, rule);
                    }
                }
                Ok(())
            }
            Self::OrRout { unit } => {
                let terms: Terms = udd_terms(play.at(), unit);
                let rule = Rule::BB_T_second_disorder;
                if passes(play, udd_roll(play.at(), unit, rule, terms))? {
                    lose_and_retreat(play, unit, rule);
                } else {
                    rout(play, unit, rule);
                }
                Ok(())
            }
        }
    }
}

fn roll(play: &mut Play<'_>, check: Check) -> Result<(), ChanceError> {
    let unit = check.unit;
    let state = *play.position.unit(unit);
    if !state.on_map() {
        return Ok(());
    }
    let passed = passes(play, check_roll(play.at(), check))?;
    let checked = match check.occasion.row().filter(|_| state.is_disordered()) {
        _ if passed => Checked::Passed,
        Some(row) if check.occasion.is_callers() => {
            let arm = play.setting.unit(unit).arm;
            let result = play.setting.tables().second_disorder.result(row, arm);
            Checked::SecondDisorder(result)
        }
        Some(row) => {
            let rule = match row {
                SecondDisorderCause::Fire => play.setting.tables().second_disorder.rule(row),
                _ => check.occasion.rule(),
            };
            let result = second_disorder(play, unit, row, rule);
            Checked::SecondDisorder(result)
        }
        None => {
            if let Some(rule) = check.occasion.disorders_by() {
                disorder(play, unit, rule);
            }
            Checked::Failed
        }
    };
    play.finish(Done::Checked(checked));
    Ok(())
}

/// Rolls; a unit that never rolls passes.
pub(super) fn passes(play: &mut Play<'_>, roll: Option<Roll>) -> Result<bool, ChanceError> {
    let Some(roll) = roll else { return Ok(true) };
    let verdict = play.roll(roll)?.verdict;
    Ok(matches!(verdict, Verdict::Passed { .. }))
}

/// SR 12.31: a unit in Good Order is turned to its Disordered side.
pub(crate) fn disorder(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    let state = play.position.unit(unit);
    if state.on_map() && state.cohesion == Cohesion::GoodOrder {
        play.happens(Event::CohesionChanged {
            unit,
            cohesion: Cohesion::Disordered,
            rule,
        });
    }
}
