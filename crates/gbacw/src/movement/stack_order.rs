//! SR 7.22, 8.23, 8.24: the order of the units of a hex.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_position::Position;
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::play::Play;

/// The units of a hex, top to bottom.
pub(crate) type Order = SmallVec<[UnitId; 6]>;

pub(super) fn order_of(position: &Position, hex: HexId) -> Order {
    position.stack(hex).map(|part| part.unit).collect()
}

pub(super) fn restack(play: &mut Play<'_>, hex: HexId, order: &[UnitId], rule: Rule) {
    play.happens(Event::Restacked {
        hex,
        order: order.to_vec(),
        rule,
    });
}

/// The stacks a unit stands in, before it changes its shape.
pub(crate) fn stacks_of(position: &Position, unit: UnitId) -> SmallVec<[(HexId, Order); 3]> {
    position
        .unit(unit)
        .hexes()
        .map(|hex| (hex, order_of(position, hex)))
        .collect()
}

/// SR 8.24: whoever extends, retracts or turns about without leaving a hex keeps its place in the stack there.
pub(crate) fn keep_order(play: &mut Play<'_>, unit: UnitId, before: &[(HexId, Order)]) {
    for (hex, order) in before {
        let stays = play.position.unit(unit).hexes().any(|own| own == *hex);
        if stays && order_of(&play.position, *hex) != *order {
            restack(play, *hex, order, Rule::SR_8_24);
        }
    }
}
