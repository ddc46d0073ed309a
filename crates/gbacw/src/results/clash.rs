//! SR 8.36, 11.37, 11.45, 12.2 to 12.5: what an assault, or a check of it, does to both sides, line by line (reading 79 of the assault
//! chapter): losses, leaders, the retreat of the table, Disorder, rout, what a second Disorder costs and where it drives
//! to, final checks.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, LeaderId, UnitId};
use longroll_catalog::tables::SecondDisorderCause;
use longroll_core::{ChanceError, Refusal, Side};
use longroll_position::Cohesion;
use longroll_position::rule_set::{
    LeaderLossInAssault, LeaderLossPerSp, TenPlus, TerrainInRetreat,
};
use longroll_rule::Rule;

use self::frame::Line;
use super::check::{Occasion, disorder, passes};
use super::cohesion::{cohesion, udd_roll, udd_terms};
use super::group::shake;
use super::leader_loss::roll_for;
use super::loss::LossStep;
use super::losses::{collapses_further, leaders_in, loser};
use super::refuge::displace_exposed;
use super::second_disorder::{abandon, does_nothing_more};
use crate::choice::Choice;
use crate::play::Play;
use crate::procedure::{Judgement, Procedure, Ruling, looks_at_the_position};
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::{Ask, Done, Step};

mod frame;
mod retreats;
mod routs;

pub use self::frame::{Blow, ClashStep, Stack};

impl ClashStep {
    fn next(mut self, play: &mut Play<'_>, line: Line) {
        self.line = line;
        play.push(self);
    }

    /// SR 8.36-losses, reading 76 of the assault chapter: who may take the loss of a Bloody Stall: guns on top, else the best Cohesion.
    fn victims(&self, at: At<'_>) -> Vec<UnitId> {
        let Some(blow) = self.blows.get(self.struck).filter(|blow| blow.loss > 0) else {
            return Vec::new();
        };
        let on_map = |unit: &UnitId| at.position.unit(*unit).on_map();
        let mut guns: Vec<UnitId> = Vec::new();
        for stack in &blow.stacks {
            // A line that has another of its hexes among the stacks may lie above them.
            let mut there = at.position.stack(stack.hex).map(|part| part.unit);
            guns.extend(there.next().filter(|&unit| is_gun(at, unit)));
        }
        if !guns.is_empty() && blow.side != self.attacker {
            return guns;
        }
        let fighting = blow.stacks.iter().flat_map(|stack| stack.fighting.iter());
        let men: Vec<UnitId> = fighting
            .copied()
            .filter(|unit| on_map(unit) && !is_gun(at, *unit))
            .collect();
        let best = men.iter().filter_map(|&unit| cohesion(at, unit)).max();
        men.into_iter()
            .filter(|&unit| cohesion(at, unit) == best)
            .collect()
    }

    fn loses(mut self, play: &mut Play<'_>, unit: UnitId) {
        let sp = self.blows[self.struck].loss;
        self.struck += 1;
        self.bleeds(play, unit);
        self.lost.push(unit);
        if collapses_further(play.at(), unit, sp) {
            self.shaken.push(unit);
        }
        let rule = Rule::SR_8_36_losses;
        play.push(self);
        play.push(LossStep { unit, sp, rule });
    }

    fn losses(mut self, play: &mut Play<'_>) {
        while self.struck < self.blows.len() {
            match self.victims(play.at()).as_slice() {
                [] => self.struck += 1,
                [only, ..] => {
                    let only = *only;
                    self.loses(play, only);
                    return;
                }
            }
        }
        self.next(play, Line::Leaders);
    }

