//! SR 7.34, 8.3, 8.45: who fires from a hex, and what a target hex is.

use longroll_board::{Arc, Direction, Hand, Terrain};
use longroll_movement::arcs::{arcs_rule, may_assault_into, part_arc, part_facing};
use longroll_movement::facing::may_face_on_recovery;
use longroll_movement::fire_front::{massed_or_dispersed, may_fire_after_joining};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::support::*;

/// Proves MV-067: SR 8.34.
/// Massed and dispersed targets.
#[test]
fn mv_067_massed_and_dispersed_targets() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2010", "E").sp(7),
            infantry("2012", "E").sp(8),
            infantry("2014", "E").sp(3),
            infantry("2016", "E").sp(2),
            infantry("2018", "E").sp(2),
            battery("2018", "E").sp(6),
            battery("2020", "E").sp(6),
            battery("2020", "E").sp(6),
        ])
        .stage();
    let scene = stage.scene();
    let drm =
        |hex: &str, range| massed_or_dispersed(&scene, scene.grid().parse(hex).unwrap(), range);
    assert_eq!(drm("2010", 5), 0);
    assert_eq!(drm("2012", 5), 1);
    assert_eq!(drm("2012", 4), 1);
    assert_eq!(drm("2012", 3), 0, "canister");
    assert_eq!(drm("2014", 5), 0);
    assert_eq!(drm("2016", 5), -1);
    assert_eq!(drm("2018", 5), -1, "guns do not count");
    assert_eq!(drm("2020", 5), 0, "guns alone get neither");
}

/// Proves MV-068: SR 8.34, SR 8.44-split.
/// A line is judged hex by hex.
#[test]
fn mv_068_massed_lines() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2010", "E").sp(15).right("2011"),
            infantry("2020", "E").sp(9).right("2021"),
        ])
        .stage();
    let scene = stage.scene();
    let drm = |hex: &str| massed_or_dispersed(&scene, scene.grid().parse(hex).unwrap(), 6);
    assert_eq!(["2010", "2011", "2020", "2021"].map(drm), [1, 0, 0, 0]);
}

/// Proves MV-032: SR 7.34-join.
/// Whoever joins refused units after they have fired does not fire.
#[test]
fn mv_032_joining_after_the_fire() {
    for (fired, orders_attack, may) in [
        (true, true, false),
        (true, false, true),
        (false, true, true),
    ] {
        let mut first = infantry("2222", "E").sp(4).refused(Hand::Left);
        if fired {
            first.deeds = Deeds::FIRED;
        }
        let mut second = infantry("2222", "E").sp(2);
        if orders_attack {
            second = second.attack();
        }
        let stage = Field::grid_a(Terrain::Clear).with(&[first, second]).stage();
        let scene = stage.scene();
        let hex = scene.grid().parse("2222").unwrap();
        let told = may_fire_after_joining(&scene, unit(1), hex);
        assert_eq!(told.is_ok(), may);
        assert!(
            told.err()
                .is_none_or(|refusal| refusal.rule == Rule::SR_7_34_join)
        );
    }
}

/// Proves MV-102: SR 8.51.
/// A marching column that bends has one front hex and one rear hex all the same.
#[test]
fn mv_102_a_bent_column_has_one_front_and_one_rear() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[infantry("2010", "N")
            .sp(15)
            .march()
            .rear("2110")
            .tail("2111")])
        .stage();
    let (scene, mut front, mut rear) = (stage.scene(), Vec::new(), Vec::new());
    let state = scene.position.unit(unit(0));
    for (number, hex) in state.hexes().enumerate() {
        for direction in Direction::ALL {
            let beside = scene.grid().neighbour(hex, direction).unwrap();
            if state.hexes().any(|own| own == beside) {
                continue;
            }
            match part_arc(scene.grid(), state, number as u8, direction) {
                Arc::Front => front.push(beside),
                Arc::Rear => rear.push(beside),
                _ => {}
            }
        }
    }
    let hex = |name: &str| scene.grid().parse(name).unwrap();
    assert_eq!((front, rear), (vec![hex("2009")], vec![hex("2112")]));
}

/// SR 8.52: under Advance orders an extension faces so that the part behind it is in its rear.
#[test]
fn an_extension_keeps_the_next_one_in_its_rear() {
    for (tail, faces) in [("2012", "NW"), ("2113", "NW"), ("1912", "NE")] {
        let stage = Field::grid_a(Terrain::Clear)
            .with(&[infantry("2010", "NE").sp(15).rear("2011").tail(tail)])
            .stage();
        let scene = stage.scene();
        let state = scene.position.unit(unit(0));
        let facing = part_facing(scene.grid(), state, 1);
        let (rear, tail) = (
            scene.grid().parse("2011").unwrap(),
            scene.grid().parse(tail).unwrap(),
        );
        let Some(behind) = scene.grid().direction_between(rear, tail) else {
            continue;
        };
        assert!(facing.rear().contains(behind), "{faces}");
    }
}

/// Proves MV-035: SR 7.34-assault.
/// No assault through the Refused Front.
/// Proves MV-106: SR 8.52.
/// None from column.
#[test]
fn mv_035_106_where_a_unit_may_assault() {
    let stage = Field::grid_a(Terrain::Clear)
        .with(&[
            infantry("2222", "E").refused(Hand::Right),
            infantry("2810", "NE").sp(9).rear("2811"),
            infantry("2820", "E").sp(9).right("2821"),
        ])
        .stage();
    let scene = stage.scene();
    let ask = |number, hex: &str| {
        let hex = scene.grid().parse(hex).unwrap();
        may_assault_into(scene.grid(), scene.position.unit(unit(number)), hex)
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(ask(0, "2322"), Ok(()));
    assert_eq!(ask(0, "2323"), Ok(()));
    assert_eq!(ask(0, "2223"), Err(Rule::SR_7_34_assault));
    assert_eq!(ask(0, "2221"), Err(Rule::SR_7_13));
    assert_eq!(ask(1, "2809"), Err(Rule::SR_8_52));
    assert_eq!(ask(2, "2922"), Ok(()), "a front hex of the extension");
    assert_eq!(arcs_rule(scene.position.unit(unit(0))), Rule::SR_7_34);
}

/// Proves MV-016: SR 7.25.
/// On recovering a unit turns one vertex or none.
#[test]
fn mv_016_facing_on_recovery() {
    let may = |to: &str| may_face_on_recovery(vertex("E"), vertex(to)).is_ok();
    let all = ["NE", "E", "SE", "SW", "W", "NW"].map(may);
    assert_eq!(all, [true, true, true, false, false, false]);
}
