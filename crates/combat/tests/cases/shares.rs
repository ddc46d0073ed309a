//! How much fires, and how it is divided (SR 7.34, 8.3, 8.44, 10.14, 10.15).

use longroll_board::Hand;
use longroll_catalog::facts::Ammunition;
use longroll_combat::fire::{
    DeclaredFire, FiringPart, Occasion, allocations, even_shares, fire_shares, held_back,
    judge_split, share_of,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::support::{Field, Stage, battery, cavalry, enemy, infantry, of};

/// Every way to fire, as "sp at hex" lists.
fn ways(stage: &Stage, firer: FiringPart) -> Vec<String> {
    let mut found: Vec<String> = allocations(&stage.look(), Occasion::Phasing, firer)
        .iter()
        .map(|fires| {
            let shots: Vec<String> = fires
                .iter()
                .map(|fire| format!("{} at {}", fire.sp(), stage.name(fire.target)))
                .collect();
            shots.join(", ")
        })
        .collect();
    found.sort();
    found
}

fn share(stage: &Stage, number: u16) -> (u8, u8) {
    share_of(&stage.look(), of(number, 0))
}

#[test]
fn fire_001_five_sp_with_an_enemy_in_each_front_hex() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").attack(),
            enemy("2109", "W"),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(
        ways(&stage, of(0, 5)),
        [
            "2 at 2109, 3 at 2110",
            "3 at 2109, 2 at 2110",
            "5 at 2109",
            "5 at 2110"
        ]
    );
}

#[test]
fn fire_002_three_sp_holding_part_of_return_fire() {
    let stage = Field::new().stage();
    let occasion = Occasion::Return {
        struck: stage.hex("2010"),
        limited: false,
    };
    assert_eq!(held_back(3, occasion).as_slice(), [3, 2, 1]);
    assert_eq!(held_back(1, occasion).as_slice(), [1]);
    assert_eq!(held_back(6, occasion).as_slice(), [6, 3]);
    // FIRE-186: before an assault the other part goes to another attacking hex.
    assert_eq!(held_back(7, Occasion::PreAssault).as_slice(), [7, 4, 3]);
}

#[test]
fn fire_004_uneven_split_is_illegal() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(10),
            enemy("2109", "W"),
            enemy("2110", "W"),
        ])
        .stage();
    let split = |one: u8, other: u8| {
        let mut fires: Vec<DeclaredFire> = Vec::new();
        for (sp, hex) in [(one, "2109"), (other, "2110")] {
            if sp > 0 {
                fires.push(stage.fire(of(0, sp), hex));
            }
        }
        judge_split(&stage.look(), &fires)
    };
    for (one, other) in [(7, 0), (0, 7), (4, 3), (3, 4)] {
        assert_eq!(split(one, other), Ok(()), "{one}/{other}");
    }
    for (one, other) in [(5, 2), (2, 5), (6, 1), (3, 3), (4, 0)] {
        let refusal = split(one, other).expect_err("uneven");
        assert_eq!(refusal.rule, Rule::SR_10_15, "{one}/{other}");
    }
    let twice = [stage.fire(of(0, 4), "2109"), stage.fire(of(0, 3), "2109")];
    assert_eq!(
        judge_split(&stage.look(), &twice)
            .expect_err("one target")
            .rule,
        Rule::SR_10_15
    );
}

#[test]
fn fire_005_small_arms_do_not_split_at_range() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(6),
            enemy("2209", "W"),
            enemy("2211", "W"),
        ])
        .stage();
    let halves = [stage.fire(of(0, 3), "2209"), stage.fire(of(0, 3), "2211")];
    assert_eq!(
        judge_split(&stage.look(), &halves)
            .expect_err("too far")
            .rule,
        Rule::SR_10_15
    );
    assert_eq!(ways(&stage, of(0, 6)), ["6 at 2209", "6 at 2211"]);
}

