//! SR 4.2: the chain of command.

use longroll_board::HexId;
use longroll_catalog::facts::{AbilityKind, CommandId, LeaderId, Level, Mechanism, UnitId, Who};
use longroll_core::Side;
use longroll_position::{
    ActivatorId, ActivatorKind, BodyId, BodyKind, CommandStatus, Deeds, Presence,
};
use smallvec::SmallVec;

use super::range::{Reach, in_range};
use super::special::{
    answers_to, group_division_leader, group_superior, leads_in_place, near_entry, traced_leaders,
};
use crate::scene::At;

/// Whoever leads a body: its brigadier, or the division leader for the loose units of a division (BB 4.21).
#[must_use]
pub fn body_leader(at: At<'_>, body: BodyId) -> Option<LeaderId> {
    let facts = at.setting.body(body);
    match facts.kind {
        BodyKind::Brigade => at.position.leader_of(at.setting, facts.command),
        BodyKind::DivisionalArtillery | BodyKind::DivisionalCavalry => {
            group_division_leader(at, facts.command)
                .or_else(|| division_leader(at, facts.activator))
        }
        BodyKind::Unassigned => None,
    }
}

/// Whoever leads the division whose markers these are. BB 4.21: the corps commander once the division leader is
/// killed, where he traces to undivided brigades.
#[must_use]
pub fn division_leader(at: At<'_>, activator: ActivatorId) -> Option<LeaderId> {
    let facts = at.setting.activator(activator);
    if facts.kind == ActivatorKind::Unassigned {
        return None;
    }
    at.position
        .leader_of(at.setting, facts.command)
        .or_else(|| substitute(at, activator))
        .or_else(|| leads_in_place(at, activator))
}

/// BB 4.21: the corps commander in the place of a killed division leader who is not replaced.
fn substitute(at: At<'_>, activator: ActivatorId) -> Option<LeaderId> {
    let corps = at
        .setting
        .command(at.setting.activator(activator).command)
        .parent?;
    let commander = at.position.leader_of(at.setting, corps)?;
    at.setting
        .leader(commander)
        .ability(AbilityKind::TracesToUndividedBrigades)
        .map(|_| commander)
}

/// SR 4.21: the leaders through any of whom this leader is In Command.
///
/// A brigadier answers to his division leader; BB 4.21: one of no division to the corps commander as well; a division
/// leader to his corps commander. An independent division leader needs nobody (BB 4.2). BB 30.0: the scenario may name others.
#[must_use]
pub fn superiors(at: At<'_>, leader: LeaderId) -> SmallVec<[LeaderId; 2]> {
    let facts = at.setting.leader(leader);
    let mut found = SmallVec::new();
    if let Some(leaders) = traced_leaders(at, facts.command) {
        found.extend(leaders.iter().copied());
        return found;
    }
    if let Some(superior) = group_superior(at, leader) {
        found.push(superior);
        return found;
    }
    match facts.level {
        Level::Brigade => {
            let Some(body) = at.setting.body_of_brigade(facts.command) else {
                return found;
            };
            found.extend(division_leader(at, answers_to(at, body)));
            let parent = at.setting.command(facts.command).parent;
            let corps = parent.filter(|&parent| at.setting.command(parent).level == Level::Corps);
            let commander = corps.and_then(|corps| at.position.leader_of(at.setting, corps));
            if let Some(commander) = commander.filter(|commander| !found.contains(commander)) {
                found.push(commander);
            }
        }
        Level::Division => {
            let corps = at.setting.command(facts.command).parent;
            let corps = corps.filter(|&corps| at.setting.command(corps).level == Level::Corps);
            found.extend(corps.and_then(|corps| at.position.leader_of(at.setting, corps)));
        }
        Level::Corps | Level::Army => {}
    }
    found
}

