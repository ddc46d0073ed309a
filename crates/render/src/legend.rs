//! Title, key, scale and north arrow in the lower margin.

use std::fmt::Write as _;

use crate::glyph::{Anchor, Face, Type};
use crate::layout::{HEX_HEIGHT, Point, Rect};
use crate::palette;
use crate::pen::{Pen, num};
use crate::sheet::Sheet;

/// What the margin says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legend {
    pub title: String,
    pub subtitle: String,
    /// BB 2.42: yards between opposite sides of a hex.
    pub yards_per_hex: u32,
    /// BB 2.42: feet between two levels.
    pub feet_per_level: u32,
}

/// The drawing of the key is 3,600 units wide and this high, scaled to the width of the map.
const WIDTH: f64 = 3600.0;
const HEIGHT: f64 = 250.0;

pub(crate) fn height(picture: &Rect) -> f64 {
    HEIGHT * picture.width() / WIDTH
}

pub(crate) fn draw(out: &mut String, sheet: &Sheet, legend: &Legend) {
    let frame = sheet.frame();
    let scale = frame.width() / WIDTH;
    let _ = write!(
        out,
        "<g id=\"legend\" transform=\"translate({} {})scale({scale:.5})\">",
        num(frame.left),
        num(frame.bottom + 28.0 * scale),
    );
    title(out, legend);
    levels(out, sheet, legend);
    covers(out);
    lines(out);
    let yards = f64::from(legend.yards_per_hex.max(1));
    scale_bar(out, HEX_HEIGHT / scale / yards);
    out.push_str("</g>");
}

fn text(out: &mut String, kind: Type, words: &str, x: f64, y: f64, anchor: Anchor) {
    let mut pen = Pen::new();
    kind.set(&mut pen, words, Point::new(x, y), anchor);
    let _ = write!(
        out,
        "<path fill=\"{}\" d=\"{}\"/>",
        palette::INK,
        pen.finish()
    );
}

const SMALL: Type = Type::new(Face::SerifItalic, 25.0).spaced(0.02);

fn title(out: &mut String, legend: &Legend) {
    let big = Type::new(Face::Serif, 118.0).spaced(0.16);
    let name = legend.title.to_uppercase();
    text(
        out,
        big.fitting(&name, 880.0),
        &name,
        8.0,
        118.0,
        Anchor::Start,
    );
    let second = Type::new(Face::SerifItalic, 40.0).spaced(0.05);
    text(
        out,
        second.fitting(&legend.subtitle, 880.0),
        &legend.subtitle,
        12.0,
        182.0,
        Anchor::Start,
    );
}

fn levels(out: &mut String, sheet: &Sheet, legend: &Legend) {
    let lowest = sheet.cells.values().map(|c| c.level).min().unwrap_or(0);
    let highest = sheet.cells.values().map(|c| c.level).max().unwrap_or(0);
    let heading = format!("Levels, {} feet each", legend.feet_per_level);
    text(out, SMALL, &heading, 980.0, 36.0, Anchor::Start);
    let count = f64::from(highest - lowest + 1).max(1.0);
    let step = (560.0 / count).min(62.0);
    for level in lowest..=highest {
        let x = 980.0 + f64::from(level - lowest) * step;
        for (y, fill) in [(52.0, None), (96.0, Some(palette::WOODS))] {
            let _ = write!(
                out,
                "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"1\" d=\"M{} {y}h{}v44h-{}z\"/>",
                palette::level(level),
                palette::CONTOUR,
                num(x),
                num(step),
                num(step)
            );
            if let Some(woods) = fill {
                let _ = write!(
                    out,
                    "<path fill=\"{woods}\" fill-opacity=\".46\" d=\"M{} {y}h{}v44h-{}z\"/>",
                    num(x),
                    num(step),
                    num(step)
                );
            }
        }
        text(
            out,
            Type::new(Face::Serif, 26.0),
            &level.to_string(),
            x + step / 2.0,
            168.0,
            Anchor::Middle,
        );
    }
    text(
        out,
        SMALL,
        "open above, wooded below",
        980.0,
        208.0,
        Anchor::Start,
    );
}