#[test]
fn fire_006_per_hex_maxima() {
    let alone = |spec| share(&Field::new().with(&[spec]).stage(), 0).0;
    assert_eq!(alone(infantry("2010", "E").sp(10)), 7);
    assert_eq!(alone(cavalry("2010", "E").sp(6)), 4);
    let guns = Field::new()
        .with(&[battery("2010", "E").sp(6), battery("2010", "E").sp(6)])
        .stage();
    assert_eq!((share(&guns, 0).0, share(&guns, 1).0), (6, 6));
    let mixed = Field::new()
        .with(&[battery("2010", "E").sp(6), infantry("2010", "E").sp(7)])
        .stage();
    assert_eq!((share(&mixed, 0).0, share(&mixed, 1).0), (6, 1));
    let too_much = Field::new()
        .with(&[infantry("2010", "E").sp(10), enemy("2110", "W")])
        .stage();
    assert_eq!(
        too_much.refused(&too_much.fire(of(0, 8), "2110")),
        Rule::SR_8_31
    );
}

/// FIRE-017, FIRE-019 to FIRE-026: shares of stacks, top to bottom.
#[test]
fn fire_017_and_019_to_026_shares_of_stacks() {
    let shares = |specs: &[crate::support::Spec]| -> Vec<u8> {
        let stage = Field::new().with(specs).stage();
        let hex = stage.hex("2010");
        let found = fire_shares(&stage.look(), hex);
        found.iter().map(|share| share.normal).collect()
    };
    let foot = |sp| infantry("2010", "E").sp(sp);
    let guns = |sp| battery("2010", "E").sp(sp);
    assert_eq!(shares(&[foot(3), foot(3), foot(5), foot(4)]), [3, 3, 1, 0]);
    assert_eq!(shares(&[foot(5), foot(9)]), [5, 2]);
    assert_eq!(shares(&[guns(6), foot(7)]), [6, 1]);
    // FIRE-021: the top unit recovers; what is below has the same share.
    assert_eq!(
        shares(&[foot(5).disordered().deed(Deeds::RECOVERED), foot(9)]),
        [5, 2]
    );
    assert_eq!(shares(&[foot(4), guns(6)]), [4, 0]);
    assert_eq!(shares(&[guns(6).disordered(), foot(7)]), [6, 1]);
    assert_eq!(shares(&[guns(8), foot(5)]), [8, 0]);
    assert_eq!(shares(&[guns(4), cavalry("2010", "E").sp(6)]), [4, 3]);
}

#[test]
fn fire_021_a_unit_that_recovers_does_not_fire_and_the_lower_one_fires_its_share() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E")
                .sp(5)
                .disordered()
                .deed(Deeds::RECOVERED),
            infantry("2010", "E").sp(9),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2110")), Rule::SR_13_4);
    assert!(stage.judge(&stage.fire(of(1, 2), "2110")).is_ok());
    assert_eq!(stage.refused(&stage.fire(of(1, 3), "2110")), Rule::SR_8_31);
}

#[test]
fn fire_022_artillery_under_infantry_does_not_fire() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(4),
            battery("2010", "E").sp(6),
            enemy("2110", "W"),
        ])
        .stage();
    assert!(stage.judge(&stage.fire(of(0, 4), "2110")).is_ok());
    assert_eq!(stage.refused(&stage.fire(of(1, 6), "2110")), Rule::SR_8_33);
}

#[test]
fn fire_023_a_disordered_battery_on_top_blocks_the_fire_front() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").sp(6).disordered(),
            infantry("2010", "E").sp(7),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 6), "2110")), Rule::SR_10_61);
    assert!(stage.judge(&stage.fire(of(1, 1), "2110")).is_ok());
    assert_eq!(stage.refused(&stage.fire(of(1, 2), "2110")), Rule::SR_8_31);
}

#[test]
fn fire_024_abandoned_guns_take_no_share() {
    let mut stage = Field::new()
        .with(&[battery("2010", "E").sp(6), infantry("2010", "E").sp(8)])
        .stage();
    stage.position.take_off(
        crate::support::unit(0),
        longroll_position::Presence::AbandonedOne,
    );
    assert_eq!(share(&stage, 1), (7, 0));
}

#[test]
fn fire_027_newcomers_have_a_fresh_limit() {
    // A has fired and gone to 2009; B stands where it was.
    let mut stage = Field::new()
        .with(&[
            infantry("2009", "E").sp(7).attack().deed(Deeds::FIRED),
            infantry("2010", "E").sp(7).attack(),
            enemy("2210", "W"),
        ])
        .stage();
    stage.history.shooter_mut(of(0, 7).part).fired = true;
    assert!(stage.judge(&stage.fire(of(1, 7), "2210")).is_ok());
    // Had A stayed, B below it would have nothing left.
    let stayed = Field::new()
        .with(&[
            infantry("2010", "E").sp(7).attack().deed(Deeds::FIRED),
            infantry("2010", "E").sp(7).attack(),
            enemy("2210", "W"),
        ])
        .stage();
    assert_eq!(
        stayed.refused(&stayed.fire(of(1, 1), "2210")),
        Rule::SR_8_31
    );
}

