//! A map of where men fell.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use longroll_board::{Grid, Ground, HexId, Terrain};
use longroll_catalog::facts::Arm;
use longroll_core::{BySide, Side};
use longroll_position::Setting;

use crate::MEN;
use crate::chart::escape;
use crate::chronicle::Chronicle;

/// Half the width of a hex.
const SIZE: f64 = 10.0;

/// SP lost in each hex.
type Lost = BTreeMap<HexId, BySide<u32>>;

/// The map of the area with a disc for each hex in which men fell, its area as their number.
pub(crate) fn map(setting: &Setting, chronicle: &Chronicle) -> String {
    let ground = setting.ground();
    let lost = lost(setting, chronicle);
    let hexes = area(setting, &lost);
    if hexes.is_empty() {
        return String::new();
    }
    let mut svg = opening(ground, &hexes);
    draw_ground(&mut svg, ground, &hexes);
    draw_roads(&mut svg, ground, &hexes);
    draw_field_names(&mut svg, ground, &hexes);
    draw_discs(&mut svg, ground, &lost);
    svg + "</svg>"
}

/// Where men of infantry and cavalry fell.
fn lost(setting: &Setting, chronicle: &Chronicle) -> Lost {
    let mut lost = Lost::new();
    for fallen in &chronicle.fallen {
        let facts = setting.unit(fallen.unit);
        if matches!(facts.arm, Arm::Infantry | Arm::Cavalry) {
            lost.entry(fallen.hex).or_default()[facts.side] += u32::from(fallen.sp);
        }
    }
    lost
}

/// The hexes of the scenario, and those beyond in which men fell.
fn area(setting: &Setting, lost: &Lost) -> Vec<HexId> {
    let stages = &setting.scenario.area.stages;
    let mut hexes: Vec<HexId> = stages.iter().flat_map(|own| own.hexes.clone()).collect();
    hexes.extend(lost.keys());
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn centre(grid: &Grid, hex: HexId) -> (f64, f64) {
    let x = f64::from(grid.column(hex)) * SIZE * 1.5;
    let y = f64::from(grid.half_rows(hex)) * SIZE * 0.866_025;
    (x, y)
}

/// The element of the drawing, as large as its hexes.
fn opening(ground: &Ground, hexes: &[HexId]) -> String {
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for &hex in hexes {
        let (x, y) = centre(&ground.grid, hex);
        left = left.min(x - SIZE);
        right = right.max(x + SIZE);
        top = top.min(y - SIZE);
        bottom = bottom.max(y + SIZE);
    }
    format!(
        "<svg class=\"map\" viewBox=\"{left:.0} {top:.0} {:.0} {:.0}\" role=\"img\">",
        right - left,
        bottom - top
    )
}

/// One path for each kind of ground keeps the file small.
fn draw_ground(svg: &mut String, ground: &Ground, hexes: &[HexId]) {
    let mut paths: BTreeMap<&str, String> = BTreeMap::new();
    for &hex in hexes {
        let path = paths.entry(class(ground.terrain(hex))).or_default();
        let (x, y) = centre(&ground.grid, hex);
        let half = SIZE * 0.866_025;
        let _ = write!(
            path,
            "M{:.1} {y:.1}L{:.1} {:.1}H{:.1}L{:.1} {y:.1}L{:.1} {:.1}H{:.1}Z",
            x - SIZE,
            x - SIZE / 2.0,
            y - half,
            x + SIZE / 2.0,
            x + SIZE,
            x + SIZE / 2.0,
            y + half,
            x - SIZE / 2.0
        );
    }
    for (class, path) in paths {
        let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

/// `hexes` are in order.
fn draw_roads(svg: &mut String, ground: &Ground, hexes: &[HexId]) {
    for route in &ground.names.routes {
        let inside = route
            .hexes
            .iter()
            .filter(|hex| hexes.binary_search(hex).is_ok());
        let points: Vec<String> = inside
            .map(|&hex| {
                let (x, y) = centre(&ground.grid, hex);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        if points.len() > 1 {
            let _ = write!(
                svg,
                "<polyline class=\"road\" points=\"{}\"/>",
                points.join(" ")
            );
        }
    }
}

/// Each field's name in the middle of its hexes.
fn draw_field_names(svg: &mut String, ground: &Ground, hexes: &[HexId]) {
    let mut fields: BTreeMap<_, Vec<HexId>> = BTreeMap::new();
    for &hex in hexes {
        if let Some(field) = ground.hexes[hex].field {
            fields.entry(field).or_default().push(hex);
        }
    }
    for (field, own) in fields {
        let Some(name) = ground.names.field(field) else {
            continue;
        };
        let count = own.len() as f64;
        let sum = own.iter().map(|&hex| centre(&ground.grid, hex));
        let (x, y) = sum.fold((0.0, 0.0), |(x, y), own| (x + own.0, y + own.1));
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x / count,
            y / count,
            escape(&name.name)
        );
    }
}

fn draw_discs(svg: &mut String, ground: &Ground, lost: &Lost) {
    for (&hex, both) in lost {
        let (x, y) = centre(&ground.grid, hex);
        for (side, shift) in [(Side::Union, -2.0), (Side::Confederate, 2.0)] {
            let sp = both[side];
            if sp > 0 {
                let _ = write!(
                    svg,
                    "<circle class=\"fell {}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"><title>{}: {} ({side})</title></circle>",
                    side.word(),
                    x + shift,
                    2.0 + 3.0 * f64::from(sp).sqrt(),
                    escape(ground.grid.name(hex)),
                    sp * MEN
                );
            }
        }
    }
}

const fn class(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear | Terrain::Field | Terrain::FieldBoundary => "open",
        Terrain::Woods | Terrain::Thicket => "woods",
        Terrain::Orchard | Terrain::Town => "orchard",
        Terrain::Swamp | Terrain::SwampStream => "swamp",
        Terrain::River | Terrain::Lake => "water",
    }
}
