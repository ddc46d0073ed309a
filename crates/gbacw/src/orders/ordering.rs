//! SR 6.12, 6.14, BB 4.11-march, 4.24: who may be given which orders in II/C.

use longroll_catalog::facts::{AbilityKind, Arm, LeaderId, Level, Mechanism, Orders, UnitId};
use longroll_core::{Refusal, Side};
use longroll_movement::adjacency::is_seen_within_four;
use longroll_position::{ActivatorKind, BodyId, BodyKind, CommandStatus, Deeds};
use longroll_rule::Rule;

use super::permissions::may_change_to;
use crate::activation::{ability_reaches, ability_ready, is_of_his_army};
use crate::command::{division_leader, has_link_for_orders, units_taking_orders};
use crate::scene::At;
use crate::sequence::first_day;

/// SR 6.12, 6.14: whether a body may be given these orders in II/C.
///
/// # Errors
/// The rule that forbids it.
pub fn may_order(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    may_order_once_reached(at, body, orders, || is_reached_by_orders(at, body))
}

/// The same where it is known, or soon found out, whether any orders reach it.
pub(super) fn may_order_once_reached(
    at: At<'_>,
    body: BodyId,
    orders: Orders,
    is_reached: impl FnOnce() -> Result<(), Refusal>,
) -> Result<Rule, Refusal> {
    let facts = at.setting.body(body);
    if at.position.body(body).orders == orders {
        return Err(Refusal::new(Rule::SR_6_12, "it is under these orders"));
    }
    is_reached()?;
    may_change_to(at, body, orders)?;
    scenario_allows(at, facts.side, orders)?;
    if orders == Orders::March {
        away_from_enemy(at, body)?;
    }
    Ok(match (facts.kind, orders) {
        (_, Orders::March) => Rule::SR_6_14,
        (BodyKind::DivisionalArtillery, _) => Rule::BB_4_32_orders,
        _ => Rule::SR_6_12,
    })
}

/// SR 6.12: whether a body takes orders in II/C, whatever they are.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn is_reached_by_orders(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let facts = at.setting.body(body);
    let state = at.position.body(body);
    is_open_to_orders(at, body)?;
    if state.tried {
        return Err(has_had_orders());
    }
    match facts.kind {
        BodyKind::Brigade => {
            if !has_link_for_orders(at, body) {
                return Err(Refusal::new(
                    Rule::SR_5_36,
                    "no chain of command reaches it",
                ));
            }
        }
        BodyKind::DivisionalArtillery => {
            let leader = division_leader(at, state.activator);
            if !leader.is_some_and(|leader| commands(at, leader)) {
                return Err(Refusal::new(
                    Rule::SR_5_36,
                    "the division leader is Out of Command",
                ));
            }
            if units_taking_orders(at, body).is_empty() {
                return Err(Refusal::new(
                    Rule::SR_5_36,
                    "no battery of it is In Command of the division leader",
                ));
            }
        }
        BodyKind::DivisionalCavalry => {
            return Err(Refusal::new(
                Rule::BB_4_24,
                "these units are given orders one by one",
            ));
        }
        BodyKind::Unassigned => {
            return Err(Refusal::new(
                Rule::BB_4_25_orders,
                "unassigned units are always under Advance orders",
            ));
        }
    }
    if at
        .position
        .members(at.setting, body)
        .all(|unit| !at.position.unit(unit).on_map())
    {
        return Err(Refusal::new(Rule::SR_6_12, "nobody of it is on the map"));
    }
    crate::held::may_change_orders(at, body)
}

/// SR 6.32, BB 30.0-orders: whether a body takes orders in II/C at all.
fn is_open_to_orders(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let state = at.position.body(body);
    if state.reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve takes no orders now",
        ));
    }
    if state.orders_fixed {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "its set-up orders stand through the first II/C",
        ));
    }
    Ok(())
}

/// SR 6.12: each body and each loose unit is given orders once in II/C.
const fn has_had_orders() -> Refusal {
    Refusal::new(Rule::SR_6_12, "it has had its orders in this phase")
}

/// Whether a leader on the map is In Command: one who is still to come gives no orders.
fn commands(at: At<'_>, leader: LeaderId) -> bool {
    let state = at.position.leader(leader);
    state.on_map() && state.status == CommandStatus::InCommand
}

/// SR 6.14: no unit of the command within four hexes and sight of an enemy combat unit.
pub(crate) fn away_from_enemy(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let side = at.setting.body(body).side;
    let near = at
        .position
        .members(at.setting, body)
        .flat_map(|unit| at.position.unit(unit).hexes())
        .any(|hex| is_seen_within_four(&at, side, hex));
    if near {
        Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ))
    } else {
        Ok(())
    }
}

fn scenario_allows(at: At<'_>, side: Side, orders: Orders) -> Result<(), Refusal> {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return Ok(());
    };
    let barred = orders == Orders::Attack
        && at.setting.scenario.special_rules.iter().any(|rule| {
            rule.in_force(turn)
                && rule.concerns(side)
                && rule.mechanism == Mechanism::NoDivisionAttackOrders
        });
    if barred {
        Err(Refusal::new(
            Rule::SR_6_12,
            "the scenario allows no Attack orders in II/C",
        ))
    } else {
        Ok(())
    }
}

