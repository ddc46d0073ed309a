//! The door from doubtful to sound: whether a position in which nobody is under way can be.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_position::{Draft, Extent, Position, PositionFault, Setting};
use longroll_rule::Rule;

use crate::MoverClass;
use crate::extension::without_strength;
use crate::stacking::stack_is_legal;

/// Everything that cannot be about a position in which nobody moves: what [`Position::check`] tells of single pieces, and
/// SR 8.12, 7.11, 8.41 of stacks and lines.
#[must_use]
pub fn faults(setting: &Setting, position: &Position) -> Vec<PositionFault> {
    let mut faults = position.check(setting);
    let mut hexes: Vec<HexId> = setting
        .unit_ids()
        .flat_map(|unit| position.unit(unit).hexes())
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        check_stack(setting, position, hex, &mut faults);
    }
    for unit in setting.unit_ids() {
        check_length(setting, position, unit, &mut faults);
        check_horses(setting, position, unit, &mut faults);
    }
    faults
}

/// A draft becomes a position, if it is sound.
///
/// # Errors
/// Everything that cannot be, each with its rule.
pub fn sound(setting: &Setting, draft: Draft) -> Result<Position, Vec<PositionFault>> {
    let faults = faults(setting, &draft);
    if faults.is_empty() {
        Ok(draft.unchecked())
    } else {
        Err(faults)
    }
}

fn check_stack(
    setting: &Setting,
    position: &Position,
    hex: HexId,
    faults: &mut Vec<PositionFault>,
) {
    // A unit by itself may be too large for its hex: a column that had to draw together (BB 9.44-swamp-extended).
    if position.stack(hex).nth(1).is_none() {
        return;
    }
    let name = setting.grid().name(hex);
    if let Err(refusal) = stack_is_legal(setting, position, hex) {
        faults.push(PositionFault {
            rule: refusal.rule,
            reason: format!("{name}: {}", refusal.reason),
        });
    }
    let mut facings = position
        .stack(hex)
        .filter(|part| setting.unit(part.unit).arm != Arm::Gunboat)
        .map(|part| position.unit(part.unit).facing);
    if let Some(first) = facings.next()
        && facings.any(|other| other != first)
    {
        faults.push(PositionFault {
            rule: Rule::SR_7_11,
            reason: format!("{name}: all units in a hex face the same way"),
        });
    }
}

/// SR 11.59: Blown cavalry is Disordered.
fn check_horses(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    faults: &mut Vec<PositionFault>,
) {
    let (facts, state) = (setting.unit(unit), position.unit(unit));
    let reason = match facts.arm {
        Arm::Cavalry if state.is_disordered() => return,
        Arm::Cavalry => "Blown cavalry is Disordered",
        _ => "only cavalry is Blown",
    };
    if state.on_map() && state.blown {
        faults.push(PositionFault {
            rule: Rule::SR_11_59,
            reason: format!("{}: {reason}", facts.name),
        });
    }
}

/// SR 8.42, 8.43, 8.5: a unit is no longer than its strength allows.
fn check_length(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    faults: &mut Vec<PositionFault>,
) {
    let (facts, state) = (setting.unit(unit), position.unit(unit));
    let Some(class) = MoverClass::of(facts).filter(|_| state.on_map()) else {
        return;
    };
    if state.extent != Extent::Single
        && !without_strength(class, state.sp, state.hex, state.extent).is_empty()
    {
        let hexes = state.extent.count() + 1;
        faults.push(PositionFault {
            rule: match state.extent {
                Extent::Column { .. } => Rule::SR_8_5,
                _ => Rule::SR_8_42,
            },
            reason: format!("{}: {} SP do not fill {hexes} hexes", facts.name, state.sp),
        });
    }
}
