//! BB 4.25-15MI: where a regiment without ammunition is sent.

use longroll_board::HexId;
use longroll_catalog::facts::{Ammunition, Mechanism, SpecialRule, UnitId};
use longroll_core::Refusal;
use longroll_position::{BodyKind, ShakyRegiment};
use longroll_rule::Rule;

use crate::scene::At;

pub(super) fn facts(at: At<'_>) -> Option<&ShakyRegiment> {
    at.setting.special.shaky.as_ref()
}

/// Where the regiment must go: to the leader it is sent to, while it has no ammunition and no brigade.
#[must_use]
pub fn goal(at: At<'_>, unit: UnitId) -> Option<HexId> {
    let shaky = facts(at).filter(|shaky| shaky.unit == unit)?;
    let leader = shaky.towards?;
    let state = at.position.unit(unit);
    let body = at.position.body_of(at.setting, unit);
    let bound = state.on_map()
        && state.ammunition == Ammunition::Out
        && at.setting.body(body).kind == BodyKind::Unassigned
        && at.position.leader(leader).on_map();
    bound.then(|| at.position.leader(leader).hex)
}

/// Why a step does not lead there.
#[must_use]
pub fn astray(at: At<'_>) -> Refusal {
    Refusal::new(
        rule_of(at),
        "it goes to the leader it is sent to, by the cheapest way",
    )
}

/// The rule in whose name the scenario speaks of the regiment.
#[must_use]
pub fn rule_of(at: At<'_>) -> Rule {
    let own = |rule: &&SpecialRule| matches!(rule.mechanism, Mechanism::ShakyRegiment { .. });
    let found = at.setting.scenario.special_rules.iter().find(own);
    found.map_or(Rule::BB_4_25_15MI, |rule| rule.rule)
}
