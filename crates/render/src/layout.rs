//! Where a hex lies on the picture.
//!
//! One map unit is a hundredth of the distance between two opposite sides of a hex. Hexes are flat-topped. Centres
//! and corners also have exact whole-number positions on a *lattice* (steps of half a hex side east and half a hex
//! height south), so that lines along hexsides can be joined without comparing floating-point numbers.

use serde::Serialize;

/// Distance between two opposite sides of a hex, in map units.
pub const HEX_HEIGHT: f64 = 100.0;
/// Distance from the centre of a hex to a corner: `HEX_HEIGHT / sqrt(3)`.
pub const HEX_RADIUS: f64 = 57.735_026_918_962_58;
/// Horizontal distance between the centres of neighbouring columns.
pub const COLUMN_STEP: f64 = HEX_RADIUS * 1.5;

/// A point of the picture, in map units, x to the east and y to the south.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub fn towards(self, other: Self, share: f64) -> Self {
        Self::new(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
        )
    }

    pub fn plus(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }

    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Unit vector from here to `other`; due east when both are the same point.
    pub fn direction_to(self, other: Self) -> Self {
        let length = self.distance(other);
        if length < 1e-9 {
            return Self::new(1.0, 0.0);
        }
        Self::new((other.x - self.x) / length, (other.y - self.y) / length)
    }
}

/// A rectangle of the picture, in map units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn grown(&self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// The smallest rectangle round all points, or `None` when there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |found: Option<Self>, p| {
            Some(match found {
                None => Self {
                    left: p.x,
                    top: p.y,
                    right: p.x,
                    bottom: p.y,
                },
                Some(r) => Self {
                    left: r.left.min(p.x),
                    top: r.top.min(p.y),
                    right: r.right.max(p.x),
                    bottom: r.bottom.max(p.y),
                },
            })
        })
    }
}

/// Which columns lie half a hex lower: SR examples shift the even ones, the Shiloh map the odd ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LowerColumns {
    Even,
    Odd,
}

/// A whole-number position: hex centres and hex corners.
pub type Lattice = (i32, i32);

/// Lattice offsets of the six corners, clockwise from the one between north and north-east.
/// The hexside towards direction `d` (0 = north, clockwise) runs from corner `d + 5` to corner `d` (modulo 6).
pub const CORNERS: [Lattice; 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
/// Lattice offsets of the six neighbouring centres, clockwise from north.
pub const NEIGHBOURS: [Lattice; 6] = [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)];

/// The arithmetic of one map's numbering. Rows here are counted through both sheets of a glued map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Layout {
    pub lower: LowerColumns,
}

impl Layout {
    pub const fn new(lower: LowerColumns) -> Self {
        Self { lower }
    }

    pub fn lattice(&self, column: i32, row: i32) -> Lattice {
        let odd = column.rem_euclid(2) == 1;
        let lowered = i32::from(odd == (self.lower == LowerColumns::Odd));
        (3 * column, 2 * row + lowered)
    }

    /// Centre of a hex in map units.
    pub fn centre(&self, column: i32, row: i32) -> Point {
        at(self.lattice(column, row))
    }

    /// The six corners, clockwise from the one between north and north-east.
    pub fn polygon(&self, column: i32, row: i32) -> [Point; 6] {
        let (x, y) = self.lattice(column, row);
        CORNERS.map(|(dx, dy)| at((x + dx, y + dy)))
    }

    /// Column and row of the neighbour towards `direction` (0 = north, clockwise).
    pub fn neighbour(&self, column: i32, row: i32, direction: usize) -> (i32, i32) {
        let (x, y) = self.lattice(column, row);
        let (dx, dy) = NEIGHBOURS[direction % 6];
        let column = (x + dx).div_euclid(3);
        let (_, lowered) = self.lattice(column, 0);
        (column, (y + dy - lowered).div_euclid(2))
    }

    /// Column and row of the hex that holds the point (ties at a hexside go to the nearer centre, then north-west).
    pub fn hex_at(&self, point: Point) -> (i32, i32) {
        let column = (point.x / COLUMN_STEP).round() as i32;
        let mut best = (f64::INFINITY, (column, 0));
        for c in column - 1..=column + 1 {
            let top = self.centre(c, 0).y;
            let row = ((point.y - top) / HEX_HEIGHT).round() as i32;
            let distance = self.centre(c, row).distance(point);
            if distance < best.0 - 1e-9 {
                best = (distance, (c, row));
            }
        }
        best.1
    }
}

/// The point of the picture for a lattice position.
pub fn at((x, y): Lattice) -> Point {
    Point::new(
        f64::from(x) * HEX_RADIUS / 2.0,
        f64::from(y) * HEX_HEIGHT / 2.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_lie_one_radius_from_the_centre_and_neighbours_one_height() {
        let layout = Layout::new(LowerColumns::Odd);
        let centre = layout.centre(27, 39);
        for corner in layout.polygon(27, 39) {
            assert!((corner.distance(centre) - HEX_RADIUS).abs() < 1e-9);
        }
        let (x, y) = layout.lattice(27, 39);
        for (dx, dy) in NEIGHBOURS {
            assert!((at((x + dx, y + dy)).distance(centre) - HEX_HEIGHT).abs() < 1e-9);
        }
    }

    #[test]
    fn a_point_near_a_centre_finds_its_hex_on_both_parities() {
        for lower in [LowerColumns::Even, LowerColumns::Odd] {
            let layout = Layout::new(lower);
            for column in 9..14 {
                for row in 1..6 {
                    let p = layout.centre(column, row).plus(31.0, -28.0);
                    assert_eq!(layout.hex_at(p), (column, row));
                }
            }
        }
    }

    #[test]
    fn the_shiloh_map_puts_n5520_beside_n5621() {
        let layout = Layout::new(LowerColumns::Odd);
        let gap = layout.centre(55, 20).distance(layout.centre(56, 21));
        assert!((gap - HEX_HEIGHT).abs() < 1e-9);
    }
}
