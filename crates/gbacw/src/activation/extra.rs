//! BB 4.11: abilities of a commander, and the extra Activation between two markers.

use longroll_catalog::facts::{AbilityKind, LeaderId, Mechanism, Orders, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::ExtraNeedsPendingAm;
use longroll_position::{BodyId, BodyKind, BodyNote, Deeds, HalfMp, LeaderNote, Marker};
use longroll_rule::Rule;

use super::begin::{catch_up, prepare};
use super::marker::ActivationStep;
use crate::command::{
    body_leader, is_lent, lends, lent_reaches, note_lent, range_of, units_in_range,
};
use crate::event::Event;
use crate::orders::{AttemptScope, AttemptStep};
use crate::play::Play;
use crate::scene::At;

/// Commanders of a side whose extra Activation can be used now.
pub fn extra_commanders(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        at.setting.leader(leader).side == side
            && ability_ready(at, leader, AbilityKind::ExtraActivation).is_ok()
            && first_marker_played(at)
            && markers_left(at)
    })
}

fn first_marker_played(at: At<'_>) -> bool {
    at.position.markers_played > 0
}

fn markers_left(at: At<'_>) -> bool {
    at.position
        .cup
        .iter()
        .any(|marker| matches!(marker, Marker::Activation(_) | Marker::March(_)))
}

/// BB 4.11: whether a commander may use an ability this turn: once each, not beside the march ability, not where the
/// scenario takes it from him.
///
/// # Errors
/// The rule that forbids it.
pub fn ability_ready(at: At<'_>, leader: LeaderId, kind: AbilityKind) -> Result<Rule, Refusal> {
    let facts = at.setting.leader(leader);
    let state = at.position.leader(leader);
    let Some(ability) = facts.ability(kind) else {
        return Err(Refusal::new(Rule::BB_4_11, "he has no such ability"));
    };
    let barred = at.position.now(at.setting).is_some_and(|turn| {
        at.setting.scenario.special_rules.iter().any(|rule| {
            rule.in_force(turn.id) && rule.mechanism == Mechanism::NoAbilities { leader }
        })
    });
    if barred {
        return Err(Refusal::new(
            Rule::BB_4_11,
            "the scenario bars his abilities",
        ));
    }
    if !state.on_map() && !is_lent(at, leader, kind) {
        return Err(Refusal::new(Rule::BB_4_11, "he is not on the map"));
    }
    // BB 4.11-Juse: from a given hour of the first day.
    let in_time = at
        .position
        .now(at.setting)
        .zip(crate::sequence::first_day(at))
        .is_none_or(|(turn, day)| ability.in_force(turn.id, day));
    if !in_time {
        let rule = if kind == AbilityKind::OrdersMarch {
            Rule::BB_4_11_march
        } else {
            Rule::BB_4_11_Juse
        };
        return Err(Refusal::new(rule, "not at this hour"));
    }
    if state.abilities.has(kind) {
        return Err(Refusal::new(ability.rule, "used this turn"));
    }
    if kind != AbilityKind::OrdersMarch && state.abilities.has(AbilityKind::OrdersMarch) {
        return Err(Refusal::new(
            Rule::BB_4_11_march,
            "he has put brigades on the march this turn",
        ));
    }
    Ok(ability.rule)
}

/// BB 4.11: his range for abilities: half of it after riding far.
#[must_use]
pub fn ability_range(at: At<'_>, leader: LeaderId) -> HalfMp {
    let range = range_of(at, leader);
    if at.position.leader(leader).rode_far {
        range.halved_up()
    } else {
        range
    }
}

/// BB 4.11-J4: whether this brigade may act between two markers.
///
/// # Errors
/// The rule that forbids it.
pub fn may_extra(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_J4;
    ability_ready(at, leader, AbilityKind::ExtraActivation)?;
    if !first_marker_played(at) || !markers_left(at) {
        return Err(Refusal::new(
            RULE,
            "only after the first and before the last marker",
        ));
    }
    is_of_his_army(at, leader, body)?;
    let state = at.position.body(body);
    if state.reserve {
        return Err(Refusal::new(Rule::SR_6_32, "the brigade is in Reserve"));
    }
    if state.orders == Orders::March {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "under March orders it acts with the March marker only",
        ));
    }
    if at.setting.rules.switches.johnston_extra_needs_pending_am == ExtraNeedsPendingAm::On
        && !at
            .position
            .cup
            .contains(&Marker::Activation(state.activator))
    {
        return Err(Refusal::new(RULE, "its division has no marker left"));
    }
    ability_reaches(at, leader, body, RULE)
}

/// BB 4.11: his abilities are for brigades of his own army.
///
/// # Errors
/// It is none.
pub fn is_of_his_army(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<(), Refusal> {
    let facts = at.setting.body(body);
    let army = at.setting.leader(leader).command;
    if facts.kind == BodyKind::Brigade && at.setting.belongs(facts.command, army) {
        Ok(())
    } else {
        Err(Refusal::new(Rule::BB_4_11, "only brigades of his own army"))
    }
}

/// BB 4.11: whether an ability of a commander reaches a brigade: its leader stands on the map in his range for abilities.
///
/// # Errors
/// He does not.
pub fn ability_reaches(
    at: At<'_>,
    leader: LeaderId,
    body: BodyId,
    rule: Rule,
) -> Result<Rule, Refusal> {
    // BB 30.9-johnston: one who is not in play reaches whom the scenario says.
    if lends(at, leader) {
        return lent_reaches(at, leader, body);
    }
    let Some(own) = body_leader(at, body).filter(|&own| at.position.leader(own).on_map()) else {
        return Err(Refusal::new(rule, "the brigade has no leader on the map"));
    };
    let hex = at.position.leader(own).hex;
    if crate::command::within(at, leader, hex, ability_range(at, leader)) {
        Ok(rule)
    } else {
        Err(Refusal::new(
            Rule::SR_4_15,
            "the brigadier is out of his range",
        ))
    }
}

/// BB 4.11-J4: the brigade acts outside the count of its Activations.
pub(super) fn begin_extra(play: &mut Play<'_>, leader: LeaderId, body: BodyId) {
    crate::movement::check_bridge(play);
    play.note_leader(leader, LeaderNote::Used(AbilityKind::ExtraActivation));
    note_lent(play, leader, body);
    play.happens(Event::AbilityUsed {
        leader,
        body,
        rule: Rule::BB_4_11_J4,
    });
    play.then([
        AttemptStep::Ask {
            scope: AttemptScope::Extra(body),
        }
        .into(),
        ActivationStep::Act { body }.into(),
        ActivationStep::EndExtra { body }.into(),
    ]);
    prepare(play, body);
    super::fire_begins::fires_begin(play, play.setting.body(body).side);
    // Units in neither his brigadier's nor the commander's range are left out, all others are In Command.
    let at = play.at();
    let reached = units_in_range(at, body);
    let left_out: Vec<UnitId> =
        at.position
            .members(at.setting, body)
            .filter(|&unit| !reached.contains(&unit))
            .filter(|&unit| {
                // Whoever is still to come is in nobody's range.
                !at.position.unit(unit).on_map()
                    || lends(at, leader)
                    || !at.position.unit(unit).hexes().any(|hex| {
                        crate::command::within(at, leader, hex, ability_range(at, leader))
                    })
            })
            .collect();
    for unit in left_out {
        play.did(unit, Deeds::FINISHED);
    }
    play.note_body(body, BodyNote::Extra);
    play.note_body(body, BodyNote::Acted);
    catch_up(play, body);
}
