//! BB 30.0: units and brigades that the page of a scenario lets change their command: in II/A, in the first IV/B, or before
//! they enter.

use longroll_catalog::facts::{
    AssignWhen, CommandId, Level, Mechanism, Orders, SpecialRule, UnitId,
};
use longroll_core::{Refusal, Side};
use longroll_movement::adjacency::is_seen_within_four;
use longroll_position::rule_set::LooseRegimentsNeedRange;
use longroll_position::{ActivatorId, ActivatorKind, BodyId, BodyKind, Deeds, Presence, Topic};
use longroll_rule::Rule;

use super::range::in_range;
use super::special::turn_now;
use super::status::division_leader;
use crate::scene::At;

/// The scenario's rules on assignments that concern a side now.
fn rules(at: At<'_>, side: Side) -> impl Iterator<Item = &SpecialRule> {
    at.setting
        .special_now(Topic::Assignment, turn_now(at))
        .filter(move |rule| rule.concerns(side))
}

/// The rule by which the scenario speaks of a unit's assignment; the heading of its rules if it says nothing.
pub(crate) fn assignment_rule(at: At<'_>, unit: UnitId) -> Rule {
    let side = at.setting.unit(unit).side;
    let names = |rule: &&SpecialRule| match &rule.mechanism {
        Mechanism::MayBeAssigned { units, .. }
        | Mechanism::MayReturn { units }
        | Mechanism::ActsUnassigned { units }
        | Mechanism::BatteriesAsBrigadeOf { units, .. } => units.contains(&unit),
        _ => false,
    };
    let back = |rule: &&SpecialRule| matches!(&rule.mechanism, Mechanism::MayReturn { units } if units.is_empty());
    let found = rules(at, side).find(names);
    let found = found.or_else(|| rules(at, side).find(back));
    found.map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// The rule by which the scenario speaks of a brigade's division.
pub(super) fn brigade_rule(at: At<'_>, brigade: CommandId) -> Rule {
    let side = at.setting.command(brigade).side;
    let names = |rule: &&SpecialRule| rule.mechanism == Mechanism::BrigadeReassignable { brigade };
    let back = |rule: &&SpecialRule| matches!(&rule.mechanism, Mechanism::MayReturn { units } if units.is_empty());
    let found = rules(at, side).find(names);
    let found = found.or_else(|| rules(at, side).find(back));
    found.map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// The first rule by which the scenario asks a side about assignments in II/A.
pub(super) fn asking_rule(at: At<'_>, side: Side) -> Rule {
    rules(at, side)
        .find(|rule| gives_assignments(&rule.mechanism))
        .map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// The same in the first turn's IV/B.
pub(super) fn recovery_rule(at: At<'_>, side: Side) -> Rule {
    let units = recovery_units(at, side);
    units
        .first()
        .map_or(Rule::BB_30_0, |&unit| assignment_rule(at, unit))
}

/// What the scenario says about assigning a unit: to which brigades, to any if empty, and when.
fn may_be_assigned(at: At<'_>, unit: UnitId) -> Option<(&[CommandId], AssignWhen)> {
    rules(at, at.setting.unit(unit).side).find_map(|rule| match &rule.mechanism {
        Mechanism::MayBeAssigned {
            units,
            brigades,
            when,
        } if units.contains(&unit) => Some((brigades.as_slice(), *when)),
        _ => None,
    })
}

/// BB 30.0: the rule by which the scenario names a unit that may be assigned in any turn.
pub(super) fn named_by_scenario(at: At<'_>, unit: UnitId) -> Option<Rule> {
    let named = matches!(
        may_be_assigned(at, unit),
        Some((_, AssignWhen::AnyTurnOnce))
    );
    named.then(|| assignment_rule(at, unit))
}

/// BB 30.0: whether the scenario gives a side any assignments in II/A.
pub(super) fn has_assignments(at: At<'_>, side: Side) -> bool {
    rules(at, side).any(|rule| gives_assignments(&rule.mechanism))
}

const fn gives_assignments(mechanism: &Mechanism) -> bool {
    match mechanism {
        Mechanism::BrigadeReassignable { .. } | Mechanism::MayReturn { .. } => true,
        Mechanism::MayBeAssigned { when, .. } => {
            matches!(
                when,
                AssignWhen::AnyChainOfCommandOnce | AssignWhen::BeforeEntry
            )
        }
        _ => false,
    }
}

/// Units that may be named in II/A, with the commands worth asking about.
pub(super) fn candidates(at: At<'_>, side: Side) -> Vec<(UnitId, CommandId)> {
    let mut found = Vec::new();
    for rule in rules(at, side) {
        match &rule.mechanism {
            Mechanism::MayReturn { units } => {
                let away = at.setting.unit_ids().filter(|&unit| {
                    at.setting.unit(unit).side == side
                        && at.position.unit(unit).assigned != at.setting.unit(unit).formation
                        && (units.is_empty() || units.contains(&unit))
                });
                found.extend(away.map(|unit| (unit, at.setting.unit(unit).formation)));
            }
            Mechanism::MayBeAssigned { units, when, .. } => {
                let level = match when {
                    AssignWhen::BeforeEntry => Level::Division,
                    AssignWhen::AnyChainOfCommandOnce => Level::Brigade,
                    _ => continue,
                };
                for &unit in units {
                    let commands = at.setting.command_ids().filter(|&command| {
                        let facts = at.setting.command(command);
                        facts.side == side
                            && (facts.level == level
                                || (level == Level::Division && facts.level == Level::Corps))
                    });
                    found.extend(commands.map(|command| (unit, command)));
                }
            }
            _ => {}
        }
    }
    found
}

/// BB 30.0: whether a unit may change its command in II/A.
///
/// # Errors
/// The rule that forbids it.
pub fn may_reassign(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let rule = assignment_rule(at, unit);
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    if state.assigned == command {
        return Err(Refusal::new(rule, "it acts with this command already"));
    }
    may_join_march(at, unit, command)?;
    if command == facts.formation && state.assigned != facts.formation {
        return may_return(at, unit);
    }
    match may_be_assigned(at, unit) {
        Some((brigades, AssignWhen::AnyChainOfCommandOnce)) => {
            may_join(at, unit, command, brigades)
        }
        Some((_, AssignWhen::BeforeEntry)) => may_enter_with(at, unit, command),
        _ => Err(Refusal::new(
            rule,
            "the scenario assigns it to nobody in this phase",
        )),
    }
}

/// SR 6.14: nobody joins a march in the enemy's sight, be it of a brigade or of a division's guns.
///
/// # Errors
/// When an enemy sees the unit.
pub(crate) fn may_join_march(at: At<'_>, unit: UnitId, command: CommandId) -> Result<(), Refusal> {
    let facts = at.setting.unit(unit);
    let body = at.setting.body_for(command, facts.arm);
    let kind = at.setting.body(body).kind;
    let takes_orders = matches!(kind, BodyKind::Brigade | BodyKind::DivisionalArtillery);
    if !takes_orders || at.position.body(body).orders != Orders::March {
        return Ok(());
    }
    let mut hexes = at.position.unit(unit).hexes();
    if hexes.any(|hex| is_seen_within_four(&at, facts.side, hex)) {
        return Err(Refusal::new(
            Rule::SR_6_14,
            "an enemy sees it within four hexes",
        ));
    }
    Ok(())
}

/// The set-up gave the unit to another command, and the page lets it go back.
fn may_return(at: At<'_>, unit: UnitId) -> Result<Rule, Refusal> {
    let rule = assignment_rule(at, unit);
    let given_away = || {
        at.setting
            .scenario
            .setup
            .iter()
            .any(|entry| entry.piece.unit() == Some(unit) && entry.assigned_to.is_some())
    };
    let side = at.setting.unit(unit).side;
    let allowed = rules(at, side).any(|rule| match &rule.mechanism {
        Mechanism::MayReturn { units } if units.is_empty() => given_away(),
        Mechanism::MayReturn { units } => units.contains(&unit),
        _ => false,
    });
    if !allowed {
        Err(Refusal::new(rule, "the scenario does not let it go back"))
    } else if !at.position.unit(unit).on_map() {
        Err(Refusal::new(rule, "the unit is not on the map"))
    } else {
        Ok(rule)
    }
}

/// One of the brigades the page names, or any of its army, once. BB 4.24, reading 135: in the brigadier's range, by the switch.
fn may_join(
    at: At<'_>,
    unit: UnitId,
    brigade: CommandId,
    brigades: &[CommandId],
) -> Result<Rule, Refusal> {
    let rule = assignment_rule(at, unit);
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    if state.assigned != facts.formation {
        return Err(Refusal::new(rule, "it has joined its brigade for good"));
    }
    let army = at.setting.army_of(facts.formation);
    let named = if brigades.is_empty() {
        at.setting.command(brigade).level == Level::Brigade
            && army.is_some_and(|army| at.setting.belongs(brigade, army))
    } else {
        brigades.contains(&brigade)
    };
    if !named {
        return Err(Refusal::new(
            rule,
            "not among the brigades the scenario names",
        ));
    }
    if !state.on_map() {
        return Err(Refusal::new(rule, "the unit is not on the map"));
    }
    let leader = at
        .position
        .leader_of(at.setting, brigade)
        .filter(|&leader| at.position.leader(leader).on_map());
    let Some(leader) = leader else {
        return Err(Refusal::new(rule, "the brigade has no leader on the map"));
    };
    let near = at.setting.rules.switches.loose_regiments_need_range == LooseRegimentsNeedRange::Off
        || in_range(at, leader, state.hex);
    if near {
        Ok(rule)
    } else {
        Err(Refusal::new(
            Rule::BB_4_24_6div,
            "the brigadier must have it in range",
        ))
    }
}

/// Before it enters a battery is given to a division leader in play, and enters with his markers.
fn may_enter_with(at: At<'_>, unit: UnitId, division: CommandId) -> Result<Rule, Refusal> {
    let rule = assignment_rule(at, unit);
    let due = is_due(at, unit);
    let own = at.setting.unit(unit).formation;
    if !due || at.position.unit(unit).assigned != own {
        return Err(Refusal::new(
            rule,
            "it is assigned once, before it enters in its turn",
        ));
    }
    let leads = at
        .setting
        .activator_for(division)
        .filter(|&id| at.setting.activator(id).command == division)
        .and_then(|id| division_leader(at, id))
        .is_some_and(|leader| at.position.leader(leader).on_map());
    let same_side = at.setting.command(division).side == at.setting.unit(unit).side;
    if leads && same_side {
        Ok(rule)
    } else {
        Err(Refusal::new(rule, "only a division leader in play"))
    }
}

/// Whether a unit's group enters in this turn, or could have entered before.
fn is_due(at: At<'_>, unit: UnitId) -> bool {
    let Presence::Due(group) = at.position.unit(unit).presence else {
        return false;
    };
    let group = at.setting.scenario.reinforcements.get(usize::from(group.0));
    group.is_some_and(|group| turn_now(at).is_some_and(|turn| group.turn <= turn))
}

/// Whether a side has a unit that must be assigned before it enters now.
pub(super) fn must_assign(at: At<'_>, side: Side) -> bool {
    let waits = |&unit: &UnitId| {
        is_due(at, unit)
            && at.position.unit(unit).assigned == at.setting.unit(unit).formation
            && at
                .setting
                .command_ids()
                .any(|command| may_enter_with(at, unit, command).is_ok())
    };
    rules(at, side).any(|rule| match &rule.mechanism {
        Mechanism::MayBeAssigned {
            units,
            when: AssignWhen::BeforeEntry,
            ..
        } => units.iter().any(waits),
        _ => false,
    })
}

/// BB 30.0: whether a brigade may act with another division from this II/A on: one the page lets go to any division, or one
/// the set-up gave away, back to its own.
///
/// # Errors
/// The rule that forbids it.
pub fn may_reattach(at: At<'_>, body: BodyId, activator: ActivatorId) -> Result<Rule, Refusal> {
    let rule = brigade_rule(at, at.setting.body(body).command);
    let facts = at.setting.body(body);
    let state = at.position.body(body);
    let other = at.setting.activator(activator);
    if other.side != facts.side
        || other.kind == ActivatorKind::Unassigned
        || state.activator == activator
    {
        return Err(Refusal::new(rule, "not another division of its side"));
    }
    let home = activator == facts.activator;
    let mut by_rules = rules(at, facts.side);
    let allowed = by_rules.any(|rule| match &rule.mechanism {
        Mechanism::BrigadeReassignable { brigade } => *brigade == facts.command,
        Mechanism::MayReturn { units } => home && units.is_empty() && state.was_reassigned,
        _ => false,
    });
    if !allowed {
        return Err(Refusal::new(rule, "this brigade stays with its division"));
    }
    // BB 5.26: once assigned it goes back to its own division only.
    if state.was_reassigned && !home {
        return Err(Refusal::new(
            Rule::BB_5_26,
            "once assigned it goes back to its own division only",
        ));
    }
    let in_play = at.setting.unit_ids().any(|unit| {
        at.position.unit(unit).on_map()
            && at
                .setting
                .belongs(at.position.unit(unit).assigned, other.command)
    });
    if in_play {
        Ok(rule)
    } else {
        Err(Refusal::new(rule, "that division is not in play"))
    }
}

/// Brigades that may be named in II/A.
pub(super) fn brigades(at: At<'_>, side: Side) -> Vec<BodyId> {
    at.setting
        .body_ids()
        .filter(|&body| {
            let facts = at.setting.body(body);
            facts.side == side
                && (at.position.body(body).was_reassigned
                    || rules(at, side).any(|rule| {
                        rule.mechanism
                            == Mechanism::BrigadeReassignable {
                                brigade: facts.command,
                            }
                    }))
        })
        .collect()
}

/// BB 30.0: units that are assigned to a brigade in the first turn's IV/B.
pub(super) fn recovery_units(at: At<'_>, side: Side) -> &[UnitId] {
    let first = turn_now(at) == Some(at.setting.scenario.first_turn());
    rules(at, side)
        .filter(|_| first)
        .find_map(|rule| match &rule.mechanism {
            Mechanism::MayBeAssigned {
                units,
                when: AssignWhen::FirstRecoveryPhase,
                ..
            } => Some(units.as_slice()),
            _ => None,
        })
        .unwrap_or_default()
}

/// BB 30.0: whether a unit may join a brigade in the first turn's IV/B: all of them join the same one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_assign_in_recovery(
    at: At<'_>,
    unit: UnitId,
    brigade: CommandId,
) -> Result<Rule, Refusal> {
    let rule = assignment_rule(at, unit);
    let units = recovery_units(at, at.setting.unit(unit).side);
    let own = |unit: UnitId| at.setting.unit(unit).formation;
    let assigned = |unit: UnitId| at.position.unit(unit).assigned;
    if !units.contains(&unit) || assigned(unit) != own(unit) || !at.position.unit(unit).on_map() {
        return Err(Refusal::new(
            rule,
            "the scenario assigns it to nobody in this phase",
        ));
    }
    let leader = at
        .position
        .leader_of(at.setting, brigade)
        .filter(|&leader| at.position.leader(leader).on_map());
    let facts = at.setting.command(brigade);
    if facts.level != Level::Brigade || leader.is_none() {
        return Err(Refusal::new(rule, "a brigade with its leader on the map"));
    }
    let other = units.iter().find(|&&other| assigned(other) != own(other));
    match other {
        Some(&other) if assigned(other) != brigade => Err(Refusal::new(
            rule,
            "both regiments are assigned to one brigade",
        )),
        _ if facts.side == at.setting.unit(unit).side => {
            may_join_march(at, unit, brigade)?;
            Ok(rule)
        }
        _ => Err(Refusal::new(rule, "a command of the other side")),
    }
}

/// BB 30.0: regiments that were assigned in the first turn's IV/B count as In Command in the turn after.
pub(super) fn newly_assigned(at: At<'_>, unit: UnitId) -> bool {
    at.position.turn == 1
        && matches!(
            may_be_assigned(at, unit),
            Some((_, AssignWhen::FirstRecoveryPhase))
        )
}

/// BB 30.0: what the scenario has to say before the usual rules on assignments in II/C and at the start.
///
/// # Errors
/// A unit that acts with the Unassigned marker throughout, or a brigade the page does not name.
pub(super) fn scenario_assignment(
    at: At<'_>,
    unit: UnitId,
    command: CommandId,
) -> Result<Option<Rule>, Refusal> {
    for rule in rules(at, at.setting.unit(unit).side) {
        match &rule.mechanism {
            Mechanism::ActsUnassigned { units } if units.contains(&unit) => {
                return Err(Refusal::new(
                    rule.rule,
                    "it acts with the Unassigned marker in this scenario",
                ));
            }
            Mechanism::BatteriesAsBrigadeOf {
                units,
                command: whose,
            } if units.contains(&unit) && *whose == command => return Ok(Some(rule.rule)),
            Mechanism::MayBeAssigned {
                units,
                when: AssignWhen::AnyChainOfCommandOnce,
                ..
            } if units.contains(&unit) => {
                return Err(Refusal::new(rule.rule, "the scenario assigns it in II/A"));
            }
            Mechanism::MayBeAssigned {
                units,
                when: AssignWhen::FirstRecoveryPhase,
                ..
            } if units.contains(&unit) => {
                return Err(Refusal::new(rule.rule, "the scenario assigns it in IV/B"));
            }
            Mechanism::MayBeAssigned {
                units, brigades, ..
            } if units.contains(&unit)
                && !brigades.is_empty()
                && command != at.setting.unit(unit).formation
                && !brigades.contains(&command) =>
            {
                return Err(Refusal::new(
                    rule.rule,
                    "not among the brigades the scenario names",
                ));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// BB 30.0: the units the page lets join a command before the first turn, with the command.
pub(crate) fn at_start(at: At<'_>, side: Side) -> Vec<(UnitId, CommandId)> {
    let mut found = Vec::new();
    for rule in rules(at, side) {
        match &rule.mechanism {
            Mechanism::BatteriesAsBrigadeOf { units, command } => {
                found.extend(units.iter().map(|&unit| (unit, *command)));
            }
            Mechanism::MayBeAssigned {
                units,
                brigades,
                when: AssignWhen::AtStart,
            } => found.extend(
                units
                    .iter()
                    .flat_map(|&unit| brigades.iter().map(move |&brigade| (unit, brigade))),
            ),
            _ => {}
        }
    }
    found.retain(|&(unit, command)| {
        let state = at.position.unit(unit);
        state.on_map()
            && state.assigned == at.setting.unit(unit).formation
            && state.assigned != command
            && !state.deeds.has(Deeds::ASSIGNED)
    });
    found
}
