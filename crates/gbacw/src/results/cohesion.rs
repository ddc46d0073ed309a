//! SR 2.6, 12.31: the questions of cohesion: its value, what is added to a roll against it, and the roll itself as a value.

use longroll_catalog::facts::{Arm, LeaderHelp, LeaderId, Mechanism, UnitId};
use longroll_core::Terms;
use longroll_position::rule_set::{RoutCheck, UnionShock};
use longroll_position::{Mount, Topic};
use longroll_rule::Rule;

use crate::event::{Purpose, Roll, Verdict};
use crate::scene::At;
use crate::sequence::first_day_hour;

/// SR 2.6, 12.31: the Cohesion of the side that lies up; none for a gunboat.
#[must_use]
pub fn cohesion(at: At<'_>, unit: UnitId) -> Option<u8> {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    let printed = match (facts.dismounted, state.mount) {
        // SR 14.21: the dismounted counter has a Cohesion of its own.
        (Some(counter), Mount::Dismounted) => counter.cohesion,
        _ => facts.cohesion.as_ref()?.value,
    };
    Some(if state.is_disordered() {
        printed.disordered
    } else {
        printed.good_order
    })
}

/// SR 11.73, BB 13.42: the leaders stacked with a unit whose chain of command it is in.
pub fn leaders_with(at: At<'_>, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        let own = at.position.leader(leader);
        own.on_map()
            && at.position.unit(unit).hexes().any(|hex| hex == own.hex)
            && at.setting.leader(leader).side == at.setting.unit(unit).side
            && crate::command::leads(at, leader, unit)
    })
}

/// SR 2.6: what is added to a cohesion roll of a unit wherever it is made: leaders (SR 11.73, BB 13.42), Fatigue
/// (SR 17.31), the first morning's surprise (BB 30.0-udd).
#[must_use]
pub fn udd_terms(at: At<'_>, unit: UnitId) -> Terms {
    let mut terms = Terms::new();
    let facts = at.setting.unit(unit);
    for leader in leaders_with(at, unit) {
        let level = at.setting.leader(leader).level;
        let help = at.setting.variations.leader_help;
        let value = match help.value {
            LeaderHelp::One => -1,
            LeaderHelp::ByLevel => -(level as i32 + 1),
        };
        let rule = match help.rule {
            Rule::SR_13_42 => Rule::SR_11_73,
            other => other,
        };
        terms.add(
            value,
            rule,
            format!("{} with the unit", at.setting.leader(leader).name),
        );
    }
    if facts.arm != Arm::Artillery {
        let level = i32::from(fatigue_level(at, unit));
        terms.add((level + 1) / 2, Rule::SR_17_31, "Fatigue");
    }
    if let Some(terms_of_battle) = at.setting.terms() {
        let shock = terms_of_battle.cohesion_drm;
        if shock.side == facts.side
            && !shock_is_dropped(at)
            && first_day_hour(at).is_some_and(|hour| hour <= shock.until_hour)
        {
            terms.add(
                shock.drm.into(),
                Rule::BB_30_0_udd,
                "surprise of the first morning",
            );
        }
    }
    terms
}

/// BB 30.2-options: whether the players have dropped the modifier of the first morning, where the scenario lets them.
fn shock_is_dropped(at: At<'_>) -> bool {
    is_dropped(at, Rule::BB_30_0_udd)
}

/// BB 30.2-options: whether the players have dropped a rule of the first morning, where the scenario lets them.
pub(super) fn is_dropped(at: At<'_>, rule: Rule) -> bool {
    let switches = &at.setting.rules.switches;
    let off = match rule {
        Rule::BB_12_35 => switches.scn2_rout_check == RoutCheck::Off,
        _ => switches.scn2_union_shock == UnionShock::Off,
    };
    off && at.setting.special(Topic::Dropped).any(|special| {
        matches!(&special.mechanism, Mechanism::MayDrop { dropped } if dropped.contains(&rule))
    })
}

/// SR 17.3, BB 17.0: a unit of a brigade has its brigade's level, a loose one its own.
#[must_use]
pub fn fatigue_level(at: At<'_>, unit: UnitId) -> u8 {
    longroll_movement::allowance::fatigue_level(at.setting, at.position, unit)
}

/// SR 2.6: a roll against the Cohesion of a unit: a total equal to it or below passes, one above it fails. Nothing for a unit
/// without Cohesion, which never rolls (BB 14.71).
#[must_use]
pub fn udd_roll(at: At<'_>, unit: UnitId, rule: Rule, terms: Terms) -> Option<Roll> {
    let limit = i32::from(cohesion(at, unit)?);
    Some(Roll::new(
        Purpose::Udd(unit),
        rule,
        terms,
        move |_, total| {
            if total <= limit {
                Verdict::Passed { limit }
            } else {
                Verdict::Failed { limit }
            }
        },
    ))
}
