//! Prices against the printed chart, case by case.

use longroll_board::{Climb, Crossing, RouteKind, SlopeClass, Water};
use longroll_catalog::tables::TerrainKind::{self, *};
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::Check;
use crate::chart::{Chart, samples};
use crate::cost::{best, explain, price};
use crate::gait::{Gait, MoverClass, TraceRank, Way};
use crate::step_ground::{FieldEntry, Lie, StepGround, StepRelief};

const CLASSES: [MoverClass; 4] = [
    MoverClass::Foot,
    MoverClass::Cavalry,
    MoverClass::Artillery,
    MoverClass::Leader,
];

/// "2", "2d", "2D", "P": whole and half MP with the first letter of the risk.
fn show(chart: &Chart, ground: StepGround, class: MoverClass, gait: Gait, way: Way) -> String {
    match price(chart, &ground, class, gait, way) {
        Err(_) => "P".to_owned(),
        Ok(step) => {
            let risk = match step.checks.iter().next() {
                None => "",
                Some(Check::Hex | Check::Hexside) => " d",
                Some(Check::HexAutomatic | Check::HexsideAutomatic) => " D",
                Some(Check::GunAtRisk) => " gun",
                Some(Check::SwampTrail) => " swamp",
                Some(Check::LeaveSwamp) => " f",
            };
            format!("{}{risk}", step.cost)
        }
    }
}

fn off(ground: StepGround) -> [String; 4] {
    CLASSES.map(|class| {
        show(
            &samples::shiloh(),
            ground,
            class,
            Gait::Advance,
            Way::OffRoute,
        )
    })
}

fn into(kind: TerrainKind) -> StepGround {
    StepGround::plain(Open, kind)
}

fn over(relief: StepRelief) -> StepGround {
    StepGround {
        relief,
        ..into(Open)
    }
}

fn on(route: RouteKind, ground: StepGround) -> StepGround {
    StepGround {
        route: Some(route),
        ..ground
    }
}

/// Proves MV-196: BB TEC, BB TEC-open, BB TEC-woods, BB TEC-thicket, BB TEC-swamp, BB TEC-swampstream, BB TEC-orchard.
/// Plain hex costs.
#[test]
fn mv_196_plain_hex_costs() {
    assert_eq!(off(into(Open)), ["1", "1", "2", "1"]);
    assert_eq!(off(into(Orchard)), ["1", "1", "2", "1"]);
    assert_eq!(off(into(Woods)), ["1½", "2", "3", "1½"]);
    assert_eq!(off(into(Thicket)), ["3", "4 d", "4 D", "2"]);
    assert_eq!(off(into(Swamp)), ["3 d", "4 D", "P", "3"]);
    assert_eq!(off(into(SwampStream)), ["4 d", "5 D", "P", "3"]);
    assert_eq!(
        off(StepGround::plain(Woods, Open)),
        ["1", "1", "2", "1"],
        "MV-241"
    );
}

/// Proves MV-197: BB TEC-stream, BB TEC-minorup, BB TEC-minordown, BB TEC-steepup, BB TEC-steepdown, BB TEC-gradual, BB TEC-ravine, BB TEC-crest, BB TEC-creek, BB TEC-impassable.
/// Hexside costs into a field.
#[test]
fn mv_197_hexside_costs_into_a_field() {
    let water = |water| StepGround {
        water,
        ..into(Open)
    };
    assert_eq!(off(water(Water::Stream)), ["2", "2", "4", "1"]);
    assert_eq!(
        off(over(StepRelief::Up(SlopeClass::Gradual))),
        ["1", "1", "2", "1"]
    );
    assert_eq!(
        off(over(StepRelief::Up(SlopeClass::Minor))),
        ["2", "3", "6 d", "1"]
    );
    assert_eq!(
        off(over(StepRelief::Down(SlopeClass::Minor))),
        ["2", "3 d", "5 d", "1"]
    );
    assert_eq!(
        off(over(StepRelief::Up(SlopeClass::Steep))),
        ["3", "4 d", "P", "2"]
    );
    assert_eq!(
        off(over(StepRelief::Down(SlopeClass::Steep))),
        ["2", "4 D", "P", "2"]
    );
    assert_eq!(
        off(over(StepRelief::Ravine(Climb { up: 1, down: 1 }))),
        ["2", "2", "4", "1"]
    );
    assert_eq!(
        off(over(StepRelief::Crest(Climb { up: 1, down: 1 }))),
        ["1", "1", "2", "1"]
    );
    for shut in [Water::Creek, Water::River, Water::Lake] {
        assert_eq!(off(water(shut)), ["P"; 4], "{shut:?}");
    }
    let closed = StepGround {
        passage: longroll_board::Passage::Impassable,
        ..into(Open)
    };
    let refusal = price(
        &samples::shiloh(),
        &closed,
        MoverClass::Foot,
        Gait::Advance,
        Way::OffRoute,
    )
    .unwrap_err();
    assert_eq!(refusal.rule, Rule::BB_TEC_impassable);
}