    /// SR 12.71: leaders with those who lost strength.
    fn leaders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.roll_leaders(play)?;
        // SR 11.64, 11.65, 12.36: guns that would be disordered again, or are overrun, stay where they are.
        for number in 0..self.blows.len() {
            let blow = self.blows[number].clone();
            for unit in blow.units() {
                let state = play.position.unit(unit);
                if !is_gun(play.at(), unit) || !state.on_map() {
                    continue;
                }
                if blow.flees {
                    self.leaves(play, unit, blow.side, Rule::SR_11_37_march);
                } else if blow.rout_check {
                    self.leaves(play, unit, blow.side, Rule::SR_11_64);
                } else if blow.disordered && state.is_disordered() {
                    self.leaves(play, unit, blow.side, self.abandoning());
                }
            }
            if blow.retreat > 0 {
                self.queue = blow.units().collect();
                let good = |unit: &UnitId| !play.position.unit(*unit).is_disordered();
                self.steady = blow.units().filter(good).collect();
            }
        }
        self.next(play, Line::Retreats);
        Ok(())
    }

    /// SR 11.62, 11.65: by which rule guns that are disordered again stay.
    fn abandoning(&self) -> Rule {
        match self.cause {
            SecondDisorderCause::PreAssaultCheck => Rule::SR_11_62,
            _ => Rule::SR_11_65,
        }
    }

    fn leaves(&mut self, play: &mut Play<'_>, unit: UnitId, side: Side, rule: Rule) {
        if !self.left_guns.contains(&side) {
            self.left_guns.push(side);
        }
        abandon(play, unit, rule);
    }

    /// SR 12.71, 8.44: whoever stands in one of its hexes before the loss is with it, also if it draws in or dies and he goes to
    /// others before he rolls (SR 12.73).
    fn bleeds(&mut self, play: &Play<'_>, unit: UnitId) {
        let side = play.setting.unit(unit).side;
        let hexes = play.position.unit(unit).hexes();
        let leaders = hexes.flat_map(|hex| leaders_in(play.at(), side, &[hex]));
        self.stacked.extend(leaders);
    }

    fn roll_leaders(&mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let per_sp = play.setting.rules.switches.opt_leader_loss_per_sp == LeaderLossPerSp::On;
        for leader in core::mem::take(&mut self.stacked) {
            let has_rolled = self.rolled.contains(&leader) && !per_sp;
            if has_rolled || !play.position.leader(leader).on_map() {
                continue;
            }
            self.rolled.push(leader);
            roll_for(play, leader, Rule::SR_12_71)?;
        }
        Ok(())
    }

    /// SR 12.71: leaders with those who could not retreat.
    fn blocked_leaders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.roll_leaders(play)?;
        let friends = core::mem::take(&mut self.passed);
        self.next(play, Line::Disorder);
        shake(play, Occasion::RetreatedThrough, friends);
        Ok(())
    }

    /// SR 8.36-disorder: everybody in the stacks; whoever was Disordered rolls between a retreat and rout.
    fn disorders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let switches = &play.setting.rules.switches;
        let merged = switches.terrain_in_table_retreat == TerrainInRetreat::Merged;
        for blow in self.blows.clone() {
            for unit in blow.units() {
                let state = play.position.unit(unit);
                if !state.on_map() {
                    continue;
                }
                if merged && self.steady.contains(&unit) && state.is_disordered() {
                    continue;
                }
                if blow.flees {
                    self.doomed.push(unit);
                } else if blow.disordered && state.is_disordered() {
                    self.second.push(unit);
                } else if blow.disordered {
                    disorder(play, unit, self.rule);
                }
            }
        }
        for unit in self.second.clone() {
            if is_gun(play.at(), unit) {
                // SR 11.65: guns that the ground of their retreat disordered.
                self.second.retain(|&other| other != unit);
                let side = play.setting.unit(unit).side;
                self.leaves(play, unit, side, self.abandoning());
                continue;
            }
            let terms = udd_terms(play.at(), unit);
            let roll = udd_roll(play.at(), unit, Rule::BB_T_second_disorder, terms);
            self.memory.rolls(unit);
            if !passes(play, roll)? {
                self.doomed.push(unit);
            }
        }
        self.next(play, Line::Routs);
        Ok(())
    }

    /// SR 12.35b, 12.35e, reading 62 of the assault chapter: 1 SP for each stack.
    fn second_losses(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let mut steps: Vec<Step> = Vec::new();
        for blow in &self.blows {
            for stack in &blow.stacks {
                let at = play.at();
                let there = |unit: &UnitId| at.position.unit(*unit).on_map();
                let own = stack.units.iter().copied();
                let affected: Vec<UnitId> = own
                    .filter(|unit| self.second.contains(unit) && there(unit))
                    .collect();
                let Some(loser) = loser(at, &stack.units, &affected) else {
                    continue;
                };
                if collapses_further(at, loser, 1) && !self.shaken.contains(&loser) {
                    self.shaken.push(loser);
                }
                let hexes: Vec<HexId> = at.position.unit(loser).hexes().collect();
                let per_sp = at.setting.rules.switches.opt_leader_loss_per_sp;
                for leader in leaders_in(at, blow.side, &hexes) {
                    let fresh = !self.rolled.contains(&leader) && !self.due.contains(&leader);
                    if fresh || per_sp == LeaderLossPerSp::On {
                        self.due.push(leader);
                    }
                }
                let rule = Rule::SR_12_35b;
                let sp = 1;
                steps.push(
                    LossStep {
                        unit: loser,
                        sp,
                        rule,
                    }
                    .into(),
                );
                // SR 12.35f.
                for unit in affected {
                    does_nothing_more(play, unit);
                }
            }
        }
        self.next(play, Line::Blown);
        play.then(steps);
        Ok(())
    }

    /// SR 11.45, 12.23: the rout check of the table, and of those who lost strength while Collapsed; one roll each.
    fn final_checks(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        self.regroups(play);
        let merged = play.setting.rules.switches.ten_plus_on_disordered == TenPlus::OneUdd;
        for blow in self.blows.clone() {
            for unit in blow.units() {
                if !play.position.unit(unit).on_map() || is_gun(play.at(), unit) {
                    continue;
                }
                let again = merged && self.second.contains(&unit);
                let collapsed = (self.shaken.contains(&unit) || self.memory.shaken.contains(&unit))
                    && play.position.unit(unit).cohesion == Cohesion::Collapsed;
                let rule = if blow.rout_check && !again {
                    Rule::BB_T_assault
                } else if collapsed {
                    Rule::SR_12_23
                } else if self.spent.contains(&unit) {
                    Rule::SR_11_59
                } else {
                    continue;
                };
                let terms = udd_terms(play.at(), unit);
                let roll = udd_roll(play.at(), unit, rule, terms);
                self.memory.rolls(unit);
                if !passes(play, roll)? {
                    self.doomed.push(unit);
                }
            }
        }
        self.left_guns.clear();
        self.next(play, Line::FinalRouts);
        Ok(())
    }

    /// SR 12.71: leaders with losses due only to a second Disorder; BB 12.78-assault: everybody who was in it.
    fn last_leaders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        for leader in core::mem::take(&mut self.due) {
            if play.position.leader(leader).on_map() {
                roll_for(play, leader, Rule::SR_12_71)?;
            }
        }
        let option = play.setting.rules.switches.opt_leader_loss_in_assault;
        if option == LeaderLossInAssault::On && self.cause == SecondDisorderCause::Assault {
            let mut due: Vec<LeaderId> = Vec::new();
            for blow in &self.blows {
                for unit in blow.units() {
                    let state = play.position.unit(unit);
                    if !state.on_map() {
                        continue;
                    }
                    let hexes: Vec<HexId> = state.hexes().collect();
                    for leader in leaders_in(play.at(), blow.side, &hexes) {
                        if !due.contains(&leader) {
                            due.push(leader);
                        }
                    }
                }
            }
            for leader in due {
                if play.position.leader(leader).on_map() {
                    roll_for(play, leader, Rule::BB_12_78_assault)?;
                }
            }
        }
        self.next(play, Line::Over);
        Ok(())
    }
}