/// FIRE-037 to FIRE-039, FIRE-042: the examples of SR 7.34, through the position.
#[test]
fn fire_037_to_039_and_042_refused_stacks() {
    let shares = |specs: &[crate::support::Spec]| -> Vec<(u8, u8)> {
        let stage = Field::new().with(specs).stage();
        let hex = stage.hex("2010");
        let found = fire_shares(&stage.look(), hex);
        found
            .iter()
            .map(|share| (share.normal, share.refused))
            .collect()
    };
    let foot = |sp| infantry("2010", "E").sp(sp).refused(Hand::Right);
    let guns = |sp| battery("2010", "E").sp(sp).refused(Hand::Right);
    assert_eq!(shares(&[foot(7), foot(4)]), [(4, 3), (0, 0)]);
    assert_eq!(shares(&[foot(5), foot(3)]), [(4, 1), (0, 2)]);
    assert_eq!(
        shares(&[foot(3), foot(2), foot(8)]),
        [(3, 0), (1, 1), (0, 2)]
    );
    assert_eq!(shares(&[guns(6), guns(6)]), [(6, 0), (0, 6)]);
}

#[test]
fn fire_040_joining_a_refused_unit_that_has_fired() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E")
                .sp(4)
                .attack()
                .refused(Hand::Right)
                .deed(Deeds::FIRED),
            infantry("2010", "E")
                .sp(2)
                .attack()
                .refused(Hand::Right)
                .deed(Deeds::NO_FIRE),
            enemy("2110", "W"),
        ])
        .stage();
    let joined = of(1, 2).through_refused_front();
    assert_eq!(
        stage.refused(&stage.fire(joined, "2110")),
        Rule::SR_7_34_join
    );
    // In its next Activation: a stack of 6, three and three.
    assert_eq!(share(&stage, 0), (3, 1));
    assert_eq!(share(&stage, 1), (0, 2));
}

#[test]
fn fire_041_refused_battery_with_sections_over_infantry() {
    let shares = |sections: &[(u8, &'static str)]| -> Vec<(u8, u8)> {
        let stage = Field::new()
            .with(&[
                battery("2010", "E").sections(sections).refused(Hand::Right),
                infantry("2010", "E").sp(5).refused(Hand::Right),
            ])
            .stage();
        let hex = stage.hex("2010");
        let found = fire_shares(&stage.look(), hex);
        found
            .iter()
            .map(|share| (share.normal, share.refused))
            .collect()
    };
    assert_eq!(shares(&[(4, "TB"), (2, "H12")]), [(4, 0), (0, 2), (0, 1)]);
    assert_eq!(shares(&[(2, "H12"), (4, "TB")]), [(2, 0), (2, 2), (0, 1)]);
}

#[test]
fn fire_043_the_half_limits_hold_without_a_target_in_the_other_front() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(7).refused(Hand::Right),
            enemy("2110", "W"),
        ])
        .stage();
    assert!(stage.judge(&stage.fire(of(0, 4), "2110")).is_ok());
    assert_eq!(
        stage.refused(&stage.fire(of(0, 5), "2110")),
        Rule::SR_7_34_fire
    );
    let aside = of(0, 3).through_refused_front();
    assert_eq!(
        stage.refused(&stage.fire(aside, "2110")),
        Rule::SR_7_34_fire
    );
    assert_eq!(ways(&stage, of(0, 0)), ["4 at 2110"]);
}

#[test]
fn fire_045_sp_of_extended_lines() {
    let parts = |spec: crate::support::Spec, hexes: u8| -> Vec<u8> {
        let stage = Field::new().with(&[spec]).stage();
        (0..hexes)
            .map(|number| share_of(&stage.look(), of(0, 0).number(number)).0)
            .collect()
    };
    let line = |sp| infantry("2010", "E").sp(sp).right("2011");
    assert_eq!(parts(line(9), 2), [5, 4]);
    assert_eq!(parts(line(17).left("2009"), 3), [6, 6, 5]);
    assert_eq!(parts(line(16).left("2009"), 3), [6, 5, 5]);
    // 8 and 8, of which 7 fire from each hex.
    assert_eq!(parts(line(16), 2), [7, 7]);
}