/// Proves MV-198: BB 9.44-boundary, BB TEC-boundary, BB TEC-d.
/// Field boundary.
#[test]
fn mv_198_field_boundary() {
    let own = StepGround {
        field: FieldEntry::SameField,
        ..into(FieldBoundary)
    };
    assert_eq!(off(own)[..3], ["1", "1", "2"]);
    assert_eq!(
        off(StepGround::plain(Woods, FieldBoundary))[..3],
        ["1½", "2", "3"]
    );
}

/// Proves MV-129: SR 9.44-trail.
/// Trails.
/// Proves MV-130: BB 9.43-trail, BB TEC-trail, BB TEC-n.
/// Trails.
#[test]
fn mv_129_130_trails() {
    let series = samples::series(4, 10);
    let woods = on(RouteKind::Trail, into(Woods));
    let guns = |gait| show(&series, woods, MoverClass::Artillery, gait, Way::Route);
    assert_eq!(
        (guns(Gait::Advance), guns(Gait::March)),
        ("3".to_owned(), "2".to_owned()),
        "MV-129"
    );
    let chart = samples::shiloh();
    let both = |ground: StepGround| {
        [MoverClass::Foot, MoverClass::Cavalry, MoverClass::Artillery].map(|class| {
            let ground = on(RouteKind::Trail, ground);
            let of = |gait| show(&chart, ground, class, gait, Way::Route);
            format!("{}/{}", of(Gait::Advance), of(Gait::March))
        })
    };
    assert_eq!(both(into(Woods)), ["1/1", "1/1", "2/1"]);
    assert_eq!(both(into(Open)), ["1/1", "1/1", "1/1"]);
    let climb = StepGround {
        relief: StepRelief::Up(SlopeClass::Minor),
        ..into(Woods)
    };
    assert_eq!(both(climb), ["2/1", "2/2", "4/3"]);
    assert_eq!(both(into(Thicket)), ["2/1", "2/2", "2/2"]);
    let stream = |kind| StepGround {
        water: Water::Stream,
        ..into(kind)
    };
    assert_eq!(both(stream(Woods)), ["1/1", "1/1", "2/2"]);
    // MV-240: (2 + 1) / 2 rounded down.
    assert_eq!(
        show(
            &chart,
            on(RouteKind::Trail, stream(Open)),
            MoverClass::Artillery,
            Gait::March,
            Way::Route
        ),
        "1"
    );
}

/// Proves MV-199: BB TEC-road, BB 9.43-road, BB TEC-m.
/// Roads cancel the ground.
/// Proves MV-231: SR 9.44-road.
/// Roads cancel the ground.
#[test]
fn mv_199_231_roads_cancel_the_ground() {
    let chart = samples::shiloh();
    let grounds = [
        into(Woods),
        into(Swamp),
        into(Thicket),
        StepGround {
            water: Water::Stream,
            ..into(Open)
        },
        over(StepRelief::Up(SlopeClass::Steep)),
    ];
    for ground in grounds {
        let ground = on(RouteKind::Road, ground);
        for class in [MoverClass::Foot, MoverClass::Cavalry, MoverClass::Artillery] {
            assert_eq!(show(&chart, ground, class, Gait::Advance, Way::Route), "1");
            assert_eq!(show(&chart, ground, class, Gait::March, Way::Route), "½");
        }
        assert_eq!(
            show(&chart, ground, MoverClass::Leader, Gait::Leader, Way::Route),
            "½"
        );
        let refusal =
            price(&chart, &ground, MoverClass::Foot, Gait::Attack, Way::Route).unwrap_err();
        assert_eq!(refusal.rule, Rule::SR_9_24, "MV-167");
    }
}

