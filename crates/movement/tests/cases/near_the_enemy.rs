//! SR 9.2, 9.4, 9.5: modes of movement, costs that do not suffice, enemies near and far.

use longroll_board::{HexId, RouteKind, Terrain, Water};
use longroll_core::{Refusal, Side};
use longroll_movement::adjacency::Contact;
use longroll_movement::artillery::{may_fire_after_moving, proximity_check, proximity_loss};
use longroll_movement::step::{StepOrder, StepTerms, WayChoice, step, step_to, swamp_guide};
use longroll_movement::withdrawal::{hexes_to_break_line, withdraw};
use longroll_movement::{
    BridgeState, Check, MinimumMove, MovementTables, Walker, allowance, command_cost,
};
use longroll_position::{Deeds, HalfMp};
use longroll_rule::Rule;

use crate::support::*;

fn go(stage: &Stage, number: u16, to: &str) -> Result<StepTerms, Refusal> {
    let scene = stage.scene();
    let walker = Walker::of(&scene, unit(number), allowance::Fired::No).expect("a unit");
    step_to(
        &scene,
        &stage.progress(number),
        &walker,
        stage.hex(to),
        WayChoice::Best,
    )
}

fn rule(result: Result<StepTerms, Refusal>) -> Rule {
    result.expect_err("a step that is not legal").rule
}

/// Proves MV-115: SR 9.22.
/// March and sight.
/// Proves MV-116: SR 9.22, SR 6.13.
/// March and sight.
#[test]
fn mv_115_116_march_and_sight() {
    let field = |blocked: bool, friend: bool, at: &'static str| {
        let mut units = vec![infantry(at, "N").march(), enemy("S3005", "W")];
        if friend {
            units.push(infantry("S3007", "E"));
        }
        let field = Field::grid_b(Terrain::Field);
        let field = if blocked {
            field.terrain(Terrain::Woods, &["S3007", "S3008"])
        } else {
            field
        };
        field.with(&units).stage()
    };
    assert_eq!(
        rule(go(&field(false, false, "S3010"), 0, "S3009")),
        Rule::SR_9_22
    );
    assert_eq!(
        rule(go(&field(false, true, "S3010"), 0, "S3009")),
        Rule::SR_9_22,
        "units do not block"
    );
    assert!(go(&field(true, false, "S3010"), 0, "S3009").is_ok());
    assert_eq!(
        rule(go(&field(false, false, "S3009"), 0, "S3008")),
        Rule::SR_9_22,
        "MV-116: it may not move at all"
    );
}

/// Proves MV-117: SR 9.23, SR 9.52.
/// Contact.
/// Proves MV-138: SR 9.52.
/// Contact.
/// Proves MV-139: SR 9.53.
/// Contact.
/// Proves MV-163: SR 9.53, SR 9.52.
/// Contact.
/// Proves MV-264: SR 9.52, SR 12.34.
/// Contact.
#[test]
fn mv_117_138_139_163_264_contact() {
    let field = |own: Spec, foes: &[Spec]| {
        let mut units = vec![own];
        units.extend_from_slice(foes);
        Field::grid_a(Terrain::Clear).with(&units).stage()
    };
    let foot = infantry("2122", "E");
    assert_eq!(
        rule(go(&field(foot.clone(), &[enemy("2322", "W")]), 0, "2222")),
        Rule::SR_9_52
    );
    let guns = go(
        &field(foot.clone(), &[enemy_battery("2322", "W")]),
        0,
        "2222",
    )
    .unwrap();
    assert_eq!(guns.contact, Contact::Made);
    let mixed = field(
        foot.clone(),
        &[enemy_battery("2322", "W"), enemy("2322", "W")],
    );
    assert_eq!(rule(go(&mixed, 0, "2222")), Rule::SR_9_52);
    let attack = go(
        &field(foot.clone().attack(), &[enemy("2322", "W")]),
        0,
        "2222",
    )
    .unwrap();
    assert_eq!(attack.contact, Contact::Made, "MV-139, MV-163");
    for foe in [enemy("2322", "W"), enemy_battery("2322", "W")] {
        assert_eq!(
            rule(go(
                &field(foot.clone().attack().disordered(), &[foe]),
                0,
                "2222"
            )),
            Rule::SR_12_34,
            "MV-264"
        );
    }
    let river = |own: Spec| {
        Field::grid_a(Terrain::Clear)
            .side("2222", "2322", |side| side.water = Water::River)
            .with(&[own, enemy("2322", "W")])
            .stage()
    };
    assert_eq!(
        go(&river(foot), 0, "2222").unwrap().contact,
        Contact::Made,
        "MV-138: it stops"
    );
    assert_eq!(
        rule(go(&river(battery("2122", "E")), 0, "2222")),
        Rule::SR_9_52
    );
    assert_eq!(
        rule(go(
            &field(
                infantry("2122", "E").sp(2).detachment(),
                &[enemy_battery("2322", "W")]
            ),
            0,
            "2222"
        )),
        Rule::BB_14_43_move
    );
}

