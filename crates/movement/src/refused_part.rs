//! SR 7.31: which part of a unit a refused flank concerns.

use longroll_board::{Hand, HexId};
use longroll_position::{Extent, UnitState};

/// SR 7.31, 7.32, reading I15: the part of a unit that a refusal to this hand concerns, and where it stands.
#[must_use]
pub const fn refused_part(state: &UnitState, hand: Hand) -> (u8, HexId) {
    match (state.extent, hand) {
        (
            Extent::Line {
                left: Some(left), ..
            },
            Hand::Left,
        ) => (1, left),
        (
            Extent::Line {
                left,
                right: Some(right),
            },
            Hand::Right,
        ) => (if left.is_some() { 2 } else { 1 }, right),
        _ => (0, state.hex),
    }
}

/// Reading I15: the flank that a unit refuses in this hex; a line refuses at the end that lies on that hand, nowhere else.
#[must_use]
pub fn refusal_in(state: &UnitState, hex: HexId) -> Option<Hand> {
    let column = matches!(state.extent, Extent::Column { .. });
    state
        .refused
        .filter(|&hand| !column && refused_part(state, hand).1 == hex)
}