/// To whom a leader looks now: whoever commands him directly (BB 4.11-direct), else the first of his superiors who has him in
/// range (BB 4.21), else the first of them.
#[must_use]
pub fn superior_of(at: At<'_>, leader: LeaderId) -> Option<LeaderId> {
    let brigade = at.setting.leader(leader).command;
    let body = at.setting.body_of_brigade(brigade);
    if let Some(direct) = body.and_then(|body| at.position.body(body).direct) {
        return Some(direct);
    }
    let all = superiors(at, leader);
    let hex = at.position.leader(leader).hex;
    let reaches = |superior: &&LeaderId| in_range(at, **superior, hex);
    all.iter().find(reaches).or(all.first()).copied()
}

/// SR 4.22: a leader's status towards his superior, as the pieces stand now.
#[must_use]
pub fn leader_status(at: At<'_>, leader: LeaderId) -> CommandStatus {
    let facts = at.setting.leader(leader);
    if counts_in_command(at, facts.command) || directly_commanded(at, leader) {
        return CommandStatus::InCommand;
    }
    let needs_superior = match facts.level {
        Level::Brigade => true,
        Level::Division if at.setting.group_of(facts.command).is_some() => true,
        Level::Division => {
            let activator = at.setting.activator_for(facts.command);
            match activator.map(|id| at.setting.activator(id).kind) {
                Some(ActivatorKind::DivisionOfCorps) => true,
                Some(ActivatorKind::IndependentDivision) => return independent_status(at, leader),
                _ => false,
            }
        }
        Level::Corps | Level::Army => false,
    };
    if !needs_superior {
        return CommandStatus::InCommand;
    }
    let state = at.position.leader(leader);
    if state.on_map() && near_entry(at, leader) {
        return CommandStatus::InCommand;
    }
    let found = state.on_map()
        && superiors(at, leader)
            .iter()
            .any(|&superior| in_range(at, superior, state.hex));
    if found {
        CommandStatus::InCommand
    } else {
        CommandStatus::OutOfCommand
    }
}

/// BB 4.2: an independent division leader is In Command wherever he is, unless the scenario binds him to his army's
/// commander.
fn independent_status(at: At<'_>, leader: LeaderId) -> CommandStatus {
    let Some(turn) = at.position.now(at.setting) else {
        return CommandStatus::InCommand;
    };
    let facts = at.setting.leader(leader);
    let bound = at.setting.scenario.special_rules.iter().any(|rule| {
        rule.mechanism == Mechanism::ArmyRangeBinds
            && rule.in_force(turn.id)
            && rule.concerns(facts.side)
    });
    if !bound {
        return CommandStatus::InCommand;
    }
    let army = at.setting.command(facts.command).parent;
    let commander = army.and_then(|army| at.position.leader_of(at.setting, army));
    let state = at.position.leader(leader);
    match commander {
        Some(commander) if in_range(at, commander, state.hex) => CommandStatus::InCommand,
        _ => CommandStatus::OutOfCommand,
    }
}

/// BB 4.11-direct: a brigadier under Direct Command is In Command for everything.
fn directly_commanded(at: At<'_>, leader: LeaderId) -> bool {
    let body = at
        .setting
        .body_of_brigade(at.setting.leader(leader).command);
    body.is_some_and(|body| at.position.body(body).direct.is_some())
}

/// Whom the special rules of the scenario put In Command now, of this side.
fn counted_in_command(at: At<'_>, side: Side) -> impl Iterator<Item = &Who> {
    let turn = at.position.now(at.setting);
    let rules = at.setting.scenario.special_rules.iter();
    rules.filter_map(move |rule| match &rule.mechanism {
        Mechanism::CountsInCommand { who }
            if turn.is_some_and(|turn| rule.in_force(turn.id)) && rule.concerns(side) =>
        {
            Some(who)
        }
        _ => None,
    })
}

