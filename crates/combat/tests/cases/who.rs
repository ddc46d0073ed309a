//! Who may fire when (SR 10.1, 10.3, 10.5).

use longroll_board::Terrain;
use longroll_combat::fire::{
    Ban, Banned, DeclaredFire, FireOptions, NonPhasing, Occasion, may_fire, may_prepare,
    may_spend_mp_after,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::support::{Field, Spec, battery, cavalry, enemy, infantry, of, unit};

#[test]
fn fire_011_march_orders() {
    let field = || Field::new().with(&[infantry("2010", "N").march(), enemy("2008", "SE")]);
    let quiet = field().stage();
    assert_eq!(quiet.refused(&quiet.fire(of(0, 5), "2008")), Rule::SR_10_33);
    let shot_at = field().stage().enemy_phase();
    assert_eq!(
        shot_at.refused(&shot_at.answer(of(0, 5), "2008", "2010")),
        Rule::SR_10_41
    );
}

#[test]
fn fire_012_advance_orders_one_vertex_then_prepared_fire() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").deed(Deeds::TURNED),
            enemy("2110", "W"),
        ])
        .stage();
    let fire = stage.fire(of(0, 5), "2110").prepared();
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (1, Rule::SR_10_81_prepared)]
    );
    let after = may_spend_mp_after(&stage.look(), of(0, 5), fire.options);
    assert_eq!(after.expect_err("no movement").rule, Rule::SR_10_52);
    let plain = may_spend_mp_after(&stage.look(), of(0, 5), FireOptions::default());
    assert_eq!(plain.expect_err("no movement").rule, Rule::SR_10_32);
}

#[test]
fn fire_013_advance_orders_moved_so_no_fire() {
    let stage = Field::new()
        .with(&[infantry("2010", "E").spent(1), enemy("2310", "W")])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2310")), Rule::SR_10_33);
}

#[test]
fn fire_014_turning_in_woods_under_attack_orders_costs_prepared_fire() {
    let stage = Field::new()
        .terrain(Terrain::Woods, &["2010"])
        .with(&[infantry("2010", "E").attack().spent(1), enemy("2110", "W")])
        .stage();
    let fire = stage.fire(of(0, 5), "2110");
    assert_eq!(stage.drms(&fire), [(1, Rule::SR_10_81_range)]);
    assert_eq!(stage.refused(&fire.prepared()), Rule::SR_10_52);
}

#[test]
fn fire_015_attack_orders_fire_in_mid_move_once() {
    let mut stage = Field::new()
        .with(&[infantry("2110", "E").attack().spent(1), enemy("2410", "W")])
        .stage();
    let fire = stage.fire(of(0, 5), "2410");
    assert_eq!(stage.total(&fire), 0);
    assert_eq!(stage.refused(&fire.clone().prepared()), Rule::BB_10_51);
    assert!(may_spend_mp_after(&stage.look(), of(0, 5), fire.options).is_ok());
    stage.history.shooter_mut(of(0, 5).part).fired = true;
    assert_eq!(stage.refused(&fire), Rule::SR_10_31);
}

#[test]
fn fire_016_one_unit_at_a_time() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E")
                .attack()
                .spent(1)
                .deed(Deeds::FINISHED),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2110")), Rule::SR_10_13);
}

#[test]
fn fire_050_extended_column() {
    let stage = Field::new()
        .with(&[infantry("2010", "E").sp(8).rear("1910"), enemy("2110", "W")])
        .stage();
    let fire = stage.fire(of(0, 4), "2110");
    assert_eq!(stage.drms(&fire), [(1, Rule::SR_10_81_range)]);
    assert_eq!(stage.refused(&fire.prepared()), Rule::SR_8_52_fire);
}

/// FIRE-103, FIRE-104: the list of who gets the +1.
#[test]
fn fire_103_and_104_who_gets_prepared_fire() {
    let asked = |field: Field, spec: Spec, target: &'static str, phasing: bool| {
        let stage = field.with(&[spec, enemy(target, "W")]).stage();
        let stage = if phasing { stage } else { stage.enemy_phase() };
        let firer = of(0, 4);
        let fire = if phasing {
            stage.fire(firer, target)
        } else {
            stage.answer(firer, target, "2010")
        };
        let range = stage.look().range(stage.hex("2010"), stage.hex(target));
        may_prepare(&stage.look(), &fire, firer, range).map_err(|refusal| refusal.rule)
    };
    let shiloh = |spec, target, phasing| asked(Field::new(), spec, target, phasing);
    let foot = || infantry("2010", "E");
    assert_eq!(shiloh(foot(), "2110", true), Ok(()));
    assert_eq!(
        shiloh(foot().disordered(), "2110", true),
        Err(Rule::SR_10_52)
    );
    assert_eq!(
        shiloh(cavalry("2010", "E"), "2110", false),
        Err(Rule::SR_10_52)
    );
    assert_eq!(
        shiloh(foot().attack().spent(2), "2110", true),
        Err(Rule::SR_10_52)
    );
    assert_eq!(shiloh(foot(), "2110", false), Ok(()));
    assert_eq!(
        shiloh(foot().deed(Deeds::REORDERED), "2110", true),
        Err(Rule::SR_10_52)
    );
    assert_eq!(shiloh(foot(), "2210", true), Err(Rule::BB_10_51));
    assert_eq!(
        shiloh(foot().weapon("S"), "2110", true),
        Err(Rule::BB_10_51)
    );
    assert_eq!(
        shiloh(battery("2010", "E"), "2110", true),
        Err(Rule::SR_10_51)
    );
    // FIRE-104: dismounted cavalry, only when it is not phasing.
    let dismounted = || cavalry("2010", "E").dismounted();
    assert_eq!(
        asked(Field::series(), dismounted(), "2110", true),
        Err(Rule::SR_10_52)
    );
    assert_eq!(asked(Field::series(), dismounted(), "2110", false), Ok(()));
}

