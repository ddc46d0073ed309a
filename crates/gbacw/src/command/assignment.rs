//! SR 4.3, BB 4.24 to 4.33, BB 5.26: who may act with whom.

use longroll_catalog::facts::{
    AbilityKind, Arm, Assignments, CommandId, LeaderId, Level, Mechanism, UnitId,
};
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::LooseRegimentsNeedRange;
use longroll_position::{ActivatorId, ActivatorKind, BodyId, CommandStatus, Deeds, Presence};
use longroll_rule::Rule;

use super::range::{has_in_range, in_range};
use super::reassign::{named_by_scenario, scenario_assignment};
use super::special::division_of_brigade;
use super::status::{body_leader, division_leader};
use crate::scene::At;
use crate::sequence::first_day_hour;

/// Whether a unit may be assigned to a command in the division orders phase (II/C).
///
/// # Errors
/// The rule that forbids it.
pub fn may_assign(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    if !state.on_map() {
        return Err(Refusal::new(Rule::SR_4_32, "the unit is not on the map"));
    }
    if facts.side != at.setting.command(command).side {
        return Err(Refusal::new(Rule::SR_4_32, "a command of the other side"));
    }
    if state.assigned == command {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "it acts with this command already",
        ));
    }
    if let Some(rule) = scenario_assignment(at, unit, command)? {
        return Ok(rule);
    }
    match facts.arm {
        Arm::Artillery => may_assign_battery(at, unit, command),
        Arm::Cavalry => may_assign_cavalry(at, unit, command),
        Arm::Infantry if !facts.is_detachment() => may_assign_regiment(at, unit, command),
        Arm::Infantry | Arm::Gunboat => {
            Err(Refusal::new(Rule::BB_4_25, "this unit is never assigned"))
        }
    }
}

/// BB 4.33: no artillery or cavalry joins a brigade before a given hour of the first day.
fn hour_allows_brigades(at: At<'_>) -> Result<(), Refusal> {
    if let Some(terms) = at.setting.terms()
        && first_day_hour(at).is_some_and(|hour| hour < terms.assignments_from_hour)
    {
        return Err(Refusal::new(
            Rule::BB_4_33,
            "too early in the day to assign artillery or cavalry to a brigade",
        ));
    }
    Ok(())
}

/// BB 4.32-CSA: only an army of corps has batteries of its own to give away; where divisions stand directly under the army
/// its batteries act with the Unassigned (BB 4.25-USA).
fn gives_batteries(at: At<'_>, army: CommandId) -> bool {
    let children = &at.setting.command(army).children;
    children
        .iter()
        .any(|&child| at.setting.command(child).level == Level::Corps)
}

/// The batteries that act with a command now.
fn batteries_with(at: At<'_>, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
    let body = at.setting.body_for(command, Arm::Artillery);
    at.position.members(at.setting, body).filter(move |&unit| {
        at.setting.unit(unit).arm == Arm::Artillery
            && at.position.unit(unit).assigned == command
            && at.position.unit(unit).on_map()
    })
}

/// Those of them that belong to another command.
fn batteries_given_to(at: At<'_>, command: CommandId) -> usize {
    batteries_with(at, command)
        .filter(|&unit| at.setting.unit(unit).formation != command)
        .count()
}

fn may_assign_battery(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let own = at.setting.unit(unit).formation;
    let now = at.position.unit(unit).assigned;
    let level = at.setting.command(command).level;
    if command == own {
        return match at.setting.variations.assignments.value {
            Assignments::Batteries => Ok(Rule::SR_4_32),
            Assignments::LooseUnits => may_go_back(at, command),
        };
    }
    let massed = at.setting.command(now).level >= Level::Division && now != own;
    if massed {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "a battery massed under a division goes back to its own command only",
        ));
    }
    match level {
        Level::Brigade => may_give_battery(at, unit, command),
        Level::Division | Level::Corps => may_mass_battery(at, unit, command),
        Level::Army => Err(Refusal::new(
            Rule::BB_4_25,
            "only its own batteries act with the army",
        )),
    }
}

