//! The ground: paper, hills, areas, water, roads, lines, zones, objectives, and a scale along the edges.

use std::fmt::Write as _;

use longroll_tabletop::{Point, Polyline, Ticks, Vector};

use crate::ink;
use crate::lettering::{Anchor, Lettering, Setting};
use crate::sheet::{Sheet, length, units};
use crate::view::{
    AreaView, HillView, LineKind, LineView, ObjectiveView, RiverView, RoadView, TableView, ZoneView,
};

pub(crate) fn draw(sheet: &Sheet, table: &TableView, letters: &dyn Lettering) -> String {
    let mut out = String::from("<g class=\"ground\">\n");
    out.push_str(ink::PATTERNS);
    paper(&mut out, sheet);
    let mut hills: Vec<&HillView> = table.hills.iter().collect();
    hills.sort_by_key(|hill| hill.level);
    for hill in hills {
        draw_hill(&mut out, sheet, hill, letters);
    }
    for area in &table.areas {
        draw_area(&mut out, sheet, area);
    }
    for river in &table.rivers {
        draw_river(&mut out, sheet, river);
    }
    draw_roads(&mut out, sheet, &table.roads, letters);
    for line in &table.lines {
        draw_line(&mut out, sheet, line);
    }
    for area in &table.areas {
        let middle = Sheet::middle(area.outline.bounds());
        write_at(&mut out, sheet, letters, &area.name, middle, 36.0);
    }
    for zone in &table.zones {
        draw_zone(&mut out, sheet, zone);
    }
    scale(&mut out, sheet, letters);
    for objective in &table.objectives {
        draw_objective(&mut out, sheet, objective, letters);
    }
    out.push_str("</g>\n");
    out
}

fn write_at(
    out: &mut String,
    sheet: &Sheet,
    letters: &dyn Lettering,
    text: &str,
    at: Point,
    size: f64,
) {
    if !text.is_empty() {
        let (x, y) = sheet.at(at);
        let (x, y) = (f64::from(x) / 10.0, f64::from(y) / 10.0);
        let setting = Setting {
            x,
            y: y + size / 3.0,
            size,
            anchor: Anchor::Middle,
            ink: ink::INK,
        };
        letters.set(out, text, setting);
    }
}

fn paper(out: &mut String, sheet: &Sheet) {
    let (width, height) = sheet.size();
    let table = sheet.table();
    let (left, top) = sheet.at(Point::new(0, table.height().0));
    let _ = writeln!(
        out,
        "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"4\"/>",
        units(width),
        units(height),
        ink::PAPER,
        units(left),
        units(top),
        length(table.width()),
        length(table.height()),
        ink::GRASS,
        ink::INK,
    );
}

/// A tick mark for every unit of measure along the south and the west edge, a number at every sixth.
fn scale(out: &mut String, sheet: &Sheet, letters: &dyn Lettering) {
    let (columns, rows) = (
        sheet.table().width().full_parts(Ticks::UNIT),
        sheet.table().height().full_parts(Ticks::UNIT),
    );
    let mut data = String::new();
    let mut numbers = String::new();
    let mut mark = |place: Point, out_by: Vector, number: i32| {
        let long = number % 6 == 0;
        let end = place + out_by * if long { 160 } else { 80 };
        data.push_str(&sheet.open_path(&[place, end]));
        if long {
            write_at(
                &mut numbers,
                sheet,
                letters,
                &number.to_string(),
                place + out_by * 310,
                30.0,
            );
        }
    };
    for x in 0..=columns {
        mark(Point::new(x * 1000, 0), Vector::new(0, -1), x);
    }
    for y in 1..=rows {
        mark(Point::new(0, y * 1000), Vector::new(-1, 0), y);
    }
    let _ = writeln!(
        out,
        "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"2\" fill=\"none\"/>{numbers}",
        ink::INK
    );
}

fn draw_hill(out: &mut String, sheet: &Sheet, hill: &HillView, letters: &dyn Lettering) {
    let shade = usize::from(hill.level.max(1) - 1).min(ink::HILLS.len() - 1);
    let _ = writeln!(
        out,
        "<path class=\"hill\" d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
        sheet.outline(hill.outline.outline()),
        ink::HILLS[shade],
        ink::CONTOUR,
    );
    let middle = Sheet::middle(hill.outline.bounds());
    write_at(out, sheet, letters, &hill.name, middle, 36.0);
}

