//! A battlefield in the middle of assaults, after the conventions of `assault.toml`.

use longroll_catalog::facts::{CommandId, Fatigue, LeaderId};
use longroll_combat::assault::{
    Assault, AssaultPhase, AssaultScene, AssaultTerms, Charge, Role, assault_terms, attacker,
    footprint, judge_assault, judge_designations, pre_assault_checks, pre_assault_terms,
};
use longroll_core::Side;
use longroll_position::{Deeds, Part, Presence};
use longroll_rule::Rule;

use crate::support::{Field, Spec, Stage, cavalry, enemy, infantry, unit};

/// What the position writes down when a unit enters a hex in its Activation.
pub const ENTERED: Deeds = Deeds::ENTERED.with(Deeds::MOVED);

/// Infantry under Attack orders that began the Activation in its hex: 6 SP.
pub fn standing(hex: &'static str, facing: &'static str) -> Spec {
    infantry(hex, facing).attack().sp(6)
}

/// The same, having entered its hex and not fired.
pub fn charging(hex: &'static str, facing: &'static str) -> Spec {
    standing(hex, facing).deed(ENTERED)
}

/// The same, having fired as well.
pub fn moved_and_fired(hex: &'static str, facing: &'static str) -> Spec {
    charging(hex, facing).deed(Deeds::FIRED)
}

/// Mounted cavalry under Attack orders: 4 SP.
pub fn horse(hex: &'static str, facing: &'static str) -> Spec {
    cavalry(hex, facing).attack()
}

/// A defender: infantry, 6 SP, under Advance orders.
pub fn defender(hex: &'static str, facing: &'static str) -> Spec {
    enemy(hex, facing).sp(6)
}

/// One moment of an assault subphase. Units are known by their number in the list.
pub struct Fight {
    pub stage: Stage,
    pub phase: AssaultPhase,
}

impl Fight {
    pub fn new(units: &[Spec]) -> Self {
        Self::on(Field::new(), units)
    }

    pub fn on(field: Field, units: &[Spec]) -> Self {
        let stage = field.with(units).stage();
        let mut fight = Self {
            stage,
            phase: AssaultPhase::default(),
        };
        fight.activate(Side::Union);
        fight
    }

    /// Every body of the side that has units is activated: coordinated, if there are several.
    pub fn activate(&mut self, side: Side) {
        self.stage.history.phasing = Some(side);
        let look = self.look();
        let units = self.stage.setting.unit_ids();
        let own = units.filter(|unit| self.stage.setting.unit(*unit).side == side);
        let mut bodies: Vec<_> = own.map(|unit| look.body(unit)).collect();
        bodies.sort_unstable();
        bodies.dedup();
        self.phase.bodies = bodies;
    }

