//! Units as counters. Status is drawn on the counter itself; no markers lie on the map.

use longroll_board::{Direction, Facing, Hand};

use crate::glyph::{Anchor, Face};
use crate::layout::{CORNERS, NEIGHBOURS, Point, at};
use crate::livery::{Uniform, band, outline, top_band, uniform};
use crate::plate::{Plate, disc, lines, polygon};
use crate::status;
use crate::view::{
    ActivityView, AmmunitionView, ArmView, CounterView, Detail, ExperienceView, OrderView, Trust,
};

/// Edges of the counter in map units, the middle of the hex being the origin.
pub(crate) const LEFT: f64 = -33.0;
pub(crate) const TOP: f64 = -34.0;
pub(crate) const WIDTH: f64 = 66.0;
pub(crate) const HEIGHT: f64 = 63.0;

/// Whether other counters of the stack hide this one. Signs outside a hidden counter would only clutter those above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Height {
    /// Nothing of its stack lies on it.
    Top,
    /// Another unit lies on it.
    Covered,
}

/// Draws a unit at the origin, ten times as large as the map (see [`crate::plate`]).
pub fn draw(unit: &CounterView, detail: Detail, height: Height) -> String {
    let mut plate = Plate::default();
    let ink = uniform(unit.side);
    if height == Height::Top {
        facing(&mut plate, unit, detail, &ink);
    }
    shadow(&mut plate, unit);
    match detail {
        Detail::Far => far(&mut plate, unit, &ink),
        Detail::Middle => middle(&mut plate, unit, &ink),
        Detail::Near => near(&mut plate, unit, &ink),
    }
    if detail == Detail::Near && height == Height::Top {
        status::badges(&mut plate, unit);
    }
    plate.finish()
}

fn shadow(plate: &mut Plate, unit: &CounterView) {
    plate.veil(
        "#1d1a12",
        ".35",
        outline(unit.side, LEFT + 1.6, TOP + 2.2, WIDTH, HEIGHT),
    );
    if unit.activity == ActivityView::Active {
        plate.shape(
            "none",
            "#fff3a8",
            7.0,
            outline(unit.side, LEFT, TOP, WIDTH, HEIGHT),
        );
    }
}

/// SR 7.11: the corner or the middle of the hexside that a facing points at, from the middle of the hex.
pub(crate) fn aim(facing: Facing) -> Point {
    match facing {
        Facing::Vertex(vertex) => at(CORNERS[vertex.index()]),
        Facing::Side(direction) => {
            at(NEIGHBOURS[direction.index()]).towards(Point::new(0.0, 0.0), 0.5)
        }
    }
}

/// SR 7.11: an arrowhead outside the counter towards the vertex or hexside, and the front hexsides drawn strong.
/// SR 7.31: the refused front is drawn broken.
fn facing(plate: &mut Plate, unit: &CounterView, detail: Detail, ink: &Uniform) {
    let Some(facing) = unit.facing else { return };
    let aim = aim(facing);
    let fronts: Vec<Direction> = match facing {
        Facing::Vertex(vertex) => vec![vertex.left_side(), vertex.right_side()],
        Facing::Side(direction) => vec![direction],
    };
    let way = Point::new(0.0, 0.0).direction_to(aim);
    let reach = Point::new(0.0, 0.0).distance(aim);
    let spot =
        |along: f64, aside: f64| (way.x * along - way.y * aside, way.y * along + way.x * aside);
    let half = if detail == Detail::Far { 15.0 } else { 10.0 };
    let base = 36.0;
    plate.shape(
        ink.trim,
        "#fffdf5",
        1.2,
        polygon(&[spot(base, -half), spot(reach - 2.0, 0.0), spot(base, half)]),
    );
    if detail == Detail::Far {
        return;
    }
    for direction in &fronts {
        plate.stroke(ink.trim, 3.2, front_line(*direction));
    }
    if let (Some(hand), [first, last]) = (unit.refused, fronts.as_slice()) {
        let side = match hand {
            Hand::Left => first.turned(-1),
            Hand::Right => last.turned(1),
        };
        let (a, b) = front_ends(side);
        for k in [0.0, 0.36, 0.72] {
            let (p, q) = (a.towards(b, k), a.towards(b, k + 0.24));
            plate.stroke(ink.trim, 3.2, lines(&[&[(p.x, p.y), (q.x, q.y)]]));
        }
    }
}

