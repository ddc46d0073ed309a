//! SR 8.4, 8.5: lines and columns.

use longroll_board::{Hand, RouteKind, Terrain, Water};
use longroll_core::Refusal;
use longroll_movement::adjacency::Contact;
use longroll_movement::extension::{
    Extended, Flanks, LineMove, LineTerms, columns_of_line, extend, lines_of_column, move_line,
    retract_column, retract_line, without_strength,
};
use longroll_movement::reach::line_reach;
use longroll_movement::step::{StepOrder, WayChoice, step_of};
use longroll_movement::{MoverClass, Progress, Walker, allowance};
use longroll_position::{Extent, HalfMp, UnitState};
use longroll_rule::Rule;

use crate::support::*;

fn ask_extend(stage: &Stage, number: u16, flanks: Flanks) -> Result<Extended, Refusal> {
    extend(
        &stage.scene(),
        &stage.progress(number),
        unit(number),
        flanks,
    )
}

const RIGHT: Flanks = Flanks::One(Hand::Right);

/// Proves MV-076: SR 8.41.
/// Who may extend.
#[test]
fn mv_076_who_may_extend() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2010", "E").sp(8),
            infantry("2014", "E").sp(7),
            infantry("2018", "E").sp(9),
            infantry("2018", "E").sp(2),
            infantry("2022", "E").sp(9),
            battery("2022", "E"),
            cavalry("2810", "E").sp(9),
        ])
        .stage();
    assert_eq!(ask_extend(&stage, 0, RIGHT).unwrap().cost, HalfMp::ONE);
    assert_eq!(
        ask_extend(&stage, 1, RIGHT).unwrap_err().rule,
        Rule::SR_8_41
    );
    assert_eq!(
        ask_extend(&stage, 2, RIGHT).unwrap_err().rule,
        Rule::SR_8_41
    );
    assert!(ask_extend(&stage, 4, RIGHT).is_ok());
    assert_eq!(
        ask_extend(&stage, 6, RIGHT).unwrap_err().rule,
        Rule::SR_8_41
    );
    assert_eq!(
        ask_extend(&stage, 0, Flanks::Both).unwrap_err().rule,
        Rule::SR_8_43
    );
}

/// Proves MV-077: SR 8.41, SR 8.42, BB TEC-woods, BB TEC-stream.
/// Where a line extends.
/// Proves MV-078: SR 8.41.
/// Where a line extends.
/// Proves MV-081: SR 8.43.
/// Where a line extends.
#[test]
fn mv_077_078_081_where_a_line_extends() {
    let field = |terrain, water| {
        Field::grid_a(Terrain::Clear)
            .terrain(terrain, &["2223"])
            .side("2222", "2223", |side| side.water = water)
            .with(&[infantry("2222", "E").sp(9)])
            .stage()
    };
    let cost = |terrain, water| {
        ask_extend(&field(terrain, water), 0, RIGHT)
            .map(|done| done.cost)
            .map_err(|no| no.rule)
    };
    assert_eq!(cost(Terrain::Field, Water::None), Ok(HalfMp(2)));
    assert_eq!(cost(Terrain::Woods, Water::None), Ok(HalfMp(3)));
    assert_eq!(cost(Terrain::Woods, Water::Stream), Err(Rule::SR_8_41));
    assert_eq!(cost(Terrain::Field, Water::Stream), Ok(HalfMp(4)));
    assert_eq!(cost(Terrain::Thicket, Water::None), Err(Rule::SR_8_41));
    let near = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").sp(9), enemy("2324", "W")])
        .stage();
    assert_eq!(ask_extend(&near, 0, RIGHT).unwrap_err().rule, Rule::SR_8_41);
    assert!(ask_extend(&near, 0, Flanks::One(Hand::Left)).is_ok());
    let both = Field::grid_a(Terrain::Field)
        .terrain(Terrain::Woods, &["2223"])
        .with(&[infantry("2222", "E").sp(16)])
        .stage();
    assert_eq!(
        ask_extend(&both, 0, Flanks::Both).unwrap().cost,
        HalfMp(3),
        "the dearer side only"
    );
}

/// Proves MV-079: SR 8.41-retract, SR 8.42.
/// Retracting next the enemy.
#[test]
fn mv_079_retracting_next_to_the_enemy() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").attack().sp(9).right("2223"),
            enemy("2324", "W"),
        ])
        .stage();
    let ways = retract_line(&stage.scene(), &stage.progress(0), unit(0)).unwrap();
    assert_eq!(ways.len(), 2, "either part comes to the other");
    assert!(
        ways.iter()
            .all(|way| way.cost == HalfMp::ONE && way.extent == Extent::Single)
    );
}

