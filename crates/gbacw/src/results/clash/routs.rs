//! SR 12.51, 12.52: who routs by a result that has struck both sides, and who is spared.

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_rule::Rule;

use super::frame::{ClashStep, Line};
use crate::play::Play;
use crate::results::cohesion;
use crate::results::cohesion::fatigue_level;
use crate::results::second_disorder::{does_nothing_more, rout_all};
use crate::scene::At;

impl ClashStep {
    /// SR 12.52, reading 74 of the assault chapter: where both sides would rout, the steadiest units of all, an attacker before a
    /// defender; one of them stays.
    fn steadiest(&self, at: At<'_>) -> Vec<UnitId> {
        // BB 14.43-rout: no Detachment routs.
        let routs = |unit: &UnitId| !at.setting.unit(*unit).is_detachment();
        let doomed: Vec<UnitId> = self.doomed.iter().copied().filter(routs).collect();
        let flees = |side: Side| {
            let mut doomed = doomed.iter();
            self.left_guns.contains(&side) || doomed.any(|&unit| at.setting.unit(unit).side == side)
        };
        if !flees(self.attacker) || !flees(self.attacker.enemy()) {
            return Vec::new();
        }
        let steadiness = |unit: UnitId| {
            let value = i32::from(cohesion(at, unit).unwrap_or(0));
            let tired = i32::from(fatigue_level(at, unit) + 1) / 2;
            let attacks = at.setting.unit(unit).side == self.attacker;
            (value - tired, attacks)
        };
        let best = doomed.iter().map(|&unit| steadiness(unit)).max();
        doomed
            .into_iter()
            .filter(|&unit| Some(steadiness(unit)) == best)
            .collect()
    }

    /// Which of several equals stays, if that is to be asked.
    pub(super) fn equals(&self, at: At<'_>) -> Vec<UnitId> {
        let routs = matches!(self.line, Line::Routs | Line::FinalRouts) && self.spared.is_none();
        let best = if routs {
            self.steadiest(at)
        } else {
            Vec::new()
        };
        if best.len() > 1 { best } else { Vec::new() }
    }

    /// SR 12.52, 12.54: where both sides would rout one stays; the others are one event.
    pub(super) fn routs(mut self, play: &mut Play<'_>, then: Line) {
        let spared = self
            .spared
            .take()
            .or_else(|| self.steadiest(play.at()).first().copied());
        let doomed = core::mem::take(&mut self.doomed);
        if let Some(unit) = spared {
            // SR 12.35f: it ignores the rout, but has been disordered again.
            if self.second.contains(&unit) {
                does_nothing_more(play, unit);
            }
            self.second.retain(|&other| other != unit);
        }
        let routed: Vec<UnitId> = doomed
            .into_iter()
            .filter(|&unit| Some(unit) != spared)
            .collect();
        self.second.retain(|unit| !routed.contains(unit));
        self.memory.drive(&self.second);
        for stack in self.blows.iter().flat_map(|blow| &blow.stacks) {
            if stack.units.iter().any(|unit| self.second.contains(unit)) {
                self.memory.pays(&stack.units);
            }
        }
        let fled = self.blows.iter().any(|blow| blow.flees);
        let rule = match then {
            Line::SecondLosses if fled => Rule::SR_11_37_march,
            Line::SecondLosses => Rule::BB_T_second_disorder,
            _ => Rule::SR_12_51,
        };
        self.next(play, then);
        if !routed.is_empty() {
            rout_all(play, &routed, rule);
        }
    }
}
