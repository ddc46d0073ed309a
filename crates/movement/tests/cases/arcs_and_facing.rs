//! SR 7: arcs, turning, refused flanks.

use longroll_board::{Arc, Hand, Terrain};
use longroll_catalog::facts::Orders;
use longroll_movement::arcs::arcs;
use longroll_movement::facing::{Turn, inversion_choices, inverted, turn};
use longroll_movement::refused_flank::{Others, refuse, too_weak, uncovered_by, unrefuse};
use longroll_movement::step::{StepOrder, WayChoice, step, step_of};
use longroll_movement::{Progress, Walker, allowance};
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::support::*;

fn in_arc(stage: &Stage, number: u16, wanted: impl Fn(Arc) -> bool) -> Vec<String> {
    let mut names: Vec<String> = arcs(stage.setting.grid(), stage.position.unit(unit(number)))
        .into_iter()
        .filter(|(_, arc)| wanted(*arc))
        .map(|(hex, _)| stage.name(hex).to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

fn mp(text: &str) -> HalfMp {
    let (whole, half) = match text.strip_suffix('½') {
        Some(whole) => (whole, 1),
        None => (text, 0),
    };
    HalfMp(
        if whole.is_empty() {
            0
        } else {
            whole.parse::<u16>().expect("MP") * 2
        } + half,
    )
}

/// Proves MV-001: SR 7.11, SR 7.12.
/// Arcs.
/// Proves MV-002: SR 7.12.
/// Arcs.
/// Proves MV-003: SR 7.11, SR 7.12.
/// Arcs.
#[test]
fn mv_001_002_003_arcs() {
    let a = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2222", "E")])
        .stage();
    assert_eq!(in_arc(&a, 0, |arc| arc == Arc::Front), ["2322", "2323"]);
    assert_eq!(in_arc(&a, 0, |arc| arc == Arc::Flank(Hand::Left)), ["2221"]);
    assert_eq!(
        in_arc(&a, 0, |arc| arc == Arc::Flank(Hand::Right)),
        ["2223"]
    );
    assert_eq!(in_arc(&a, 0, |arc| arc == Arc::Rear), ["2122", "2123"]);
    let b = Field::grid_b(Terrain::Woods)
        .with(&[
            infantry("S2910", "SW").attack(),
            infantry("S3010", "N").march(),
        ])
        .stage();
    assert_eq!(in_arc(&b, 0, |arc| arc == Arc::Front), ["S2811", "S2911"]);
    assert_eq!(
        in_arc(&b, 0, |arc| arc == Arc::Flank(Hand::Left)),
        ["S3011"]
    );
    assert_eq!(in_arc(&b, 1, |arc| arc == Arc::Front), ["S3009"]);
    assert_eq!(in_arc(&b, 1, |arc| arc == Arc::Rear), ["S3011"]);
    assert_eq!(
        in_arc(&b, 1, Arc::is_flank),
        ["S2909", "S2910", "S3109", "S3110"]
    );
}

/// Proves MV-018: SR 7.31, SR 7.34.
/// Refused and column arcs.
/// Proves MV-102: SR 8.51, SR 7.12.
/// Refused and column arcs.
#[test]
fn mv_018_refused_and_mv_102_column_arcs() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").refused(Hand::Right),
            infantry("2010", "N").march().sp(9).rear("2011"),
        ])
        .stage();
    assert_eq!(in_arc(&stage, 0, |arc| arc == Arc::RefusedFront), ["2223"]);
    assert_eq!(in_arc(&stage, 0, Arc::is_flank), ["2123", "2221"]);
    assert_eq!(in_arc(&stage, 0, |arc| arc == Arc::Rear), ["2122"]);
    assert_eq!(in_arc(&stage, 1, Arc::is_front), ["2009"]);
    assert_eq!(in_arc(&stage, 1, |arc| arc == Arc::Rear), ["2012"]);
    assert_eq!(
        in_arc(&stage, 1, Arc::is_flank),
        ["1910", "1911", "1912", "2110", "2111", "2112"]
    );
}

