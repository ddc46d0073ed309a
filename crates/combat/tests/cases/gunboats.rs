//! BB 14.7: gunboats, and guns against them.

use longroll_board::Terrain;
use longroll_catalog::tables::{FireDisorder, FireResult, WeaponClass};
use longroll_combat::fire::{Simultaneity, Strikes, return_order};
use longroll_rule::Rule;

use crate::support::{Field, enemy, enemy_battery, gunboat, of, unit};

#[test]
fn fire_151_gunboat_into_swamp() {
    let found = |target: &'static str| {
        let stage = Field::new()
            .terrain(Terrain::River, &["2001"])
            .terrain(Terrain::Swamp, &["2002", "2003", "2004"])
            .with(&[gunboat("2001"), enemy(target, "NW")])
            .stage();
        let found = stage
            .judge(&stage.fire(of(0, 6), target))
            .expect("a gunboat fires");
        (found.class, found.sp, found.terms.sum())
    };
    assert_eq!(found("2002"), (WeaponClass::SmallArms, 6, 4));
    assert_eq!(found("2003"), (WeaponClass::SmallArms, 6, 2));
    assert_eq!(found("2004"), (WeaponClass::SmallArms, 6, 1));
}

#[test]
fn fire_152_gunboat_movement_and_fire() {
    let after = |hexes: u8| {
        let mut stage = Field::new()
            .terrain(Terrain::River, &["2001"])
            .with(&[gunboat("2001"), enemy("2007", "NW")])
            .stage();
        stage.history.shooter_mut(of(0, 6).part).river_hexes = hexes;
        stage
            .judge(&stage.fire(of(0, 6), "2007"))
            .map(|found| found.terms.sum())
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(after(21), Err(Rule::BB_14_73));
    assert_eq!(after(20), Ok(1));
    assert_eq!(after(0), Ok(3));
}

#[test]
fn fire_153_artillery_against_a_gunboat() {
    let fire_from = |hex: &'static str| {
        let stage = Field::new()
            .terrain(Terrain::River, &["2001"])
            .levels(hex, &[1])
            .with(&[
                gunboat("2001"),
                enemy_battery(hex, "NW").weapon("P10"),
                enemy_battery(hex, "NW").weapon("P10"),
            ])
            .stage()
            .enemy_phase();
        let fire = stage.fire(of(1, 4), "2001").and(of(2, 4)).at_boat(unit(0));
        (
            stage.judge(&fire).expect("guns at a boat"),
            stage.drms(&fire),
        )
    };
    let (near, drms) = fire_from("2003");
    assert_eq!(
        (near.class, near.sp, near.strikes),
        (WeaponClass::Artillery, 8, Strikes::Boat(unit(0)))
    );
    assert_eq!(drms, [(2, Rule::SR_10_81_range)]);
    let (_, drms) = fire_from("2006");
    assert_eq!(
        drms,
        [(0, Rule::SR_10_81_range), (1, Rule::SR_10_81_height)]
    );
    // Only a D counts, and it is one D.
    let stage = Field::new().stage();
    let table = &stage.setting.tables().fire;
    for outcome in near.outcomes(table) {
        let read = table.result(
            WeaponClass::Artillery,
            8,
            i16::try_from(outcome.total).expect("small"),
        );
        let expected = match read.disorder {
            FireDisorder::Automatic => FireResult {
                loss: 0,
                disorder: FireDisorder::Automatic,
            },
            _ => FireResult::NONE,
        };
        assert_eq!(outcome.result, expected);
    }
}

#[test]
fn fire_154_small_arms_at_a_gunboat() {
    let stage = Field::new()
        .terrain(Terrain::River, &["2001"])
        .with(&[gunboat("2001"), enemy("2003", "NW")])
        .stage()
        .enemy_phase();
    let fire = stage.fire(of(1, 5), "2001");
    assert_eq!(
        stage.refused(&fire.clone().at_boat(unit(0))),
        Rule::BB_14_76
    );
    assert_eq!(stage.refused(&fire), Rule::BB_14_76);
}

#[test]
fn fire_155_gunboats_in_exchange() {
    let stage = Field::new()
        .terrain(Terrain::River, &["2001"])
        .with(&[
            gunboat("2001"),
            gunboat("2001"),
            enemy_battery("2007", "NW").weapon("P10"),
        ])
        .stage()
        .enemy_phase();
    // The target must be named; then only it is struck.
    let fire = stage.fire(of(2, 4), "2001");
    assert_eq!(stage.refused(&fire), Rule::BB_14_76);
    assert!(stage.judge(&fire.at_boat(unit(1))).is_ok());
    // Both answer, each for itself and at once.
    for boat in [0, 1] {
        let answer = stage.answer(of(boat, 6), "2007", "2001");
        assert_eq!(stage.judge(&answer).expect("a boat answers").sp, 6);
        let order = return_order(&stage.look(), of(boat, 6), stage.hex("2007"));
        assert_eq!(order, Simultaneity::Simultaneous);
    }
    let both = stage.answer(of(0, 6), "2007", "2001").and(of(1, 6));
    assert_eq!(stage.refused(&both), Rule::BB_14_78);
}

#[test]
fn fire_182_gunboat_ammunition_and_rapid_fire() {
    let stage = Field::new()
        .terrain(Terrain::River, &["2001"])
        .with(&[gunboat("2001"), enemy("2003", "NW")])
        .stage();
    let fire = stage.fire(of(0, 6), "2003");
    let found = stage.judge(&fire).expect("a gunboat fires");
    for outcome in found.outcomes(&stage.setting.tables().fire) {
        assert!(outcome.ammunition.is_empty());
    }
    // FIRE-123: NG has no Rapid fire.
    assert_eq!(stage.refused(&fire.rapid()), Rule::SR_10_68);
}

#[test]
fn the_river_of_the_map_lies_as_low_as_the_lowest_land() {
    // BB 14.76; the levels of the data are above the river.
    let battle = longroll_shiloh::battle().expect("sound data");
    let ground = &battle.ground;
    let is_river = |hex: &longroll_board::HexId| ground.terrain(*hex) == Terrain::River;
    let river: Vec<i8> = ground
        .grid
        .hexes()
        .filter(is_river)
        .map(|hex| ground.level(hex))
        .collect();
    let land = ground
        .grid
        .hexes()
        .filter(|hex| !is_river(hex))
        .map(|hex| ground.level(hex));
    let lowest = land.min().expect("land");
    assert!(river.iter().all(|level| *level == lowest));
}