/// BB 4.32: whether a battery may be given to a brigade.
fn may_give_battery(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let own = at.setting.unit(unit).formation;
    hour_allows_brigades(at)?;
    if !is_in_play(at, command) {
        return Err(Refusal::new(Rule::SR_4_32, "the brigade is not on the map"));
    }
    if at.setting.variations.assignments.value == Assignments::Batteries {
        return series_battery(at, unit, command);
    }
    belongs_with(at, command, own)?;
    if batteries_with(at, command).count() >= 2 {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "the brigade has as many batteries as it may",
        ));
    }
    Ok(if at.setting.command(own).level == Level::Division {
        Rule::BB_4_32_USA
    } else {
        Rule::BB_4_32_CSA
    })
}

/// BB 4.32: whether a brigade may get batteries of this command.
fn belongs_with(at: At<'_>, command: CommandId, own: CommandId) -> Result<(), Refusal> {
    match at.setting.command(own).level {
        // BB 4.32-USA: one battery of its own division.
        Level::Division => {
            if division_of_brigade(at, command) != Some(own) {
                return Err(Refusal::new(
                    Rule::BB_4_32_USA,
                    "a brigade is given batteries of its own division only",
                ));
            }
            if batteries_given_to(at, command) >= 1 {
                return Err(Refusal::new(
                    Rule::BB_4_32_USA,
                    "the brigade has been given its one battery",
                ));
            }
        }
        // BB 4.32-CSA: the army's own batteries go anywhere in it, within two a brigade.
        Level::Army if at.setting.belongs(command, own) && gives_batteries(at, own) => {}
        Level::Army => {
            return Err(Refusal::new(
                Rule::BB_4_32_USA,
                "a brigade is given batteries of its own division only",
            ));
        }
        _ => {
            return Err(Refusal::new(
                Rule::BB_4_32,
                "this battery belongs to a brigade",
            ));
        }
    }
    Ok(())
}

/// BB 4.32-limits: a massed battery goes back to its own command, but others may have taken its place in a brigade, which
/// has two, or as many as it began with.
fn may_go_back(at: At<'_>, own: CommandId) -> Result<Rule, Refusal> {
    let guns = at.setting.gun_ids();
    let printed = guns.filter(|&unit| at.setting.unit(unit).formation == own);
    let most = printed.count().max(2);
    if at.setting.command(own).level == Level::Brigade && batteries_with(at, own).count() >= most {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "the brigade has as many batteries as it may",
        ));
    }
    Ok(Rule::BB_4_32_limits)
}

/// SR 4.32: an infantry or cavalry brigade uses one battery of its division, wherever it stands.
fn series_battery(at: At<'_>, unit: UnitId, brigade: CommandId) -> Result<Rule, Refusal> {
    let own = at.setting.unit(unit).formation;
    let division = division_of_brigade(at, brigade);
    let of_division = division.is_some_and(|division| at.setting.belongs(own, division));
    if !of_division {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "a brigade is given batteries of its own division only",
        ));
    }
    let foot_or_horse = at.setting.unit_ids().any(|other| {
        at.position.unit(other).assigned == brigade
            && matches!(at.setting.unit(other).arm, Arm::Infantry | Arm::Cavalry)
    });
    if !foot_or_horse {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "only infantry and cavalry brigades are given a battery",
        ));
    }
    if batteries_given_to(at, brigade) >= 1 {
        return Err(Refusal::new(Rule::SR_4_32, "the brigade has its battery"));
    }
    Ok(Rule::SR_4_32)
}