fn is_gun(at: At<'_>, unit: UnitId) -> bool {
    at.setting.unit(unit).arm == Arm::Artillery
}

impl Procedure for ClashStep {
    type Means = UnitId;

    looks_at_the_position!();

    fn asks(&self, at: At<'_>) -> Option<Ask> {
        if let Some(&unit) = self.equals(at).first() {
            return Some(Ask {
                side: at.setting.unit(unit).side,
                rule: Rule::SR_12_52,
                prompt: Prompt::Spared,
            });
        }
        if self.line != Line::Losses {
            return None;
        }
        let side = self.blows.get(self.struck)?.side;
        (self.victims(at).len() > 1).then_some(Ask {
            side,
            rule: Rule::SR_8_36_losses,
            prompt: Prompt::TakesLoss,
        })
    }

    fn candidates(&self, &at: &At<'_>, each: &mut dyn FnMut(Choice)) {
        for unit in self.equals(at) {
            each(Choice::Name { unit });
        }
        for unit in self.victims(at) {
            each(Choice::Lose { unit });
        }
    }

    fn judge(&self, &at: &At<'_>, choice: Choice) -> Judgement<UnitId> {
        match choice {
            Choice::Name { unit } if self.equals(at).contains(&unit) => {
                Ok(Ruling::new(Rule::SR_12_52, unit))
            }
            Choice::Lose { unit } if self.victims(at).contains(&unit) => {
                Ok(Ruling::new(Rule::SR_8_36_losses, unit))
            }
            Choice::Lose { .. } => Err(Refusal::new(
                Rule::SR_8_36_losses,
                "the unit with the best Cohesion takes the loss",
            )),
            _ => Err(self.beside_the_point(at)),
        }
    }

    fn carry_out(mut self, play: &mut Play<'_>, unit: UnitId) -> Result<(), ChanceError> {
        if self.line == Line::Losses {
            self.loses(play, unit);
        } else {
            self.spared = Some(unit);
            play.push(self);
        }
        Ok(())
    }

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.line {
            Line::Losses => self.losses(play),
            Line::Leaders => return self.leaders(play),
            Line::Retreats => self.retreats(play),
            Line::Blocked => return self.settles_retreats(play),
            Line::BlockedLeaders => return self.blocked_leaders(play),
            Line::Disorder => return self.disorders(play),
            Line::Routs => self.routs(play, Line::SecondLosses),
            Line::SecondLosses => return self.second_losses(play),
            Line::Blown => return self.blown_losses(play),
            Line::SecondRetreats => self.second_retreats(play),
            Line::FinalChecks => return self.final_checks(play),
            Line::FinalRouts => self.routs(play, Line::LastLeaders),
            Line::LastLeaders => return self.last_leaders(play),
            Line::Over => {
                displace_exposed(play);
                play.finish(Done::Over);
            }
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        // Otherwise it has left the map.
        if let Done::Retreated {
            unit,
            missing,
            passed,
        } = result
        {
            self.retreated(play, unit, missing, passed);
        }
        self.runs(play)
    }
}
