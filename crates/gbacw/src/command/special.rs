//! BB 30.0: command links that the page of a scenario makes.

use longroll_catalog::facts::{CommandId, LeaderId, Level, Mechanism, SpecialRule, TurnId, UnitId};
use longroll_position::{ActivatorId, BodyId, HalfMp, Position, Setting, Topic};
use longroll_rule::Rule;

use super::status::division_leader;
use crate::scene::At;

/// The turn, as special rules name it.
pub(crate) fn turn_now(at: At<'_>) -> Option<TurnId> {
    at.position.now(at.setting).map(|turn| turn.id)
}

/// A command link in force now.
#[derive(Clone, Copy)]
struct Link<'a> {
    commands: &'a [CommandId],
    efficiency_of: Option<CommandId>,
    lends_markers: bool,
    traces_to: &'a [LeaderId],
}

impl Link<'_> {
    /// Whether one of its commands acts with these markers now.
    fn concerns(self, at: At<'_>, activator: ActivatorId) -> bool {
        let mut commands = self.commands.iter();
        commands.any(|&command| acts_with(at, command, activator))
    }
}

fn links(at: At<'_>) -> impl Iterator<Item = Link<'_>> {
    at.setting
        .special_now(Topic::Link, turn_now(at))
        .filter_map(|rule| match &rule.mechanism {
            Mechanism::CommandLink {
                commands,
                efficiency_of,
                markers_of,
                traces_to,
            } => Some(Link {
                commands,
                efficiency_of: *efficiency_of,
                lends_markers: markers_of.is_some(),
                traces_to,
            }),
            _ => None,
        })
}

/// BB 30.0: the leaders to whom the scenario lets a brigade or a division trace instead of its own superior.
pub(crate) fn traced_leaders(at: At<'_>, command: CommandId) -> Option<&[LeaderId]> {
    links(at)
        .find(|link| !link.traces_to.is_empty() && link.commands.contains(&command))
        .map(|link| link.traces_to)
}

/// BB 30.0: whoever the brigades with these markers trace to, where their division has no leader in the game.
pub(super) fn leads_in_place(at: At<'_>, activator: ActivatorId) -> Option<LeaderId> {
    let on_map = |leader: &&LeaderId| at.position.leader(**leader).on_map();
    links(at)
        .filter(|link| link.concerns(at, activator))
        .find_map(|link| link.traces_to.iter().find(on_map).copied())
}

/// Whether a brigade uses these markers now, or a division has them.
fn acts_with(at: At<'_>, command: CommandId, activator: ActivatorId) -> bool {
    at.setting.activator(activator).command == command
        || at
            .setting
            .body_of_brigade(command)
            .is_some_and(|body| at.position.body(body).activator == activator)
}

/// SR 5.21, BB 30.0: the command for which Efficiency is drawn: its own, or the one whose Efficiency the scenario gives it.
#[must_use]
pub fn draws_for(at: At<'_>, activator: ActivatorId) -> CommandId {
    links(at)
        .filter(|link| link.efficiency_of.is_some())
        .find(|link| link.concerns(at, activator))
        .and_then(|link| link.efficiency_of)
        .unwrap_or(at.setting.activator(activator).draws_for)
}

/// BB 30.0: how many brigades a turn the scenario lets a commander take under Direct Command, and of which; any other in
/// his range if the list is empty.
pub(super) fn lent_direct_command(
    at: At<'_>,
    leader: LeaderId,
) -> Option<(&[CommandId], u8, Rule)> {
    at.setting
        .special_now(Topic::Direct, turn_now(at))
        .find_map(|rule| match &rule.mechanism {
            Mechanism::DirectCommandOf {
                leader: who,
                brigades,
                per_turn,
            } if *who == leader => Some((brigades.as_slice(), *per_turn, rule.rule)),
            _ => None,
        })
}

/// BB 30.0: a brigadier who is In Command near the hexes by which his brigade entered.
pub(super) fn near_entry(at: At<'_>, leader: LeaderId) -> bool {
    let facts = at.setting.leader(leader);
    let here = at.position.leader(leader).hex;
    at.setting
        .special_now(Topic::NearEntry, turn_now(at))
        .any(|rule| match &rule.mechanism {
            Mechanism::InCommandNearEntry {
                brigade,
                leader_mp,
                hexes,
            } => {
                *brigade == facts.command
                    && hexes.iter().any(|&hex| {
                        let limit = HalfMp::whole(*leader_mp);
                        hex == here
                            || longroll_movement::command_cost(
                                &at,
                                facts.side,
                                facts.level,
                                hex,
                                here,
                                limit,
                            )
                            .is_some()
                    })
            }
            _ => false,
        })
}

/// BB 30.0: the bodies that must change their markers now because a link of the scenario begins or ends, with the markers
/// they use from now on. A division that is named brings its loose units.
pub(crate) fn linked_markers(
    setting: &Setting,
    position: &Position,
) -> Vec<(BodyId, ActivatorId, Rule)> {
    let mut changes = Vec::new();
    let Some(turn) = position.now(setting).map(|turn| turn.id) else {
        return changes;
    };
    for rule in setting.special(Topic::Link) {
        let Mechanism::CommandLink {
            commands,
            markers_of: Some(other),
            ..
        } = &rule.mechanism
        else {
            continue;
        };
        let Some(lent) = setting.activator_for(*other) else {
            continue;
        };
        for body in setting.body_ids() {
            let facts = setting.body(body);
            let now = position.body(body).activator;
            if !commands.contains(&facts.command) {
                continue;
            }
            if rule.in_force(turn) && now != lent {
                changes.push((body, lent, rule.rule));
            } else if !rule.in_force(turn) && now == lent {
                changes.push((body, facts.activator, rule.rule));
            }
        }
    }
    changes
}

/// The scenario's rule by which an army is formed anew for the day.
pub(crate) fn groups_rule(setting: &Setting) -> Rule {
    let mut rules = setting.scenario.special_rules.iter();
    let made = |rule: &&SpecialRule| rule.mechanism == Mechanism::MadeForTheDay;
    rules.find(made).map_or(Rule::BB_30_0, |rule| rule.rule)
}

/// BB 30.0: the division in a group made for the day to which a command of the group belongs, if it has one and that is it.
fn group_division(at: At<'_>, command: CommandId) -> Option<CommandId> {
    let group = at.setting.group_of(command)?;
    let division = at.setting.leader(group.division_leader?).command;
    let under_him = command == division || at.setting.command(command).parent == Some(division);
    under_him.then_some(division)
}

/// BB 30.0: the leader of that division.
pub(crate) fn group_division_leader(at: At<'_>, command: CommandId) -> Option<LeaderId> {
    let division = group_division(at, command)?;
    at.position.leader_of(at.setting, division)
}

/// BB 30.0: to whom a leader of a group made for the day answers: brigadiers of the group's division to its leader, all
/// others to the commander of the group.
pub(super) fn group_superior(at: At<'_>, leader: LeaderId) -> Option<LeaderId> {
    let facts = at.setting.leader(leader);
    let group = at.setting.group_of(facts.command)?;
    let commander = at
        .position
        .leader_of(at.setting, at.setting.leader(group.leader?).command);
    match facts.level {
        Level::Brigade => group_division_leader(at, facts.command).or(commander),
        Level::Division => commander,
        Level::Corps | Level::Army => None,
    }
}

/// The markers of the division a body answers to: those it uses; BB 30.0: its own where the scenario lends it others and
/// names no other superior.
pub(crate) fn answers_to(at: At<'_>, body: BodyId) -> ActivatorId {
    let facts = at.setting.body(body);
    let used = at.position.body(body).activator;
    let lent = || {
        links(at).any(|link| {
            let of_it = link.lends_markers && link.commands.contains(&facts.command);
            of_it && link.traces_to.is_empty()
        })
    };
    if used != facts.activator && lent() {
        facts.activator
    } else {
        used
    }
}

/// Of which division a body is today, or of what higher command if of none. BB 4.21, 5.26: the one it is assigned to; BB 30.0:
/// in a group made for the day the group's, if that is its own.
pub(crate) fn division_of(at: At<'_>, body: BodyId) -> Option<CommandId> {
    let facts = at.setting.body(body);
    if at.setting.group_of(facts.command).is_some() {
        return group_division(at, facts.command);
    }
    let markers = answers_to(at, body);
    let command = at.setting.activator(markers).command;
    let elsewhere = markers != facts.activator;
    if elsewhere || at.setting.command(command).level == Level::Division {
        return Some(command);
    }
    at.setting.command(facts.command).parent
}

/// The same for a brigade.
pub(crate) fn division_of_brigade(at: At<'_>, brigade: CommandId) -> Option<CommandId> {
    match at.setting.body_of_brigade(brigade) {
        Some(body) => division_of(at, body),
        None => at.setting.command(brigade).parent,
    }
}

/// Whether a body is of a command today: it is the command, or of its division or corps. BB 30.0: a corps is the group of its
/// commander on a day with such groups; a commander who leads a brigade of several others has that and nothing else.
pub(crate) fn stands_under(at: At<'_>, body: BodyId, command: CommandId) -> bool {
    let own = at.setting.body(body).command;
    if own == command {
        return true;
    }
    // Nobody else stands under a brigade, or under the other side.
    let above = at.setting.command(command);
    if above.level == Level::Brigade || above.side != at.setting.command(own).side {
        return false;
    }
    if at.setting.composite_brigade(command).is_some() {
        return false;
    }
    let division = division_of(at, body);
    match at.setting.group_of(own) {
        Some(group) => {
            let commander = group.leader.map(|leader| at.setting.leader(leader).command);
            [division, commander].contains(&Some(command))
        }
        None => at.setting.belongs(division.unwrap_or(own), command),
    }
}

/// SR 9.31: the division leader who moves when this body acts: that of its division, or of its group.
#[must_use]
pub fn division_leader_of(at: At<'_>, body: BodyId) -> Option<LeaderId> {
    let command = at.setting.body(body).command;
    let group = at.setting.group_of(command);
    match group.and_then(|group| group.division_leader) {
        Some(_) => group_division_leader(at, command),
        None => division_leader(at, answers_to(at, body)),
    }
}

/// Whether a leader stands above a unit: in the order of battle, or by what its brigade answers to today. BB 4.21, 5.26: a
/// brigade acts with another division than its own, and that division's leader is its superior.
#[must_use]
pub fn leads(at: At<'_>, leader: LeaderId, unit: UnitId) -> bool {
    let facts = at.setting.leader(leader);
    let body = at.position.body_of(at.setting, unit);
    let command = at.setting.body(body).command;
    let formally = || {
        let own = at.position.unit(unit).assigned;
        at.setting.belongs(own, facts.command)
    };
    match (facts.level, at.setting.group_of(command)) {
        (Level::Division, _) => division_of(at, body) == Some(facts.command),
        (Level::Corps, Some(_)) => stands_under(at, body, facts.command),
        (Level::Corps, None) => {
            let traced = traced_leaders(at, command).unwrap_or_default();
            traced.contains(&leader) || formally()
        }
        (Level::Brigade | Level::Army, _) => formally(),
    }
}
