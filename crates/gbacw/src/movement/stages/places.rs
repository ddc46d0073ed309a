//! SR 8.21, 8.23: where a unit that has joined friends may stand among them.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_movement::arrival;
use longroll_position::StackPlace;
use smallvec::SmallVec;

use crate::scene::At;

/// SR 8.21: a unit and those who came with it, directly below it in the stack.
pub(super) fn block(at: At<'_>, unit: UnitId, mates: usize) -> SmallVec<[UnitId; 6]> {
    let hex = at.position.unit(unit).hex;
    let stack = at.position.stack(hex).map(|part| part.unit);
    stack
        .skip_while(|&other| other != unit)
        .take(mates + 1)
        .collect()
}

/// SR 8.23: where a unit that came from this hex may go in its stack, with so many who came with it.
pub(in crate::movement) fn stack_places(
    at: At<'_>,
    unit: UnitId,
    mates: usize,
    from: HexId,
) -> SmallVec<[StackPlace; 3]> {
    let hex = at.position.unit(unit).hex;
    let company = block(at, unit, mates);
    longroll_movement::Walker::of(&at, unit, longroll_movement::allowance::Fired::No)
        .map(|walker| arrival::places(&at, &walker, &company, from, hex))
        .unwrap_or_default()
}