/// Proves MV-137: SR 9.51.
/// Closed hexes.
/// Proves MV-159: SR 9.56.
/// Closed hexes.
#[test]
fn mv_137_159_closed_hexes() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2122", "E").attack(),
            enemy_battery("2222", "W"),
            infantry("1805", "NW"),
        ])
        .stage();
    assert_eq!(rule(go(&stage, 0, "2222")), Rule::SR_9_51);
    let scene = stage.scene();
    let order = StepOrder {
        direction: longroll_board::Direction::N,
        facing: vertex("NW"),
        way: WayChoice::Best,
    };
    assert_eq!(
        step(&scene, &stage.progress(2), unit(2), order)
            .unwrap_err()
            .rule,
        Rule::SR_9_56
    );
}

/// Proves MV-126: SR 9.42, BB TEC-thicket.
/// One hex always.
/// Proves MV-127: SR 9.42.
/// One hex always.
/// Proves MV-128: SR 9.42.
/// One hex always.
#[test]
fn mv_126_127_128_one_hex_always() {
    let thicket = Field::grid_a(Terrain::Clear)
        .terrain(Terrain::Thicket, &["2122"])
        .with(&[infantry("2022", "E").attack().disordered().ma(6, 3)])
        .stage();
    let terms = go(&thicket, 0, "2122").unwrap();
    assert_eq!(
        (terms.total, terms.minimum),
        (HalfMp::whole(3), MinimumMove::AwayFromEnemy)
    );
    let mut moved = thicket;
    moved.position.unit_mut(unit(0)).spent = HalfMp::ONE;
    assert_eq!(rule(go(&moved, 0, "2122")), Rule::SR_9_42);
    let steep = |own: Spec| {
        let mut field = Field::grid_a(Terrain::Woods).with(&[own, enemy("2322", "W")]);
        let from = field.hex("2122");
        let direction = field
            .ground
            .grid
            .direction_between(from, field.hex("2222"))
            .unwrap();
        field.ground.set_relief_from(
            from,
            direction,
            longroll_board::Relief::slope(longroll_board::SideEnd::Second, 3),
        );
        field.stage()
    };
    let charge = go(&steep(infantry("2122", "E").attack()), 0, "2222").unwrap();
    assert_eq!(
        (charge.total, charge.minimum),
        (HalfMp(7), MinimumMove::IntoContact),
        "MV-127"
    );
    let far = {
        let mut field = Field::grid_a(Terrain::Woods).with(&[battery("2122", "E")]);
        let from = field.hex("2122");
        let direction = field
            .ground
            .grid
            .direction_between(from, field.hex("2222"))
            .unwrap();
        field.ground.set_relief_from(
            from,
            direction,
            longroll_board::Relief::slope(longroll_board::SideEnd::Second, 3),
        );
        field.stage()
    };
    assert_eq!(rule(go(&far, 0, "2222")), Rule::BB_TEC_steepup, "MV-128");
}

