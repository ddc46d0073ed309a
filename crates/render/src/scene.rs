//! Counters on the map: stacks with an offset, extended units over several hexes, and the picture round them.

use std::fmt::Write as _;

use longroll_board::{Grid, Ground};

use crate::counter::Height;
use crate::glyph::{Anchor, Face};
use crate::layout::{Point, Rect};
use crate::livery::{outline, uniform};
use crate::map::{self, MapStyle};
use crate::pen::{Pen, escape, num};
use crate::plate::{FINER, Plate};
use crate::sheet::Sheet;
use crate::survey::{column_row, layout_of, survey};
use crate::view::{Detail, FormationView, PieceView, StackView, describe};
use crate::{counter, leader, status};

/// How far each higher counter of a stack is shifted, in map units.
const LIFT: (f64, f64) = (4.2, -4.6);

/// Side of the square cell that holds any single counter with its facing and badges, in map units.
pub const CELL: f64 = 124.0;

/// How far leaders of one hex stand apart, and how far below (or above) the middle of the units they are with.
const LEADER_STEP: f64 = 38.5;
const LEADERS_BELOW: f64 = 47.0;
const LEADERS_ABOVE: f64 = -55.5;

/// Where the pieces of a stack are drawn, as shifts from the middle of the hex, bottom first. Leaders stand below the
/// units they are with, or above where the top unit faces south, so that they hide neither a name nor a facing.
/// `web/src/map/stack.ts` does the same for the page.
pub fn stack_offsets(pieces: &[PieceView]) -> Vec<Point> {
    let units = pieces
        .iter()
        .filter(|p| matches!(p, PieceView::Unit(_)))
        .count();
    let leaders = pieces.len() - units;
    let lift = if units > 5 { 5.0 / units as f64 } else { 1.0 };
    let risen = LIFT.1 * lift * units.saturating_sub(1) as f64;
    let top_facing = pieces.iter().rev().find_map(|piece| match piece {
        PieceView::Unit(unit) => Some(unit.facing),
        PieceView::Leader(_) => None,
    });
    let south = top_facing
        .flatten()
        .is_some_and(|facing| counter::aim(facing).y > 20.0);
    let step = LEADER_STEP * (3.0 / leaders.max(3) as f64);
    let (mut unit, mut led) = (0.0, 0.0);
    pieces
        .iter()
        .map(|piece| match piece {
            PieceView::Unit(_) => {
                let p = Point::new(LIFT.0 * lift * unit, LIFT.1 * lift * unit);
                unit += 1.0;
                p
            }
            PieceView::Leader(_) => {
                let x = step * (led - leaders.saturating_sub(1) as f64 / 2.0);
                let y = match (units, south) {
                    (0, _) => 0.0,
                    (_, false) => LEADERS_BELOW,
                    (_, true) => LEADERS_ABOVE + risen,
                };
                led += 1.0;
                Point::new(x, y)
            }
        })
        .collect()
}

/// One counter as a group whose middle is at a point of the map.
pub fn piece_group(piece: &PieceView, detail: Detail, at: Point) -> String {
    group(piece, detail, Height::Top, at)
}

fn group(piece: &PieceView, detail: Detail, height: Height, at: Point) -> String {
    let (key, class, drawn) = match piece {
        PieceView::Unit(unit) => (&unit.key, "unit", counter::draw(unit, detail, height)),
        PieceView::Leader(person) => (&person.key, "leader", leader::draw(person, detail)),
    };
    format!(
        "<g class=\"{class}\" data-key=\"{}\" transform=\"translate({} {})scale({})\"><title>{}</title>{drawn}</g>",
        escape(key),
        num(at.x),
        num(at.y),
        1.0 / FINER,
        escape(&describe(piece))
    )
}

/// One counter alone, on a transparent square of [`CELL`] map units.
pub fn piece_svg(piece: &PieceView, detail: Detail) -> String {
    let half = CELL / 2.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CELL} {CELL}\" width=\"{CELL}\" height=\"{CELL}\">{}</svg>",
        piece_group(piece, detail, Point::new(half, half))
    )
}

/// Many counters on one transparent sheet, row by row in square cells of [`CELL`] map units. A covered one lies under
/// another of its stack and shows no facing.
pub fn sprite_sheet_svg(pieces: &[(PieceView, Height)], columns: usize, detail: Detail) -> String {
    let columns = columns.max(1);
    let rows = pieces.len().div_ceil(columns).max(1);
    let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
    );
    for (k, (piece, height)) in pieces.iter().enumerate() {
        let middle = Point::new(
            ((k % columns) as f64 + 0.5) * CELL,
            ((k / columns) as f64 + 0.5) * CELL,
        );
        out.push_str(&group(piece, detail, *height, middle));
    }
    out.push_str("</svg>");
    out
}

/// All stacks as one group. Drawn from north to south, so that nearer counters overlap those behind.
pub fn counters(grid: &Grid, stacks: &[StackView], detail: Detail) -> String {
    let layout = layout_of(grid);
    let centre = |hex| {
        let (c, r) = column_row(grid, hex);
        layout.centre(c, r)
    };
    let mut order: Vec<&StackView> = stacks.iter().collect();
    order.sort_by_key(|stack| {
        (
            grid.position(stack.hex).row,
            grid.position(stack.hex).column,
        )
    });
    let mut out = String::from("<g class=\"counters\">");
    for stack in &order {
        for piece in &stack.pieces {
            extension(&mut out, piece, centre(stack.hex), &centre);
        }
    }
    for stack in &order {
        let middle = centre(stack.hex);
        let top = stack
            .pieces
            .iter()
            .rposition(|piece| matches!(piece, PieceView::Unit(_)));
        let shifts = stack_offsets(&stack.pieces);
        for (k, (piece, shift)) in stack.pieces.iter().zip(shifts).enumerate() {
            let height = match piece {
                PieceView::Unit(_) if Some(k) != top => Height::Covered,
                _ => Height::Top,
            };
            out.push_str(&group(piece, detail, height, middle.plus(shift.x, shift.y)));
        }
        height_badge(&mut out, stack, detail, middle);
    }
    out.push_str("</g>");
    out
}

