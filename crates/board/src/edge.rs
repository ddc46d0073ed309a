//! The edges of the map, for units that arrive, leave or may not go further.

use serde::{Deserialize, Serialize};

use crate::{Direction, DirectionSet, Grid, HexId};

/// One of the four edges of the frame of a map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapEdge {
    North,
    East,
    South,
    West,
}

impl Grid {
    /// The hexsides of `hex` with nothing behind them.
    pub fn open_sides(&self, hex: HexId) -> DirectionSet {
        Direction::ALL
            .into_iter()
            .filter(|direction| self.neighbour(hex, *direction).is_none())
            .collect()
    }

    /// Whether `hex` belongs to the outermost row or column on that edge of the frame.
    pub fn on_edge(&self, hex: HexId, edge: MapEdge) -> bool {
        let layout = self.layout();
        match edge {
            MapEdge::North => self.row(hex) == *layout.rows.start(),
            MapEdge::South => self.row(hex) == *layout.rows.end(),
            MapEdge::West => self.column(hex) == *layout.columns.start(),
            MapEdge::East => self.column(hex) == *layout.columns.end(),
        }
    }

    /// The hexes along one edge, in order.
    pub fn edge_hexes(&self, edge: MapEdge) -> impl Iterator<Item = HexId> + '_ {
        self.hexes().filter(move |hex| self.on_edge(*hex, edge))
    }
}