#[test]
fn fire_046_combined_fire_of_a_line_of_ten() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(10).right("2011"),
            enemy("2110", "W"),
            enemy("2109", "W"),
            enemy("2111", "W"),
        ])
        .stage();
    let (counter, extension) = (of(0, 5), of(0, 5).number(1));
    let both = stage.fire(counter, "2110").and(extension);
    let found = stage.judge(&both).expect("both bear on 2110");
    assert_eq!(found.sp, 10);
    // From the other hex the line runs past the rest of the unit itself.
    assert!(stage.judge(&stage.fire(counter, "2111")).is_err());
    assert!(stage.judge(&stage.fire(extension, "2109")).is_err());
    assert!(stage.judge(&stage.fire(counter, "2109")).is_ok());
    assert!(stage.judge(&stage.fire(extension, "2111")).is_ok());
}

#[test]
fn fire_047_combined_fire_of_a_line_of_eighteen() {
    let field = Field::new().with(&[infantry("2010", "E").sp(18).left("2009").right("2011")]);
    let targets = ["2108", "2109", "2110", "2111"];
    let stage = field.with(&targets.map(|hex| enemy(hex, "W"))).stage();
    let most = targets.map(|target| {
        let bears = |number: u8| {
            stage
                .judge(&stage.fire(of(0, 6).number(number), target))
                .is_ok()
        };
        (0..3).filter(|number| bears(*number)).count() * 6
    });
    assert_eq!(most, [6, 12, 12, 6]);
}

#[test]
fn fire_115_a_uniform_battery_splits_evenly() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").sp(5).weapon("P10"),
            enemy("2507", "W"),
            enemy("2711", "W"),
        ])
        .stage();
    let split = |one, other| {
        let fires = [
            stage.fire(of(0, one), "2507"),
            stage.fire(of(0, other), "2711"),
        ];
        judge_split(&stage.look(), &fires)
    };
    assert_eq!((split(3, 2), split(2, 3)), (Ok(()), Ok(())));
    assert_eq!(split(4, 1).expect_err("uneven").rule, Rule::SR_10_65);
    assert_eq!(even_shares(5, 3).as_slice(), [2, 2, 1]);
}

#[test]
fn fire_186_pre_assault_fire_is_split_at_once() {
    let mut stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(7),
            enemy("2010", "E").attack(),
            enemy("2011", "E").attack(),
        ])
        .stage()
        .enemy_phase();
    for from in ["2010", "2011"] {
        let assault = longroll_combat::fire::Assault {
            from: stage.hex(from),
            on: stage.hex("2110"),
            continued: false,
        };
        stage.history.assaults.push(assault);
    }
    let found = allocations(&stage.look(), Occasion::PreAssault, of(0, 7));
    let mut sizes: Vec<Vec<u8>> = found
        .iter()
        .map(|fires| fires.iter().map(DeclaredFire::sp).collect())
        .collect();
    sizes.sort();
    assert_eq!(sizes, [vec![3, 4], vec![4, 3], vec![7], vec![7]]);
}

#[test]
fn fire_187_refused_shares_at_a_distance() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(7).refused(Hand::Right),
            enemy("2209", "W"),
            enemy("2210", "W"),
            enemy("2012", "NW"),
        ])
        .stage();
    assert_eq!(
        ways(&stage, of(0, 0)),
        [
            "3 at 2012",
            "4 at 2209",
            "4 at 2209, 3 at 2012",
            "4 at 2210",
            "4 at 2210, 3 at 2012"
        ]
    );
    assert_eq!(stage.total(&stage.fire(of(0, 4), "2209")), 1);
    assert_eq!(
        stage.total(&stage.fire(of(0, 3).through_refused_front(), "2012")),
        1
    );
}

#[test]
fn fire_179_horse_holders() {
    for (sp, fires) in [(3, 3), (4, 3), (7, 6), (8, 6)] {
        let stage = Field::series()
            .with(&[cavalry("2010", "E").sp(sp).dismounted()])
            .stage();
        assert_eq!(share(&stage, 0).0, fires, "{sp} SP");
    }
}

#[test]
fn no_fire_without_ammunition() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").ammunition(Ammunition::Out),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2110")), Rule::SR_10_91);
}
