//! SR 5.33, 5.35, 5.36: whether a unit of an acting body may do anything with this marker.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_core::Refusal;
use longroll_position::{BodyId, Bound, Deeds};
use longroll_rule::Rule;

use crate::activation::unit_entitlement;
use crate::scene::At;

/// SR 5.33, 5.36: whether a unit of an acting body may do anything with this marker.
///
/// # Errors
/// The rule that forbids it.
pub fn may_unit_act(at: At<'_>, body: BodyId, unit: UnitId) -> Result<Rule, Refusal> {
    let state = at.position.unit(unit);
    if !state.on_map() {
        return Err(Refusal::new(Rule::SR_9_13, "it is not on the map"));
    }
    if state.deeds.has(Deeds::FINISHED) {
        return Err(Refusal::new(Rule::SR_9_12, "its Activation is over"));
    }
    if crate::alert::sleeps(at, unit) {
        return Err(Refusal::new(
            Rule::BB_30_0_alert,
            "it has not been alerted yet",
        ));
    }
    crate::held::may_act(at, unit)?;
    match at.position.body(body).bound {
        Bound::FallenBack if crate::orders::binds(at, unit) => {
            return Err(Refusal::new(
                Rule::SR_6_24_C,
                "its brigade falls back and does nothing else",
            ));
        }
        _ => {}
    }
    let marches = acts_with_its_marker(at, body, unit)?;
    if !marches && state.march.done && !at.position.body(body).extra {
        return Err(Refusal::new(
            Rule::SR_6_26,
            "it has acted with the March marker this turn",
        ));
    }
    if !marches {
        has_an_activation(at, body, unit)?;
    }
    Ok(Rule::SR_5_33)
}

/// SR 5.35: on the march everybody acts with the one marker, whatever his status (SR 5.36), and with no other. True on the
/// march.
pub(super) fn acts_with_its_marker(
    at: At<'_>,
    body: BodyId,
    unit: UnitId,
) -> Result<bool, Refusal> {
    let marches = at.position.unit(unit).orders == Orders::March;
    if marches == at.position.body(body).march.acting {
        return Ok(marches);
    }
    Err(Refusal::new(
        Rule::SR_5_35,
        "March orders and the March marker belong together",
    ))
}

/// SR 5.36: whether a unit has an Activation left for this marker, or has acted with it.
///
/// # Errors
/// When it sits this marker out.
pub(crate) fn has_an_activation(at: At<'_>, body: BodyId, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if !at.position.body(body).extra
        && state.used >= unit_entitlement(at, unit)
        && !state.deeds.has(Deeds::ACTED)
    {
        return Err(Refusal::new(
            Rule::SR_5_36,
            "Out of Command it has used its Activations",
        ));
    }
    Ok(())
}
