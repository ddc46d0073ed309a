//! BB alert: the programme while its hours last: who sleeps, who is alert, how many Activations were rolled, whom it keeps where he is.

use longroll_catalog::facts::{AlertProgramme, Ammunition, LeaderId, Mechanism, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::FirstTurnOfLooseRegiment;
use longroll_position::{ActivatorId, ActivatorKind, BodyId, BodyKind, BodyState, Presence};
use longroll_rule::Rule;

use crate::scene::At;

/// The programme while its hours last, and the side it is for.
pub(crate) fn in_force(at: At<'_>) -> Option<(&AlertProgramme, Side)> {
    let turn = at.position.now(at.setting)?.id;
    let programme = at.setting.scenario.alert.as_ref()?;
    let rule = at
        .setting
        .scenario
        .special_rules
        .iter()
        .find(|rule| rule.mechanism == Mechanism::AlertProgramme && rule.in_force(turn))?;
    Some((programme, rule.side?))
}

/// BB alert-6AM: a leader the programme keeps where he is this turn.
///
/// # Errors
/// The rule that forbids it.
pub fn leader_may_move(at: At<'_>, leader: LeaderId) -> Result<(), Refusal> {
    let turn = at.position.now(at.setting).map(|turn| turn.id);
    let held = in_force(at).is_some_and(|(programme, _)| {
        programme
            .rolls
            .iter()
            .any(|roll| Some(roll.turn) == turn && roll.holds.contains(&leader))
    });
    if held {
        return Err(Refusal::new(
            Rule::BB_alert_6AM,
            "he does not move in this turn",
        ));
    }
    Ok(())
}

/// BB alert-notes a: whether it is an hour of the programme in which being out of the division leader's range costs nothing.
#[must_use]
pub fn is_before_choice(at: At<'_>, side: Side) -> bool {
    in_force(at).is_some_and(|(programme, whose)| {
        let turn = at.position.now(at.setting).map(|turn| turn.id);
        whose == side && turn.is_some_and(|turn| turn < programme.choice.turn)
    })
}

/// Whether a body has been alerted: by the programme, or because the enemy took it out of Reserve (reading 116).
#[must_use]
pub const fn is_alert(state: &BodyState) -> bool {
    !state.alert.asleep || !state.reserve
}

/// BB 4.25-15MI, switch `fifteenth_michigan_start`: the regiment that is awake before the rest of the Unassigned.
pub(super) fn early_regiment(at: At<'_>) -> Option<UnitId> {
    if at.setting.rules.switches.fifteenth_michigan_start == FirstTurnOfLooseRegiment::Nine {
        return None;
    }
    at.setting
        .scenario
        .special_rules
        .iter()
        .find_map(|rule| match rule.mechanism {
            Mechanism::ShakyRegiment { unit, .. } => Some(unit),
            _ => None,
        })
}

/// Reading 120: a loose unit that stood on the map from the start sleeps as long as the programme lasts.
#[must_use]
pub fn sleeps(at: At<'_>, unit: UnitId) -> bool {
    let Some((_, side)) = in_force(at) else {
        return false;
    };
    let body = at.position.body_of(at.setting, unit);
    at.setting.body(body).side == side
        && at.setting.body(body).kind == BodyKind::Unassigned
        && early_regiment(at) != Some(unit)
        && !at.setting.scenario.is_reinforcement(unit)
}

/// SR 5.21, BB 30.0-alert: while the programme lasts only who has been alerted draws, and not in a turn of his roll.
#[must_use]
pub fn may_draw(at: At<'_>, activator: ActivatorId) -> bool {
    if at.setting.special.sleepers.is_some() {
        return super::asleep::may_draw(at, activator);
    }
    let Some((_, side)) = in_force(at) else {
        return true;
    };
    let facts = at.setting.activator(activator);
    if facts.side != side {
        return true;
    }
    if facts.kind == ActivatorKind::Unassigned {
        return early_regiment(at).is_some();
    }
    activations_rolled(at, activator).is_none()
        && bodies(at, activator).any(|body| is_alert(at.position.body(body)))
}

pub(super) fn bodies(at: At<'_>, activator: ActivatorId) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        at.position.body(body).activator == activator
            && at
                .position
                .members(at.setting, body)
                .any(|unit| at.position.unit(unit).presence == Presence::OnMap)
    })
}

/// BB alert-split: the markers of a division whose parts roll: as many as the best of them needs.
#[must_use]
pub fn activations_rolled(at: At<'_>, activator: ActivatorId) -> Option<u8> {
    bodies(at, activator)
        .filter_map(|body| {
            let rolled = at.position.body(body).alert.rolled?;
            Some(rolled.max(split_activations(at, body).unwrap_or(0)))
        })
        .max()
}

/// BB alert-6AM: Activations of those units of a body that were alert before the rest of it.
#[must_use]
pub fn split_activations(at: At<'_>, body: BodyId) -> Option<u8> {
    at.position.body(body).alert.rolled?;
    let (programme, _) = in_force(at)?;
    let first = at.setting.scenario.first_turn();
    if at.position.now(at.setting)?.id != first {
        return None;
    }
    programme
        .at_start
        .iter()
        .filter(|start| {
            start.units.iter().any(|&unit| {
                at.position.unit(unit).on_map() && at.position.body_of(at.setting, unit) == body
            })
        })
        .map(|start| start.activations)
        .max()
}

/// BB alert-6AM: whether a unit is one of those alert before the rest of its body.
#[must_use]
pub fn is_split(at: At<'_>, unit: UnitId) -> bool {
    in_force(at).is_some_and(|(programme, _)| {
        programme
            .at_start
            .iter()
            .any(|start| start.units.contains(&unit))
    })
}

/// BB 4.24-6div, 4.25-15MI: a loose regiment joins a brigade once its own rule lets it go: not while it sleeps or is held
/// in its field; one that is on its way to a leader joins his brigades, in his range, until it has been away.
///
/// # Errors
/// The rule that forbids it.
pub fn may_join_brigade(
    at: At<'_>,
    unit: UnitId,
    brigade: longroll_catalog::facts::CommandId,
) -> Result<(), Refusal> {
    if sleeps(at, unit) {
        return Err(Refusal::new(
            Rule::BB_30_0_alert,
            "it has not been alerted yet",
        ));
    }
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return Ok(());
    };
    for rule in &at.setting.scenario.special_rules {
        match &rule.mechanism {
            Mechanism::HeldInField {
                units, released, ..
            } if units.contains(&unit) && turn < *released => {
                return Err(Refusal::new(
                    rule.rule,
                    "it stays in its field until its hour comes",
                ));
            }
            Mechanism::ShakyRegiment {
                unit: shaky,
                towards: Some(leader),
                ..
            } if *shaky == unit && at.position.unit(unit).ammunition == Ammunition::Out => {
                let state = at.position.leader(*leader);
                let his = at
                    .setting
                    .belongs(brigade, at.setting.leader(*leader).command);
                let hex = at.position.unit(unit).hex;
                if !his || !state.on_map() || !crate::command::in_range(at, *leader, hex) {
                    return Err(Refusal::new(
                        rule.rule,
                        "it joins the division it is sent to, once in the range of its leader",
                    ));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
