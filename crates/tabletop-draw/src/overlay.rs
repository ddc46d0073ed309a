//! What is laid over the table: ranges, arcs, the ghost of a move, lines of fire, tapes.

use std::fmt::Write as _;

use longroll_tabletop::{Body, Convex, ExactPoint, Point};

use crate::ink;
use crate::lettering::{Anchor, Lettering, Setting};
use crate::sheet::{Sheet, length};
use crate::view::{ArcView, FireView, GhostView, Overlay, RangeView, TapeView};

pub(crate) fn draw(sheet: &Sheet, overlay: &Overlay, letters: &dyn Lettering) -> String {
    let mut out = String::from("<g class=\"overlay\" pointer-events=\"none\">\n");
    for range in &overlay.ranges {
        draw_range(&mut out, sheet, range, letters);
    }
    for arc in &overlay.arcs {
        draw_arc(&mut out, sheet, arc);
    }
    for ghost in &overlay.ghosts {
        draw_ghost(&mut out, sheet, ghost, letters);
    }
    for fire in &overlay.fires {
        draw_fire(&mut out, sheet, fire, letters);
    }
    for tape in &overlay.tapes {
        draw_tape(&mut out, sheet, tape, letters);
    }
    out.push_str("</g>\n");
    out
}

fn outlines(sheet: &Sheet, body: &Body) -> String {
    body.bases()
        .iter()
        .map(|base| sheet.outline(base.corners()))
        .collect()
}

fn write(
    out: &mut String,
    sheet: &Sheet,
    letters: &dyn Lettering,
    text: &str,
    at: Point,
    ink: &str,
) {
    if !text.is_empty() {
        let (x, y) = sheet.at(at);
        let (x, y) = (f64::from(x) / 10.0, f64::from(y) / 10.0);
        let setting = Setting {
            x,
            y: y - 10.0,
            size: 44.0,
            anchor: Anchor::Middle,
            ink,
        };
        letters.set(out, text, setting);
    }
}

/// A stroke twice as wide as the distance, with round joins, covers exactly what is within it. The group is made
/// transparent as a whole, so that strokes of several bases do not add up.
fn draw_range(out: &mut String, sheet: &Sheet, range: &RangeView, letters: &dyn Lettering) {
    let data = outlines(sheet, &range.body);
    let wide = length(range.distance + range.distance);
    let _ = writeln!(
        out,
        "<g class=\"range\" opacity=\"0.16\"><path d=\"{data}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\"/></g>",
        ink = ink::FREE,
    );
    let bounds = range.body.bounds();
    let top = Point::new(
        Sheet::middle(bounds).x(),
        bounds.high.y() + range.distance.0,
    );
    write(out, sheet, letters, &range.text, top, ink::FREE);
}

/// The rays run as far as the range from the eye; a curve of that radius closes them.
fn draw_arc(out: &mut String, sheet: &Sheet, view: &ArcView) {
    let (left, right) = (view.arc.left(), view.arc.right());
    let front = right - left;
    let (left_way, right_way) = (front.left() - front, front.left() + front);
    let radius = f64::from(view.range.0);
    let end = |from: Point, way: longroll_tabletop::Vector| {
        // From where the ray starts to where it is `radius` from the eye.
        let (wx, wy) = (f64::from(way.x), f64::from(way.y));
        let norm = wx.hypot(wy).max(1.0);
        let (wx, wy) = (wx / norm, wy / norm);
        let arm = from - view.eye;
        let (ax, ay) = (f64::from(arm.x), f64::from(arm.y));
        let along = ax * wx + ay * wy;
        let root = (along * along - ax * ax - ay * ay + radius * radius).max(0.0);
        let t = root.sqrt() - along;
        Point::new(
            from.x() + (wx * t).round() as i32,
            from.y() + (wy * t).round() as i32,
        )
    };
    let (left_end, right_end) = (end(left, left_way), end(right, right_way));
    let radius = length(view.range);
    let _ = writeln!(
        out,
        "<path class=\"arc\" d=\"M{}L{}A{radius} {radius} 0 0 1 {}L{}Z\" fill=\"{ink}\" fill-opacity=\"0.10\" stroke=\"{ink}\" stroke-width=\"2.5\" stroke-dasharray=\"10 6\"/>",
        sheet.pair(left),
        sheet.pair(left_end),
        sheet.pair(right_end),
        sheet.pair(right),
        ink = ink::FREE,
    );
}

