//! SR 11.37: Step 4, the checks of the defenders.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::SecondDisorderCause;
use longroll_combat::assault;
use longroll_core::ChanceError;
use longroll_position::Presence;
use longroll_rule::Rule;

use super::frame::{AssaultStep, Stage};
use crate::event::Verdict;
use crate::play::Play;
use crate::results::{Blow, ClashStep, Stack, udd_roll, udd_terms};
use crate::scene::At;

impl AssaultStep {
    /// The checks of Step 4 that are still to be made.
    fn due_checks(&self, at: At<'_>) -> Vec<assault::PreAssaultCheck> {
        if self.is_continued() {
            return Vec::new();
        }
        let mut checks = assault::pre_assault_checks(&self.look(at), &self.now());
        checks.retain(|check| {
            let mut by = check.by.iter();
            !by.any(|unit| self.checked.contains(unit))
        });
        checks
    }

    /// SR 11.37-extended: who may make the next check; SR 11.11, reading 13 of the assault chapter: where the rout of one could
    /// shake the other the defender says which hex is next.
    pub(super) fn checkers(&self, at: At<'_>) -> Vec<UnitId> {
        let due = self.due_checks(at);
        let Some(first) = due.first() else {
            return Vec::new();
        };
        let stacks = due.iter().flat_map(|check| check.hexes.iter());
        let mut units = stacks.flat_map(|&hex| at.position.stack(hex));
        let shaky = units.any(|part| at.position.unit(part.unit).is_disordered());
        let grid = at.setting.grid();
        let beside = due.iter().enumerate().any(|(place, one)| {
            let mut others = due.iter().skip(place + 1).flat_map(|check| &check.hexes);
            others.any(|&other| one.hexes.iter().any(|&hex| grid.distance(hex, other) <= 1))
        });
        if shaky && beside {
            due.iter()
                .flat_map(|check| check.by.iter().copied())
                .collect()
        } else {
            first.by.to_vec()
        }
    }

    /// Step 4, SR 11.37: one check after the other.
    pub(super) fn check(mut self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self.checkers(play.at()).first() {
            Some(&unit) => self.checks(play, unit),
            None => {
                self.checked.clear();
                self.next(play, Stage::Fire);
                Ok(())
            }
        }
    }

    /// This unit makes the next check.
    pub(super) fn checks(mut self, play: &mut Play<'_>, unit: UnitId) -> Result<(), ChanceError> {
        let at = play.at();
        let now = self.now();
        let mut due = self.due_checks(at).into_iter();
        let Some(check) = due.find(|check| check.by.contains(&unit)) else {
            return Ok(());
        };
        let mut terms = udd_terms(at, unit);
        for term in assault::pre_assault_terms(&self.look(at), &check, unit, &now).as_slice() {
            terms.add(term.value, term.rule, term.reason.clone());
        }
        let units = units_in(at, &check.hexes);
        let marches = at.position.unit(unit).orders == Orders::March;
        let passed = match udd_roll(at, unit, Rule::SR_11_37, terms) {
            Some(roll) => matches!(play.roll(roll)?.verdict, Verdict::Passed { .. }),
            None => true,
        };
        self.checked.extend(check.by.iter().copied());
        self.checked.extend(units.iter().copied());
        let strikes = !passed || marches;
        self.queue.clone_from(&units);
        // SR 8.44: an extended unit flees from all its hexes.
        self.hexes = units
            .iter()
            .flat_map(|&unit| play.position.unit(unit).hexes())
            .collect();
        if !strikes {
            self.queue.clear();
            self.hexes.clear();
            play.push(self);
            return Ok(());
        }
        let hex = check
            .hexes
            .first()
            .copied()
            .unwrap_or(play.position.unit(unit).hex);
        let stack = Stack {
            hex,
            fighting: units.clone(),
            units,
        };
        let causing = self.attackers_of(&check.hexes);
        let side = self.side.enemy();
        let blow = Blow {
            disordered: !marches || passed,
            flees: marches && !passed,
            ..Blow::none(side, vec![stack], causing)
        };
        let rule = if marches {
            Rule::SR_11_37_march
        } else {
            Rule::SR_11_37
        };
        let cause = SecondDisorderCause::PreAssaultCheck;
        let clash = ClashStep::new(vec![blow], cause, self.side, rule);
        play.call(self, clash);
        Ok(())
    }

    /// Reading 98 of the assault chapter: a stack that fled, or left its guns, by its own check.
    pub(super) fn note_fled(&mut self, at: At<'_>) {
        let units = core::mem::take(&mut self.queue);
        let hexes = core::mem::take(&mut self.hexes);
        let gone = |unit: &UnitId| {
            matches!(
                at.position.unit(*unit).presence,
                Presence::Routed | Presence::AbandonedOne
            )
        };
        if !units.is_empty() && units.iter().all(gone) {
            for hex in hexes {
                let empty = at.position.holder(hex) != Some(self.side.enemy());
                if empty && !self.fled.contains(&hex) {
                    self.fled.push(hex);
                }
            }
        }
    }
}

/// Every unit that stands in one of these hexes, once.
fn units_in(at: At<'_>, hexes: &[HexId]) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = Vec::new();
    for &hex in hexes {
        for part in at.position.stack(hex) {
            if !units.contains(&part.unit) {
                units.push(part.unit);
            }
        }
    }
    units
}
