//! SR 5.26, 5.32, 5.35: who may act with a marker, and who may let it pass.

use longroll_catalog::facts::{Arm, Orders};
use longroll_core::{Refusal, Side};
use longroll_position::{ActivatorKind, BodyId, BodyKind, CommandStatus};
use longroll_rule::Rule;

use super::present::{has_anybody_under, has_anybody_who_did_not_march};
use crate::scene::At;

/// Bodies of a side with anybody under March orders, those at rest included.
pub fn under_march(at: At<'_>, side: Side) -> impl Iterator<Item = BodyId> + '_ {
    at.setting.body_ids().filter(move |&body| {
        at.setting.body(body).side == side
            && has_anybody_under(at, body, |orders| orders == Orders::March)
    })
}

/// SR 5.35, 6.32: those of them who may act with the March marker.
pub fn marching(at: At<'_>, side: Side) -> impl Iterator<Item = BodyId> + '_ {
    under_march(at, side).filter(move |&body| !at.position.body(body).reserve)
}

/// SR 5.32: whether a body may act with a division marker: not at rest (SR 6.32), not on the march (SR 5.35), with an
/// Activation left (SR 5.26).
///
/// # Errors
/// The rule that forbids it.
pub fn may_act(at: At<'_>, body: BodyId) -> Result<Rule, Refusal> {
    let state = at.position.body(body);
    crate::alert::may_stir(at, body)?;
    crate::alert::has_its_activation(at, body)?;
    if state.reserve {
        return Err(Refusal::new(
            Rule::SR_6_32,
            "a command in Reserve ignores markers",
        ));
    }
    // SR 5.36: units that the March orders did not reach act with the division's marker still.
    let left_behind = state.orders == Orders::March
        && has_anybody_under(at, body, |orders| orders != Orders::March);
    if state.orders == Orders::March && !left_behind {
        return Err(Refusal::new(
            Rule::SR_5_35,
            "under March orders it acts with the March marker only",
        ));
    }
    if state.march.used_marker && !has_anybody_who_did_not_march(at, body) {
        return Err(Refusal::new(
            Rule::SR_6_26,
            "it has moved with the March marker this turn",
        ));
    }
    if state.used >= state.entitled {
        return Err(Refusal::new(
            limiting_rule(at, body),
            "it has used its Activations",
        ));
    }
    if state.acted {
        return Err(Refusal::new(Rule::SR_5_32, "it has acted with this marker"));
    }
    Ok(acting_rule(at, body))
}

/// The rule that leaves a body fewer Activations than its division has markers.
pub(crate) fn limiting_rule(at: At<'_>, body: BodyId) -> Rule {
    let state = at.position.body(body);
    if state.listed.is_some() {
        Rule::SR_5_28
    } else if state.status == CommandStatus::OutOfCommand {
        Rule::SR_5_26
    } else if state.ineffective {
        Rule::SR_13_23
    } else {
        // Markers beyond the division's own number are for the brigade under Direct Command, or for whoever has a number of his own.
        let activator = at.position.activator(state.activator);
        let mut bodies = at.position.bodies.iter();
        let direct = bodies.any(|one| one.activator == state.activator && one.direct.is_some());
        match (activator.placed > activator.number, direct) {
            (true, true) => Rule::BB_4_11_direct,
            (true, false) => Rule::SR_5_28,
            (false, _) => Rule::SR_5_26,
        }
    }
}

/// The rule by which a body acts as one brigade.
fn acting_rule(at: At<'_>, body: BodyId) -> Rule {
    let facts = at.setting.body(body);
    match facts.kind {
        BodyKind::DivisionalArtillery => Rule::BB_4_32,
        BodyKind::DivisionalCavalry => match at.setting.activator(facts.activator).kind {
            ActivatorKind::IndependentDivision => Rule::BB_4_24_USA,
            _ => Rule::BB_4_24_CSA,
        },
        BodyKind::Unassigned => Rule::BB_4_25,
        BodyKind::Brigade => {
            let mut arms = at
                .position
                .members(at.setting, body)
                .map(|unit| at.setting.unit(unit).arm);
            if arms.all(|arm| arm == Arm::Artillery) {
                Rule::SR_4_31
            } else {
                Rule::SR_5_32
            }
        }
    }
}

/// SR 5.26: whether a body may let this marker pass and keep its Activation for a later one.
///
/// # Errors
/// The rule that forbids it.
pub fn may_sit_out(at: At<'_>, body: BodyId) -> Result<Rule, Refusal> {
    may_act(at, body)?;
    let state = at.position.body(body);
    let markers = at.position.activator(state.activator).placed;
    let spare = markers.saturating_sub(state.entitled);
    if state.passed < spare {
        Ok(limiting_rule(at, body))
    } else {
        Err(Refusal::new(Rule::SR_5_26, "it has no marker to let pass"))
    }
}
