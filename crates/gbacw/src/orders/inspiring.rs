//! BB 4.11-J1: a commander puts brigades under Attack orders without a roll.

use longroll_catalog::facts::{AbilityKind, LeaderId, Orders};
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::AbilityReplacesLooseReins;
use longroll_position::{BodyId, BodyNote, Bound, LeaderNote};
use longroll_rule::Rule;

use super::changing::{AttemptScope, is_activated};
use super::give::{Reaching, give};
use super::permissions::may_change_to;
use crate::activation::{ability_reaches, ability_ready, is_of_his_army};
use crate::command::{lends, note_lent};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// BB 4.11-J1: whether a commander may put a brigade that the marker activates under Attack orders without a roll.
///
/// # Errors
/// The rule that forbids it.
pub fn may_inspire(
    at: At<'_>,
    scope: AttemptScope,
    leader: LeaderId,
    body: BodyId,
) -> Result<Rule, Refusal> {
    let rule = may_order_attack(at, leader, body)?;
    is_activated(at, scope, body)?;
    Ok(rule)
}

/// BB 4.11-J1: the same for a brigade of which it is known that the marker activates it.
pub(super) fn may_order_attack(
    at: At<'_>,
    leader: LeaderId,
    body: BodyId,
) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_J1;
    // Used with this marker already: it reaches several brigades in one Activation.
    let again = at
        .position
        .leader(leader)
        .abilities
        .has(AbilityKind::OrdersAttack)
        && at
            .setting
            .body_ids()
            .any(|other| at.position.body(other).inspired);
    if !again {
        ability_ready(at, leader, AbilityKind::OrdersAttack)?;
    }
    is_of_his_army(at, leader, body)?;
    let state = at.position.body(body);
    if state.orders == Orders::Attack {
        return Err(Refusal::new(RULE, "it is under Attack orders"));
    }
    // Reading 49: he takes the place of Loose Reins, or lets them be carried out.
    if at.setting.rules.switches.johnston_replaces_loose_reins == AbilityReplacesLooseReins::On
        && matches!(state.bound, Bound::Close | Bound::FallenBack)
    {
        return Err(Refusal::new(
            RULE,
            "its Loose Reins were let stand with this marker",
        ));
    }
    may_change_to(at, body, Orders::Attack)?;
    ability_reaches(at, leader, body, RULE)
}

/// Commanders with the ability of BB 4.11-J1.
pub(super) fn inspirers(at: At<'_>, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    at.setting.leader_ids().filter(move |&leader| {
        let facts = at.setting.leader(leader);
        facts.side == side
            && facts.ability(AbilityKind::OrdersAttack).is_some()
            && (at.position.leader(leader).on_map() || lends(at, leader))
    })
}

/// BB 4.11-J1: the brigade goes over to Attack orders.
pub(super) fn inspire(play: &mut Play<'_>, leader: LeaderId, body: BodyId) {
    play.note_leader(leader, LeaderNote::Used(AbilityKind::OrdersAttack));
    play.note_body(body, BodyNote::Inspired);
    note_lent(play, leader, body);
    play.happens(Event::AbilityUsed {
        leader,
        body,
        rule: Rule::BB_4_11_J1,
    });
    give(
        play,
        body,
        Orders::Attack,
        Rule::BB_4_11_J1,
        Reaching::InCommand,
    );
}