/// Proves MV-080: SR 8.42.
/// Losses take extensions.
/// Proves MV-082: SR 8.43.
/// Losses take extensions.
/// Proves MV-229: SR 8.5-combat.
/// Losses take extensions.
#[test]
fn mv_080_082_229_losses_take_extensions() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").sp(15).left("2221").right("2223")])
        .stage();
    let state = stage.position.unit(unit(0));
    assert!(without_strength(MoverClass::Foot, 15, state.hex, state.extent).is_empty());
    assert_eq!(
        without_strength(MoverClass::Foot, 14, state.hex, state.extent).len(),
        2
    );
    assert_eq!(
        without_strength(MoverClass::Foot, 7, state.hex, state.extent).len(),
        3
    );
}

fn ask(stage: &Stage, order: LineMove) -> Result<LineTerms, Refusal> {
    move_line(&stage.scene(), &stage.progress(0), unit(0), order)
}

/// Proves MV-084: SR 8.44-move.
/// Moving lines.
/// Proves MV-085: SR 8.44-wheel.
/// Moving lines.
/// Proves MV-086: SR 8.44-wheel3.
/// Moving lines.
/// Proves MV-087: SR 8.44-aboutface.
/// Moving lines.
#[test]
fn mv_084_085_086_087_moving_lines() {
    let stage = Field::grid_a(Terrain::Clear)
        .terrain(Terrain::Woods, &["2324"])
        .with(&[infantry("2222", "E").sp(9).right("2223")])
        .stage();
    let ahead = ask(&stage, LineMove::Forward(stage.towards("2222", "2323"))).unwrap();
    assert_eq!(
        (stage.name(ahead.hex), ahead.total),
        ("2323", HalfMp(3)),
        "MV-084"
    );
    let right = ask(&stage, LineMove::Wheel(Hand::Right)).unwrap();
    assert_eq!(
        (stage.name(right.hex), right.facing, right.total),
        ("2323", vertex("SE"), HalfMp::ONE),
        "MV-085 (a)"
    );
    assert_eq!(
        right.extent,
        Extent::Line {
            left: None,
            right: Some(stage.hex("2223"))
        }
    );
    let left = ask(&stage, LineMove::Wheel(Hand::Left)).unwrap();
    assert_eq!(
        (stage.name(left.hex), left.facing),
        ("2222", vertex("NE")),
        "MV-085 (b)"
    );
    assert_eq!(
        left.extent,
        Extent::Line {
            left: None,
            right: Some(stage.hex("2323"))
        }
    );
    let about = ask(&stage, LineMove::AboutFace).unwrap();
    assert_eq!(
        (about.total, about.facing),
        (HalfMp::ONE, vertex("W")),
        "MV-087"
    );
    assert_eq!(
        about.extent,
        Extent::Line {
            left: Some(stage.hex("2223")),
            right: None
        }
    );
    let three = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").sp(15).left("2221").right("2223")])
        .stage();
    let wheel = ask(&three, LineMove::Wheel(Hand::Right)).unwrap();
    assert_eq!(
        (three.name(wheel.hex), wheel.facing, wheel.total),
        ("2323", vertex("SE"), HalfMp::whole(2)),
        "MV-086"
    );
    assert_eq!(
        wheel.extent,
        Extent::Line {
            left: Some(three.hex("2422")),
            right: Some(three.hex("2223"))
        }
    );
}

/// Proves MV-088: SR 8.44-move, SR 8.44-wheel.
/// One part adjacent.
#[test]
fn mv_088_one_part_adjacent() {
    let field = |spec: Spec| {
        Field::grid_a(Terrain::Clear)
            .with(&[spec.sp(9).right("2223"), enemy("2324", "E")])
            .stage()
    };
    let attack = field(infantry("2222", "E").attack());
    let terms = ask(&attack, LineMove::Wheel(Hand::Right)).unwrap();
    assert_eq!((terms.contact, terms.total), (Contact::Made, HalfMp::ONE));
    let advance = field(infantry("2222", "E"));
    assert_eq!(
        ask(&advance, LineMove::Wheel(Hand::Right))
            .unwrap_err()
            .rule,
        Rule::SR_9_52
    );
}

/// Proves MV-213: BB 9.44-swamp-extended.
/// A line that touches swamp.
#[test]
fn mv_213_a_line_that_touches_swamp() {
    let stage = Field::grid_a(Terrain::Woods)
        .terrain(Terrain::Swamp, &["2324"])
        .with(&[infantry("2222", "E").sp(9).right("2223")])
        .stage();
    let terms = ask(&stage, LineMove::Forward(stage.towards("2222", "2323"))).unwrap();
    assert_eq!(terms.total, HalfMp::whole(3));
    assert_eq!(stage.names(terms.bogged.iter().copied()), ["2324"]);
}