/// Proves MV-258: SR 8.41, SR 8.44-split, SR 7.12.
/// Front hexes of a printed line.
#[test]
fn mv_258_front_hexes_of_a_printed_line() {
    let stage = Field::grid_b(Terrain::Field)
        .with(&[infantry("S2910", "SW").sp(12).left("S3011")])
        .stage();
    assert_eq!(
        in_arc(&stage, 0, Arc::is_front),
        ["S2811", "S2911", "S3012"]
    );
    let state = stage.position.unit(unit(0));
    assert!(longroll_movement::extension::line_is_legal(
        &stage.scene(),
        state.hex,
        state.extent,
        state.facing
    ));
}

/// Proves MV-004: SR 7.11.
/// Facings follow orders.
#[test]
fn mv_004_facings_follow_orders() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2010", "E"), infantry("2510", "N").march()])
        .stage();
    let ask = |number: u16, facing| {
        turn(
            &stage.scene(),
            &stage.progress(number),
            unit(number),
            facing,
            Turn::ByVertices,
        )
    };
    assert_eq!(ask(0, side("N")).unwrap_err().rule, Rule::SR_7_11);
    assert_eq!(ask(1, vertex("NE")).unwrap_err().rule, Rule::SR_7_11);
    assert_eq!(ask(1, side("S")).unwrap().cost, mp("1"));
}

/// Proves MV-006: SR 7.13, SR 7.21.
/// Turning.
/// Proves MV-007: SR 7.21.
/// Turning.
/// Proves MV-008: SR 7.21.
/// Turning.
#[test]
fn mv_006_007_008_turning() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2010", "E")])
        .stage();
    let scene = stage.scene();
    let progress = stage.progress(0);
    let north = stage.towards("2010", "2009");
    let go = |facing| {
        step(
            &scene,
            &progress,
            unit(0),
            StepOrder {
                direction: north,
                facing,
                way: WayChoice::Best,
            },
        )
    };
    assert_eq!(go(vertex("E")).unwrap_err().rule, Rule::SR_7_13);
    assert_eq!(go(vertex("NE")).unwrap().total, mp("1"));
    let cost = |facing| {
        turn(&scene, &progress, unit(0), vertex(facing), Turn::ByVertices)
            .unwrap()
            .cost
    };
    assert_eq!(
        (cost("NE"), cost("SW"), cost("W")),
        (mp("0"), mp("1"), mp("1"))
    );
}

/// Proves MV-009: SR 7.22, SR 9.24, BB TEC-woods.
/// Woods under attack.
/// Proves MV-010: SR 7.22.
/// Woods under attack.
/// Proves MV-013: BB 9.44-boundary, SR 7.22.
/// Woods under attack.
#[test]
fn mv_009_010_013_woods_under_attack() {
    let stage = Field::grid_b(Terrain::Woods)
        .terrain(Terrain::FieldBoundary, &["S4010"])
        .terrain(Terrain::Field, &["S4009"])
        .with(&[
            infantry("S2910", "NE").attack(),
            infantry("S3610", "NE"),
            infantry("S4010", "E").attack(),
        ])
        .stage();
    let mut field = stage;
    let (a, b) = (field.hex("S4010"), field.hex("S4009"));
    let _ = (a, b);
    let scene = field.scene();
    let go = |number: u16, from: &str, to: &str, facing| {
        let order = StepOrder {
            direction: field.towards(from, to),
            facing: vertex(facing),
            way: WayChoice::Best,
        };
        step(&scene, &field.progress(number), unit(number), order)
    };
    let attack = go(0, "S2910", "S3010", "E").unwrap();
    assert_eq!(
        (attack.turn, attack.terrain, attack.total),
        (mp("1"), mp("1½"), mp("2½"))
    );
    let advance = go(1, "S3610", "S3710", "E").unwrap();
    assert_eq!((advance.turn, advance.total), (mp("0"), mp("1½")));
    let boundary = go(2, "S4010", "S4009", "NE").unwrap();
    assert_eq!((boundary.turn, boundary.total), (mp("0"), mp("1")));
    field.position.unit_mut(unit(0)).spent = attack.total;
    let walker = Walker::of(&field.scene(), unit(0), allowance::Fired::No).unwrap();
    assert_eq!(walker.left, mp("½"));
}

