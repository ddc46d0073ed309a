//! Guns: movement, combination, division, Rapid fire, heights, ammunition (SR 10.6).

use longroll_board::Terrain;
use longroll_catalog::facts::{Ammunition, Light};
use longroll_catalog::tables::WeaponClass;
use longroll_combat::fire::{
    Assault, DeclaredFire, FireOptions, Load, Occasion, SectionAmmunition, Shot, Strikes, Wear,
    ammunition_after, judge_split, may_spend_mp_after, terms,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::support::{Field, Stage, battery, enemy, infantry, of, unit};

#[test]
fn fire_036_guns_and_infantry_at_one_target() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E"),
            infantry("2010", "E").sp(3),
            enemy("2110", "W"),
        ])
        .stage();
    let guns = stage.judge(&stage.fire(of(0, 4), "2110")).expect("guns");
    assert_eq!(
        (guns.class, guns.sp, guns.terms.sum()),
        (WeaponClass::SmallArms, 4, 4)
    );
    let foot = stage
        .judge(&stage.fire(of(1, 3), "2110").prepared())
        .expect("infantry");
    assert_eq!((foot.sp, foot.terms.sum()), (3, 2));
    let both = stage.fire(of(0, 4), "2110").and(of(1, 3));
    assert_eq!(stage.refused(&both), Rule::SR_8_32);
}

#[test]
fn fire_106_and_107_move_then_fire() {
    let after = |mp| {
        let stage = Field::new()
            .with(&[
                battery("2010", "E").weapon("P10").spent(mp),
                enemy("2610", "W"),
            ])
            .stage();
        let fire = stage.fire(of(0, 4), "2610");
        stage.judge(&fire).map(|_| stage.drms(&fire))
    };
    assert_eq!(
        after(4),
        Ok(vec![
            (0, Rule::SR_10_81_range),
            (-2, Rule::SR_10_81_artmoved)
        ])
    );
    assert_eq!(after(5).expect_err("too far").rule, Rule::SR_10_61);
}

#[test]
fn fire_108_fire_first_move_later() {
    let stage = Field::new()
        .with(&[battery("2010", "E").ma(7), enemy("2210", "W")])
        .stage();
    let fire = stage.fire(of(0, 4), "2210").before_moving();
    assert_eq!(
        stage.drms(&fire),
        [(3, Rule::SR_10_81_range), (-2, Rule::SR_10_81_artmoved)]
    );
    assert_eq!(stage.refused(&fire.clone().rapid()), Rule::SR_10_68);
    assert!(may_spend_mp_after(&stage.look(), of(0, 4), fire.options).is_ok());
    let undeclared = may_spend_mp_after(&stage.look(), of(0, 4), FireOptions::default());
    assert_eq!(undeclared.expect_err("not declared").rule, Rule::SR_10_61);
    // Half of 7, rounded up.
    use longroll_movement::allowance::{Allowance, Fired, allowance};
    let half = allowance(&stage.setting, &stage.position, unit(0), Fired::Yes);
    assert!(matches!(half, Allowance::Points(points) if points.total.whole_mp() == 4));
}

#[test]
fn fire_109_a_one_vertex_turn_is_free_for_guns() {
    let turned = |spec: crate::support::Spec| {
        let stage = Field::new().with(&[spec, enemy("2210", "W")]).stage();
        let fire = stage.fire(of(0, 4), "2210");
        (stage.total(&fire), stage.judge(&fire.rapid()).is_ok())
    };
    assert_eq!(turned(battery("2010", "E").deed(Deeds::TURNED)), (3, true));
    assert_eq!(
        turned(battery("2010", "E").deed(Deeds::TURNED).spent(1)),
        (1, false)
    );
}

#[test]
fn fire_110_a_battery_that_became_the_top_unit() {
    let mut stage = Field::new()
        .with(&[battery("2010", "E"), enemy("2110", "W")])
        .stage()
        .enemy_phase();
    stage.history.shooter_mut(of(0, 4).part).became_top = true;
    let fire = stage.answer(of(0, 4), "2110", "2010");
    assert_eq!(
        stage.drms(&fire),
        [(4, Rule::SR_10_81_range), (-2, Rule::SR_10_81_artmoved)]
    );
    assert_eq!(stage.refused(&fire.clone().rapid()), Rule::SR_10_61);
    // Fire reading 24: one -2 for moving and coming to the top, another for turning in reaction.
    stage.history.shooter_mut(of(0, 4).part).turned = true;
    assert_eq!(stage.total(&fire), 0);
}

