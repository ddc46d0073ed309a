//! Every modifier of SR 10.81 with its rule.

use longroll_board::{Direction, Terrain};
use longroll_catalog::facts::{Ammunition, Fatigue, Light};
use longroll_combat::fire::{
    Assault, DeclaredFire, Occasion, Shot, Wear, Work, ammunition_after, depletes, must_combine,
    terms,
};
use longroll_rule::Rule;

use crate::support::{
    Field, Spec, battery, cavalry, enemy, enemy_battery, enemy_cavalry, infantry, of, unit,
};

#[test]
fn fire_007_stacked_regiments_fire_separately() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(4).attack(),
            infantry("2010", "E").sp(3).attack(),
            enemy("2110", "W"),
        ])
        .stage();
    for (number, sp) in [(0, 4), (1, 3)] {
        let found = stage
            .judge(&stage.fire(of(number, sp), "2110").prepared())
            .expect("legal");
        assert_eq!((found.sp, found.terms.sum()), (sp, 2));
    }
    let both = stage.fire(of(0, 4), "2110").and(of(1, 3));
    assert_eq!(stage.refused(&both), Rule::SR_10_14);
}

#[test]
fn fire_008_and_191_combined_small_arms() {
    let field = || {
        Field::new()
            .switch("opt_combined_small_arms", "true")
            .with(&[
                infantry("2010", "E").sp(4),
                infantry("2010", "E").sp(3).disordered(),
                enemy("2110", "W"),
            ])
    };
    let stage = field().stage();
    let both = stage.fire(of(0, 4), "2110").and(of(1, 3));
    assert_eq!(stage.judge(&both).expect("the option").sp, 7);
    assert_eq!(
        stage.drms(&both),
        [(1, Rule::SR_10_81_range), (-1, Rule::SR_10_81_disordered)]
    );
    assert_eq!(stage.refused(&both.clone().prepared()), Rule::SR_10_52);
    assert!(must_combine(&stage.look(), &both, of(0, 4), of(1, 3)));
    // FIRE-191: not for Return fire.
    let fired_at = field().stage().enemy_phase();
    let answer = fired_at.answer(of(0, 4), "2110", "2010").and(of(1, 3));
    assert_eq!(fired_at.refused(&answer), Rule::SR_10_14);
    assert_eq!(
        fired_at.total(&fired_at.answer(of(0, 4), "2110", "2010").prepared()),
        2
    );
}

#[test]
fn fire_028_massed_and_dispersed_targets() {
    let drm = |specs: &[Spec]| {
        let stage = Field::new()
            .with(&[battery("2010", "E").sp(6).weapon("TB")])
            .with(specs)
            .stage();
        let drms = stage.drms(&stage.fire(of(0, 6), "2610"));
        let massed = drms.iter().find(|(_, rule)| *rule == Rule::SR_10_81_massed);
        massed.map_or(0, |(value, _)| *value)
    };
    let foot = |sp| enemy("2610", "W").sp(sp);
    let guns = || enemy_battery("2610", "W");
    assert_eq!(drm(&[foot(8)]), 1);
    assert_eq!(drm(&[foot(7)]), 0);
    assert_eq!(drm(&[foot(2)]), -1);
    assert_eq!(drm(&[guns(), foot(2)]), -1);
    assert_eq!(drm(&[guns()]), 0);
    assert_eq!(drm(&[foot(9).right("2609")]), 0);
    assert_eq!(drm(&[foot(5), foot(3)]), 1);
}

#[test]
fn fire_029_no_massed_target_for_canister_or_small_arms() {
    let guns = Field::new()
        .with(&[battery("2010", "E"), enemy("2310", "W").sp(12)])
        .stage();
    assert_eq!(
        guns.drms(&guns.fire(of(0, 4), "2310")),
        [(2, Rule::SR_10_81_range)]
    );
    let foot = Field::new()
        .with(&[infantry("2010", "E"), enemy("2210", "W").sp(12)])
        .stage();
    assert_eq!(
        foot.drms(&foot.fire(of(0, 5), "2210")),
        [(1, Rule::SR_10_81_range)]
    );
}