fn front_ends(direction: Direction) -> (Point, Point) {
    let pull = |p: Point| Point::new(p.x * 0.945, p.y * 0.945);
    (
        pull(at(CORNERS[direction.left_vertex().index()])),
        pull(at(CORNERS[direction.right_vertex().index()])),
    )
}

fn front_line(direction: Direction) -> crate::pen::Pen {
    let (a, b) = front_ends(direction);
    lines(&[&[(a.x, a.y), (b.x, b.y)]])
}

/// A block with name and strength, and the sign of an arm that is not infantry: what the eye can still read when a hex
/// is as large as a finger nail.
fn far(plate: &mut Plate, unit: &CounterView, ink: &Uniform) {
    let body = || outline(unit.side, LEFT, TOP, WIDTH, HEIGHT);
    let (colour, letters) = band(unit.livery.division);
    plate.fill(ink.coat, body());
    plate.fill(colour, top_band(unit.side, LEFT, TOP, WIDTH, 26.0));
    plate.shape("none", ink.trim, 3.0, body());
    plate.text(
        letters,
        Face::SansBold,
        23.0,
        &unit.name,
        (0.0, TOP + 21.5),
        Anchor::Middle,
        WIDTH - 6.0,
    );
    let beside = unit.arm != ArmView::Infantry;
    if beside {
        arm(plate, unit.arm, (-18.0, 10.5), 1.05, "#fffdf5");
    }
    let (x, width) = if beside { (13.0, 36.0) } else { (0.0, 58.0) };
    // The tilde of an estimate would cost half the figure; slanting it is enough at this distance.
    plate.text(
        "#fffdf5",
        match unit.strength.trust {
            Trust::Known => Face::SansBold,
            Trust::Estimate => Face::SansBoldItalic,
        },
        37.0,
        &unit.strength.text,
        (x, 23.0),
        Anchor::Middle,
        width,
    );
    disorder(plate, unit);
}

fn middle(plate: &mut Plate, unit: &CounterView, ink: &Uniform) {
    paper(plate, unit, ink, 20.0);
    let (_, letters) = band(unit.livery.division);
    plate.text(
        letters,
        Face::SansBold,
        17.0,
        &unit.name,
        (0.0, TOP + 16.2),
        Anchor::Middle,
        WIDTH - 12.0,
    );
    arm(plate, unit.arm, (-17.5, 8.0), 0.95, ink.trim);
    plate.figure(ink.trim, 33.0, &unit.strength, (12.0, 20.0), 38.0);
    status::pips(plate, unit.losses, ink.trim);
    disorder(plate, unit);
    if unit.ammunition != AmmunitionView::Full {
        status::ammunition(plate, unit.ammunition, (24.0, 31.0));
    }
}

fn near(plate: &mut Plate, unit: &CounterView, ink: &Uniform) {
    paper(plate, unit, ink, 14.0);
    let (_, letters) = band(unit.livery.division);
    plate.text(
        letters,
        Face::SansBold,
        12.5,
        &unit.name,
        (0.0, TOP + 11.6),
        Anchor::Middle,
        WIDTH - 11.0,
    );
    arm(plate, unit.arm, (-20.0, -9.5), 0.72, ink.trim);
    plate.text(
        ink.trim,
        Face::Sans,
        8.6,
        &unit.command_code,
        (2.5, -6.8),
        Anchor::Middle,
        26.0,
    );
    plate.shape("#fffdf5", ink.trim, 0.9, disc(23.0, -9.5, 7.2));
    plate.figure(ink.trim, 9.6, &unit.weapon, (23.0, -6.2), 12.5);
    figures(plate, unit, ink);
    status::pips(plate, unit.losses, ink.trim);
    if unit.experience == ExperienceView::Green {
        plate.text(
            "#2f6b2f",
            Face::SansBold,
            6.6,
            "G",
            (-27.5, 3.8),
            Anchor::Middle,
            8.0,
        );
    }
    disorder(plate, unit);
    if unit.activity == ActivityView::Done {
        plate.veil(
            "#8d8878",
            ".3",
            outline(unit.side, LEFT, TOP, WIDTH, HEIGHT),
        );
    }
}

