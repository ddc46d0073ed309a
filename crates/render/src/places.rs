//! Camps, headquarters, houses, the church, ponds, landings and memorable spots, with their small names.

use std::fmt::Write as _;

use crate::glyph::{Anchor, Face, Type};
use crate::layout::Point;
use crate::palette;
use crate::pen::{Blocks, num};
use crate::sheet::{PlaceKind, Sheet};

const CAMP_TYPE: Type = Type::new(Face::SansItalic, 12.5);
const PLACE_TYPE: Type = Type::new(Face::SerifItalic, 14.5);

pub fn symbols(out: &mut String) {
    let _ = write!(
        out,
        "<g id=\"tents\" stroke=\"{ink}\" stroke-width=\"1.1\" stroke-linejoin=\"round\">\
         <path fill=\"#fffdf4\" d=\"M-20 6l7-12 7 12zM-7 6l7-12 7 12zM6 6l7-12 7 12z\"/>\
         <path fill=\"{ink}\" d=\"M-14.600 6l1.600-5 1.600 5zM-1.600 6l1.600-5 1.600 5zM11.400 6l1.600-5 1.600 5z\"/></g>\
         <g id=\"hq\" stroke=\"{ink}\" stroke-width=\"1.2\" stroke-linejoin=\"round\">\
         <path fill=\"#fffdf4\" d=\"M-13 8l3-10 10-6 10 6 3 10z\"/><path fill=\"{ink}\" d=\"M-2.500 8l2.500-8 2.500 8z\"/>\
         <path fill=\"#b3423a\" d=\"M0-8v-15l11 3.500-11 4z\"/></g>\
         <g id=\"house\" stroke=\"{ink}\" stroke-width=\"1\"><path fill=\"{wood}\" d=\"M-7-5h14v10h-14z\"/>\
         <path stroke=\"#d9c9b0\" d=\"M-7 0h14\"/></g>\
         <g id=\"church\"><path fill=\"{wood}\" stroke=\"{ink}\" d=\"M-8-5h16v12h-16z\"/>\
         <path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\" d=\"M0-5v-15m-5 5h10\"/></g>\
         <path id=\"site\" fill=\"#8a2f2a\" stroke=\"#fff8e6\" stroke-width=\"1\" d=\"M0-8l2.200 5 5.400.500-4.100 3.600 1.300 5.300L0 3.600l-4.800 2.800 1.300-5.300-4.100-3.600 5.400-.5z\"/>\
         <path id=\"pond\" fill=\"{water}\" stroke=\"{line}\" stroke-width=\"2\" d=\"M-17 1c-2-9 8-13 16-10s17 0 18 7-6 12-15 11-17 1-19-8z\"/>\
         <circle id=\"junction\" r=\"5\" fill=\"#f6f1e4\" stroke=\"{ink}\" stroke-width=\"1.600\"/>\
         <g id=\"landing\" fill=\"none\" stroke=\"{ink}\" stroke-linecap=\"round\"><path stroke-width=\"2.200\" d=\"M0-9v18M-8 3c1 5 5 6 8 6s7-1 8-6M-4-5h8\"/>\
         <circle cy=\"-11\" r=\"2.600\" stroke-width=\"1.800\"/></g>",
        ink = palette::INK,
        wood = palette::BUILDING,
        water = palette::WATER,
        line = palette::WATER_LINE,
    );
}

pub fn draw(out: &mut String, sheet: &Sheet) {
    let mut marks = String::new();
    let mut camp_names = Blocks::default();
    let mut place_names = Blocks::default();
    for (&(c, r), cell) in &sheet.cells {
        let centre = sheet.layout.centre(c, r);
        // Several things in one hex stand side by side.
        let count = cell.places.len();
        for (k, place) in cell.places.iter().enumerate() {
            let shift = (k as f64 - (count as f64 - 1.0) / 2.0) * 30.0;
            let p = centre.plus(shift, if count > 1 { shift * 0.35 } else { 0.0 });
            let (symbol, at) = symbol(place.kind, p);
            let _ = write!(
                marks,
                "<use href=\"#{symbol}\" x=\"{}\" y=\"{}\"/>",
                num(at.x),
                num(at.y)
            );
            match place.kind {
                PlaceKind::Camp | PlaceKind::Headquarters => {
                    let t = CAMP_TYPE.fitting(&place.name, 80.0);
                    t.set(
                        camp_names.at(p),
                        &place.name,
                        Point::new(p.x, p.y + 25.0 + shift * 0.3),
                        Anchor::Middle,
                    );
                }
                // The landing is named by its field.
                PlaceKind::Landing => {}
                _ => {
                    let below = if place.kind == PlaceKind::Pond {
                        24.0
                    } else {
                        17.0
                    };
                    PLACE_TYPE.set(
                        place_names.at(p),
                        &place.name,
                        at.plus(0.0, below),
                        Anchor::Middle,
                    );
                }
            }
        }
    }
    let _ = write!(out, "<g id=\"places\">{marks}");
    let all = |names: Blocks| names.finish().collect::<Vec<_>>();
    halo(out, &all(camp_names), palette::INK, 2.6);
    halo(out, &all(place_names), palette::INK, 3.2);
    out.push_str("</g>");
}

/// What stands for a place at this point of its hex, and where exactly.
fn symbol(kind: PlaceKind, p: Point) -> (&'static str, Point) {
    match kind {
        PlaceKind::Camp => ("tents", p.plus(0.0, 6.0)),
        PlaceKind::Headquarters => ("hq", p.plus(0.0, 6.0)),
        PlaceKind::Building => ("house", p.plus(-14.0, -12.0)),
        PlaceKind::Church => ("church", p.plus(-14.0, -10.0)),
        PlaceKind::Pond => ("pond", p),
        PlaceKind::Landing => ("landing", p.plus(8.0, 0.0)),
        PlaceKind::Junction => ("junction", p),
        PlaceKind::Site => ("site", p.plus(12.0, -12.0)),
    }
}

/// Letters with a soft rim of paper, readable on any ground.
pub fn halo(out: &mut String, labels: &[String], ink: &str, rim: f64) {
    let _ = write!(
        out,
        "<g fill=\"{ink}\" stroke=\"{}\" stroke-opacity=\".72\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\">",
        palette::PAPER,
        num(rim)
    );
    for data in labels {
        let _ = write!(out, "<path d=\"{data}\"/>");
    }
    out.push_str("</g>");
}
