//! What a side may know. Hidden information is hidden here, never by the caller's politeness.

use longroll_core::{Chance, Side};
use longroll_position::{
    ActivatorId, ActivatorNote, BodyNote, Draft, Marker, Note, Position, Setting,
};
use longroll_rule::Rule;

use crate::battle::Battle;
use crate::event::{Event, Purpose};
use crate::scene::At;

/// The battle as one side sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub side: Side,
    /// The position without what this side must not know.
    pub position: Position,
    /// How many markers are in the cup.
    pub markers_in_cup: usize,
}

/// Whether an event is kept from a side.
#[must_use]
pub fn hidden_from(battle: &Battle, side: Side, event: &Event) -> bool {
    hidden_by(battle, side, event).is_some()
}

/// The rule by which an event is kept from a side: the Union's alert and mission dice, and while alert rules hold the
/// numbers of its markers (reading 121).
#[must_use]
pub fn hidden_by(battle: &Battle, side: Side, event: &Event) -> Option<Rule> {
    let numbers = |activator| numbers_hidden_by(battle.at(), side, activator);
    match event {
        Event::Rolled(roll) => {
            let (command, rule) = match roll.purpose {
                Purpose::Alert(command) => (command, Rule::BB_alert_secret),
                Purpose::Mission(command) => (command, Rule::BB_sob),
                _ => return None,
            };
            (battle.setting().command(command).side != side).then_some(rule)
        }
        Event::MissionGiven { body, .. } => {
            (battle.setting().body(*body).side != side).then_some(Rule::BB_sob)
        }
        Event::Noted(note) => note_hidden_by(battle, side, note),
        Event::Entitled { body, .. } => numbers(battle.position().body(*body).activator),
        Event::Activations { activator, .. }
        | Event::Placed {
            marker: Marker::Activation(activator),
            ..
        } => numbers(*activator),
        Event::EfficiencyDrawn { command, .. } => battle
            .setting()
            .activator_ids()
            .filter(|&id| battle.setting().activator(id).draws_for == *command)
            .find_map(numbers),
        _ => None,
    }
}

/// The rule by which a note that would give it away is kept from a side: where brigades are going, how many markers are put
/// in (SR 5.31: until they lie in the cup) and, while alert rules hold, all numbers.
fn note_hidden_by(battle: &Battle, side: Side, note: &Note) -> Option<Rule> {
    let numbers = |activator| numbers_hidden_by(battle.at(), side, activator);
    match note {
        Note::Activator(id, ActivatorNote::Placed(_)) => {
            (battle.setting().activator(*id).side != side).then_some(Rule::SR_5_31)
        }
        Note::Activator(id, _) => numbers(*id),
        Note::Body(body, BodyNote::Mission(_)) => {
            (battle.setting().body(*body).side != side).then_some(Rule::BB_sob)
        }
        Note::Body(body, BodyNote::Entitled(_) | BodyNote::Alert(_)) => {
            numbers(battle.position().body(*body).activator)
        }
        _ => None,
    }
}

/// The rule by which the numbers of an activator are kept from a side.
fn numbers_hidden_by(at: At<'_>, side: Side, activator: ActivatorId) -> Option<Rule> {
    numbers_are_secret(at, side, activator).then_some(Rule::BB_alert_secret)
}

/// Whether a side must not know how many markers an activator of the other has: BB alert: in the hours of the alert
/// programme; BB 31.0-alert: in the turn in which its number was rolled for.
fn numbers_are_secret(at: At<'_>, side: Side, activator: ActivatorId) -> bool {
    if at.setting.activator(activator).side == side {
        return false;
    }
    if at.setting.special.sleepers.is_some() {
        return at.setting.body_ids().any(|body| {
            let state = at.position.body(body);
            state.activator == activator && state.alert.rolled.is_some()
        });
    }
    crate::alert::in_force(at).is_some_and(|(_, whose)| whose != side)
}

impl View {
    /// The battle as `side` sees it: no dice to come, no order of the cup, no secret numbers.
    #[must_use]
    pub fn of(battle: &Battle, side: Side) -> Self {
        let mut position = Draft::from(battle.position().clone());
        let markers_in_cup = position.cup.len();
        // BB sob: where a brigade is going only its own side knows.
        for body in battle.setting().body_ids() {
            if battle.setting().body(body).side != side {
                position.body_mut(body).mission = None;
            }
        }
        let secret: Vec<ActivatorId> = battle
            .setting()
            .activator_ids()
            .filter(|&id| numbers_are_secret(battle.at(), side, id))
            .collect();
        if !secret.is_empty() {
            hide_numbers(battle.setting(), &mut position, side, &secret);
        }
        Self {
            side,
            position: position.imagined(),
            markers_in_cup,
        }
    }
}

fn hide_numbers(setting: &Setting, position: &mut Draft, side: Side, secret: &[ActivatorId]) {
    for &id in secret {
        let state = position.activator_mut(id);
        state.marker = 0;
        state.raised = 0;
        state.number = 0;
        state.placed = 0;
    }
    for body in setting
        .body_ids()
        .filter(|&body| setting.body(body).side != side)
    {
        let state = position.body_mut(body);
        if secret.contains(&state.activator) {
            state.entitled = 0;
            state.alert.rolled = None;
        }
    }
    position.standing_mut().cup.retain(|marker| match marker {
        Marker::Activation(id) => !secret.contains(id),
        Marker::March(owner) => *owner == side,
        Marker::BattleEvent | Marker::RandomEvent => true,
    });
}

/// The dice to come are nobody's to know: a view carries no chance at all.
const _: fn(&View) -> Option<&Chance> = |_| None;