    pub fn look(&self) -> AssaultScene<'_> {
        let fire = self.stage.look();
        AssaultScene {
            scene: fire.scene,
            history: fire.history,
            phase: &self.phase,
        }
    }

    /// These units attack these hexes, as Step 1 fixes it.
    pub fn assault(&self, units: &[u16], targets: &[&str]) -> Assault {
        let look = self.look();
        let first = self.stage.setting.unit(unit(units[0]));
        Assault {
            by: first.side,
            attackers: units
                .iter()
                .map(|own| attacker(&look, unit(*own)))
                .collect(),
            targets: targets.iter().map(|hex| self.stage.hex(hex)).collect(),
            continued: 0,
            countercharges: Vec::new(),
        }
    }

    /// The same as the nth Continued assault.
    pub fn continued(&self, units: &[u16], targets: &[&str], times: u8) -> Assault {
        Assault {
            continued: times,
            ..self.assault(units, targets)
        }
    }

    /// These assaults are designated.
    pub fn with(mut self, assaults: &[(&[u16], &[&str])]) -> Self {
        for (units, targets) in assaults {
            let own = self.assault(units, targets);
            self.phase.assaults.push(own);
        }
        self
    }

    /// The unit drops out of its assault.
    pub fn drop_out(&mut self, out: u16) {
        for assault in &mut self.phase.assaults {
            for own in &mut assault.attackers {
                if own.unit == unit(out) {
                    own.role = Role::Out;
                }
            }
        }
    }

    /// The units of an assault have fought where they stand.
    pub fn fought(&mut self, place: usize) {
        let prints: Vec<_> = {
            let look = self.look();
            let own = self.phase.assaults[place].attackers.iter();
            own.map(|own| footprint(&look, own.unit)).collect()
        };
        let attackers = self.phase.assaults[place].attackers.iter_mut();
        for (own, print) in attackers.zip(prints) {
            own.role = Role::Fought(print);
        }
    }

    pub fn terms(&self, assault: &Assault) -> AssaultTerms {
        assault_terms(&self.look(), assault).expect("somebody fights")
    }

    /// The terms of a designated assault.
    pub fn terms_of(&self, place: usize) -> AssaultTerms {
        self.terms(&self.phase.assaults[place])
    }

    /// Every DRM but that of the ratio: value and rule.
    pub fn drms(&self, assault: &Assault) -> Vec<(i32, Rule)> {
        let terms = self.terms(assault);
        let all = terms.terms.as_slice().iter().skip(1);
        all.map(|term| (term.value, term.rule)).collect()
    }

    pub fn ratio(&self, assault: &Assault) -> i8 {
        self.terms(assault).ratio.row.drm
    }

    pub fn total(&self, assault: &Assault) -> i32 {
        self.terms(assault).terms.sum()
    }

    /// The name of the row of the Assault Table for a die.
    pub fn row(&self, assault: &Assault, die: u8) -> String {
        let terms = self.terms(assault);
        terms
            .outcome(self.stage.setting.tables(), die)
            .row
            .name
            .clone()
    }

    pub fn judged(&self, assault: &Assault) -> Result<(), Rule> {
        judge_assault(&self.look(), assault).map_err(|refusal| refusal.rule)
    }

    /// The rules that a set of designations breaks.
    pub fn faults(&self, assaults: &[Assault]) -> Vec<Rule> {
        let faults = judge_designations(&self.look(), assaults);
        faults.into_iter().map(|fault| fault.refusal.rule).collect()
    }

    /// The Pre-Assault DRMs of the top unit of each check of the designated assaults.
    pub fn check_drms(&self) -> Vec<Vec<(i32, Rule)>> {
        let (look, assaults) = (self.look(), &self.phase.assaults);
        let checks = pre_assault_checks(&look, assaults);
        let terms = checks.iter().map(|check| {
            let terms = pre_assault_terms(&look, check, check.by[0], assaults);
            let all = terms.as_slice().iter();
            all.map(|term| (term.value, term.rule)).collect()
        });
        terms.collect()
    }

    /// SR 11.54: these units have passed their UDD and ride.
    pub fn charge(mut self, riders: &[u16]) -> Self {
        for &rider in riders {
            let part = Part::counter(unit(rider));
            self.stage.history.shooter_mut(part).charged = true;
        }
        let look = AssaultScene {
            scene: self.stage.look().scene,
            history: &self.stage.history,
            phase: &AssaultPhase::default(),
        };
        let charged = |own: u16| longroll_combat::assault::charge(&look, unit(own));
        assert!(riders.iter().all(|own| charged(*own) == Charge::Cavalry));
        self
    }

    /// The brigadier of a unit comes to its hex.
    pub fn brigadier_with(&mut self, number: u16) -> LeaderId {
        let body = self.look().body(unit(number));
        let command = self.stage.setting.body(body).command;
        self.lead(command, number)
    }

    /// The first leader of a command comes to the hex of a unit.
    pub fn lead(&mut self, command: CommandId, number: u16) -> LeaderId {
        let leader = self.stage.setting.command(command).leaders[0];
        let hex = self.stage.position.unit(unit(number)).hex;
        let state = self.stage.position.leader_mut(leader);
        state.presence = Presence::OnMap;
        state.hex = hex;
        leader
    }

    /// The Fatigue of the brigade of a unit.
    pub fn tire(&mut self, number: u16, fatigue: Fatigue) {
        let body = self.look().body(unit(number));
        self.stage.position.body_mut(body).fatigue = fatigue;
    }
}
