//! The one place where our compass meets the coordinates of `hexx`.

use hexx::{EdgeDirection, Hex, HexOrientation, OffsetHexMode};

use crate::{Direction, Parity, Position};

pub(crate) const fn edge_direction(direction: Direction) -> EdgeDirection {
    match direction {
        Direction::N => EdgeDirection::FLAT_NORTH,
        Direction::NE => EdgeDirection::FLAT_NORTH_EAST,
        Direction::SE => EdgeDirection::FLAT_SOUTH_EAST,
        Direction::S => EdgeDirection::FLAT_SOUTH,
        Direction::SW => EdgeDirection::FLAT_SOUTH_WEST,
        Direction::NW => EdgeDirection::FLAT_NORTH_WEST,
    }
}

const fn offset_mode(parity: Parity) -> OffsetHexMode {
    match parity {
        Parity::EvenSouth => OffsetHexMode::Even,
        Parity::OddSouth => OffsetHexMode::Odd,
    }
}

pub(crate) fn axial(position: Position, parity: Parity) -> Hex {
    Hex::from_offset_coordinates(
        [i32::from(position.column), i32::from(position.row)],
        offset_mode(parity),
        HexOrientation::Flat,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_those_of_the_compass_in_axial_steps() {
        let steps = Direction::ALL.map(|direction| edge_direction(direction).into_hex().to_array());
        assert_eq!(steps, [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]);
    }

    #[test]
    fn the_shifted_columns_lie_south() {
        let axial_of = |column, row, parity| axial(Position { column, row }, parity);
        let south_east = edge_direction(Direction::SE);
        // Odd columns south: from an even column SE keeps the row; even columns south: it adds one to it from even.
        assert_eq!(
            axial_of(10, 5, Parity::OddSouth).neighbor(south_east),
            axial_of(11, 5, Parity::OddSouth)
        );
        assert_eq!(
            axial_of(10, 5, Parity::EvenSouth).neighbor(south_east),
            axial_of(11, 6, Parity::EvenSouth)
        );
    }
}
