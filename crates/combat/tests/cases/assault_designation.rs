//! Designation and combination (SR 11.31, 11.32, 8.46), and the order of Step 6.

use longroll_combat::assault::{may_retreat_before, needs_commitment, sweep_order};
use longroll_rule::Rule;

use crate::assault_support::{ENTERED, Fight, charging, defender, horse, standing};
use crate::support::{Field, unit};

/// Example 1 of 11.32: attackers 0, 1, 2 in a column of hexes, defenders 3 and 4 before them.
fn example_one() -> Fight {
    Fight::on(
        Field::series_grid(),
        &[
            standing("2220", "E"),
            standing("2221", "E"),
            standing("2222", "E"),
            defender("2321", "W"),
            defender("2322", "W"),
        ],
    )
}

#[test]
fn asl_002_step_6_sweeps_along_the_line() {
    let fight = Fight::new(&[
        charging("1915", "E"),
        defender("2016", "W"),
        charging("1909", "E"),
        defender("2010", "W"),
        charging("1921", "E"),
        defender("2022", "W"),
    ])
    .with(&[(&[0], &["2016"]), (&[2], &["2010"]), (&[4], &["2022"])]);
    let order = sweep_order(&fight.look(), &fight.phase.assaults);
    assert_eq!(order, [[1], [0], [2]], "facing E the north is the left");
}