/// Proves MV-011: SR 7.22, SR 8.24.
/// About face inverts.
/// Proves MV-012: SR 7.22, SR 7.11, SR 8.44-aboutface.
/// About face inverts.
/// Proves MV-263: SR 8.24, SR 7.22.
/// About face inverts.
#[test]
fn mv_011_012_263_about_face_inverts() {
    let stage = Field::grid_b(Terrain::Woods)
        .with(&[
            infantry("S2910", "NE").attack().sp(4),
            battery("S2910", "NE").attack(),
            infantry("S2910", "NE").attack().sp(3),
            enemy("S3010", "W"),
        ])
        .stage();
    let scene = stage.scene();
    let terms = turn(
        &scene,
        &stage.progress(0),
        unit(0),
        vertex("SW"),
        Turn::AboutFace,
    )
    .unwrap();
    assert_eq!(
        (terms.cost, terms.inverts, terms.rule),
        (mp("1"), true, Rule::SR_7_22)
    );
    let by_vertices = turn(
        &scene,
        &stage.progress(0),
        unit(0),
        vertex("SW"),
        Turn::ByVertices,
    )
    .unwrap();
    assert_eq!(by_vertices.cost, mp("3"));
    let hex = stage.hex("S2910");
    assert_eq!(
        inverted(&scene, hex, |_| true).to_vec(),
        [unit(2), unit(1), unit(0)]
    );
    let choices = inversion_choices(&scene, hex, |_| true);
    assert_eq!(
        choices.len(),
        3,
        "the battery may lie above, between or below"
    );
    assert!(
        choices
            .iter()
            .all(|order| order.iter().position(|own| *own == unit(2))
                < order.iter().position(|own| *own == unit(0)))
    );
    let reorder = longroll_movement::arrival::may_reorder(&scene, &stage.progress(0), unit(0));
    assert_eq!(reorder.unwrap_err().rule, Rule::SR_8_24, "MV-263 (a)");
}

/// Proves MV-015: SR 7.24, SR 9.53.
/// Starting next the enemy.
#[test]
fn mv_015_starting_next_to_the_enemy() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2010", "E").attack(), enemy("2110", "NE")])
        .stage();
    let scene = stage.scene();
    let progress = stage.progress(0);
    let south = stage.towards("2010", "2011");
    let go = |facing| {
        step(
            &scene,
            &progress,
            unit(0),
            StepOrder {
                direction: south,
                facing: vertex(facing),
                way: WayChoice::Best,
            },
        )
    };
    let legal = go("SE").unwrap();
    assert_eq!(legal.total, mp("1"));
    assert!(!legal.ends_move(&progress));
    assert_eq!(go("SW").unwrap_err().rule, Rule::SR_9_53);
    let stay = turn(&scene, &progress, unit(0), vertex("SW"), Turn::ByVertices).unwrap();
    assert_eq!((stay.cost, stay.pins), (mp("1"), true));
    let pinned = Progress {
        pinned: true,
        ..progress
    };
    let walker = Walker::of(&scene, unit(0), allowance::Fired::No).unwrap();
    let order = StepOrder {
        direction: south,
        facing: vertex("SE"),
        way: WayChoice::Best,
    };
    assert_eq!(
        step_of(&scene, &pinned, &walker, order).unwrap_err().rule,
        Rule::SR_9_53
    );
}

