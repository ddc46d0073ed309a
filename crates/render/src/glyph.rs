//! Letters as outlines, from the fonts in `fonts/` (see the README there), so that no machine needs a font.

use std::sync::LazyLock;

use ttf_parser::{Face as Ttf, GlyphId, OutlineBuilder};

use crate::curve::Line;
use crate::layout::Point;
use crate::pen::Pen;

/// The hands the map is lettered in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Old Standard: titles.
    Serif,
    /// Old Standard Italic: names of water, roads, fields.
    SerifItalic,
    /// Roboto Condensed, for counters.
    Sans,
    SansBold,
    /// Slanted figures mark estimates.
    SansItalic,
    SansBoldItalic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
}

struct Faces([Ttf<'static>; 6]);

static FACES: LazyLock<Faces> = LazyLock::new(|| {
    let load = |bytes: &'static [u8]| Ttf::parse(bytes, 0).expect("the embedded fonts are sound");
    Faces([
        load(include_bytes!("../fonts/OldStandard-Regular.ttf")),
        load(include_bytes!("../fonts/OldStandard-Italic.ttf")),
        load(include_bytes!("../fonts/RobotoCondensed-Regular-latin.ttf")),
        load(include_bytes!("../fonts/RobotoCondensed-Bold-latin.ttf")),
        load(include_bytes!("../fonts/RobotoCondensed-Italic-latin.ttf")),
        load(include_bytes!(
            "../fonts/RobotoCondensed-BoldItalic-latin.ttf"
        )),
    ])
});

fn font(face: Face) -> &'static Ttf<'static> {
    let [serif, serif_italic, sans, bold, italic, bold_italic] = &FACES.0;
    match face {
        Face::Serif => serif,
        Face::SerifItalic => serif_italic,
        Face::Sans => sans,
        Face::SansBold => bold,
        Face::SansItalic => italic,
        Face::SansBoldItalic => bold_italic,
    }
}

/// A letter the font lacks is shown as its "missing" box, never dropped.
fn glyph(font: &Ttf<'_>, c: char) -> GlyphId {
    font.glyph_index(c).unwrap_or(GlyphId(0))
}

/// How a run of letters is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Type {
    pub face: Face,
    pub size: f64,
    /// Extra space after each letter, as a share of the size.
    pub spacing: f64,
}

impl Type {
    pub const fn new(face: Face, size: f64) -> Self {
        Self {
            face,
            size,
            spacing: 0.0,
        }
    }

    pub const fn spaced(self, spacing: f64) -> Self {
        Self { spacing, ..self }
    }

    fn advance(&self, c: char) -> f64 {
        let font = font(self.face);
        let units = f64::from(font.units_per_em());
        let width = f64::from(font.glyph_hor_advance(glyph(font, c)).unwrap_or(0));
        (width / units + self.spacing) * self.size
    }

    pub fn width(&self, text: &str) -> f64 {
        let spaces = if text.is_empty() {
            0.0
        } else {
            self.spacing * self.size
        };
        text.chars().map(|c| self.advance(c)).sum::<f64>() - spaces
    }

    /// Height of capitals.
    pub fn cap_height(&self) -> f64 {
        let font = font(self.face);
        let units = f64::from(font.units_per_em());
        font.capital_height().map_or(0.7, |h| f64::from(h) / units) * self.size
    }

    /// The type made small enough that the text fits into a width.
    pub fn fitting(mut self, text: &str, width: f64) -> Self {
        let needed = self.width(text);
        if needed > width && needed > 0.0 {
            self.size *= width / needed;
        }
        self
    }

    /// Sets the text on a straight base line.
    pub fn set(&self, pen: &mut Pen, text: &str, at: Point, anchor: Anchor) {
        let width = self.width(text);
        let mut x = at.x
            - match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
            };
        for c in text.chars() {
            self.outline(pen, c, Point::new(x, at.y), Point::new(1.0, 0.0));
            x += self.advance(c);
        }
    }

    /// Sets the text along a line, centred on it and lifted by `rise` above it. Reads from west to east.
    pub fn set_along(&self, pen: &mut Pen, text: &str, line: &Line, rise: f64) {
        let mut line = line.clone();
        if let (Some(a), Some(b)) = (line.points.first(), line.points.last())
            && a.x > b.x
        {
            line.points.reverse();
        }
        let mut distance = (line.length() - self.width(text)) / 2.0;
        for c in text.chars() {
            let advance = self.advance(c);
            let Some((middle, direction)) = line.along(distance + advance / 2.0) else {
                return;
            };
            let from = middle.plus(
                -direction.x * advance / 2.0 + direction.y * rise,
                -direction.y * advance / 2.0 - direction.x * rise,
            );
            self.outline(pen, c, from, direction);
            distance += advance;
        }
    }

    fn outline(&self, pen: &mut Pen, c: char, at: Point, direction: Point) {
        let font = font(self.face);
        let mut tracer = Tracer {
            pen,
            at,
            direction,
            scale: self.size / f64::from(font.units_per_em()),
        };
        font.outline_glyph(glyph(font, c), &mut tracer);
    }
}

struct Tracer<'a> {
    pen: &'a mut Pen,
    at: Point,
    direction: Point,
    scale: f64,
}

impl Tracer<'_> {
    fn map(&self, x: f32, y: f32) -> Point {
        let (x, y) = (f64::from(x) * self.scale, -f64::from(y) * self.scale);
        self.at.plus(
            x * self.direction.x - y * self.direction.y,
            x * self.direction.y + y * self.direction.x,
        )
    }
}

impl OutlineBuilder for Tracer<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(self.map(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(self.map(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.pen.quad_to(self.map(x1, y1), self.map(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.pen
            .cubic_to(self.map(x1, y1), self.map(x2, y2), self.map(x, y));
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// Path data of a text on a straight base line, for drawings that are lettered elsewhere and painted here.
pub fn text_path(text: &str, at: Point, size: f64, middle: bool) -> String {
    let mut pen = Pen::new();
    let anchor = if middle {
        Anchor::Middle
    } else {
        Anchor::Start
    };
    Type::new(Face::Sans, size).set(&mut pen, text, at, anchor);
    pen.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_wide_as_its_letters_and_fits_when_asked() {
        let t = Type::new(Face::SansBold, 10.0);
        assert!(t.width("MM") > t.width("ii"));
        let narrow = t.fitting("Pittsburg Landing", 20.0);
        assert!(narrow.width("Pittsburg Landing") <= 20.0 + 1e-9);
    }

    #[test]
    fn every_face_draws_letters_figures_and_the_marks_of_counters() {
        for face in [
            Face::Serif,
            Face::SerifItalic,
            Face::Sans,
            Face::SansBold,
            Face::SansItalic,
            Face::SansBoldItalic,
        ] {
            for c in "AZaz09&'~½–éà.".chars() {
                let found = font(face).glyph_index(c);
                assert!(found.is_some(), "{face:?} lacks {c:?}");
            }
        }
    }
}
