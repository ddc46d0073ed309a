//! BB 4.11-direct: Direct Command by the Confederate army commanders.

use longroll_catalog::facts::{AbilityKind, LeaderId};
use longroll_core::{Refusal, Side};
use longroll_position::{BodyId, BodyKind};
use longroll_rule::Rule;

use super::range::in_range;
use super::special::lent_direct_command;
use super::status::{body_leader, superiors};
use crate::scene::At;

/// Commanders of a side who may take brigades under Direct Command.
pub fn direct_commanders(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        let facts = at.setting.leader(leader);
        facts.side == side
            && at.position.leader(leader).on_map()
            && (facts.ability(AbilityKind::DirectCommand).is_some()
                || lent_direct_command(at, leader).is_some())
    })
}

/// BB 4.11-direct: whether this commander may take this brigade now.
///
/// # Errors
/// Not of his army, out of range, or he has taken as many as he may.
pub fn may_take_directly(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_direct;
    let facts = at.setting.leader(leader);
    let brigade = at.setting.body(body);
    let (number, granted) = match facts.ability(AbilityKind::DirectCommand) {
        Some(ability) => {
            if brigade.kind != BodyKind::Brigade
                || !at.setting.belongs(brigade.command, facts.command)
            {
                return Err(Refusal::new(Rule::BB_4_11, "only brigades of his own army"));
            }
            (ability.number.unwrap_or(2), RULE)
        }
        None => lent(at, leader, body)?,
    };
    if at.position.body(body).direct.is_some() {
        return Err(Refusal::new(
            RULE,
            "the brigade is under Direct Command already",
        ));
    }
    let taken = at
        .setting
        .body_ids()
        .filter(|&other| at.position.body(other).direct == Some(leader))
        .count();
    if taken >= usize::from(number) {
        return Err(Refusal::new(
            RULE,
            "he commands as many brigades directly as he may",
        ));
    }
    let Some(brigadier) = body_leader(at, body).filter(|&own| at.position.leader(own).on_map())
    else {
        return Err(Refusal::new(RULE, "the brigade has no leader on the map"));
    };
    let hex = at.position.leader(brigadier).hex;
    // Most brigades are far beyond any range: a look at the distance saves the search.
    if in_range(at, leader, hex) {
        Ok(granted)
    } else {
        Err(Refusal::new(
            Rule::SR_4_15,
            "the brigadier is out of his command range",
        ))
    }
}

/// BB 30.0: how many brigades the scenario lets this commander take a turn, if this is one of them: those it names, or any
/// brigade of his army that does not answer to him already.
fn lent(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<(u8, Rule), Refusal> {
    let Some((brigades, number, rule)) = lent_direct_command(at, leader) else {
        return Err(Refusal::new(
            Rule::BB_4_11_direct,
            "this leader has no Direct Command",
        ));
    };
    let facts = at.setting.body(body);
    let of_army = facts.kind == BodyKind::Brigade && facts.side == at.setting.leader(leader).side;
    let answers_to_him =
        || body_leader(at, body).is_some_and(|own| superiors(at, own).contains(&leader));
    let his = if brigades.is_empty() {
        of_army && !answers_to_him()
    } else {
        brigades.contains(&facts.command)
    };
    if his {
        Ok((number, rule))
    } else {
        Err(Refusal::new(
            rule,
            "not among the brigades the scenario lets him command",
        ))
    }
}
