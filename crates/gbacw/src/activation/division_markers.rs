//! SR 5.23 to 5.25: how many markers a division has, and the numbers a scenario gives.

use longroll_catalog::facts::{CommandId, FixedNumber, LeaderId, Level, Mechanism, Who};
use longroll_core::{Side, Terms};
use longroll_position::{ActivatorId, ActivatorKind, BodyId, CommandStatus, Presence};
use longroll_rule::Rule;

use crate::command::{division_leader, draws_for, ratings};
use crate::scene::At;

/// SR 5.23, 5.24, 5.25: the markers of a division this turn, with every term.
///
/// Order of reading 32: drawn and OC (1 to 4), corps value, out of range, Activation value, the caps of 3 and 2, and at
/// last 1 to 4.
#[must_use]
pub fn activations(at: At<'_>, activator: ActivatorId) -> (u8, Terms) {
    reckon_with_scenario(at, activator, Reckoned::AsItStands)
}

/// BB 30.0: the number with what the scenario gives besides, which comes last.
fn reckon_with_scenario(at: At<'_>, activator: ActivatorId, how: Reckoned) -> (u8, Terms) {
    let (number, mut terms) = reckon(at, activator, how);
    let all = adjusted(at, activator, number, &mut terms);
    (all, terms)
}

/// SR 9.71: what a brigade that enters this turn has by its division: as if it were In Command, and with the value of a
/// division leader who enters with it.
pub(super) fn activations_on_entry(at: At<'_>, activator: ActivatorId, body: BodyId) -> u8 {
    reckon_with_scenario(at, activator, Reckoned::Entering(body)).0
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reckoned {
    AsItStands,
    Entering(BodyId),
}

impl Reckoned {
    /// Whether a leader is on the map, or enters by that way.
    fn has_there(self, at: At<'_>, activator: ActivatorId, leader: LeaderId) -> bool {
        at.position.leader(leader).on_map() || self.brings(at, activator, leader)
    }

    /// Whether a leader off the map enters by the same way as those for whom the number is reckoned.
    fn brings(self, at: At<'_>, activator: ActivatorId, leader: LeaderId) -> bool {
        if !comes_with_it(at, leader) {
            return false;
        }
        let presence = at.position.leader(leader).presence;
        match self {
            Self::AsItStands => is_entering(at, activator),
            Self::Entering(body) => {
                let mut units = at.position.members(at.setting, body);
                units.any(|unit| at.position.unit(unit).presence == presence)
            }
        }
    }
}

/// BB alert-split: the number that the alert programme has rolled.
fn by_alert_programme(number: u8, ineffective: bool) -> (u8, Terms) {
    let mut terms = Terms::new();
    terms.note(number.into(), Rule::BB_alert_split, "alert programme");
    if ineffective {
        terms.add(
            2_i32.saturating_sub(number.into()).min(0),
            Rule::SR_13_32,
            "at most two when Combat Ineffective",
        );
    }
    (u8::try_from(terms.sum()).unwrap_or(0), terms)
}

/// SR 5.21, 5.22: what was drawn, and what the Overall Commander adds.
fn draw_terms(at: At<'_>, activator: ActivatorId, terms: &mut Terms) {
    let state = at.position.activator(activator);
    terms.note(state.marker.into(), Rule::SR_5_21, "drawn");
    let raised = i32::from(state.raised);
    terms.add(raised, Rule::SR_5_22, "Overall Commander");
    let lost = i32::from(state.efficiency()) - i32::from(state.marker) - raised;
    terms.add(lost, Rule::SR_5_22, "an Efficiency is never above four");
}

/// BB 4.25: Unassigned units have three markers at most.
fn cap_unassigned(side: Side, terms: &mut Terms) {
    let cap = 3 - terms.sum();
    if cap < 0 {
        let rule = match side {
            Side::Union => Rule::BB_4_25_USA,
            Side::Confederate => Rule::BB_4_25_CSA,
        };
        terms.add(cap, rule, "Unassigned units have at most three");
    }
}

/// SR 5.23: whether the division is reckoned as In Command.
fn counts_as_in_command(at: At<'_>, activator: ActivatorId, how: Reckoned) -> bool {
    let facts = at.setting.activator(activator);
    let leader = at.position.leader_of(at.setting, facts.command);
    match facts.kind {
        _ if how != Reckoned::AsItStands => true,
        // SR 9.71: in the turn of its entry a whole division is In Command and its leader's value counts.
        ActivatorKind::DivisionOfCorps if is_entering(at, activator) => true,
        ActivatorKind::DivisionOfCorps => {
            leader.map_or(division_leader(at, activator).is_some(), |leader| {
                how.has_there(at, activator, leader)
                    && at.position.leader(leader).status == CommandStatus::InCommand
            })
        }
        ActivatorKind::IndependentDivision => leader
            .is_none_or(|leader| at.position.leader(leader).status == CommandStatus::InCommand),
        ActivatorKind::CorpsAsDivision | ActivatorKind::Unassigned => true,
    }
}

fn help_rule(kind: ActivatorKind) -> Rule {
    if kind == ActivatorKind::IndependentDivision {
        Rule::BB_4_2
    } else {
        Rule::SR_5_23
    }
}

fn cap(terms: &mut Terms, limit: i32, rule: Rule, reason: &'static str) {
    let over = limit - terms.sum();
    if over < 0 {
        terms.add(over, rule, reason);
    }
}

fn reckon(at: At<'_>, activator: ActivatorId, how: Reckoned) -> (u8, Terms) {
    let facts = at.setting.activator(activator);
    let state = at.position.activator(activator);
    let mut terms = Terms::new();
    if let Some(number) = fixed(at, activator) {
        terms.note(number.into(), Rule::SR_5_28, "given by the scenario");
        return (number, terms);
    }
    if let Some(number) = crate::alert::activations_rolled(at, activator) {
        return by_alert_programme(number, state.ineffective);
    }
    if state.marker == 0 {
        return (0, terms);
    }
    draw_terms(at, activator, &mut terms);
    if facts.kind == ActivatorKind::Unassigned {
        cap_unassigned(facts.side, &mut terms);
        return (clamp(&mut terms), terms);
    }
    let leader = at.position.leader_of(at.setting, facts.command);
    let in_command = counts_as_in_command(at, activator, how);
    let help_rule = help_rule(facts.kind);
    terms.add(state.help.into(), help_rule, "help of the commander above");
    if in_command {
        terms.add(corps_malus(at, activator), Rule::SR_5_23, "corps commander");
    } else {
        terms.add(-1, Rule::SR_5_23, "division leader out of command range");
    }
    if let Some(leader) = leader.filter(|&leader| how.has_there(at, activator, leader)) {
        let value = ratings(at, leader)
            .activation
            .as_ref()
            .map_or(0, |value| value.value);
        terms.add(
            value.into(),
            Rule::SR_5_23,
            "Activation value of the division leader",
        );
    }
    if !in_command {
        cap(
            &mut terms,
            3,
            Rule::SR_5_25,
            "at most three out of command range",
        );
    }
    if state.ineffective {
        cap(
            &mut terms,
            2,
            Rule::SR_13_32,
            "at most two when Combat Ineffective",
        );
    }
    clamp(&mut terms);
    // SR 5.41: a transfer changes the number that was found, caps and all.
    terms.add(state.transfer.into(), Rule::SR_5_43, "Efficiency Transfer");
    (clamp(&mut terms), terms)
}

/// Whether nobody of it is on the map yet.
pub(super) fn is_entering(at: At<'_>, activator: ActivatorId) -> bool {
    !at.setting.unit_ids().any(|unit| {
        at.position.unit(unit).on_map()
            && at
                .position
                .body(at.position.body_of(at.setting, unit))
                .activator
                == activator
    })
}

/// SR 9.71: whether a leader may enter this turn.
pub(super) fn comes_with_it(at: At<'_>, leader: LeaderId) -> bool {
    matches!(at.position.leader(leader).presence, Presence::Due(group) if crate::movement::may_enter_now(at, group))
}

/// SR 9.71: whether a commander enters this turn with a division of which nobody is on the map, by the same way.
pub(super) fn enters_with(at: At<'_>, commander: LeaderId, activator: ActivatorId) -> bool {
    let division = at
        .position
        .leader_of(at.setting, at.setting.activator(activator).command);
    comes_with_it(at, commander)
        && is_entering(at, activator)
        && division.is_some_and(|division| {
            at.position.leader(division).presence == at.position.leader(commander).presence
        })
}

/// SR 5.24: never below 1, never above 4.
fn clamp(terms: &mut Terms) -> u8 {
    let sum = terms.sum();
    let number = sum.clamp(1, 4);
    terms.add(number - sum, Rule::SR_5_24, "never below one or above four");
    u8::try_from(number).unwrap_or(1)
}

/// SR 5.23-1c: a corps commander of -1 lowers the divisions In Command.
fn corps_malus(at: At<'_>, activator: ActivatorId) -> i32 {
    let facts = at.setting.activator(activator);
    if facts.kind != ActivatorKind::DivisionOfCorps {
        return 0;
    }
    let commander = at.position.leader_of(at.setting, draws_for(at, activator));
    let value = commander
        .filter(|&leader| at.position.leader(leader).on_map() || enters_with(at, leader, activator))
        .and_then(|leader| {
            ratings(at, leader)
                .efficiency
                .as_ref()
                .map(|value| value.value)
        })
        .unwrap_or(0);
    i32::from(value).min(0)
}

/// A number the scenario gives instead of a draw.
pub(super) fn fixed(at: At<'_>, activator: ActivatorId) -> Option<u8> {
    let turn = at.position.now(at.setting)?.id;
    let facts = at.setting.activator(activator);
    at.setting
        .scenario
        .efficiency
        .fixed
        .iter()
        .find_map(|fixed| {
            let applies = fixed.side == facts.side && fixed.from <= turn && turn <= fixed.until;
            match fixed.number {
                FixedNumber::Activations(number)
                    if applies && concerns(at, &fixed.who, activator) =>
                {
                    Some(number)
                }
                _ => None,
            }
        })
}

/// Whether a number of the scenario is meant for this activator.
pub(super) fn concerns(at: At<'_>, who: &Who, activator: ActivatorId) -> bool {
    let facts = at.setting.activator(activator);
    match who {
        Who::Everyone => true,
        Who::Every(level) => {
            facts.kind != ActivatorKind::Unassigned
                && at.setting.command(facts.command).level == *level
        }
        Who::Unassigned => facts.kind == ActivatorKind::Unassigned,
        Who::Commands(commands) => {
            facts.kind != ActivatorKind::Unassigned
                && commands
                    .iter()
                    .any(|&upper| at.setting.belongs(facts.command, upper))
        }
    }
}

/// Scenario bonuses and minimums, applied last, each in the name of its rule.
fn adjusted(at: At<'_>, activator: ActivatorId, number: u8, terms: &mut Terms) -> u8 {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return number;
    };
    let side = at.setting.activator(activator).side;
    let mut number = number;
    for fixed in &at.setting.scenario.efficiency.fixed {
        if fixed.side != side
            || turn < fixed.from
            || fixed.until < turn
            || !concerns(at, &fixed.who, activator)
        {
            continue;
        }
        let all = match fixed.number {
            FixedNumber::Bonus { add, max } => (number + add).min(max.max(number)),
            FixedNumber::AtLeast(least) => number.max(least),
            FixedNumber::Activations(_) | FixedNumber::Efficiency(_) => number,
        };
        terms.add(
            i32::from(all) - i32::from(number),
            fixed.rule,
            "given by the scenario besides",
        );
        number = all;
    }
    number
}