/// Swatches of what grows.
fn covers(out: &mut String) {
    let open = palette::level(4);
    for (k, (name, fill)) in [
        ("Woods", "woods"),
        ("Field, boundary", "furrow0"),
        ("Thicket", "brush"),
        ("Swamp", "marsh"),
        ("Orchard", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let (x, y) = (
            1640.0 + (k / 3) as f64 * 330.0,
            14.0 + (k % 3) as f64 * 68.0,
        );
        let shape = format!("M{} {}h88v52h-88z", num(x), num(y));
        let _ = write!(out, "<path fill=\"{open}\" d=\"{shape}\"/>");
        let (wash, strength) = match fill {
            "woods" => (palette::WOODS, ".46"),
            "brush" => (palette::TREE_SHADE, ".35"),
            "marsh" => (palette::WATER, ".5"),
            _ => ("#fffbe6", ".34"),
        };
        let _ = write!(
            out,
            "<path fill=\"{wash}\" fill-opacity=\"{strength}\" d=\"{shape}\"/>"
        );
        if fill.is_empty() {
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"#6f9457\" stroke-width=\"9\" stroke-linecap=\"round\" d=\"{}\"/>",
                orchard(x, y)
            );
        } else {
            let strength = if fill == "woods" { ".6" } else { "1" };
            let _ = write!(
                out,
                "<path fill=\"url(#{fill})\" fill-opacity=\"{strength}\" d=\"{shape}\"/>"
            );
        }
        let dash = if fill == "furrow0" {
            "stroke-width=\"2.6\" stroke-dasharray=\"0 7\" stroke-linecap=\"round\""
        } else {
            "stroke-width=\"1\""
        };
        let _ = write!(
            out,
            "<path fill=\"none\" stroke=\"{}\" {dash} d=\"{shape}\"/>",
            palette::FIELD_LINE
        );
        text(out, SMALL, name, x + 104.0, y + 35.0, Anchor::Start);
    }
}

/// Trees in rows.
fn orchard(x: f64, y: f64) -> String {
    let mut trees = Pen::new();
    for i in 0..5 {
        for j in 0..3 {
            trees.dot(Point::new(
                x + 10.0 + f64::from(i) * 17.0,
                y + 9.0 + f64::from(j) * 17.0,
            ));
        }
    }
    trees.finish()
}