fn two_batteries(target: &'static str) -> Stage {
    Field::new()
        .with(&[
            battery("2010", "E"),
            battery("2010", "E").weapon("P10"),
            enemy(target, "W"),
        ])
        .stage()
}

#[test]
fn fire_111_and_112_two_batteries_combine_at_range() {
    let far = two_batteries("3410");
    let both = far.fire(of(0, 4), "3410").and(of(1, 4));
    let found = far.judge(&both).expect("shell range");
    assert_eq!((found.class, found.sp), (WeaponClass::Artillery, 8));
    assert_eq!(far.drms(&both), [(-1, Rule::SR_10_64)]);
    let near = two_batteries("2310");
    let both = near.fire(of(0, 4), "2310").and(of(1, 4));
    assert_eq!(near.refused(&both), Rule::SR_10_63);
    for (number, drm) in [(0, 2), (1, 1)] {
        let found = near
            .judge(&near.fire(of(number, 4), "2310"))
            .expect("apart");
        assert_eq!(
            (found.class, found.sp, found.terms.sum()),
            (WeaponClass::SmallArms, 4, drm)
        );
    }
}

#[test]
fn fire_113_sections_combine_at_canister_range() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").sections(&[(2, "L"), (2, "H12")]),
            enemy("2310", "W"),
        ])
        .stage();
    let both = stage
        .fire(of(0, 2).section(0), "2310")
        .and(of(0, 2).section(1));
    let found = stage.judge(&both).expect("one battery");
    assert_eq!((found.sp, found.class), (4, WeaponClass::SmallArms));
    assert_eq!(stage.drms(&both), [(1, Rule::SR_10_64)]);
}

/// SR 10.65: a battery fires as the worst of the guns it still has, whatever it had at first.
#[test]
fn guns_that_are_lost_do_not_shorten_the_range_of_the_others() {
    let total = |guns: &[(u8, &'static str)]| {
        let stage = Field::new()
            .with(&[
                battery("2010", "E").weapon("H12").sections(guns),
                enemy("3410", "W"),
            ])
            .stage();
        let sp = guns.iter().map(|(guns, _)| guns).sum();
        let fire = stage.fire(of(0, sp), "3410");
        stage.judge(&fire).map(|found| found.terms.sum())
    };
    assert!(
        total(&[(1, "H12"), (3, "P10")]).is_err(),
        "beyond the howitzer"
    );
    assert_eq!(total(&[(0, "H12"), (4, "P10")]).ok(), Some(0));
}

#[test]
fn fire_114_sections_attack_one_hex_twice() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").sections(&[(2, "N"), (2, "TB")]),
            enemy("2610", "W"),
        ])
        .stage();
    let fires = [
        stage.fire(of(0, 2).section(0), "2610"),
        stage.fire(of(0, 2).section(1), "2610"),
    ];
    assert_eq!(judge_split(&stage.look(), &fires), Ok(()));
    // SR 10.65: a depleting die of either counts for both.
    let table = &stage.setting.tables().fire;
    let dice = [(Wear::Ordinary, 3), (Wear::Ordinary, 5)];
    assert_eq!(
        ammunition_after(table, Ammunition::Full, &dice),
        Ammunition::Low
    );
    // Sections do not divide their fire.
    let half = [stage.fire(of(0, 1).section(0), "2610")];
    assert_eq!(
        judge_split(&stage.look(), &half).expect_err("half").rule,
        Rule::SR_10_65
    );
}

#[test]
fn fire_116_a_lone_battery_in_an_enemys_front() {
    let field = || {
        Field::new().with(&[
            battery("2110", "W").weapon("P10"),
            enemy("2010", "E"),
            enemy("1610", "E"),
        ])
    };
    let stage = field().stage();
    assert_eq!(stage.refused(&stage.fire(of(0, 4), "1610")), Rule::SR_10_66);
    assert!(stage.judge(&stage.fire(of(0, 4), "2010")).is_ok());
    // Not alone: it may choose.
    let covered = field().with(&[infantry("2110", "W")]).stage();
    assert!(covered.judge(&covered.fire(of(0, 4), "1610")).is_ok());
    let both = field().with(&[enemy("2011", "E")]).stage();
    let split = [both.fire(of(0, 2), "2010"), both.fire(of(0, 2), "2011")];
    assert_eq!(judge_split(&both.look(), &split), Ok(()));
}

