//! SR 11.42, 11.45: everything that is added to the die of an assault.

use longroll_catalog::Tables;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::{AssaultDrm, AssaultRow};
use longroll_core::Terms;
use longroll_movement::allowance::fatigue_level;
use longroll_position::SurpriseState;
use longroll_position::rule_set::Countercharge as CancelsCharge;
use longroll_rule::Rule;

use super::advantage::{AssaultPosition, position, threatened_hexes};
use super::assault_ground::ground_of;
use super::assault_scene::AssaultScene;
use super::brigadier::brigadier_term;
use super::declared::{Assault, Charge};
use super::enemies::{behind_works, defenders};
use super::ratio::{Ratio, Rounding, ratio, rounding};
use super::strength::{Force, attacking_force, defending_force};

/// What an assault is rolled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssaultTerms {
    /// Whoever attacks.
    pub attackers: Force,
    /// Whoever is assaulted.
    pub defenders: Force,
    /// SR 11.43.
    pub ratio: Ratio,
    /// SR 11.44.
    pub position: AssaultPosition,
    /// Every DRM with its rule, ratio and Position among them.
    pub terms: Terms,
}

/// One face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssaultOutcome<'t> {
    /// The face, 0 to 9.
    pub die: u8,
    /// With all terms.
    pub total: i32,
    /// The row of BB T-assault.
    pub row: &'t AssaultRow,
}

impl AssaultTerms {
    /// BB T-assault: what a face of the die does.
    #[must_use]
    pub fn outcome<'t>(&self, tables: &'t Tables, die: u8) -> AssaultOutcome<'t> {
        let total = i32::from(die) + self.terms.sum();
        let read = i16::try_from(total).unwrap_or(if total < 0 { i16::MIN } else { i16::MAX });
        AssaultOutcome {
            die,
            total,
            row: tables.assault.row(read),
        }
    }

    /// The ten faces.
    #[must_use]
    pub fn outcomes<'t>(&self, tables: &'t Tables) -> [AssaultOutcome<'t>; 10] {
        core::array::from_fn(|die| self.outcome(tables, u8::try_from(die).unwrap_or(9)))
    }

    /// How many of the ten faces fall on each row of BB T-assault.
    #[must_use]
    pub fn chances<'t>(&self, tables: &'t Tables) -> Vec<(&'t AssaultRow, u8)> {
        let outcomes = self.outcomes(tables);
        let falls = |row: &'t AssaultRow| {
            let faces = outcomes.iter().filter(|own| own.row.roll == row.roll);
            (row, u8::try_from(faces.count()).unwrap_or(10))
        };
        tables.assault.rows().iter().map(falls).collect()
    }
}

/// SR 11.42: what an assault is rolled with as things stand; none if nobody is left to attack or to defend (reading 20).
#[must_use]
pub fn assault_terms(look: &AssaultScene<'_>, assault: &Assault) -> Option<AssaultTerms> {
    let attacked = defenders(look, assault);
    if !assault.is_pending() || attacked.is_empty() {
        return None;
    }
    let (attackers, defenders) = (
        attacking_force(look, assault),
        defending_force(look, assault),
    );
    let ground = ground_of(look, assault);
    let rounding = rounding(look, assault, ground.sum());
    let table = &look.tables().ratio;
    let ratio = ratio(table, attackers.halves(), defenders.halves(), rounding)?;
    let position = position(look, assault);

    let mut terms = Terms::new();
    let (rule, reason) = match rounding {
        Rounding::Attacker(rule) => (rule, "ratio, rounded for the attacker"),
        Rounding::Defender(rule) => (rule, "ratio, rounded for the defender"),
    };
    terms.note(ratio.row.drm.into(), rule, reason);
    if position.line.is_some() {
        terms.add(position.drm.into(), Rule::SR_11_44, "Position");
        let drm = i32::from(look.tables().assault_drm.get(AssaultDrm::InEnemyFront));
        for _ in threatened_hexes(look, assault) {
            let reason = "attacking hex in another enemy's front";
            terms.add(drm, Rule::SR_11_44_threat, reason);
        }
    }
    let favours = ground.sum() < 0;
    for term in ground.as_slice() {
        terms.add(term.value, term.rule, term.reason.clone());
    }
    if behind_works(look, assault, |_| true) {
        terms.add(-1, Rule::SR_15_23, "over an entrenchment");
    }
    of_units(look, assault, &attacked, &mut terms);
    of_charge(look, assault, favours, &mut terms);
    if let Some(term) = brigadier_term(look, assault) {
        terms.add(term.value, term.rule, term.reason);
    }
    let drm = |key| i32::from(look.tables().assault_drm.get(key));
    let again = drm(AssaultDrm::Continued) * i32::from(assault.continued);
    terms.add(again, Rule::SR_11_47_attack, "Continued assault");
    tired(look, assault, &attacked, &mut terms);
    surprised(look, assault, &mut terms);
    Some(AssaultTerms {
        attackers,
        defenders,
        ratio,
        position,
        terms,
    })
}

