//! BB 31.0-alert: who sleeps, is surprised or has just been woken, and what that leaves him.

use longroll_catalog::facts::{CommandId, TurnId, UnitId};
use longroll_core::Refusal;
use longroll_position::{ActivatorId, BodyId, CommandStatus, LostRegiments, Setting, Sleepers};
use longroll_rule::Rule;

use crate::scene::At;

/// BB 31.0-alert: whether nobody of this body may act yet.
#[must_use]
pub fn is_asleep(at: At<'_>, body: BodyId) -> bool {
    at.setting
        .special
        .sleepers
        .as_ref()
        .is_some_and(|army| army.side == at.setting.body(body).side)
        && at.position.body(body).alert.asleep
}

/// BB 31.0-alert: a command that has not been alerted does nothing.
///
/// # Errors
/// When it sleeps.
pub fn may_stir(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    if is_asleep(at, body) {
        return Err(Refusal::new(
            Rule::BB_31_0_alert,
            "it has not been alerted yet",
        ));
    }
    Ok(())
}

/// BB 31.0-alert: before and during the AM of its alert a unit has no Reaction movement, no Approach fire and no Prepared
/// fire.
#[must_use]
pub fn is_surprised(at: At<'_>, unit: UnitId) -> bool {
    let Some(army) = &at.setting.special.sleepers else {
        return false;
    };
    let alert = at
        .position
        .body(at.position.body_of(at.setting, unit))
        .alert;
    army.side == at.setting.unit(unit).side && (alert.asleep || alert.surprised)
}

/// BB 31.0-alert: what is added to the fire of a unit out of phase during the AM of its alert.
#[must_use]
pub fn surprised_fire(at: At<'_>, unit: UnitId) -> Option<(i8, Rule)> {
    if let Some(drm) = super::surprise::fire_drm(at, unit) {
        return Some((drm, Rule::BB_30_6_surprise));
    }
    let army = at.setting.special.sleepers.as_ref()?;
    is_surprised(at, unit).then_some((army.fire_drm, Rule::BB_31_0_alert))
}

/// BB 31.0-alert-voluntary: when a body wakes by itself; a brigade alerted for itself does not wake with its division.
pub(crate) fn hour_of_waking(setting: &Setting, army: &Sleepers, body: BodyId) -> Option<TurnId> {
    let own = setting.body(body).command;
    let alone = army.separate.contains(&own);
    let named = |&command: &CommandId| command == own || (!alone && setting.belongs(own, command));
    army.schedule
        .iter()
        .filter(|step| step.commands.is_empty() || step.commands.iter().any(named))
        .map(|step| step.turn)
        .min()
}

/// BB 31.0-alert: a division draws Efficiency once anybody of it is alert.
pub(super) fn may_draw(at: At<'_>, activator: ActivatorId) -> bool {
    let mut present = at
        .setting
        .body_ids()
        .filter(|&body| at.position.body(body).activator == activator)
        .filter(|&body| {
            at.position
                .members(at.setting, body)
                .any(|unit| at.position.unit(unit).on_map())
        })
        .peekable();
    present.peek().is_none() || present.any(|body| !is_asleep(at, body))
}

/// BB 31.0-alert: the Activations rolled for a body in the turn of its alert.
#[must_use]
pub fn alert_activations(at: At<'_>, body: BodyId) -> Option<u8> {
    at.setting.special.sleepers.as_ref()?;
    at.position.body(body).alert.rolled
}

/// SR 5.36, BB 31.0-alert: what a unit may use of them: Out of Command one less, but not if its brigade is Out of Command
/// and has lost one already.
#[must_use]
pub fn alert_activations_of(at: At<'_>, unit: UnitId) -> Option<u8> {
    let body = at.position.body_of(at.setting, unit);
    alert_activations(at, body)?;
    let state = at.position.body(body);
    let army = at.setting.special.sleepers.as_ref()?;
    let spared = state.status == CommandStatus::OutOfCommand
        && army.lost_regiments == LostRegiments::ActWithTheirBrigade;
    if at.position.unit(unit).status == CommandStatus::InCommand || spared {
        return Some(state.entitled);
    }
    Some(state.entitled.saturating_sub(1).max(1).min(state.entitled))
}

/// BB 31.0-out-of-command: whether a body's units lose nothing beyond what it has lost itself by being Out of Command, as it has been
/// alerted in this turn.
pub fn spares_lost_regiments(at: At<'_>, body: BodyId) -> bool {
    let army = at.setting.special.sleepers.as_ref();
    army.is_some_and(|army| army.lost_regiments == LostRegiments::ActWithTheirBrigade)
        && at.position.body(body).alert.now
}
