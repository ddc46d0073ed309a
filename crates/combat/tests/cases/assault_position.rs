//! Position (SR 11.44).

use longroll_board::Hand;
use longroll_combat::assault::{Seen, seen_from};
use longroll_rule::Rule;

use crate::assault_support::{Fight, charging, defender, standing};
use crate::support::{Field, Spec};

const POSITION: Rule = Rule::SR_11_44;
const FLANK: (i32, Rule) = (1, Rule::SR_11_37_drm);

/// One assault by unit 0 on D, the last unit, in 2010.
fn alone(units: &[Spec]) -> Fight {
    Fight::new(units).with(&[(&[0], &["2010"])])
}

#[test]
fn asl_074_075_rear_and_flank() {
    let rear = alone(&[standing("2110", "W"), defender("2010", "W")]);
    assert_eq!(rear.terms_of(0).position.drm, 2);
    assert_eq!(rear.check_drms(), [[FLANK]]);
    assert_eq!(rear.drms(&rear.phase.assaults[0]), [(2, POSITION)]);
    let flank = alone(&[standing("2009", "SE"), defender("2010", "W")]);
    assert_eq!(flank.terms_of(0).position.drm, 3);
    assert_eq!(flank.check_drms(), [[FLANK]]);
}

#[test]
fn asl_076_both_flanks() {
    let fight = Fight::new(&[
        standing("2009", "SE"),
        standing("2011", "NE"),
        defender("2010", "W"),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    let both = fight.assault(&[0, 1], &["2010"]);
    assert_eq!(fight.judged(&both), Err(Rule::SR_11_32_infantry));
    assert_eq!(fight.terms_of(0).position.drm, 3);
    assert_eq!(fight.terms_of(1).position.drm, 3);
}

#[test]
fn asl_077_079_two_sides_combined() {
    let front = Fight::new(&[
        standing("1909", "E"),
        standing("2009", "SW"),
        defender("2010", "W"),
    ])
    .with(&[(&[0, 1], &["2010"])]);
    assert_eq!(front.faults(&front.phase.assaults), []);
    assert_eq!(front.terms_of(0).position.drm, 4);
    let rear = Fight::new(&[
        standing("2009", "SE"),
        standing("2109", "SW"),
        defender("2010", "W"),
    ])
    .with(&[(&[0, 1], &["2010"])]);
    assert_eq!(rear.faults(&rear.phase.assaults), []);
    assert_eq!(rear.terms_of(0).position.drm, 4);
}

#[test]
fn asl_078_246b_front_and_rear() {
    for scope in ["all_assaults", "own_assault"] {
        let fight = Fight::on(
            Field::new().switch("position_scope", scope),
            &[
                standing("1909", "E"),
                standing("2110", "W"),
                defender("2010", "W"),
            ],
        )
        .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
        let both = fight.assault(&[0, 1], &["2010"]);
        assert_eq!(fight.judged(&both), Err(Rule::SR_11_32_infantry));
        assert_eq!(fight.terms_of(0).position.drm, 4);
        assert_eq!(fight.terms_of(1).position.drm, 4);
    }
}

#[test]
fn asl_246a_front_and_flank_in_two_assaults() {
    for (scope, values) in [("all_assaults", (4, 4)), ("own_assault", (0, 3))] {
        let fight = Fight::on(
            Field::new().switch("position_scope", scope),
            &[
                standing("1909", "E"),
                standing("2011", "NW"),
                defender("2010", "W"),
            ],
        )
        .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
        let found = (
            fight.terms_of(0).position.drm,
            fight.terms_of(1).position.drm,
        );
        assert_eq!(found, values, "{scope}");
    }
}

/// ASL-080: three attackers whose hexes and fronts close the ring.
fn ring() -> Fight {
    Fight::new(&[
        standing("1909", "E"),
        standing("2011", "NW"),
        standing("2109", "SW").green(),
        defender("2010", "W"),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"]), (&[2], &["2010"])])
}

#[test]
fn asl_080_081_surrounded() {
    let mut fight = ring();
    for place in 0..3 {
        assert_eq!(fight.terms_of(place).position.drm, 5);
    }
    fight.drop_out(2);
    assert_eq!(fight.terms_of(0).position.drm, 4);
    assert_eq!(fight.terms_of(1).position.drm, 4);
}

#[test]
fn asl_119b_a_defender_that_cannot_retreat_is_assaulted_again() {
    let mut fight = Fight::new(&[
        charging("1909", "E"),
        standing("2011", "NW"),
        standing("2109", "SW"),
        defender("2010", "W").sp(4).disordered(),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"]), (&[2], &["2010"])]);
    fight.fought(0);
    let again = fight.continued(&[0], &["2010"], 1);
    assert_eq!(fight.judged(&again), Ok(()));
    assert_eq!(fight.ratio(&again), 1);
    assert_eq!(
        fight.drms(&again),
        [
            (5, POSITION),
            (1, Rule::BB_T_assault_drm),
            (-1, Rule::SR_11_47_attack)
        ]
    );
    assert_eq!(fight.total(&again), 6);
}

#[test]
fn who_fought_and_was_thrown_back_still_counts() {
    let mut fight = Fight::new(&[
        standing("1909", "E"),
        standing("2110", "W"),
        defender("2010", "W"),
    ])
    .with(&[(&[0], &["2010"]), (&[1], &["2010"])]);
    fight.fought(0);
    let back = fight.stage.hex("1809");
    fight.stage.position.unit_mut(crate::support::unit(0)).hex = back;
    assert_eq!(fight.terms_of(1).position.drm, 4, "reading 41");
}

#[test]
fn asl_082_083_an_attacker_in_another_enemys_front() {
    let flank = alone(&[
        standing("2009", "SE"),
        defender("2010", "W"),
        defender("2108", "W"),
    ]);
    let drms = flank.drms(&flank.phase.assaults[0]);
    assert_eq!(drms, [(3, POSITION), (-1, Rule::SR_11_44_threat)]);
    let front = alone(&[
        standing("1909", "E"),
        defender("2010", "W"),
        defender("1908", "SE"),
    ]);
    assert_eq!(front.drms(&front.phase.assaults[0]), []);
    // Reading 42: once for each hex, however many watch it.
    let watched = alone(&[
        standing("2009", "SE"),
        defender("2010", "W"),
        defender("2108", "W"),
        defender("2008", "SE"),
    ]);
    let drms = watched.drms(&watched.phase.assaults[0]);
    assert_eq!(drms, [(3, POSITION), (-1, Rule::SR_11_44_threat)]);
}

#[test]
fn asl_084_a_refused_flank_is_front() {
    let refused = || defender("2010", "W").sp(5).refused(Hand::Right);
    let front = alone(&[standing("2009", "SE"), refused()]);
    assert_eq!(front.terms_of(0).position.drm, 0);
    assert_eq!(front.check_drms(), [[]]);
    let flank = alone(&[standing("2109", "W"), refused()]);
    assert_eq!(flank.terms_of(0).position.drm, 3);
}

#[test]
fn asl_085_four_flank_hexes_on_the_march() {
    let fight = alone(&[standing("2109", "SW"), defender("2010", "N").march()]);
    let look = fight.look();
    let seen = |hex| seen_from(&look, fight.stage.hex("2010"), fight.stage.hex(hex));
    let all = ["2009", "2109", "2110", "2011", "1910", "1909"].map(seen);
    let (front, flank, rear) = (Some(Seen::Front), Some(Seen::Flank), Some(Seen::Rear));
    assert_eq!(all, [front, flank, flank, rear, flank, flank]);
    assert_eq!(fight.terms_of(0).position.drm, 3);
}

#[test]
fn asl_086_two_defending_hexes() {
    let fight = Fight::new(&[
        standing("2009", "SW"),
        defender("2010", "W"),
        defender("1909", "E"),
    ])
    .with(&[(&[0], &["2010", "1909"])]);
    assert_eq!(fight.faults(&fight.phase.assaults), []);
    assert_eq!(fight.terms_of(0).position.drm, 0, "best for the defender");
    assert_eq!(fight.check_drms(), [vec![FLANK], vec![]]);
}

#[test]
fn asl_128_a_pending_assault_counts_for_a_continued_one() {
    let fight = Fight::new(&[
        charging("2010", "SE"),
        charging("1911", "E"),
        defender("2109", "W").disordered(),
        defender("2011", "W"),
    ])
    .with(&[(&[1], &["2011"])]);
    let again = fight.continued(&[0], &["2011"], 1);
    assert_eq!(fight.judged(&again), Ok(()));
    assert_eq!(fight.ratio(&again), 0);
    assert_eq!(
        fight.drms(&again),
        [
            (4, POSITION),
            (-1, Rule::SR_11_44_threat),
            (-1, Rule::SR_11_47_attack)
        ]
    );
    // And the other way round, while the Continued assault is in the list.
    let mut later = fight;
    later.phase.assaults.push(again);
    assert_eq!(later.terms_of(0).position.drm, 4);
}

#[test]
fn asl_238a_a_continued_assault_into_a_flank() {
    let fight = Fight::new(&[charging("2010", "SE"), defender("2011", "W").attack()]);
    let again = fight.continued(&[0], &["2011"], 1);
    assert_eq!(fight.total(&again), 2, "flank +3, continuation -1");
}

#[test]
fn an_extended_defender_is_surrounded_as_a_whole() {
    let units = [
        standing("1909", "E"),
        standing("1910", "E"),
        standing("2012", "NW"),
        standing("2109", "SW"),
        standing("2111", "NW"),
        defender("2010", "W").sp(9).left("2011"),
    ];
    let mut fight = Fight::new(&units).with(&[
        (&[0, 1], &["2010", "2011"]),
        (&[2], &["2011"]),
        (&[3], &["2010"]),
        (&[4], &["2011"]),
    ]);
    assert_eq!(fight.faults(&fight.phase.assaults), []);
    assert_eq!(fight.terms_of(0).position.drm, 5);
    assert_eq!(fight.terms_of(2).position.drm, 5);
    fight.drop_out(4);
    assert_eq!(fight.terms_of(2).position.drm, 4, "2111 is open");
}
