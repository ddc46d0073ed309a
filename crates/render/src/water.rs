//! River, creeks and streams. Streams and creeks run along hexsides; the river fills hexes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::chance::signed;
use crate::curve::{Line, chains, draw_soft};
use crate::layout::{CORNERS, Lattice, NEIGHBOURS, Point, at};
use crate::palette;
use crate::pen::{Pen, num};
use crate::relief::outline_path;
use crate::sheet::{Cover, Sheet, SideKey, Water, side_key};
use crate::surface::Surface;

/// A watercourse ready to draw and to letter.
#[derive(Debug, Clone)]
pub struct Course {
    pub water: Water,
    pub name: Option<String>,
    pub line: Line,
}

/// Natural lines for all streams and creeks.
pub fn courses(sheet: &Sheet) -> Vec<Course> {
    let mut steps: BTreeMap<(Water, Option<String>), BTreeSet<SideKey>> = BTreeMap::new();
    for (_, side, from, to) in sheet.sides_with_ends() {
        if let Some(water @ (Water::Stream | Water::Creek)) = side.water {
            steps
                .entry((water, side.water_name.clone()))
                .or_default()
                .insert(side_key(from, to));
        }
    }
    swamp_streams(sheet, &mut steps);
    // Ends where another water goes on stay where they are, so that branches meet their creek.
    let mut touched: BTreeMap<Lattice, usize> = BTreeMap::new();
    for set in steps.values() {
        for (a, b) in set {
            *touched.entry(*a).or_default() += 1;
            *touched.entry(*b).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for ((water, name), set) in &steps {
        for chain in chains(set) {
            let mut points: Vec<Point> = Vec::new();
            for (k, node) in chain.iter().enumerate() {
                let p = at(*node);
                let wander = if touched.get(node).copied().unwrap_or(0) > 2 || k == 0 {
                    p
                } else {
                    p.plus(
                        5.0 * signed(i64::from(node.0), i64::from(node.1), 71),
                        5.0 * signed(i64::from(node.0), i64::from(node.1), 72),
                    )
                };
                points.push(wander);
            }
            found.push(Course {
                water: *water,
                name: name.clone(),
                line: meander(&points),
            });
        }
    }
    found
}

/// BB 9.44: in a Swamp-Stream hex the stream runs through the hex itself; it links the stream ends on its rim.
fn swamp_streams(sheet: &Sheet, steps: &mut BTreeMap<(Water, Option<String>), BTreeSet<SideKey>>) {
    let Some((name, stream)) = steps
        .iter()
        .filter(|((water, _), _)| *water == Water::Stream)
        .find(|(_, set)| {
            sheet.cells.iter().any(|(&(c, r), cell)| {
                let (x, y) = sheet.layout.lattice(c, r);
                cell.cover == Cover::SwampStream
                    && CORNERS
                        .iter()
                        .any(|(dx, dy)| touches(set, (x + dx, y + dy)))
            })
        })
        .map(|(key, set)| (key.clone(), set.clone()))
    else {
        return;
    };
    let is_swamp_stream = |position: Lattice| {
        sheet
            .cell_at(position)
            .is_some_and(|cell| cell.cover == Cover::SwampStream)
    };
    let mut extra = BTreeSet::new();
    for (&(c, r), cell) in &sheet.cells {
        if cell.cover != Cover::SwampStream {
            continue;
        }
        let here = sheet.layout.lattice(c, r);
        for (dx, dy) in NEIGHBOURS {
            let there = (here.0 + dx, here.1 + dy);
            if is_swamp_stream(there) {
                extra.insert(side_key(here, there));
            }
        }
        for (dx, dy) in CORNERS {
            let corner = (here.0 + dx, here.1 + dy);
            if ends(&stream, corner) {
                extra.insert(side_key(here, corner));
            }
        }
    }
    if let Some(set) = steps.get_mut(&name) {
        set.extend(extra);
    }
}

fn touches(set: &BTreeSet<SideKey>, node: Lattice) -> bool {
    set.iter().any(|(a, b)| *a == node || *b == node)
}

fn ends(set: &BTreeSet<SideKey>, node: Lattice) -> bool {
    set.iter().filter(|(a, b)| *a == node || *b == node).count() == 1
}

/// A lively line through the hexside middles that still keeps to the hexsides.
fn meander(points: &[Point]) -> Line {
    let mut out = Vec::with_capacity(points.len() * 3);
    let Some(first) = points.first() else {
        return Line::open(out);
    };
    out.push(*first);
    for w in points.windows(2) {
        let (a, b) = (w[0], w[1]);
        let d = a.direction_to(b);
        for (k, share) in [(0, 0.32), (1, 0.68)] {
            let p = a.towards(b, share);
            let off = 4.5 * signed(p.x.round() as i64, p.y.round() as i64, 73 + k);
            out.push(p.plus(d.y * off, -d.x * off));
        }
        out.push(b);
    }
    // The hex corners themselves are too sharp; the curve bends towards them without reaching.
    let mut line = Line::open(out);
    crate::curve::relax(&mut line, 0.35, 1, |_| false);
    line
}

fn river_surface(sheet: &Sheet) -> Surface {
    Surface::new(
        sheet,
        |cell| match (cell.cover, cell.partial_water) {
            (Cover::River, _) => 1.0,
            (_, true) => 0.46,
            _ => 0.0,
        },
        None,
    )
    .blurred(1)
}

pub fn draw(out: &mut String, sheet: &Sheet, courses: &[Course]) {
    out.push_str(
        "<g id=\"water\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
    );
    let mut creeks = Pen::new();
    let mut streams = Pen::new();
    for course in courses {
        let pen = match course.water {
            Water::Stream => &mut streams,
            Water::Creek | Water::River => &mut creeks,
        };
        draw_soft(pen, &course.line);
    }
    let (streams, creeks) = (streams.finish(), creeks.finish());
    let _ = write!(
        out,
        "<path stroke=\"{line}\" stroke-width=\"5.4\" d=\"{streams}\"/>\
         <path stroke=\"{fill}\" stroke-width=\"2.6\" d=\"{streams}\"/>\
         <path stroke=\"{line}\" stroke-width=\"13\" d=\"{creeks}\"/>\
         <path stroke=\"{fill}\" stroke-width=\"9.4\" d=\"{creeks}\"/>",
        line = palette::WATER_LINE,
        fill = palette::WATER,
    );
    let river = river_surface(sheet);
    let (banks, _) = outline_path(&river, 0.3, 1.0);
    if !banks.is_empty() {
        let _ = write!(
            out,
            "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"4\" d=\"{banks}\"/>",
            palette::WATER,
            palette::WATER_LINE
        );
        // Lines parallel to the bank, closer together near it, as engravers drew water.
        for (level, width, opacity) in [
            (0.42, 1.6, 0.7),
            (0.55, 1.4, 0.55),
            (0.70, 1.2, 0.42),
            (0.86, 1.1, 0.3),
        ] {
            let (line, _) = outline_path(&river, level, 1.2);
            let _ = write!(
                out,
                "<path stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{opacity}\" d=\"{line}\"/>",
                palette::WATER_LINE,
                num(width)
            );
        }
    }
    out.push_str("</g>");
}
