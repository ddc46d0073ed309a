//! A smooth surface over the map, made from one number per hex, and the curves of equal height on it.
//!
//! Hex facts have corners; ground has not. Heights, field outlines, river banks and swamps are therefore read off a
//! surface that has the right value in every hex centre and runs smoothly between: a curve between the values of two
//! hexes always passes between their centres, so the drawing never contradicts the hex.

use crate::chance::noise;
use crate::curve::{Line, relax};
use crate::layout::{CORNERS, HEX_RADIUS, Point, at};
use crate::sheet::{Cell, Sheet};

/// Distance between samples, in map units.
pub const STEP: f64 = 12.5;

#[derive(Debug, Clone)]
pub struct Surface {
    left: f64,
    top: f64,
    width: usize,
    height: usize,
    values: Vec<f64>,
}

/// Changes what a hexside or corner would be by averaging: (own value, corner or side `d`, plain average) to value.
pub type Bend<'a> = &'a dyn Fn((i32, i32), Spot, f64) -> f64;

/// A spot on the rim of a hex: the corner between directions `d` and `d + 1`, or the middle of the side towards `d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    Corner(usize),
    Middle(usize),
}

impl Surface {
    /// A surface from a value per hex. `bend` may push the rim of a hex up or down (crests, ravines).
    pub fn new(sheet: &Sheet, value: impl Fn(&Cell) -> f64, bend: Option<Bend<'_>>) -> Self {
        let frame = sheet.frame().grown(2.0 * HEX_RADIUS);
        let width = (frame.width() / STEP).ceil() as usize + 1;
        let height = (frame.height() / STEP).ceil() as usize + 1;
        let mut surface = Self {
            left: frame.left,
            top: frame.top,
            width,
            height,
            values: vec![0.0; width * height],
        };
        let Some((columns, rows)) = sheet.extent() else {
            return surface;
        };
        let values = Values::read(sheet, (columns, rows), value);
        for c in columns.0 - 3..=columns.1 + 3 {
            for r in rows.0 - 3..=rows.1 + 3 {
                surface.fill_hex(sheet, &values, (c, r), bend);
            }
        }
        surface
    }

    /// Twelve triangles, from the centre of a hex to the halves of its sides.
    fn fill_hex(
        &mut self,
        sheet: &Sheet,
        values: &Values,
        hex: (i32, i32),
        bend: Option<Bend<'_>>,
    ) {
        let (c, r) = hex;
        let centre_value = values.of(c, r);
        let around: Vec<f64> = (0..6)
            .map(|d| {
                let (nc, nr) = sheet.layout.neighbour(c, r, d);
                values.of(nc, nr)
            })
            .collect();
        let rim = |spot: Spot, plain: f64| bend.map_or(plain, |f| f((c, r), spot, plain));
        let centre = sheet.layout.centre(c, r);
        let (x, y) = sheet.layout.lattice(c, r);
        let corner = |i: usize| at((x + CORNERS[i].0, y + CORNERS[i].1));
        for d in 0..6 {
            let (before, after) = ((d + 5) % 6, d);
            let corner_value = |i: usize| {
                let plain = (centre_value + around[i] + around[(i + 1) % 6]) / 3.0;
                rim(Spot::Corner(i), plain)
            };
            let middle = corner(before).towards(corner(after), 0.5);
            let middle_value = rim(Spot::Middle(d), (centre_value + around[d]) / 2.0);
            for end in [before, after] {
                self.fill(
                    [
                        (centre, centre_value),
                        (corner(end), corner_value(end)),
                        (middle, middle_value),
                    ]
                    .into(),
                );
            }
        }
    }

    /// Writes the plane through three points into the samples of their triangle.
    fn fill(&mut self, triangle: Triangle) {
        let [(a, va), (b, vb), (c, vc)] = triangle.0;
        let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if area.abs() < 1e-9 {
            return;
        }
        let low = |v: f64, origin: f64| ((v - origin) / STEP).floor().max(0.0) as usize;
        let (i0, i1) = (
            low(a.x.min(b.x).min(c.x), self.left),
            low(a.x.max(b.x).max(c.x), self.left) + 1,
        );
        let (j0, j1) = (
            low(a.y.min(b.y).min(c.y), self.top),
            low(a.y.max(b.y).max(c.y), self.top) + 1,
        );
        for j in j0..=j1.min(self.height - 1) {
            for i in i0..=i1.min(self.width - 1) {
                let p = self.point(i as f64, j as f64);
                let wb = ((p.x - a.x) * (c.y - a.y) - (c.x - a.x) * (p.y - a.y)) / area;
                let wc = ((b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)) / area;
                let wa = 1.0 - wb - wc;
                if wa >= -1e-6 && wb >= -1e-6 && wc >= -1e-6 {
                    self.values[j * self.width + i] = wa * va + wb * vb + wc * vc;
                }
            }
        }
    }

