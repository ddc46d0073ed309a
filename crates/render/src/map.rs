//! The whole map without units, layer on layer.
//!
//! Nothing is clipped and no layer is half transparent as a whole, because painters pay for that with a second picture
//! in memory: the drawing bleeds past the edge and the margin is painted over it, and each ink has its own strength.

use std::fmt::Write as _;

use longroll_board::Ground;

use crate::layout::Rect;
use crate::legend::{self, Legend};
use crate::palette;
use crate::pen::{Pen, num};
use crate::sheet::Sheet;
use crate::survey::survey;
use crate::{cover, gridlines, lettering, places, relief, water, ways};

/// Whether a layer is drawn.
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
    /// A small figure in each hex for its level; off unless asked for.
    pub levels: Shown,
    pub names: Shown,
    /// Names of fields, if names are shown at all.
    pub field_names: Shown,
    pub places: Shown,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            relief_shading: Shown::Yes,
            contours: Shown::Yes,
            grid: Shown::Yes,
            numbers: Shown::Yes,
            levels: Shown::No,
            names: Shown::Yes,
            field_names: Shown::Yes,
            places: Shown::Yes,
        }
    }
}

/// How a map is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapStyle {
    pub layers: Layers,
    /// A title and key in the lower margin.
    pub legend: Option<Legend>,
}

/// Width of a plain margin in map units.
const MARGIN: f64 = 40.0;

/// The whole picture: the map and its margin.
pub fn picture(ground: &Ground, style: &MapStyle) -> Rect {
    sheet_picture(&survey(ground), style)
}

/// The same for a sheet.
pub fn sheet_picture(sheet: &Sheet, style: &MapStyle) -> Rect {
    let frame = sheet.frame().grown(MARGIN);
    match &style.legend {
        None => frame,
        Some(_) => Rect {
            bottom: frame.bottom + legend::height(&frame),
            ..frame
        },
    }
}

/// The ground without units as SVG.
pub fn map_svg(ground: &Ground, style: &MapStyle) -> String {
    sheet_svg(&survey(ground), style)
}

/// The same for a sheet.
pub fn sheet_svg(sheet: &Sheet, style: &MapStyle) -> String {
    let mut out = open(&sheet_picture(sheet, style));
    out.push_str(&body(sheet, style));
    out.push_str("</svg>");
    out
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

pub fn rect_element(r: &Rect, attributes: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
        num(r.left),
        num(r.top),
        num(r.width()),
        num(r.height())
    )
}

/// The map as `<defs>` and groups, without the `<svg>` around it.
pub fn body(sheet: &Sheet, style: &MapStyle) -> String {
    let mut out = String::with_capacity(1 << 21);
    out.push_str("<defs>");
    cover::patterns(&mut out);
    places::symbols(&mut out);
    out.push_str("</defs><g id=\"map\">");
    if !sheet.cells.is_empty() {
        draw_layers(&mut out, sheet, &style.layers);
    }
    out.push_str("</g>");
    margin(&mut out, sheet, style);
    out
}

fn draw_layers(out: &mut String, sheet: &Sheet, layers: &Layers) {
    let lowest = sheet.cells.values().map(|c| c.level).min().unwrap_or(0);
    let highest = sheet.cells.values().map(|c| c.level).max().unwrap_or(0);
    let heights = relief::heights(sheet).blurred(5);
    out.push_str(&rect_element(
        &sheet.frame(),
        &format!("fill=\"{}\"", palette::level(lowest)),
    ));
    let contours = relief::tints(out, &heights, (lowest, highest));
    cover::draw(out, sheet);
    if layers.relief_shading == Shown::Yes && highest > lowest {
        relief::shading(out, &heights);
    }
    if layers.contours == Shown::Yes {
        let _ = write!(
            out,
            "<g id=\"contours\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".62\">{contours}</g>",
            palette::CONTOUR
        );
    }
    relief::hachures(out, sheet, &heights);
    let courses = water::courses(sheet);
    water::draw(out, sheet, &courses);
    if layers.grid == Shown::Yes {
        gridlines::grid(out, sheet);
    }
    ways::draw(out, sheet);
    if layers.places == Shown::Yes {
        places::draw(out, sheet);
    }
    if layers.names == Shown::Yes {
        lettering::draw(out, sheet, &courses, layers.field_names);
    }
    if layers.numbers == Shown::Yes {
        gridlines::numbers(out, sheet);
    }
    if layers.levels == Shown::Yes {
        gridlines::levels(out, sheet);
    }
}

/// Paper over everything that bled out, holes of a patch included, then the neat line and the key.
fn margin(out: &mut String, sheet: &Sheet, style: &MapStyle) {
    let frame = sheet.frame();
    let beyond = frame.grown(400.0);
    let mut pen = Pen::new();
    pen.rect(beyond.left, beyond.top, beyond.width(), beyond.height());
    pen.rect(frame.left, frame.top, frame.width(), frame.height());
    let mut holes = Pen::new();
    if let Some((columns, rows)) = sheet.extent() {
        for c in columns.0..=columns.1 {
            for r in rows.0..=rows.1 {
                if !sheet.cells.contains_key(&(c, r)) {
                    holes.polygon(&sheet.layout.polygon(c, r));
                }
            }
        }
    }
    let ink = palette::INK;
    let _ = write!(
        out,
        "<g id=\"margin\"><path fill=\"{0}\" fill-rule=\"evenodd\" d=\"{1}\"/><path fill=\"{0}\" d=\"{2}\"/>{3}{4}",
        palette::PAPER,
        pen.finish(),
        holes.finish(),
        rect_element(
            &frame.grown(1.5),
            &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"")
        ),
        rect_element(
            &frame.grown(9.0),
            &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"")
        ),
    );
    if let Some(key) = &style.legend {
        legend::draw(out, sheet, key);
    }
    out.push_str("</g>");
}
