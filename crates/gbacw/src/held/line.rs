//! An army that is held behind a dividing line: who may move in it, and where.

use longroll_board::HexId;
use longroll_catalog::facts::{LeaderId, UnitId};
use longroll_core::Refusal;
use longroll_position::{BodyId, BodyKind, HeldArmy};
use longroll_rule::Rule;

use crate::scene::At;

/// The army, if the unit is one of it and anybody is still held.
pub(super) fn army_of(at: At<'_>, unit: UnitId) -> Option<&HeldArmy> {
    let army = at.setting.special.held_army.as_ref()?;
    (at.setting.unit(unit).side == army.side).then_some(army)
}

/// Whether all restrictions have ended.
pub(super) fn all_are_free(at: At<'_>, army: &HeldArmy) -> bool {
    let hour = at.position.now(at.setting).map(|turn| turn.id);
    hour.is_some_and(|hour| army.free_from <= hour)
        || at
            .position
            .special
            .held_army
            .all_from
            .is_some_and(|turn| turn <= at.position.turn)
}

pub(super) fn group_is_free(at: At<'_>, army: &HeldArmy, group: u8) -> bool {
    let from = at.position.special.held_army.group_from;
    all_are_free(at, army)
        || from
            .get(usize::from(group))
            .copied()
            .flatten()
            .is_some_and(|turn| turn <= at.position.turn)
}

/// Whether all groups may move, be it each for a reason of its own.
fn every_group_is_free(at: At<'_>, army: &HeldArmy) -> bool {
    (0_u8..)
        .zip(&army.leaders)
        .all(|(group, _)| group_is_free(at, army, group))
}

/// Whether a unit may move on its own side of the line while its group is held.
fn roams(at: At<'_>, army: &HeldArmy, unit: UnitId) -> bool {
    army.roaming_units.contains(&unit)
        || army
            .roaming_brigades
            .contains(&at.position.unit(unit).assigned)
}

/// Whether the army's restrictions let a unit move.
///
/// # Errors
/// When they hold it.
pub(super) fn may_move(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let Some(army) = army_of(at, unit) else {
        return Ok(());
    };
    if army.watchers.contains(&unit) {
        if at.position.special.is_freed(unit) || all_are_free(at, army) {
            return Ok(());
        }
        return Err(Refusal::new(
            army.rules.watchers,
            "it stays until it sees an enemy across the line; it may turn one vertex",
        ));
    }
    let (held, rule) = match army.group(unit) {
        Some(group) => (
            !group_is_free(at, army, group) && !roams(at, army, unit),
            army.rules.line,
        ),
        None => (
            waits_for_all(at, army, unit) && !every_group_is_free(at, army),
            army.rules.unassigned,
        ),
    };
    if held {
        return Err(Refusal::new(
            rule,
            "the scenario holds its command until the enemy has crossed the line; it may turn one vertex",
        ));
    }
    Ok(())
}

/// Whether the army's restrictions let a unit fire in its own Activation; what it does in the enemy's is not touched by them.
///
/// # Errors
/// When they hold it.
pub fn may_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_move(at, unit).map_err(|held| {
        Refusal::new(
            held.rule,
            "the scenario holds its command, which does not fire in its own Activation",
        )
    })
}

/// Whether a command may be given other orders, or try for them: not while the army's restrictions hold it. The page lets
/// only those who may move behind the line do so before.
///
/// # Errors
/// When every unit of it on the map is held.
pub fn may_change_orders(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    let Some(army) = &at.setting.special.held_army else {
        return Ok(());
    };
    if at.setting.body(body).side != army.side || all_are_free(at, army) {
        return Ok(());
    }
    let mut units = at
        .position
        .members(at.setting, body)
        .filter(|&unit| at.position.unit(unit).on_map())
        .peekable();
    if units.peek().is_some() && units.all(|unit| may_move(at, unit).is_err()) {
        return Err(Refusal::new(
            army.rules.line,
            "the scenario holds the command, and its orders with it",
        ));
    }
    Ok(())
}

/// Whether a single unit may be given other orders.
///
/// # Errors
/// When it is held.
pub fn may_change_unit_orders(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_move(at, unit)
        .map_err(|held| Refusal::new(held.rule, "the scenario holds it, and its orders with it"))
}

/// BB 30.0: whether an unassigned unit of the army has its orders from the commanders of the groups made for the day.
#[must_use]
pub fn answers_to_groups(at: At<'_>, unit: UnitId) -> bool {
    let body = at.position.body_of(at.setting, unit);
    at.setting.body(body).kind == BodyKind::Unassigned
        && army_of(at, unit).is_some_and(|army| waits_for_all(at, army, unit))
}

/// The scenario's rule on unassigned units of a held army.
#[must_use]
pub fn unassigned_rule(at: At<'_>) -> Rule {
    let army = at.setting.special.held_army.as_ref();
    army.map_or(Rule::BB_30_0, |army| army.rules.unassigned)
}

/// Whether it stands in the range of one of them.
#[must_use]
pub fn is_in_range_of_group(at: At<'_>, unit: UnitId) -> bool {
    army_of(at, unit).is_some_and(|army| {
        let hex = at.position.unit(unit).hex;
        let mut leaders = army.leaders.iter();
        leaders.any(|&leader| {
            at.position.leader(leader).on_map() && crate::command::in_range(at, leader, hex)
        })
    })
}

/// Unassigned units wait for all groups, also when they have been lent to a corps; not one that comes later on the march.
fn waits_for_all(at: At<'_>, army: &HeldArmy, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    let body = at.setting.body_for(facts.formation, facts.arm);
    army.unassigned_but
        .as_ref()
        .is_some_and(|except| !except.contains(&unit))
        && at.setting.body(body).kind == BodyKind::Unassigned
        && !at.setting.scenario.is_reinforcement(unit)
}

/// Whether a unit that may move goes where the scenario lets it: not onto the line or across it while its group is held;
/// from its bivouac towards its leader.
///
/// # Errors
/// The rule that forbids it.
pub fn may_enter(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let Some(army) = army_of(at, unit) else {
        return Ok(());
    };
    if let Some(leader) = gathers_under(at, army, unit) {
        let grid = at.setting.grid();
        let goal = at.position.leader(leader).hex;
        if grid.distance(hex, goal) >= grid.distance(at.position.unit(unit).hex, goal) {
            return Err(Refusal::new(
                army.rules.bivouac,
                "from its bivouac it goes towards its leader first",
            ));
        }
    }
    let held = army
        .group(unit)
        .is_some_and(|group| !group_is_free(at, army, group));
    if held && army.is_forbidden(hex) {
        let rule = if roams(at, army, unit) {
            army.rules.roaming
        } else {
            army.rules.line
        };
        return Err(Refusal::new(
            rule,
            "not onto the line or across it while its command is held",
        ));
    }
    Ok(())
}

/// The leader a unit in bivouac has still to join.
pub(super) fn gathers_under(at: At<'_>, army: &HeldArmy, unit: UnitId) -> Option<LeaderId> {
    let leader = army.camps_under(unit)?;
    let waits = !at.position.special.is_freed(unit) && at.position.leader(leader).on_map();
    waits.then_some(leader)
}

/// The rule that binds its steps one by one, if any does.
#[must_use]
pub fn binding_rule(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let army = army_of(at, unit)?;
    if gathers_under(at, army, unit).is_some() {
        return Some(army.rules.bivouac);
    }
    let held = army
        .group(unit)
        .is_some_and(|group| !group_is_free(at, army, group));
    held.then_some(army.rules.line)
}