    fn point(&self, i: f64, j: f64) -> Point {
        Point::new(self.left + i * STEP, self.top + j * STEP)
    }

    /// Softens the surface with a small binomial kernel.
    pub fn blurred(mut self, rounds: usize) -> Self {
        for _ in 0..rounds {
            self.values = blur(&self.values, self.width, self.height, 1, self.width);
            self.values = blur(&self.values, self.height, self.width, self.width, 1);
        }
        self
    }

    /// Adds smooth noise, so that outlines wander as drawn by hand.
    pub fn roughened(mut self, amount: f64, grain: f64, seed: u64) -> Self {
        for j in 0..self.height {
            for i in 0..self.width {
                let p = self.point(i as f64, j as f64);
                self.values[j * self.width + i] += amount * noise(p.x / grain, p.y / grain, seed);
            }
        }
        self
    }

    /// Value at a point, interpolated between samples.
    pub fn value(&self, p: Point) -> f64 {
        let (x, y) = ((p.x - self.left) / STEP, (p.y - self.top) / STEP);
        let i = (x.floor().max(0.0) as usize).min(self.width.saturating_sub(2));
        let j = (y.floor().max(0.0) as usize).min(self.height.saturating_sub(2));
        let (u, v) = (
            (x - i as f64).clamp(0.0, 1.0),
            (y - j as f64).clamp(0.0, 1.0),
        );
        let at = |i: usize, j: usize| self.values.get(j * self.width + i).copied().unwrap_or(0.0);
        let top = at(i, j) * (1.0 - u) + at(i + 1, j) * u;
        let bottom = at(i, j + 1) * (1.0 - u) + at(i + 1, j + 1) * u;
        top * (1.0 - v) + bottom * v
    }

    /// Uphill direction and steepness (per map unit).
    pub fn gradient(&self, p: Point) -> Point {
        let e = STEP;
        Point::new(
            (self.value(p.plus(e, 0.0)) - self.value(p.plus(-e, 0.0))) / (2.0 * e),
            (self.value(p.plus(0.0, e)) - self.value(p.plus(0.0, -e))) / (2.0 * e),
        )
    }

    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    pub fn sample(&self, i: usize, j: usize) -> f64 {
        let i = i.min(self.width.saturating_sub(1));
        let j = j.min(self.height.saturating_sub(1));
        self.values.get(j * self.width + i).copied().unwrap_or(0.0)
    }

    /// Top left corner of the samples in map units.
    pub fn origin(&self) -> Point {
        Point::new(self.left, self.top)
    }

    /// Outlines of everything at or above `level`, as closed lines (beyond the neat line where it reaches the edge).
    pub fn outlines(&self, level: f64) -> Vec<Line> {
        let mut next = self.onward(level);
        let mut lines = Vec::new();
        for start in 0..next.len() {
            if next[start] == u32::MAX {
                continue;
            }
            let mut points = Vec::new();
            let mut here = start;
            while next[here] != u32::MAX {
                points.push(self.crossing(level, here));
                let onward = next[here] as usize;
                next[here] = u32::MAX;
                here = onward;
            }
            if points.len() >= 4 {
                let mut line = Line::closed(points);
                relax(&mut line, 0.5, 2, |_| false);
                lines.push(line);
            }
        }
        lines
    }

    /// How much a sample lies above the level; the rim lies far below.
    fn above(&self, level: f64, i: usize, j: usize) -> f64 {
        if i == 0 || j == 0 || i + 1 == self.width || j + 1 == self.height {
            -1e3
        } else {
            self.values[j * self.width + i] - level
        }
    }

    /// From each sample edge that an outline crosses, the one where it goes on; `u32::MAX` from all others. One crossing per
    /// edge at most: even ids are edges to the east, odd ids edges to the south.
    fn onward(&self, level: f64) -> Vec<u32> {
        let (w, h) = (self.width, self.height);
        let inside = |i: usize, j: usize| self.above(level, i, j);
        let mut next = vec![u32::MAX; 2 * w * h];
        let east = |i: usize, j: usize| 2 * (j * w + i);
        let south = |i: usize, j: usize| 2 * (j * w + i) + 1;
        for j in 0..h.saturating_sub(1) {
            for i in 0..w.saturating_sub(1) {
                let (a, b, c, d) = (
                    inside(i, j),
                    inside(i + 1, j),
                    inside(i + 1, j + 1),
                    inside(i, j + 1),
                );
                let case = usize::from(a >= 0.0)
                    | usize::from(b >= 0.0) << 1
                    | usize::from(c >= 0.0) << 2
                    | usize::from(d >= 0.0) << 3;
                let edges = [east(i, j), south(i + 1, j), east(i, j + 1), south(i, j)];
                for &(from, to) in segments(case, a + b + c + d >= 0.0) {
                    next[edges[from]] = edges[to] as u32;
                }
            }
        }
        next
    }