/// Proves MV-131: SR 9.45.
/// Routes.
/// Proves MV-132: SR 9.45, SR 7.23.
/// Routes.
#[test]
fn mv_131_132_routes() {
    let stage = Field::grid_a(Terrain::Woods)
        .route(RouteKind::Road, &["2010", "2110", "2111"])
        .route(RouteKind::Road, &["2510", "2511"])
        .route(RouteKind::Road, &["2610", "2611"])
        .with(&[
            infantry("2010", "NE").sp(6),
            infantry("2510", "E"),
            infantry("2110", "NE").sp(6),
        ])
        .stage();
    assert_eq!(go(&stage, 0, "2110").unwrap().terrain, HalfMp::ONE);
    assert_eq!(
        go(&stage, 1, "2610").unwrap().total,
        HalfMp(3),
        "MV-131: the road does not lead there"
    );
    let bend = go(&stage, 2, "2111").unwrap();
    assert_eq!(
        (bend.turn, bend.total),
        (HalfMp::ZERO, HalfMp::ONE),
        "MV-132: turning on the road is free"
    );
}

/// Proves MV-152: SR 9.55-1.
/// Guns by option one.
/// Proves MV-153: SR 9.55-1.
/// Guns by option one.
/// Proves MV-164: SR 9.55-1.
/// Guns by option one.
#[test]
fn mv_152_153_164_guns_by_option_one() {
    let field = |own: Spec, woods: &[&str]| {
        Field::grid_a(Terrain::Field)
            .terrain(Terrain::Woods, woods)
            .with(&[own, enemy("2616", "W")])
            .stage()
    };
    // Straight north of the enemy in column 26.
    let four = field(battery("2612", "SE"), &[]);
    assert_eq!(rule(go(&four, 0, "2613")), Rule::SR_9_55_1, "MV-164");
    let hidden = field(battery("2612", "SE"), &["2614", "2615"]);
    assert!(go(&hidden, 0, "2613").is_ok(), "MV-152 (c)");
    let inside = field(battery("2614", "NE"), &[]);
    assert!(go(&inside, 0, "2714").is_ok(), "as far as before");
    assert!(go(&inside, 0, "2613").is_ok(), "MV-153 (b)");
    assert_eq!(rule(go(&inside, 0, "2615")), Rule::SR_9_52, "MV-153 (d)");
    let fires = |end: &'static str, deeds: Deeds| {
        let mut own = battery(end, "NE");
        own.deeds = deeds;
        let there = field(own, &[]);
        let judged = may_fire_after_moving(&there.scene(), unit(0), there.hex("2614"));
        judged.map_err(|refusal| refusal.rule)
    };
    let near = Err(Rule::SR_9_55_1);
    assert_eq!(fires("2613", Deeds::ENTERED), near);
    assert_eq!(fires("2612", Deeds::ENTERED), Ok(()), "MV-153 (c)");
    assert_eq!(fires("2614", Deeds::ENTERED), near, "out and back");
    assert_eq!(fires("2614", Deeds::MOVED), Ok(()), "it has turned only");
}

