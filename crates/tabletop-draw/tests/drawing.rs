//! What a drawing must hold: every unit with its key, nothing of the text unescaped, the same bytes every time.

use longroll_tabletop::{
    Arc, BaseSize, Body, Heading, Point, Polygon, Polyline, Pose, Segment, Table, Ticks, Vector,
    ranks,
};
use longroll_tabletop_draw::{
    ArcView, AreaKind, AreaView, Army, FireView, GhostView, HillView, Lettering, LineKind,
    LineView, ObjectiveView, Overlay, PlainText, RangeView, RiverView, RoadView, Setting,
    TableView, TapeView, UnitKind, UnitView, ZoneView, ground_svg, overlay_svg, table_svg,
    units_svg,
};

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn square(x: i32, y: i32, side: i32) -> Polygon {
    Polygon::new([
        p(x, y),
        p(x + side, y),
        p(x + side, y + side),
        p(x, y + side),
    ])
    .expect("simple")
}

fn unit(key: &str, kind: UnitKind, army: Army) -> UnitView {
    let slots = ranks(&[2], BaseSize::new(Ticks(800), Ticks(400)));
    UnitView {
        key: key.to_owned(),
        name: format!("Unit <{key}>"),
        label: "1".to_owned(),
        army,
        kind,
        body: Body::placed(Pose::new(p(5000, 5000), Heading::NORTH), &slots),
        deployed: true,
        disordered: false,
        decimated: false,
        losses: 0,
        spent: false,
        chosen: false,
    }
}

fn table() -> TableView {
    TableView {
        table: Table::new(Ticks::units(12), Ticks::units(10)).expect("a table"),
        hills: vec![HillView {
            name: "Hill".to_owned(),
            level: 9,
            outline: square(1000, 1000, 3000),
        }],
        areas: vec![AreaView {
            name: "A & B".to_owned(),
            kind: AreaKind::Woods,
            outline: square(7000, 7000, 2000),
        }],
        rivers: vec![RiverView {
            course: Polyline::new([p(0, 9000), p(12_000, 9000)]).expect("a line"),
            width: Ticks(600),
            fords: Vec::new(),
        }],
        roads: vec![RoadView {
            name: "Road".to_owned(),
            course: Polyline::new([p(0, 500), p(12_000, 500)]).expect("a line"),
            width: Ticks(600),
        }],
        lines: vec![LineView {
            kind: LineKind::Hedge,
            course: Polyline::new([p(0, 6000), p(3000, 6000)]).expect("a line"),
        }],
        zones: vec![ZoneView {
            army: Army::Blue,
            outline: square(0, 0, 2000),
        }],
        objectives: vec![ObjectiveView {
            at: p(6000, 2000),
            held_by: None,
            label: "1".to_owned(),
        }],
        units: vec![
            unit("general", UnitKind::General, Army::Blue),
            unit("blue", UnitKind::Foot, Army::Blue),
            unit("grey", UnitKind::Guns, Army::Grey),
        ],
    }
}

fn overlay() -> Overlay {
    let body = table().units[1].body.clone();
    Overlay {
        ranges: vec![RangeView {
            body: body.clone(),
            distance: Ticks(2000),
            text: "2.00".to_owned(),
        }],
        arcs: vec![ArcView {
            arc: Arc::of_base(&body.bases()[0]),
            eye: body.bases()[0].centre(),
            range: Ticks(3000),
        }],
        ghosts: vec![GhostView {
            army: Army::Blue,
            start: body.clone(),
            legal: vec![body.moved(Vector::new(0, 1000))],
            wanted: Some(body.moved(Vector::new(0, 2000))),
            reason: "a friend is in the way".to_owned(),
        }],
        fires: vec![FireView {
            line: Segment::new(p(5000, 5000), p(6000, 8000)),
            free: false,
            text: String::new(),
        }],
        tapes: vec![TapeView {
            from: p(0, 0),
            to: p(3000, 4000),
            text: "5.00".to_owned(),
        }],
    }
}

