//! SR 8.35, 12.2, 12.3: one result of the fire table on one hex, line by line (reading 79 of the assault chapter): printed losses, leaders,
//! Disorder, the others of the stack, what a second Disorder costs, retreats, final checks, friends fired over.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Mechanism, UnitId};
use longroll_catalog::tables::{SecondDisorderCause, SecondDisorderResult};
use longroll_combat::fire::Strikes;
use longroll_core::{ChanceError, Side};
use longroll_position::rule_set::LeaderLossPerSp;
use longroll_position::{Cohesion, Presence, Topic};
use longroll_rule::Rule;

use self::frame::Line;
use super::blown::extra_losses;
use super::check::{Check, CheckStep, Checked, Occasion, disorder, passes};
use super::cohesion;
use super::cohesion::{udd_roll, udd_terms};
use super::group::{regroup, shake};
use super::leader_loss::roll_for;
use super::loss::LossStep;
use super::losses::{collapses_further, leaders_in, loser};
use super::refuge::displace_exposed;
use super::removal::remove;
use super::retreat::{Retreat, RetreatStep};
use super::second_disorder::{does_nothing_more, rout_all};
use crate::event::{Drawn, Event, Lot};
use crate::fire::no_second_shot;
use crate::play::Play;
use crate::procedure::{Procedure, asks_nobody};
use crate::scene::At;
use crate::sequence::first_day_hour;
use crate::step::{Done, Step};

mod frame;

pub use self::frame::{Hit, Shock, StrikeStep};

impl StrikeStep {
    /// SR 12.48: the side that waits for its retreat, and the best Cohesion of those who must retreat, less what Fatigue
    /// takes from it.
    #[must_use]
    pub fn steadiness(&self, at: At<'_>) -> (Side, i32) {
        let best = self
            .second
            .iter()
            .filter(|&&unit| at.position.unit(unit).on_map())
            .filter_map(|&unit| {
                let value = i32::from(cohesion::cohesion(at, unit)?);
                let tired = i32::from(cohesion::fatigue_level(at, unit));
                Some(value - (tired + 1) / 2)
            })
            .max();
        (self.hit.side, best.unwrap_or(i32::MIN))
    }

    fn at_line(mut self, line: Line) -> Self {
        self.line = line;
        self
    }

    /// Goes on with the next line.
    fn next(self, play: &mut Play<'_>, line: Line) {
        play.push(self.at_line(line));
    }

    /// The unit that is struck first, if it is one.
    fn first(&self) -> Option<UnitId> {
        match self.hit.strikes {
            Strikes::First(unit) => Some(unit),
            Strikes::Each | Strikes::Boat(_) => None,
        }
    }

    /// SR 8.35, 12.22: SP by SP from the unit struck first downwards; shell takes them from everybody.
    fn losses(mut self, play: &mut Play<'_>) {
        let mut steps: Vec<Step> = Vec::new();
        let mut bloody: Vec<HexId> = Vec::new();
        let rule = self.hit.rule;
        let mut left = self.hit.loss;
        let order = self.order();
        for unit in order {
            let sp = left.min(play.position.unit(unit).sp);
            if sp == 0 {
                continue;
            }
            if !matches!(self.hit.strikes, Strikes::Each) {
                left -= sp;
            }
            self.bled.push(unit);
            self.lost = self.lost.saturating_add(sp);
            bloody.extend(play.position.unit(unit).hexes());
            // SR 12.23: below half it is Disordered at once.
            let state = play.position.unit(unit);
            let good = state.cohesion == Cohesion::GoodOrder;
            let left = state.sp - sp;
            let collapses = good && crate::sequence::collapses(play.setting, unit, left);
            self.fell |= collapses && self.first() == Some(unit);
            if collapses_further(play.at(), unit, sp) {
                self.shaken.push(unit);
            }
            steps.push(LossStep { unit, sp, rule }.into());
        }
        // They roll also if a line draws in or a unit dies and they go to others before (SR 12.73).
        self.stacked = leaders_in(play.at(), self.hit.side, &bloody);
        self.next(play, Line::Leaders);
        play.then(steps);
    }

    /// In which order the units of the hex are struck.
    fn order(&self) -> Vec<UnitId> {
        // SR 10.41: an earlier result may have left nobody in the hex.
        let Some(first) = self.first().filter(|first| self.stack.contains(first)) else {
            return self.stack.clone();
        };
        let rest = self.stack.iter().copied().filter(|&unit| unit != first);
        core::iter::once(first).chain(rest).collect()
    }