/// Proves MV-154: SR 9.55-2, SR 9.55-2-loss.
/// Guns by option two.
/// Proves MV-158: SR 9.55-2-exempt.
/// Guns by option two.
#[test]
fn mv_154_to_158_guns_by_option_two() {
    assert_eq!(
        (
            proximity_loss(3, false),
            proximity_loss(2, true),
            proximity_loss(2, false)
        ),
        (1, 1, 0),
        "MV-154, MV-156"
    );
    let stage = Field::grid_a(Terrain::Field)
        .switch("artillery_proximity", "option2")
        .with(&[
            battery("2616", "E"),
            infantry("2516", "E"),
            enemy("2816", "W").sp(9).right("2817"),
            enemy("2814", "W"),
        ])
        .stage();
    let hex = |name: &str| -> HexId { stage.hex(name) };
    let check = proximity_check(
        &stage.scene(),
        unit(0),
        hex("2410"),
        hex("2616"),
        allowance::Fired::No,
    )
    .unwrap();
    assert_eq!(
        (check.enemies.len(), check.closer, check.drm()),
        (3, true, 5),
        "MV-155"
    );
    let pull_back = |fire| {
        proximity_check(&stage.scene(), unit(0), hex("2616"), hex("2516"), fire)
            .map(|check| check.drm())
    };
    assert_eq!(
        pull_back(allowance::Fired::No),
        Err(longroll_rule::Rule::SR_9_55_2_exempt),
        "MV-158 (a)"
    );
    assert!(pull_back(allowance::Fired::Yes).is_ok(), "MV-158 (b)");
    let alone = |friend: bool| {
        let mut units = vec![battery("2612", "SE"), enemy_cavalry("2616", "W")];
        if friend {
            units.push(infantry("2713", "E"));
        }
        Field::grid_a(Terrain::Field)
            .switch("artillery_proximity", "option2")
            .with(&units)
            .stage()
    };
    assert_eq!(
        rule(go(&alone(false), 0, "2613")),
        Rule::SR_9_55_2,
        "MV-157"
    );
    assert!(go(&alone(true), 0, "2613").is_ok());
}

fn back(
    stage: &Stage,
    from: &str,
    to: &str,
) -> Result<longroll_movement::withdrawal::WithdrawTerms, Refusal> {
    withdraw(
        &stage.scene(),
        &stage.progress(0),
        unit(0),
        stage.towards(from, to),
    )
}

/// Proves MV-144: BB 9.54, SR 9.54, BB TEC-woods, BB TEC-stream.
/// Withdrawal.
/// Proves MV-147: SR 9.54, SR 9.53.
/// Withdrawal.
/// Proves MV-162: SR 9.54.
/// Withdrawal.
/// Proves MV-244: BB 9.54, SR 9.54, BB TEC-open.
/// Withdrawal.
#[test]
fn mv_144_to_147_162_244_withdrawal() {
    let woods = Field::grid_a(Terrain::Woods)
        .side("2222", "2123", |side| side.water = Water::Stream)
        .with(&[infantry("2222", "E")])
        .stage();
    assert_eq!(
        back(&woods, "2222", "2122").unwrap().udd,
        None,
        "MV-144 (a)"
    );
    assert_eq!(
        back(&woods, "2222", "2123").unwrap().udd,
        Some(1),
        "MV-144 (b)"
    );
    assert_eq!(
        back(&woods, "2222", "2221").unwrap_err().rule,
        Rule::SR_9_54,
        "MV-146 (b)"
    );
    let guns = Field::grid_a(Terrain::Woods)
        .terrain(Terrain::Field, &["2123"])
        .with(&[battery("2222", "E")])
        .stage();
    assert_eq!(back(&guns, "2222", "2122").unwrap().udd, Some(2), "MV-145");
    assert_eq!(back(&guns, "2222", "2123").unwrap().udd, Some(1), "MV-244");
    let between = |own: Spec| {
        Field::grid_a(Terrain::Clear)
            .with(&[own, enemy("2322", "E"), enemy("2022", "W")])
            .stage()
    };
    assert_eq!(
        back(&between(infantry("2222", "E").attack()), "2222", "2122")
            .unwrap()
            .contact,
        Contact::Made,
        "MV-147"
    );
    assert_eq!(
        back(&between(infantry("2222", "E")), "2222", "2122")
            .unwrap_err()
            .rule,
        Rule::SR_9_52
    );
    let open = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").attack(), enemy("2322", "E")])
        .stage();
    let free = back(&open, "2222", "2122").unwrap();
    assert_eq!((free.udd, free.contact), (None, Contact::None), "MV-162");
}