#[test]
fn fire_117_and_118_shell_and_heights() {
    let stage = Field::new()
        .levels("2010", &[4])
        .levels("2610", &[3])
        .levels("2310", &[3])
        .with(&[battery("2010", "E").sp(6).weapon("TB"), enemy("2610", "W")])
        .stage();
    let fire = stage.fire(of(0, 6), "2610");
    let found = stage.judge(&fire).expect("shell");
    assert_eq!(
        (found.load, found.strikes, found.sp),
        (Load::Shell, Strikes::Each, 6)
    );
    assert_eq!(
        stage.drms(&fire),
        [(0, Rule::SR_10_81_range), (1, Rule::SR_10_81_height)]
    );
    let near = Field::new()
        .levels("2010", &[4])
        .levels("2310", &[3])
        .with(&[battery("2010", "E").sp(6).weapon("TB"), enemy("2310", "W")])
        .stage();
    assert_eq!(
        near.drms(&near.fire(of(0, 6), "2310")),
        [(1, Rule::SR_10_81_range)]
    );
}

#[test]
fn fire_119_guns_and_adjacent_heights() {
    let asked = |series: bool, level: i8, assaulted: bool| {
        let field = if series {
            Field::series()
        } else {
            Field::new()
        };
        let mut stage = field
            .levels("2010", &[4])
            .levels("2110", &[level])
            .with(&[battery("2010", "E"), enemy("2110", "W")])
            .stage();
        let (target, own) = (stage.hex("2110"), stage.hex("2010"));
        let fire = if assaulted {
            stage.history.phasing = Some(longroll_core::Side::Confederate);
            let assault = Assault {
                from: target,
                on: own,
                continued: false,
            };
            stage.history.assaults.push(assault);
            DeclaredFire::new(Occasion::PreAssault, of(0, 4), target)
        } else {
            stage.fire(of(0, 4), "2110")
        };
        let rapid = stage
            .judge(&fire.clone().rapid())
            .map_err(|refusal| refusal.rule);
        let judged = stage.judge(&fire).map_err(|refusal| refusal.rule);
        (judged.map(|found| found.terms.sum()), rapid.map(|_| ()))
    };
    assert_eq!(asked(true, 2, false).0, Err(Rule::SR_10_67_adjacent));
    assert_eq!(asked(true, 1, false).0, Err(Rule::SR_10_67_adjacent));
    assert_eq!(asked(false, 2, false), (Ok(4), Ok(())));
    assert_eq!(asked(false, 1, false).0, Err(Rule::BB_10_67_height));
    // Before an assault from there: -2, and no Rapid fire.
    assert_eq!(asked(false, 1, true), (Ok(2), Err(Rule::BB_10_67_height)));
    assert_eq!(asked(true, 2, true), (Ok(2), Err(Rule::SR_10_67_adjacent)));
}

#[test]
fn fire_120_and_121_rapid_fire() {
    let stage = Field::new()
        .with(&[battery("2010", "E").sp(6), enemy("2110", "W")])
        .stage();
    let fire = stage.fire(of(0, 6), "2110").rapid();
    let table = &stage.setting.tables().fire;
    for shot in [Shot::First, Shot::Second] {
        let found = terms(&stage.look(), &fire, shot).expect("Rapid fire");
        assert_eq!((found.sp, found.terms.sum()), (6, 4));
        assert_eq!(found.worn[0].wear, Wear::Rapid);
    }
    let first = stage.judge(&fire).expect("Rapid fire");
    assert_eq!(
        (first.outcome(table, 0).total, first.outcome(table, 7).total),
        (4, 11)
    );
    let after = |one, other| {
        ammunition_after(
            table,
            Ammunition::Full,
            &[(Wear::Rapid, one), (Wear::Rapid, other)],
        )
    };
    assert_eq!(after(0, 7), Ammunition::Out);
    assert_eq!(after(8, 5), Ammunition::Out);
    assert_eq!(after(8, 7), Ammunition::Full);
    // Fire reading 60: Low guns stay Low on other numbers.
    assert_eq!(
        ammunition_after(
            table,
            Ammunition::Low,
            &[(Wear::Rapid, 3), (Wear::Rapid, 7)]
        ),
        Ammunition::Low
    );
}

#[test]
fn fire_122_rapid_fire_with_rifled_guns() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").sections(&[(2, "N"), (2, "TB")]),
            enemy("2210", "W"),
        ])
        .stage();
    let fire = stage
        .fire(of(0, 2).section(0), "2210")
        .and(of(0, 2).section(1))
        .rapid();
    let first = terms(&stage.look(), &fire, Shot::First).expect("first shot");
    assert_eq!((first.sp, first.terms.sum()), (4, 2));
    let second = terms(&stage.look(), &fire, Shot::Second).expect("second shot");
    assert_eq!((second.sp, second.terms.sum()), (2, 3));
    // The smoothbores go Out on a 0 or 5 of either shot, the rifles Low on a 5 of theirs.
    let wears = |found: &longroll_combat::fire::FireTerms| -> Vec<(Option<u8>, Wear)> {
        found
            .worn
            .iter()
            .map(|worn| (worn.section, worn.wear))
            .collect()
    };
    assert_eq!(
        wears(&first),
        [(Some(0), Wear::Rapid), (Some(1), Wear::Ordinary)]
    );
    assert_eq!(wears(&second), [(Some(0), Wear::Rapid)]);
}