/// Start thin, the legal end solid, what was wanted beyond it dashed, a track between the middles.
fn draw_ghost(out: &mut String, sheet: &Sheet, ghost: &GhostView, letters: &dyn Lettering) {
    let uniform = ink::uniform(ghost.army);
    out.push_str("<g class=\"ghost\">");
    let _ = write!(
        out,
        "<path class=\"start\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"4 5\"/>",
        outlines(sheet, &ghost.start),
        uniform.trim,
    );
    let middle = |body: &Body| Sheet::middle(body.bounds());
    let mut track = vec![middle(&ghost.start)];
    track.extend(ghost.legal.iter().map(middle));
    let _ = write!(
        out,
        "<path class=\"track\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\"/>",
        sheet.open_path(&track),
        uniform.trim,
    );
    let last = ghost.legal.last().unwrap_or(&ghost.start);
    for body in ghost.legal.iter().rev().skip(1) {
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>",
            outlines(sheet, body),
            uniform.trim,
        );
    }
    let _ = write!(
        out,
        "<path class=\"legal\" d=\"{}\" fill=\"{}\" fill-opacity=\"0.8\" stroke=\"{}\" stroke-width=\"4\"/>",
        outlines(sheet, last),
        uniform.coat,
        uniform.trim,
    );
    for base in last.bases() {
        let _ = write!(
            out,
            "<path d=\"{}\" stroke=\"{}\" stroke-width=\"8\"/>",
            sheet.open_path(&base.front_edge()),
            uniform.trim,
        );
    }
    if let Some(wanted) = &ghost.wanted {
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{red}\" stroke-width=\"4\" stroke-dasharray=\"8 8\"/>\
             <path class=\"wanted\" d=\"{}\" fill=\"{red}\" fill-opacity=\"0.10\" stroke=\"{red}\" stroke-width=\"3\" stroke-dasharray=\"8 6\"/>",
            sheet.open_path(&[middle(last), middle(wanted)]),
            outlines(sheet, wanted),
            red = ink::FREE,
        );
    }
    let bounds = last.bounds();
    let above = Point::new(middle(last).x(), bounds.high.y());
    write(out, sheet, letters, &ghost.reason, above, ink::FREE);
    out.push_str("</g>\n");
}

fn between(a: Point, b: ExactPoint) -> Point {
    a.midpoint(b.rounded())
}

/// A free line is whole and ends in a ball, a blocked one is broken and ends in a cross.
fn draw_fire(out: &mut String, sheet: &Sheet, fire: &FireView, letters: &dyn Lettering) {
    let (from, to) = (fire.line.from, fire.line.to);
    let (ink, dash) = if fire.free {
        (ink::FREE, "")
    } else {
        (ink::BLOCKED, " stroke-dasharray=\"7 7\"")
    };
    let end = if fire.free {
        "<circle r=\"8\"/>"
    } else {
        "<path d=\"M-9-9L9 9M9-9L-9 9\" stroke-width=\"5\"/>"
    };
    let _ = write!(
        out,
        "<g class=\"fire\" stroke=\"{ink}\" fill=\"{ink}\"><path d=\"M{}L{}\" stroke-width=\"3.5\"{dash}/><g transform=\"translate({})\">{end}</g></g>",
        sheet.pair(from),
        sheet.exact(to),
        sheet.exact(to),
    );
    write(out, sheet, letters, &fire.text, between(from, to), ink);
    out.push('\n');
}

fn draw_tape(out: &mut String, sheet: &Sheet, tape: &TapeView, letters: &dyn Lettering) {
    let data = sheet.open_path(&[tape.from, tape.to]);
    let _ = write!(
        out,
        "<g class=\"tape\"><path d=\"{data}\" stroke=\"{}\" stroke-width=\"11\" stroke-linecap=\"round\"/>\
         <path d=\"{data}\" stroke=\"{}\" stroke-width=\"8\" stroke-linecap=\"round\"/>\
         <path d=\"{data}\" stroke=\"{}\" stroke-width=\"8\" stroke-dasharray=\"2 98\"/></g>",
        ink::INK,
        ink::TAPE,
        ink::INK,
    );
    write(
        out,
        sheet,
        letters,
        &tape.text,
        tape.from.midpoint(tape.to),
        ink::INK,
    );
    out.push('\n');
}