/// Proves MV-200: BB TEC-bridge, BB TEC-fordcreek, BB TEC-fordstream, BB TEC-m.
/// Bridges and fords.
/// Proves MV-223: SR 9.44-ford, BB TEC-fordstream, BB TEC-stream.
/// Bridges and fords.
#[test]
fn mv_200_223_bridges_and_fords() {
    let chart = samples::shiloh();
    let foot = |ground, gait, way| show(&chart, ground, MoverClass::Foot, gait, way);
    let bridge = StepGround {
        water: Water::Creek,
        crossing: Crossing::Bridge,
        ..into(Open)
    };
    let bridge = on(RouteKind::Road, bridge);
    assert_eq!(foot(bridge, Gait::Advance, Way::Route), "2");
    assert_eq!(foot(bridge, Gait::March, Way::Route), "½");
    let refusal = best(&chart, &bridge, MoverClass::Foot, Gait::Attack).unwrap_err();
    assert_eq!(refusal.rule, Rule::SR_9_44_bridge, "MV-119");
    let ford = StepGround {
        water: Water::Creek,
        crossing: Crossing::Ford,
        ..into(Woods)
    };
    assert_eq!(foot(ford, Gait::Advance, Way::OffRoute), "3½");
    assert_eq!(
        best(&chart, &ford, MoverClass::Foot, Gait::Attack)
            .unwrap_err()
            .rule,
        Rule::SR_9_44_ford
    );
    let stream = on(
        RouteKind::Trail,
        StepGround {
            water: Water::Stream,
            ..into(Woods)
        },
    );
    assert_eq!(
        show(
            &chart,
            stream,
            MoverClass::Artillery,
            Gait::Advance,
            Way::Route
        ),
        "2"
    );
    assert_eq!(
        best(&chart, &stream, MoverClass::Foot, Gait::Attack)
            .unwrap()
            .1
            .cost,
        HalfMp(5),
        "MV-223"
    );
}

/// Proves MV-201: BB 9.44-crest, BB TEC-g.
/// Crests and deep ravines.
/// Proves MV-202: BB 9.44-artravine, BB 9.44-ravine.
/// Crests and deep ravines.
#[test]
fn mv_201_202_crests_and_deep_ravines() {
    let crest = over(StepRelief::Crest(Climb { up: 2, down: 1 }));
    assert_eq!(off(crest)[1], "3");
    let ravine = |down, up| over(StepRelief::Ravine(Climb { up, down }));
    assert_eq!(off(ravine(1, 1))[2], "4");
    assert_eq!(off(ravine(2, 1))[2], "5 gun");
    assert_eq!(
        off(over(StepRelief::Crest(Climb { up: 2, down: 2 })))[2],
        "P"
    );
}

/// Proves MV-203: BB 9.44-sloping, BB TEC-sloping, BB TEC-j.
/// Sloping ground.
#[test]
fn mv_203_sloping_ground() {
    let sloping = |relief, water| {
        let prices = off(StepGround {
            lie: Lie::Sloping,
            relief,
            water,
            ..into(Woods)
        });
        [prices[0].clone(), prices[2].clone()]
    };
    assert_eq!(sloping(StepRelief::Level, Water::None), ["2½", "6 d"]);
    assert_eq!(
        sloping(StepRelief::Up(SlopeClass::Gradual), Water::None),
        ["2½", "6 d"]
    );
    assert_eq!(
        sloping(StepRelief::Up(SlopeClass::Minor), Water::None),
        ["2½", "7 d"]
    );
    assert_eq!(
        sloping(StepRelief::Ravine(Climb { up: 1, down: 1 }), Water::None),
        ["2½", "5"]
    );
    assert_eq!(sloping(StepRelief::Level, Water::Stream), ["3½", "8 d"]);
}

