//! Where the stacks of a scenario lie on the map, and where on the one picture that holds them all.

use longroll_board::Grid;
use longroll_render::layout::Rect;
use longroll_render::survey::{column_row, layout_of};
use longroll_render::{CELL, Detail, PieceView, Point, StackView, counters, stack_offsets};
use serde::Serialize;

/// Room between two stacks on the atlas, in map units: enough that scaling never lets one bleed into the next.
const GAP: f64 = 4.0;
/// Width of the atlas in map units.
const WIDTH: f64 = 2400.0;

/// One stack: its rectangle on the map (from the corner of the drawing) and on the atlas.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Spot {
    pub(crate) hex: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) left: f64,
    pub(crate) top: f64,
}

/// All stacks of a scenario on one picture.
#[derive(Debug)]
pub(crate) struct Atlas {
    stacks: Vec<StackView>,
    spots: Vec<Spot>,
    rects: Vec<Rect>,
    height: f64,
}

impl Atlas {
    /// Lays the stacks out row by row, in the order they are drawn on the map: from north to south.
    pub(crate) fn new(grid: &Grid, mut stacks: Vec<StackView>, corner: Point) -> Self {
        stacks.sort_by_key(|stack| (grid.row(stack.hex), grid.column(stack.hex)));
        let rects: Vec<Rect> = stacks.iter().map(|stack| reach(grid, stack)).collect();
        let (mut left, mut top, mut row) = (0.0, 0.0, 0.0_f64);
        let mut spots = Vec::with_capacity(stacks.len());
        for (stack, rect) in stacks.iter().zip(&rects) {
            if left > 0.0 && left + rect.width() > WIDTH {
                (left, top, row) = (0.0, top + row + GAP, 0.0);
            }
            spots.push(Spot {
                hex: grid.name(stack.hex).to_owned(),
                x: rect.left - corner.x,
                y: rect.top - corner.y,
                width: rect.width(),
                height: rect.height(),
                left,
                top,
            });
            left += rect.width() + GAP;
            row = row.max(rect.height());
        }
        Self {
            stacks,
            spots,
            rects,
            height: (top + row).max(1.0),
        }
    }

    pub(crate) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The atlas as SVG, drawn by the same hand as the map with its counters.
    pub(crate) fn svg(&self, grid: &Grid, detail: Detail) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0}\" width=\"{WIDTH}\" height=\"{0}\">",
            self.height
        );
        for ((stack, spot), rect) in self.stacks.iter().zip(&self.spots).zip(&self.rects) {
            let (dx, dy) = (spot.left - rect.left, spot.top - rect.top);
            out.push_str(&format!("<g transform=\"translate({dx:.2} {dy:.2})\">"));
            out.push_str(&counters(grid, std::slice::from_ref(stack), detail));
            out.push_str("</g>");
        }
        out.push_str("</svg>");
        out
    }
}

/// The rectangle a stack's drawing may touch, whole map units.
fn reach(grid: &Grid, stack: &StackView) -> Rect {
    let layout = layout_of(grid);
    let centre = |hex| {
        let (column, row) = column_row(grid, hex);
        layout.centre(column, row)
    };
    let middle = centre(stack.hex);
    let mut points = vec![middle];
    points.extend(
        stack_offsets(&stack.pieces)
            .into_iter()
            .map(|shift| middle.plus(shift.x, shift.y)),
    );
    for piece in &stack.pieces {
        if let PieceView::Unit(unit) = piece {
            points.extend(
                unit.extension
                    .iter()
                    .flat_map(|extension| &extension.hexes)
                    .map(|hex| centre(*hex)),
            );
        }
    }
    let around = Rect::around(points)
        .unwrap_or(Rect {
            left: 0.0,
            top: 0.0,
            right: 0.0,
            bottom: 0.0,
        })
        .grown(CELL / 2.0);
    Rect {
        left: around.left.floor(),
        top: around.top.floor(),
        right: around.right.ceil(),
        bottom: around.bottom.ceil(),
    }
}