    /// Where an outline crosses a sample edge.
    fn crossing(&self, level: f64, id: usize) -> Point {
        let (cell, vertical) = (id / 2, id % 2 == 1);
        let (i, j) = (cell % self.width, cell / self.width);
        let here = self.above(level, i, j);
        let there = if vertical {
            self.above(level, i, j + 1)
        } else {
            self.above(level, i + 1, j)
        };
        let share = (here / (here - there)).clamp(0.02, 0.98);
        let (x, y) = (i as f64, j as f64);
        if vertical {
            self.point(x, y + share)
        } else {
            self.point(x + share, y)
        }
    }
}

/// The value of every hex and of a rim around the map: one lookup per hex, for they are asked for seven times each.
struct Values {
    first_column: i32,
    first_row: i32,
    down: usize,
    table: Vec<f64>,
}

impl Values {
    fn read(
        sheet: &Sheet,
        (columns, rows): ((i32, i32), (i32, i32)),
        value: impl Fn(&Cell) -> f64,
    ) -> Self {
        let (first_column, first_row) = (columns.0 - 4, rows.0 - 4);
        let across = (columns.1 - columns.0 + 9) as usize;
        let down = (rows.1 - rows.0 + 9) as usize;
        let table = (0..across * down)
            .map(|k| {
                let (c, r) = (
                    first_column + (k / down) as i32,
                    first_row + (k % down) as i32,
                );
                sheet.nearest_in(columns, rows, c, r).map_or(0.0, &value)
            })
            .collect();
        Self {
            first_column,
            first_row,
            down,
            table,
        }
    }

    fn of(&self, c: i32, r: i32) -> f64 {
        let k = (c - self.first_column) as usize * self.down + (r - self.first_row) as usize;
        self.table.get(k).copied().unwrap_or(0.0)
    }
}

/// How outlines run through a cell: pairs of its edges, of which 0 is the top, 1 the right, 2 the bottom and 3 the left.
/// Each bit of `case` is a corner inside, clockwise from the top left; `joined` settles what two opposite ones leave open.
const fn segments(case: usize, joined: bool) -> &'static [(usize, usize)] {
    const TOP: usize = 0;
    const RIGHT: usize = 1;
    const BOTTOM: usize = 2;
    const LEFT: usize = 3;
    match case {
        1 => &[(LEFT, TOP)],
        2 => &[(TOP, RIGHT)],
        3 => &[(LEFT, RIGHT)],
        4 => &[(RIGHT, BOTTOM)],
        5 if joined => &[(LEFT, BOTTOM), (RIGHT, TOP)],
        5 => &[(LEFT, TOP), (RIGHT, BOTTOM)],
        6 => &[(TOP, BOTTOM)],
        7 => &[(LEFT, BOTTOM)],
        8 => &[(BOTTOM, LEFT)],
        9 => &[(BOTTOM, TOP)],
        10 if joined => &[(TOP, LEFT), (BOTTOM, RIGHT)],
        10 => &[(TOP, RIGHT), (BOTTOM, LEFT)],
        11 => &[(BOTTOM, RIGHT)],
        12 => &[(RIGHT, LEFT)],
        13 => &[(RIGHT, TOP)],
        14 => &[(TOP, LEFT)],
        _ => &[],
    }
}

struct Triangle([(Point, f64); 3]);

impl From<[(Point, f64); 3]> for Triangle {
    fn from(corners: [(Point, f64); 3]) -> Self {
        Self(corners)
    }
}

fn blur(values: &[f64], along: usize, across: usize, step: usize, stride: usize) -> Vec<f64> {
    let mut out = vec![0.0; values.len()];
    for line in 0..across {
        for k in 0..along {
            let pick = |k: isize| {
                let k = k.clamp(0, along as isize - 1) as usize;
                values[line * stride + k * step]
            };
            let k = k as isize;
            out[line * stride + k as usize * step] =
                (pick(k - 2) + pick(k + 2) + 4.0 * (pick(k - 1) + pick(k + 1)) + 6.0 * pick(k))
                    / 16.0;
        }
    }
    out
}
