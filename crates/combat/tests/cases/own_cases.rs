//! Fires worked out by hand from the text before the code was asked.

use longroll_board::{Hand, Terrain};
use longroll_catalog::facts::{Ammunition, Light};
use longroll_combat::fire::{DeclaredFire, Occasion, may_combine, targets};
use longroll_rule::Rule;

use crate::support::{Field, battery, cavalry, enemy, enemy_battery, infantry, of};

#[test]
fn a_refused_unit_fires_through_the_vertex_between_its_fronts_by_either_share() {
    // 2010 facing E, refused right: 2112 lies through the vertex between 2110 (front) and 2011 (refused). Fire reading 4.
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(7).refused(Hand::Right),
            enemy("2111", "W"),
        ])
        .stage();
    let range = stage.look().range(stage.hex("2010"), stage.hex("2111"));
    assert_eq!(range, 2);
    assert!(stage.judge(&stage.fire(of(0, 4), "2111")).is_ok());
    assert!(
        stage
            .judge(&stage.fire(of(0, 3).through_refused_front(), "2111"))
            .is_ok()
    );
}

#[test]
fn woods_and_a_steep_climb_and_the_dusk_add_up() {
    // 2 hexes, up three levels into Woods at dusk: R +1, -1, -1, -2.
    let stage = Field::new()
        .light(Light::Dusk)
        .levels("2001", &[0, 1, 3])
        .terrain(Terrain::Woods, &["2003"])
        .with(&[infantry("2001", "SE"), enemy("2003", "NW")])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 5), "2003")),
        [
            (1, Rule::SR_10_81_range),
            (-1, Rule::BB_TEC_woods),
            (-1, Rule::BB_TEC_steepup),
            (-2, Rule::SR_10_81_dawn)
        ]
    );
}

#[test]
fn canister_is_suffered_and_enfilades_as_small_arms_do() {
    // Guns at 2 hexes through the flank of standing cavalry: +3, +1, +1.
    let stage = Field::new()
        .with(&[
            battery("2108", "SE"),
            crate::support::enemy_cavalry("2110", "W"),
        ])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 4), "2110")),
        [
            (3, Rule::SR_10_81_range),
            (1, Rule::SR_10_81_cavtarget),
            (1, Rule::SR_10_81_enfilade)
        ]
    );
}

#[test]
fn low_guns_that_move_fire_at_minus_four() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E")
                .weapon("TB")
                .spent(2)
                .ammunition(Ammunition::Low),
            enemy("2610", "W"),
        ])
        .stage();
    assert_eq!(stage.total(&stage.fire(of(0, 4), "2610")), -4);
}

#[test]
fn one_penalised_battery_penalises_the_combined_fire() {
    // Fire reading 118: the second battery is Low; together -2 once, alone the first has none.
    let stage = Field::new()
        .with(&[
            battery("2010", "E").weapon("TB"),
            battery("2010", "E")
                .weapon("TB")
                .ammunition(Ammunition::Low),
            enemy("2610", "W"),
        ])
        .stage();
    assert_eq!(stage.total(&stage.fire(of(0, 4), "2610").and(of(1, 4))), -2);
    assert_eq!(stage.total(&stage.fire(of(0, 4), "2610")), 0);
}

#[test]
fn a_line_enfilades_only_with_all_its_parts() {
    // Fire reading 31: 2008 and 2009 fire at 2110 facing W: 2009 comes in by the vertex between flank and front.
    let stage = Field::new()
        .with(&[
            infantry("2109", "SE").sp(10).right("2008"),
            enemy("2110", "W"),
        ])
        .stage();
    let flank = stage.fire(of(0, 5), "2110");
    assert!(stage.drms(&flank).contains(&(1, Rule::SR_10_81_enfilade)));
    let both = flank.and(of(0, 5).number(1));
    if let Ok(found) = stage.judge(&both) {
        let enfilade = found
            .terms
            .as_slice()
            .iter()
            .any(|term| term.rule == Rule::SR_10_81_enfilade);
        assert!(!enfilade);
    }
}

#[test]
fn who_may_fire_as_one() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E"),
            battery("2010", "E"),
            battery("2010", "E"),
            cavalry("2009", "E"),
            enemy("2610", "W"),
        ])
        .stage();
    let fire = stage.fire(of(0, 5), "2610");
    let rule = |one: u16, other: u16| {
        may_combine(&stage.look(), &fire, of(one, 1), of(other, 1)).map_err(|refusal| refusal.rule)
    };
    assert_eq!(rule(0, 1), Err(Rule::SR_8_32));
    assert_eq!(rule(1, 2), Ok(Rule::SR_10_63));
    assert_eq!(rule(0, 3), Err(Rule::SR_10_14));
}

#[test]
fn every_target_of_a_battery_is_found_with_its_terms() {
    let stage = Field::new()
        .terrain(Terrain::Swamp, &["2510"])
        .with(&[
            battery("2010", "E").weapon("TB"),
            enemy("2508", "W"),
            enemy("2613", "W"),
            enemy("2810", "W"),
            enemy("1510", "E"),
            enemy_battery("2009", "W"),
        ])
        .stage();
    let found = targets(&stage.look(), Occasion::Phasing, of(0, 4));
    let mut names: Vec<&str> = found
        .iter()
        .map(|(fire, _)| stage.name(fire.target))
        .collect();
    names.sort_unstable();
    // 2810 lies behind the Swamp, 1510 behind the guns, 2009 on their flank.
    assert_eq!(names, ["2508", "2613"]);
}

#[test]
fn bystanders_of_an_extended_line_are_judged_hex_by_hex() {
    // SR 10.42: the extension 2111 is beside the firer and in nobody's front; the counter 2110 is in Q's.
    let stage = Field::new()
        .with(&[
            infantry("2109", "W").sp(5),
            infantry("2110", "W").sp(10).left("2111"),
            enemy("2010", "E"),
            enemy("2011", "NE"),
        ])
        .stage()
        .enemy_phase();
    // P in 2011 fires at 2109's neighbour; Q in 2010 fronts 2109 and 2110.
    let occasion = Occasion::Return {
        struck: stage.hex("2110"),
        limited: false,
    };
    let part = |number| DeclaredFire::new(occasion, of(1, 5).number(number), stage.hex("2011"));
    assert!(stage.judge(&part(0)).is_ok(), "the counter was fired at");
    assert!(stage.judge(&part(1)).is_ok(), "the extension stands beside");
    let other = DeclaredFire::new(occasion, of(0, 5), stage.hex("2011"));
    assert!(stage.judge(&other).is_err(), "2109 is in the front of 2010");
}

#[test]
fn pistols_and_shotguns_reach_one_hex_even_at_dawn() {
    let stage = Field::new()
        .light(Light::Dawn)
        .with(&[infantry("2010", "E").weapon("S"), enemy("2110", "W")])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 5), "2110")),
        [(2, Rule::SR_10_81_range)]
    );
}
