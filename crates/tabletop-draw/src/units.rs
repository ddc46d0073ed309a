//! Units: every base with its front, the sign of its arm, and what state it is in.

use std::fmt::Write as _;

use longroll_tabletop::{Base, Convex, Point, Vector};

use crate::ink::{self, Uniform};
use crate::lettering::{Anchor, Lettering, Setting, escaped};
use crate::sheet::{Sheet, units};
use crate::view::{Army, UnitKind, UnitView};

pub(crate) fn draw(sheet: &Sheet, all: &[UnitView], letters: &dyn Lettering) -> String {
    let mut out = String::from("<g class=\"units\">\n");
    // Generals last: they stand on top of the brigades they have joined.
    let (generals, others): (Vec<_>, Vec<_>) =
        all.iter().partition(|unit| unit.kind == UnitKind::General);
    for unit in others.into_iter().chain(generals) {
        draw_unit(&mut out, sheet, unit, letters);
    }
    out.push_str("</g>\n");
    out
}

fn draw_unit(out: &mut String, sheet: &Sheet, unit: &UnitView, letters: &dyn Lettering) {
    let uniform = ink::uniform(unit.army);
    let mut classes = String::from(match unit.army {
        Army::Blue => "unit blue",
        Army::Grey => "unit grey",
    });
    for (set, class) in [
        (unit.chosen, " chosen"),
        (unit.spent, " spent"),
        (unit.disordered, " disordered"),
        (unit.decimated, " decimated"),
    ] {
        if set {
            classes.push_str(class);
        }
    }
    let _ = write!(
        out,
        "<g class=\"{classes}\" data-unit=\"{}\"{}><title>{}</title>",
        escaped(&unit.key),
        if unit.spent { " opacity=\"0.75\"" } else { "" },
        escaped(&unit.name),
    );
    if unit.chosen {
        for base in unit.body.bases() {
            let _ = write!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"14\" stroke-linejoin=\"round\"/>",
                sheet.outline(base.corners()),
                ink::CHOSEN,
            );
        }
    }
    for base in unit.body.bases() {
        draw_base(out, sheet, unit, base, uniform);
    }
    label(out, sheet, unit, uniform, letters);
    out.push_str("</g>\n");
}

fn draw_base(out: &mut String, sheet: &Sheet, unit: &UnitView, base: &Base, uniform: Uniform) {
    let outline = sheet.outline(base.corners());
    // A decimated unit is pale, a fresh one solid.
    let fill = if unit.decimated {
        uniform.cloth
    } else {
        uniform.coat
    };
    let _ = write!(
        out,
        "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>",
        uniform.trim,
    );
    if unit.disordered {
        let _ = write!(out, "<path d=\"{outline}\" fill=\"url(#tt-disorder)\"/>");
    }
    let mark = if unit.decimated {
        uniform.trim
    } else {
        uniform.cloth
    };
    arm(out, sheet, unit, base, mark);
    // The front edge is heavy, and a spike ahead of its middle tells the facing from far.
    let [left, right] = base.front_edge();
    let _ = write!(
        out,
        "<path d=\"{}\" stroke=\"{ink}\" stroke-width=\"7\" fill=\"none\"/><path d=\"{}\" fill=\"{ink}\"/>",
        sheet.open_path(&[left, right]),
        sheet.outline(&spike(base)),
        ink = uniform.trim,
    );
}

/// A triangle on the middle of the front edge, a sixth of the front high.
fn spike(base: &Base) -> [Point; 3] {
    let [left, right] = base.front_edge();
    let front = right - left;
    let part = |v: Vector, by: i32| Vector::new(v.x / by, v.y / by);
    let middle = base.front();
    [
        middle - part(front, 9),
        middle + part(front.left(), 6),
        middle + part(front, 9),
    ]
}

/// The sign of the arm: crossed straps for foot, one sash for horse, a ball for guns, a star for a general.
fn arm(out: &mut String, sheet: &Sheet, unit: &UnitView, base: &Base, mark: &str) {
    let [front_left, front_right] = base.front_edge();
    let [rear_left, rear_right] = base.rear_edge();
    let stroke = |out: &mut String, places: &[Point]| {
        let _ = write!(
            out,
            "<path d=\"{}\" stroke=\"{mark}\" stroke-width=\"2.5\" fill=\"none\"/>",
            sheet.open_path(places)
        );
    };
    let (x, y) = sheet.at(base.centre());
    let (cx, cy) = (units(x), units(y));
    match unit.kind {
        UnitKind::Foot => {
            stroke(out, &[front_left, rear_right]);
            stroke(out, &[front_right, rear_left]);
        }
        UnitKind::Horse => stroke(out, &[front_right, rear_left]),
        UnitKind::Guns => {
            let _ = write!(
                out,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"17\" fill=\"{mark}\"/>"
            );
            if unit.deployed {
                stroke(out, &[base.centre(), base.front()]);
            } else {
                let rear = rear_left.midpoint(rear_right);
                stroke(out, &[base.centre(), rear]);
                stroke(out, &[rear_left, base.front(), rear_right]);
            }
        }
        UnitKind::General => {
            let _ = write!(
                out,
                "<path transform=\"translate({cx} {cy})\" d=\"M0-20L5-6H20L8 3 12 18 0 9-12 18-8 3-20-6H-5Z\" fill=\"{mark}\"/>"
            );
        }
    }
}

/// The label and the losses behind the unit's rear, upright for the reader.
fn label(
    out: &mut String,
    sheet: &Sheet,
    unit: &UnitView,
    uniform: Uniform,
    letters: &dyn Lettering,
) {
    let Some(first) = unit.body.bases().first() else {
        return;
    };
    let mut text = unit.label.clone();
    if unit.losses > 0 {
        // Each loss carried is a dot.
        text.push(' ');
        text.extend(std::iter::repeat_n('\u{2022}', usize::from(unit.losses)));
    }
    if text.trim().is_empty() {
        return;
    }
    let behind = behind(unit.body.bases(), Sheet::middle(unit.body.bounds()), first);
    let (x, y) = sheet.at(behind);
    let setting = Setting {
        x: f64::from(x) / 10.0,
        y: f64::from(y) / 10.0 + 8.0,
        size: 36.0,
        anchor: Anchor::Middle,
        ink: uniform.trim,
    };
    letters.set(out, &text, setting);
}

/// A quarter of a unit of measure behind the rearmost corner, on the line from the middle straight back.
fn behind(bases: &[Base], middle: Point, first: &Base) -> Point {
    let back = first.rear_left() - first.front_left();
    let (dx, dy) = (f64::from(back.x), f64::from(back.y));
    let depth = dx.hypot(dy).max(1.0);
    let rearmost = bases
        .iter()
        .flat_map(|base| base.rear_edge())
        .map(|corner| back.dot(corner - middle) as f64 / depth)
        .fold(0.0, f64::max);
    let far = (rearmost + 250.0) / depth;
    middle + Vector::new((dx * far).round() as i32, (dy * far).round() as i32)
}