/// Every tag that opens is closed, and quotes pair up: enough to tell a broken drawing.
fn assert_sound(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("every tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '/']).next();
        let name = name.expect("every tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn the_whole_drawing_is_sound_and_the_same_every_time() {
    let svg = table_svg(&table(), &overlay(), &PlainText);
    assert_sound(&svg);
    assert_eq!(svg, table_svg(&table(), &overlay(), &PlainText));
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1300 1100\""));
    for layer in [
        ground_svg(&table(), &PlainText),
        units_svg(&table(), &PlainText),
        overlay_svg(&table(), &overlay(), &PlainText),
    ] {
        assert!(svg.contains(&layer));
    }
}

#[test]
fn units_can_be_clicked_and_generals_lie_on_top() {
    let svg = units_svg(&table(), &PlainText);
    let at = |key: &str| svg.find(&format!("data-unit=\"{key}\"")).expect("drawn");
    assert!(at("blue") < at("grey") && at("grey") < at("general"));
    assert!(svg.contains("<title>Unit &lt;blue&gt;</title>"));
    // The left base: corners counter-clockwise from the front left, north up.
    assert!(svg.contains("d=\"M470 550L470 590L550 590L550 550Z\""));
}

#[test]
fn states_show_as_classes() {
    let mut table = table();
    let unit = &mut table.units[1];
    (unit.chosen, unit.disordered, unit.spent, unit.decimated) = (true, true, true, true);
    unit.losses = 3;
    let svg = units_svg(&table, &PlainText);
    assert!(svg.contains("class=\"unit blue chosen spent disordered decimated\""));
    assert!(svg.contains("1 \u{2022}\u{2022}\u{2022}"));
    assert_sound(&svg);
}

#[test]
fn overlays_show_what_is_legal_and_what_is_not() {
    let svg = overlay_svg(&table(), &overlay(), &PlainText);
    assert!(svg.contains("class=\"legal\" d=\"M470 450L"));
    assert!(svg.contains("class=\"wanted\" d=\"M470 350L"));
    assert!(svg.contains("a friend is in the way"));
    assert!(svg.contains("stroke-width=\"400\""));
    assert!(svg.contains("class=\"tape\"><path d=\"M50 1050L350 650\""));
    assert!(svg.contains("pointer-events=\"none\""));
}

/// The ends of an arc lie on its 45-degree rays and at the range from the eye.
#[test]
fn an_arc_ends_at_its_range() {
    let base = table().units[1].body.bases()[0];
    let svg = overlay_svg(&table(), &overlay(), &PlainText);
    let path = svg.split("class=\"arc\" d=\"").nth(1).expect("an arc");
    let numbers: Vec<f64> = path
        .split('"')
        .next()
        .expect("path data")
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .filter_map(|n| n.parse().ok())
        .collect();
    // M left, L left end, A rx ry 0 0 1 right end, L right.
    let (left_end, right_end) = ((numbers[2], numbers[3]), (numbers[9], numbers[10]));
    let eye = (
        f64::from(base.centre().x() + 500) / 10.0,
        1050.0 - f64::from(base.centre().y()) / 10.0,
    );
    for (end, corner) in [(left_end, (470.0, 550.0)), (right_end, (550.0, 550.0))] {
        let range = (end.0 - eye.0).hypot(end.1 - eye.1);
        assert!((range - 300.0).abs() < 0.3, "{range}");
        let (aside, ahead) = ((end.0 - corner.0).abs(), corner.1 - end.1);
        assert!((aside - ahead).abs() < 0.3, "{aside} aside, {ahead} ahead");
    }
}

#[test]
fn whoever_has_outlines_may_set_the_letters() {
    struct Dots;
    impl Lettering for Dots {
        fn set(&self, out: &mut String, text: &str, _: Setting<'_>) {
            out.push_str(&"<circle/>".repeat(text.chars().count()));
        }
    }
    let svg = table_svg(&table(), &overlay(), &Dots);
    assert!(!svg.contains("<text") && svg.contains("<circle/>"));
    assert_sound(&svg);
}

#[test]
fn every_kind_of_ground_has_its_pattern() {
    for kind in [
        AreaKind::Woods,
        AreaKind::Crops,
        AreaKind::Village,
        AreaKind::Stony,
        AreaKind::Marsh,
        AreaKind::Impassable,
    ] {
        let mut table = table();
        table.areas[0].kind = kind;
        let svg = ground_svg(&table, &PlainText);
        let used = svg
            .split("url(#")
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        let used = used.expect("a pattern is used");
        assert!(svg.contains(&format!("id=\"{used}\"")), "{used}");
    }
}