/// Proves MV-019: SR 7.32-cost, SR 9.24.
/// Refusing.
/// Proves MV-023: SR 7.31.
/// Refusing.
/// Proves MV-036: SR 7.32.
/// Refusing.
#[test]
fn mv_019_to_023_036_refusing() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").sp(6),
            infantry("2221", "E").sp(3),
            infantry("2123", "E").sp(3),
            infantry("2610", "E").sp(1),
            infantry("2810", "N").march(),
            infantry("3010", "NE").sp(9).rear("3011"),
            infantry("2622", "E"),
            enemy("2723", "W"),
        ])
        .stage();
    let scene = stage.scene();
    let ask = |number: u16, hand| {
        refuse(
            &scene,
            &stage.progress(number),
            unit(number),
            hand,
            Others::RefuseToo,
        )
    };
    assert_eq!(ask(0, Hand::Right), Ok(mp("1")), "MV-023");
    assert_eq!(ask(0, Hand::Left).unwrap_err().rule, Rule::SR_7_31);
    assert_eq!(
        ask(3, Hand::Right).unwrap_err().rule,
        Rule::SR_7_32_sp,
        "MV-020"
    );
    assert_eq!(
        ask(4, Hand::Right).unwrap_err().rule,
        Rule::SR_7_32,
        "MV-036"
    );
    assert_eq!(
        ask(5, Hand::Right).unwrap_err().rule,
        Rule::SR_7_32,
        "MV-036"
    );
    assert_eq!(
        ask(6, Hand::Right).unwrap_err().rule,
        Rule::SR_7_32,
        "MV-021"
    );
}

/// Proves MV-024: SR 7.32-friend.
/// Friends and refused flanks.
/// Proves MV-027: SR 7.33.
/// Friends and refused flanks.
#[test]
fn mv_024_to_027_friends_and_refused_flanks() {
    let mut stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").sp(4).refused(Hand::Right),
            infantry("2223", "E").sp(3),
            infantry("2610", "E").sp(4),
            infantry("2610", "E").sp(3),
        ])
        .stage();
    let scene = stage.scene();
    let covered = uncovered_by(
        &scene,
        longroll_core::Side::Union,
        stage.hex("2223"),
        |_| true,
    );
    assert_eq!(covered.to_vec(), [(unit(0), mp("1"))], "MV-024");
    assert_eq!(unrefuse(&scene, &stage.progress(0), unit(0)), Ok(mp("1")));
    let ahead = StepOrder {
        direction: stage.towards("2222", "2322"),
        facing: vertex("E"),
        way: WayChoice::Best,
    };
    let terms = step(&scene, &stage.progress(0), unit(0), ahead).unwrap();
    assert_eq!((terms.unrefuse, terms.total), (mp("1"), mp("2")), "MV-027");
    let alone = |others| refuse(&scene, &stage.progress(3), unit(3), Hand::Right, others);
    assert_eq!(
        alone(Others::Stay).unwrap_err().rule,
        Rule::SR_7_32_stack,
        "MV-026"
    );
    assert_eq!(alone(Others::WillLeave), Ok(mp("1")));
    stage.position.unit_mut(unit(0)).sp = 1;
    assert!(too_weak(&stage.scene(), unit(0)), "MV-020");
}

/// Proves MV-110: SR 9.24, SR 9.12.
/// Allowances.
/// Proves MV-111: SR 9.24, SR 17.31.
/// Allowances.
/// Proves MV-225: SR 9.11, SR 9.14.
/// Allowances.
#[test]
fn mv_110_111_225_allowances() {
    use longroll_movement::allowance::{Fired, points};
    use longroll_movement::{Gait, MoverClass};
    let halved = |ma| points(ma, ma, Gait::Attack, 0, Fired::No, 1).total;
    assert_eq!(
        (halved(6), halved(5), halved(3)),
        (mp("3"), mp("3"), mp("2"))
    );
    assert_eq!(points(6, 6, Gait::Attack, 3, Fired::No, 1).total, mp("1"));
    assert_eq!(
        points(6, 6, Gait::March, 0, Fired::No, 4).total,
        mp("24"),
        "MV-114"
    );
    assert_eq!(
        points(
            8,
            8,
            Gait::of(MoverClass::Artillery, Orders::Attack),
            0,
            Fired::Yes,
            1
        )
        .total,
        mp("4"),
        "MV-120"
    );
}