/// BB 4.32: a battery answers to a division leader who is In Command: the army's own batteries at any hour, all
/// others from noon, up to ten.
fn may_mass_battery(at: At<'_>, unit: UnitId, division: CommandId) -> Result<Rule, Refusal> {
    if at.setting.variations.assignments.value == Assignments::Batteries {
        return Err(Refusal::new(
            Rule::SR_4_32,
            "batteries are assigned to brigades",
        ));
    }
    let own = at.setting.unit(unit).formation;
    let army = at.setting.army_of(division);
    if !army.is_some_and(|army| at.setting.belongs(own, army)) {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "a battery of another army",
        ));
    }
    let activator = at.setting.activator_for(division);
    let answers = activator.is_some_and(|id| at.setting.activator(id).command == division);
    let leader = activator
        .filter(|_| answers)
        .and_then(|id| division_leader(at, id));
    // BB 30.0: nobody stands in for a division leader who is not in the game.
    let mut leaders = at.setting.leader_ids();
    let own_leader = leaders.find(|&leader| at.setting.leader(leader).command == division);
    let plays = |leader: LeaderId| at.position.leader(leader).presence != Presence::Absent;
    let in_command = leader.is_some_and(|leader| {
        let state = at.position.leader(leader);
        state.on_map() && state.status == CommandStatus::InCommand
    }) && own_leader.is_none_or(plays);
    if !in_command {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "the division leader is not In Command",
        ));
    }
    let massed = at.setting.battle.terms.massed_batteries;
    let of_army = at.setting.command(own).level == Level::Army && gives_batteries(at, own);
    if !of_army && first_day_hour(at).is_some_and(|hour| hour < massed.from_hour) {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "batteries are massed from noon of the first day",
        ));
    }
    if batteries_given_to(at, division) >= usize::from(massed.batteries) {
        return Err(Refusal::new(
            Rule::BB_4_32_limits,
            "the division leader has as many batteries as he may",
        ));
    }
    Ok(if of_army {
        Rule::BB_4_32_CSA
    } else {
        Rule::BB_4_32_limits
    })
}

/// BB 4.24: cavalry of an independent division joins a brigade of it when both leaders reach it; nobody else's does.
fn may_assign_cavalry(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let own = at.setting.unit(unit).formation;
    if command == own && at.setting.command(own).level == Level::Division {
        // What the scenario has given to another division of the Confederates stays with it.
        return match at.setting.unit(unit).side {
            Side::Union => Ok(Rule::BB_4_24_USA),
            Side::Confederate => Err(Refusal::new(
                Rule::BB_4_24_CSA,
                "the scenario has assigned it to this division",
            )),
        };
    }
    if at.setting.command(command).level != Level::Brigade {
        return Err(Refusal::new(
            Rule::BB_4_25_CSA,
            "unassigned cavalry joins a division in II/A",
        ));
    }
    if at.setting.command(own).level == Level::Army {
        return Err(Refusal::new(
            Rule::BB_4_25_CSA,
            "unassigned cavalry never joins a brigade",
        ));
    }
    hour_allows_brigades(at)?;
    let kind = at
        .setting
        .activator_for(own)
        .map(|id| at.setting.activator(id).kind);
    let of_division = division_of_brigade(at, command) == Some(own);
    if kind != Some(ActivatorKind::IndependentDivision) || !of_division {
        let rule = match at.setting.unit(unit).side {
            Side::Union => Rule::BB_4_24_USA,
            Side::Confederate => Rule::BB_4_24_CSA,
        };
        return Err(Refusal::new(
            rule,
            "only Union divisional cavalry joins a brigade, one of its own division",
        ));
    }
    let division = at.position.leader_of(at.setting, own);
    let brigade = at.position.leader_of(at.setting, command);
    // The brigadier's range is the shorter one: asked first, it settles most cases by distance alone.
    let reached = [brigade, division]
        .into_iter()
        .all(|leader| leader.is_some_and(|leader| has_in_range(at, leader, unit)));
    if reached {
        Ok(Rule::BB_4_24_USA)
    } else {
        Err(Refusal::new(
            Rule::BB_4_24_USA,
            "both the division leader and the brigadier must have it in range",
        ))
    }
}

/// BB 4.25: whether a unit is a loose regiment of an army without corps, which takes orders of the brigade it joins no sooner
/// than in its first Activation in range.
pub(crate) fn waits_for_range(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    facts.arm == Arm::Infantry
        && !facts.is_detachment()
        && at.setting.command(facts.formation).level > Level::Division
        && !gives_batteries(at, facts.formation)
}

