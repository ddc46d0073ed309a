//! SR 9.55-2: guns that end their move near the enemy (switch `artillery_proximity` = `option2`).

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Refusal, Terms};
use longroll_movement::allowance::Fired;
use longroll_movement::artillery::{ProximityCheck, proximity_check, proximity_loss};
use longroll_movement::retreat::{RetreatCause, retreat_paths};
use longroll_position::{Deeds, Extent, HalfMp, Presence};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::destination::{Cause, Destination};
use super::relocation::relocate;
use crate::choice::Choice;
use crate::event::Verdict;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::results::{
    LossStep, disorder, lose_guns_in_woods, remove, udd_roll, udd_terms, woods_on_way,
};
use crate::scene::At;
use crate::step::Ask;

mod frame;

pub use self::frame::ProximityStep;

/// Asks for the check if the option is in force and an enemy is near.
pub(super) fn ask(play: &mut Play<'_>, unit: UnitId, start: HexId) {
    if check_of(play.at(), unit, start).is_some() {
        play.push(ProximityStep::Check { unit, start });
    }
}

fn check_of(at: At<'_>, unit: UnitId, start: HexId) -> Option<ProximityCheck> {
    let state = at.position.unit(unit);
    if !state.on_map() {
        return None;
    }
    // SR 9.55-2-exempt: whoever goes out of the way and fires checks all the same.
    let fired = if state.deeds.has(Deeds::FIRED) {
        Fired::Yes
    } else {
        Fired::No
    };
    proximity_check(&at, unit, start, state.hex, fired).ok()
}

/// Reading I68: the nearest hexes beyond 3 hexes, or out of sight, of every unit that gave a DRM.
fn refuges(at: At<'_>, unit: UnitId, start: HexId) -> Vec<HexId> {
    let Some(check) = check_of(at, unit, start) else {
        return Vec::new();
    };
    let grid = at.setting.grid();
    let is_safe = |hex: HexId| {
        check
            .enemies
            .iter()
            .all(|&enemy| grid.distance(enemy, hex) > 3 || !at.setting.sight.recalls(enemy, hex))
    };
    let cause = cause_of(at, unit, start);
    let paths = retreat_paths(&at, unit, &cause, 1, 4, |_| true);
    let ends = paths
        .iter()
        .filter_map(|path| path.end().map(|end| (path.steps.len(), end)));
    let safe: Vec<(usize, HexId)> = ends.filter(|(_, end)| is_safe(*end)).collect();
    let shortest = safe.iter().map(|(length, _)| *length).min();
    let mut hexes: Vec<HexId> = safe
        .into_iter()
        .filter(|(length, _)| Some(*length) == shortest)
        .map(|(_, end)| end)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The enemies who gave a DRM, as those who cause the retreat.
fn cause_of(at: At<'_>, unit: UnitId, start: HexId) -> RetreatCause {
    let causing = check_of(at, unit, start)
        .map(|check| check.enemies.iter().copied().collect())
        .unwrap_or_default();
    RetreatCause {
        causing,
        mover: None,
        pending: SmallVec::new(),
    }
}

impl Procedure for ProximityStep {
    type Means = HexId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        match *self {
            Self::Retreat { unit, start } if !refuges(at, unit, start).is_empty() => Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::SR_9_55_2,
                prompt: Prompt::FallBack { unit },
            }),
            _ => None,
        }
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        if let Self::Retreat { unit, start } = *self {
            for hex in refuges(at, unit, start) {
                each(Choice::FallBack {
                    unit,
                    hex,
                    by: None,
                });
            }
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<HexId> {
        match (*self, choice) {
            (
                Self::Retreat { unit, start },
                Choice::FallBack {
                    unit: who,
                    hex,
                    by: None,
                },
            ) if who == unit && refuges(at, unit, start).contains(&hex) => {
                Ok(Ruling::new(Rule::SR_9_55_2, hex))
            }
            (_, Choice::FallBack { .. }) => Err(Refusal::new(
                Rule::SR_9_55_2,
                "not among the nearest hexes out of the enemy's way",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(self, play: &mut Play<'_>, hex: HexId) -> Result<(), ChanceError> {
        let (Self::Check { unit, start } | Self::Retreat { unit, start }) = self;
        let cause = cause_of(play.at(), unit, start);
        let woods = woods_on_way(play.at(), unit, &cause, 4, hex);
        let there = Destination {
            hex,
            extent: Extent::Single,
            place: super::stack_place(play.at(), play.position.unit(unit).hex, hex),
        };
        let rule = Rule::SR_9_55_2;
        relocate(play, unit, there, HalfMp::ZERO, rule, Cause::GunsFallBack);
        lose_guns_in_woods(play, unit, woods);
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let (unit, start) = match self {
            Self::Check { unit, start } => (unit, start),
            Self::Retreat { unit, .. } => {
                // Reading I68, SR 12.45: guns with no way out are left behind.
                if play.position.unit(unit).on_map() {
                    remove(play, unit, Presence::AbandonedOne, Rule::SR_12_45);
                }
                return Ok(());
            }
        };
        let Some(check) = check_of(play.at(), unit, start) else {
            return Ok(());
        };
        let mut terms: Terms = udd_terms(play.at(), unit);
        let near = i32::try_from(check.enemies.len()).unwrap_or(0);
        terms.add(
            near,
            Rule::SR_9_55_2,
            "enemy units within 3 hexes and sight",
        );
        if check.closer {
            terms.add(2, Rule::SR_9_55_2, "one of them within 2 hexes");
        }
        let Some(roll) = udd_roll(play.at(), unit, Rule::SR_9_55_2, terms) else {
            return Ok(());
        };
        let rolled = play.roll(roll)?;
        if let Verdict::Failed { limit } = rolled.verdict {
            let margin = rolled.total - limit;
            let disordered = play.position.unit(unit).is_disordered();
            let guns = proximity_loss(u8::try_from(margin).unwrap_or(0), disordered);
            play.push(Self::Retreat { unit, start });
            disorder(play, unit, Rule::SR_9_55_2);
            if guns > 0 {
                let rule = Rule::SR_9_55_2_loss;
                let sp = guns;
                play.push(LossStep { unit, sp, rule });
            }
        }
        Ok(())
    }
}