fn draw_area(out: &mut String, sheet: &Sheet, area: &AreaView) {
    let (fill, rim, pattern) = ink::area(area.kind);
    let data = sheet.outline(area.outline.outline());
    let _ = writeln!(
        out,
        "<g class=\"area {pattern}\"><path d=\"{data}\" fill=\"{fill}\"/><path d=\"{data}\" fill=\"url(#tt-{pattern})\" stroke=\"{rim}\" stroke-width=\"3\" stroke-linejoin=\"round\"/></g>",
    );
}

fn stroke(out: &mut String, sheet: &Sheet, line: &Polyline, width: Ticks, ink: &str, more: &str) {
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{more}/>",
        sheet.open_path(line.points()),
        length(width),
    );
}

fn draw_river(out: &mut String, sheet: &Sheet, river: &RiverView) {
    stroke(out, sheet, &river.course, river.width, ink::WATER_LINE, "");
    stroke(
        out,
        sheet,
        &river.course,
        river.width - Ticks(60),
        ink::WATER,
        "",
    );
    for ford in &river.fords {
        stroke(out, sheet, ford, river.width, ink::FORD, "");
        stroke(
            out,
            sheet,
            ford,
            river.width,
            ink::WATER_LINE,
            " stroke-dasharray=\"3 9\"",
        );
    }
}

fn draw_roads(out: &mut String, sheet: &Sheet, roads: &[RoadView], letters: &dyn Lettering) {
    // All casings first, so that roads join where they cross.
    for road in roads {
        stroke(out, sheet, &road.course, road.width, ink::ROAD_CASING, "");
    }
    for road in roads {
        stroke(
            out,
            sheet,
            &road.course,
            road.width - Ticks(70),
            ink::ROAD,
            "",
        );
    }
    for road in roads {
        if let Some(place) = road.course.at(Ticks(road.course.length().0 / 6)) {
            write_at(out, sheet, letters, &road.name, place.front, 30.0);
        }
    }
}

fn draw_line(out: &mut String, sheet: &Sheet, line: &LineView) {
    let draw = |out: &mut String, width: i32, ink: &str, more: &str| {
        stroke(out, sheet, &line.course, Ticks(width), ink, more);
    };
    match line.kind {
        LineKind::Hedge => draw(
            out,
            160,
            ink::HEDGE,
            " stroke-dasharray=\"2 15\" stroke-linecap=\"round\"",
        ),
        LineKind::Fence => {
            draw(out, 40, ink::FENCE, "");
            draw(out, 140, ink::FENCE, " stroke-dasharray=\"4 26\"");
        }
        LineKind::Wall => {
            draw(out, 120, ink::WALL, "");
            draw(out, 60, ink::PAPER, " stroke-dasharray=\"12 4\"");
        }
        LineKind::Works => {
            draw(out, 220, ink::FENCE, " stroke-dasharray=\"10 6\"");
            draw(out, 80, ink::INK, "");
        }
    }
}

fn draw_zone(out: &mut String, sheet: &Sheet, zone: &ZoneView) {
    let uniform = ink::uniform(zone.army);
    let _ = writeln!(
        out,
        "<path class=\"zone\" d=\"{}\" fill=\"{}\" fill-opacity=\"0.08\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"18 12\"/>",
        sheet.outline(zone.outline.outline()),
        uniform.coat,
        uniform.trim,
    );
}

fn draw_objective(
    out: &mut String,
    sheet: &Sheet,
    objective: &ObjectiveView,
    letters: &dyn Lettering,
) {
    let (fill, rim) = objective.held_by.map_or((ink::PAPER, ink::INK), |army| {
        let uniform = ink::uniform(army);
        (uniform.coat, uniform.trim)
    });
    let (x, y) = sheet.at(objective.at);
    let _ = write!(
        out,
        "<g class=\"objective\"><circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"5\"/>\
         <path d=\"M{x} {y}v-52l34 12-34 14\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>",
        x = units(x),
        y = units(y),
    );
    write_at(
        out,
        sheet,
        letters,
        &objective.label,
        objective.at + Vector::new(0, -420),
        32.0,
    );
    out.push_str("</g>\n");
}