    /// SR 12.71: leaders with those who lost strength. BB 12.78-perloss: once for every SP.
    fn leaders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if !self.bled.is_empty() {
            let option = play.setting.rules.switches.opt_leader_loss_per_sp;
            let times = match option {
                LeaderLossPerSp::On => self.lost.max(1),
                LeaderLossPerSp::Off => 1,
            };
            for leader in core::mem::take(&mut self.stacked) {
                self.rolled.push(leader);
                for _ in 0..times {
                    if play.position.leader(leader).on_map() {
                        roll_for(play, leader, Rule::SR_12_71)?;
                    }
                }
            }
        }
        self.queue = match self.first() {
            // SR 10.41: a hex left empty by an earlier result is not struck.
            Some(first) => vec![first]
                .into_iter()
                .filter(|it| self.stack.contains(it))
                .collect(),
            None => self.stack.clone(),
        };
        self.next(play, Line::Disorder);
        Ok(())
    }

    /// SR 12.32: "d" and "D" for whom the result strikes.
    fn disorders(mut self, play: &mut Play<'_>) {
        if self.hit.shock == Shock::None {
            self.queue.clear();
        }
        if let Some(first) = self.first() {
            self.fell |= !play.position.unit(first).on_map();
        }
        while let Some(unit) = pop_first(&mut self.queue) {
            // SR 8.42, 12.31: whoever has drawn together out of the hex is struck all the same.
            if !play.position.unit(unit).on_map() {
                continue;
            }
            match self.hit.shock {
                Shock::None => {}
                Shock::Automatic if play.position.unit(unit).is_disordered() => self.suffers(unit),
                Shock::Automatic => {
                    disorder(play, unit, Rule::SR_12_32);
                    self.fell |= self.first() == Some(unit);
                }
                Shock::Check(drm) => {
                    let check = Check {
                        unit,
                        occasion: Occasion::Fire,
                        drm: (drm != 0).then_some((drm, Rule::SR_12_32)),
                    };
                    // The unit that is checked stands at the head of the queue until its result is there.
                    self.queue.insert(0, unit);
                    play.call(self, CheckStep::Roll(check));
                    return;
                }
            }
        }
        if self.fell && self.first().is_some() {
            let first = self.first();
            // Top to bottom, whoever was struck first.
            let there = play.position.stack(self.hit.target).map(|part| part.unit);
            self.queue = there
                .filter(|unit| Some(*unit) != first && self.stack.contains(unit))
                .collect();
        }
        self.next(play, Line::Others);
    }

    /// SR 8.35: everybody else in the hex, without the modifier of the result.
    fn others(mut self, play: &mut Play<'_>) {
        while let Some(&unit) = self.queue.first() {
            if play.position.unit(unit).on_map() {
                let check = Check::plain(unit, Occasion::TopUnit);
                play.call(self, CheckStep::Roll(check));
                return;
            }
            self.queue.remove(0);
        }
        self.next(play, Line::SecondLosses);
    }

    fn suffers(&mut self, unit: UnitId) {
        self.second.push(unit);
        self.fell |= self.first() == Some(unit);
    }

    /// SR 12.35e, 12.36: who loses by second Disorders: every battery a gun, of the others one for the stack, by shell at random.
    fn losers(&self, play: &mut Play<'_>, men: &[UnitId]) -> Result<Vec<UnitId>, ChanceError> {
        let second = self.second.iter().copied();
        let mut losers: Vec<UnitId> = second.filter(|unit| !men.contains(unit)).collect();
        match men {
            [only] if matches!(self.hit.strikes, Strikes::Each) => losers.push(*only),
            several if several.len() > 1 && matches!(self.hit.strikes, Strikes::Each) => {
                let lot = Lot {
                    rule: Rule::SR_12_35e,
                    outcomes: several.iter().map(|&unit| (Drawn::Unit(unit), 1)).collect(),
                };
                if let Some(Drawn::Unit(unit)) = play.draw(lot)? {
                    losers.push(unit);
                }
            }
            again => {
                let own = self.standing.iter().copied();
                let again: Vec<UnitId> = own.filter(|unit| again.contains(unit)).collect();
                losers.extend(loser(play.at(), &self.standing, &again));
            }
        }
        Ok(losers)
    }

    /// SR 12.35a, 12.35e, 12.36: what a second Disorder costs: 1 SP for the stack, a gun for every battery.
    fn second_losses(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let is_gun = |unit: UnitId| play.setting.unit(unit).arm == Arm::Artillery;
        let second = self.second.iter().copied();
        let men: Vec<UnitId> = second.filter(|&unit| !is_gun(unit)).collect();
        let losers = self.losers(play, &men)?;
        self.memory.drive(&self.second);
        if losers.iter().any(|&unit| !is_gun(unit)) {
            self.memory.pays(&self.standing);
        }
        // SR 12.36: guns only lose, and stay.
        for unit in men {
            does_nothing_more(play, unit);
            no_second_shot(play, unit);
        }
        if !losers.is_empty() {
            let hexes: Vec<HexId> = losers
                .iter()
                .flat_map(|&unit| play.position.unit(unit).hexes())
                .collect();
            let (at, side) = (play.at(), self.hit.side);
            self.due = match play.setting.rules.switches.opt_leader_loss_per_sp {
                // BB 12.78-perloss: another SP, another roll.
                LeaderLossPerSp::On => losers
                    .iter()
                    .flat_map(|&unit| {
                        let hexes: Vec<HexId> = at.position.unit(unit).hexes().collect();
                        leaders_in(at, side, &hexes)
                    })
                    .collect(),
                LeaderLossPerSp::Off => leaders_in(at, side, &hexes)
                    .into_iter()
                    .filter(|leader| !self.rolled.contains(leader))
                    .collect(),
            };
        }
        let mut steps: Vec<Step> = Vec::new();
        for unit in losers {
            if collapses_further(play.at(), unit, 1) && !self.shaken.contains(&unit) {
                self.shaken.push(unit);
            }
            let rule = match play.setting.unit(unit).arm {
                Arm::Artillery => Rule::SR_12_36,
                _ => Rule::SR_12_35a,
            };
            steps.push(LossStep { unit, sp: 1, rule }.into());
        }
        self.next(play, Line::Blown);
        play.then(steps);
        Ok(())
    }

    /// SR 11.59: what spent horses cost beyond that.
    fn blown_losses(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let mut steps: Vec<Step> = Vec::new();
        let struck: Vec<UnitId> = self.bled.iter().chain(&self.second).copied().collect();
        for unit in extra_losses(play, &self.stack, &struck)? {
            let rule = Rule::SR_11_59;
            steps.push(LossStep { unit, sp: 1, rule }.into());
            // BB 12.78-perloss: another SP, another roll.
            if play.setting.rules.switches.opt_leader_loss_per_sp == LeaderLossPerSp::On {
                let hexes: Vec<HexId> = play.position.unit(unit).hexes().collect();
                self.due
                    .extend(leaders_in(play.at(), self.hit.side, &hexes));
            }
        }
        let blown = |unit: &&UnitId| play.position.unit(**unit).blown;
        self.spent = self.stack.iter().filter(blown).copied().collect();
        self.spent.retain(|unit| struck.contains(unit));
        self.next(play, Line::Retreats);
        play.then(steps);
        Ok(())
    }

    /// SR 12.35a: one or two hexes, each unit for itself; guns stay (SR 12.36).
    fn retreats(mut self, play: &mut Play<'_>) {
        let driven: Vec<UnitId> = self
            .second
            .iter()
            .copied()
            .filter(|&unit| self.is_driven(play.at(), unit))
            .collect();
        if self.holds && !driven.is_empty() {
            play.finish(Done::Held(Box::new(self)));
            return;
        }
        let causing = self.hit.causing.clone();
        self.holds = false;
        self.next(play, Line::FinalChecks);
        let retreats = driven.into_iter().map(|unit| Retreat {
            causing: causing.clone(),
            rule: Rule::SR_12_35a,
            ..Retreat::second_disorder(unit)
        });
        play.then(RetreatStep::all(retreats.collect()).map(Step::from));
    }

    fn is_driven(&self, at: At<'_>, unit: UnitId) -> bool {
        let arm = at.setting.unit(unit).arm;
        let cause = if self.first().is_none_or(|first| first == unit) {
            SecondDisorderCause::Fire
        } else {
            SecondDisorderCause::TopUnitDisordered
        };
        let result = at.setting.tables().second_disorder.result(cause, arm);
        at.position.unit(unit).on_map() && result == SecondDisorderResult::LoseAndRetreat
    }

    /// SR 12.23, BB 12.35: who lost strength while Collapsed, and infantry that the first morning unnerves; one roll each.
    fn final_checks(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        regroup(play, &self.stack);
        let mut doomed: Vec<UnitId> = Vec::new();
        let mut why = Rule::SR_12_23;
        for &unit in &self.stack {
            if !play.position.unit(unit).on_map() {
                continue;
            }
            let collapsed = (self.shaken.contains(&unit) || self.memory.shaken.contains(&unit))
                && play.position.unit(unit).cohesion == Cohesion::Collapsed;
            let unnerved =
                self.hit.close && self.second.contains(&unit) && is_unnerved(play.at(), unit);
            let rule = match (collapsed, unnerved) {
                (true, _) => Rule::SR_12_23,
                (false, true) => Rule::BB_12_35,
                (false, false) if self.spent.contains(&unit) => Rule::SR_11_59,
                (false, false) => continue,
            };
            let terms = udd_terms(play.at(), unit);
            let roll = udd_roll(play.at(), unit, rule, terms);
            if !passes(play, roll)? {
                doomed.push(unit);
                why = rule;
            }
        }
        self.next(play, Line::LastLeaders);
        // SR 12.54: all roll before the first leaves.
        if !doomed.is_empty() {
            rout_all(play, &doomed, why);
        }
        Ok(())
    }

    fn last_leaders(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        for leader in core::mem::take(&mut self.due) {
            if play.position.leader(leader).on_map() {
                roll_for(play, leader, Rule::SR_12_71)?;
            }
        }
        self.next(play, Line::Friends);
        Ok(())
    }

    /// SR 10.26-friendlyfire: friends of the firers near the target.
    fn friends(self, play: &mut Play<'_>) {
        let firing = self.hit.side.enemy();
        let occasion = if self.hit.over_woods {
            Occasion::FiredOverWoods
        } else {
            Occasion::FriendlyFire
        };
        let mut near: Vec<UnitId> = Vec::new();
        for &hex in &self.hit.friends {
            for part in play.position.stack(hex) {
                if play.setting.unit(part.unit).side == firing && !near.contains(&part.unit) {
                    near.push(part.unit);
                }
            }
        }
        self.next(play, Line::Nerves);
        shake(play, occasion, near);
    }

    /// BB 30.0: after the result the unit checks, and a failure drives it back.
    fn nerves(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let nervous = self.nervous.take();
        let causing = self.hit.causing.clone();
        self.next(play, Line::Over);
        let rule = play.setting.special_name(Topic::Fire, |rule| {
            matches!(rule.mechanism, Mechanism::NervousUnderFire { .. })
        });
        if let Some(unit) = nervous.filter(|&unit| play.position.unit(unit).on_map()) {
            let terms = udd_terms(play.at(), unit);
            let roll = udd_roll(play.at(), unit, rule, terms);
            if !passes(play, roll)? {
                disorder(play, unit, rule);
                play.push(RetreatStep::FallBack(Retreat {
                    causing,
                    rule,
                    ..Retreat::second_disorder(unit)
                }));
            }
        }
        Ok(())
    }

    /// BB 14.76: the first D turns a gunboat over, the second drives it off.
    fn strike_boat(self, play: &mut Play<'_>, boat: UnitId) {
        if self.hit.shock == Shock::Automatic && play.position.unit(boat).on_map() {
            if play.position.fires.struck_boats.contains(&boat) {
                remove(play, boat, Presence::Left, Rule::BB_14_76);
            } else {
                play.happens(Event::BoatStruck { unit: boat });
            }
        }
        play.finish(Done::Over);
    }
}

