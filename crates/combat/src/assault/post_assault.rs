//! SR 11.48: what an assault costs those who fought it.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::rule_set::PostAssaultStatus;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::assault_scene::AssaultScene;
use super::enemies::troops;

/// On which side of a 6b a unit stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fought {
    /// It was among those whose die was rolled, in any assault of the chain.
    Attacking,
    /// It was assaulted and rolled none.
    Defending,
}

/// A unit that fought in an assault or a chain of Continued assaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    pub unit: UnitId,
    pub fought: Fought,
    /// Whether it was Disordered when its last 6b was rolled (switch `post_assault_status`).
    pub disordered_before: bool,
}

/// What 6e does to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PostAssault {
    /// It is Disordered.
    Disorder,
    /// SR 11.59: it is Blown.
    Blown,
    /// Its stack loses 1 SP, and it is the unit that loses it.
    Loss,
}

/// SR 11.48, 11.58, readings 63 to 66: what happens to everybody in 6e, once after the whole chain: units on foot that attacked are
/// Disordered, and a stack of them that holds one already Disordered loses 1 SP from its top attacker; mounted cavalry on either side
/// is Disordered or, already Disordered, Blown. Stacks are those that stand now; whoever left the map is spared.
#[must_use]
pub fn post_assault(
    look: &AssaultScene<'_>,
    fighters: &[Fighter],
) -> Vec<(UnitId, PostAssault, Rule)> {
    let mut found = Vec::new();
    let here = |own: &&Fighter| look.state(own.unit).on_map();
    let mut hexes: Vec<HexId> = Vec::new();
    for own in fighters.iter().filter(here) {
        let hex = look.state(own.unit).hex;
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    for hex in hexes {
        let fighter = |unit: UnitId| {
            let mut all = fighters.iter();
            all.find(|own| own.unit == unit && look.state(unit).hex == hex)
        };
        let side_of = |own: &Fighter| look.facts(own.unit).side;
        let Some(side) = fighters
            .iter()
            .find(|own| look.state(own.unit).hex == hex)
            .map(side_of)
        else {
            continue;
        };
        let stack: Vec<&Fighter> = troops(look, side, hex)
            .filter_map(|part| fighter(part.unit))
            .collect();
        of_stack(look, &stack, &mut found);
    }
    found
}

fn of_stack(
    look: &AssaultScene<'_>,
    stack: &[&Fighter],
    found: &mut Vec<(UnitId, PostAssault, Rule)>,
) {
    let already = |own: &Fighter| match look.switches().post_assault_status {
        PostAssaultStatus::At6e => look.state(own.unit).is_disordered(),
        PostAssaultStatus::Before6b => own.disordered_before,
    };
    let steady = |own: &Fighter| !look.state(own.unit).is_disordered();
    for own in stack.iter().filter(|own| look.is_mounted(own.unit)) {
        let rule = Rule::SR_11_48_cavalry;
        if already(own) {
            found.push((own.unit, PostAssault::Blown, rule));
        } else if steady(own) {
            found.push((own.unit, PostAssault::Disorder, rule));
        }
    }
    let foot = || {
        stack
            .iter()
            .filter(|own| own.fought == Fought::Attacking && !look.is_mounted(own.unit))
    };
    let rule = Rule::SR_11_48_infantry;
    for own in foot().filter(|own| steady(own)) {
        found.push((own.unit, PostAssault::Disorder, rule));
    }
    if let (true, Some(top)) = (foot().any(|own| already(own)), foot().next()) {
        found.push((top.unit, PostAssault::Loss, rule));
    }
}