/// A special rule of the scenario that puts a command In Command.
pub(super) fn counts_in_command(at: At<'_>, command: CommandId) -> bool {
    let facts = at.setting.command(command);
    counted_in_command(at, facts.side).any(|who| match who {
        Who::Everyone => true,
        Who::Every(level) => facts.level == *level,
        // A leader who is named is; those under him still have to be in his range.
        Who::Commands(commands) => commands.contains(&command),
        Who::Unassigned => facts.level == Level::Army,
    })
}

/// The same for this very command, by its name.
fn is_named_in_command(at: At<'_>, command: CommandId) -> bool {
    let side = at.setting.command(command).side;
    counted_in_command(at, side)
        .any(|who| matches!(who, Who::Commands(commands) if commands.contains(&command)))
}

/// A special rule of the scenario that puts a whole side In Command, units and all.
pub(super) fn whole_side_in_command(at: At<'_>, side: Side) -> bool {
    counted_in_command(at, side).any(|who| *who == Who::Everyone)
}

/// BB 30.2, note d of the set-up: a regiment that a scenario tests in one turn counts as In Command until then.
pub(super) fn is_not_yet_tested(at: At<'_>, unit: UnitId) -> bool {
    let Some(now) = at.position.now(at.setting) else {
        return false;
    };
    at.setting.scenario.special_rules.iter().any(|rule| {
        matches!(
            rule.mechanism,
            Mechanism::ShakyRegiment { unit: shaky, test_turn: Some(turn), .. }
                if shaky == unit && now.id < turn
        )
    })
}

/// SR 6.12: whether the chain from corps commander to brigadier is whole, so that orders can be given in II/C.
/// BB 4.11-direct: Direct Command replaces the chain.
#[must_use]
pub fn has_link_for_orders(at: At<'_>, body: BodyId) -> bool {
    let state = at.position.body(body);
    if state.direct.is_some() {
        return true;
    }
    if state.status == CommandStatus::OutOfCommand {
        return false;
    }
    // BB 30.0: whoever the scenario names takes the place of the division leader.
    if let Some(leaders) = traced_leaders(at, at.setting.body(body).command) {
        return leaders.iter().any(|&leader| {
            let state = at.position.leader(leader);
            state.on_map() && state.status == CommandStatus::InCommand
        });
    }
    if let Some(superior) = body_leader(at, body).and_then(|own| group_superior(at, own)) {
        let state = at.position.leader(superior);
        return state.on_map() && state.status == CommandStatus::InCommand;
    }
    match division_leader(at, answers_to(at, body)) {
        Some(leader) => {
            at.position.leader(leader).status == CommandStatus::InCommand || through_corps(at, body)
        }
        // BB 30.0: a brigadier whom the scenario itself puts In Command needs no division leader.
        None => body_leader(at, body).is_some_and(|own| {
            let command = at.setting.body(body).command;
            at.position.leader(own).on_map()
                && (is_named_in_command(at, command) || super::special::near_entry(at, own))
        }),
    }
}

/// BB 4.21: a brigade of no division reached by the corps commander himself.
fn through_corps(at: At<'_>, body: BodyId) -> bool {
    let command = at.setting.body(body).command;
    let parent = at.setting.command(command).parent;
    parent.is_some_and(|parent| {
        at.setting.command(parent).level == Level::Corps
            && at
                .position
                .leader_of(at.setting, parent)
                .is_some_and(|commander| {
                    body_leader(at, body)
                        .is_some_and(|own| in_range(at, commander, at.position.leader(own).hex))
                })
    })
}

