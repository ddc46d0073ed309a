//! Hexes within a distance.

use crate::compass::edge_direction;
use crate::{Direction, Grid, HexId};

impl Grid {
    /// Every hex at most `range` hexes from `centre`, itself included, in the order of ids.
    pub fn hexes_in_range(
        &self,
        centre: HexId,
        range: u32,
    ) -> impl Iterator<Item = HexId> + Clone + '_ {
        let middle = self.axial(centre);
        // No map is wider than its longest distance; more would overflow the arithmetic below.
        let range = i32::try_from(range.min(1_000)).unwrap_or(1_000);
        let columns = self.cells().columns();
        let first = (middle.x - range).max(*columns.start());
        let last = (middle.x + range).min(*columns.end());
        (first..=last).flat_map(move |x| {
            let east = x - middle.x;
            let north = middle.y + (-range).max(-range - east);
            let south = middle.y + range.min(range - east);
            self.cells().column(x, north, south)
        })
    }

    /// The hexes exactly `radius` away, clockwise from the one due north; places off the map are left out.
    pub fn ring(&self, centre: HexId, radius: u32) -> impl Iterator<Item = HexId> + Clone + '_ {
        let radius = i32::try_from(radius.min(1_000)).unwrap_or(1_000);
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
