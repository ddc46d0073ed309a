//! BB 18.1-nofire, 19.0-7: a fire that was announced is prevented before its die.

use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{DeclaredFire, Occasion};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::Chit;
use longroll_position::fire::FiringPart;

use super::super::declaring::FireLook;
use super::frame::{Duel, FireStep, Stage, Volley};
use super::look::Firing;
use crate::event::Event;
use crate::events::{may_cancel, rule_of};
use crate::play::Play;
use crate::procedure::{Judgement, Ruling};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Ask;

impl FireStep {
    pub(super) const fn is_veto(&self) -> bool {
        matches!(
            self.stage,
            Stage::VetoOpening | Stage::VetoAnswers | Stage::VetoNext
        )
    }

    /// What may be prevented at this stage.
    fn announced(&self) -> &[Volley] {
        match self.stage {
            Stage::VetoOpening => &self.fires,
            Stage::VetoAnswers => &self.to_roll,
            Stage::VetoNext => self.to_roll.get(..1).unwrap_or_default(),
            _ => &[],
        }
    }

    /// On what occasion the exchange began that a fire is part of.
    fn opening(&self, fire: &DeclaredFire) -> Occasion {
        let first = self.fires.first();
        first.map_or(fire.occasion, |volley| volley.fire.occasion)
    }

    /// The side that may prevent it.
    fn holder(&self, at: At<'_>) -> Option<Side> {
        let unit = self.announced().first()?.unit()?;
        let side = at.setting.unit(unit).side.enemy();
        (at.position.special.events.no_fire(side) > 0).then_some(side)
    }

    /// Who may be kept from firing, with the place of his fire.
    pub(super) fn cancellable(&self, at: At<'_>) -> Vec<(UnitId, usize)> {
        let mut found: Vec<(UnitId, usize)> = Vec::new();
        let Some(side) = self.holder(at) else {
            return found;
        };
        for (place, volley) in self.announced().iter().enumerate() {
            for firer in &volley.fire.from {
                let unit = firer.part.unit;
                let known = found.iter().any(|(own, _)| *own == unit);
                if !known
                    && may_cancel(at, side, unit, &volley.fire, self.opening(&volley.fire)).is_ok()
                {
                    found.push((unit, place));
                }
            }
        }
        found
    }

    pub(super) fn asks_veto(&self, at: At<'_>) -> Option<Ask> {
        let side = self.holder(at)?;
        (!self.cancellable(at).is_empty()).then_some(Ask {
            side,
            rule: rule_of(side),
            prompt: Prompt::NoFire,
        })
    }

    pub(super) fn judge_veto(&self, at: At<'_>, unit: UnitId) -> Judgement<Firing> {
        let side = self.holder(at).unwrap_or(self.side.enemy());
        let mut refused = None;
        for volley in self.announced() {
            match may_cancel(at, side, unit, &volley.fire, self.opening(&volley.fire)) {
                Ok(rule) => return Ok(Ruling::new(rule, Firing::Cancelled(unit))),
                Err(refusal) => refused = Some(refusal),
            }
        }
        Err(refused.unwrap_or(Refusal::new(rule_of(side), "nobody has announced his fire")))
    }

    /// The unit counts as having fired; whoever fires with it still does.
    pub(super) fn cancel(mut self, play: &mut Play<'_>, unit: UnitId) {
        let at = play.at();
        let known = self.cancellable(at).iter().any(|it| it.0 == unit);
        let (true, Some(side)) = (known, self.holder(at)) else {
            play.push(self);
            return;
        };
        let stage = self.stage;
        let look = FireLook::new(at);
        let pool = match stage {
            Stage::VetoOpening => &mut self.fires,
            _ => &mut self.to_roll,
        };
        // All the shots of the unit: an Extended Line may have announced one for each of its hexes.
        let mut left: Vec<Volley> = Vec::new();
        for volley in core::mem::take(pool) {
            let shoots = |firer: &FiringPart| firer.part.unit == unit;
            if !volley.fire.from.iter().any(shoots) {
                left.push(volley);
                continue;
            }
            let mut fire = volley.fire.clone();
            fire.from.retain(|firer| !shoots(firer));
            if !fire.from.is_empty() {
                left.extend(Volley::of_the_rest(&look.scene(), fire));
            }
        }
        *pool = left.into_iter().collect();
        play.happens(Event::NoFire {
            side,
            chit: Chit::Used(unit),
            rule: rule_of(side),
        });
        // Of those that are rolled one by one the next one is asked about in its turn.
        let stage = match self.stage {
            Stage::VetoNext => Stage::RollNext,
            stage => stage,
        };
        self.next(play, stage);
    }

    /// Whatever was announced and not prevented goes on.
    pub(super) fn past_veto(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.stage {
            Stage::VetoOpening if self.fires.is_empty() => self.next(play, Stage::Close),
            Stage::VetoOpening => self.ready(play),
            Stage::VetoAnswers => {
                // SR 10.42: both sides fire before results are applied.
                let answers = core::mem::take(&mut self.to_roll);
                let answers = self.answers(play.at(), answers);
                if self.duel == Duel::None {
                    self.to_roll = self.fires.clone();
                }
                self.to_roll.extend(answers);
                self.next(play, Stage::Roll);
            }
            _ => return self.roll_one(play),
        }
        Ok(())
    }
}
