//! SR 12.46, 12.54, 10.26-friendlyfire: friends who roll because of one event: a rout beside them, somebody who retreated through
//! them, fire over their heads. All roll, then whoever was Disordered and failed suffers for it, one after the other.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_catalog::tables::SecondDisorderResult;
use longroll_core::ChanceError;
use longroll_rule::Rule;

use self::chain::remember;
use super::check::{Check, CheckStep, Checked, Occasion};
use super::second_disorder::suffer;
use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done};

mod chain;
mod frame;

pub(super) use self::chain::{
    Price, causing, last_roll, neighbours, note_leaders, note_shaken, price, regroup,
    roll_for_each, stopped_with,
};
pub(crate) use self::chain::{no_return_fire, shake};
pub(crate) use self::frame::Retirees;
pub use self::frame::{GroupStep, Memory};

impl GroupStep {
    /// Reading 134: those of whom the owner names the next, when all have rolled: the topmost of each hex.
    fn to_name(&self, at: At<'_>) -> Vec<UnitId> {
        if !self.queue.is_empty() || self.next.is_some() {
            return Vec::new();
        }
        let mut hexes: Vec<HexId> = Vec::new();
        let mut found: Vec<UnitId> = Vec::new();
        for &(unit, _) in &self.failed {
            let state = at.position.unit(unit);
            if state.on_map() && !hexes.contains(&state.hex) {
                hexes.push(state.hex);
                found.push(unit);
            }
        }
        // SR 12.52: units of both sides may be beside routs of one event; the owner of the first names his own.
        let side = |unit: UnitId| at.setting.unit(unit).side;
        if let Some(&first) = found.first() {
            found.retain(|&unit| side(unit) == side(first));
        }
        if found.len() < 2 {
            found.clear();
        }
        found
    }
}

impl Procedure for GroupStep {
    type Means = UnitId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        let first = *self.to_name(at).first()?;
        Some(Ask {
            side: at.setting.unit(first).side,
            rule: self.occasion.rule(),
            prompt: Prompt::NextToSuffer,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for unit in self.to_name(at) {
            each(Choice::Name { unit });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<UnitId> {
        match choice {
            Choice::Name { unit } if self.to_name(at).contains(&unit) => {
                Ok(Ruling::new(self.occasion.rule(), unit))
            }
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, unit: UnitId) -> Result<(), ChanceError> {
        self.failed.sort_by_key(|(other, _)| *other != unit);
        self.next = Some(unit);
        play.push(self);
        Ok(())
    }

    fn runs(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        while let Some(&unit) = self.queue.first() {
            if play.position.unit(unit).on_map() {
                let check = Check::plain(unit, self.occasion);
                play.call(self, CheckStep::Roll(check));
                return Ok(());
            }
            self.queue.remove(0);
        }
        if self.asks(play.at()).is_some() {
            play.push(self);
            return Ok(());
        }
        while !self.failed.is_empty() {
            let (unit, result) = self.failed.remove(0);
            self.next = None;
            let state = *play.position.unit(unit);
            // SR 12.8, reading 123: guns with a steady regiment are not left standing.
            let kept =
                result == SecondDisorderResult::Abandoned && self.steady.contains(&state.hex);
            if state.on_map() && !kept {
                let rule = match self.occasion {
                    Occasion::FiredOverWoods => Rule::SR_12_35a,
                    occasion => occasion.rule(),
                };
                play.push(self);
                suffer(play, unit, result, rule);
                return Ok(());
            }
        }
        remember(play, &self.memory);
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let (Done::Checked(checked), false) = (result, self.queue.is_empty()) {
            let unit = self.queue.remove(0);
            let state = play.position.unit(unit);
            match checked {
                Checked::SecondDisorder(result) => {
                    if let Occasion::ReactionFacing(mover) = self.occasion {
                        no_return_fire(play, unit, mover);
                    }
                    self.failed.push((unit, result));
                }
                Checked::Passed if !state.is_disordered() => self.steady.extend(state.hexes()),
                Checked::Passed | Checked::Failed => {}
            }
        }
        // What else the check has led to lies above and comes first.
        play.push(self);
        Ok(())
    }
}