#[test]
fn fire_123_who_may_use_rapid_fire() {
    for code in [
        "L", "N", "H12", "H24", "TA", "TB", "P10", "P20", "P30", "SG",
    ] {
        let able = |hex: &'static str| {
            let stage = Field::new()
                .with(&[battery("2010", "E").weapon(code), enemy(hex, "W")])
                .stage();
            stage.judge(&stage.fire(of(0, 4), hex).rapid()).is_ok()
        };
        let smoothbore = matches!(code, "L" | "N" | "H12" | "H24");
        assert_eq!(able("2310"), smoothbore, "{code} at 3");
        assert!(!able("2410"), "{code} at 4");
    }
}

#[test]
fn fire_124_artillery_depletion() {
    let at = |ammunition| {
        let stage = Field::new()
            .with(&[
                battery("2010", "E").weapon("TB").ammunition(ammunition),
                enemy("2610", "W"),
            ])
            .stage();
        let fire = stage.fire(of(0, 4), "2610");
        let table = stage.setting.tables().fire.clone();
        stage.judge(&fire).map(|found| {
            let outcome = found.outcome(&table, 5);
            (found.terms.sum(), outcome.ammunition[0].after)
        })
    };
    assert_eq!(at(Ammunition::Full), Ok((0, Ammunition::Low)));
    assert_eq!(at(Ammunition::Low), Ok((-2, Ammunition::Out)));
    assert_eq!(
        at(Ammunition::Out).expect_err("nothing left").rule,
        Rule::SR_10_69
    );
}

#[test]
fn ammunition_of_a_section_is_its_own() {
    let mut stage = Field::new()
        .with(&[
            battery("2010", "E").sections(&[(2, "N"), (2, "TB")]),
            enemy("2610", "W"),
        ])
        .stage();
    let own = |section, ammunition| SectionAmmunition {
        unit: unit(0),
        section,
        ammunition,
    };
    stage.history.sections.push(own(0, Ammunition::Out));
    stage.history.sections.push(own(1, Ammunition::Low));
    assert_eq!(
        stage.refused(&stage.fire(of(0, 2).section(0), "2610")),
        Rule::SR_10_69
    );
    assert_eq!(stage.total(&stage.fire(of(0, 2).section(1), "2610")), -2);
}

#[test]
fn fire_130_guns_on_sloping_ground() {
    let stage = Field::new()
        .sloping("2010")
        .with(&[battery("2010", "E").weapon("P10"), enemy("2610", "W")])
        .stage();
    assert_eq!(
        stage.drms(&stage.fire(of(0, 4), "2610")),
        [(0, Rule::SR_10_81_range), (-2, Rule::BB_TEC_k)]
    );
    let foot = Field::new()
        .sloping("2010")
        .with(&[infantry("2010", "E"), enemy("2210", "W")])
        .stage();
    assert_eq!(foot.total(&foot.fire(of(0, 5), "2210")), 1);
}

#[test]
fn fire_138_night_artillery() {
    let stage = Field::new()
        .light(Light::Night)
        .with(&[
            battery("2010", "E").weapon("P10"),
            battery("2010", "E").weapon("P10"),
            enemy("2410", "W"),
            enemy("3411", "W"),
        ])
        .stage();
    let both = stage.fire(of(0, 4), "2410").and(of(1, 4));
    assert_eq!(stage.refused(&both), Rule::SR_16_12);
    assert_eq!(
        stage.drms(&stage.fire(of(0, 4), "2410")),
        [(0, Rule::SR_10_81_range), (-10, Rule::SR_10_81_night)]
    );
    // Half of 26.
    assert_eq!(stage.refused(&stage.fire(of(0, 4), "3411")), Rule::SR_16_12);
}

fn height_over_woods(change: impl FnOnce(Field) -> Field) -> Stage {
    let field = Field::new()
        .switch("opt_limited_los", "true")
        .levels("2001", &[4, 3, 3, 3, 3, 2, 2])
        .terrain(Terrain::Woods, &["2002", "2003", "2004", "2005", "2006"])
        .with(&[
            battery("2001", "SE").weapon("P10"),
            enemy("2007", "NW").sp(6),
        ]);
    change(field).stage()
}

