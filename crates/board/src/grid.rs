//! The grid: which hexes exist, what they are called, who lies beside whom.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::cells::{Cells, dense};
use crate::compass::{axial, edge_direction};
use crate::hexside::SideTable;
use crate::{Direction, HexId, HexNameError, Numbering, Parity, Position};

/// The frame of a map: everything needed to rebuild its grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GridLayout {
    pub columns: RangeInclusive<u8>,
    pub rows: RangeInclusive<u8>,
    pub parity: Parity,
    pub numbering: Numbering,
}

impl GridLayout {
    /// Two sheets: columns 10 to 69, global rows 1 to 67, odd columns south.
    pub fn two_sheets() -> Self {
        Self {
            columns: 10..=69,
            rows: 1..=67,
            parity: Parity::OddSouth,
            numbering: Numbering::TWO_SHEETS,
        }
    }

    /// A map with plain numbers.
    pub fn plain(columns: RangeInclusive<u8>, rows: RangeInclusive<u8>, parity: Parity) -> Self {
        Self {
            columns,
            rows,
            parity,
            numbering: Numbering::Plain,
        }
    }

    /// Every place inside the frame, column by column.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.columns
            .clone()
            .flat_map(|column| self.rows.clone().map(move |row| Position { column, row }))
    }
}

/// Why no grid can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GridError {
    #[error("the board has no hex")]
    Empty,
    #[error("columns and rows have two digits: {columns:?} by {rows:?} does not fit")]
    TooLarge {
        columns: RangeInclusive<u8>,
        rows: RangeInclusive<u8>,
    },
    #[error("column {column:02}, row {row:02} lies outside the board")]
    OutsideFrame { column: u8, row: u8 },
}

/// All hexes of a map, or of a patch of one, with their names and neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    layout: GridLayout,
    positions: Vec<Position>,
    axial: Vec<Hex>,
    cells: Cells,
    neighbours: Vec<[Option<HexId>; 6]>,
    pub(crate) sides: SideTable,
    /// All primary names in one string, each of the same length, so that a name is a slice.
    names: String,
    /// The second names of shared hexes, in the order of ids.
    aliases: Vec<(HexId, String)>,
}

impl Grid {
    /// Every hex inside the frame.
    pub fn new(layout: GridLayout) -> Result<Self, GridError> {
        let positions = layout.positions().collect();
        Self::build(layout, positions)
    }

    /// Only some hexes of the frame; the others do not exist.
    pub fn patch(
        layout: GridLayout,
        hexes: impl IntoIterator<Item = Position>,
    ) -> Result<Self, GridError> {
        let mut positions = BTreeSet::new();
        for position in hexes {
            let Position { column, row } = position;
            if !layout.columns.contains(&column) || !layout.rows.contains(&row) {
                return Err(GridError::OutsideFrame { column, row });
            }
            positions.insert(position);
        }
        Self::build(layout, positions.into_iter().collect())
    }

    fn build(layout: GridLayout, positions: Vec<Position>) -> Result<Self, GridError> {
        if *layout.columns.end() > 99 || *layout.rows.end() > 99 {
            return Err(GridError::TooLarge {
                columns: layout.columns,
                rows: layout.rows,
            });
        }
        if positions.is_empty() {
            return Err(GridError::Empty);
        }
        let axial: Vec<Hex> = positions
            .iter()
            .map(|position| axial(*position, layout.parity))
            .collect();
        let cells = Cells::new(&axial);
        let neighbours: Vec<[Option<HexId>; 6]> = axial
            .iter()
            .map(|hex| {
                Direction::ALL.map(|direction| cells.get(hex.neighbor(edge_direction(direction))))
            })
            .collect();
        let sides = SideTable::new(&neighbours);
        let names = positions
            .iter()
            .map(|position| layout.numbering.name(*position))
            .collect();
        let aliases = positions
            .iter()
            .enumerate()
            .filter_map(|(index, position)| {
                Some((dense(index), layout.numbering.alias(*position)?))
            })
            .collect();
        Ok(Self {
            layout,
            positions,
            axial,
            cells,
            neighbours,
            sides,
            names,
            aliases,
        })
    }

