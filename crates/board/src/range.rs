//! Hexes within a distance.

use hexx::Hex;

use crate::cells::Cells;
use crate::compass::edge_direction;
use crate::{Direction, Grid, HexId};

impl Grid {
    /// Every hex at most `range` hexes from `centre`, itself included, in the order of ids.
    pub fn hexes_in_range(&self, centre: HexId, range: u32) -> HexesInRange<'_> {
        let middle = self.axial(centre);
        let range = bounded(range);
        let columns = self.cells().columns();
        HexesInRange {
            cells: self.cells(),
            middle,
            range,
            next_column: (middle.x - range).max(*columns.start()),
            last_column: (middle.x + range).min(*columns.end()),
            column: [].iter(),
        }
    }

    /// The same column by column: the first and the last hex of each. Ids follow the columns, so that all ids between them
    /// are meant.
    pub fn columns_in_range(
        &self,
        centre: HexId,
        range: u32,
    ) -> impl Iterator<Item = (HexId, HexId)> + '_ {
        let middle = self.axial(centre);
        let range = bounded(range);
        let columns = self.cells().columns();
        let first = (middle.x - range).max(*columns.start());
        let last = (middle.x + range).min(*columns.end());
        (first..=last).filter_map(move |column| {
            let cells = column_in_range(self.cells(), middle, range, column);
            let north = cells.iter().find_map(|cell| *cell)?;
            let south = cells.iter().rev().find_map(|cell| *cell)?;
            Some((north, south))
        })
    }

    /// The hexes exactly `radius` away, clockwise from the one due north; places off the map are left out.
    pub fn ring(&self, centre: HexId, radius: u32) -> impl Iterator<Item = HexId> + Clone + '_ {
        let radius = bounded(radius);
        let middle = self.axial(centre);
        let corner = move |direction| middle + edge_direction(direction) * radius;
        Direction::ALL
            .into_iter()
            // A ring of radius 0 is the centre alone.
            .flat_map(move |direction| {
                let steps = if radius == 0 {
                    i32::from(direction == Direction::N)
                } else {
                    radius
                };
                (0..steps)
                    .map(move |step| corner(direction) + edge_direction(direction.turned(2)) * step)
            })
            .filter_map(|hex| self.cells().get(hex))
    }
}

/// No map is wider than this; more would overflow the coordinates.
fn bounded(range: u32) -> i32 {
    i32::try_from(range).unwrap_or(i32::MAX).min(1_000)
}

/// The cells of a column that lie within a distance.
#[inline]
fn column_in_range(cells: &Cells, middle: Hex, range: i32, column: i32) -> &[Option<HexId>] {
    let east = column - middle.x;
    let north = middle.y + (-range).max(-range - east);
    let south = middle.y + range.min(range - east);
    cells.column(column, north, south)
}

/// Hexes within a distance, in the order of ids. See [`Grid::hexes_in_range`].
#[derive(Clone, Debug)]
pub struct HexesInRange<'g> {
    cells: &'g Cells,
    middle: Hex,
    range: i32,
    next_column: i32,
    last_column: i32,
    column: std::slice::Iter<'g, Option<HexId>>,
}

impl Iterator for HexesInRange<'_> {
    type Item = HexId;

    #[inline]
    fn next(&mut self) -> Option<HexId> {
        loop {
            for cell in &mut self.column {
                if cell.is_some() {
                    return *cell;
                }
            }
            if self.next_column > self.last_column {
                return None;
            }
            self.column =
                column_in_range(self.cells, self.middle, self.range, self.next_column).iter();
            self.next_column += 1;
        }
    }
}
