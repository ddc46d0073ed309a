//! The shape of the ground: tints and contour lines by level, shaded slopes, and the marks on hexsides and hexes that
//! cost movement (BB 9.44: ravines, crests, sloping ground; BB 9.44-slopes: steep slopes).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;

use crate::chance::signed;
use crate::curve::{Line, draw_soft, thin};
use crate::layout::{Lattice, Point, at};
use crate::palette;
use crate::pen::{Blocks, Pen, num};
use crate::sheet::{Cell, Form, Sheet, Steepness};
use crate::surface::{STEP, Spot, Surface};

/// Heights in levels. A hex of level 3 has 3.1 to 3.9 in its centre, so that the contour of level 4 passes beyond it.
pub fn heights(sheet: &Sheet) -> Surface {
    let rim = rim_heights(sheet);
    let layout = sheet.layout;
    let bend = |(c, r): (i32, i32), spot: Spot, plain: f64| -> f64 {
        let (x, y) = layout.lattice(c, r);
        let key = match spot {
            Spot::Corner(i) => {
                let (dx, dy) = crate::layout::CORNERS[i % 6];
                // Doubled, so that middles of hexsides also have whole numbers.
                (2 * (x + dx), 2 * (y + dy))
            }
            Spot::Middle(d) => {
                let (dx, dy) = crate::layout::NEIGHBOURS[d % 6];
                (2 * x + dx, 2 * y + dy)
            }
        };
        plain + rim.get(&key).copied().unwrap_or(0.0)
    };
    let spans = feet_of_levels(sheet);
    let height = |cell: &Cell| {
        let share = cell
            .feet
            .zip(spans.get(&cell.level))
            .map_or(0.5, |(feet, (low, high))| {
                0.12 + 0.76 * f64::from(feet - low) / f64::from((high - low).max(1))
            });
        f64::from(cell.level) + share
    };
    Surface::new(sheet, height, Some(&bend))
}

/// Lowest and highest ground of each level. The level of a hex is the law; its feet only say where in the level it lies.
fn feet_of_levels(sheet: &Sheet) -> BTreeMap<i32, (i32, i32)> {
    let mut spans: BTreeMap<i32, (i32, i32)> = BTreeMap::new();
    for cell in sheet.cells.values() {
        if let Some(feet) = cell.feet {
            let span = spans.entry(cell.level).or_insert((feet, feet));
            *span = (span.0.min(feet), span.1.max(feet));
        }
    }
    spans
}

/// How far the rim of a hex lies above or below the average of its hexes, by doubled lattice position.
fn rim_heights(sheet: &Sheet) -> BTreeMap<Lattice, f64> {
    let mut rim: BTreeMap<Lattice, f64> = BTreeMap::new();
    for ((a, b), side, from, to) in sheet.sides_with_ends() {
        let shift = match (side.form, side.water) {
            (Some(Form::Ravine), _) => -f64::from(side.depth.max(1)),
            (Some(Form::Crest), _) => f64::from(side.depth.max(1)),
            (None, Some(_)) => -0.3,
            (None, None) => continue,
        };
        rim.insert((a.0 + b.0, a.1 + b.1), shift);
        for end in [from, to] {
            let entry = rim.entry((2 * end.0, 2 * end.1)).or_insert(0.0);
            if shift.abs() > entry.abs() {
                *entry = shift * 0.8;
            }
        }
    }
    rim
}

/// Ground colour by level, each higher level laid over the lower ones. Returns the contour lines, to be laid over the woods.
pub fn tints(out: &mut String, heights: &Surface, levels: (i32, i32)) -> String {
    let mut shapes = String::from("<defs>");
    let mut tints = String::new();
    let mut contours = String::new();
    for level in levels.0 + 1..=levels.1 {
        let mut pen = Pen::new();
        for line in heights.outlines(f64::from(level)) {
            draw_soft(&mut pen, &thin(&line, 1.6));
        }
        if pen.is_empty() {
            continue;
        }
        let _ = write!(shapes, "<path id=\"level{level}\" d=\"{}\"/>", pen.finish());
        let _ = write!(
            tints,
            "<use href=\"#level{level}\" fill=\"{}\"/>",
            palette::level(level)
        );
        let width = if level % 5 == 0 { 2.4 } else { 1.3 };
        let _ = write!(
            contours,
            "<use href=\"#level{level}\" stroke-width=\"{width}\"/>"
        );
    }
    let _ = write!(out, "{shapes}</defs><g id=\"levels\">{tints}</g>");
    contours
}

/// Light from the north-west as a small picture of transparent lights and shadows.
pub fn shading(out: &mut String, heights: &Surface) {
    let soft = heights.clone().blurred(3);
    let (w, h) = soft.size();
    let mut pixels = Vec::with_capacity(w * h * 2);
    for j in 0..h {
        for i in 0..w {
            let dx = soft.sample(i + 1, j) - soft.sample(i.saturating_sub(1), j);
            let dy = soft.sample(i, j + 1) - soft.sample(i, j.saturating_sub(1));
            // Slopes facing north-west have heights growing to the south-east.
            let light = (dx + dy) * 0.75;
            let light = light / (1.0 + light.abs());
            let (grey, strength) = if light < 0.0 {
                (30u8, -light * 150.0)
            } else {
                (255u8, light * 125.0)
            };
            pixels.push(grey);
            pixels.push(strength.clamp(0.0, 160.0).round() as u8 & 0xfc);
        }
    }
    let Some(file) = grey_alpha_png(w, h, &pixels) else {
        return;
    };
    let origin = soft.origin();
    let _ = write!(
        out,
        "<image id=\"shade\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" image-rendering=\"smooth\" href=\"data:image/png;base64,{}\"/>",
        num(origin.x - STEP / 2.0),
        num(origin.y - STEP / 2.0),
        num(w as f64 * STEP),
        num(h as f64 * STEP),
        base64::engine::general_purpose::STANDARD.encode(file)
    );
}