/// BB 30.0: the fewest Activations that the scenario gives a single brigade this turn, whatever its division has.
pub(super) fn least_of_brigade(at: At<'_>, brigade: CommandId) -> Option<(u8, Rule)> {
    let turn = at.position.now(at.setting)?.id;
    let fixed = &at.setting.scenario.efficiency.fixed;
    fixed
        .iter()
        .find_map(|fixed| match (&fixed.who, fixed.number) {
            (Who::Commands(commands), FixedNumber::AtLeast(least))
                if fixed.from <= turn
                    && turn <= fixed.until
                    && commands.contains(&brigade)
                    && at.setting.command(brigade).level == Level::Brigade =>
            {
                Some((least, fixed.rule))
            }
            _ => None,
        })
}

/// BB 5.26 and scenario rules: the most Activations a brigade may use, and which rule says so.
pub(super) fn scenario_limit(at: At<'_>, command: CommandId) -> Option<(u8, Rule)> {
    let turn = at.position.now(at.setting)?.id;
    at.setting
        .scenario
        .special_rules
        .iter()
        .find_map(|rule| match &rule.mechanism {
            Mechanism::ActivationLimit {
                command: limited,
                max,
            } if *limited == command && rule.in_force(turn) => Some((*max, rule.rule)),
            _ => None,
        })
}