/// BB 4.24-6div, 4.25: a loose regiment joins a brigade, once.
fn may_assign_regiment(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let facts = at.setting.unit(unit);
    let own_level = at.setting.command(facts.formation).level;
    if crate::held::is_let_go(at, unit) {
        return may_assign_let_go(at, unit, command);
    }
    if own_level == Level::Brigade {
        return Err(Refusal::new(
            Rule::SR_4_2,
            "a regiment of a brigade stays with it",
        ));
    }
    if at.setting.command(command).level != Level::Brigade {
        return Err(Refusal::new(
            Rule::BB_4_24_6div,
            "a loose regiment joins a brigade",
        ));
    }
    let of_corps = own_level != Level::Division && gives_batteries(at, facts.formation);
    // What the scenario itself says of the regiment is the rule to name, and lets it go beyond its army.
    let by_scenario = named_by_scenario(at, unit);
    let rule = by_scenario.unwrap_or(match own_level {
        Level::Division => Rule::BB_4_24_6div,
        _ if of_corps => Rule::BB_4_25_47TN,
        _ => Rule::BB_4_25_15MI,
    });
    if at.position.unit(unit).assigned != facts.formation {
        return Err(Refusal::new(rule, "it has joined its brigade for good"));
    }
    let own_army = own_level == Level::Division || at.setting.belongs(command, facts.formation);
    if !own_army && by_scenario.is_none() {
        return Err(Refusal::new(rule, "only brigades of its own army"));
    }
    crate::alert::may_join_brigade(at, unit, command)?;
    // Reading 135: the switch speaks of loose regiments of an army without corps; others always need the brigadier near. The
    // notes of a scenario that holds a regiment and then lets it go anywhere win over BB 4.24.
    let free = !of_corps
        && (at.setting.rules.switches.loose_regiments_need_range == LooseRegimentsNeedRange::Off
            || is_freed(at, unit));
    let in_reach = || {
        let leader = at.position.leader_of(at.setting, command);
        leader.is_some_and(|leader| has_in_range(at, leader, unit))
    };
    if free && is_in_play(at, command) || in_reach() {
        Ok(rule)
    } else {
        Err(Refusal::new(rule, "the brigadier must have it in range"))
    }
}

/// BB 30.5: a regiment that was dormant joins any brigade of its army, once its leader has it in his range.
fn may_assign_let_go(at: At<'_>, unit: UnitId, command: CommandId) -> Result<Rule, Refusal> {
    let tether = at.setting.special.tether(unit);
    let rule = tether.map_or(Rule::BB_30_0, |tether| tether.rule);
    let army = at.setting.army_of(at.setting.unit(unit).formation);
    if Some(at.position.unit(unit).assigned) != army {
        return Err(Refusal::new(rule, "it has joined its brigade for good"));
    }
    let own = army.is_some_and(|army| at.setting.belongs(command, army));
    if at.setting.command(command).level != Level::Brigade || !own {
        return Err(Refusal::new(rule, "only brigades of its own army"));
    }
    let leader = at.position.leader_of(at.setting, command);
    if leader.is_some_and(|leader| has_in_range(at, leader, unit)) {
        Ok(rule)
    } else {
        Err(Refusal::new(rule, "the brigadier must have it in range"))
    }
}

/// Whether a brigade has its leader or a unit on the map: nobody joins one that is still to come.
fn is_in_play(at: At<'_>, brigade: CommandId) -> bool {
    let leader = at.position.leader_of(at.setting, brigade);
    let body = at.setting.body_of_brigade(brigade);
    let mut members = body
        .into_iter()
        .flat_map(|body| at.position.members(at.setting, body));
    leader.is_some_and(|leader| at.position.leader(leader).on_map())
        || members.any(|unit| at.position.unit(unit).on_map())
}

/// BB 30.1: whether the scenario's own rule for a regiment lets it join a brigade out of range.
fn is_freed(at: At<'_>, unit: UnitId) -> bool {
    at.setting
        .scenario
        .special_rules
        .iter()
        .any(|rule| match &rule.mechanism {
            Mechanism::HeldInField { units, .. } => units.contains(&unit),
            Mechanism::ShakyRegiment {
                unit: shaky,
                returns_after: Some(_),
                ..
            } => *shaky == unit,
            _ => false,
        })
}

/// BB 4.25-CSA: whether a unit is cavalry of the army itself.
fn is_loose_cavalry(at: At<'_>, unit: UnitId) -> bool {
    let facts = at.setting.unit(unit);
    facts.arm == Arm::Cavalry && at.setting.command(facts.formation).level == Level::Army
}