/// SR 8.4, 8.5: a ribbon from the counter to the hexes its line or column reaches, with a small plate in each.
fn extension(
    out: &mut String,
    piece: &PieceView,
    from: Point,
    centre: &dyn Fn(longroll_board::HexId) -> Point,
) {
    let PieceView::Unit(unit) = piece else { return };
    let Some(extension) = &unit.extension else {
        return;
    };
    let ink = uniform(unit.side);
    let mut ribbon = Pen::new();
    let mut last = from;
    for hex in &extension.hexes {
        let to = centre(*hex);
        let start = match extension.formation {
            FormationView::Line => from,
            FormationView::Column => last,
        };
        ribbon.line(start, to);
        last = to;
    }
    let ribbon = ribbon.finish();
    let _ = write!(
        out,
        "<g class=\"extension\"><g fill=\"none\" stroke-linecap=\"round\"><path stroke=\"{}\" stroke-width=\"22\" d=\"{ribbon}\"/>\
         <path stroke=\"{}\" stroke-width=\"17\" d=\"{ribbon}\"/></g>",
        ink.trim, ink.coat,
    );
    for hex in &extension.hexes {
        let mut plate = Plate::default();
        plate.shape(
            ink.cloth,
            ink.trim,
            2.2,
            outline(unit.side, -27.0, -15.0, 54.0, 30.0),
        );
        plate.text(
            ink.trim,
            Face::SansBold,
            14.0,
            &unit.name,
            (0.0, 5.0),
            Anchor::Middle,
            48.0,
        );
        let at = centre(*hex);
        let _ = write!(
            out,
            "<g transform=\"translate({} {})scale({})\">{}</g>",
            num(at.x),
            num(at.y),
            1.0 / FINER,
            plate.finish()
        );
    }
    out.push_str("</g>");
}

/// Two or more units together say how many they are, and near how strong.
fn height_badge(out: &mut String, stack: &StackView, detail: Detail, middle: Point) {
    let strengths: Vec<Option<u32>> = stack
        .pieces
        .iter()
        .filter_map(|piece| match piece {
            PieceView::Unit(unit) => Some(unit.strength.text.parse().ok()),
            PieceView::Leader(_) => None,
        })
        .collect();
    if strengths.len() < 2 || detail == Detail::Far {
        return;
    }
    let total = match detail {
        Detail::Near => strengths.iter().copied().sum::<Option<u32>>(),
        _ => None,
    };
    let mut plate = Plate::default();
    status::stack(&mut plate, strengths.len(), total, (0.0, 0.0));
    let risen = LIFT.1 * strengths.len().saturating_sub(1).min(5) as f64;
    let at = middle.plus(20.0, -41.0 + risen);
    let _ = write!(
        out,
        "<g class=\"stack\" transform=\"translate({} {})scale({})\">{}</g>",
        num(at.x),
        num(at.y),
        1.0 / FINER,
        plate.finish()
    );
}

/// Which part of the map a picture shows.
#[derive(Debug, Clone, PartialEq)]
pub enum Viewport {
    /// All of it, with its margin.
    Whole,
    /// So many hexes beyond the outermost of these stacks.
    AroundCounters { margin_hexes: f64 },
    /// Exactly this rectangle.
    Area(Rect),
}

/// What a picture will show, in map units: enough to find its scale, and from that the detail, before drawing it.
pub fn scene_area(
    ground: &Ground,
    style: &MapStyle,
    stacks: &[StackView],
    viewport: &Viewport,
) -> Rect {
    area_of(&survey(ground), ground, style, stacks, viewport)
}

fn area_of(
    sheet: &Sheet,
    ground: &Ground,
    style: &MapStyle,
    stacks: &[StackView],
    viewport: &Viewport,
) -> Rect {
    let whole = map::sheet_picture(sheet, style);
    match viewport {
        Viewport::Whole => whole,
        Viewport::Area(area) => *area,
        Viewport::AroundCounters { margin_hexes } => {
            let around = Rect::around(stacks.iter().map(|stack| {
                let (c, r) = column_row(&ground.grid, stack.hex);
                sheet.layout.centre(c, r)
            }));
            around.map_or(whole, |r| {
                let r = r.grown((margin_hexes + 0.5) * crate::layout::HEX_HEIGHT);
                Rect {
                    left: r.left.max(whole.left),
                    top: r.top.max(whole.top),
                    right: r.right.min(whole.right),
                    bottom: r.bottom.min(whole.bottom),
                }
            })
        }
    }
}

/// A map with its counters as one SVG.
pub fn scene_svg(
    ground: &Ground,
    style: &MapStyle,
    stacks: &[StackView],
    viewport: &Viewport,
    detail: Detail,
) -> String {
    let sheet = survey(ground);
    let mut out = map::open(&area_of(&sheet, ground, style, stacks, viewport));
    out.push_str(&map::body(&sheet, style));
    out.push_str(&counters(&ground.grid, stacks, detail));
    out.push_str("</svg>");
    out
}