#[test]
fn fire_105_shotguns_and_pistols_before_an_assault() {
    let total = |option: &str, before_assault: bool| {
        let mut stage = Field::new()
            .switch("opt_pistol_shotgun_preassault", option)
            .with(&[
                infantry("2010", "E").sp(4).weapon("S"),
                enemy("2110", "W").attack(),
            ])
            .stage()
            .enemy_phase();
        let assault = Assault {
            from: stage.hex("2110"),
            on: stage.hex("2010"),
            continued: false,
        };
        stage.history.assaults.push(assault);
        let fire = if before_assault {
            DeclaredFire::new(Occasion::PreAssault, of(0, 4), stage.hex("2110"))
        } else {
            stage.answer(of(0, 4), "2110", "2010")
        };
        stage.total(&fire)
    };
    assert_eq!(total("true", true), 3);
    assert_eq!(total("false", true), 2);
    assert_eq!(total("true", false), 2);
}

#[test]
fn fire_126_enfilade_or_not() {
    for (from, facing, enfilades) in [
        ("2109", "SE", true),
        ("2210", "W", false),
        ("2108", "SE", true),
        ("2009", "E", false),
    ] {
        let stage = Field::new()
            .with(&[infantry(from, facing), enemy("2110", "W")])
            .stage();
        let drms = stage.drms(&stage.fire(of(0, 5), "2110"));
        assert_eq!(
            drms.contains(&(1, Rule::SR_10_81_enfilade)),
            enfilades,
            "{from}"
        );
    }
}

#[test]
fn fire_127_enfilade_exceptions() {
    let drms = |firer: Spec, target: Spec| {
        let stage = Field::new().with(&[firer, target]).stage();
        let target = stage.position.unit(unit(1)).hex;
        let fire = DeclaredFire::new(Occasion::Phasing, of(0, 4), target);
        let drms = stage.drms(&fire);
        drms.contains(&(1, Rule::SR_10_81_enfilade))
    };
    // On the march, shell, canister: all through the flank of a target that faces W (or NW on the march).
    assert!(!drms(infantry("2109", "SE"), enemy("2110", "SW").march()));
    assert!(!drms(
        battery("2106", "SE").weapon("TB"),
        enemy("2110", "W")
    ));
    assert!(drms(battery("2107", "SE"), enemy("2110", "W")));
}

#[test]
fn fire_131_mounted_cavalry_as_target() {
    let bonus = |firer: Spec, target: &'static str, phasing: bool| {
        let stage = Field::new()
            .with(&[firer, enemy_cavalry(target, "W")])
            .stage();
        let (stage, fire) = if phasing {
            let fire = stage.fire(of(0, 4), target);
            (stage, fire)
        } else {
            let stage = stage.enemy_phase();
            let fire = stage.answer(of(0, 5), target, "2010");
            (stage, fire)
        };
        stage.drms(&fire).contains(&(1, Rule::SR_10_81_cavtarget))
    };
    assert!(bonus(infantry("2010", "E"), "2210", true));
    assert!(bonus(battery("2010", "E"), "2310", true));
    assert!(!bonus(battery("2010", "E").weapon("TB"), "2610", true));
    assert!(!bonus(infantry("2010", "E"), "2110", false));
}

