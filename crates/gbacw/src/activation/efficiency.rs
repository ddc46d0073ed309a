//! SR 5.2, BB 5.2: Efficiency, and how many markers each division has.

use longroll_catalog::facts::{
    AbilityKind, CommandId, FixedNumber, LeaderId, Level, Mechanism, Who,
};
use longroll_core::{ChanceError, Refusal, Side, Terms};
use longroll_position::{ActivatorId, ActivatorKind, CommandStatus, Presence, RuleBook};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::entitlement::settle_entitlements;
use super::transfer::may_transfer;
use crate::battle::At;
use crate::choice::Choice;
use crate::command::{division_leader, in_range, ratings};
use crate::event::Event;
use crate::play::Play;
use crate::prompt::Prompt;
use crate::step::{Ask, Offers, Procedure, Step};

/// The steps of II/B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EfficiencyStep {
    /// SR 5.21: whom the hour wakes (BB alert), then every draw.
    Draw,
    /// SR 5.21: every draw, each announced before it is made.
    DrawMarkers,
    /// SR 5.22, 5.23, BB 4.2: every commander of a side who may raise a number.
    Helpers {
        /// Whose.
        side: Side,
    },
    /// This commander raises numbers.
    Help {
        /// Who.
        leader: LeaderId,
        /// How often he still may.
        left: u8,
        /// SR 5.22: the corps an OC has raised already, each once.
        raised: [Option<CommandId>; 3],
    },
    /// SR 5.4: Efficiency Transfer.
    Transfer {
        /// Whose.
        side: Side,
    },
    /// SR 5.24: the number of markers of each division and what each brigade may use.
    Settle,
}

/// Everyone for whom an Efficiency Marker is drawn: a corps, an independent division, or the Unassigned group, if it has
/// units on the map or entering (SR 5.21, BB 5.2).
fn draws(at: At<'_>, side: Side) -> Vec<CommandId> {
    let mut commands = Vec::new();
    for id in at.setting.activator_ids() {
        let facts = at.setting.activator(id);
        if facts.side == side
            && !commands.contains(&facts.draws_for)
            && is_in_play(at, id)
            && crate::alert::may_draw(at, id)
            && draws_now(at, facts.draws_for)
        {
            commands.push(facts.draws_for);
        }
    }
    commands
}

/// The scenario may name who draws.
fn draws_now(at: At<'_>, command: CommandId) -> bool {
    let Some(turn) = at.position.now(at.setting) else {
        return true;
    };
    let mut lists = at
        .setting
        .scenario
        .efficiency
        .draws
        .iter()
        .filter(|draws| draws.from <= turn.id && turn.id <= draws.until)
        .filter(|draws| {
            draws
                .commands
                .iter()
                .any(|&c| at.setting.command(c).side == at.setting.command(command).side)
        })
        .peekable();
    if at.setting.command(command).level == Level::Army || lists.peek().is_none() {
        return true;
    }
    lists.any(|draws| draws.commands.contains(&command))
}

/// Whether an activator has anything to activate this turn.
#[must_use]
pub fn is_in_play(at: At<'_>, activator: ActivatorId) -> bool {
    at.setting.unit_ids().any(|unit| {
        let state = at.position.unit(unit);
        let present = match state.presence {
            Presence::OnMap => true,
            Presence::Due(group) => {
                let group = at.setting.scenario.reinforcements.get(usize::from(group.0));
                group.is_some_and(|group| {
                    at.position
                        .now(at.setting)
                        .is_some_and(|turn| group.turn <= turn.id)
                })
            }
            _ => false,
        };
        present
            && at
                .position
                .body(at.position.body_of(at.setting, unit))
                .activator
                == activator
    })
}

