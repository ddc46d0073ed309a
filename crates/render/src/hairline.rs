//! Figures and capitals as hairline strokes.

use crate::layout::Point;
use crate::pen::Pen;

/// A line without a break, in a 4 by 7 box.
type Stroke = &'static [(f64, f64)];

/// From 0 to 9.
const FIGURES: [&[Stroke]; 10] = [
    &[&[
        (1., 0.),
        (3., 0.),
        (4., 1.5),
        (4., 5.5),
        (3., 7.),
        (1., 7.),
        (0., 5.5),
        (0., 1.5),
        (1., 0.),
    ]],
    &[&[(0.8, 1.5), (2.4, 0.), (2.4, 7.)]],
    &[&[
        (0., 1.6),
        (1., 0.),
        (3., 0.),
        (4., 1.4),
        (3.8, 3.),
        (0., 7.),
        (4., 7.),
    ]],
    &[&[
        (0., 0.),
        (4., 0.),
        (1.8, 2.8),
        (3.2, 3.),
        (4., 4.4),
        (4., 5.6),
        (3., 7.),
        (1., 7.),
        (0., 5.8),
    ]],
    &[&[(3.1, 7.), (3.1, 0.), (0., 4.8), (4.2, 4.8)]],
    &[&[
        (3.8, 0.),
        (0.4, 0.),
        (0.2, 3.2),
        (2.6, 2.8),
        (4., 4.),
        (4., 5.6),
        (3., 7.),
        (1., 7.),
        (0., 6.),
    ]],
    &[&[
        (3.4, 0.),
        (1.2, 1.6),
        (0., 4.4),
        (0., 5.6),
        (1., 7.),
        (3., 7.),
        (4., 5.6),
        (4., 4.6),
        (3., 3.3),
        (1., 3.3),
        (0.1, 4.4),
    ]],
    &[&[(0., 0.), (4., 0.), (1.5, 7.)]],
    &[&[
        (1.2, 3.3),
        (0.2, 2.2),
        (0.2, 1.1),
        (1.2, 0.),
        (2.8, 0.),
        (3.8, 1.1),
        (3.8, 2.2),
        (2.8, 3.3),
        (1.2, 3.3),
        (0., 4.6),
        (0., 5.8),
        (1., 7.),
        (3., 7.),
        (4., 5.8),
        (4., 4.6),
        (2.8, 3.3),
    ]],
    &[&[
        (0.6, 7.),
        (2.8, 5.4),
        (4., 2.6),
        (4., 1.4),
        (3., 0.),
        (1., 0.),
        (0., 1.4),
        (0., 2.4),
        (1., 3.7),
        (3., 3.7),
        (3.9, 2.6),
    ]],
];

const NORTH: &[Stroke] = &[&[(0., 7.), (0., 0.), (4., 7.), (4., 0.)]];

const SOUTH: &[Stroke] = &[&[
    (3.8, 1.2),
    (2.8, 0.),
    (1.2, 0.),
    (0.2, 1.),
    (0.4, 2.4),
    (3.6, 4.4),
    (4., 5.8),
    (2.8, 7.),
    (1., 7.),
    (0., 5.8),
]];

const HYPHEN: &[Stroke] = &[&[(0.4, 3.6), (3.6, 3.6)]];

const DASH: &[Stroke] = &[&[(0., 3.5), (4., 3.5)]];

/// Figures and capitals as hairline strokes in a 4 by 7 box, for the thousands of hex numbers.
pub fn hairline(pen: &mut Pen, text: &str, at: Point, size: f64) {
    let scale = size / 7.0;
    let mut x = at.x - (text.chars().count() as f64 * 5.6 - 1.6) * scale / 2.0;
    for c in text.chars() {
        for stroke in strokes(c) {
            let mut points = stroke
                .iter()
                .map(|&(px, py)| Point::new(x + px * scale, at.y + (py - 7.0) * scale));
            if let Some(first) = points.next() {
                pen.move_to(first);
                points.for_each(|p| pen.line_to(p));
            }
        }
        x += 5.6 * scale;
    }
}

fn strokes(c: char) -> &'static [Stroke] {
    if let Some(figure) = c.to_digit(10).and_then(|place| FIGURES.get(place as usize)) {
        return figure;
    }
    match c {
        'N' => NORTH,
        'S' => SOUTH,
        '-' => HYPHEN,
        _ => DASH,
    }
}