#[test]
fn fire_133_fatigue() {
    let drm = |fatigue, firer: Spec, target: &'static str| {
        let stage = Field::new()
            .fatigue(fatigue)
            .with(&[firer, enemy(target, "W")])
            .stage();
        let drms = stage.drms(&stage.fire(of(0, 4), target));
        let tired = drms
            .iter()
            .find(|(_, rule)| *rule == Rule::SR_10_81_fatigue);
        tired.map_or(0, |(value, _)| *value)
    };
    let levels = [
        (Fatigue::None, 0),
        (Fatigue::Level0, 0),
        (Fatigue::Level1, -1),
        (Fatigue::Level2, -1),
        (Fatigue::Level3, -2),
        (Fatigue::Level4, -2),
    ];
    for (fatigue, expected) in levels {
        assert_eq!(
            drm(fatigue, infantry("2010", "E"), "2110"),
            expected,
            "{fatigue:?}"
        );
        assert_eq!(drm(fatigue, battery("2010", "E"), "2110"), 0, "{fatigue:?}");
    }
}

#[test]
fn fire_134_green_units() {
    let drms = |field: Field| {
        let stage = field
            .with(&[infantry("2010", "E").green(), enemy("2110", "W")])
            .stage();
        stage.drms(&stage.fire(of(0, 5), "2110"))
    };
    assert_eq!(
        drms(Field::series()),
        [(1, Rule::SR_10_81_range), (-1, Rule::SR_10_81_green)]
    );
    assert_eq!(drms(Field::new()), [(1, Rule::SR_10_81_range)]);
}

#[test]
fn fire_135_entrenchments() {
    let field = |firer: Spec, target: Spec| {
        let mut stage = Field::series().with(&[firer, target]).stage();
        let hex = stage.hex("2010");
        // The work of 2010 towards 2110.
        let side = stage
            .setting
            .grid()
            .direction_between(hex, stage.hex("2110"))
            .expect("neighbours");
        assert_eq!(side, Direction::SE);
        stage.history.works.push(Work { hex, side });
        stage
    };
    let out = field(infantry("2010", "E"), enemy("2110", "W"));
    assert_eq!(
        out.drms(&out.fire(of(0, 5), "2110").prepared()),
        [
            (1, Rule::SR_10_81_range),
            (1, Rule::SR_10_81_entrench_firer),
            (1, Rule::SR_10_81_prepared)
        ]
    );
    let into = out.enemy_phase();
    assert_eq!(
        into.drms(&into.fire(of(1, 5), "2010").prepared()),
        [
            (1, Rule::SR_10_81_range),
            (-1, Rule::SR_10_81_entrench_target),
            (1, Rule::SR_10_81_prepared)
        ]
    );
    let guns = field(battery("2010", "E"), enemy("2110", "W"));
    assert_eq!(guns.total(&guns.fire(of(0, 4), "2110")), 4);
    // Shell into the hex, through the same hexside.
    let shell = field(
        infantry("2010", "E"),
        enemy_battery("2612", "W").weapon("TB"),
    )
    .enemy_phase();
    let drms = shell.drms(&shell.fire(of(1, 4), "2010"));
    assert!(
        !drms
            .iter()
            .any(|(_, rule)| *rule == Rule::SR_10_81_entrench_target)
    );
}

#[test]
fn fire_136_dusk() {
    let at = |hex: &'static str, prepared: bool| {
        let stage = Field::new()
            .light(Light::Dusk)
            .with(&[infantry("2010", "E"), enemy(hex, "W")])
            .stage();
        let fire = stage.fire(of(0, 5), hex);
        let fire = if prepared { fire.prepared() } else { fire };
        stage
            .judge(&fire)
            .map(|found| found.terms.sum())
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(at("2110", true), Ok(2));
    assert_eq!(at("2210", false), Ok(-1));
    assert_eq!(at("2310", false), Ok(-2));
    assert_eq!(at("2410", false), Err(Rule::SR_16_11));
}

#[test]
fn fire_137_night() {
    let at = |hex: &'static str, prepared: bool| {
        let stage = Field::new()
            .light(Light::Night)
            .with(&[infantry("2010", "E"), enemy(hex, "W")])
            .stage();
        let fire = stage.fire(of(0, 5), hex);
        let fire = if prepared { fire.prepared() } else { fire };
        stage
            .judge(&fire)
            .map(|found| found.terms.sum())
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(at("2110", true), Err(Rule::SR_16_12));
    assert_eq!(at("2110", false), Ok(0));
    assert_eq!(at("2210", false), Ok(-2));
    assert_eq!(at("2310", false), Ok(-6));
    assert_eq!(at("2410", false), Err(Rule::SR_16_12));
}