/// SR 5.22, 5.23-1, BB 4.2: whether this commander may raise this command by one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_help(at: At<'_>, leader: LeaderId, command: CommandId) -> Result<Rule, Refusal> {
    let facts = at.setting.leader(leader);
    let target = at.setting.command(command);
    let rule = if facts.level == Level::Army {
        Rule::SR_5_22
    } else {
        Rule::SR_5_23
    };
    if target.parent != Some(facts.command) {
        return Err(Refusal::new(rule, "not directly under his command"));
    }
    match (facts.level, target.level) {
        (Level::Army, Level::Corps) | (Level::Corps, Level::Division) => {}
        // BB 4.2: where there are no corps the commander's value works like a corps Efficiency value.
        (Level::Army, Level::Division) => {
            if facts
                .ability(AbilityKind::InitiativeHelpsEfficiency)
                .is_none()
            {
                return Err(Refusal::new(
                    Rule::BB_4_2,
                    "only the named commander helps divisions",
                ));
            }
        }
        _ => return Err(Refusal::new(rule, "he helps the level below his own")),
    }
    let in_play = at.setting.activator_ids().any(|id| {
        let activator = at.setting.activator(id);
        (activator.command == command || activator.draws_for == command)
            && activator.kind != ActivatorKind::Unassigned
            && at.position.activator(id).marker > 0
    });
    if !in_play {
        return Err(Refusal::new(rule, "nothing was drawn for it"));
    }
    let Some(below) = at
        .position
        .leader_of(at.setting, command)
        .filter(|&own| at.position.leader(own).on_map())
    else {
        return Err(Refusal::new(rule, "its leader is not on the map"));
    };
    if in_range(at, leader, at.position.leader(below).hex) {
        Ok(
            if facts.level == Level::Army && target.level == Level::Division {
                Rule::BB_4_2
            } else {
                rule
            },
        )
    } else {
        Err(Refusal::new(Rule::SR_4_15, "out of his command range"))
    }
}

/// How often a commander may raise a number this turn.
fn help_points(at: At<'_>, leader: LeaderId) -> u8 {
    let facts = at.setting.leader(leader);
    let state = at.position.leader(leader);
    if !state.on_map() {
        return 0;
    }
    let value = match facts.level {
        Level::Army => {
            let spent_on_direct = state.abilities.has(AbilityKind::DirectCommand)
                && facts
                    .ability(AbilityKind::DirectCommandCostsEfficiencyHelp)
                    .is_some();
            if state.rode_far || spent_on_direct {
                return 0;
            }
            ratings(at, leader)
                .initiative
                .as_ref()
                .map_or(0, |value| value.value)
        }
        // A corps without divisions has nobody to give its value to (reading 130).
        Level::Corps => ratings(at, leader)
            .efficiency
            .as_ref()
            .map_or(0, |value| value.value),
        Level::Division | Level::Brigade => 0,
    };
    u8::try_from(value).unwrap_or(0)
}

