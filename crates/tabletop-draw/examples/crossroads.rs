//! Draws an invented table with every kind of ground, unit and overlay: `cargo run -p longroll-tabletop-draw --example
//! crossroads > crossroads.svg`.

use longroll_tabletop::{
    Arc, Barrier, BaseSize, Body, Clearance, Field, Heading, Point, Polygon, Polyline, Pose,
    Segment, Slot, Table, Ticks, Vector, ranks,
};
use longroll_tabletop_draw::{
    ArcView, AreaKind, AreaView, Army, FireView, GhostView, HillView, LineKind, LineView,
    ObjectiveView, Overlay, PlainText, RangeView, RiverView, RoadView, TableView, TapeView,
    UnitKind, UnitView, ZoneView, table_svg,
};

const FOOT: BaseSize = BaseSize::new(Ticks(800), Ticks(400));
const HORSE: BaseSize = BaseSize::new(Ticks(1000), Ticks(1000));
const GUNS: BaseSize = BaseSize::new(Ticks(1200), Ticks(1600));
const GENERAL: BaseSize = BaseSize::new(Ticks(500), Ticks(1000));

type Failure = Box<dyn std::error::Error>;

fn places(list: &[(i32, i32)]) -> Vec<Point> {
    list.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn unit(
    name: &str,
    label: &str,
    army: Army,
    kind: UnitKind,
    at: (i32, i32, i32),
    slots: &[Slot],
) -> UnitView {
    UnitView {
        key: name.to_owned(),
        name: name.to_owned(),
        label: label.to_owned(),
        army,
        kind,
        body: Body::placed(
            Pose::new(Point::new(at.0, at.1), Heading::degrees(at.2)),
            slots,
        ),
        deployed: true,
        disordered: false,
        decimated: false,
        losses: 0,
        spent: false,
        chosen: false,
    }
}

fn ground() -> Result<TableView, Failure> {
    let area = |name: &str, kind, list: &[(i32, i32)]| -> Result<AreaView, Failure> {
        Ok(AreaView {
            name: name.to_owned(),
            kind,
            outline: Polygon::new(places(list))?,
        })
    };
    let line = |kind, list: &[(i32, i32)]| -> Result<LineView, Failure> {
        Ok(LineView {
            kind,
            course: Polyline::new(places(list))?,
        })
    };
    let course = Polyline::new(places(&[
        (0, 14_000),
        (2000, 14_500),
        (3500, 15_500),
        (5000, 19_000),
        (5000, 24_000),
    ]))?;
    let (_, ford) = course.cut(Point::new(2000, 14_500), Ticks(1200));
    let zone = |army, low: i32, high: i32| -> Result<ZoneView, Failure> {
        let outline = Polygon::new(places(&[
            (0, low),
            (36_000, low),
            (36_000, high),
            (0, high),
        ]))?;
        Ok(ZoneView { army, outline })
    };
    Ok(TableView {
        table: Table::new(Ticks::units(36), Ticks::units(24))?,
        hills: vec![HillView {
            name: "Signal Hill".to_owned(),
            level: 1,
            outline: Polygon::new(places(&[
                (24_000, 7000),
                (28_000, 6800),
                (30_000, 8500),
                (28_000, 10_000),
                (24_500, 9800),
            ]))?,
        }],
        areas: vec![
            area(
                "Miller's Wood",
                AreaKind::Woods,
                &[
                    (5000, 8000),
                    (9000, 7500),
                    (10_000, 10_000),
                    (8000, 11_000),
                    (5000, 10_500),
                ],
            )?,
            area(
                "South Corn",
                AreaKind::Crops,
                &[
                    (10_500, 7000),
                    (14_500, 7000),
                    (14_500, 10_000),
                    (10_500, 10_000),
                ],
            )?,
            area(
                "Harlan",
                AreaKind::Village,
                &[
                    (16_000, 11_000),
                    (20_000, 11_000),
                    (20_000, 13_000),
                    (16_000, 13_000),
                ],
            )?,
            area(
                "South Stones",
                AreaKind::Stony,
                &[(1000, 5000), (3000, 5000), (3000, 6500), (1000, 6500)],
            )?,
            area(
                "Wet Meadow",
                AreaKind::Marsh,
                &[
                    (30_000, 15_000),
                    (33_000, 14_500),
                    (34_000, 17_000),
                    (31_000, 17_500),
                ],
            )?,
            area(
                "Quarry",
                AreaKind::Impassable,
                &[(33_500, 6000), (35_000, 6200), (34_500, 8000)],
            )?,
        ],
        rivers: vec![RiverView {
            course,
            width: Ticks(600),
            fords: ford.into_iter().collect(),
        }],
        roads: vec![
            RoadView {
                name: "Turnpike".to_owned(),
                course: Polyline::new(places(&[
                    (0, 12_500),
                    (12_000, 11_500),
                    (18_000, 12_000),
                    (24_000, 12_500),
                    (36_000, 11_500),
                ]))?,
                width: Ticks(600),
            },
            RoadView {
                name: "Mill Road".to_owned(),
                course: Polyline::new(places(&[
                    (18_500, 0),
                    (18_000, 8000),
                    (18_000, 16_000),
                    (17_500, 24_000),
                ]))?,
                width: Ticks(600),
            },
        ],
        lines: vec![
            line(LineKind::Fence, &[(23_000, 10_500), (29_000, 11_000)])?,
            line(LineKind::Wall, &[(19_500, 8500), (22_500, 9000)])?,
            line(LineKind::Hedge, &[(2000, 9000), (4500, 10_000)])?,
            line(LineKind::Works, &[(10_000, 16_000), (13_500, 16_500)])?,
        ],
        zones: vec![
            zone(Army::Blue, 0, 6000)?,
            zone(Army::Grey, 18_000, 24_000)?,
        ],
        objectives: vec![
            ObjectiveView {
                at: Point::new(9000, 5000),
                held_by: Some(Army::Blue),
                label: "1".to_owned(),
            },
            ObjectiveView {
                at: Point::new(27_000, 19_000),
                held_by: Some(Army::Grey),
                label: "2".to_owned(),
            },
            ObjectiveView {
                at: Point::new(21_000, 15_000),
                held_by: None,
                label: "3".to_owned(),
            },
        ],
        units: Vec::new(),
    })
}

fn main() -> Result<(), Failure> {
    let mut table = ground()?;
    let (line, double, column) = (
        ranks(&[8], FOOT),
        ranks(&[4, 4], FOOT),
        ranks(&[2, 2, 2], FOOT),
    );
    let horse = ranks(&[3, 3], HORSE);
    let (guns, general) = ([Slot::single(GUNS)], [Slot::single(GENERAL)]);
    table.units = vec![
        UnitView {
            chosen: true,
            losses: 2,
            ..unit(
                "1st Brigade",
                "1",
                Army::Blue,
                UnitKind::Foot,
                (12_500, 11_000, 10),
                &line,
            )
        },
        UnitView {
            disordered: true,
            ..unit(
                "2nd Brigade",
                "2",
                Army::Blue,
                UnitKind::Foot,
                (25_000, 9500, 350),
                &double,
            )
        },
        UnitView {
            spent: true,
            ..unit(
                "Cavalry Brigade",
                "C",
                Army::Blue,
                UnitKind::Horse,
                (31_000, 10_500, 330),
                &horse,
            )
        },
        unit(
            "Battery A",
            "A",
            Army::Blue,
            UnitKind::Guns,
            (21_000, 8200, 350),
            &guns,
        ),
        unit(
            "Brig. Gen. Sandham",
            "",
            Army::Blue,
            UnitKind::General,
            (16_000, 8000, 0),
            &general,
        ),
        UnitView {
            decimated: true,
            ..unit(
                "Alder's Brigade",
                "Al",
                Army::Grey,
                UnitKind::Foot,
                (11_800, 15_800, 175),
                &ranks(&[4], FOOT),
            )
        },
        unit(
            "Burke's Brigade",
            "Bu",
            Army::Grey,
            UnitKind::Foot,
            (19_500, 16_500, 185),
            &column,
        ),
        UnitView {
            deployed: false,
            ..unit(
                "Dorr's Battery",
                "D",
                Army::Grey,
                UnitKind::Guns,
                (25_500, 16_000, 200),
                &guns,
            )
        },
    ];
    let mover = &table.units[0].body;
    let enemy = &table.units[5].body;
    let field = Field::new(table.table, [Barrier::body(enemy, Clearance::NO_CONTACT)]);
    let way = Heading::degrees(0);
    let legal = field
        .longest_leg(mover, way, Ticks(6000))
        .legal
        .unwrap_or(Ticks::ZERO);
    let battery = table.units[3].body.bases()[0];
    let aim = Arc::of_base(&battery).aim(battery.centre(), &table.units[6].body.bases()[0]);
    let near = table.units[1].body.nearest(&table.units[7].body);
    let overlay = Overlay {
        ranges: vec![RangeView {
            body: table.units[1].body.clone(),
            distance: Ticks(2000),
            text: "2.00".to_owned(),
        }],
        arcs: vec![ArcView {
            arc: Arc::of_base(&battery),
            eye: battery.centre(),
            range: Ticks::units(6),
        }],
        ghosts: vec![GhostView {
            army: Army::Blue,
            start: mover.clone(),
            legal: vec![mover.moved(Vector::along(way, legal))],
            wanted: Some(mover.moved(Vector::along(way, Ticks(6000)))),
            reason: format!("{legal}: contact with Alder's Brigade"),
        }],
        fires: aim
            .into_iter()
            .flat_map(|aim| {
                [
                    FireView {
                        line: Segment::new(battery.front(), aim.point),
                        free: true,
                        text: aim.square.ticks().to_string(),
                    },
                    FireView {
                        line: Segment::new(Point::new(31_000, 10_500), Point::new(25_600, 15_900)),
                        free: false,
                        text: "wall".to_owned(),
                    },
                ]
            })
            .collect(),
        tapes: near
            .into_iter()
            .map(|near| TapeView {
                from: near.on_first.rounded(),
                to: near.on_second.rounded(),
                text: near.square.ticks().to_string(),
            })
            .collect(),
    };
    print!("{}", table_svg(&table, &overlay, &PlainText));
    Ok(())
}
