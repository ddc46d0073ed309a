//! SR 6.21 to 6.23, BB 6.22: which brigades may change their orders, and what is added to the roll.

use longroll_catalog::facts::{AbilityKind, CommandId, LeaderId, Level, Mechanism, Orders};
use longroll_core::{Refusal, Side, Terms};
use longroll_position::{BodyId, BodyKind, Presence, Topic};
use longroll_rule::Rule;

use super::permissions::may_change_to;
use crate::activation::{bodies_of, limiting_rule, marching, shared_left};
use crate::command::{body_leader, division_leader_of, ratings, traced_leaders, turn_now};
use crate::scene::At;
use crate::sequence::first_day;

mod scope;

pub use self::scope::AttemptScope;

impl AttemptScope {
    pub(super) fn bodies(self, at: At<'_>) -> Vec<BodyId> {
        match self {
            Self::Division(activator) => bodies_of(at, activator).collect(),
            Self::March(side) => marching(at, side).collect(),
            Self::Single(body) | Self::Extra(body) => vec![body],
        }
    }

    pub(super) fn side(self, at: At<'_>) -> Side {
        match self {
            Self::Division(activator) => at.setting.activator(activator).side,
            Self::March(side) => side,
            Self::Single(body) | Self::Extra(body) => at.setting.body(body).side,
        }
    }
}

/// SR 6.21: whether the marker activates a brigade, so that its orders may be changed at all.
pub(super) fn is_activated(at: At<'_>, scope: AttemptScope, body: BodyId) -> Result<(), Refusal> {
    let state = at.position.body(body);
    let marching = state.orders == Orders::March;
    match scope {
        AttemptScope::March(_) if !marching => {
            return Err(Refusal::new(
                Rule::SR_6_25,
                "only brigades under March orders act with the March marker",
            ));
        }
        AttemptScope::Division(activator) if state.activator != activator => {
            return Err(Refusal::new(
                Rule::SR_6_21,
                "the marker does not activate it",
            ));
        }
        AttemptScope::Division(_) | AttemptScope::Single(_) if marching => {
            return Err(Refusal::new(
                Rule::SR_6_25,
                "a brigade under March orders tries when the March marker is drawn",
            ));
        }
        _ => {}
    }
    if state.reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve ignores markers",
        ));
    }
    if matches!(scope, AttemptScope::Division(_)) {
        crate::alert::has_its_activation(at, body)?;
        if state.acted || state.used >= state.entitled {
            let rule = if state.used < state.entitled {
                Rule::SR_5_26
            } else {
                limiting_rule(at, body)
            };
            return Err(Refusal::new(rule, "it does not act with this marker"));
        }
        // SR 5.28, BB alert-split: the marker is for others of it.
        if shared_left(at, body) == Some(0) {
            let rule = limiting_rule(at, body);
            return Err(Refusal::new(rule, "it does not act with this marker"));
        }
        if state.march.used_marker {
            return Err(Refusal::new(
                Rule::SR_6_26,
                "it has acted with the March marker",
            ));
        }
    }
    Ok(())
}

/// SR 6.21: whether a brigade may try now: once with each marker that activates it, through a brigadier on the map.
///
/// # Errors
/// The rule that forbids it.
pub fn may_attempt(at: At<'_>, scope: AttemptScope, body: BodyId) -> Result<Rule, Refusal> {
    let state = at.position.body(body);
    let by_division = match at.setting.body(body).kind {
        BodyKind::Brigade => None,
        BodyKind::DivisionalArtillery => Some(Rule::BB_4_32_orders),
        BodyKind::DivisionalCavalry => Some(Rule::BB_4_24_orders),
        BodyKind::Unassigned => Some(Rule::BB_4_25_orders),
    };
    if let Some(rule) = by_division {
        return Err(Refusal::new(
            rule,
            "only brigades try to change orders; these units have theirs in II/C",
        ));
    }
    is_activated(at, scope, body)?;
    if state.tried {
        return Err(Refusal::new(Rule::SR_6_21, "it has tried with this marker"));
    }
    if !body_leader(at, body).is_some_and(|leader| at.position.leader(leader).on_map()) {
        return Err(Refusal::new(Rule::SR_6_21, "no brigadier on the map"));
    }
    crate::held::may_change_orders(at, body)?;
    let others = [Orders::Advance, Orders::Attack].into_iter();
    let others = others.filter(|&orders| orders != state.orders);
    // Whatever bars the last of them bars the attempt.
    let mut barred = Ok(Rule::SR_6_21);
    for orders in others {
        barred = may_change_to(at, body, orders);
        if barred.is_ok() {
            break;
        }
    }
    barred.map(|_| Rule::SR_6_21)
}

/// The scenario's rule by which a brigade changes its orders without a roll.
pub(super) fn free_change_rule(at: At<'_>, body: BodyId) -> Rule {
    let facts = at.setting.body(body);
    at.setting.special_name(Topic::FreeChange, |rule| {
        rule.concerns(facts.side) && frees_orders_of(&rule.mechanism, facts.command)
    })
}

fn frees_orders_of(mechanism: &Mechanism, brigade: CommandId) -> bool {
    match mechanism {
        Mechanism::FreeOrdersChange { commands } => {
            commands.is_empty() || commands.contains(&brigade)
        }
        _ => false,
    }
}