/// SR 5.23, 5.24, 5.25: the markers of a division this turn, with every term.
///
/// Order of reading 32: drawn and OC (1 to 4), corps value, out of range, Activation value, the caps of 3 and 2, and at
/// last 1 to 4.
#[must_use]
pub fn activations(at: At<'_>, activator: ActivatorId) -> (u8, Terms) {
    let facts = at.setting.activator(activator);
    let state = at.position.activator(activator);
    let mut terms = Terms::new();
    if let Some(number) = fixed(at, activator) {
        terms.note(number.into(), Rule::SR_5_28, "given by the scenario");
        return (number, terms);
    }
    if let Some(number) = crate::alert::activations_rolled(at, activator) {
        terms.note(number.into(), Rule::BB_alert_split, "alert programme");
        return (number, terms);
    }
    if state.marker == 0 {
        return (0, terms);
    }
    terms.note(state.marker.into(), Rule::SR_5_21, "drawn");
    terms.add(
        i32::from(state.efficiency) - i32::from(state.marker),
        Rule::SR_5_22,
        "Overall Commander",
    );
    if facts.kind == ActivatorKind::Unassigned {
        let cap = 3 - terms.sum();
        if cap < 0 {
            let rule = match facts.side {
                Side::Union => Rule::BB_4_25_USA,
                Side::Confederate => Rule::BB_4_25_CSA,
            };
            terms.add(cap, rule, "Unassigned units have at most three");
        }
        return (clamp(&mut terms), terms);
    }
    let leader = at.position.leader_of(at.setting, facts.command);
    // SR 9.71: in the turn of its entry a whole division is In Command and its leader's value counts.
    let enters = is_entering(at, activator);
    let on_map = leader
        .is_some_and(|leader| at.position.leader(leader).on_map() || comes_with_it(at, leader));
    let in_command = match facts.kind {
        ActivatorKind::DivisionOfCorps if enters => true,
        ActivatorKind::DivisionOfCorps => leader
            .map_or(division_leader(at, activator).is_some(), |leader| {
                on_map && at.position.leader(leader).status == CommandStatus::InCommand
            }),
        ActivatorKind::IndependentDivision => leader
            .is_none_or(|leader| at.position.leader(leader).status == CommandStatus::InCommand),
        ActivatorKind::CorpsAsDivision | ActivatorKind::Unassigned => true,
    };
    let help_rule = if facts.kind == ActivatorKind::IndependentDivision {
        Rule::BB_4_2
    } else {
        Rule::SR_5_23
    };
    terms.add(state.help.into(), help_rule, "help of the commander above");
    if in_command {
        terms.add(corps_malus(at, activator), Rule::SR_5_23, "corps commander");
    } else {
        terms.add(-1, Rule::SR_5_23, "division leader out of command range");
    }
    if let Some(leader) =
        leader.filter(|&leader| at.position.leader(leader).on_map() || (enters && on_map))
    {
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
    let cap = |terms: &mut Terms, limit: i32, rule, reason: &'static str| {
        let over = limit - terms.sum();
        if over < 0 {
            terms.add(over, rule, reason);
        }
    };
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
fn is_entering(at: At<'_>, activator: ActivatorId) -> bool {
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
fn comes_with_it(at: At<'_>, leader: LeaderId) -> bool {
    matches!(at.position.leader(leader).presence, Presence::Due(group) if crate::movement::may_enter_now(at, group))
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
    let commander = at.position.leader_of(at.setting, facts.draws_for);
    let value = commander
        .filter(|&leader| at.position.leader(leader).on_map())
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
fn fixed(at: At<'_>, activator: ActivatorId) -> Option<u8> {
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

fn concerns(at: At<'_>, who: &Who, activator: ActivatorId) -> bool {
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

impl Procedure for EfficiencyStep {
    fn asks(self, at: At<'_>) -> Option<Ask> {
        match self {
            Self::Help { leader, left, .. } if left > 0 => {
                let facts = at.setting.leader(leader);
                let rule = if facts.level == Level::Army {
                    Rule::SR_5_22
                } else {
                    Rule::SR_5_23
                };
                Some(Ask {
                    side: facts.side,
                    rule,
                    prompt: Prompt::Help { leader },
                })
            }
            Self::Transfer { side } => Some(Ask {
                side,
                rule: Rule::SR_5_41,
                prompt: Prompt::Transfer,
            }),
            _ => None,
        }
    }

    fn offers(self, at: At<'_>, offers: &mut Offers<'_>) {
        match self {
            Self::Help { leader, raised, .. } => {
                for command in at
                    .setting
                    .command_ids()
                    .filter(|&command| !raised.contains(&Some(command)))
                {
                    offers.ask(Choice::Help { leader, command }, || {
                        may_help(at, leader, command)
                    });
                }
                offers.add(Choice::Done, Rule::SR_5_22);
            }
            Self::Transfer { side } => {
                if at.setting.rules.book == RuleBook::Series {
                    let own: Vec<ActivatorId> = at
                        .setting
                        .activator_ids()
                        .filter(|&id| {
                            at.setting.activator(id).side == side
                                && at.position.activator(id).marker > 0
                        })
                        .collect();
                    for (index, &first) in own.iter().enumerate() {
                        for &second in &own[index..] {
                            for &to in &own {
                                offers.ask(Choice::Transfer { first, second, to }, || {
                                    may_transfer(at, first, second, to)
                                });
                            }
                        }
                    }
                }
                offers.add(Choice::Done, Rule::SR_5_41);
            }
            Self::Draw | Self::DrawMarkers | Self::Helpers { .. } | Self::Settle => {}
        }
    }

    fn refusal(self, at: At<'_>, choice: Choice) -> Option<Refusal> {
        match (self, choice) {
            (
                Self::Help {
                    leader: asked,
                    raised,
                    ..
                },
                Choice::Help { leader, command },
            ) => {
                if leader != asked {
                    return Some(Refusal::new(
                        Rule::SR_5_22,
                        "another commander is asked now",
                    ));
                }
                if raised.contains(&Some(command)) {
                    return Some(Refusal::new(Rule::SR_5_22, "he has raised it already"));
                }
                may_help(at, leader, command).err()
            }
            (_, Choice::Transfer { first, second, to }) => {
                may_transfer(at, first, second, to).err()
            }
            _ => None,
        }
    }

    fn decide(self, play: &mut Play<'_>, choice: Choice) -> Result<(), ChanceError> {
        match (self, choice) {
            (
                Self::Help {
                    leader,
                    left,
                    mut raised,
                },
                Choice::Help { command, .. },
            ) => {
                help(play, leader, command);
                // SR 5.22: +1 for each corps; SR 5.23, BB 4.2: a division may be raised by two.
                let corps = play.setting.command(command).level == Level::Corps;
                if let Some(place) = raised.iter_mut().find(|place| corps && place.is_none()) {
                    *place = Some(command);
                }
                play.push(Self::Help {
                    leader,
                    left: left - 1,
                    raised,
                });
            }
            (Self::Transfer { .. }, Choice::Transfer { first, second, to }) => {
                for (id, change) in [(first, -1), (second, -1), (to, 1)] {
                    play.position.activator_mut(id).transfer += change;
                }
                play.tell(Event::Transferred { first, second, to });
                play.push(self);
            }
            _ => {}
        }
        Ok(())
    }

    fn run(self, play: &mut Play<'_>) -> Result<(), ChanceError> {
        match self {
            Self::Draw => {
                play.then([
                    crate::alert::AlertStep::Wake.into(),
                    Self::DrawMarkers.into(),
                ]);
                Ok(())
            }
            Self::DrawMarkers => draw(play),
            Self::Helpers { side } => {
                let at = play.at();
                let helpers: Vec<Step> = at
                    .setting
                    .leader_ids()
                    .filter(|&leader| at.setting.leader(leader).side == side)
                    .map(|leader| (leader, help_points(at, leader)))
                    .filter(|&(_, points)| points > 0)
                    .map(|(leader, left)| {
                        Self::Help {
                            leader,
                            left,
                            raised: [None; 3],
                        }
                        .into()
                    })
                    .collect();
                play.then(helpers);
                Ok(())
            }
            Self::Settle => {
                settle(play);
                Ok(())
            }
            Self::Help { .. } | Self::Transfer { .. } => Ok(()),
        }
    }
}

/// SR 5.22 raises a corps for all its divisions, not above 4; SR 5.23 and BB 4.2 raise one division.
fn help(play: &mut Play<'_>, leader: LeaderId, command: CommandId) {
    let setting = play.setting;
    let rule = if setting.command(command).level == Level::Corps {
        for id in setting
            .activator_ids()
            .filter(|&id| setting.activator(id).draws_for == command)
        {
            let state = play.position.activator_mut(id);
            state.efficiency = (state.efficiency + 1).min(4);
        }
        Rule::SR_5_22
    } else {
        for id in setting
            .activator_ids()
            .filter(|&id| setting.activator(id).command == command)
        {
            play.position.activator_mut(id).help += 1;
        }
        if setting.leader(leader).level == Level::Army {
            Rule::BB_4_2
        } else {
            Rule::SR_5_23
        }
    };
    play.tell(Event::Helped {
        leader,
        command,
        rule,
    });
}

/// SR 5.21: without replacement within the turn; an empty pool is refilled (reading 33).
fn draw(play: &mut Play<'_>) -> Result<(), ChanceError> {
    let setting = play.setting;
    for side in Side::BOTH {
        let at = play.at();
        let turn = at.position.now(setting).map(|turn| turn.id);
        let Some(full) = turn
            .and_then(|turn| setting.scenario.efficiency.pool(side, turn))
            .map(|pool| pool.markers)
        else {
            continue;
        };
        let mut pool = full;
        for command in draws(at, side) {
            let left: u16 = pool.iter().copied().map(u16::from).sum();
            if left == 0 {
                pool = full;
            }
            let left: u16 = pool.iter().copied().map(u16::from).sum();
            if left == 0 {
                continue;
            }
            let mut index = play.draw(left)?;
            let mut number = 0_u8;
            for (face, count) in pool.iter_mut().enumerate() {
                if index < u16::from(*count) {
                    *count -= 1;
                    number = face as u8 + 1;
                    break;
                }
                index -= u16::from(*count);
            }
            let number = capped(play.at(), command, number);
            for id in setting
                .activator_ids()
                .filter(|&id| setting.activator(id).draws_for == command)
            {
                let state = play.position.activator_mut(id);
                state.marker = number;
                state.efficiency = number;
            }
            let rule = draw_rule(setting, command);
            play.tell(Event::EfficiencyDrawn {
                command,
                number,
                rule,
            });
        }
    }
    Ok(())
}

/// SR 5.21: a corps draws; BB 5.2: a division where there are no corps; BB 4.25: the Unassigned.
fn draw_rule(setting: &longroll_position::Setting, command: CommandId) -> Rule {
    match (
        setting.command(command).level,
        setting.command(command).side,
    ) {
        (Level::Army, Side::Union) => Rule::BB_4_25_USA,
        (Level::Army, Side::Confederate) => Rule::BB_4_25_CSA,
        (Level::Division, _) => Rule::BB_5_2,
        _ => Rule::SR_5_21,
    }
}

/// The scenario may count a draw as less, or give an Efficiency as if drawn.
fn capped(at: At<'_>, command: CommandId, number: u8) -> u8 {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return number;
    };
    let terms = &at.setting.scenario.efficiency;
    let side = at.setting.command(command).side;
    let Some(activator) = at
        .setting
        .activator_ids()
        .find(|&id| at.setting.activator(id).draws_for == command)
    else {
        return number;
    };
    let given = terms.fixed.iter().find_map(|fixed| match fixed.number {
        FixedNumber::Efficiency(given)
            if fixed.side == side
                && fixed.from <= turn
                && turn <= fixed.until
                && concerns(at, &fixed.who, activator) =>
        {
            Some(given)
        }
        _ => None,
    });
    let number = given.unwrap_or(number);
    terms
        .caps
        .iter()
        .filter(|cap| cap.side == side && concerns(at, &cap.who, activator))
        .fold(number, |number, cap| number.min(cap.max))
}

fn settle(play: &mut Play<'_>) {
    for id in play.setting.activator_ids() {
        let at = play.at();
        if !is_in_play(at, id) {
            play.position.activator_mut(id).number = 0;
            continue;
        }
        let (number, terms) = activations(at, id);
        let number = adjusted(at, id, number);
        play.position.activator_mut(id).number = number;
        if number > 0 {
            play.tell(Event::Activations {
                activator: id,
                number,
                terms,
            });
        }
    }
    settle_entitlements(play);
}

/// Scenario bonuses and minimums, applied last.
fn adjusted(at: At<'_>, activator: ActivatorId, number: u8) -> u8 {
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
        match fixed.number {
            FixedNumber::Bonus { add, max } => number = (number + add).min(max.max(number)),
            FixedNumber::AtLeast(least) => number = number.max(least),
            FixedNumber::Activations(_) | FixedNumber::Efficiency(_) => {}
        }
    }
    number
}

/// BB 5.26 and scenario rules: the most Activations a brigade may use.
#[must_use]
pub fn scenario_limit(at: At<'_>, command: CommandId) -> Option<u8> {
    let turn = at.position.now(at.setting)?.id;
    at.setting
        .scenario
        .special_rules
        .iter()
        .find_map(|rule| match &rule.mechanism {
            Mechanism::ActivationLimit {
                command: limited,
                max,
            } if *limited == command && rule.in_force(turn) => Some(*max),
            _ => None,
        })
}