    /// The frame this grid was made from.
    pub fn layout(&self) -> &GridLayout {
        &self.layout
    }

    /// How many hexes there are; their indices run from 0 to one less.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never: a grid has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Every hex in order.
    pub fn hexes(
        &self,
    ) -> impl ExactSizeIterator<Item = HexId> + DoubleEndedIterator + Clone + use<> {
        (0..self.len()).map(dense)
    }

    /// The hex with this index: the door for ids that come from outside.
    pub fn hex_at_index(&self, index: usize) -> Option<HexId> {
        (index < self.len()).then(|| dense(index))
    }

    /// The hex at a place, if the grid has it.
    pub fn hex_at(&self, position: Position) -> Option<HexId> {
        self.cells.get(axial(position, self.layout.parity))
    }

    /// The hex with this printed number; either name of a hex on two sheets is accepted.
    pub fn parse(&self, name: &str) -> Result<HexId, HexNameError> {
        let GridLayout {
            columns,
            rows,
            numbering,
            ..
        } = &self.layout;
        let position = numbering.parse(name, columns, rows)?;
        self.hex_at(position)
            .ok_or_else(|| HexNameError::NotOnPatch {
                text: name.to_owned(),
            })
    }

    /// The printed number of a hex (the one on the northern sheet where it has two).
    pub fn name(&self, hex: HexId) -> &str {
        let length = self.layout.numbering.name_length();
        &self.names[hex.index() * length..][..length]
    }

    /// The second printed number of a hex that lies on both sheets.
    pub fn alias(&self, hex: HexId) -> Option<&str> {
        let found = self
            .aliases
            .binary_search_by_key(&hex, |(hex, _)| *hex)
            .ok()?;
        Some(&self.aliases[found].1)
    }

    /// Column and global row.
    pub fn position(&self, hex: HexId) -> Position {
        self.positions[hex.index()]
    }

    /// Column, counted from the west.
    pub fn column(&self, hex: HexId) -> u8 {
        self.position(hex).column
    }

    /// Global row, counted from the north (on Shiloh row 34 is N34 or S01).
    pub fn row(&self, hex: HexId) -> u8 {
        self.position(hex).row
    }

    /// How far south the centre lies, in half hexes: twice the row, plus one in the columns that lie south. Together
    /// with the column it is enough to draw the hex.
    pub fn half_rows(&self, hex: HexId) -> u16 {
        let Position { column, row } = self.position(hex);
        let south = match self.layout.parity {
            Parity::EvenSouth => column.is_multiple_of(2),
            Parity::OddSouth => !column.is_multiple_of(2),
        };
        2 * u16::from(row) + u16::from(south)
    }

    /// The hex across this hexside, if there is one.
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The up to six neighbours, clockwise from north.
    pub fn neighbours(
        &self,
        hex: HexId,
    ) -> impl Iterator<Item = (Direction, HexId)> + Clone + use<> {
        let around = self.neighbours[hex.index()];
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, around[direction.index()]?)))
    }

    /// The hexside by which one leaves `from` for `to`, if they are adjacent.
    pub fn direction_between(&self, from: HexId, to: HexId) -> Option<Direction> {
        let around = &self.neighbours[from.index()];
        Direction::ALL
            .into_iter()
            .find(|direction| around[direction.index()] == Some(to))
    }

    /// Whether two hexes share a hexside.
    pub fn adjacent(&self, a: HexId, b: HexId) -> bool {
        self.distance(a, b) == 1
    }

    /// SR 10.12: hexes from `a` to `b`, counting `b` and not `a`.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.axial(a).unsigned_distance_to(self.axial(b))
    }

    #[inline]
    pub(crate) fn axial(&self, hex: HexId) -> Hex {
        self.axial[hex.index()]
    }

    #[inline]
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }
}