#[test]
fn mv_204_206_swamp_checks() {
    let chart = samples::shiloh();
    let checks = |left, entered, class| {
        let ground = StepGround::plain(left, entered);
        price(&chart, &ground, class, Gait::Advance, Way::OffRoute)
            .unwrap()
            .checks
            .iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(checks(Swamp, Woods, MoverClass::Foot), [Check::LeaveSwamp]);
    assert_eq!(
        checks(Swamp, Swamp, MoverClass::Foot),
        [Check::LeaveSwamp],
        "one UDD for both"
    );
    assert_eq!(
        checks(Swamp, Swamp, MoverClass::Cavalry),
        [Check::LeaveSwamp, Check::HexAutomatic],
        "reading I94"
    );
    assert_eq!(
        checks(Woods, Swamp, MoverClass::Detachment),
        [],
        "reading I99"
    );
    assert_eq!(
        checks(Swamp, Woods, MoverClass::Detachment),
        [Check::LeaveSwamp],
        "reading I99"
    );
    assert_eq!(checks(Swamp, Woods, MoverClass::Leader), []);
    let road = on(RouteKind::Road, StepGround::plain(Swamp, Swamp));
    assert!(
        price(&chart, &road, MoverClass::Foot, Gait::Advance, Way::Route)
            .unwrap()
            .checks
            .is_empty()
    );
}

/// Proves MV-214: BB 9.43-art-swamp.
/// Guns on trails.
/// Proves MV-215: BB 9.43-art-steep.
/// Guns on trails.
#[test]
fn mv_214_215_guns_on_trails() {
    let chart = samples::shiloh();
    let guns = |ground| {
        show(
            &chart,
            on(RouteKind::Trail, ground),
            MoverClass::Artillery,
            Gait::Advance,
            Way::Route,
        )
    };
    assert_eq!(guns(into(Swamp)), "4 swamp");
    let steep = |relief, kind| {
        guns(StepGround {
            relief,
            ..into(kind)
        })
    };
    assert_eq!(steep(StepRelief::Up(SlopeClass::Steep), Woods), "5 gun");
    assert_eq!(steep(StepRelief::Down(SlopeClass::Steep), Open), "4 gun");
}

/// Proves MV-247: BB 14.43-move, BB TEC.
/// Detachments use the leader column.
#[test]
fn mv_247_detachments_use_the_leader_column() {
    let chart = samples::shiloh();
    let pay = |ground, way| show(&chart, ground, MoverClass::Detachment, Gait::Advance, way);
    let slope = |class| StepGround {
        relief: StepRelief::Up(class),
        ..into(Woods)
    };
    assert_eq!(pay(into(Open), Way::OffRoute), "1");
    assert_eq!(pay(into(Thicket), Way::OffRoute), "2");
    assert_eq!(
        pay(
            StepGround {
                water: Water::Stream,
                ..into(Woods)
            },
            Way::OffRoute
        ),
        "1½"
    );
    assert_eq!(pay(slope(SlopeClass::Minor), Way::OffRoute), "1½");
    assert_eq!(pay(slope(SlopeClass::Steep), Way::OffRoute), "2½");
    assert_eq!(pay(into(Swamp), Way::OffRoute), "3");
    assert_eq!(pay(on(RouteKind::Road, into(Woods)), Way::Route), "1");
    assert_eq!(pay(on(RouteKind::Trail, into(Woods)), Way::Route), "1");
    assert_eq!(
        pay(
            StepGround {
                lie: Lie::Sloping,
                ..into(Woods)
            },
            Way::OffRoute
        ),
        "1½"
    );
}

/// Proves MV-222: BB TEC-star, BB TEC-woods.
/// Command is traced at its own costs.
#[test]
fn mv_222_command_is_traced_at_its_own_costs() {
    let chart = samples::shiloh();
    let trace = |ground: StepGround, rank| {
        best(&chart, &ground, MoverClass::Leader, Gait::Trace(rank))
            .unwrap()
            .1
            .cost
    };
    let (low, high) = (TraceRank::BrigadeOrDivision, TraceRank::CorpsOrArmy);
    assert_eq!(trace(into(Woods), low), HalfMp(4));
    assert_eq!(
        trace(StepGround::plain(Woods, FieldBoundary), low),
        HalfMp(4),
        "reading 17"
    );
    let own = StepGround {
        field: FieldEntry::SameField,
        ..into(FieldBoundary)
    };
    assert_eq!(trace(own, low), HalfMp(2));
    let road = on(RouteKind::Road, into(Woods));
    assert_eq!(
        (trace(road, low), trace(road, high)),
        (HalfMp(2), HalfMp(1))
    );
    assert_eq!(
        trace(on(RouteKind::Trail, into(Thicket)), high),
        HalfMp(2),
        "reading 16"
    );
    let steep = StepGround {
        relief: StepRelief::Up(SlopeClass::Steep),
        ..into(Woods)
    };
    assert_eq!(trace(steep, low), HalfMp(6), "reading 16");
}

#[test]
fn explained_and_short_prices_agree() {
    let chart = samples::shiloh();
    let reliefs = [
        StepRelief::Level,
        StepRelief::Up(SlopeClass::Minor),
        StepRelief::Down(SlopeClass::Steep),
        StepRelief::Ravine(Climb { up: 2, down: 1 }),
        StepRelief::Crest(Climb { up: 3, down: 2 }),
    ];
    let mut compared = 0;
    for entered in [Open, Woods, FieldBoundary, Thicket, Swamp, SwampStream] {
        for relief in reliefs {
            for water in [Water::None, Water::Stream, Water::Creek] {
                for route in [None, Some(RouteKind::Trail), Some(RouteKind::Road)] {
                    for lie in [Lie::Even, Lie::Sloping] {
                        let ground = StepGround {
                            relief,
                            water,
                            route,
                            lie,
                            ..StepGround::plain(Swamp, entered)
                        };
                        for class in MoverClass::ALL {
                            for gait in [Gait::March, Gait::Advance, Gait::Attack, Gait::Leader] {
                                for way in [Way::Route, Way::OffRoute] {
                                    let short = price(&chart, &ground, class, gait, way);
                                    let long = explain(&chart, &ground, class, gait, way);
                                    match (short, long) {
                                        (Ok(short), Ok(long)) => {
                                            assert_eq!(short.cost, long.total());
                                            let checks =
                                                long.checks().iter().map(|term| term.check);
                                            assert_eq!(short.checks.iter().count(), checks.count());
                                            compared += 1;
                                        }
                                        (short, long) => assert_eq!(short.err(), long.err()),
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 1000);
}