/// Proves MV-149: SR 9.54-roads.
/// Withdrawal on roads and extended.
/// Proves MV-150: SR 9.54-extended.
/// Withdrawal on roads and extended.
/// Proves MV-151: SR 9.54.
/// Withdrawal on roads and extended.
#[test]
fn mv_149_150_151_withdrawal_on_roads_and_extended() {
    let road = |route: bool| {
        let field = Field::grid_a(Terrain::Woods).terrain(Terrain::Thicket, &["2122"]);
        let field = if route {
            field.route(RouteKind::Road, &["2222", "2122", "2021"])
        } else {
            field
        };
        field
            .with(&[battery("2222", "E"), infantry("2122", "E")])
            .stage()
    };
    let terms = back(&road(true), "2222", "2122").unwrap();
    assert_eq!(
        (terms.udd, terms.automatic, terms.cost),
        (None, None, HalfMp::ONE),
        "MV-149"
    );
    let column = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").sp(9).rear("2122")])
        .stage();
    assert_eq!(
        back(&column, "2222", "2123").unwrap_err().rule,
        Rule::SR_9_54_extended,
        "MV-150 (a)"
    );
    let line = Field::grid_a(Terrain::Clear)
        .terrain(Terrain::River, &["2123"])
        .with(&[infantry("2222", "E").sp(9).right("2223")])
        .stage();
    let breaks = hexes_to_break_line(&line.scene(), &line.progress(0), unit(0));
    assert_eq!(line.names(breaks), ["2222", "2223"], "MV-150 (b)");
    let mut done = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").attack()])
        .stage();
    done.position.unit_mut(unit(0)).deeds.note(Deeds::WITHDREW);
    assert_eq!(rule(go(&done, 0, "2322")), Rule::SR_9_54, "MV-151");
}

/// Proves MV-216: BB 9.44-logbridge.
/// The log bridge.
/// Proves MV-217: BB 9.44-logbridge.
/// The log bridge.
/// Proves MV-218: BB 9.44-swampstream.
/// The log bridge.
#[test]
fn mv_216_217_218_the_log_bridge() {
    let field = |union: &'static str| {
        Field::grid_b(Terrain::Woods)
            .terrain(Terrain::SwampStream, &["S2610"])
            .route(RouteKind::Road, &["S2611", "S2610", "S2609"])
            .with(&[infantry(union, "E"), enemy("S2611", "NE")])
            .stage()
    };
    let closed = field("S2606");
    assert_eq!(closed.scene().bridge_opens(), BridgeState::Closed);
    let terms = go(&closed, 1, "S2610").unwrap();
    assert_eq!(terms.total, HalfMp::whole(4));
    assert!(terms.checks.has(Check::Hex));
    let trace = |stage: &Stage| {
        let (from, to) = (stage.hex("S2611"), stage.hex("S2610"));
        let level = longroll_catalog::facts::Level::Brigade;
        command_cost(
            &stage.scene(),
            Side::Confederate,
            level,
            from,
            to,
            HalfMp::whole(10),
        )
    };
    assert_eq!(
        trace(&closed),
        Some(HalfMp::whole(3)),
        "no road to trace along"
    );
    let mut open = field("S2605");
    assert_eq!(open.scene().bridge_opens(), BridgeState::Open);
    open.position.standing_mut().bridge_open = true;
    assert_eq!(go(&open, 1, "S2610").unwrap().total, HalfMp::ONE);
    assert_eq!(trace(&open), Some(HalfMp::ONE));
}

/// Proves MV-207: BB 9.44-swamp-leader.
/// Leaders in the swamp.
/// Proves MV-209: BB 9.44-swamp-leader.
/// Leaders in the swamp.
#[test]
fn mv_207_209_leaders_in_the_swamp() {
    use longroll_catalog::facts::Level;
    let field = |own: Spec| {
        Field::grid_a(Terrain::Woods)
            .terrain(Terrain::Swamp, &["2222", "2122"])
            .with(&[own, enemy("2423", "W")])
            .leader(Side::Union, Level::Brigade, "2222")
            .stage()
    };
    let guide = |stage: &Stage, to: &str| {
        swamp_guide(&stage.scene(), &stage.progress(0), unit(0), stage.hex(to))
    };
    let good = field(infantry("2222", "E").attack());
    assert_eq!(guide(&good, "2322"), Some(good.leader(Side::Union)));
    assert_eq!(
        guide(&good, "2122"),
        None,
        "MV-206: not into another Swamp hex"
    );
    let shaken = field(infantry("2222", "E").attack().disordered());
    assert_eq!(guide(&shaken, "2323"), None, "MV-209");
    assert!(guide(&shaken, "2221").is_some());
}

