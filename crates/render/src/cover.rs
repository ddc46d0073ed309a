//! What grows on the ground: woods, fields with their dotted outlines, orchards, thickets, swamps.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::chance::{mix, signed};
use crate::curve::{Line, Shape, Walk};
use crate::layout::{Point, Rect};
use crate::palette;
use crate::pen::{Pen, num};
use crate::relief::outline_path;
use crate::sheet::{Cell, Cover, Sheet};
use crate::surface::Surface;

/// Side lengths of the repeating square of woods.
const WOODS_TILE: f64 = 520.0;

/// Where open ground begins, between a boundary hex (0.58) and the woods (0).
const OPEN_AT: f64 = 0.36;

fn openness(cell: &Cell) -> f64 {
    match cell.cover {
        Cover::Field | Cover::Clear | Cover::Town | Cover::River => 1.0,
        Cover::FieldBoundary => 0.58,
        _ => 0.0,
    }
}

fn is_swamp(cell: &Cell) -> f64 {
    match cell.cover {
        Cover::Swamp | Cover::SwampStream => 1.0,
        Cover::River => 0.5,
        _ => 0.0,
    }
}

/// The repeating textures the covers are filled with.
pub fn patterns(out: &mut String) {
    woods_pattern(out);
    // Marsh: tufts on short water lines.
    let mut lines = Pen::new();
    let mut tufts = Pen::new();
    for (x, y) in [(14.0, 14.0), (48.0, 30.0), (22.0, 50.0), (58.0, 64.0)] {
        lines.line(Point::new(x - 9.0, y), Point::new(x + 9.0, y));
        lines.line(Point::new(x - 4.0, y + 4.0), Point::new(x + 12.0, y + 4.0));
        for dx in [-4.0, 0.0, 4.0] {
            tufts.line(
                Point::new(x + dx * 0.5, y),
                Point::new(x + dx, y - 7.0 + dx.abs() * 0.4),
            );
        }
    }
    let _ = write!(
        out,
        "<pattern id=\"marsh\" width=\"72\" height=\"72\" patternUnits=\"userSpaceOnUse\">\
         <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\" stroke-opacity=\".75\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\"/></pattern>",
        lines.finish(),
        palette::WATER_LINE,
        tufts.finish(),
        palette::TREE_SHADE,
    );
    // Thicket: tangled arcs.
    let mut brush = Pen::new();
    for k in 0..14i64 {
        let p = Point::new(
            20.0 + 18.0 * signed(k, 1, 31),
            20.0 + 18.0 * signed(k, 2, 31),
        );
        let (dx, dy) = (7.0 * signed(k, 3, 31), 7.0 * signed(k, 4, 31));
        brush.move_to(p.plus(-dx, -dy));
        brush.quad_to(p.plus(dy * 1.6, -dx * 1.6), p.plus(dx, dy));
    }
    let _ = write!(
        out,
        "<pattern id=\"brush\" width=\"40\" height=\"40\" patternUnits=\"userSpaceOnUse\">\
         <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"round\"/></pattern>",
        brush.finish(),
        palette::TREE_SHADE
    );
    // Furrows in three directions, so that neighbouring fields differ.
    for (k, angle) in [(0, 12), (1, 68), (2, 128)] {
        let _ = write!(
            out,
            "<pattern id=\"furrow{k}\" width=\"60\" height=\"15\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({angle})\">\
             <path d=\"M0 3.5h26M34 3.5h18M8 11h40\" stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\".3\"/></pattern>",
            palette::FIELD_LINE
        );
    }
}

/// A square of tree crowns that repeats without a seam: shadow, crown and a touch of light for each tree.
fn woods_pattern(out: &mut String) {
    let cell = 18.0f64;
    let count = (WOODS_TILE / cell).round() as i64;
    let step = WOODS_TILE / count as f64;
    let mut crowns = [Pen::new(), Pen::new(), Pen::new()];
    for j in 0..count {
        for i in 0..count {
            if mix(i, j, 43).is_multiple_of(9) {
                continue;
            }
            let p = Point::new(
                (i as f64 + 0.5 + 0.42 * signed(i, j, 41)) * step,
                (j as f64 + 0.5 + 0.42 * signed(i, j, 42)) * step,
            );
            let size = (mix(i, j, 44) % 3) as usize;
            for (ox, oy) in [
                (0.0, 0.0),
                (WOODS_TILE, 0.0),
                (-WOODS_TILE, 0.0),
                (0.0, WOODS_TILE),
                (0.0, -WOODS_TILE),
            ] {
                let q = p.plus(ox, oy);
                if (-14.0..WOODS_TILE + 14.0).contains(&q.x)
                    && (-14.0..WOODS_TILE + 14.0).contains(&q.y)
                {
                    crowns[size].dot(q);
                    if size > 0 {
                        // A smaller crown leaning against the large one: trees are not billiard balls.
                        let lean = 4.0 + size as f64 * 1.5;
                        let side = Point::new(signed(i, j, 45), signed(i, j, 46));
                        let side = Point::new(0.0, 0.0).direction_to(side);
                        crowns[0].dot(q.plus(side.x * lean, side.y * lean));
                    }
                }
            }
        }
    }
    let _ = write!(
        out,
        "<pattern id=\"woods\" width=\"{0}\" height=\"{0}\" patternUnits=\"userSpaceOnUse\"><g fill=\"none\" stroke-linecap=\"round\">",
        num(WOODS_TILE)
    );
    tree_layers(out, &crowns.map(Pen::finish));
    out.push_str("</g></pattern>");
}

