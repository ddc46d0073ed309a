//! SR 11.72, BB 4.11, 14.54: brigadiers in assault.

use longroll_catalog::facts::{Arm, LeaderId, Mechanism, Profile, UnitId};
use longroll_catalog::tables::AssaultDrm;
use longroll_core::{Term, Terms};
use longroll_position::{BodyId, BodyKind, Topic};
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// The brigadier of a unit, if he stands with it in one of its hexes.
fn brigadier_with(look: &AssaultScene<'_>, unit: UnitId) -> Option<LeaderId> {
    let (setting, position) = (look.scene.setting, look.scene.position);
    let body = setting.body(look.body(unit));
    if body.kind != BodyKind::Brigade {
        return None;
    }
    let leader = position.leader_of(setting, body.command)?;
    let own = position.leader(leader);
    let there = look.state(unit).hexes().any(|hex| hex == own.hex);
    (own.on_map() && there).then_some(leader)
}

/// SR 4.14, BB 30.0: whether a brigadier is Aggressive by the side of his counter that lies up, or by the scenario.
fn is_aggressive(look: &AssaultScene<'_>, leader: LeaderId) -> bool {
    let setting = look.scene.setting;
    let given = setting
        .special(Topic::Composite)
        .find_map(|rule| match rule.mechanism {
            Mechanism::CompositeBrigade {
                leader: who,
                profile,
                ..
            } if who == leader => Some(profile),
            _ => None,
        });
    let facts = setting.leader(leader);
    let ratings = match (
        &facts.replacement,
        look.scene.position.leader(leader).replaced,
    ) {
        (Some(replacement), true) => &replacement.ratings,
        _ => &facts.ratings,
    };
    let printed = || ratings.profile.as_ref().map(|profile| profile.value);
    given.or_else(printed) == Some(Profile::Aggressive)
}

/// SR 11.72-absent, BB 14.54, reading 46: the bodies that assault without their brigadier, judged once from the designations of
/// Step 1; for [`super::AssaultPhase::unled`]. Loose units have none.
#[must_use]
pub fn unled(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<BodyId> {
    let mut units: Vec<(BodyId, UnitId)> = assaults
        .iter()
        .flat_map(|assault| &assault.attackers)
        .map(|own| (look.body(own.unit), own.unit))
        .collect();
    units.sort_unstable();
    let led = |body: BodyId| {
        let mut of = units.iter().filter(|(own, _)| *own == body);
        of.any(|(_, unit)| brigadier_with(look, *unit).is_some())
    };
    let mut bodies: Vec<BodyId> = units.iter().map(|(body, _)| *body).collect();
    bodies.dedup();
    bodies.retain(|body| !led(*body));
    bodies
}

/// SR 11.42, 11.72, BB 4.11: what brigadiers do to an assault: of several brigades the lowest (reading 49).
#[must_use]
pub fn brigadier_term(look: &AssaultScene<'_>, assault: &Assault) -> Option<Term> {
    let mut bodies: Vec<BodyId> = assault.attacking().map(|own| look.body(own.unit)).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let lowest = bodies
        .into_iter()
        .map(|body| of_brigade(look, assault, body))
        .min_by_key(Terms::sum)?;
    // Absent in Step 1 and Aggressive at hand now cancel out; else there is one term at most.
    match lowest.as_slice() {
        [term] => Some(term.clone()),
        _ => None,
    }
}

/// BB 14.54, 4.24: cavalry that belongs to no brigade, also while one has it with it.
fn is_loose_horse(look: &AssaultScene<'_>, unit: UnitId) -> bool {
    let (setting, facts) = (look.scene.setting, look.facts(unit));
    let home = setting.body_for(facts.formation, facts.arm);
    facts.arm == Arm::Cavalry
        && setting.terms().is_some()
        && setting.body(home).kind != BodyKind::Brigade
}

fn of_brigade(look: &AssaultScene<'_>, assault: &Assault, body: BodyId) -> Terms {
    let mut terms = Terms::new();
    let drm = |key| i32::from(look.tables().assault_drm.get(key));
    let units = || {
        assault
            .attacking()
            .map(|own| own.unit)
            .filter(|unit| look.body(*unit) == body)
    };
    // SR 11.72-absent: never for an original defender that goes on.
    let without = if units().any(|unit| is_loose_horse(look, unit)) {
        Some(Rule::BB_14_54)
    } else {
        let unled = look.phase.unled.contains(&body);
        unled.then_some(Rule::SR_11_72_absent)
    };
    if let Some(rule) = without.filter(|_| look.is_phasing(assault.by)) {
        terms.add(drm(AssaultDrm::NoBrigadier), rule, "no brigadier");
    }
    let leaders = || units().filter_map(|unit| brigadier_with(look, unit));
    if leaders().any(|leader| is_aggressive(look, leader)) {
        terms.add(
            drm(AssaultDrm::AggressiveLeader),
            Rule::SR_11_72_aggressive,
            "with an Aggressive brigadier",
        );
    } else if leaders().any(|leader| look.phase.inspired.contains(&leader)) {
        terms.add(
            drm(AssaultDrm::CommanderEffect),
            Rule::BB_4_11_assault,
            "with a brigadier inspired by the commander",
        );
    }
    terms
}
