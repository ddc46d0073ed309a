//! What events of fire, assault and works change: strength, cohesion, ammunition, fatigue.

use longroll_board::HexId;
use longroll_catalog::facts::{AbilityKind, Ammunition, Arm, CommandId, Experience, UnitId};
use longroll_core::Side;
use smallvec::SmallVec;

use crate::event::Event;
use crate::fire::{DeclaredFire, FireHistory, Occasion, Work};
use crate::rule_set::CombinedSmallArms;
use crate::{ActivatorKind, Deeds, Part, Position, Setting, Site, Tired};

impl Position {
    pub(super) fn apply_combat(&mut self, setting: &Setting, event: &Event) {
        match event {
            Event::Fired { fire, kept, .. } => self.fired(setting, fire, *kept),
            Event::SectionRaised(section) => self.standing.fires.raise(*section),
            Event::AmmunitionChanged {
                unit,
                section,
                ammunition,
                ..
            } => self.set_ammunition(*unit, *section, *ammunition),
            Event::Assaulted {
                attackers, targets, ..
            } => self.assaulted(setting, attackers, targets),
            Event::CohesionChanged { unit, cohesion, .. } => {
                self.unit_mut(*unit).cohesion = *cohesion
            }
            Event::Lost { unit, left, .. } => self.unit_mut(*unit).sp = *left,
            Event::Gained { unit, now, .. } => self.unit_mut(*unit).sp = *now,
            Event::Blown { unit, blown, .. } => self.set_blown(setting, *unit, *blown),
            Event::BoatStruck { unit } => self.standing.fires.struck_boats.push(*unit),
            Event::FatigueChanged { whom, fatigue, .. } => match *whom {
                Tired::Body(body) => self.body_mut(body).fatigue = *fatigue,
                Tired::Unit(unit) => self.unit_mut(unit).fatigue = *fatigue,
            },
            Event::LeaderReplaced { leader, .. } => self.leader_mut(*leader).replaced = true,
            Event::Effectiveness {
                command,
                ineffective,
            } => self.set_effectiveness(setting, *command, *ineffective),
            Event::WorkBegun(site) => {
                self.standing.special.sites.push(*site);
                self.unit_mut(site.unit).stirred = true;
            }
            Event::WorkStopped { unit } => {
                // SR 13.45: it has built this turn all the same.
                self.unit_mut(*unit).stirred = true;
                self.standing
                    .special
                    .sites
                    .retain(|site| site.unit != *unit);
            }
            Event::WorkFinished(site) => self.finish_work(site),
            Event::WorkLevelled { hex, side, .. } => self.standing.fires.level(*hex, *side),
            _ => self.apply_command(setting, event),
        }
    }

    fn fired(&mut self, setting: &Setting, fire: &DeclaredFire, kept: u8) {
        let stack: SmallVec<[Part; 4]> = self.stack(fire.target).collect();
        self.standing.fires.write(fire, kept, &stack);
        if fire.occasion == Occasion::Phasing {
            self.note_aim(setting, fire);
            for firer in &fire.from {
                let deeds = Deeds::FIRED.with(Deeds::ACTED);
                let state = self.unit_mut(firer.part.unit);
                state.deeds.note(deeds);
                state.stirred = true;
            }
        }
    }

    /// SR 10.82: whoever fires from a hex in its phase has fired for his stack there.
    fn note_aim(&mut self, setting: &Setting, fire: &DeclaredFire) {
        if setting.rules.switches.opt_combined_small_arms == CombinedSmallArms::Off {
            return;
        }
        for firer in &fire.from {
            if let Some(from) = firer.hex(self) {
                let shooter = self.standing.fires.shooter_mut(firer.part);
                shooter.aimed.push((from, fire.target));
            }
        }
    }

    fn set_ammunition(&mut self, unit: UnitId, section: Option<u8>, ammunition: Ammunition) {
        let fires = &mut self.standing.fires;
        fires
            .owed
            .retain(|own| (own.unit, own.section) != (unit, section));
        match section {
            Some(section) => fires.set_section(unit, section, ammunition),
            None => {
                fires.sections.retain(|own| own.unit != unit);
                self.unit_mut(unit).ammunition = ammunition;
            }
        }
    }

    fn set_blown(&mut self, setting: &Setting, unit: UnitId, blown: bool) {
        // SR 11.59-recovery: the Activation that follows is the next of its own command.
        let acts = self.acts_now(setting, unit);
        let state = self.unit_mut(unit);
        state.blown = blown;
        state.winded = blown && acts;
    }

    /// SR 13.45: whoever assaults, and whoever is a target, has not rested this turn.
    fn assaulted(&mut self, setting: &Setting, attackers: &[UnitId], targets: &[HexId]) {
        for &unit in attackers {
            let acts = self.acts_now(setting, unit);
            let state = self.unit_mut(unit);
            if acts {
                state.deeds.note(Deeds::ASSAULTED);
            }
            state.stirred = true;
        }
        for &hex in targets {
            let attacked: Vec<UnitId> = self.stack(hex).map(|part| part.unit).collect();
            for unit in attacked {
                self.unit_mut(unit).stirred = true;
            }
        }
    }

    /// SR 10.41, 10.61: a brigade Activation begins.
    pub(super) fn begin_fire(&mut self, setting: &Setting, side: Side) {
        let is_gun = |unit: UnitId| setting.unit(unit).arm == Arm::Artillery;
        let covered = setting
            .unit_ids()
            .filter(|&unit| is_gun(unit) && self.unit(unit).on_map())
            .filter(|&unit| {
                let above = self.stack(self.unit(unit).hex);
                let mut above = above.take_while(|part| part.unit != unit);
                above.any(|part| !is_gun(part.unit))
            })
            .collect();
        let steadied = setting.leader_ids().any(|leader| {
            setting.leader(leader).side == side
                && self.leader(leader).on_map()
                && setting
                    .leader(leader)
                    .ability(AbilityKind::SteadiesGreenUnits)
                    .is_some()
        });
        let green = |unit: &UnitId| {
            let facts = setting.unit(*unit);
            steadied
                && facts.side == side
                && facts.experience.value == Experience::Green
                && self.unit(*unit).on_map()
        };
        let starts = setting
            .unit_ids()
            .filter(green)
            .map(|unit| (unit, self.unit(unit).hex))
            .collect();
        self.standing.fires = FireHistory {
            covered,
            starts,
            ..self.standing.fires.lasting(Some(side))
        };
    }

    fn set_effectiveness(&mut self, setting: &Setting, command: CommandId, ineffective: bool) {
        if setting.is_brigade(command) {
            for body in setting.body_ids() {
                if setting.body(body).command == command {
                    self.body_mut(body).ineffective = ineffective;
                }
            }
            return;
        }
        for id in setting.activator_ids() {
            let facts = setting.activator(id);
            if facts.command == command && facts.kind != ActivatorKind::Unassigned {
                self.activator_mut(id).ineffective = ineffective;
            }
        }
    }

    fn finish_work(&mut self, site: &Site) {
        let done = |own: &Site| (own.unit, own.hex) == (site.unit, site.hex);
        self.standing.special.sites.retain(|own| !done(own));
        let sides = site.facing.front().iter();
        let works = sides.map(|side| Work {
            hex: site.hex,
            side,
        });
        self.standing.fires.works.extend(works);
    }
}
