//! Names of waters, roads and fields, set along what they name and kept out of each other's way.

use std::collections::BTreeMap;

use crate::curve::Line;
use crate::glyph::{Anchor, Face, Type};
use crate::layout::Point;
use crate::map::Shown;
use crate::palette;
use crate::pen::Pen;
use crate::places::halo;
use crate::sheet::{Cover, Sheet, Water, Way};
use crate::water::Course;
use crate::ways;

const FIELD: Type = Type::new(Face::SerifItalic, 27.0).spaced(0.03);
const ROAD: Type = Type::new(Face::SerifItalic, 19.0).spaced(0.09);
const STREAM: Type = Type::new(Face::SerifItalic, 22.0).spaced(0.10);
const CREEK: Type = Type::new(Face::SerifItalic, 30.0).spaced(0.16);
const RIVER: Type = Type::new(Face::SerifItalic, 84.0).spaced(0.42);

/// Distance after which a long road or creek is named again.
const AGAIN: f64 = 1900.0;

/// Spots already lettered.
#[derive(Debug, Default)]
struct Taken(Vec<Point>);

impl Taken {
    fn crowd(&self, p: Point) -> f64 {
        self.0
            .iter()
            .map(|q| (46.0 - p.distance(*q)).max(0.0))
            .sum()
    }

    fn take(&mut self, line: &Line) {
        let mut d = 0.0;
        let length = line.length();
        while d <= length {
            if let Some((p, _)) = line.along(d) {
                self.0.push(p);
            }
            d += 22.0;
        }
    }
}

pub fn draw(out: &mut String, sheet: &Sheet, courses: &[Course], field_names: Shown) {
    let mut taken = Taken::default();
    let mut land = Vec::new();
    let mut water = Vec::new();
    // Room is kept for them even where somebody else letters them.
    fields(sheet, &mut land, &mut taken);
    if field_names == Shown::No {
        land.clear();
    }
    for (&(c, r), cell) in &sheet.cells {
        if !cell.places.is_empty() {
            taken.0.push(sheet.layout.centre(c, r));
        }
    }
    river(sheet, &mut water);
    for (water_kind, face) in [(Water::Creek, CREEK), (Water::Stream, STREAM)] {
        let mut longest: BTreeMap<&str, &Course> = BTreeMap::new();
        for course in courses.iter().filter(|c| c.water == water_kind) {
            if let Some(name) = course.name.as_deref().filter(|name| is_proper(name)) {
                let entry = longest.entry(name).or_insert(course);
                if course.line.length() > entry.line.length() {
                    *entry = course;
                }
            }
        }
        for (name, course) in longest {
            let rise = if water_kind == Water::Creek {
                11.0
            } else {
                7.0
            };
            along(&mut water, face, name, &course.line, rise, &mut taken);
        }
    }
    let mut roads = Vec::new();
    // Trails have names in the data to tell them apart, but no map ever printed one.
    for road in sheet.named_ways.iter().filter(|w| w.way != Way::Trail) {
        let line = ways::course(sheet, &road.hexes);
        let face = match road.way {
            Way::Road => ROAD,
            Way::Trail | Way::SunkenLane => Type { size: 17.5, ..ROAD },
        };
        let rise = if road.way == Way::SunkenLane {
            11.0
        } else {
            8.0
        };
        along(&mut roads, face, &road.name, &line, rise, &mut taken);
    }
    out.push_str("<g id=\"names\">");
    halo(out, &water, palette::WATER_TEXT, 4.0);
    halo(out, &roads, palette::ROAD_CASING, 4.0);
    halo(out, &land, "#4a3519", 4.5);
    out.push_str("</g>");
}

/// Data describe nameless waters ("Ravine north of Jones Field"); a map prints only true names.
fn is_proper(name: &str) -> bool {
    name.split_whitespace()
        .nth(1)
        .is_none_or(|second| second.starts_with(|c: char| !c.is_lowercase()))
}

/// One name per field, in the middle of its hexes.
fn fields(sheet: &Sheet, labels: &mut Vec<String>, taken: &mut Taken) {
    let mut hexes: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for (&(c, r), cell) in &sheet.cells {
        if let Some(name) = cell.field.as_deref() {
            hexes
                .entry(name)
                .or_default()
                .push(sheet.layout.centre(c, r));
        }
    }
    for (name, points) in hexes {
        let count = points.len() as f64;
        let middle = Point::new(
            points.iter().map(|p| p.x).sum::<f64>() / count,
            points.iter().map(|p| p.y).sum::<f64>() / count,
        );
        let left = points.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let right = points.iter().map(|p| p.x).fold(f64::NEG_INFINITY, f64::max);
        let full = if name.contains("Field") || name.contains("Landing") {
            name.to_string()
        } else {
            format!("{name} Field")
        };
        let face = Type {
            size: FIELD.size + count.min(50.0) * 0.28,
            ..FIELD
        }
        .fitting(&full, (right - left + 90.0).max(150.0));
        // Names run between the rows of hex centres, where counters hide them least.
        let base = middle;
        let width = face.width(&full);
        let mut pen = Pen::new();
        face.set(&mut pen, &full, base, Anchor::Middle);
        labels.push(pen.finish());
        taken.take(&Line::open(vec![
            base.plus(-width / 2.0, -8.0),
            base.plus(width / 2.0, -8.0),
        ]));
    }
}

