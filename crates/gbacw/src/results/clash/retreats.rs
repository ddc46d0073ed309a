//! SR 12.42 to 12.48: the retreats of a result, and what they cost those who cannot go and those gone through; SR 11.59: what the
//! result costs spent horses.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{ChanceError, Side};
use longroll_position::rule_set::LeaderLossPerSp;
use longroll_rule::Rule;

use super::frame::{ClashStep, Line};
use super::is_gun;
use crate::play::Play;
use crate::results::blown::extra_losses;
use crate::results::cohesion;
use crate::results::cohesion::fatigue_level;
use crate::results::group::regroup;
use crate::results::loss::LossStep;
use crate::results::losses::{collapses_further, leaders_in};
use crate::results::retreat::{Account, Retreat, RetreatStep};
use crate::results::second_disorder::does_nothing_more;
use crate::scene::At;
use crate::step::Step;

impl ClashStep {
    /// SR 12.42: the side that must retreat does so, unit by unit.
    pub(super) fn retreats(mut self, play: &mut Play<'_>) {
        let Some(blow) = self.blows.iter().find(|blow| blow.retreat > 0) else {
            self.next(play, Line::Blocked);
            return;
        };
        self.queue.retain(|&unit| play.position.unit(unit).on_map());
        let retreats = self.queue.iter().map(|&unit| Retreat {
            unit,
            least: blow.retreat,
            most: blow.retreat,
            causing: blow.causing.clone(),
            rule: Rule::SR_12_42,
            account: Account::Told,
            through: Vec::new(),
            owed: Vec::new(),
            first: None,
        });
        if let Some(step) = RetreatStep::all(retreats.collect()) {
            // SR 12.47.
            for &unit in &self.queue {
                does_nothing_more(play, unit);
            }
            play.call(self, step);
            return;
        }
        self.regroups(play);
        self.next(play, Line::Blocked);
    }

    /// SR 12.44: stacks that have gone back together are in their order.
    pub(super) fn regroups(&self, play: &mut Play<'_>) {
        for stack in self.blows.iter().flat_map(|blow| &blow.stacks) {
            regroup(play, &stack.units);
        }
    }

    /// What came of one retreat.
    pub(super) fn retreated(
        &mut self,
        play: &mut Play<'_>,
        unit: UnitId,
        missing: u8,
        passed: Vec<UnitId>,
    ) {
        self.queue.retain(|&other| other != unit);
        for friend in passed {
            if !self.passed.contains(&friend) && !self.memory.has_rolled(friend) {
                self.passed.push(friend);
            }
        }
        if missing == 0 || !play.position.unit(unit).on_map() {
            return;
        }
        if is_gun(play.at(), unit) {
            let side = play.setting.unit(unit).side;
            self.leaves(play, unit, side, Rule::SR_12_45);
            return;
        }
        for (number, blow) in self.blows.iter().enumerate() {
            let place = blow
                .stacks
                .iter()
                .position(|stack| stack.units.contains(&unit));
            let Some(place) = place else { continue };
            let known = self.blocked.iter_mut();
            match known
                .into_iter()
                .find(|(b, s, _)| (*b, *s) == (number, place))
            {
                Some((_, _, most)) => *most = (*most).max(missing),
                None => self.blocked.push((number, place, missing)),
            }
        }
    }

    /// SR 12.44-blocked: 1 SP for every hex a stack could not retreat; SR 12.46: then the friends gone through are checked.
    pub(super) fn settles_retreats(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let mut steps: Vec<Step> = Vec::new();
        for (blow, stack, sp) in core::mem::take(&mut self.blocked) {
            let stack = self.blows[blow].stacks[stack].clone();
            let at = play.at();
            let men = stack.units.iter().copied();
            let men = men.filter(|&unit| at.position.unit(unit).on_map() && !is_gun(at, unit));
            // Those who stayed first; SR 12.22: what one has not got the next one pays.
            let mut men: Vec<UnitId> = men.collect();
            men.sort_by_key(|&unit| at.position.unit(unit).hex != stack.hex);
            self.memory.spared.extend(men.iter().skip(1));
            let mut left = sp;
            for unit in men {
                let sp = left.min(at.position.unit(unit).sp);
                left -= sp;
                if sp == 0 {
                    break;
                }
                if collapses_further(at, unit, sp) && !self.shaken.contains(&unit) {
                    self.shaken.push(unit);
                }
                let rule = Rule::SR_12_44_blocked;
                steps.push(LossStep { unit, sp, rule }.into());
                // BB 12.78-perloss: a roll for every SP.
                let per_sp = at.setting.rules.switches.opt_leader_loss_per_sp;
                let times = match per_sp {
                    LeaderLossPerSp::On => sp,
                    LeaderLossPerSp::Off => 1,
                };
                for _ in 0..times {
                    self.bleeds(play, unit);
                }
            }
        }
        // Reading 79 of the assault chapter: leaders with those who paid roll before the friends gone through.
        self.next(play, Line::BlockedLeaders);
        play.then(steps);
        Ok(())
    }

