//! What the strength and the orders of a unit make of it.

use longroll_catalog::facts::{Orders, Parent, UnitId};
use longroll_gbacw::sequence::collapses;
use longroll_movement::facing::faces_no_extension;
use longroll_position::{Cohesion, Extent, Position, PositionFault, Setting};
use longroll_rule::Rule;

/// SR 12.23: below half of its strength a unit is Collapsed, and stragglers who bring it there again end that. Detachments that
/// come back do not (BB 14.42).
pub(super) fn collapsed(setting: &Setting, position: &Position, faults: &mut Vec<PositionFault>) {
    for unit in setting.unit_ids() {
        let (facts, state) = (setting.unit(unit), position.unit(unit));
        if !state.on_map() {
            continue;
        }
        let is_collapsed = state.cohesion == Cohesion::Collapsed;
        let reason = match (collapses(setting, unit, state.sp), is_collapsed) {
            (true, false) => "a unit of so few SP is Collapsed",
            (false, true) if !may_absorb(setting, unit) => "a unit of so many SP is not Collapsed",
            _ => continue,
        };
        let (name, sp, full) = (&facts.name, state.sp, facts.strength.value);
        let reason = format!("{name}: {sp} SP of {full}: {reason}");
        faults.push(PositionFault::new(Rule::SR_12_23, reason));
    }
}

/// BB 14.42: whether a Detachment may come back to this regiment.
fn may_absorb(setting: &Setting, unit: UnitId) -> bool {
    setting.unit_ids().any(|other| {
        setting
            .unit(other)
            .detached_from
            .is_some_and(|parent| match parent {
                Parent::Unit(host) => host == unit,
                Parent::AnyOf(brigade) => setting.belongs(setting.unit(unit).formation, brigade),
            })
    })
}

/// SR 7.26: an Extended Line that comes under March orders becomes a column.
pub(super) fn lines_on_the_march(
    setting: &Setting,
    position: &Position,
    faults: &mut Vec<PositionFault>,
) {
    for unit in setting.unit_ids() {
        let state = position.unit(unit);
        let line = matches!(state.extent, Extent::Line { .. });
        if state.on_map() && line && state.orders == Orders::March {
            let name = &setting.unit(unit).name;
            let reason = format!("{name}: under March orders nobody stands in an Extended Line");
            faults.push(PositionFault::new(Rule::SR_7_26, reason));
        }
    }
}

/// SR 8.51: a column on the march does not face its own extension. Under Advance orders it may have turned so where it stands.
pub(super) fn columns_that_face_themselves(
    setting: &Setting,
    position: &Position,
    faults: &mut Vec<PositionFault>,
) {
    for unit in setting.unit_ids() {
        let state = position.unit(unit);
        if !state.on_map() || state.orders != Orders::March {
            continue;
        }
        if let Err(refusal) = faces_no_extension(setting.grid(), state, state.facing) {
            let reason = format!("{}: {}", setting.unit(unit).name, refusal.reason);
            faults.push(PositionFault::new(refusal.rule, reason));
        }
    }
}