/// BB 4.25-CSA: whether unassigned cavalry may be lent to a division in II/A: in the range of whoever receives it, two
/// at most.
///
/// # Errors
/// The rule that forbids it.
pub fn may_lend(at: At<'_>, unit: UnitId, division: CommandId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_4_25_CSA;
    let facts = at.setting.unit(unit);
    let state = at.position.unit(unit);
    let loose = is_loose_cavalry(at, unit);
    if at.setting.variations.assignments.value == Assignments::Batteries
        || !loose
        || !state.on_map()
    {
        return Err(Refusal::new(
            RULE,
            "only unassigned cavalry on the map is lent",
        ));
    }
    if state.deeds.has(Deeds::ASSIGNED) || state.assigned == division {
        return Err(Refusal::new(RULE, "it is lent already"));
    }
    if division == facts.formation {
        return Ok(RULE);
    }
    let activator = at
        .setting
        .activator_for(division)
        .filter(|&id| at.setting.activator(id).command == division);
    // BB 30.0: where the scenario makes groups for the day it is lent to these, not to divisions.
    if !at.setting.scenario.command_groups().is_empty()
        && at.setting.command(division).level == Level::Division
        && at.setting.group_of(division).is_some()
    {
        return Err(Refusal::new(
            crate::held::unassigned_rule(at),
            "it is lent to a corps in this scenario",
        ));
    }
    if activator.is_none() || !at.setting.belongs(division, facts.formation) {
        return Err(Refusal::new(
            RULE,
            "it is lent to a division or the Reserve Corps of its army, never to a brigade",
        ));
    }
    let lent = at
        .setting
        .unit_ids()
        .filter(|&other| {
            is_loose_cavalry(at, other) && at.position.unit(other).assigned == division
        })
        .count();
    if lent >= 2 {
        return Err(Refusal::new(RULE, "two such units are lent to it already"));
    }
    let leader = activator.and_then(|id| division_leader(at, id));
    if leader.is_some_and(|leader| has_in_range(at, leader, unit)) {
        Ok(RULE)
    } else {
        Err(Refusal::new(
            RULE,
            "out of the range of whoever would receive it",
        ))
    }
}

/// BB 5.26: whether a body is of those that ever act with another division, so that most need not be asked.
#[must_use]
pub fn may_ever_attach(at: At<'_>, body: BodyId) -> bool {
    body_leader(at, body).is_some_and(|brigadier| {
        at.setting
            .leader(brigadier)
            .ability(AbilityKind::Reassignable)
            .is_some()
    })
}

/// BB 5.26: whether a brigade may act with another division from now on.
///
/// # Errors
/// The rule that forbids it.
pub fn may_attach(at: At<'_>, body: BodyId, activator: ActivatorId) -> Result<Rule, Refusal> {
    const RULE: Rule = Rule::BB_5_26;
    let state = at.position.body(body);
    let home = at.setting.body(body).activator;
    let Some(brigadier) = body_leader(at, body) else {
        return Err(Refusal::new(RULE, "the brigade has no leader"));
    };
    let Some(ability) = at
        .setting
        .leader(brigadier)
        .ability(AbilityKind::Reassignable)
    else {
        return Err(Refusal::new(RULE, "this brigade stays with its division"));
    };
    if at.setting.activator(activator).side != at.setting.body(body).side
        || at.setting.activator(activator).kind == ActivatorKind::Unassigned
        || state.activator == activator
    {
        return Err(Refusal::new(RULE, "not another division of its side"));
    }
    let too_early = match (first_day_hour(at), ability.from_hour) {
        (Some(hour), Some(from)) => hour < from,
        _ => false,
    };
    if too_early {
        return Err(Refusal::new(RULE, "too early in the day"));
    }
    if state.was_reassigned && activator != home {
        return Err(Refusal::new(
            RULE,
            "once assigned it goes back to its own division only",
        ));
    }
    let hex = at.position.leader(brigadier).hex;
    if division_leader(at, activator).is_some_and(|leader| in_range(at, leader, hex)) {
        Ok(RULE)
    } else {
        Err(Refusal::new(
            RULE,
            "out of the range of that division's leader",
        ))
    }
}
