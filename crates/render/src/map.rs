//! The whole map without units, layer on layer.

use std::fmt::Write as _;

use crate::layout::Rect;
use crate::palette;
use crate::pen::num;
use crate::sheet::Sheet;
use crate::{cover, gridlines, lettering, places, relief, water, ways};

/// What to show beyond the ground itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Yes,
    No,
}

/// The optional layers of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers {
    pub relief_shading: Shown,
    pub contours: Shown,
    pub grid: Shown,
    pub numbers: Shown,
    pub names: Shown,
    pub places: Shown,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            relief_shading: Shown::Yes,
            contours: Shown::Yes,
            grid: Shown::Yes,
            numbers: Shown::Yes,
            names: Shown::Yes,
            places: Shown::Yes,
        }
    }
}

/// The map as `<defs>` and groups, without the `<svg>` around it.
pub fn body(sheet: &Sheet, layers: &Layers) -> String {
    let mut out = String::with_capacity(1 << 20);
    let frame = sheet.frame();
    out.push_str("<defs>");
    cover::patterns(&mut out);
    places::symbols(&mut out);
    let _ = write!(
        out,
        "<clipPath id=\"neat\">{}</clipPath></defs>",
        rect_element(&frame, "")
    );
    let levels = sheet
        .cells
        .values()
        .fold((i32::MAX, i32::MIN), |(a, b), c| {
            (a.min(c.level), b.max(c.level))
        });
    out.push_str("<g id=\"map\" clip-path=\"url(#neat)\">");
    if !sheet.cells.is_empty() {
        let heights = relief::heights(sheet).blurred(5);
        out.push_str(&rect_element(
            &frame,
            &format!("fill=\"{}\"", palette::level(levels.0)),
        ));
        let contours = relief::tints(&mut out, &heights, levels);
        cover::draw(&mut out, sheet);
        if layers.relief_shading == Shown::Yes {
            relief::shading(&mut out, &heights);
        }
        if layers.contours == Shown::Yes {
            let _ = write!(
                out,
                "<g id=\"contours\" fill=\"none\" stroke=\"{}\" opacity=\".62\">{contours}</g>",
                palette::CONTOUR
            );
        }
        relief::hachures(&mut out, sheet, &heights);
        let courses = water::courses(sheet);
        water::draw(&mut out, sheet, &courses);
        if layers.grid == Shown::Yes {
            gridlines::grid(&mut out, sheet);
        }
        ways::draw(&mut out, sheet);
        if layers.places == Shown::Yes {
            places::draw(&mut out, sheet);
        }
        if layers.names == Shown::Yes {
            lettering::draw(&mut out, sheet, &courses);
        }
        if layers.numbers == Shown::Yes {
            gridlines::numbers(&mut out, sheet);
        }
    }
    out.push_str("</g>");
    let _ = write!(
        out,
        "{}{}",
        rect_element(
            &frame.grown(1.5),
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"3\"",
                palette::INK
            )
        ),
        rect_element(
            &frame.grown(8.0),
            &format!(
                "fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"",
                palette::INK
            )
        ),
    );
    out
}

pub fn rect_element(r: &Rect, attributes: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
        num(r.left),
        num(r.top),
        num(r.width()),
        num(r.height())
    )
}

/// Opens an SVG that shows a rectangle of the map on paper.
pub fn open(view: &Rect) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">{}",
        num(view.left),
        num(view.top),
        num(view.width()),
        num(view.height()),
        num(view.width()),
        num(view.height()),
        rect_element(view, &format!("fill=\"{}\"", palette::PAPER))
    )
}

/// The whole picture: the map and its margin.
pub fn picture(sheet: &Sheet) -> Rect {
    sheet.frame().grown(40.0)
}

/// A whole map as SVG.
pub fn sheet_svg(sheet: &Sheet, layers: &Layers) -> String {
    let mut out = open(&picture(sheet));
    out.push_str(&body(sheet, layers));
    out.push_str("</svg>");
    out
}

/// The ground without units as SVG.
pub fn map_svg(ground: &longroll_board::Ground, layers: &Layers) -> String {
    sheet_svg(&crate::survey::survey(ground), layers)
}