#[test]
fn fire_139_and_140_small_arms_depletion() {
    let stage = Field::new()
        .with(&[infantry("2010", "E"), enemy("2110", "W")])
        .stage();
    let table = &stage.setting.tables().fire;
    let found = stage
        .judge(&stage.fire(of(0, 5), "2110").prepared())
        .expect("legal");
    let five = found.outcome(table, 5);
    // The result is read without the -2 that it causes.
    assert_eq!(five.total, 7);
    assert_eq!(five.ammunition[0].after, Ammunition::Low);
    let low = Field::new()
        .with(&[
            infantry("2010", "E").ammunition(Ammunition::Low),
            enemy("2110", "W"),
        ])
        .stage();
    let fire = low.fire(of(0, 5), "2110").prepared();
    assert_eq!(low.total(&fire), 0);
    assert_eq!(
        low.judge(&fire)
            .expect("legal")
            .outcome(table, 5)
            .ammunition[0]
            .after,
        Ammunition::Out
    );
    // FIRE-140: one step for a fire that was divided, whatever the dice.
    let both = [(Wear::Ordinary, 5), (Wear::Ordinary, 5)];
    assert_eq!(
        ammunition_after(table, Ammunition::Full, &both),
        Ammunition::Low
    );
}

#[test]
fn fire_141_last_rounds() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").ammunition(Ammunition::Low),
            enemy("2110", "W"),
        ])
        .stage();
    let fire = stage.fire(of(0, 5), "2110").prepared().last_rounds();
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (1, Rule::SR_10_81_prepared)]
    );
    let table = &stage.setting.tables().fire;
    let found = stage.judge(&fire).expect("legal");
    for outcome in found.outcomes(table) {
        assert_eq!(outcome.ammunition[0].after, Ammunition::Out);
    }
    // Only infantry, and only when Low.
    let full = Field::new()
        .with(&[infantry("2010", "E"), enemy("2110", "W")])
        .stage();
    assert_eq!(
        full.refused(&full.fire(of(0, 5), "2110").last_rounds()),
        Rule::BB_10_91
    );
    let guns = Field::new()
        .with(&[
            battery("2010", "E").ammunition(Ammunition::Low),
            enemy("2110", "W"),
        ])
        .stage();
    assert_eq!(
        guns.refused(&guns.fire(of(0, 4), "2110").last_rounds()),
        Rule::BB_10_91
    );
}

#[test]
fn fire_142_mounted_cavalry_never_depletes() {
    let stage = Field::new()
        .with(&[
            cavalry("2010", "E"),
            enemy("2110", "W"),
            infantry("1510", "E"),
        ])
        .stage();
    let found = stage.judge(&stage.fire(of(0, 4), "2110")).expect("legal");
    assert!(
        found
            .outcome(&stage.setting.tables().fire, 5)
            .ammunition
            .is_empty()
    );
    assert!(!depletes(&stage.look(), unit(0)) && depletes(&stage.look(), unit(2)));
    // SR 10.9: optional in the series, for small arms.
    let series = Field::series()
        .with(&[infantry("2010", "E"), battery("1510", "E")])
        .stage();
    assert!(!depletes(&series.look(), unit(0)) && depletes(&series.look(), unit(1)));
}