#[test]
fn fire_175_front_arc() {
    for (target, in_arc) in [
        ("2109", true),
        ("2308", true),
        ("2311", true),
        ("2108", true),
        ("2008", false),
        ("1909", false),
    ] {
        let stage = Field::new()
            .with(&[infantry("2010", "E"), enemy(target, "W")])
            .stage();
        let judged = stage.judge(&stage.fire(of(0, 5), target));
        assert_eq!(judged.is_ok(), in_arc, "{target}");
        if let Err(refusal) = judged {
            assert_eq!(refusal.rule, Rule::SR_10_16);
        }
    }
    // The other reading leaves the very edge out.
    let strict = Field::new()
        .switch("arc_edge_inclusive", "false")
        .with(&[infantry("2010", "E"), enemy("2108", "W")])
        .stage();
    assert_eq!(
        strict.refused(&strict.fire(of(0, 5), "2108")),
        Rule::SR_10_16
    );
}

#[test]
fn fire_132_mounted_cavalry_firing() {
    let field = || {
        Field::new().with(&[
            cavalry("2010", "E").sp(6).attack(),
            enemy("2210", "W"),
            enemy("2311", "W"),
        ])
    };
    let stage = field().stage();
    let near = stage.fire(of(0, 4), "2210");
    assert_eq!(
        stage.drms(&near),
        [(0, Rule::SR_10_81_range), (-1, Rule::SR_10_81_cavfirer)]
    );
    assert_eq!(stage.refused(&stage.fire(of(0, 4), "2311")), Rule::SR_14_24);
    let fired_at = field().stage().enemy_phase();
    let answer = fired_at.answer(of(0, 4), "2311", "2010");
    assert_eq!(
        fired_at.drms(&answer),
        [(-1, Rule::SR_10_81_range), (-1, Rule::SR_10_81_cavfirer)]
    );
    // SR 14.24: not in the Activation of a charge.
    let mut charging = field().stage();
    charging.history.shooter_mut(of(0, 4).part).charged = true;
    assert_eq!(
        charging.refused(&charging.fire(of(0, 4), "2210")),
        Rule::SR_14_24
    );
}

#[test]
fn a_unit_in_contact_that_may_not_fight_does_not_fire() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").attack().deed(Deeds::NO_COMBAT),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2110")), Rule::SR_9_53);
}

#[test]
fn only_the_right_side_fires_in_each_phase() {
    let field = || Field::new().with(&[infantry("2010", "E"), enemy("2110", "W")]);
    let theirs = field().stage().enemy_phase();
    assert_eq!(
        theirs.refused(&theirs.fire(of(0, 5), "2110")),
        Rule::SR_10_3
    );
    // FIRE-184: phasing units have no non-phasing fire but the one before a Continued assault.
    let mine = field().stage();
    assert_eq!(
        mine.refused(&mine.answer(of(0, 5), "2110", "2010")),
        Rule::SR_10_4
    );
    assert!(may_fire(&mine.look(), Occasion::PreAssault, of(0, 5)).is_ok());
    // SR 10.44, 10.45: each arm has its own.
    let leaving = may_fire(&theirs.look(), Occasion::Withdrawal, of(0, 5));
    assert!(leaving.is_ok());
    let approach = may_fire(&theirs.look(), Occasion::Approach, of(0, 5));
    assert_eq!(approach.expect_err("infantry").rule, Rule::SR_10_45);
}

#[test]
fn scenarios_forbid_and_add_by_their_own_rule() {
    let mut stage = Field::new()
        .with(&[infantry("2010", "E"), enemy("2110", "W")])
        .stage()
        .enemy_phase();
    let fire = stage.answer(of(0, 5), "2110", "2010");
    stage.history.extras.push(longroll_combat::fire::ExtraTerm {
        unit: unit(0),
        non_phasing_only: true,
        value: -1,
        rule: Rule::BB_30_6_surprise,
    });
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (-1, Rule::BB_30_6_surprise)]
    );
    let ban = |what| Ban {
        unit: unit(0),
        what,
        rule: Rule::BB_30_6_surprise,
    };
    stage.history.bans.push(ban(Banned::Prepared));
    assert_eq!(
        stage.refused(&fire.clone().prepared()),
        Rule::BB_30_6_surprise
    );
    stage
        .history
        .bans
        .push(ban(Banned::Kind(NonPhasing::Return)));
    assert_eq!(stage.refused(&fire), Rule::BB_30_6_surprise);
}

#[test]
fn there_must_be_somebody_to_fire_at() {
    let stage = Field::new().with(&[infantry("2010", "E")]).stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 5), "2110")), Rule::SR_10_12);
    let nobody = DeclaredFire {
        from: Default::default(),
        ..stage.fire(of(0, 5), "2110")
    };
    assert_eq!(stage.refused(&nobody), Rule::SR_10_12);
}
