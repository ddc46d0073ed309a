//! SR 12.46, 12.54, 10.26-friendlyfire: friends who roll because of one event: a rout beside them, somebody who retreated through
//! them, fire over their heads. All roll, then whoever was Disordered and failed suffers for it, one after the other.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_catalog::tables::SecondDisorderResult;
use longroll_core::ChanceError;
use longroll_movement::reaction::react_stack;
use longroll_position::HalfMp;
use longroll_position::rule_set::SwampTurn;
use longroll_rule::Rule;

use self::chain::remember;
use super::check::{Check, CheckStep, Checked, Occasion, disorder};
use super::second_disorder::suffer;
use crate::choice::Choice;
use crate::event::Event;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done};

mod chain;
mod frame;

pub(super) use self::chain::{
    Price, causing, last_roll, neighbours, no_return_fire, note_leaders, note_shaken,
    pays_for_being_blocked, price, regroup, roll_for_each, stopped_with,
};
pub(crate) use self::chain::{shake, shake_in_swamp};
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

    /// BB 9.44-swamp-facing: guns roll only because of the Swamp.
    fn occasion_of(&self, at: At<'_>, unit: UnitId) -> Occasion {
        if self.faced.is_some() && at.setting.unit(unit).arm == Arm::Artillery {
            Occasion::Swamp(Rule::BB_9_44_swamp_facing)
        } else {
            self.occasion
        }
    }

    /// BB 9.44-swamp-facing: a Disordered unit that fails does not come round in Swamp, and all units of a hex face alike (SR 7.11);
    /// then those who have failed suffer for it.
    fn turns_back(&self, play: &mut Play<'_>, unit: UnitId) {
        let Some(facing) = self.faced else { return };
        for other in react_stack(&play.at(), unit) {
            if play.position.unit(other).facing != facing {
                play.happens(Event::Turned {
                    unit: other,
                    facing,
                    cost: HalfMp::ZERO,
                    rule: Rule::BB_9_44_swamp_facing,
                });
            }
        }
    }

    /// The same of guns, to which a check in Swamp does nothing by itself.
    fn guns_fail(&self, play: &mut Play<'_>, unit: UnitId) {
        let Occasion::Swamp(rule) = self.occasion_of(play.at(), unit) else {
            return;
        };
        if play.position.unit(unit).is_disordered() {
            self.turns_back(play, unit);
        } else if play.setting.rules.switches.swamp_turn_failure == SwampTurn::Disorder {
            disorder(play, unit, rule);
        }
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
                let check = Check::plain(unit, self.occasion_of(play.at(), unit));
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
                    self.turns_back(play, unit);
                    if let Occasion::ReactionFacing(mover) = self.occasion {
                        no_return_fire(play, unit, mover);
                    }
                    self.failed.push((unit, result));
                }
                Checked::Passed if !state.is_disordered() => self.steady.extend(state.hexes()),
                Checked::Failed => self.guns_fail(play, unit),
                Checked::Passed => {}
            }
        }
        // What else the check has led to lies above and comes first.
        play.push(self);
        Ok(())
    }
}