/// Strength, cohesion and movement with their captions.
fn figures(plate: &mut Plate, unit: &CounterView, ink: &Uniform) {
    for (figure, caption, x) in [
        (Some(&unit.strength), "SP", -20.5),
        (unit.cohesion.as_ref(), "COH", 1.0),
        (unit.movement.as_ref(), "MA", 21.5),
    ] {
        let Some(figure) = figure else { continue };
        plate.text(
            ink.trim,
            Face::Sans,
            4.8,
            caption,
            (x, 3.6),
            Anchor::Middle,
            18.0,
        );
        plate.figure(ink.trim, 17.5, figure, (x, 18.0), 20.0);
    }
}

/// Paper, band of the division and line of the brigade.
fn paper(plate: &mut Plate, unit: &CounterView, ink: &Uniform, band_height: f64) {
    let body = || outline(unit.side, LEFT, TOP, WIDTH, HEIGHT);
    plate.fill(ink.cloth, body());
    let (colour, _) = band(unit.livery.division);
    let (line, _) = band(unit.livery.brigade);
    let bottom = TOP + band_height;
    plate.fill(colour, top_band(unit.side, LEFT, TOP, WIDTH, band_height));
    plate.fill(
        line,
        polygon(&[
            (LEFT, bottom),
            (LEFT + WIDTH, bottom),
            (LEFT + WIDTH, bottom + 2.6),
            (LEFT, bottom + 2.6),
        ]),
    );
    plate.shape("none", ink.trim, 2.2, body());
}

/// The sign of the arm in a box: crossed belts, a sabre strap, a gun, a boat.
fn arm(plate: &mut Plate, arm: ArmView, (x, y): (f64, f64), size: f64, ink: &str) {
    let (w, h) = (11.0 * size, 7.5 * size);
    let frame: &[(f64, f64)] = &[
        (x - w, y - h),
        (x + w, y - h),
        (x + w, y + h),
        (x - w, y + h),
        (x - w, y - h),
    ];
    let width = 1.9 * size;
    match arm {
        ArmView::Infantry => plate.stroke(
            ink,
            width,
            lines(&[
                frame,
                &[(x - w, y - h), (x + w, y + h)],
                &[(x - w, y + h), (x + w, y - h)],
            ]),
        ),
        ArmView::Cavalry => {
            plate.stroke(
                ink,
                width,
                lines(&[frame, &[(x - w, y + h), (x + w, y - h)]]),
            );
        }
        ArmView::Artillery => {
            plate.stroke(ink, width, lines(&[frame]));
            plate.fill(ink, disc(x, y, 3.6 * size));
        }
        ArmView::Gunboat => {
            plate.fill(
                ink,
                polygon(&[
                    (x - w * 1.15, y + h * 0.1),
                    (x + w * 1.15, y + h * 0.1),
                    (x + w * 0.8, y + h),
                    (x - w * 0.8, y + h),
                ]),
            );
            plate.stroke(
                ink,
                width * 1.4,
                lines(&[
                    &[(x - w * 0.3, y), (x - w * 0.3, y - h)],
                    &[(x + w * 0.3, y), (x + w * 0.3, y - h)],
                ]),
            );
        }
    }
}

/// SR 12.31: a Disordered counter is crossed by slashes and has a lettered corner; a Collapsed one has a black corner.
fn disorder(plate: &mut Plate, unit: &CounterView) {
    let (colour, letter) = match unit.order {
        OrderView::GoodOrder => return,
        OrderView::Disordered => ("#c2271c", "D"),
        OrderView::Collapsed => ("#1c1a18", "C"),
    };
    let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);
    for k in 0..4 {
        let x = LEFT + 10.0 + f64::from(k) * 15.0;
        plate.veil(
            colour,
            ".34",
            polygon(&[
                (x, TOP + 17.0),
                (x + 4.0, TOP + 17.0),
                (x - 5.0, bottom - 1.0),
                (x - 9.0, bottom - 1.0),
            ]),
        );
    }
    plate.fill(
        colour,
        polygon(&[
            (right - 22.0, TOP - 1.0),
            (right + 1.0, TOP - 1.0),
            (right + 1.0, TOP + 22.0),
        ]),
    );
    plate.text(
        "#fffaf0",
        Face::SansBold,
        11.0,
        letter,
        (right - 6.2, TOP + 9.2),
        Anchor::Middle,
        10.0,
    );
}
