//! A small drawing board for one counter.
//!
//! Counters are drawn ten times as large as the map and scaled down, so that their small letters keep clean outlines at
//! the same precision of path data. Coordinates here are map units, the middle of the counter is the origin.

use std::fmt::Write as _;

use crate::glyph::{Anchor, Face, Type};
use crate::layout::Point;
use crate::pen::{Pen, num};
use crate::view::{Figure, Trust, shown};

pub const FINER: f64 = 10.0;

#[derive(Debug, Default)]
pub struct Plate {
    out: String,
}

pub fn fine(x: f64, y: f64) -> Point {
    Point::new(x * FINER, y * FINER)
}

impl Plate {
    pub fn finish(self) -> String {
        self.out
    }

    pub fn fill(&mut self, colour: &str, pen: Pen) {
        if !pen.is_empty() {
            let _ = write!(self.out, "<path fill=\"{colour}\" d=\"{}\"/>", pen.finish());
        }
    }

    pub fn shape(&mut self, fill: &str, stroke: &str, width: f64, pen: Pen) {
        let _ = write!(
            self.out,
            "<path fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"{}\"/>",
            num(width * FINER),
            pen.finish()
        );
    }

    pub fn veil(&mut self, colour: &str, opacity: &str, pen: Pen) {
        let _ = write!(
            self.out,
            "<path fill=\"{colour}\" fill-opacity=\"{opacity}\" d=\"{}\"/>",
            pen.finish()
        );
    }

    pub fn stroke(&mut self, colour: &str, width: f64, pen: Pen) {
        if !pen.is_empty() {
            self.shape("none", colour, width, pen);
        }
    }

    /// A line of text that shrinks to fit a width.
    #[allow(clippy::too_many_arguments)]
    pub fn text(
        &mut self,
        colour: &str,
        face: Face,
        size: f64,
        text: &str,
        (x, y): (f64, f64),
        anchor: Anchor,
        width: f64,
    ) {
        let mut pen = Pen::new();
        Type::new(face, size * FINER)
            .fitting(text, width * FINER)
            .set(&mut pen, text, fine(x, y), anchor);
        self.fill(colour, pen);
    }

    /// A figure centred on a spot; estimates slant and carry a tilde.
    pub fn figure(
        &mut self,
        colour: &str,
        size: f64,
        figure: &Figure,
        (x, y): (f64, f64),
        width: f64,
    ) {
        let face = match figure.trust {
            Trust::Known => Face::SansBold,
            Trust::Estimate => Face::SansBoldItalic,
        };
        self.text(
            colour,
            face,
            size,
            &shown(figure),
            (x, y),
            Anchor::Middle,
            width,
        );
    }
}

/// A rectangle with round corners.
pub fn rounded(left: f64, top: f64, width: f64, height: f64, radius: f64) -> Pen {
    let (right, bottom) = (left + width, top + height);
    let mut pen = Pen::new();
    pen.move_to(fine(left + radius, top));
    pen.line_to(fine(right - radius, top));
    pen.quad_to(fine(right, top), fine(right, top + radius));
    pen.line_to(fine(right, bottom - radius));
    pen.quad_to(fine(right, bottom), fine(right - radius, bottom));
    pen.line_to(fine(left + radius, bottom));
    pen.quad_to(fine(left, bottom), fine(left, bottom - radius));
    pen.line_to(fine(left, top + radius));
    pen.quad_to(fine(left, top), fine(left + radius, top));
    pen.close();
    pen
}

/// A rectangle with cut corners.
pub fn chamfered(left: f64, top: f64, width: f64, height: f64, cut: f64) -> Pen {
    let (right, bottom) = (left + width, top + height);
    polygon(&[
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ])
}

pub fn polygon(points: &[(f64, f64)]) -> Pen {
    let mut pen = Pen::new();
    let points: Vec<Point> = points.iter().map(|&(x, y)| fine(x, y)).collect();
    pen.polygon(&points);
    pen
}

pub fn disc(x: f64, y: f64, radius: f64) -> Pen {
    let mut pen = Pen::new();
    pen.disc(fine(x, y), radius * FINER);
    pen
}

pub fn lines(lines: &[&[(f64, f64)]]) -> Pen {
    let mut pen = Pen::new();
    for line in lines {
        let mut points = line.iter();
        if let Some(&(x, y)) = points.next() {
            pen.move_to(fine(x, y));
            points.for_each(|&(x, y)| pen.line_to(fine(x, y)));
        }
    }
    pen
}
