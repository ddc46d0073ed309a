//! Roads, trails, the sunken lane, bridges and fords.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::curve::{Line, chains, draw_through, relax, sample_through};
use crate::layout::{Lattice, Point, at};
use crate::palette;
use crate::pen::Pen;
use crate::sheet::{Crossing, Sheet, SideKey, Way};

/// Smooth courses of one kind of way.
fn lines(sheet: &Sheet, way: Way) -> Vec<Line> {
    let steps: BTreeSet<SideKey> = sheet
        .ways
        .iter()
        .filter(|(_, w)| **w == way)
        .map(|(key, _)| *key)
        .collect();
    let junctions = junctions(sheet);
    chains(&steps)
        .into_iter()
        .map(|chain| soften(&chain, &junctions))
        .collect()
}

/// Hexes where three or more ways meet, or where one kind becomes another: all lines pass through the very centre there.
fn junctions(sheet: &Sheet) -> BTreeSet<Lattice> {
    let mut met: BTreeMap<Lattice, Vec<Way>> = BTreeMap::new();
    for ((a, b), way) in &sheet.ways {
        met.entry(*a).or_default().push(*way);
        met.entry(*b).or_default().push(*way);
    }
    met.into_iter()
        .filter(|(_, ways)| ways.len() != 2 || ways.first() != ways.last())
        .map(|(node, _)| node)
        .collect()
}

/// Roads run from centre to centre, which zigzags; a driver would not.
fn soften(chain: &[Lattice], junctions: &BTreeSet<Lattice>) -> Line {
    let fixed: Vec<Point> = chain
        .iter()
        .filter(|node| junctions.contains(node))
        .map(|node| at(*node))
        .collect();
    let mut line = Line::open(chain.iter().map(|node| at(*node)).collect());
    relax(&mut line, 0.42, 2, |p| {
        fixed.iter().any(|f| f.distance(p) < 0.01)
    });
    line
}

/// The course of a named road, for its lettering.
pub fn course(sheet: &Sheet, hexes: &[(i32, i32)]) -> Line {
    let chain: Vec<Lattice> = hexes
        .iter()
        .map(|&(c, r)| sheet.layout.lattice(c, r))
        .collect();
    sample_through(&soften(&chain, &junctions(sheet)), 5)
}

pub fn draw(out: &mut String, sheet: &Sheet) {
    let path = |way: Way| {
        let mut pen = Pen::new();
        for line in lines(sheet, way) {
            draw_through(&mut pen, &line);
        }
        pen.finish()
    };
    let (roads, trails, lane) = (path(Way::Road), path(Way::Trail), path(Way::SunkenLane));
    out.push_str("<g id=\"ways\" fill=\"none\" stroke-linejoin=\"round\">");
    let _ = write!(
        out,
        "<path stroke=\"{0}\" stroke-width=\"5.4\" stroke-opacity=\".55\" stroke-linecap=\"round\" d=\"{trails}\"/>\
         <path stroke=\"{1}\" stroke-width=\"2.8\" stroke-dasharray=\"11 6\" d=\"{trails}\"/>\
         <path stroke=\"{2}\" stroke-width=\"10.6\" stroke-linecap=\"round\" d=\"{roads}\"/>\
         <path stroke=\"{0}\" stroke-width=\"7\" stroke-linecap=\"round\" d=\"{roads}\"/>",
        palette::ROAD,
        palette::TRAIL,
        palette::ROAD_CASING,
    );
    if !lane.is_empty() {
        // Worn into the ground: a trail between two rows of bank strokes.
        let _ = write!(
            out,
            "<path stroke=\"{}\" stroke-width=\"15\" stroke-dasharray=\"1.8 3.6\" d=\"{lane}\"/>\
             <path stroke=\"{}\" stroke-width=\"7.5\" d=\"{lane}\"/>\
             <path stroke=\"{}\" stroke-width=\"2.8\" stroke-dasharray=\"11 6\" d=\"{lane}\"/>",
            palette::CONTOUR,
            palette::ROAD,
            palette::TRAIL
        );
    }
    crossings(out, sheet);
    out.push_str("</g>");
}

fn bridge(decks: &mut Pen, rails: &mut Pen, middle: Point, along: Point) {
    let spot = |u: f64, v: f64| middle.plus(along.x * u - along.y * v, along.y * u + along.x * v);
    decks.polygon(&[
        spot(-15.0, -6.0),
        spot(15.0, -6.0),
        spot(15.0, 6.0),
        spot(-15.0, 6.0),
    ]);
    for v in [-7.5, 7.5] {
        let flare = v * 1.5;
        rails.move_to(spot(-20.0, flare));
        rails.line_to(spot(-14.0, v));
        rails.line_to(spot(14.0, v));
        rails.line_to(spot(20.0, flare));
    }
}

/// BB 9.44: a bridge in the middle of its hex, laid along the way that passes there.
fn log_bridge(sheet: &Sheet, (c, r): (i32, i32), decks: &mut Pen, rails: &mut Pen) {
    let here = sheet.layout.lattice(c, r);
    let ends: Vec<Point> = sheet
        .ways
        .keys()
        .filter_map(|(a, b)| match (*a == here, *b == here) {
            (true, _) => Some(at(*b)),
            (_, true) => Some(at(*a)),
            _ => None,
        })
        .collect();
    if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
        bridge(decks, rails, at(here), first.direction_to(*last));
    }
}

fn crossings(out: &mut String, sheet: &Sheet) {
    let mut decks = Pen::new();
    let mut rails = Pen::new();
    let mut fords = Pen::new();
    for ((a, b), side, from, to) in sheet.sides_with_ends() {
        let Some(crossing) = side.crossing else {
            continue;
        };
        let along = at(a).direction_to(at(b));
        let middle = at(from).towards(at(to), 0.5);
        match crossing {
            Crossing::Bridge => bridge(&mut decks, &mut rails, middle, along),
            Crossing::Ford => {
                let spot = |u: f64, v: f64| {
                    middle.plus(along.x * u - along.y * v, along.y * u + along.x * v)
                };
                for u in [-10.0, -5.0, 0.0, 5.0, 10.0] {
                    for v in [-3.0, 3.0] {
                        fords.dot(spot(u, v));
                    }
                }
            }
        }
    }
    for (&(c, r), cell) in &sheet.cells {
        if cell.bridge_inside {
            log_bridge(sheet, (c, r), &mut decks, &mut rails);
        }
    }
    let _ = write!(
        out,
        "<path fill=\"{}\" d=\"{}\"/><path stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"{}\"/>\
         <path stroke=\"{}\" stroke-width=\"3.4\" stroke-linecap=\"round\" d=\"{}\"/>",
        palette::ROAD,
        decks.finish(),
        palette::INK,
        rails.finish(),
        palette::ROAD_CASING,
        fords.finish(),
    );
}
