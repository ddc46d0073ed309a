//! The hex grid and the hex numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::hairline::hairline;
use crate::layout::{CORNERS, Lattice, at};
use crate::palette;
use crate::pen::{Blocks, Pen};
use crate::sheet::{Sheet, side_key};

type Step = (Lattice, Lattice);

pub fn grid(out: &mut String, sheet: &Sheet) {
    let mut blocks: BTreeMap<(i32, i32), BTreeSet<Step>> = BTreeMap::new();
    let mut known: BTreeSet<Step> = BTreeSet::new();
    for &(c, r) in sheet.cells.keys() {
        let (x, y) = sheet.layout.lattice(c, r);
        for d in 0..6 {
            let corner = |i: usize| (x + CORNERS[i % 6].0, y + CORNERS[i % 6].1);
            let step = side_key(corner(d + 5), corner(d));
            if known.insert(step) {
                blocks
                    .entry((c.div_euclid(10), r.div_euclid(9)))
                    .or_default()
                    .insert(step);
            }
        }
    }
    let _ = write!(
        out,
        "<g id=\"grid\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\" stroke-linejoin=\"round\" stroke-opacity=\".4\">",
        palette::INK
    );
    for steps in blocks.into_values() {
        let _ = write!(out, "<path d=\"{}\"/>", zigzags(steps));
    }
    out.push_str("</g>");
}

/// Hexsides as long lines: far shorter to write than one stroke for each.
fn zigzags(mut left: BTreeSet<Step>) -> String {
    let mut around: BTreeMap<Lattice, Vec<Lattice>> = BTreeMap::new();
    for (a, b) in &left {
        around.entry(*a).or_default().push(*b);
        around.entry(*b).or_default().push(*a);
    }
    let mut pen = Pen::new();
    while let Some((a, b)) = left.pop_first() {
        pen.move_to(at(a));
        pen.line_to(at(b));
        let mut here = b;
        // Prefer going down, so that the lines run as zigzags through the map.
        while let Some(next) = around
            .get(&here)
            .into_iter()
            .flatten()
            .filter(|n| left.contains(&side_key(here, **n)))
            .max_by_key(|n| (n.1 - here.1, n.0))
            .copied()
        {
            left.remove(&side_key(here, next));
            pen.line_to(at(next));
            here = next;
        }
    }
    pen.finish()
}

pub fn numbers(out: &mut String, sheet: &Sheet) {
    let mut blocks = Blocks::default();
    for (&(c, r), cell) in &sheet.cells {
        let p = sheet.layout.centre(c, r).plus(0.0, -37.5);
        hairline(blocks.at(p), &cell.number, p, 8.0);
    }
    let _ = write!(
        out,
        "<g id=\"numbers\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-opacity=\".72\">{}</g>",
        palette::INK,
        blocks.paths()
    );
}

/// A figure for the level near the lower side of each hex.
pub fn levels(out: &mut String, sheet: &Sheet) {
    let mut blocks = Blocks::default();
    for (&(c, r), cell) in &sheet.cells {
        let p = sheet.layout.centre(c, r).plus(0.0, 46.0);
        hairline(blocks.at(p), &cell.level.to_string(), p, 9.0);
    }
    let _ = write!(
        out,
        "<g id=\"level-figures\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
        palette::CONTOUR,
        blocks.paths()
    );
}