/// BB 4.24, 4.25: whether a single loose unit may be given these orders: in its division leader's range.
///
/// # Errors
/// The rule that forbids it.
pub fn may_order_unit(at: At<'_>, unit: UnitId, orders: Orders) -> Result<Rule, Refusal> {
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    let body = at.position.body_of(at.setting, unit);
    let rule = unit_orders_rule(at, unit);
    if crate::held::answers_to_groups(at, unit) {
        return may_order_unassigned(at, unit, orders);
    }
    if at.setting.body(body).kind != BodyKind::DivisionalCavalry || facts.arm != Arm::Cavalry {
        return Err(Refusal::new(
            rule,
            "only loose cavalry of a division is given orders by itself",
        ));
    }
    if !state.on_map() || state.orders == orders {
        return Err(Refusal::new(
            rule,
            "it is under these orders, or not on the map",
        ));
    }
    is_open_to_orders(at, body)?;
    if state.deeds.has(Deeds::ORDERED) {
        return Err(has_had_orders());
    }
    let leader = division_leader(at, at.position.body(body).activator);
    let chain = leader.is_some_and(|leader| commands(at, leader));
    if !chain || state.status == CommandStatus::OutOfCommand {
        return Err(Refusal::new(
            rule,
            "out of its division leader's range, or he is Out of Command",
        ));
    }
    crate::held::may_change_unit_orders(at, unit)?;
    may_change_to(at, body, orders)?;
    unit_is_fit_for(at, unit, orders)?;
    scenario_allows(at, facts.side, orders)?;
    Ok(rule)
}

/// SR 17.32, BB 17.0: a unit that keeps its own Fatigue may be too tired; SR 6.14: no enemy sees it set out on a march.
fn unit_is_fit_for(at: At<'_>, unit: UnitId, orders: Orders) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if state.fatigue.level() >= 4 && orders != Orders::Advance {
        return Err(Refusal::new(Rule::SR_17_32, "too tired for these orders"));
    }
    if orders == Orders::March {
        is_unseen(at, unit)?;
    }
    Ok(())
}

/// SR 6.14: no enemy within four hexes sees a unit that is to march.
fn is_unseen(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let side = at.setting.unit(unit).side;
    let mut hexes = at.position.unit(unit).hexes();
    if hexes.any(|hex| is_seen_within_four(&at, side, hex)) {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    Ok(())
}

/// BB 30.0: where a scenario makes groups for the day an unassigned unit changes its orders in the range of the commander of
/// one of them, whether or not it may move yet.
fn may_order_unassigned(at: At<'_>, unit: UnitId, orders: Orders) -> Result<Rule, Refusal> {
    let rule = crate::held::unassigned_rule(at);
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    if !state.on_map() || state.orders == orders || state.deeds.has(Deeds::ORDERED) {
        return Err(Refusal::new(
            rule,
            "it has its orders, or is not on the map",
        ));
    }
    if facts.arm == Arm::Artillery && orders == Orders::Attack {
        return Err(Refusal::new(
            Rule::SR_6_18,
            "artillery is never under Attack orders",
        ));
    }
    unit_is_fit_for(at, unit, orders)?;
    if crate::held::is_in_range_of_group(at, unit) {
        Ok(rule)
    } else {
        Err(Refusal::new(
            rule,
            "no commander of a group has it in his range",
        ))
    }
}

/// The rule by which a unit has orders of its own, or has none.
pub(super) fn unit_orders_rule(at: At<'_>, unit: UnitId) -> Rule {
    let facts = at.setting.unit(unit);
    let body = at.setting.body(at.position.body_of(at.setting, unit));
    let own_level = at.setting.command(facts.formation).level;
    match body.kind {
        BodyKind::DivisionalCavalry if own_level == Level::Army => Rule::BB_4_25_CSA,
        BodyKind::DivisionalCavalry => match at.setting.activator(body.activator).kind {
            ActivatorKind::IndependentDivision => Rule::BB_4_24_USA,
            _ => Rule::BB_4_24_CSA,
        },
        BodyKind::DivisionalArtillery => Rule::BB_4_32_orders,
        BodyKind::Unassigned if own_level == Level::Division && facts.arm == Arm::Infantry => {
            Rule::BB_4_24_6div
        }
        BodyKind::Unassigned => Rule::BB_4_25_orders,
        BodyKind::Brigade => Rule::SR_6_11,
    }
}

/// BB 4.11-march: whether a commander may put this brigade on the march himself.
///
/// # Errors
/// The rule that forbids it.
pub fn may_put_on_march(at: At<'_>, leader: LeaderId, body: BodyId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_11_march;
    let state = at.position.leader(leader);
    let facts = at.setting.leader(leader);
    let Some(ability) = facts.ability(AbilityKind::OrdersMarch) else {
        return Err(Refusal::new(RULE, "he has no such ability"));
    };
    let begun = state.abilities.has(AbilityKind::OrdersMarch);
    if !begun {
        ability_ready(at, leader, AbilityKind::OrdersMarch)?;
        if !state.abilities.is_empty() {
            return Err(Refusal::new(
                RULE,
                "not in a turn in which he uses any other ability",
            ));
        }
    }
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    if !turn
        .zip(first_day(at))
        .is_none_or(|(turn, day)| ability.in_force(turn, day))
    {
        return Err(Refusal::new(RULE, "not at this hour"));
    }
    let taken = at
        .position
        .bodies
        .iter()
        .filter(|body| body.march.spared)
        .count();
    if taken >= usize::from(ability.number.unwrap_or(2)) {
        return Err(Refusal::new(
            RULE,
            "he has put as many brigades on the march as he may",
        ));
    }
    is_of_his_army(at, leader, body)?;
    if at.position.body(body).orders == Orders::March || at.position.body(body).reserve {
        return Err(Refusal::new(
            RULE,
            "it marches already, or rests in Reserve",
        ));
    }
    is_open_to_orders(at, body)?;
    if at.position.body(body).tried {
        return Err(has_had_orders());
    }
    may_change_to(at, body, Orders::March)?;
    away_from_enemy(at, body)?;
    ability_reaches(at, leader, body, RULE)
}
