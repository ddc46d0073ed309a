//! SR 5.26, 5.27, 5.36: how many of its division's markers a brigade or a unit may use.

use longroll_catalog::facts::{AbilityKind, Mechanism, Orders, UnitId};
use longroll_core::Terms;
use longroll_position::rule_set::{DirectCommandPool, DistantBrigadeCap, LostUnitOfLostBrigade};
use longroll_position::{ActivatorId, ActivatorNote, BodyId, BodyKind, BodyNote, CommandStatus};
use longroll_rule::Rule;

use super::division_markers::{
    activations, activations_on_entry, least_of_brigade, scenario_limit,
};
use crate::command::body_leader;
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;
use crate::sequence::is_first_day;

/// SR 5.24: the times a division is activated this turn; SR 5.31: fewer if its owner put in fewer, and whoever is Out of
/// Command acts once less than that.
fn division_markers(at: At<'_>, body: BodyId) -> u8 {
    let activator = at.position.activator(at.position.body(body).activator);
    if activator.placed == 0 {
        activator.number
    } else {
        activator.number.min(activator.placed)
    }
}

/// SR 5.26, BB 4.11-direct, BB 5.26, SR 13.23: a body's Activations this turn, with every term.
#[must_use]
pub fn entitlement(at: At<'_>, body: BodyId) -> (u8, Terms) {
    let (number, mut terms) = own_entitlement(at, body);
    // SR 5.28: units that enter act as often as is listed for them, though others of their body do not.
    let listed = listed_units(at, body).max().unwrap_or(0);
    terms.add(
        i32::from(listed.saturating_sub(number)),
        Rule::SR_5_28,
        "listed for units that enter",
    );
    (number.max(listed), terms)
}