#[test]
fn fire_159_limited_line_of_sight() {
    let stage = height_over_woods(|field| field);
    let fire = stage.fire(of(0, 4), "2007");
    assert_eq!(stage.refused(&fire), Rule::BB_TEC_c);
    let limited = fire.limited();
    assert_eq!(
        stage.drms(&limited),
        [
            (0, Rule::SR_10_81_range),
            (-1, Rule::BB_9_44_woods),
            (1, Rule::SR_10_81_height),
            (-2, Rule::BB_10_67_limited)
        ]
    );
}

#[test]
fn fire_160_limits_of_limited_line_of_sight() {
    let thicket = height_over_woods(|field| field.terrain(Terrain::Thicket, &["2005"]));
    assert!(
        thicket
            .judge(&thicket.fire(of(0, 4), "2007").limited())
            .is_err()
    );
    let ridge = height_over_woods(|field| field.levels("2003", &[4]));
    assert_eq!(
        ridge.refused(&ridge.fire(of(0, 4), "2007").limited()),
        Rule::BB_10_67_limited
    );
    let far = height_over_woods(|field| field.with(&[enemy("2012", "NW")]));
    assert_eq!(
        far.refused(&far.fire(of(0, 4), "2012").limited()),
        Rule::BB_10_67_limited
    );
    let waiting = height_over_woods(|field| field).enemy_phase();
    let answer = waiting.answer(of(0, 4), "2007", "2001");
    assert_eq!(
        waiting.refused(&answer.clone().limited()),
        Rule::BB_10_67_limited
    );
    // Fired at by such fire itself it may answer so.
    let mut struck = answer.limited();
    struck.occasion = Occasion::Return {
        struck: waiting.hex("2001"),
        limited: true,
    };
    assert!(waiting.judge(&struck).is_ok());
    let off = height_over_woods(|field| field.switch("opt_limited_los", "false"));
    assert_eq!(
        off.refused(&off.fire(of(0, 4), "2007").limited()),
        Rule::BB_10_67_limited
    );
}

#[test]
fn fire_161_friends_next_to_a_limited_target() {
    let beside = height_over_woods(|field| field.with(&[infantry("2107", "NW").disordered()]));
    let found = beside
        .judge(&beside.fire(of(0, 4), "2007").limited())
        .expect("off the line of fire");
    let friends = found.friends.expect("friends at risk");
    assert_eq!(friends.hexes.as_slice(), [beside.hex("2107")]);
    // Whatever the die.
    assert_eq!(
        (friends.up_to, friends.rule),
        (9, Rule::BB_10_67_limited_friends)
    );
    let on_the_line = height_over_woods(|field| field.with(&[infantry("2009", "NW")]));
    let fire = on_the_line.fire(of(0, 4), "2007").limited();
    assert_eq!(on_the_line.refused(&fire), Rule::SR_10_26_shell);
}

#[test]
fn fire_178_a_battery_without_horses() {
    let after = |spec: crate::support::Spec| {
        let stage = Field::new()
            .with(&[spec.immobile().weapon("SG"), enemy("2610", "W")])
            .stage();
        stage
            .judge(&stage.fire(of(0, 4), "2610"))
            .map_err(|refusal| refusal.rule)
    };
    let drms = after(battery("2010", "E").deed(Deeds::TURNED)).expect("one vertex");
    assert_eq!(drms.terms.sum(), 0);
    for moved in [
        battery("2010", "E").spent(1),
        battery("2010", "E").deed(Deeds::MOVED),
    ] {
        assert_eq!(after(moved).expect_err("moved"), Rule::BB_14_61_fire);
    }
}

#[test]
fn fire_183_artillery_with_an_attacking_brigade() {
    // Under Attack orders or Advance, guns both move and fire.
    let stage = Field::new()
        .with(&[battery("2010", "E").attack().spent(4), enemy("2610", "W")])
        .stage();
    assert_eq!(stage.total(&stage.fire(of(0, 4), "2610")), -2);
}

#[test]
fn guns_that_began_near_the_enemy_and_moved_fire_only_from_afar() {
    // SR 9.55-1.
    let mut stage = Field::new()
        .with(&[battery("2010", "E").spent(2), enemy("2210", "W")])
        .stage();
    stage.history.shooter_mut(of(0, 4).part).began = Some(stage.hex("2110"));
    assert_eq!(
        stage.refused(&stage.fire(of(0, 4), "2210")),
        Rule::SR_9_55_1
    );
}