/// Proves MV-252: BB 14.55, SR 9.23.
/// The cavalry tether.
#[test]
fn mv_252_the_cavalry_tether() {
    let field = |own: Spec| {
        Field::grid_b(Terrain::Field)
            .with(&[
                own,
                infantry("S3012", "NE"),
                cavalry("S3004", "NE").brigade(1),
            ])
            .stage()
    };
    let reaches = |stage: &Stage, to: &str| {
        let scene = stage.scene();
        let mut scratch = longroll_movement::Scratch::new();
        let found = longroll_movement::reach::reach(
            &scene,
            &mut scratch,
            &stage.progress(0),
            unit(0),
            WayChoice::Best,
        )
        .unwrap();
        found.hexes().any(|(hex, _)| hex == stage.hex(to))
    };
    let advance = field(cavalry("S3010", "NE"));
    assert!(reaches(&advance, "S3008"));
    assert!(!reaches(&advance, "S3007"));
    assert!(reaches(&field(cavalry("S3010", "NE").attack()), "S3007"));
}

/// Proves MV-253: BB 14.61, BB 14.62.
/// Special units.
/// Proves MV-254: BB 14.72, BB 14.73.
/// Special units.
#[test]
fn mv_250_253_254_special_units() {
    let south = Field::grid_b(Terrain::Field)
        .with(&[infantry("S2424", "SE").sp(2).detachment()])
        .stage();
    assert_eq!(rule(go(&south, 0, "S2425")), Rule::BB_14_46);
    let mut field = Field::grid_b(Terrain::Woods)
        .terrain(Terrain::Field, &["S3010"])
        .terrain(Terrain::FieldBoundary, &["S3110"])
        .with(&[battery("S3010", "E").immobile()]);
    for name in ["S3010", "S3110"] {
        let hex = field.hex(name);
        field.ground.hexes[hex].field = Some(longroll_board::FieldId(3));
    }
    let stage = field.stage();
    assert_eq!(
        go(&stage, 0, "S3110").unwrap().minimum,
        MinimumMove::Immobile
    );
    assert_eq!(rule(go(&stage, 0, "S3109")), Rule::BB_14_62);
    assert_eq!(
        withdraw(
            &stage.scene(),
            &stage.progress(0),
            unit(0),
            longroll_board::Direction::SW
        )
        .unwrap_err()
        .rule,
        Rule::BB_14_61
    );
    use longroll_movement::special::{GunboatFire, gunboat_fire, gunboat_step, immobile_may_fire};
    assert_eq!(
        [0, 1, 20, 21].map(gunboat_fire),
        [
            GunboatFire::Unmodified,
            GunboatFire::MinusTwo,
            GunboatFire::MinusTwo,
            GunboatFire::None
        ]
    );
    assert_eq!(
        [(0, 1), (0, 2), (1, 0)].map(|(hexes, turn)| immobile_may_fire(hexes, turn)),
        [true, false, false]
    );
    let river = gunboat_step(
        &stage.scene(),
        stage.hex("S3010"),
        longroll_board::Direction::N,
    );
    assert_eq!(river.unwrap_err().rule, Rule::BB_14_72);
}

#[test]
fn the_tables_are_those_of_the_printed_chart() {
    let stage = Field::grid_b(Terrain::Woods).with(&[]).stage();
    let tables = MovementTables::new(&stage.setting);
    let hex = stage.hex("S3010");
    let step = tables.step(
        hex,
        longroll_board::Direction::N,
        longroll_movement::MoverClass::Foot,
        longroll_movement::Gait::Advance,
        longroll_movement::Way::OffRoute,
    );
    assert_eq!(step.map(|step| step.cost), Some(HalfMp(3)));
}