fn grey_alpha_png(width: usize, height: usize, pixels: &[u8]) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(
        &mut file,
        u32::try_from(width).ok()?,
        u32::try_from(height).ok()?,
    );
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// Hachures: strokes that run downhill. Steep hexsides carry a comb of them, ravines combs from both rims, crests a
/// ridge line with combs to both sides, sloping hexes a few loose strokes.
pub fn hachures(out: &mut String, sheet: &Sheet, heights: &Surface) {
    let mut steep = Blocks::default();
    let mut minor = Blocks::default();
    for ((a, b), side, from, to) in sheet.sides_with_ends() {
        let Some(slope) = side.slope else { continue };
        let downhill = if slope.higher == a {
            at(a).direction_to(at(b))
        } else {
            at(b).direction_to(at(a))
        };
        let (pen, strokes, reach) = match slope.steepness {
            Steepness::Steep => (steep.at(at(from)), 9, 20.0),
            Steepness::Minor => (minor.at(at(from)), 7, 12.0),
        };
        comb(pen, (at(from), at(to)), downhill, strokes, reach);
    }
    let mut ravine = Pen::new();
    let mut crest = Pen::new();
    let mut ridge = Pen::new();
    for ((a, b), side, from, to) in sheet.sides_with_ends() {
        let Some(form) = side.form else { continue };
        let ends = (at(from), at(to));
        let across = at(a).direction_to(at(b));
        let back = Point::new(-across.x, -across.y);
        match form {
            Form::Ravine => {
                let shift = |by: f64| {
                    (
                        ends.0.plus(across.x * by, across.y * by),
                        ends.1.plus(across.x * by, across.y * by),
                    )
                };
                comb(&mut ravine, shift(-19.0), across, 8, 14.0);
                comb(&mut ravine, shift(19.0), back, 8, 14.0);
            }
            Form::Crest => {
                comb(&mut crest, ends, across, 8, 13.0);
                comb(&mut crest, ends, back, 8, 13.0);
                ridge.line(ends.0, ends.1);
            }
        }
    }
    let slopes = loose_strokes(sheet, heights);
    let _ = write!(
        out,
        "<g id=\"slopes\" fill=\"none\" stroke=\"{}\" stroke-linecap=\"round\">\
         <g stroke-width=\"1.3\" stroke-opacity=\".5\">{slopes}</g>\
         <g stroke-width=\"1.4\" stroke-opacity=\".6\">{}</g>\
         <g stroke-width=\"1.9\" stroke-opacity=\".85\">{}</g>\
         <path stroke-width=\"1.6\" stroke-opacity=\".8\" d=\"{}\"/>\
         <path stroke-width=\"1.6\" stroke-opacity=\".8\" d=\"{}\"/>\
         <path stroke-width=\"4\" stroke-opacity=\".8\" d=\"{}\"/></g>",
        palette::CONTOUR,
        minor.paths(),
        steep.paths(),
        ravine.finish(),
        crest.finish(),
        ridge.finish(),
    );
}

/// A row of strokes starting on a line and running one way, of slightly uneven length.
fn comb(pen: &mut Pen, (from, to): (Point, Point), way: Point, strokes: u32, reach: f64) {
    for k in 0..strokes {
        let share = (f64::from(k) + 0.5) / f64::from(strokes);
        let start = from.towards(to, share);
        let uneven = 1.0 + 0.25 * signed(start.x as i64, start.y as i64, 11);
        let length = reach * uneven * (0.7 + 0.6 * (share * (1.0 - share)) * 2.0);
        pen.line(start, start.plus(way.x * length, way.y * length));
    }
}

/// BB 9.44: Sloping Ground, shown by scattered strokes that run downhill.
fn loose_strokes(sheet: &Sheet, heights: &Surface) -> String {
    let mut blocks = Blocks::default();
    for (&(c, r), cell) in &sheet.cells {
        if !cell.sloping {
            continue;
        }
        let centre = sheet.layout.centre(c, r);
        for k in 0..9i64 {
            let (i, j) = (k % 3 - 1, k / 3 - 1);
            let p = centre.plus(
                i as f64 * 26.0 + 7.0 * signed(c as i64 * 16 + k, r as i64, 21),
                j as f64 * 26.0 + 7.0 * signed(c as i64 * 16 + k, r as i64, 22),
            );
            let up = heights.gradient(p);
            let size = (up.x * up.x + up.y * up.y).sqrt();
            if size < 1e-4 {
                continue;
            }
            let (dx, dy) = (-up.x / size * 5.5, -up.y / size * 5.5);
            blocks.at(p).line(p.plus(-dx, -dy), p.plus(dx, dy));
        }
    }
    blocks.paths()
}

/// Outlines at a value, thinned, as path data.
pub fn outline_path(surface: &Surface, level: f64, tolerance: f64) -> (String, Vec<Line>) {
    let mut pen = Pen::new();
    let lines = surface.outlines(level);
    for line in &lines {
        draw_soft(&mut pen, &thin(line, tolerance));
    }
    (pen.finish(), lines)
}