/// BB 30.0: whether the scenario lets a brigade change its orders once without a roll, and it has not done so.
pub(super) fn has_free_change(at: At<'_>, body: BodyId) -> bool {
    let facts = at.setting.body(body);
    facts.kind == BodyKind::Brigade
        && !at.position.body(body).changed_freely
        && at
            .setting
            .special_now(Topic::FreeChange, turn_now(at))
            .filter(|rule| rule.concerns(facts.side))
            .any(|rule| frees_orders_of(&rule.mechanism, facts.command))
}

/// BB 30.0: whether a brigade may take these orders now without a roll: in the place of an attempt, once.
///
/// # Errors
/// The rule that forbids it.
pub fn may_change_freely(
    at: At<'_>,
    scope: AttemptScope,
    body: BodyId,
    orders: Orders,
) -> Result<Rule, Refusal> {
    if at.position.body(body).changed_freely {
        return Err(Refusal::new(
            free_change_rule(at, body),
            "it has changed its orders without a roll",
        ));
    }
    if !has_free_change(at, body) {
        return Err(Refusal::new(
            Rule::SR_6_21,
            "a brigade changes its orders by a roll",
        ));
    }
    may_attempt(at, scope, body)?;
    may_take(at, body, None, orders)?;
    Ok(free_change_rule(at, body))
}

/// SR 6.23: a Change leads to Attack or Advance orders; BB 6.22: where help depends on the orders wanted, to those named.
pub(super) fn may_take(
    at: At<'_>,
    body: BodyId,
    wanted: Option<Orders>,
    orders: Orders,
) -> Result<Rule, Refusal> {
    may_change_to(at, body, orders)?;
    if orders == Orders::March || orders == at.position.body(body).orders {
        return Err(Refusal::new(
            Rule::SR_6_23,
            "a Change leads to Attack or Advance orders it is not under",
        ));
    }
    match wanted {
        Some(wanted) if wanted != orders => Err(Refusal::new(
            Rule::BB_6_22,
            "it rolled for the other orders",
        )),
        _ => Ok(Rule::SR_6_23),
    }
}

/// BB 6.22: the corps commander who, while he lives, wherever he is, and the hour has not passed, lets his corps' leaders
/// help towards Attack orders only.
pub(super) fn only_towards_attack(at: At<'_>, body: BodyId) -> Option<LeaderId> {
    let command = at.setting.body(body).command;
    let corps = at
        .setting
        .chain(command)
        .find(|&upper| at.setting.command(upper).level == Level::Corps)?;
    let commander = *at.setting.command(corps).leaders.first()?;
    let state = at.position.leader(commander);
    if state.replaced || state.presence == Presence::Lost {
        return None;
    }
    let ability = at
        .setting
        .leader(commander)
        .ability(AbilityKind::HelpsOnlyTowardsAttack)?;
    let turn = at.position.now(at.setting)?.id;
    first_day(at)
        .is_some_and(|day| ability.in_force(turn, day))
        .then_some(commander)
}

/// BB 30.0: the Orders value of a commander as the brigadier of a brigade made up for the scenario.
fn composite_orders_value(at: At<'_>, leader: LeaderId) -> Option<i8> {
    at.setting
        .special(Topic::Composite)
        .find_map(|rule| match rule.mechanism {
            Mechanism::CompositeBrigade {
                leader: who,
                orders_value,
                ..
            } if who == leader => Some(orders_value),
            _ => None,
        })
}

/// SR 6.21, 6.22: what is added to the roll. `wanted` matters under BB 6.22 only.
#[must_use]
pub fn attempt_terms(at: At<'_>, body: BodyId, wanted: Option<Orders>) -> Terms {
    let mut terms = Terms::new();
    let Some(brigadier) = body_leader(at, body) else {
        return terms;
    };
    let value = composite_orders_value(at, brigadier).unwrap_or_else(|| {
        ratings(at, brigadier)
            .orders
            .as_ref()
            .map_or(0, |value| value.value)
    });
    terms.note(value.into(), Rule::SR_6_21, "Orders value of the brigadier");
    let hex = at.position.leader(brigadier).hex;
    let stacked = |leader: LeaderId| {
        at.position.leader(leader).on_map() && at.position.leader(leader).hex == hex
    };
    let barred = only_towards_attack(at, body).filter(|_| wanted != Some(Orders::Attack));
    let command = at.setting.body(body).command;
    let group = at.setting.group_of(command);
    let division = division_leader_of(at, body)
        .filter(|&leader| at.setting.leader(leader).level == Level::Division);
    if division.is_some_and(stacked) && barred.is_none() {
        terms.add(1, Rule::SR_6_22, "division leader stacked with him");
    }
    // Reading 41: corps commander and OC together give +2 once.
    let above = at
        .setting
        .chain(at.setting.body(body).command)
        .filter(|&upper| at.setting.command(upper).level >= Level::Corps)
        .flat_map(|upper| at.setting.command(upper).leaders.iter().copied())
        // BB 30.0: in a group made for the day its commander counts, not the one of another day.
        .filter(|&leader| group.is_none() || at.setting.leader(leader).level == Level::Army)
        .chain(group.and_then(|group| group.leader))
        .chain(traced_leaders(at, command).into_iter().flatten().copied())
        .filter(|&leader| at.setting.leader(leader).level >= Level::Corps)
        .find(|&leader| leader != brigadier && stacked(leader) && barred != Some(leader));
    if let Some(leader) = above {
        let reason = match at.setting.leader(leader).level {
            Level::Army => "Overall Commander stacked with him",
            _ => "corps commander stacked with him",
        };
        terms.add(2, Rule::SR_6_22, reason);
    }
    terms
}
