//! BB alert, alert-6AM: the programme while its hours last, and the leaders whom it keeps where they are.

use longroll_catalog::facts::{AlertProgramme, LeaderId, Mechanism};
use longroll_core::{Refusal, Side};
use longroll_rule::Rule;

use crate::scene::At;

/// The programme while its hours last, and the side it is for.
pub(super) fn in_force(at: At<'_>) -> Option<(&AlertProgramme, Side)> {
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