/// Tree crowns in three sizes, from dot paths.
fn tree_layers(out: &mut String, crowns: &[String; 3]) {
    for (k, data) in crowns.iter().enumerate() {
        let size = 11.0 + 3.0 * k as f64;
        let _ = write!(
            out,
            "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\".42\" transform=\"translate(1.8 2.2)\"/>",
            palette::TREE_SHADE,
            num(size + 0.6),
        );
    }
    for (k, data) in crowns.iter().enumerate() {
        let size = 11.0 + 3.0 * k as f64;
        let _ = write!(
            out,
            "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"{}\"/>\
             <path d=\"{data}\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\".55\" transform=\"translate(-1.4 -1.8)\"/>",
            palette::TREE,
            num(size),
            palette::TREE_LIGHT,
            num(size * 0.5),
        );
    }
}

/// Green over everything that is not open, then trees; then the fields.
pub fn draw(out: &mut String, sheet: &Sheet) {
    let bleed = sheet.frame().grown(30.0);
    let open = Surface::new(sheet, openness, None).roughened(0.05, 46.0, 51);
    let (open_path, open_lines) = outline_path(&open, OPEN_AT, 1.2);
    let mut all = Pen::new();
    all.rect(bleed.left, bleed.top, bleed.width(), bleed.height());
    let woods = format!("{}{}", all.finish(), absolute(&open_path));

    let swamp = Surface::new(sheet, is_swamp, None).roughened(0.09, 40.0, 52);
    let (swamp_path, _) = outline_path(&swamp, 0.52, 1.2);
    let thicket = Surface::new(
        sheet,
        |cell| f64::from(u8::from(cell.cover == Cover::Thicket)),
        None,
    )
    .roughened(0.08, 30.0, 53);
    let (thicket_path, _) = outline_path(&thicket, 0.5, 1.0);

    let outlines = field_outlines(sheet);
    fields(out, sheet, &outlines);
    let _ = write!(
        out,
        "<defs><path id=\"wooded\" fill-rule=\"evenodd\" d=\"{woods}\"/></defs>\
         <g id=\"cover\"><use href=\"#wooded\" fill=\"{}\" fill-opacity=\".46\"/>\
         <path fill=\"{}\" fill-opacity=\".42\" d=\"{swamp_path}\"/>\
         <use href=\"#wooded\" fill=\"url(#woods)\" fill-opacity=\".3\"/>\
         <path fill=\"url(#marsh)\" d=\"{swamp_path}\"/>\
         <path fill=\"{}\" fill-opacity=\".35\" d=\"{thicket_path}\"/>\
         <path fill=\"url(#brush)\" d=\"{thicket_path}\"/></g>",
        palette::WOODS,
        palette::WATER,
        palette::TREE_SHADE,
    );
    edge_trees(out, sheet, &open_lines, &bleed);
    let _ = write!(
        out,
        "<path id=\"field-outlines\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" stroke-linecap=\"round\" stroke-dasharray=\"0 7\" d=\"{}\"/>",
        palette::FIELD_LINE,
        outlines
    );
    orchards(out, sheet);
}

/// Path data that starts with a relative move is only relative to what stands before it; a new subpath must not be.
fn absolute(path: &str) -> String {
    path.strip_prefix('m')
        .map(|rest| format!("M{rest}"))
        .unwrap_or_default()
}

fn field_surface(sheet: &Sheet) -> Surface {
    Surface::new(
        sheet,
        |cell| match cell.cover {
            Cover::Field => 1.0,
            Cover::FieldBoundary => 0.58,
            // A field that ends at the water has no fence there.
            Cover::River => 0.3,
            _ => 0.0,
        },
        None,
    )
    .roughened(0.05, 46.0, 51)
}

fn field_outlines(sheet: &Sheet) -> String {
    outline_path(&field_surface(sheet), OPEN_AT, 1.2).0
}