/// BB T-assault-drm, 14.43-assault: the state of those concerned, each line once (reading 38).
fn of_units(look: &AssaultScene<'_>, assault: &Assault, attacked: &[UnitId], terms: &mut Terms) {
    let drm = |key| i32::from(look.tables().assault_drm.get(key));
    let table = Rule::BB_T_assault_drm;
    if attacked
        .iter()
        .any(|unit| look.state(*unit).is_disordered())
    {
        let value = drm(AssaultDrm::DefenderDisordered);
        terms.add(value, table, "a defender is Disordered");
    }
    if assault
        .attacking()
        .any(|own| look.state(own.unit).is_disordered())
    {
        let value = drm(AssaultDrm::AttackerDisordered);
        terms.add(value, table, "an attacker is Disordered");
    }
    if assault
        .attacking()
        .any(|own| look.orders(own.unit) == Orders::Advance)
    {
        let value = drm(AssaultDrm::AdvanceOrders);
        terms.add(value, table, "an attacker is under Advance orders");
    }
    if attacked
        .iter()
        .any(|unit| look.facts(*unit).is_detachment())
    {
        terms.add(1, Rule::BB_14_43_assault, "against a Detachment");
    }
}

/// SR 11.21, 11.55, 11.56-effect: the charge, and what meets it. A cavalry charge gives nothing against ground that favours the
/// defender.
fn of_charge(look: &AssaultScene<'_>, assault: &Assault, favours: bool, terms: &mut Terms) {
    let bonus = i32::from(look.tables().assault_drm.get(AssaultDrm::Charge));
    let met = !assault.countercharges.is_empty();
    if assault.charges(Charge::Cavalry) && !favours && !met {
        terms.add(bonus, Rule::SR_11_55, "cavalry charge");
    }
    if assault.charges(Charge::Infantry) {
        let cancelled = look.switches().countercharge_cancels_infantry_charge == CancelsCharge::On;
        if !(met && cancelled) {
            terms.add(bonus, Rule::SR_11_21_infantry_charge, "infantry charge");
        }
    }
    if met && assault.has_charger(Charge::Infantry) {
        terms.add(-1, Rule::SR_11_56_effect, "countercharge");
    }
}

/// SR 11.42, 17.31: of the attackers the most tired, of the defenders the least; guns are never tired.
fn tired(look: &AssaultScene<'_>, assault: &Assault, attacked: &[UnitId], terms: &mut Terms) {
    let penalty = |unit: UnitId| {
        let level = fatigue_level(look.scene.setting, look.scene.position, unit);
        let printed = look
            .tables()
            .hazards
            .fatigue_penalty
            .get(usize::from(level));
        printed.map_or(0, |penalty| i32::from(*penalty))
    };
    let attackers = assault.attacking().map(|own| penalty(own.unit)).max();
    terms.add(
        -attackers.unwrap_or(0),
        Rule::SR_17_31,
        "Fatigue of the attackers",
    );
    let men = attacked.iter().filter(|unit| !look.is_guns(**unit));
    let defenders = men.map(|unit| penalty(*unit)).min();
    terms.add(
        defenders.unwrap_or(0),
        Rule::SR_17_31,
        "Fatigue of the defenders",
    );
}

/// BB 30.6-surprise: for the rest of the Activation in which an army was surprised.
fn surprised(look: &AssaultScene<'_>, assault: &Assault, terms: &mut Terms) {
    let Some(facts) = &look.scene.setting.special.surprise else {
        return;
    };
    let sprung = look.scene.position.special.surprise == SurpriseState::Sprung;
    if sprung && facts.side == assault.by.enemy() && look.is_phasing(assault.by) {
        let value = i32::from(facts.assault_drm);
        terms.add(value, Rule::BB_30_6_surprise, "the enemy is surprised");
    }
}
