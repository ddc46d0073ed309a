//! The door from doubtful to sound: whether a position in which nobody is under way can be.

use longroll_board::{FacingKind, Hand, HexId};
use longroll_catalog::facts::{Arm, Orders, UnitId};
use longroll_position::{Draft, Extent, Part, Position, PositionFault, Setting};
use longroll_rule::Rule;

use crate::MoverClass;
use crate::extension::without_strength;
use crate::refused_part::refused_part;
use crate::stacking::stack_is_legal;

/// Everything that cannot be about a position in which nobody moves: what [`Position::check`] tells of single pieces, and
/// SR 8.12, 7.11, 8.41 of stacks and lines.
#[must_use]
pub fn faults(setting: &Setting, position: &Position) -> Vec<PositionFault> {
    let mut faults = position.check(setting);
    faults.extend(faults_at_rest(setting, position));
    faults
}

/// What of that holds only while nobody moves: SR 8.12 and 7.11 of stacks, SR 7.11, 7.32, 8.42 and 11.59 of units.
#[must_use]
pub fn faults_at_rest(setting: &Setting, position: &Position) -> Vec<PositionFault> {
    let mut faults = Vec::new();
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
        check_facing(setting, position, unit, &mut faults);
        check_length(setting, position, unit, &mut faults);
        check_horses(setting, position, unit, &mut faults);
        check_refused(setting, position, unit, &mut faults);
    }
    faults
}

/// A draft becomes a position, if it is sound.
///
/// # Errors
/// Everything that cannot be, each with its rule.
pub fn sound(setting: &Setting, draft: Draft) -> Result<Position, Vec<PositionFault>> {
    sound_but(setting, draft, |_| false)
}

/// The same of a draft in which somebody lets some faults pass: a page that sets up over the limits, a file whose question is
/// about an unsound stack. He is asked about every fault that there is.
///
/// # Errors
/// Everything else that cannot be, each with its rule.
pub fn sound_but(
    setting: &Setting,
    draft: Draft,
    mut passes: impl FnMut(&PositionFault) -> bool,
) -> Result<Position, Vec<PositionFault>> {
    let mut faults = faults(setting, &draft);
    faults.retain(|fault| !passes(fault));
    if faults.is_empty() {
        Ok(draft.judged())
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
    let mut fault = |rule, reason: &str| {
        faults.push(PositionFault {
            rule,
            reason: format!("{name}: {reason}"),
            stack: Some(hex),
        });
    };
    if let Err(refusal) = stack_is_legal(setting, position, hex) {
        fault(refusal.rule, &refusal.reason);
    }
    let mut facings = position
        .stack(hex)
        .filter(|part| setting.unit(part.unit).arm != Arm::Gunboat)
        .map(|part| position.unit(part.unit).facing);
    if let Some(first) = facings.next()
        && facings.any(|other| other != first)
    {
        fault(Rule::SR_7_11, "all units in a hex face the same way");
    }
    let mut refused = position
        .stack(hex)
        .filter_map(|part| refused_there(position, part));
    if let Some(first) = refused.next()
        && refused.any(|other| other != first)
    {
        fault(Rule::SR_8_26, "a stack refuses one flank, and as a whole");
    }
}

/// SR 7.34: the flank that a part refuses, if it is this part that bends.
fn refused_there(position: &Position, part: Part) -> Option<Hand> {
    let state = position.unit(part.unit);
    let hand = state.refused?;
    (refused_part(state, hand).0 == part.number).then_some(hand)
}

/// SR 7.11: where a unit faces by its orders; after an order (SR 7.23) its owner is asked.
fn check_facing(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    faults: &mut Vec<PositionFault>,
) {
    let (facts, state) = (setting.unit(unit), position.unit(unit));
    let wanted = match state.orders {
        Orders::March => FacingKind::Side,
        Orders::Advance | Orders::Attack => FacingKind::Vertex,
    };
    if state.on_map() && facts.arm != Arm::Gunboat && state.facing.kind() != wanted {
        let reason = format!(
            "{}: March orders face a hexside, all others a vertex",
            facts.name
        );
        faults.push(PositionFault::new(Rule::SR_7_11, reason));
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
        let reason = format!("{}: {reason}", facts.name);
        faults.push(PositionFault::new(Rule::SR_11_59, reason));
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
    if state.extent == Extent::Single
        || without_strength(class, state.sp, state.hex, state.extent).is_empty()
    {
        return;
    }
    let rule = match state.extent {
        Extent::Column { .. } => Rule::SR_8_5,
        _ => Rule::SR_8_42,
    };
    let hexes = state.extent.count() + 1;
    let reason = format!("{}: {} SP do not fill {hexes} hexes", facts.name, state.sp);
    faults.push(PositionFault::new(rule, reason));
}

/// SR 7.32: who refuses is not on the march, and alone in its hex has at least 2 SP.
fn check_refused(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    faults: &mut Vec<PositionFault>,
) {
    let (name, state) = (&setting.unit(unit).name, position.unit(unit));
    if !state.on_map() || state.refused.is_none() {
        return;
    }
    // SR 8.26: a mate who refuses turns the whole hex.
    let refusing = position
        .stack(state.hex)
        .any(|part| position.unit(part.unit).orders != Orders::March);
    if state.orders == Orders::March && !refusing {
        let reason = format!("{name}: nobody refuses a flank under March orders");
        faults.push(PositionFault::new(Rule::SR_7_32, reason));
    }
    if state.sp < 2 && position.stack(state.hex).nth(1).is_none() {
        let reason = format!("{name}: alone in a hex 1 SP refuses no flank");
        faults.push(PositionFault::new(Rule::SR_7_32_sp, reason));
    }
}