/// SR 5.28: what is listed for units of a body in their turn of entry.
fn listed_units(at: At<'_>, body: BodyId) -> impl Iterator<Item = u8> + '_ {
    let members = at.position.members(at.setting, body);
    members
        .filter(move |&unit| at.position.unit(unit).orders != Orders::March)
        .filter_map(move |unit| at.position.unit(unit).listed)
}

/// The same without what is listed for single units.
fn own_entitlement(at: At<'_>, body: BodyId) -> (u8, Terms) {
    let state = at.position.body(body);
    let activator = at.position.activator(state.activator);
    let mut terms = Terms::new();
    if let Some(listed) = state.listed {
        terms.note(listed.into(), Rule::SR_5_28, "listed for its entry");
        return (listed, terms);
    }
    let woken = crate::alert::alert_activations(at, body);
    if let Some(rolled) = state.alert.rolled.filter(|_| woken.is_none()) {
        return by_alert_programme(at, body, rolled);
    }
    if state.direct.is_some() {
        direct_terms(at, body, &mut terms);
    } else if let Some(rolled) = woken {
        terms.note(rolled.into(), Rule::BB_31_0_alert, "rolled for its alert");
        out_of_command(at, body, &mut terms);
    } else {
        division_terms(at, body, &mut terms);
    }
    scenario_terms(at, body, &mut terms);
    if state.ineffective {
        cap(
            &mut terms,
            2,
            Rule::SR_13_23,
            "at most two when Combat Ineffective",
        );
    }
    if let Some((limit, rule)) = scenario_limit(at, at.setting.body(body).command)
        && state.status == CommandStatus::OutOfCommand
    {
        cap(&mut terms, limit, rule, "limited out of command range");
    }
    if let Some((least, rule)) = least_of_brigade(at, at.setting.body(body).command) {
        let short = i32::from(least) - terms.sum();
        terms.add(short.max(0), rule, "at least so many");
    }
    let sum = terms.sum();
    if sum < 1 && activator.number > 0 && !alerted_now(at, body) {
        terms.add(1 - sum, Rule::SR_5_27, "a brigade always has one");
    }
    (u8::try_from(terms.sum()).unwrap_or(0), terms)
}

/// BB alert: what the alert programme has rolled for it.
fn by_alert_programme(at: At<'_>, body: BodyId, rolled: u8) -> (u8, Terms) {
    let mut terms = Terms::new();
    // BB alert-notes: being out of the division leader's range does not matter now, and there may be none.
    terms.note(rolled.into(), Rule::BB_30_0_alert, "alert programme");
    if let Some(others) = crate::alert::split_activations(at, body).filter(|&n| n > rolled) {
        terms.add(
            i32::from(others) - i32::from(rolled),
            Rule::BB_alert_split,
            "units alert before the rest",
        );
    }
    worn(at, body, &mut terms);
    (u8::try_from(terms.sum()).unwrap_or(0), terms)
}

/// BB 4.11-direct: what a brigade under direct command has.
fn direct_terms(at: At<'_>, body: BodyId, terms: &mut Terms) {
    let activator = at.position.activator(at.position.body(body).activator);
    // Where the scenario gives the number nothing is drawn.
    let drawn = if activator.marker == 0 {
        activator.number
    } else {
        activator.marker
    };
    terms.note(drawn.into(), Rule::BB_4_11_direct, "Efficiency as drawn");
    if activator.ineffective {
        cap(
            terms,
            2,
            Rule::SR_13_32,
            "at most two in a Combat Ineffective division",
        );
    }
    if at.setting.rules.switches.direct_command_pool == DirectCommandPool::DivisionNumber {
        cap(
            terms,
            activator.number,
            Rule::BB_4_11_direct,
            "its division has no more markers",
        );
    }
}

/// SR 5.24: what a brigade has by its division.
fn division_terms(at: At<'_>, body: BodyId, terms: &mut Terms) {
    terms.note(
        division_markers(at, body).into(),
        Rule::SR_5_24,
        "markers of its division",
    );
    terms.add(
        i32::from(group_bonus(at, body)),
        crate::command::groups_rule(at.setting),
        "Activation value of the division leader of its group",
    );
    terms.add(
        entry_bonus(at, body).into(),
        Rule::SR_9_71,
        "In Command in the turn of its entry",
    );
    out_of_command(at, body, terms);
}

/// SR 9.71: what a brigade gains because in the turn of its entry it is In Command, even if its division is not.
fn entry_bonus(at: At<'_>, body: BodyId) -> u8 {
    let activator = at.position.body(body).activator;
    if at.setting.body(body).kind != BodyKind::Brigade || !crate::movement::enters_whole(at, body) {
        return 0;
    }
    let (number, _) = activations(at, activator);
    activations_on_entry(at, activator, body).saturating_sub(number)
}

/// BB 30.0: in a group made for the day a division leader In Command gives his own brigades markers besides its commander's.
fn group_bonus(at: At<'_>, body: BodyId) -> i8 {
    crate::command::group_division_leader(at, at.setting.body(body).command)
        .filter(|&leader| {
            let state = at.position.leader(leader);
            state.on_map() && state.status == CommandStatus::InCommand
        })
        .and_then(|leader| {
            let ratings = crate::command::ratings(at, leader);
            ratings.activation.as_ref().map(|value| value.value)
        })
        .unwrap_or(0)
        .max(0)
}

/// SR 5.26: one less out of command range; BB 5.26: one brigade is capped besides, or instead.
fn out_of_command(at: At<'_>, body: BodyId, terms: &mut Terms) {
    let state = at.position.body(body);
    if at.setting.body(body).kind != BodyKind::Brigade
        || state.status == CommandStatus::InCommand
        || crate::alert::is_before_choice(at, at.setting.body(body).side)
    {
        return;
    }
    let limit = body_leader(at, body)
        .filter(|_| is_first_day(at))
        .and_then(|leader| {
            at.setting
                .leader(leader)
                .ability(AbilityKind::ActivationLimitOutOfCommand)
        })
        .map(|ability| ability.number.unwrap_or(2));
    let replaces = at.setting.rules.switches.stuart_cap == DistantBrigadeCap::Replaces;
    let command = at.setting.body(body).command;
    let unmodified = at
        .setting
        .scenario
        .special_rules
        .iter()
        .any(|rule| rule.mechanism == Mechanism::UnmodifiedDraw { brigade: command });
    if !unmodified && (limit.is_none() || !replaces) {
        terms.add(-1, Rule::SR_5_26, "brigadier out of command range");
        let sum = terms.sum();
        if sum < 1 && !alerted_now(at, body) {
            terms.add(1 - sum, Rule::SR_5_27, "a brigade always has one");
        }
    }
    if let Some(limit) = limit {
        cap(
            terms,
            limit,
            Rule::BB_5_26,
            "at most two far from its division",
        );
    }
}

/// SR 13.23, 13.32: what Combat Ineffectiveness leaves of a number that is not reckoned from the division's.
fn worn(at: At<'_>, body: BodyId, terms: &mut Terms) {
    let state = at.position.body(body);
    if state.ineffective {
        cap(
            terms,
            2,
            Rule::SR_13_23,
            "at most two when Combat Ineffective",
        );
    }
    if at.position.activator(state.activator).ineffective {
        cap(
            terms,
            2,
            Rule::SR_13_32,
            "at most two in a Combat Ineffective division",
        );
    }
}

fn cap(terms: &mut Terms, limit: u8, rule: Rule, reason: &'static str) {
    let over = i32::from(limit) - terms.sum();
    if over < 0 {
        terms.add(over, rule, reason);
    }
}

/// Special rules of the scenario: a brigade its division leader's Activation value does not help, and units that have fewer
/// Activations than a division, at least one.
fn scenario_terms(at: At<'_>, body: BodyId, terms: &mut Terms) {
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return;
    };
    let activator = at.position.body(body).activator;
    for rule in &at.setting.scenario.special_rules {
        if !rule.in_force(turn) {
            continue;
        }
        match &rule.mechanism {
            Mechanism::NoActivationBonus { brigade } | Mechanism::UnmodifiedDraw { brigade }
                if at.setting.body(body).command == *brigade =>
            {
                let leader = at
                    .position
                    .leader_of(at.setting, at.setting.activator(activator).command)
                    .filter(|&leader| at.position.leader(leader).on_map());
                let value = leader
                    .and_then(|leader| {
                        let ratings = crate::command::ratings(at, leader);
                        ratings.activation.as_ref().map(|value| value.value)
                    })
                    .unwrap_or(0);
                let home = at.setting.body(body).activator;
                if value > 0 && activator == home {
                    terms.add(
                        -i32::from(value),
                        rule.rule,
                        "not helped by its division leader",
                    );
                }
            }
            Mechanism::FewerActivationsThan {
                units,
                command,
                fewer,
                turn: when,
            } if *when == turn
                && at.setting.activator_for(*command) == Some(activator)
                && at
                    .position
                    .members(at.setting, body)
                    .any(|unit| units.contains(&unit)) =>
            {
                terms.add(-i32::from(*fewer), rule.rule, "fewer than its division");
            }
            _ => continue,
        }
        let sum = terms.sum();
        if sum < 1 {
            terms.add(1 - sum, Rule::SR_5_27, "a brigade always has one");
        }
    }
}