impl Procedure for StrikeStep {
    asks_nobody!();

    fn runs(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        if let Strikes::Boat(boat) = self.hit.strikes {
            self.strike_boat(play, boat);
            return Ok(());
        }
        match self.line {
            Line::Losses => self.losses(play),
            Line::Leaders => return self.leaders(play),
            Line::Disorder => self.disorders(play),
            Line::Others => self.others(play),
            Line::SecondLosses => return self.second_losses(play),
            Line::Blown => return self.blown_losses(play),
            Line::Retreats => self.retreats(play),
            Line::FinalChecks => return self.final_checks(play),
            Line::LastLeaders => return self.last_leaders(play),
            Line::Friends => self.friends(play),
            Line::Nerves => return self.nerves(play),
            Line::Over => {
                displace_exposed(play);
                play.finish(Done::Over);
            }
        }
        Ok(())
    }

    fn goes_on(mut self, play: &mut Play<'_>, result: Done) -> Result<(), ChanceError> {
        if let (Done::Checked(checked), Some(unit)) = (result, pop_first(&mut self.queue)) {
            match checked {
                Checked::Passed => {}
                Checked::Failed => self.fell |= self.first() == Some(unit),
                Checked::SecondDisorder(_) => self.suffers(unit),
            }
        }
        self.runs(play)
    }
}

fn pop_first(queue: &mut Vec<UnitId>) -> Option<UnitId> {
    (!queue.is_empty()).then(|| queue.remove(0))
}

/// BB 12.35: whether infantry of this side makes a rout check after a second Disorder by small arms.
fn is_unnerved(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let Some(terms) = at.setting.terms() else {
        return false;
    };
    let check = terms.rout_check;
    facts.arm == Arm::Infantry
        && facts.side == check.side
        && !cohesion::is_dropped(at, Rule::BB_12_35)
        && first_day_hour(at).is_some_and(|hour| hour <= check.until_hour)
}