/// SR 4.22: which of a body's units on the map are In Command as the pieces stand now: in the leader's range, next to
/// him (SR 4.15), or joined to such a unit by a string of adjacent units of the same body.
#[must_use]
pub fn units_in_range(at: At<'_>, body: BodyId) -> SmallVec<[UnitId; 12]> {
    let kind = at.setting.body(body).kind;
    let on_map = |body: BodyId| {
        at.position
            .members(at.setting, body)
            .filter(|&unit| at.position.unit(unit).on_map())
    };
    let mut members: SmallVec<[UnitId; 12]> = on_map(body).collect();
    if kind == BodyKind::Unassigned || members.is_empty() {
        return members;
    }
    // BB 14.45: Detachments look to the units of their brigade, not to its leader. SR 4.22: for others they are links like any unit.
    let is_detachment = |unit: &UnitId| at.setting.unit(*unit).is_detachment();
    if members.iter().any(is_detachment) {
        let mut reached = joined(at, body, members.clone());
        reached.retain(|unit| !is_detachment(unit));
        let (away, rest): (SmallVec<[UnitId; 12]>, SmallVec<[UnitId; 12]>) =
            members.into_iter().partition(is_detachment);
        let near = |unit: &UnitId| super::detached::is_near(at, *unit, &rest);
        reached.extend(away.into_iter().filter(near));
        return reached;
    }
    // SR 4.22: whoever stands directly under the same division leader is a link, guns and cavalry alike.
    if kind != BodyKind::Brigade {
        let own = members.len();
        for other in at.setting.body_ids().filter(|&other| {
            let facts = at.setting.body(other);
            other != body
                && matches!(
                    facts.kind,
                    BodyKind::DivisionalArtillery | BodyKind::DivisionalCavalry
                )
                && facts.activator == at.setting.body(body).activator
        }) {
            members.extend(on_map(other));
        }
        if members.len() > own {
            let mut reached = joined(at, body, members);
            reached.retain(|unit| at.position.body_of(at.setting, *unit) == body);
            return reached;
        }
    }
    joined(at, body, members)
}

/// The units of a body that are In Command as the pieces stand now. SR 4.22: all of them where the order of battle has no leader
/// of whom the rule could ask a range.
pub(super) fn units_in_command(at: At<'_>, body: BodyId) -> SmallVec<[UnitId; 12]> {
    if !has_no_leader_at_all(at, body) {
        return units_in_range(at, body);
    }
    let members = at.position.members(at.setting, body);
    let members = members.filter(|&unit| at.position.unit(unit).on_map());
    let (away, mut rest): (SmallVec<[UnitId; 12]>, SmallVec<[UnitId; 12]>) =
        members.partition(|&unit| at.setting.unit(unit).is_detachment());
    // BB 14.45: Detachments look to the units of their brigade.
    let near = |unit: &UnitId| super::detached::is_near(at, *unit, &rest);
    let near: SmallVec<[UnitId; 12]> = away.into_iter().filter(near).collect();
    rest.extend(near);
    rest
}

/// SR 4.22: a brigade for which the order of battle has no leader: nobody's range is asked for.
pub(super) fn has_no_leader_at_all(at: At<'_>, body: BodyId) -> bool {
    let facts = at.setting.body(body);
    facts.kind == BodyKind::Brigade && at.setting.command(facts.command).leaders.is_empty()
}

/// SR 13.45: the same with Detachments taken as everybody: who looks to the leader himself.
#[must_use]
pub fn units_near_leader(at: At<'_>, body: BodyId) -> SmallVec<[UnitId; 12]> {
    let members = at.position.members(at.setting, body);
    joined(
        at,
        body,
        members
            .filter(|&unit| at.position.unit(unit).on_map())
            .collect(),
    )
}

/// Those of `members` in the range of a body's leader, next to him, or joined to such a unit by adjacent ones.
fn joined(at: At<'_>, body: BodyId, members: SmallVec<[UnitId; 12]>) -> SmallVec<[UnitId; 12]> {
    body_leader(at, body).map_or_else(SmallVec::new, |leader| joined_to(at, leader, members))
}