/// The river's name runs down its middle.
fn river(sheet: &Sheet, labels: &mut Vec<String>) {
    let name = sheet
        .sides
        .values()
        .find(|side| side.water == Some(Water::River))
        .and_then(|side| side.water_name.clone());
    let Some(name) = name else { return };
    let mut rows: BTreeMap<i32, Vec<Point>> = BTreeMap::new();
    for (&(c, r), cell) in &sheet.cells {
        if cell.cover == Cover::River {
            rows.entry(r).or_default().push(sheet.layout.centre(c, r));
        }
    }
    let mut line = Line::open(
        rows.values()
            .map(|points| {
                let n = points.len() as f64;
                Point::new(
                    points.iter().map(|p| p.x).sum::<f64>() / n,
                    points.iter().map(|p| p.y).sum::<f64>() / n,
                )
            })
            .collect(),
    );
    crate::curve::relax(&mut line, 0.5, 30, |_| false);
    let face = RIVER.fitting(&name, line.length() * 0.7);
    if face.size > 20.0 {
        let shift = -face.cap_height() / 2.0;
        let mut pen = Pen::new();
        face.set_along(&mut pen, &name, &line, shift);
        labels.push(pen.finish());
    }
}

/// Letters a name on the calmest stretches of a line.
fn along(
    labels: &mut Vec<String>,
    face: Type,
    name: &str,
    line: &Line,
    rise: f64,
    taken: &mut Taken,
) {
    let width = face.width(name);
    let length = line.length();
    if length < width * 1.15 {
        return;
    }
    let times = (length / AGAIN).floor().max(1.0);
    let share = length / times;
    for k in 0..times as usize {
        let from = share * k as f64;
        let until = (from + share - width).max(from);
        let mut best: Option<(f64, f64)> = None;
        let mut start = from + 6.0;
        while start <= until {
            let score = unrest(line, start, width, rise, taken)
                + (start + width / 2.0 - from - share / 2.0).abs() * 0.02;
            if best.is_none_or(|(known, _)| score < known) {
                best = Some((score, start));
            }
            start += 14.0;
        }
        let Some((score, start)) = best else { continue };
        if score > 160.0 && k > 0 {
            continue;
        }
        let (part, swell) = stretch(line, start, width);
        let mut pen = Pen::new();
        face.set_along(&mut pen, name, &part, rise + swell);
        labels.push(pen.finish());
        taken.take(&part);
    }
}

/// A softened piece of the line from west to east, so that letters do not stumble over its wiggles, and how far the
/// wiggles rise above it.
fn stretch(line: &Line, start: f64, width: f64) -> (Line, f64) {
    let mut points: Vec<Point> = (0..=24)
        .filter_map(|k| line.along(start + width * f64::from(k) / 24.0))
        .map(|(p, _)| p)
        .collect();
    if let (Some(first), Some(last)) = (points.first(), points.last())
        && first.x > last.x
    {
        points.reverse();
    }
    let mut part = Line::open(points.clone());
    crate::curve::relax(&mut part, 0.5, 34, |_| false);
    let way = match (part.points.first(), part.points.last()) {
        (Some(first), Some(last)) => first.direction_to(*last),
        _ => Point::new(1.0, 0.0),
    };
    let swell = points
        .iter()
        .zip(&part.points)
        .map(|(p, q)| (p.x - q.x) * way.y - (p.y - q.y) * way.x)
        .fold(0.0, f64::max);
    (part, swell.min(26.0) * 0.85)
}

/// How badly a name would sit here: bends, steep runs, letters already there.
fn unrest(line: &Line, start: f64, width: f64, rise: f64, taken: &Taken) -> f64 {
    let spots: Vec<(Point, Point)> = (0..=8)
        .filter_map(|k| line.along(start + width * f64::from(k) / 8.0))
        .collect();
    let (Some((a, _)), Some((b, _))) = (spots.first(), spots.last()) else {
        return f64::INFINITY;
    };
    let chord = a.distance(*b);
    let bend = (width - chord).max(0.0) * 1.6;
    let d = a.direction_to(*b);
    let steep = d.y.abs() * 50.0;
    let crowd: f64 = spots
        .iter()
        .map(|(p, t)| taken.crowd(p.plus(t.y * rise, -t.x * rise)))
        .sum();
    bend + steep + crowd * 1.5
}
