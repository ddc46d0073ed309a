//! BB 30.0-setup, BB 30.1: what the page of the scenario leaves to the owner before the first turn.

use longroll_catalog::facts::{
    Arm, CommandId, Level, Mechanism, Orders, Place, SetupEntry, SetupFacing, UnitId,
};
use longroll_core::{Refusal, Side};
use longroll_position::{BodyId, BodyKind, CommandStatus, Deeds, Extent, Topic};
use longroll_rule::Rule;

use super::page_hexes::PagePlace;
use crate::command::{at_start, leader_status};
use crate::orders::may_change_to;
use crate::scene::At;

/// The place of an entry as things stand.
pub(in crate::sequence) const fn place_of<'a>(at: At<'a>, entry: &'a SetupEntry) -> PagePlace<'a> {
    PagePlace {
        setting: at.setting,
        position: at.position,
        entry,
    }
}

/// The unit whose facing speaks for its hex: the top one.
fn speaks_for_hex(at: At<'_>, unit: UnitId) -> bool {
    let state = at.position.unit(unit);
    state.on_map() && at.position.stack(state.hex).next().map(|part| part.unit) == Some(unit)
}

pub(super) fn free_facing(at: At<'_>, entry: &SetupEntry) -> Option<UnitId> {
    let unit = entry.piece.unit()?;
    let free = entry.facing == SetupFacing::Free
        && speaks_for_hex(at, unit)
        && at.position.unit(unit).extent == Extent::Single
        && at.setting.unit(unit).arm != Arm::Gunboat;
    free.then_some(unit)
}

/// BB 30.0-setup, 30.0-orders: the brigade of a brigadier's entry, where its orders are not given.
pub(super) fn free_orders(at: At<'_>, entry: &SetupEntry) -> Option<BodyId> {
    let leader = entry.piece.leader()?;
    let body = at
        .setting
        .body_of_brigade(at.setting.leader(leader).command)?;
    (at.setting.body(body).kind == BodyKind::Brigade
        && entry.orders.len() != 1
        && !at.position.body(body).orders_fixed
        && at
            .position
            .members(at.setting, body)
            .any(|unit| at.position.unit(unit).on_map()))
    .then_some(body)
}

pub(super) fn may_start_under(
    at: At<'_>,
    entry: &SetupEntry,
    body: BodyId,
    orders: Orders,
) -> Result<Rule, Refusal> {
    if !entry.orders.is_empty() && !entry.orders.contains(&orders) {
        return Err(Refusal::new(
            Rule::BB_30_0_orders,
            "not among the orders the set-up allows",
        ));
    }
    may_change_to(at, body, orders)?;
    if let Some(free) = free_at_start(at) {
        let in_command = crate::command::body_leader(at, body)
            .is_some_and(|own| leader_status(at, own) == CommandStatus::InCommand);
        if orders != Orders::Advance && !(in_command && free.contains(&orders)) {
            return Err(Refusal::new(
                free_start_rule(at),
                "only brigades In Command are given other orders at the start",
            ));
        }
    }
    if orders == Orders::March {
        crate::orders::away_from_enemy(at, body)?;
    }
    // SR 6.17: where the page assigns no orders the owner does.
    Ok(if entry.orders.is_empty() {
        Rule::SR_6_17
    } else {
        Rule::BB_30_0_setup
    })
}

/// BB 30.0: the orders that the scenario lets both sides give at the start, if it says so.
pub(super) fn free_at_start(at: At<'_>) -> Option<&[Orders]> {
    at.setting
        .special(Topic::FreeStart)
        .find_map(|rule| match &rule.mechanism {
            Mechanism::FreeOrdersAtStart { orders } => Some(orders.as_slice()),
            _ => None,
        })
}

/// The scenario's rule on orders at the start.
pub(super) fn free_start_rule(at: At<'_>) -> Rule {
    at.setting.special_name(Topic::FreeStart, |_| true)
}

/// BB 30.1: whether a unit is deployed freely, under these orders among others.
pub(super) fn deploys_under(at: At<'_>, unit: UnitId, orders: Orders) -> bool {
    at.setting.scenario.setup.iter().any(|entry| {
        entry.piece.unit() == Some(unit)
            && matches!(entry.place, Place::Free { .. })
            && entry.orders.contains(&orders)
    })
}

/// BB 30.0: whether a single cavalry unit without a brigade may start under these orders.
pub(super) fn may_start_alone_under(
    at: At<'_>,
    unit: UnitId,
    orders: Orders,
) -> Result<Rule, Refusal> {
    let body = at.position.body_of(at.setting, unit);
    let state = at.position.unit(unit);
    let by_page = free_at_start(at).is_some_and(|free| free.contains(&orders));
    if !by_page && !deploys_under(at, unit, orders) {
        return Err(Refusal::new(
            Rule::BB_4_24_orders,
            "unbrigaded units start under Advance orders",
        ));
    }
    if at.setting.unit(unit).arm != Arm::Cavalry
        || at.setting.body(body).kind != BodyKind::DivisionalCavalry
        || !state.on_map()
    {
        return Err(Refusal::new(
            free_start_rule(at),
            "only single cavalry units of a division are given orders at the start",
        ));
    }
    if state.orders == orders || state.deeds.has(Deeds::ASSIGNED) {
        return Err(Refusal::new(free_start_rule(at), "it has its orders"));
    }
    may_change_to(at, body, orders)?;
    if orders == Orders::March
        && crate::orders::seen_within(at, at.setting.unit(unit).side, state.hex, 4)
    {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    Ok(free_start_rule(at))
}

/// BB 30.0-setup: unbrigaded units that may join a brigade before the first turn; BB 4.33: not before 9 AM.
pub(super) fn assignments(
    at: At<'_>,
    side: Side,
) -> impl Iterator<Item = (UnitId, CommandId)> + '_ {
    let own = move |command: &CommandId| {
        let facts = at.setting.command(*command);
        facts.side == side && facts.level == Level::Brigade
    };
    at.setting
        .unit_ids()
        .filter(move |&unit| {
            at.setting.unit(unit).side == side && crate::orders::assignable(at, unit)
        })
        .flat_map(move |unit| {
            at.setting
                .command_ids()
                .filter(own)
                .filter(move |&command| crate::command::may_assign(at, unit, command).is_ok())
                .map(move |command| (unit, command))
        })
        .chain(at_start(at, side))
}
