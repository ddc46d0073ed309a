//! Leaders: smaller than units, with their stars and ratings.

use longroll_core::Side;

use crate::glyph::{Anchor, Face};
use crate::livery::{band, uniform};
use crate::plate::{Plate, disc, polygon};
use crate::view::{CommandView, Detail, IncumbentView, LeaderView};

/// Half the size of the medallion.
const REACH: f64 = 25.0;

/// Leaders are smaller than units, so that both can be read in one hex.
const SMALLER: f64 = 0.84;

/// Draws a leader at the origin, ten times as large as the map.
pub fn draw(leader: &LeaderView, detail: Detail) -> String {
    let mut plate = Plate::default();
    let ink = uniform(leader.side);
    let (colour, letters) = band(leader.livery.division);
    plate.veil("#1d1a12", ".35", medallion(leader.side, (1.4, 2.0), REACH));
    match detail {
        Detail::Far => {
            plate.shape(
                ink.cloth,
                ink.trim,
                4.0,
                medallion(leader.side, (0.0, 0.0), REACH),
            );
            plate.fill(colour, medallion(leader.side, (0.0, 0.0), REACH - 6.0));
            star(&mut plate, (0.0, 0.5), 15.0, letters);
        }
        Detail::Middle => {
            plate.shape(
                ink.cloth,
                ink.trim,
                2.4,
                medallion(leader.side, (0.0, 0.0), REACH),
            );
            ribbon(&mut plate, colour, (-6.0, 11.0));
            plate.text(
                letters,
                Face::SansBold,
                13.5,
                &leader.name,
                (0.0, 7.2),
                Anchor::Middle,
                46.0,
            );
            stars(&mut plate, leader.stars, (0.0, -13.5), 6.0, ink.trim);
        }
        Detail::Near => near(&mut plate, leader),
    }
    if leader.command == CommandView::OutOfCommand {
        plate.shape(
            "none",
            "#c2271c",
            1.8,
            medallion(leader.side, (0.0, 0.0), REACH + 2.4),
        );
    }
    format!("<g transform=\"scale({SMALLER})\">{}</g>", plate.finish())
}

fn near(plate: &mut Plate, leader: &LeaderView) {
    let ink = uniform(leader.side);
    let (colour, letters) = band(leader.livery.division);
    plate.shape(
        ink.cloth,
        ink.trim,
        1.8,
        medallion(leader.side, (0.0, 0.0), REACH),
    );
    stars(plate, leader.stars, (0.0, -18.2), 3.6, ink.trim);
    ribbon(plate, colour, (-13.0, -3.2));
    let name = match leader.incumbent {
        IncumbentView::Original => leader.name.clone(),
        IncumbentView::Replacement => format!("{} (R)", leader.name),
    };
    plate.text(
        letters,
        Face::SansBold,
        9.4,
        &name,
        (0.0, -4.9),
        Anchor::Middle,
        46.0,
    );
    plate.text(
        ink.trim,
        Face::Sans,
        6.4,
        &leader.command_code,
        (0.0, 3.2),
        Anchor::Middle,
        40.0,
    );
    let count = leader.ratings.len().max(1) as f64;
    let step = (36.0 / count).min(12.5);
    for (k, rating) in leader.ratings.iter().enumerate() {
        let x = (k as f64 - (count - 1.0) / 2.0) * step;
        plate.figure(ink.trim, 10.5, &rating.figure, (x, 13.4), step - 1.0);
        plate.text(
            ink.trim,
            Face::Sans,
            4.3,
            &rating.label,
            (x, 18.4),
            Anchor::Middle,
            step - 0.5,
        );
    }
}

/// A disc for the Union, a diamond-cut octagon for the Confederates.
fn medallion(side: Side, (x, y): (f64, f64), reach: f64) -> crate::pen::Pen {
    match side {
        Side::Union => disc(x, y, reach),
        Side::Confederate => {
            let cut = reach * 0.42;
            polygon(&[
                (x - cut, y - reach),
                (x + cut, y - reach),
                (x + reach, y - cut),
                (x + reach, y + cut),
                (x + cut, y + reach),
                (x - cut, y + reach),
                (x - reach, y + cut),
                (x - reach, y - cut),
            ])
        }
    }
}

/// A band across the medallion and a little beyond, so that a long name has room.
fn ribbon(plate: &mut Plate, colour: &str, (top, bottom): (f64, f64)) {
    let reach = REACH + 1.5;
    plate.shape(
        colour,
        "#2a241a",
        0.8,
        polygon(&[
            (-reach, top),
            (reach, top),
            (reach - 2.0, (top + bottom) / 2.0),
            (reach, bottom),
            (-reach, bottom),
            (-reach + 2.0, (top + bottom) / 2.0),
        ]),
    );
}

fn stars(plate: &mut Plate, count: u8, (x, y): (f64, f64), radius: f64, ink: &str) {
    let count = count.min(6);
    let step = radius * 2.3;
    for k in 0..count {
        let offset = (f64::from(k) - (f64::from(count) - 1.0) / 2.0) * step;
        star(plate, (x + offset, y), radius, ink);
    }
}

/// A five-pointed star; the corners are written out, so that no machine's sine differs.
fn star(plate: &mut Plate, (x, y): (f64, f64), r: f64, ink: &str) {
    const CORNERS: [(f64, f64); 10] = [
        (0.0, -1.0),
        (0.2245, -0.309),
        (0.9511, -0.309),
        (0.3633, 0.118),
        (0.5878, 0.809),
        (0.0, 0.382),
        (-0.5878, 0.809),
        (-0.3633, 0.118),
        (-0.9511, -0.309),
        (-0.2245, -0.309),
    ];
    plate.fill(
        ink,
        polygon(&CORNERS.map(|(dx, dy)| (x + dx * r, y + dy * r))),
    );
}