/// Proves MV-107: SR 8.52-line.
/// Columns form line.
#[test]
fn mv_107_columns_form_line() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2010", "N").march().sp(9).rear("2011"),
            infantry("2410", "NE").sp(9).rear("2411"),
        ])
        .stage();
    let forms = |number: u16| {
        let mut found: Vec<(String, HalfMp)> =
            lines_of_column(&stage.scene(), &stage.progress(number), unit(number))
                .unwrap()
                .into_iter()
                .map(|form| (form.facing.name().to_owned(), form.cost))
                .collect();
        found.sort();
        found
    };
    let march = lines_of_column(&stage.scene(), &stage.progress(0), unit(0)).unwrap_err();
    assert_eq!(
        march.rule,
        Rule::SR_8_52_line,
        "a column on the march becomes a line when its orders change (SR 7.26), not by itself"
    );
    assert_eq!(
        forms(1),
        [
            ("E".to_owned(), HalfMp::ZERO),
            ("W".to_owned(), HalfMp::ONE)
        ],
        "MV-107"
    );
}

/// Proves MV-227: SR 8.44-column.
/// Lines form column.
/// Proves MV-259: SR 8.44-column, SR 8.5-form.
/// Lines form column.
#[test]
fn mv_227_259_lines_form_column() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").sp(9).right("2223"),
            infantry("2722", "E").sp(9).right("2723"),
            enemy("2823", "W"),
        ])
        .stage();
    let forms = columns_of_line(&stage.scene(), &stage.progress(0), unit(0)).unwrap();
    let has = |hex: &str, facing: &str, cost| {
        forms.iter().any(|form| {
            stage.name(form.hex) == hex && form.facing == vertex(facing) && form.cost == cost
        })
    };
    assert!(has("2222", "NE", HalfMp::ZERO), "MV-227");
    assert!(
        has("2223", "SE", HalfMp::ZERO),
        "MV-259: counter and extension change places"
    );
    let near = columns_of_line(&stage.scene(), &stage.progress(1), unit(1));
    assert_eq!(near.unwrap_err().rule, Rule::SR_8_44_column);
}

/// The counter and its extensions after a march along the road.
fn march(stage: &Stage, hexes: &[&str]) -> (UnitState, Progress, usize) {
    let scene = stage.scene();
    let walker = Walker::of(&scene, unit(0), allowance::Fired::No).expect("a unit");
    let mut state = *walker.state;
    let mut progress = stage.progress(0);
    let mut made = 0;
    for hex in hexes {
        let here = Walker {
            state: &state,
            left: walker.left.less(state.spent),
            ..walker
        };
        let direction = stage
            .setting
            .grid()
            .direction_between(state.hex, stage.hex(hex))
            .expect("neighbours");
        let facing = longroll_board::Facing::toward(direction, state.facing.kind())[0];
        let order = StepOrder {
            direction,
            facing,
            way: WayChoice::Route,
        };
        let Ok(terms) = step_of(&scene, &progress, &here, order) else {
            break;
        };
        made += 1;
        progress = terms.after(&progress);
        let extent = terms.column.map_or(state.extent, |column| column.extent);
        state = UnitState {
            hex: terms.to,
            facing,
            extent,
            spent: state.spent + terms.total,
            ..state
        };
    }
    (state, progress, made)
}

const ROAD: [&str; 10] = [
    "2010", "2110", "2210", "2311", "2411", "2512", "2612", "2713", "2813", "2914",
];

/// Proves MV-099: SR 8.5-form.
/// Forming column on the road.
/// Proves MV-100: SR 8.5-form.
/// Forming column on the road.
#[test]
fn mv_099_100_forming_column_on_the_road() {
    let stage = |sp| {
        Field::grid_a(Terrain::Woods)
            .route(RouteKind::Road, &ROAD)
            .with(&[infantry("2010", "E").sp(sp)])
            .stage()
    };
    let nine = stage(9);
    let (state, progress, made) = march(&nine, &ROAD[1..]);
    assert_eq!((made, nine.name(state.hex)), (6, "2612"));
    assert_eq!(
        state.extent,
        Extent::Column {
            rear: nine.hex("2512"),
            tail: None
        }
    );
    assert_eq!(progress.extension_spent[0], HalfMp::whole(5));
    let fifteen = stage(15);
    let (state, progress, made) = march(&fifteen, &ROAD[1..]);
    assert_eq!((made, fifteen.name(state.hex)), (6, "2612"));
    assert_eq!(
        state.extent,
        Extent::Column {
            rear: fifteen.hex("2512"),
            tail: Some(fifteen.hex("2411"))
        }
    );
    assert_eq!(progress.extension_spent[1], HalfMp::whole(4));
}