/// A light wash with furrows, differently turned from field to field.
fn fields(out: &mut String, sheet: &Sheet, outlines: &str) {
    let names: BTreeSet<&str> = sheet
        .cells
        .values()
        .filter_map(|cell| cell.field.as_deref())
        .collect();
    let _ = write!(
        out,
        "<g id=\"fields\"><path fill=\"#fffbe6\" fill-opacity=\".34\" d=\"{outlines}\"/>"
    );
    for (k, name) in names.iter().enumerate() {
        let own = Surface::new(
            &surroundings(sheet, name),
            |cell| match (cell.cover, cell.field.as_deref() == Some(name)) {
                (Cover::Field, true) => 1.0,
                (Cover::FieldBoundary, true) => 0.58,
                _ => 0.0,
            },
            None,
        );
        let (path, _) = outline_path(&own, OPEN_AT + 0.06, 3.0);
        let _ = write!(out, "<path fill=\"url(#furrow{})\" d=\"{path}\"/>", k % 3);
    }
    out.push_str("</g>");
}

/// A field and the hexes within two of it: outlines of a small sheet are found quickly.
fn surroundings(sheet: &Sheet, field: &str) -> Sheet {
    let mut own = Sheet::new(sheet.layout);
    for (&(c, r), cell) in &sheet.cells {
        if cell.field.as_deref() != Some(field) {
            continue;
        }
        for column in c - 2..=c + 2 {
            for row in r - 2..=r + 2 {
                if let Some(near) = sheet.cells.get(&(column, row)) {
                    own.cells.insert((column, row), near.clone());
                }
            }
        }
    }
    own
}

/// Single trees along the edge of the woods, so that the texture does not end as if cut with scissors.
fn edge_trees(out: &mut String, sheet: &Sheet, lines: &[Line], bleed: &Rect) {
    let Some((columns, rows)) = sheet.extent() else {
        return;
    };
    let mut blocks: BTreeMap<(i64, i64), [Pen; 3]> = BTreeMap::new();
    let mut serial = 0i64;
    for line in lines {
        let mut ring = line.points.clone();
        if line.shape == Shape::Closed
            && let Some(first) = ring.first().copied()
        {
            ring.push(first);
        }
        let ring = Line::open(ring);
        let mut walk = Walk::new(&ring);
        let mut distance = 0.0;
        loop {
            serial += 1;
            distance += 13.0 + 6.0 * signed(serial, 0, 61);
            let Some((p, direction)) = walk.at(distance) else {
                break;
            };
            // Marching keeps open ground on one side; trees belong on the other, a little off the line.
            let off = 6.0 + 7.0 * signed(serial, 1, 61);
            let p = p.plus(direction.y * off, -direction.x * off);
            let (c, r) = sheet.layout.hex_at(p);
            let dry = sheet
                .nearest_in(columns, rows, c, r)
                .is_some_and(|cell| cell.cover != Cover::River && !cell.partial_water);
            if dry && bleed.contains(p) {
                let block = ((p.x / 900.0) as i64, (p.y / 900.0) as i64);
                let crowns = blocks.entry(block).or_default();
                crowns[(mix(serial, 2, 61) % 3) as usize].dot(p);
            }
        }
    }
    out.push_str("<g id=\"edge-trees\" fill=\"none\" stroke-linecap=\"round\">");
    for crowns in blocks.into_values() {
        tree_layers(out, &crowns.map(Pen::finish));
    }
    out.push_str("</g>");
}

/// Rows of small round trees.
fn orchards(out: &mut String, sheet: &Sheet) {
    let mut trees = Pen::new();
    for (&(c, r), cell) in &sheet.cells {
        if !cell.orchard {
            continue;
        }
        let centre = sheet.layout.centre(c, r);
        for j in -4i64..=4 {
            for i in -4i64..=4 {
                let p = Point::new(
                    ((centre.x / 17.0).round() + i as f64) * 17.0,
                    ((centre.y / 17.0).round() + j as f64) * 17.0,
                );
                if sheet.layout.hex_at(p) == (c, r) {
                    trees.dot(p);
                }
            }
        }
    }
    if trees.is_empty() {
        return;
    }
    let data = trees.finish();
    let _ = write!(
        out,
        "<g id=\"orchard\" fill=\"none\" stroke-linecap=\"round\">\
         <path d=\"{data}\" stroke=\"{}\" stroke-width=\"9.5\" stroke-opacity=\".5\" transform=\"translate(1.4 1.8)\"/>\
         <path d=\"{data}\" stroke=\"#6f9457\" stroke-width=\"9\"/>\
         <path d=\"{data}\" stroke=\"#f0b9bd\" stroke-width=\"3.6\" transform=\"translate(-1 -1)\"/></g>",
        palette::TREE_SHADE
    );
}
