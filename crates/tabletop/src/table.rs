//! The table itself: a rectangle with its south-west corner at the origin.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bounds::Bounds;
use crate::length::Ticks;
use crate::point::{COORDINATE_LIMIT, Point};

/// The playing surface, from (0, 0) to (width, height).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(Ticks, Ticks)", into = "(Ticks, Ticks)")]
pub struct Table {
    width: Ticks,
    height: Ticks,
}

/// A table that is too small or too large to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a table is more than 0 and at most {max} ticks long and wide, not {width} x {height}", max = Table::LARGEST.0, width = .0.0, height = .1.0)]
pub struct BadTable(pub Ticks, pub Ticks);

impl Table {
    /// The longest side. Nothing that starts on such a table and moves by a quarter of it reaches the limit of the
    /// coordinates.
    pub const LARGEST: Ticks = Ticks(COORDINATE_LIMIT / 4 * 3);

    pub fn new(width: Ticks, height: Ticks) -> Result<Table, BadTable> {
        let fits = |side: Ticks| Ticks::ZERO < side && side <= Table::LARGEST;
        if fits(width) && fits(height) {
            Ok(Table { width, height })
        } else {
            Err(BadTable(width, height))
        }
    }

    pub const fn width(self) -> Ticks {
        self.width
    }

    pub const fn height(self) -> Ticks {
        self.height
    }

    pub fn bounds(self) -> Bounds {
        Bounds {
            low: Point::ORIGIN,
            high: Point::new(self.width.0, self.height.0),
        }
    }

    /// The edge is part of the table.
    pub fn holds(self, place: Point) -> bool {
        self.bounds().contains(place)
    }
}

impl TryFrom<(Ticks, Ticks)> for Table {
    type Error = BadTable;
    fn try_from((width, height): (Ticks, Ticks)) -> Result<Table, BadTable> {
        Table::new(width, height)
    }
}

impl From<Table> for (Ticks, Ticks) {
    fn from(table: Table) -> (Ticks, Ticks) {
        (table.width, table.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_is_part_of_the_table() {
        let table = Table::new(Ticks::units(36), Ticks::units(24)).expect("a table");
        assert!(table.holds(Point::new(36_000, 24_000)));
        assert!(!table.holds(Point::new(36_001, 24_000)));
        assert!(!table.holds(Point::new(-1, 0)));
        assert!(Table::new(Ticks(0), Ticks(5)).is_err());
        assert!(Table::new(Ticks(5), Ticks(Table::LARGEST.0 + 1)).is_err());
    }

    #[test]
    fn a_table_is_written_down_as_its_two_sides() {
        let table = Table::new(Ticks(36_000), Ticks(24_000)).expect("a table");
        assert_eq!(
            (table.width(), table.height()),
            (Ticks(36_000), Ticks(24_000))
        );
        let sides = <(Ticks, Ticks)>::from(table);
        assert_eq!(sides, (Ticks(36_000), Ticks(24_000)));
        assert_eq!(Table::try_from(sides), Ok(table));
        // The largest side is a table, on either axis.
        assert!(Table::new(Table::LARGEST, Ticks(1)).is_ok());
        assert!(Table::new(Ticks(Table::LARGEST.0 + 1), Ticks(1)).is_err());
        assert!(Table::new(Ticks(1), Ticks(0)).is_err());
        // Three quarters of what coordinates hold.
        assert_eq!(Table::LARGEST, Ticks(393_216));
        let bounds = table.bounds();
        assert_eq!(
            (bounds.low, bounds.high),
            (Point::ORIGIN, Point::new(36_000, 24_000))
        );
    }
}