#[test]
fn fire_143_a_line_is_worn_as_a_whole() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(10).right("2011"),
            enemy("2110", "W"),
        ])
        .stage();
    let both = stage.fire(of(0, 5), "2110").and(of(0, 5).number(1));
    let found = stage.judge(&both).expect("legal");
    assert_eq!(found.worn.len(), 1);
    assert_eq!((found.worn[0].unit, found.worn[0].section), (unit(0), None));
    // (b) Low by an earlier exchange: -2, or the last rounds.
    let low = Field::new()
        .with(&[
            infantry("2010", "E")
                .sp(10)
                .right("2011")
                .ammunition(Ammunition::Low),
            enemy("2110", "W"),
        ])
        .stage()
        .enemy_phase();
    let answer = low.answer(of(0, 5), "2110", "2010");
    assert_eq!(low.total(&answer), -1);
    assert_eq!(low.total(&answer.last_rounds()), 1);
}

#[test]
fn fire_157_and_158_detachments() {
    let field =
        || Field::new().with(&[infantry("2010", "E").sp(2).detachment(), enemy("2110", "W")]);
    let stage = field().stage();
    let fire = stage.fire(of(0, 2), "2110");
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (-1, Rule::BB_14_43_fire)]
    );
    assert_eq!(stage.refused(&fire.prepared()), Rule::BB_14_43_fire);
    let theirs = field().stage().enemy_phase();
    let fire = theirs.fire(of(1, 5), "2010").prepared();
    assert_eq!(
        theirs.drms(&fire),
        [
            (1, Rule::SR_10_81_range),
            (1, Rule::SR_10_81_prepared),
            (-1, Rule::BB_14_43_fire)
        ]
    );
    // FIRE-158: shell at a Detachment in Woods.
    let shell = Field::new()
        .terrain(Terrain::Woods, &["2610"])
        .with(&[
            battery("2010", "E").weapon("TB"),
            enemy("2610", "W").sp(2).detachment(),
        ])
        .stage();
    assert_eq!(
        shell.drms(&shell.fire(of(0, 4), "2610")),
        [
            (0, Rule::SR_10_81_range),
            (-1, Rule::BB_TEC_woods),
            (-1, Rule::SR_10_81_massed)
        ]
    );
}

#[test]
fn fire_177_disordered_infantry() {
    let stage = Field::new()
        .with(&[infantry("2010", "E").disordered(), enemy("2110", "W")])
        .stage();
    let fire = stage.fire(of(0, 5), "2110");
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (-1, Rule::SR_10_81_disordered)]
    );
    assert_eq!(stage.refused(&fire.prepared()), Rule::SR_10_52);
}

#[test]
fn fire_048_combined_fire_through_different_ground() {
    let stage = Field::new()
        .terrain(Terrain::Woods, &["2109"])
        .with(&[
            infantry("2010", "E").sp(10).right("2011"),
            enemy("2210", "W"),
        ])
        .stage();
    let both = stage.fire(of(0, 5), "2210").and(of(0, 5).number(1));
    assert_eq!(stage.judge(&both).expect("legal").sp, 10);
    assert_eq!(
        stage.drms(&both),
        [(1, Rule::SR_10_81_range), (-1, Rule::BB_9_44_woods)]
    );
}

#[test]
fn fire_049_an_extended_target_uses_its_own_hexs_ground() {
    let stage = Field::new()
        .terrain(Terrain::Thicket, &["2110"])
        .with(&[
            infantry("2010", "E"),
            enemy("2109", "W").sp(10).left("2110"),
        ])
        .stage();
    assert_eq!(stage.total(&stage.fire(of(0, 5), "2109")), 1);
    assert_eq!(
        stage.drms(&stage.fire(of(0, 5), "2110")),
        [(1, Rule::SR_10_81_range), (-1, Rule::BB_TEC_thicket)]
    );
}

#[test]
fn a_second_shot_is_for_rapid_fire_and_spencers_only() {
    let stage = Field::new()
        .with(&[infantry("2010", "E"), enemy("2110", "W")])
        .stage();
    let again = terms(&stage.look(), &stage.fire(of(0, 5), "2110"), Shot::Second);
    assert_eq!(again.expect_err("one shot").rule, Rule::SR_10_31);
}