/// Proves MV-104: SR 8.52-retract, BB TEC-woods.
/// Retracting columns.
/// Proves MV-105: SR 8.52-retract.
/// Retracting columns.
#[test]
fn mv_104_105_retracting_columns() {
    let stage = Field::grid_a(Terrain::Woods)
        .route(RouteKind::Road, &ROAD)
        .with(&[infantry("2210", "E").sp(15).rear("2110").tail("2010")])
        .stage();
    let into = |part| retract_column(&stage.scene(), &stage.progress(0), unit(0), part).unwrap();
    assert_eq!(
        (into(1), into(0), into(2)),
        (HalfMp(3), HalfMp(6), HalfMp(6))
    );
}

#[test]
fn a_line_reaches_what_its_movements_allow() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2616", "E").sp(9).right("2617")])
        .stage();
    let found = line_reach(&stage.scene(), &stage.progress(0), unit(0)).unwrap();
    assert!(found.iter().all(|spot| spot.cost <= HalfMp::whole(6)));
    let scene = stage.scene();
    for spot in &found {
        assert!(longroll_movement::extension::line_is_legal(
            &scene,
            spot.hex,
            spot.extent,
            spot.facing
        ));
    }
    let ahead = found
        .iter()
        .filter(|spot| spot.facing == vertex("E"))
        .map(|spot| stage.setting.grid().distance(spot.hex, stage.hex("2616")))
        .max();
    assert_eq!(ahead, Some(6));
}

/// Proves MV-094: SR 8.48.
/// Envelopment.
/// Proves MV-095: SR 8.48.
/// Envelopment.
/// Proves MV-096: SR 8.48.
/// Envelopment.
#[test]
fn mv_094_095_096_envelopment() {
    use longroll_movement::extension::envelop;
    let field = |own: Spec, others: &[Spec]| {
        let mut units = vec![own, enemy("3412", "W")];
        units.extend_from_slice(others);
        Field::grid_a(Terrain::Clear).with(&units).stage()
    };
    let line = || infantry("3311", "E").attack().sp(9).right("3312");
    let ask = |stage: &Stage| envelop(&stage.scene(), unit(0), stage.hex("3412"));
    let done = field(line(), &[]);
    let closed = ask(&done).unwrap();
    assert_eq!(
        (done.name(closed.hex), closed.facing),
        ("3411", vertex("SE"))
    );
    assert_eq!(
        closed.extent,
        Extent::Line {
            left: None,
            right: Some(done.hex("3312"))
        }
    );
    for facing in ["W", "E"] {
        let other = field(line(), &[enemy("3512", facing)]);
        assert_eq!(
            ask(&other).unwrap_err().rule,
            Rule::SR_8_48,
            "MV-095 {facing}"
        );
    }
    let worse = [
        line().disordered(),
        line().refused(Hand::Left),
        infantry("3311", "E")
            .attack()
            .sp(15)
            .right("3312")
            .left("3310"),
    ];
    for spec in worse {
        assert_eq!(
            ask(&field(spec, &[])).unwrap_err().rule,
            Rule::SR_8_48,
            "MV-096"
        );
    }
    let extended = Field::grid_a(Terrain::Clear)
        .with(&[line(), enemy("3412", "W").sp(9).right("3411")])
        .stage();
    assert!(ask(&extended).is_err(), "MV-096 (d)");
}

/// Proves MV-092: SR 8.47.
/// Advance of a line.
#[test]
fn mv_092_advance_of_a_line() {
    use longroll_movement::extension::line_advances;
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E").sp(9).right("2223")])
        .stage();
    let ways = line_advances(&stage.scene(), unit(0), stage.hex("2323"));
    let mut shown: Vec<String> = ways
        .iter()
        .map(|way| {
            let rest: Vec<&str> = way.extent.hexes().map(|hex| stage.name(hex)).collect();
            format!(
                "{} {} {}",
                stage.name(way.hex),
                rest.join(" "),
                way.facing.name()
            )
        })
        .collect();
    shown.sort();
    assert!(shown.contains(&"2323 2324 E".to_owned()), "{shown:?}");
    assert!(shown.contains(&"2323 2223 SE".to_owned()), "{shown:?}");
}

/// Proves MV-108: SR 8.53.
/// Columns under attack orders.
#[test]
fn mv_108_109_columns_under_attack_orders() {
    let stage = Field::grid_a(Terrain::Woods)
        .with(&[infantry("2222", "E").attack().sp(9).rear("2122")])
        .stage();
    let scene = stage.scene();
    let order = StepOrder {
        direction: stage.towards("2222", "2322"),
        facing: vertex("E"),
        way: WayChoice::Best,
    };
    let refusal =
        longroll_movement::step::step(&scene, &stage.progress(0), unit(0), order).unwrap_err();
    assert_eq!(refusal.rule, Rule::SR_8_53);
    assert_eq!(
        retract_column(&scene, &stage.progress(0), unit(0), 0),
        Ok(HalfMp(3))
    );
}