/// SR 4.22: whether a unit directly under a leader is in his range, next to him, or joined to others under him that are.
#[must_use]
pub fn is_joined_to(at: At<'_>, leader: LeaderId, unit: UnitId) -> bool {
    let command = at.position.unit(unit).assigned;
    let body = at.position.body_of(at.setting, unit);
    let fellows = at
        .position
        .members(at.setting, body)
        .filter(|&own| at.position.unit(own).on_map() && at.position.unit(own).assigned == command);
    joined_to(at, leader, fellows.collect()).contains(&unit)
}

fn joined_to(
    at: At<'_>,
    leader: LeaderId,
    members: SmallVec<[UnitId; 12]>,
) -> SmallVec<[UnitId; 12]> {
    let state = at.position.leader(leader);
    if !matches!(state.presence, Presence::OnMap) {
        return SmallVec::new();
    }
    let mut reached: SmallVec<[UnitId; 12]> = SmallVec::new();
    let mut left: SmallVec<[UnitId; 12]> = SmallVec::new();
    let beside = |hex: &HexId| *hex == state.hex || at.setting.grid().adjacent(*hex, state.hex);
    let far: SmallVec<[HexId; 24]> = members
        .iter()
        .flat_map(|&unit| at.position.unit(unit).hexes())
        .filter(|hex| !beside(hex))
        .collect();
    let range = (!far.is_empty()).then(|| Reach::of(at, leader, &far));
    for unit in members {
        let in_range = |hex| range.as_ref().is_some_and(|range| range.contains(hex));
        let near = at
            .position
            .unit(unit)
            .hexes()
            .any(|hex| beside(&hex) || in_range(hex));
        if near {
            reached.push(unit);
        } else {
            left.push(unit);
        }
    }
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        left.retain(|&mut unit| {
            let joined = touches(at, from, unit);
            if joined {
                reached.push(unit);
            }
            !joined
        });
    }
    reached
}

/// SR 4.23: the units that take a body's orders now. BB 4.11-J4: in an extra Activation those in the commander's range too.
/// BB 30.1-csa-start: where a whole side is In Command, all of them.
#[must_use]
pub fn units_taking_orders(at: At<'_>, body: BodyId) -> SmallVec<[UnitId; 12]> {
    let extra = at.position.body(body).extra;
    if !extra && !whole_side_in_command(at, at.setting.body(body).side) {
        return units_in_range(at, body);
    }
    at.position
        .members(at.setting, body)
        .filter(|&unit| {
            let state = at.position.unit(unit);
            state.on_map() && !state.deeds.has(Deeds::FINISHED)
        })
        .collect()
}

/// Reading 15: plain adjacency or the same hex, each hex of an extended unit counting.
fn touches(at: At<'_>, one: UnitId, other: UnitId) -> bool {
    let grid = at.setting.grid();
    at.position.unit(one).hexes().any(|a| {
        at.position
            .unit(other)
            .hexes()
            .any(|b| a == b || grid.adjacent(a, b))
    })
}

/// Whether a unit is In Command of its body's leader as the pieces stand now.
#[must_use]
pub fn unit_is_in_range(at: At<'_>, unit: UnitId) -> bool {
    units_in_command(at, at.position.body_of(at.setting, unit)).contains(&unit)
}

/// BB 4.21: a killed division leader whose brigades trace to the corps commander from then on is not replaced
/// (reading 129).
#[must_use]
pub fn is_not_replaced(at: At<'_>, leader: LeaderId) -> bool {
    let facts = at.setting.leader(leader);
    if facts.level != Level::Division {
        return false;
    }
    let corps = at.setting.command(facts.command).parent;
    let commander = corps.and_then(|corps| at.position.leader_of(at.setting, corps));
    let first_of_corps = corps.is_some_and(|corps| {
        let children = &at.setting.command(corps).children;
        children
            .iter()
            .find(|&&child| at.setting.command(child).level == Level::Division)
            == Some(&facts.command)
    });
    first_of_corps
        && commander.is_some_and(|commander| {
            at.setting
                .leader(commander)
                .ability(AbilityKind::TracesToUndividedBrigades)
                .is_some()
        })
}