    /// SR 12.44-stacking: friends with whom a unit that it strikes has stopped on its first retreat; they are gone through.
    pub(in crate::results) fn stopped_with(&self, at: At<'_>, unit: UnitId) -> Vec<UnitId> {
        let hex = at.position.unit(unit).hex;
        let stacks = self.blows.iter().flat_map(|blow| &blow.stacks);
        let mut own = stacks.filter(|stack| stack.units.contains(&unit));
        let gone =
            own.next().is_some_and(|first| first.hex != hex) && own.all(|stack| stack.hex != hex);
        if !gone {
            return Vec::new();
        }
        let struck = |other: &UnitId| {
            let mut blows = self.blows.iter();
            blows.any(|blow| blow.units().any(|each| each == *other))
        };
        let there = at.position.stack(hex).map(|part| part.unit);
        there.filter(|other| !struck(other)).collect()
    }

    /// SR 12.48: the steadier side retreats last, on a tie the attackers.
    pub(super) fn second_retreats(self, play: &mut Play<'_>) {
        let at = play.at();
        let of = |side: Side| {
            let own = self.second.iter().copied();
            own.filter(move |&unit| {
                at.setting.unit(unit).side == side && at.position.unit(unit).on_map()
            })
        };
        let best = |side: Side| {
            of(side)
                .map(|unit| {
                    let value = i32::from(cohesion(at, unit).unwrap_or(0));
                    value - i32::from(fatigue_level(at, unit) + 1) / 2
                })
                .max()
        };
        let defender = self.attacker.enemy();
        let order = if best(defender) > best(self.attacker) {
            [self.attacker, defender]
        } else {
            [defender, self.attacker]
        };
        let mut steps: Vec<Step> = Vec::new();
        for side in order {
            let mut retreats: Vec<Retreat> = Vec::new();
            let causing = self.blows.iter().find(|blow| blow.side == side);
            let causing = causing.map(|blow| blow.causing.clone()).unwrap_or_default();
            for unit in of(side) {
                let retreat = Retreat {
                    causing: causing.clone(),
                    through: self.stopped_with(at, unit),
                    ..Retreat::second_disorder(unit)
                };
                retreats.push(retreat);
            }
            steps.extend(RetreatStep::all(retreats).map(Step::from));
        }
        self.next(play, Line::FinalChecks);
        play.then(steps);
    }

    /// SR 11.59: what spent horses cost beyond that.
    pub(super) fn blown_losses(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        let mut steps: Vec<Step> = Vec::new();
        let struck: Vec<UnitId> = self.lost.iter().chain(&self.second).copied().collect();
        for stack in self.blows.iter().flat_map(|blow| &blow.stacks) {
            for unit in extra_losses(play, &stack.units, &struck)? {
                let rule = Rule::SR_11_59;
                steps.push(LossStep { unit, sp: 1, rule }.into());
                // BB 12.78-perloss: another SP, another roll.
                if play.setting.rules.switches.opt_leader_loss_per_sp == LeaderLossPerSp::On {
                    let side = play.setting.unit(unit).side;
                    let hexes: Vec<HexId> = play.position.unit(unit).hexes().collect();
                    self.due.extend(leaders_in(play.at(), side, &hexes));
                }
            }
        }
        let blown = |unit: &UnitId| play.position.unit(*unit).blown;
        self.spent = struck.into_iter().filter(blown).collect();
        self.next(play, Line::SecondRetreats);
        play.then(steps);
        Ok(())
    }
}