/// BB alert-notes e: a brigade of a division chosen in this turn; whoever of it is Out of Command may be left with nothing.
fn alerted_now(at: At<'_>, body: BodyId) -> bool {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let Some(programme) = &at.setting.scenario.alert else {
        return false;
    };
    let division = at.position.body(body).activator;
    // Parts of a division that rolled in an earlier hour and slept on wake in this one: it is not one of the chosen.
    let rolled = |body: BodyId| {
        let command = at.setting.body(body).command;
        let mut rolls = programme.rolls.iter();
        rolls.any(|roll| at.setting.belongs(command, roll.command))
    };
    Some(programme.choice.turn) == turn
        && at.setting.body_ids().any(|body| {
            let state = at.position.body(body);
            state.activator == division && state.alert.now && !rolled(body)
        })
}

/// SR 5.28, BB alert-split: those of a body who have no number of their own, listed or of the alert programme.
pub(super) fn sharing(at: At<'_>, body: BodyId) -> impl Iterator<Item = UnitId> + '_ {
    let split = crate::alert::split_activations(at, body).is_some();
    at.position.members(at.setting, body).filter(move |&unit| {
        at.position.unit(unit).listed.is_none() && !(split && crate::alert::is_split(at, unit))
    })
}

/// SR 5.28, BB alert-split: where some of a body act more often than the rest, how often the rest may still act this turn.
#[must_use]
pub fn shared_left(at: At<'_>, body: BodyId) -> Option<u8> {
    let state = at.position.body(body);
    let rolled = state
        .alert
        .rolled
        .filter(|_| crate::alert::split_activations(at, body).is_some());
    let shared = match rolled {
        Some(rolled) => rolled,
        None => {
            listed_units(at, body).next()?;
            own_entitlement(at, body).0
        }
    };
    let used = sharing(at, body).map(|unit| at.position.unit(unit).used);
    (shared < state.entitled).then(|| shared.saturating_sub(used.max().unwrap_or(0)))
}

/// SR 5.36: a unit Out of Command acts once less than its division, but at least once; with an Out of Command brigade
/// it sits out together (reading 20), or once more by the switch.
#[must_use]
pub fn unit_entitlement(at: At<'_>, unit: UnitId) -> u8 {
    let body = at.position.body_of(at.setting, unit);
    let state = at.position.body(body);
    if let Some(number) = crate::alert::alert_activations_of(at, unit) {
        return number;
    }
    if let Some(listed) = at.position.unit(unit).listed {
        return listed;
    }
    // Where other units of its body have more because they enter, it has what the body has by itself.
    let entitled = match listed_units(at, body).next() {
        Some(_) => own_entitlement(at, body).0.min(state.entitled),
        None => state.entitled,
    };
    if let Some(rolled) = state.alert.rolled {
        // BB alert-6AM: units alert before the rest count as In Command. Reading 119: others act once less than rolled.
        if let Some(own) = crate::alert::split_activations(at, body)
            && crate::alert::is_split(at, unit)
        {
            return own;
        }
        let rolled = rolled.min(state.entitled);
        return match at.position.unit(unit).status {
            CommandStatus::InCommand => rolled,
            CommandStatus::OutOfCommand => rolled.saturating_sub(1).max(1).min(rolled),
        };
    }
    if at.position.unit(unit).status == CommandStatus::InCommand || state.listed.is_some() {
        return entitled;
    }
    if alerted_now(at, body) {
        return entitled.saturating_sub(1);
    }
    let division = division_markers(at, body);
    let less = match (
        state.status,
        at.setting.rules.switches.ooc_unit_in_ooc_brigade,
    ) {
        (CommandStatus::OutOfCommand, _) if crate::alert::spares_lost_regiments(at, body) => {
            entitled
        }
        // Once less for its brigade and once for itself; SR 13.23 is a limit, from which nothing is taken away.
        (CommandStatus::OutOfCommand, LostUnitOfLostBrigade::Cumulative) => {
            division.saturating_sub(2).min(entitled)
        }
        // BB 4.11-direct: under Direct Command the unit compares with its brigade (reading 22).
        _ if state.direct.is_some() => entitled.saturating_sub(1),
        _ => division.saturating_sub(1).min(entitled),
    };
    less.max(1).min(entitled)
}

/// The end of II/B: what every body may use, and how many markers each division puts in (BB 4.11-direct).
pub(super) fn settle_entitlements(play: &mut Play<'_>) {
    for body in play.setting.body_ids() {
        let at = play.at();
        let activator = at.position.body(body).activator;
        let markers = at.position.activator(activator).number;
        let (number, terms) = entitlement(at, body);
        let has_units = at.position.members(at.setting, body).next().is_some();
        let state = *at.position.body(body);
        if state.used != 0 {
            play.note_body(body, BodyNote::Used(0));
        }
        if state.passed != 0 {
            play.note_body(body, BodyNote::Passed(0));
        }
        if has_units && number != markers && markers > 0 {
            play.happens(Event::Entitled {
                body,
                number,
                terms,
            });
        } else if state.entitled != number {
            play.note_body(body, BodyNote::Entitled(number));
        }
        let best =
            play.setting.rules.switches.direct_command_pool == DirectCommandPool::BestEntitled;
        at_least(play, activator, markers);
        let own = group_bonus(play.at(), body) > 0
            || entry_bonus(play.at(), body) > 0
            || play.position.body(body).direct.is_some()
            // SR 5.28: the number listed for an entry takes the place of all others.
            || listed_units(play.at(), body).next().is_some()
            || least_of_brigade(play.at(), play.setting.body(body).command).is_some();
        if has_units && best && own {
            at_least(play, activator, number);
        }
    }
}

/// SR 5.31: after fewer markers are put in, what the bodies of the division may still use.
pub(super) fn withheld(play: &mut Play<'_>, activator: ActivatorId) {
    for body in play.setting.body_ids() {
        if play.position.body(body).activator == activator {
            let (number, _) = entitlement(play.at(), body);
            play.note_body(body, BodyNote::Entitled(number));
        }
    }
}

/// A division puts in so many markers or more.
fn at_least(play: &mut Play<'_>, activator: ActivatorId, markers: u8) {
    if play.position.activator(activator).placed < markers {
        play.note_activator(activator, ActivatorNote::Placed(markers));
    }
}
