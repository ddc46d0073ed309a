//! Colours of sides and commands. Sides differ in lightness, hue and shape; bands carry their code in letters.

use longroll_core::Side;

use crate::pen::Pen;
use crate::plate::{chamfered, fine, rounded};

/// The inks of one side.
#[derive(Debug, Clone, Copy)]
pub struct Uniform {
    /// Paper of the counter.
    pub cloth: &'static str,
    /// Solid blocks seen from far.
    pub coat: &'static str,
    /// Rim, facing and lettering.
    pub trim: &'static str,
}

pub fn uniform(side: Side) -> Uniform {
    match side {
        Side::Union => Uniform {
            cloth: "#dbe6f2",
            coat: "#33629c",
            trim: "#16335c",
        },
        Side::Confederate => Uniform {
            cloth: "#eedfc2",
            coat: "#a27a42",
            trim: "#4d3414",
        },
    }
}

/// The outline of a side's counters: round corners for the Union, cut corners for the Confederates.
pub fn outline(side: Side, left: f64, top: f64, width: f64, height: f64) -> Pen {
    match side {
        Side::Union => rounded(left, top, width, height, 6.5),
        Side::Confederate => chamfered(left, top, width, height, 7.0),
    }
}

/// The upper part of the same outline.
pub fn top_band(side: Side, left: f64, top: f64, width: f64, height: f64) -> Pen {
    let (right, bottom) = (left + width, top + height);
    let mut pen = Pen::new();
    match side {
        Side::Union => {
            pen.move_to(fine(left, top + 6.5));
            pen.quad_to(fine(left, top), fine(left + 6.5, top));
            pen.line_to(fine(right - 6.5, top));
            pen.quad_to(fine(right, top), fine(right, top + 6.5));
        }
        Side::Confederate => {
            pen.move_to(fine(left, top + 7.0));
            pen.line_to(fine(left + 7.0, top));
            pen.line_to(fine(right - 7.0, top));
            pen.line_to(fine(right, top + 7.0));
        }
    }
    pen.line_to(fine(right, bottom));
    pen.line_to(fine(left, bottom));
    pen.close();
    pen
}

/// A band colour and the ink that reads on it.
pub fn band(index: u8) -> (&'static str, &'static str) {
    const BANDS: [(&str, &str); 10] = [
        ("#b9412f", "#fff8ee"),
        ("#e6ac3c", "#2a2115"),
        ("#2f7d62", "#f6fff8"),
        ("#6d4c93", "#fbf6ff"),
        ("#2b86b8", "#f4fbff"),
        ("#f1ecdd", "#2a2115"),
        ("#3a3a3c", "#f7f4ec"),
        ("#d68fae", "#2a1520"),
        ("#a3b84c", "#232810"),
        ("#7a6040", "#fff7ea"),
    ];
    BANDS[usize::from(index) % BANDS.len()]
}
