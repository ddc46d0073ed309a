//! The small signs on a counter: orders, ammunition, fatigue, command, losses, height of the stack.

use crate::counter::{self, HEIGHT, LEFT, TOP, WIDTH};
use crate::glyph::{Anchor, Face};
use crate::plate::{Plate, disc, lines, polygon, rounded};
use crate::view::{AmmunitionView, CommandView, CounterView, Losses, OrdersView};

const RIM: &str = "#2a241a";
const FACE: &str = "#fffdf5";
const RED: &str = "#c2271c";

/// A row of strength points along the lower edge: full ones are there, hollow ones are lost.
pub fn pips(plate: &mut Plate, losses: Option<Losses>, ink: &str) {
    let Some(Losses { full, now }) = losses else {
        return;
    };
    if full == 0 {
        return;
    }
    let full = full.max(now);
    let step = (WIDTH - 14.0) / f64::from(full);
    let width = (step * 0.72).min(5.0);
    let start = -step * f64::from(full) / 2.0 + step / 2.0;
    let y = TOP + HEIGHT - 5.8;
    for k in 0..full {
        let x = start + step * f64::from(k) - width / 2.0;
        let pip = polygon(&[(x, y), (x + width, y), (x + width, y + 3.2), (x, y + 3.2)]);
        if k < now {
            plate.fill(ink, pip);
        } else {
            plate.shape("none", RED, 0.6, pip);
        }
    }
}

/// The badges beside a counter, one below the other, only those that say something. They stand on the left, or on the
/// right where the facing points west.
pub fn badges(plate: &mut Plate, unit: &CounterView) {
    let west = unit
        .facing
        .is_some_and(|facing| counter::aim(facing).x < -30.0);
    let (x, wide) = if west {
        (LEFT + WIDTH + 5.5, LEFT + WIDTH + 5.5)
    } else {
        (LEFT - 5.5, LEFT - 13.0)
    };
    let mut y = TOP + 21.0;
    if let Some(orders_now) = unit.orders {
        orders(plate, orders_now, (x, y));
        y += 13.5;
    }
    if unit.command == CommandView::OutOfCommand {
        out_of_command(plate, (x, y));
        y += 13.5;
    }
    if unit.ammunition != AmmunitionView::Full {
        ammunition(plate, unit.ammunition, (x, y));
        y += 13.5;
    }
    if unit.fatigue > 0 {
        fatigue(plate, unit.fatigue, (wide, y));
    }
}

fn badge(plate: &mut Plate, (x, y): (f64, f64), fill: &str) {
    plate.shape(fill, RIM, 0.9, disc(x, y, 6.2));
}

/// SR 6.11: a column for March, one chevron for Advance, two on red for Attack, R for Reserve.
fn orders(plate: &mut Plate, orders: OrdersView, (x, y): (f64, f64)) {
    match orders {
        OrdersView::March => {
            badge(plate, (x, y), FACE);
            for dy in [-2.6, 0.0, 2.6] {
                plate.stroke(RIM, 1.3, lines(&[&[(x - 2.6, y + dy), (x + 2.6, y + dy)]]));
            }
        }
        OrdersView::Advance => {
            badge(plate, (x, y), FACE);
            plate.stroke(
                RIM,
                1.6,
                lines(&[&[(x - 3.2, y + 1.6), (x, y - 1.8), (x + 3.2, y + 1.6)]]),
            );
        }
        OrdersView::Attack => {
            badge(plate, (x, y), RED);
            for dy in [-1.7, 1.9] {
                plate.stroke(
                    FACE,
                    1.6,
                    lines(&[&[
                        (x - 3.2, y + dy + 1.6),
                        (x, y + dy - 1.8),
                        (x + 3.2, y + dy + 1.6),
                    ]]),
                );
            }
        }
        OrdersView::Reserve => {
            badge(plate, (x, y), "#4c6b3c");
            plate.text(
                FACE,
                Face::SansBold,
                8.5,
                "R",
                (x, y + 3.0),
                Anchor::Middle,
                9.0,
            );
        }
    }
}

fn out_of_command(plate: &mut Plate, (x, y): (f64, f64)) {
    badge(plate, (x, y), FACE);
    plate.stroke(
        RED,
        1.5,
        lines(&[
            &[(x - 2.8, y - 2.8), (x + 2.8, y + 2.8)],
            &[(x - 2.8, y + 2.8), (x + 2.8, y - 2.8)],
        ]),
    );
}

/// SR 10.91: a cartridge, half full or struck out.
pub fn ammunition(plate: &mut Plate, ammunition: AmmunitionView, (x, y): (f64, f64)) {
    badge(plate, (x, y), FACE);
    plate.stroke(
        RIM,
        1.0,
        lines(&[&[
            (x - 1.9, y + 4.0),
            (x - 1.9, y - 1.6),
            (x, y - 4.4),
            (x + 1.9, y - 1.6),
            (x + 1.9, y + 4.0),
            (x - 1.9, y + 4.0),
        ]]),
    );
    match ammunition {
        AmmunitionView::Full => {
            plate.fill(
                RIM,
                polygon(&[
                    (x - 1.9, y + 4.0),
                    (x - 1.9, y - 1.6),
                    (x + 1.9, y - 1.6),
                    (x + 1.9, y + 4.0),
                ]),
            );
        }
        AmmunitionView::Low => {
            plate.fill(
                RED,
                polygon(&[
                    (x - 1.9, y + 4.0),
                    (x - 1.9, y + 1.6),
                    (x + 1.9, y + 1.6),
                    (x + 1.9, y + 4.0),
                ]),
            );
        }
        AmmunitionView::Out => {
            plate.stroke(
                RED,
                1.7,
                lines(&[&[(x - 4.2, y + 4.2), (x + 4.2, y - 4.2)]]),
            );
        }
    }
}

/// SR 17: one bar for each level of Fatigue, four at most.
fn fatigue(plate: &mut Plate, level: u8, (x, y): (f64, f64)) {
    plate.shape(
        "#efe3c2",
        RIM,
        0.9,
        rounded(x - 6.4, y - 6.2, 20.0, 12.4, 6.0),
    );
    plate.text(
        RIM,
        Face::SansBold,
        7.4,
        "F",
        (x - 1.4, y + 2.7),
        Anchor::Middle,
        7.0,
    );
    for k in 0..level.min(4) {
        let left = x + 2.4 + f64::from(k) * 2.6;
        plate.fill(
            RED,
            polygon(&[
                (left, y + 3.4),
                (left, y - 3.4),
                (left + 1.6, y - 3.4),
                (left + 1.6, y + 3.4),
            ]),
        );
    }
}

/// How many counters lie here and their strength together.
pub fn stack(plate: &mut Plate, height: usize, strength: Option<u32>, (x, y): (f64, f64)) {
    let text = match strength {
        Some(sp) => format!("{height}: {sp} SP"),
        None => height.to_string(),
    };
    let half = 4.0 + text.chars().count() as f64 * 2.4;
    plate.shape(
        "#fff6cf",
        RIM,
        0.9,
        rounded(x - half, y - 5.8, half * 2.0, 11.6, 5.6),
    );
    plate.text(
        RIM,
        Face::SansBold,
        8.4,
        &text,
        (x, y + 3.0),
        Anchor::Middle,
        half * 2.0 - 4.0,
    );
}
