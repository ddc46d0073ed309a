//! What an assault is made under: the rules beside those of its modifiers, step by step.
//!
//! Nothing here decides anything; it says by which rules the others have.

use longroll_catalog::facts::{Mobility, UnitId};
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::assault_terms::assault_terms;
use super::commitment::needs_commitment;
use super::declared::Assault;
use super::enemies::{bystanders, defenders};
use super::envelopment::envelopments;
use super::retreat_before::may_retreat_before;
use crate::grounds::{Found, Grounds};

/// The rules behind an assault that has been designated.
#[must_use]
pub fn grounds(look: &AssaultScene<'_>, assault: &Assault) -> Vec<Grounds> {
    let mut found = Found::default();
    let attacked = defenders(look, assault);
    designation(look, assault, &mut found);
    before_the_fight(look, assault, &attacked, &mut found);
    strengths(look, assault, &attacked, &mut found);
    results(look, assault, &attacked, &mut found);
    sequel(look, assault, &mut found);
    found.0
}

/// Whether somebody shares a hex with another of them.
fn is_stack(look: &AssaultScene<'_>, units: &[UnitId]) -> bool {
    units.iter().enumerate().any(|(place, unit)| {
        let hexes = || look.state(*unit).hexes();
        let others = units.iter().skip(place + 1);
        let mut others = others.flat_map(|other| look.state(*other).hexes());
        others.any(|hex| hexes().any(|own| own == hex))
    })
}

fn attackers(assault: &Assault) -> Vec<UnitId> {
    assault.attacking().map(|own| own.unit).collect()
}

/// Step 1.
fn designation(look: &AssaultScene<'_>, assault: &Assault, found: &mut Found) {
    found.add(
        Rule::SR_11_11,
        "six steps, each for every assault before the next",
    );
    if attackers(assault).len() > 1 {
        found.add(Rule::SR_11_32_when, "who attacks together is settled now");
    }
    if assault.targets.len() > 1 {
        found.add(
            Rule::SR_11_32_two_targets,
            "both hexes before it, their strengths added up",
        );
    }
    let mut others = look.phase.assaults.iter().filter(|other| *other != assault);
    if others.any(|other| {
        other
            .targets
            .iter()
            .any(|hex| assault.targets.contains(hex))
    }) {
        found.add(
            Rule::SR_11_32_twice,
            "assaulted again if it is still there, one check for all",
        );
    }
}

/// Steps 2 to 5.
fn before_the_fight(
    look: &AssaultScene<'_>,
    assault: &Assault,
    attacked: &[UnitId],
    found: &mut Found,
) {
    let leaves =
        |unit: &UnitId| may_retreat_before(look, *unit, core::slice::from_ref(assault)).is_ok();
    if attacked.iter().any(leaves) {
        found.add(Rule::SR_12_43, "how far one goes who does not wait for it");
        found.add(
            Rule::SR_11_35,
            "a hex left before the fight ends the assault",
        );
    }
    let own = attackers(assault);
    let green = assault
        .attacking()
        .any(|own| needs_commitment(look, assault, own).is_some());
    if green && is_stack(look, &own) {
        found.add(Rule::SR_8_36_green, "every unit commits itself");
    }
    if is_stack(look, attacked) {
        found.add(
            Rule::SR_8_36_preassault,
            "the top unit checks for its stack",
        );
        found.add(
            Rule::SR_8_36_fire,
            "every unit of the stack fires by itself",
        );
    }
    if !envelopments(look, assault).is_empty() {
        found.add(
            Rule::SR_8_49,
            "a line that envelops draws together afterwards",
        );
    }
}