/// A name, and what is drawn beside it.
type Sample = (&'static str, String);

/// Ways, waters and slopes.
fn lines(out: &mut String) {
    for (column, samples) in [ways(), waters(), slopes()].iter().enumerate() {
        for (row, (name, drawn)) in samples.iter().enumerate() {
            let (x, y) = (2270.0 + column as f64 * 300.0, 40.0 + row as f64 * 68.0);
            let _ = write!(
                out,
                "<g fill=\"none\" transform=\"translate({} {})\">{drawn}</g>",
                num(x),
                num(y)
            );
            text(out, SMALL, name, x + 106.0, y + 9.0, Anchor::Start);
        }
    }
}

/// Roads, trails and sunken lanes.
fn ways() -> [Sample; 3] {
    let (road, casing) = (palette::ROAD, palette::ROAD_CASING);
    let (trail, contour) = (palette::TRAIL, palette::CONTOUR);
    [
        (
            "Road",
            format!(
                "<path stroke=\"{casing}\" stroke-width=\"10.6\" d=\"M0 0h90\"/><path stroke=\"{road}\" stroke-width=\"7\" d=\"M0 0h90\"/>"
            ),
        ),
        (
            "Trail",
            format!(
                "<path stroke=\"{road}\" stroke-width=\"5.4\" d=\"M0 0h90\"/><path stroke=\"{trail}\" stroke-width=\"2.8\" stroke-dasharray=\"11 6\" d=\"M0 0h90\"/>"
            ),
        ),
        (
            "Sunken lane",
            format!(
                "<path stroke=\"{contour}\" stroke-width=\"15\" stroke-dasharray=\"1.8 3.6\" d=\"M0 0h90\"/><path stroke=\"{road}\" stroke-width=\"7.5\" d=\"M0 0h90\"/><path stroke=\"{trail}\" stroke-width=\"2.8\" stroke-dasharray=\"11 6\" d=\"M0 0h90\"/>"
            ),
        ),
    ]
}

/// Streams and creeks, and how they are crossed.
fn waters() -> [Sample; 3] {
    let (road, casing) = (palette::ROAD, palette::ROAD_CASING);
    let (water, bank) = (palette::WATER, palette::WATER_LINE);
    [
        (
            "Stream",
            format!(
                "<path stroke=\"{bank}\" stroke-width=\"5.4\" d=\"M0 4q22-12 45 0t45 0\"/><path stroke=\"{water}\" stroke-width=\"2.6\" d=\"M0 4q22-12 45 0t45 0\"/>"
            ),
        ),
        (
            "Creek, bridge",
            format!(
                "<path stroke=\"{bank}\" stroke-width=\"13\" d=\"M0 4q22-12 45 0t45 0\"/><path stroke=\"{water}\" stroke-width=\"9.4\" d=\"M0 4q22-12 45 0t45 0\"/><path stroke=\"{road}\" stroke-width=\"11\" d=\"M45-14v34\"/><path stroke=\"{}\" stroke-width=\"3\" d=\"M34-20l4 7v31l-4 7M56-20l-4 7v31l4 7\"/>",
                palette::INK
            ),
        ),
        (
            "Ford",
            format!(
                "<path stroke=\"{bank}\" stroke-width=\"5.4\" d=\"M0 4q22-12 45 0t45 0\"/><path stroke=\"{water}\" stroke-width=\"2.6\" d=\"M0 4q22-12 45 0t45 0\"/><path stroke=\"{casing}\" stroke-width=\"3.4\" stroke-linecap=\"round\" d=\"M42-6h0m6 0h0m-6 5h0m6 0h0m-6 5h0m6 0h0m-6 5h0m6 0h0m-6 5h0m6 0h0\"/>"
            ),
        ),
    ]
}

/// Slopes, ravines and crests.
fn slopes() -> [Sample; 3] {
    let contour = palette::CONTOUR;
    let comb = "m0 0v16m9-16v16m9-16v16m9-16v16m9-16v16m9-16v16m9-16v16m9-16v16";
    [
        (
            "Steep slope",
            format!("<path stroke=\"{contour}\" stroke-width=\"2\" d=\"M8-8{comb}\"/>"),
        ),
        (
            "Ravine",
            format!(
                "<path stroke=\"{contour}\" stroke-width=\"1.6\" d=\"M8-20{comb}M8 4{comb}\"/>"
            ),
        ),
        (
            "Crest",
            format!(
                "<path stroke=\"{contour}\" stroke-width=\"4\" d=\"M4 0h76\"/><path stroke=\"{contour}\" stroke-width=\"1.6\" d=\"M8-16{comb}M8 0{comb}\"/>"
            ),
        ),
    ]
}

/// A bar of round yards in four parts, and an arrow to the north.
fn scale_bar(out: &mut String, unit_per_yard: f64) {
    let yards = [2000.0, 1000.0, 800.0, 400.0, 200.0, 100.0]
        .into_iter()
        .find(|yards| yards * unit_per_yard <= 430.0)
        .unwrap_or(40.0);
    let step = yards * unit_per_yard / 4.0;
    let left = WIDTH - 60.0 - step * 4.0;
    let ink = palette::INK;
    for k in 0..4 {
        let fill = if k % 2 == 0 { ink } else { palette::PAPER };
        let _ = write!(
            out,
            "<path fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.5\" d=\"M{} 176h{}v13h-{}z\"/>",
            num(left + f64::from(k) * step),
            num(step),
            num(step)
        );
    }
    let figures = Type::new(Face::Serif, 24.0);
    for k in [0, 2, 4] {
        text(
            out,
            figures,
            &format!("{}", yards / 4.0 * f64::from(k)),
            left + f64::from(k) * step,
            168.0,
            Anchor::Middle,
        );
    }
    text(
        out,
        Type::new(Face::SerifItalic, 25.0),
        "yards",
        left + 2.0 * step,
        216.0,
        Anchor::Middle,
    );
    let x = left + 2.0 * step;
    let _ = write!(
        out,
        "<path fill=\"{ink}\" d=\"M{x} 18l-17 92 17-13z\"/><path fill=\"{}\" stroke=\"{ink}\" stroke-width=\"1.6\" d=\"M{x} 18l17 92-17-13z\"/>",
        palette::PAPER,
        x = num(x)
    );
    text(
        out,
        Type::new(Face::Serif, 34.0),
        "N",
        x - 44.0,
        52.0,
        Anchor::Middle,
    );
}