#[test]
fn sweeping_to_the_west_and_on_a_slant() {
    let fight = Fight::new(&[
        standing("2109", "W"),
        defender("2009", "E"),
        standing("2114", "W"),
        defender("2014", "E"),
    ])
    .with(&[(&[0], &["2009"]), (&[2], &["2014"])]);
    let order = sweep_order(&fight.look(), &fight.phase.assaults);
    assert_eq!(order, [[1], [0]]);
    // Two assaults from one hex, and from hexes one behind the other, are fought in any order.
    let level = Fight::new(&[
        standing("1909", "E"),
        standing("1909", "E"),
        standing("2109", "E"),
        defender("2010", "W"),
        defender("2210", "W"),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"]), (&[2], &["2210"])]);
    let order = sweep_order(&level.look(), &level.phase.assaults);
    assert_eq!(order, [[0, 1, 2]]);
    // NE and SE together look east: the northern one is on the left.
    let slant = Fight::new(&[
        standing("2014", "SE"),
        defender("2015", "NW"),
        standing("2009", "NE"),
        defender("2008", "SW"),
    ])
    .with(&[(&[0], &["2015"]), (&[2], &["2008"])]);
    let order = sweep_order(&slant.look(), &slant.phase.assaults);
    assert_eq!(order, [[1], [0]]);
    // Back to back there is no left.
    let back = Fight::new(&[
        standing("2014", "W"),
        defender("1913", "E"),
        standing("2009", "E"),
        defender("2109", "W"),
    ])
    .with(&[(&[0], &["1913"]), (&[2], &["2109"])]);
    let order = sweep_order(&back.look(), &back.phase.assaults);
    assert_eq!(order, [[0, 1]]);
}

#[test]
fn asl_018_three_hexes_do_not_attack_two() {
    let fight = example_one();
    let all = fight.assault(&[0, 1, 2], &["2321", "2322"]);
    assert_eq!(fight.judged(&all), Err(Rule::SR_11_31));
}

#[test]
fn asl_019_one_hex_attacks_two() {
    let fight = example_one();
    let both = fight.assault(&[1], &["2321", "2322"]);
    assert_eq!(fight.faults(core::slice::from_ref(&both)), []);
    assert_eq!(fight.terms(&both).defenders.halves(), 24);
}

#[test]
fn asl_020_whoever_is_in_front_of_an_attacker_is_assaulted_by_somebody() {
    let fight = example_one();
    for attackers in [&[1][..], &[1, 2]] {
        let second = fight.assault(attackers, &["2322"]);
        assert_eq!(
            fight.faults(core::slice::from_ref(&second)),
            [Rule::SR_11_31]
        );
        let first = fight.assault(&[0], &["2321"]);
        assert_eq!(fight.faults(&[second, first]), []);
    }
}

#[test]
fn asl_021_others_may_be_held_back() {
    let fight = example_one();
    let assaults = [
        fight.assault(&[0], &["2321"]),
        fight.assault(&[1], &["2322"]),
    ];
    assert_eq!(fight.faults(&assaults), []);
    let twice = [
        fight.assault(&[0, 1], &["2321"]),
        fight.assault(&[1], &["2322"]),
    ];
    assert_eq!(fight.faults(&twice), [Rule::SR_11_32_no_split]);
}

#[test]
fn asl_022_023_two_units_and_an_extended_line() {
    let units = [
        standing("2220", "E"),
        standing("2222", "E"),
        defender("2321", "W").sp(12).left("2322"),
    ];
    let fight = Fight::on(Field::series_grid(), &units);
    let together = fight.assault(&[0, 1], &["2321", "2322"]);
    assert_eq!(fight.judged(&together), Err(Rule::SR_11_32_infantry));
    for (attacker, hex) in [(0, "2321"), (1, "2322")] {
        let own = fight.assault(&[attacker], &[hex]);
        assert_eq!(fight.judged(&own), Ok(()));
        assert_eq!(fight.terms(&own).defenders.halves(), 24);
        assert_eq!(fight.ratio(&own), -2);
    }
    let mut line = Fight::on(Field::series_grid(), &units);
    line.activate(longroll_core::Side::Confederate);
    let part = line.assault(&[2], &["2220"]);
    assert_eq!(line.judged(&part), Err(Rule::SR_8_46));
    let all = line.assault(&[2], &["2220", "2222"]);
    assert_eq!(line.judged(&all), Ok(()));
    assert_eq!(line.ratio(&all), 0, "12 to 12");
}

#[test]
fn asl_024_a_line_attacks_with_all_it_has() {
    let fight = Fight::on(
        Field::series_grid(),
        &[
            standing("2220", "E").sp(12).right("2221"),
            defender("2322", "W"),
        ],
    );
    let assault = fight.assault(&[0], &["2322"]);
    assert_eq!(fight.judged(&assault), Ok(()));
    assert_eq!(fight.ratio(&assault), 2);
}

#[test]
fn asl_025_a_line_of_three_hexes() {
    let units = [
        standing("2221", "E").sp(18).left("2220").right("2222"),
        defender("2320", "W"),
        defender("2323", "W"),
    ];
    let fight = Fight::on(Field::series_grid(), &units);
    let both = fight.assault(&[0], &["2320", "2323"]);
    assert_eq!(fight.faults(core::slice::from_ref(&both)), []);
    assert_eq!(fight.ratio(&both), 1, "18 to 12");
    let mut other = Fight::on(Field::series_grid(), &units);
    other.activate(longroll_core::Side::Confederate);
    let together = other.assault(&[1, 2], &["2220", "2222"]);
    assert_eq!(other.judged(&together), Err(Rule::SR_11_32_infantry));
    let alone = other.assault(&[1], &["2220"]);
    assert_eq!((other.judged(&alone), other.ratio(&alone)), (Ok(()), -3));
}

#[test]
fn several_hexes_attack_several_of_one_line() {
    let fight = Fight::on(
        Field::series_grid(),
        &[
            standing("2220", "E"),
            standing("2221", "E"),
            defender("2321", "W").sp(12).left("2322"),
        ],
    );
    let both = fight.assault(&[0, 1], &["2321", "2322"]);
    assert_eq!(fight.faults(core::slice::from_ref(&both)), []);
    assert_eq!(fight.ratio(&both), 0);
}

#[test]
fn asl_026_foot_and_horse_attack_apart() {
    let fight = Fight::new(&[
        standing("1909", "E").sp(5),
        horse("1910", "E").deed(ENTERED),
        defender("2010", "W"),
    ])
    .charge(&[1])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    let both = fight.assault(&[0, 1], &["2010"]);
    assert_eq!(fight.judged(&both), Err(Rule::SR_11_32_mixed));
    let now = &fight.phase.assaults;
    assert_eq!(fight.faults(now), []);
    assert_eq!(fight.check_drms().len(), 1, "one check");
    let stays = may_retreat_before(&fight.look(), unit(2), now);
    assert_eq!(stays.unwrap_err().rule, Rule::SR_11_33_excluded);
}

#[test]
fn asl_027_charging_and_assaulting_cavalry_attack_apart() {
    let fight = Fight::new(&[
        horse("1909", "E").sp(3).deed(ENTERED),
        horse("1910", "E").sp(3),
        defender("2010", "W").sp(5),
    ])
    .charge(&[0])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    let both = fight.assault(&[0, 1], &["2010"]);
    assert_eq!(fight.judged(&both), Err(Rule::SR_11_32_cavalry));
    let [first, second] = fight.phase.assaults.as_slice() else {
        panic!("two");
    };
    assert_eq!(fight.drms(first), [(1, Rule::SR_11_55)]);
    assert_eq!(fight.drms(second), []);
    let look = fight.look();
    let needs =
        |own: &longroll_combat::assault::Assault| needs_commitment(&look, own, &own.attackers[0]);
    assert_eq!((needs(first), needs(second)), (None, Some(Rule::BB_14_53)));
}

#[test]
fn asl_029_a_combination_survives_the_loss_of_its_middle() {
    let mut fight = Fight::new(&[
        standing("2009", "SW").sp(4),
        standing("1909", "E").sp(4).disordered(),
        standing("1910", "E").sp(4),
        defender("2010", "W"),
    ])
    .with(&[(&[0, 1, 2], &["2010"])]);
    assert_eq!(fight.faults(&fight.phase.assaults), []);
    let ends = fight.assault(&[0, 2], &["2010"]);
    assert_eq!(fight.judged(&ends), Err(Rule::SR_11_32_infantry));
    fight.drop_out(1);
    let terms = fight.terms_of(0);
    assert_eq!(terms.ratio.row.drm, 0, "8 to 6, rounded for the defender");
    assert_eq!(terms.position.drm, 4);
    assert_eq!(terms.terms.sum(), 4, "nobody who attacks is Disordered");
}