/// Step 6b: the strengths.
fn strengths(look: &AssaultScene<'_>, assault: &Assault, attacked: &[UnitId], found: &mut Found) {
    let own = attackers(assault);
    if is_stack(look, &own) || is_stack(look, attacked) {
        found.add(Rule::SR_8_36, "stacks fight as one");
        found.add(
            Rule::SR_8_36_strength,
            "the units of a stack add their strengths",
        );
    }
    let extended = |unit: &UnitId| look.state(*unit).hexes().nth(1).is_some();
    if own.iter().chain(attacked).any(extended) {
        found.add(Rule::SR_8_44_assault, "an extended unit fights as one");
    }
    if let Some(terms) = assault_terms(look, assault) {
        found.add(Rule::SR_11_43, "the strengths as a ratio");
        let parts = terms.attackers.parts.iter().chain(&terms.defenders.parts);
        let horses = [Rule::SR_11_55, Rule::SR_11_43_cavalry];
        if parts
            .flat_map(|part| &part.rules)
            .any(|rule| horses.contains(rule))
        {
            found.add(
                Rule::BB_T_assault_strength,
                "cavalry in the flank and in Woods",
            );
        }
    }
}

/// Step 6b: what a result does.
fn results(look: &AssaultScene<'_>, assault: &Assault, attacked: &[UnitId], found: &mut Found) {
    let own = attackers(assault);
    let stacked = is_stack(look, &own) || is_stack(look, attacked);
    found.add(Rule::SR_12_31, "what Disorder turns over");
    if stacked {
        found.add(Rule::SR_8_36_disorder, "Disorder is for the whole stack");
        found.add(Rule::SR_8_36_retreat, "so is a retreat");
        found.add(Rule::SR_12_22, "losses go from the top down");
    }
    if !bystanders(look, assault).is_empty() {
        found.add(
            Rule::SR_8_36_bystanders,
            "who shares the hex of attackers shares their Disorder",
        );
    }
    found.add(Rule::SR_12_13, "who has lost all it had is eliminated");
    found.add(
        Rule::SR_12_23_collapse,
        "below half strength a unit Collapses",
    );
    found.add(
        Rule::SR_12_44_distance,
        "a retreat leads away from the enemy",
    );
    found.add(
        Rule::SR_12_44_stacking,
        "it stops with friends only if they fit",
    );
    found.add(Rule::SR_12_46_once, "nobody checks twice for one result");
    found.add(
        Rule::SR_12_46_designated,
        "no retreat through a hex that is still to be assaulted",
    );
    found.add(Rule::SR_12_48, "where both retreat the steadier goes last");
    found.add(Rule::SR_12_52, "where both would rout the steadiest stays");
    found.add(Rule::SR_12_53, "who routs leaves the map");
    found.add(
        Rule::SR_12_54_once,
        "nobody checks twice for routs that follow one another",
    );
    let guns = |unit: &&UnitId| look.is_guns(**unit);
    let mut guns = own.iter().chain(attacked).filter(guns).peekable();
    if guns.peek().is_some() {
        found.add(Rule::SR_12_8, "guns that cannot leave are Abandoned");
    }
    if guns.any(|unit| look.facts(*unit).mobility == Mobility::WithoutHorses) {
        found.add(Rule::BB_14_61_retreat, "guns without horses stay behind");
    }
}

/// Steps 6c to 6e.
fn sequel(look: &AssaultScene<'_>, assault: &Assault, found: &mut Found) {
    found.add(Rule::SR_12_6_assault, "a hex that was won is entered");
    let mut others = look.phase.assaults.iter().filter(|other| *other != assault);
    if others.any(Assault::is_pending) {
        found.add(
            Rule::SR_11_46_pending,
            "assaults that wait are still fought",
        );
    }
    found.add(
        Rule::SR_11_47_declare,
        "who goes on says so before the enemy reacts",
    );
    found.add(
        Rule::SR_11_47_marker,
        "what is earned before the fight is used after it",
    );
    found.add(
        Rule::SR_11_48_scope,
        "who has fought is Disordered in the end",
    );
    found.add(
        Rule::SR_12_35d,
        "who was so already loses an SP, or is Blown",
    );
}
