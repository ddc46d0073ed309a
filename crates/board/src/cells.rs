//! Hexes by coordinate.

use std::ops::RangeInclusive;

use hexx::Hex;

use crate::{Direction, HexId};

/// Hexes by coordinate: a rectangle of axial space around the map, wide enough that a walk of one step (or of two
/// along a hexside) from any hex stays inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cells {
    origin: Hex,
    width: i32,
    height: i32,
    ids: Vec<Option<HexId>>,
}

impl Cells {
    /// Rings of empty cells around the outermost hexes.
    const MARGIN: i32 = 3;

    pub(crate) fn new(hexes: &[Hex]) -> Self {
        let (mut low, mut high) = (hexes[0], hexes[0]);
        for hex in hexes {
            low = low.min(*hex);
            high = high.max(*hex);
        }
        let margin = Hex::splat(Self::MARGIN);
        let origin = low - margin;
        let size = high + margin - origin;
        let (width, height) = (size.x + 1, size.y + 1);
        let mut cells = Self {
            origin,
            width,
            height,
            ids: vec![None; (width * height) as usize],
        };
        for (index, hex) in hexes.iter().enumerate() {
            let cell = cells.index(*hex);
            cells.ids[cell as usize] = Some(dense(index));
        }
        cells
    }

    /// The cell of a coordinate inside the rectangle.
    #[inline]
    pub(crate) fn index(&self, hex: Hex) -> i32 {
        (hex.x - self.origin.x) * self.height + (hex.y - self.origin.y)
    }

    /// How far apart two neighbouring cells lie.
    #[inline]
    pub(crate) fn stride(&self, direction: Direction) -> i32 {
        match direction {
            Direction::N => -1,
            Direction::NE => self.height - 1,
            Direction::SE => self.height,
            Direction::S => 1,
            Direction::SW => 1 - self.height,
            Direction::NW => -self.height,
        }
    }

    /// The hex in a cell; none outside the map.
    #[inline]
    pub(crate) fn at(&self, cell: i32) -> Option<HexId> {
        self.ids.get(cell as usize).copied().flatten()
    }

    /// Whether a cell without a hex lies so far out that no straight line through it comes back to the map.
    pub(crate) fn beyond_the_map(&self, cell: i32) -> bool {
        let (x, y) = (cell / self.height, cell % self.height);
        let inner = Self::MARGIN - 1;
        x < inner || y < inner || x >= self.width - inner || y >= self.height - inner
    }

    /// The hex at any coordinate.
    pub(crate) fn get(&self, hex: Hex) -> Option<HexId> {
        let (x, y) = (hex.x - self.origin.x, hex.y - self.origin.y);
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.at(x * self.height + y)
        } else {
            None
        }
    }

    /// The cells of one column of axial space between two coordinates, from north to south.
    pub(crate) fn column(&self, x: i32, from: i32, to: i32) -> &[Option<HexId>] {
        let base = (x - self.origin.x) * self.height;
        let from = base + (from - self.origin.y).max(0);
        let to = base + (to - self.origin.y).min(self.height - 1) + 1;
        self.ids.get(from as usize..to as usize).unwrap_or(&[])
    }

    /// The columns of axial space that hold hexes.
    pub(crate) fn columns(&self) -> RangeInclusive<i32> {
        self.origin.x + Self::MARGIN..=self.origin.x + self.width - 1 - Self::MARGIN
    }
}

/// The id with an index that is known to be inside a grid (a grid has at most 99 by 99 hexes).
pub(crate) fn dense(index: usize) -> HexId {
    HexId::from_index(index)
        .expect("a grid of two-digit columns and rows has fewer than 9,802 hexes")
}
