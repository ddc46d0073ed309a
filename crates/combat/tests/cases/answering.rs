//! Return, Pre-assault, Withdrawal and Approach fire (SR 10.4).

use longroll_board::Hand;
use longroll_combat::fire::{
    Assault, DeclaredFire, FiringPart, NonPhasing, Occasion, PastFire, Simultaneity,
    leaves_reserve, return_order,
};
use longroll_position::Deeds;
use longroll_rule::Rule;

use crate::support::{Field, Stage, battery, enemy, enemy_battery, infantry, of, unit};

fn note(stage: &mut Stage, firer: FiringPart, kind: NonPhasing, at: &str, sp: u8, reserved: u8) {
    let past = PastFire {
        at: stage.hex(at),
        sp,
        reserved,
        refused: false,
        section: None,
        stack: Default::default(),
    };
    stage.history.note(firer.part, kind, past);
}

#[test]
fn fire_003_losses_between_the_two_halves() {
    // (a) 5 SP fired 3 and kept 2; 4 are left.
    let mut stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(4).printed(5),
            enemy("2010", "E"),
            enemy("2011", "E"),
        ])
        .stage()
        .enemy_phase();
    note(&mut stage, of(0, 3), NonPhasing::Return, "2010", 3, 2);
    assert!(stage.judge(&stage.answer(of(0, 2), "2011", "2110")).is_ok());
    assert_eq!(
        stage.refused(&stage.answer(of(0, 3), "2011", "2110")),
        Rule::SR_8_31
    );
    // SR 10.15: never the same hex twice.
    assert_eq!(
        stage.refused(&stage.answer(of(0, 2), "2010", "2110")),
        Rule::SR_10_15
    );
    // (b) 3 SP kept 2 and lost 2: what is left, Collapsed, at -1 and never Prepared.
    let mut stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(1).printed(3).disordered(),
            enemy("2010", "E"),
            enemy("2011", "E"),
        ])
        .stage()
        .enemy_phase();
    note(&mut stage, of(0, 1), NonPhasing::Return, "2010", 1, 2);
    let fire = stage.answer(of(0, 1), "2011", "2110");
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (-1, Rule::SR_10_81_disordered)]
    );
    assert_eq!(stage.refused(&fire.prepared()), Rule::SR_10_52);
}

#[test]
fn fire_084_and_088_who_returns_at_once() {
    let stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(6),
            enemy("2010", "E").sp(6),
            enemy_battery("1710", "E"),
        ])
        .stage()
        .enemy_phase();
    let near = stage.answer(of(0, 6), "2010", "2110").prepared();
    assert_eq!(
        stage.drms(&near),
        [(1, Rule::SR_10_81_range), (1, Rule::SR_10_81_prepared)]
    );
    let at = |hex| return_order(&stage.look(), of(0, 6), stage.hex(hex));
    assert_eq!(at("2010"), Simultaneity::Simultaneous);
    // FIRE-088: infantry answers distant guns at once too.
    let far = Field::new()
        .with(&[infantry("2110", "W").sp(4), enemy_battery("1710", "E")])
        .stage()
        .enemy_phase();
    let fire = far.answer(of(0, 4), "1710", "2110");
    assert_eq!(far.drms(&fire), [(-1, Rule::SR_10_81_range)]);
    assert_eq!(
        return_order(&far.look(), of(0, 4), far.hex("1710")),
        Simultaneity::Simultaneous
    );
}

#[test]
fn fire_085_a_bystander_joins_unless_another_enemy_fronts_it() {
    let field = || {
        Field::new().with(&[
            infantry("2110", "W"),
            infantry("2109", "W").attack(),
            enemy("2010", "E"),
        ])
    };
    let free = field().stage().enemy_phase();
    assert!(free.judge(&free.answer(of(1, 5), "2010", "2110")).is_ok());
    let fronted = field().with(&[enemy("2009", "E")]).stage().enemy_phase();
    assert_eq!(
        fronted.refused(&fronted.answer(of(1, 5), "2010", "2110")),
        Rule::SR_10_42
    );
    // The unit that was fired at answers all the same.
    assert!(
        fronted
            .judge(&fronted.answer(of(0, 5), "2010", "2110"))
            .is_ok()
    );
    // A friend beside neither has no part in it.
    let far = field()
        .with(&[infantry("2310", "W").weapon("D")])
        .stage()
        .enemy_phase();
    assert_eq!(
        far.refused(&far.answer(of(3, 5), "2010", "2110")),
        Rule::SR_10_42
    );
}

#[test]
fn fire_086_087_and_189_when_guns_answer() {
    let stage = Field::new()
        .with(&[
            battery("2410", "W").weapon("TB"),
            infantry("2310", "W"),
            enemy("2010", "E"),
        ])
        .stage()
        .enemy_phase();
    let order = |number, hex| return_order(&stage.look(), of(number, 4), stage.hex(hex));
    assert_eq!(order(0, "2010"), Simultaneity::AfterResults);
    assert_eq!(order(1, "2010"), Simultaneity::Simultaneous);
    // FIRE-189: beside the target, four hexes from the firer; the friend at three hexes from 2010 is not in the way.
    let fire = stage.answer(of(0, 4), "2010", "2310");
    let found = stage.judge(&fire).expect("a bystander's shell");
    assert_eq!(found.terms.sum(), 0);
    assert_eq!(found.range, 4);
    // FIRE-087: within canister range at once.
    let close = Field::new()
        .with(&[battery("2310", "W").sp(6), enemy_battery("2010", "E")])
        .stage()
        .enemy_phase();
    assert_eq!(
        return_order(&close.look(), of(0, 6), close.hex("2010")),
        Simultaneity::Simultaneous
    );
    // FIRE-086: Disordered guns do not fire.
    let shaken = Field::new()
        .with(&[
            battery("2610", "W").disordered(),
            enemy_battery("2010", "E"),
        ])
        .stage()
        .enemy_phase();
    assert_eq!(
        shaken.refused(&shaken.answer(of(0, 4), "2010", "2610")),
        Rule::SR_10_61
    );
}

#[test]
fn fire_089_fire_from_the_flank_then_the_answer() {
    let field =
        |facing| Field::new().with(&[infantry("2110", facing).sp(6), enemy("2109", "SE").sp(5)]);
    // P's fire: enfilade.
    let stage = field("W").stage().enemy_phase();
    let theirs = stage.fire(of(1, 5), "2110").prepared();
    assert_eq!(
        stage.drms(&theirs),
        [
            (1, Rule::SR_10_81_range),
            (1, Rule::SR_10_81_prepared),
            (1, Rule::SR_10_81_enfilade)
        ]
    );
    // T cannot answer before it has turned, so its fire is a later exchange.
    assert_eq!(
        return_order(&stage.look(), of(0, 6), stage.hex("2109")),
        Simultaneity::AfterReaction
    );
    assert_eq!(
        stage.refused(&stage.answer(of(0, 6), "2109", "2110")),
        Rule::SR_10_16
    );
    let turned = field("NW").stage().enemy_phase();
    let answer = turned.answer(of(0, 6), "2109", "2110").prepared();
    assert_eq!(turned.total(&answer), 2);
}

#[test]
fn fire_091_return_fire_once_per_enemy_brigade_activation() {
    let field = || {
        Field::new()
            .with(&[
                infantry("2110", "W").sp(6),
                enemy("2010", "E"),
                enemy("2011", "E"),
            ])
            .stage()
            .enemy_phase()
    };
    let mut all = field();
    note(&mut all, of(0, 6), NonPhasing::Return, "2010", 6, 0);
    assert_eq!(
        all.refused(&all.answer(of(0, 3), "2011", "2110")),
        Rule::SR_10_41
    );
    let mut half = field();
    note(&mut half, of(0, 3), NonPhasing::Return, "2010", 3, 3);
    assert!(half.judge(&half.answer(of(0, 3), "2011", "2110")).is_ok());
    note(&mut half, of(0, 3), NonPhasing::Return, "2011", 3, 0);
    assert_eq!(
        half.refused(&half.answer(of(0, 3), "2011", "2110")),
        Rule::SR_10_15
    );
}

#[test]
fn fire_092_each_kind_has_its_own_allowance() {
    let field = |value| {
        let mut stage = Field::new()
            .switch("nonphasing_two_stacks", value)
            .with(&[infantry("2110", "W"), enemy("2010", "E")])
            .stage()
            .enemy_phase();
        note(&mut stage, of(0, 5), NonPhasing::Return, "2010", 5, 0);
        let assault = Assault {
            from: stage.hex("2010"),
            on: stage.hex("2110"),
            continued: false,
        };
        stage.history.assaults.push(assault);
        stage
    };
    let fire = |stage: &Stage| DeclaredFire::new(Occasion::PreAssault, of(0, 5), stage.hex("2010"));
    let usual = field("split_only");
    assert!(usual.judge(&fire(&usual)).is_ok());
    let literal = field("all_kinds");
    assert_eq!(literal.refused(&fire(&literal)), Rule::SR_10_41);
    // SR 10.43: once.
    let mut used = field("split_only");
    note(&mut used, of(0, 5), NonPhasing::PreAssault, "2010", 5, 0);
    assert_eq!(used.refused(&fire(&used)), Rule::SR_10_43);
}

#[test]
fn fire_094_withdrawal_fire_at_a_front_hex() {
    let stage = Field::new()
        .with(&[
            infantry("2110", "W"),
            enemy("2010", "E").attack(),
            enemy("1910", "E"),
        ])
        .stage()
        .enemy_phase();
    let fire = DeclaredFire::new(Occasion::Withdrawal, of(0, 5), stage.hex("2010")).prepared();
    assert_eq!(
        stage.drms(&fire),
        [(1, Rule::SR_10_81_range), (1, Rule::SR_10_81_prepared)]
    );
    // Only a front hex that is left.
    let far = DeclaredFire::new(Occasion::Withdrawal, of(0, 5), stage.hex("1910"));
    assert_eq!(stage.refused(&far), Rule::SR_10_44);
}

#[test]
fn fire_096_withdrawal_fire_hits_those_who_stay() {
    let stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(4),
            enemy("2010", "E").sp(3),
            enemy("2010", "E").sp(4),
        ])
        .stage()
        .enemy_phase();
    let mut fire = DeclaredFire::new(Occasion::Withdrawal, of(0, 4), stage.hex("2010"));
    let top = stage.judge(&fire).expect("legal").strikes;
    fire.strikes = Some(unit(2));
    let stays = stage.judge(&fire).expect("legal").strikes;
    assert_eq!(top, longroll_combat::fire::Strikes::First(unit(1)));
    assert_eq!(stays, longroll_combat::fire::Strikes::First(unit(2)));
}

#[test]
fn fire_097_withdrawal_fire_after_the_movers_turn() {
    // P has turned one vertex to NE: N's fire comes in by its new right flank.
    let stage = Field::new()
        .with(&[infantry("2110", "W"), enemy("2010", "NE").attack()])
        .stage()
        .enemy_phase();
    let fire = DeclaredFire::new(Occasion::Withdrawal, of(0, 5), stage.hex("2010")).prepared();
    assert_eq!(stage.total(&fire), 3);
    assert!(stage.drms(&fire).contains(&(1, Rule::SR_10_81_enfilade)));
}

#[test]
fn fire_098_approach_fire() {
    let allowed = |hex: &'static str| {
        let stage = Field::new()
            .with(&[
                battery("2010", "E").sp(6).weapon("L"),
                enemy(hex, "W").attack(),
            ])
            .stage()
            .enemy_phase();
        let fire = DeclaredFire::new(Occasion::Approach, of(0, 6), stage.hex(hex));
        let rapid = stage.judge(&fire.clone().rapid()).is_ok();
        (
            stage
                .judge(&fire)
                .map(|found| (found.sp, found.terms.sum())),
            rapid,
        )
    };
    assert_eq!(allowed("2310"), (Ok((6, 1)), true));
    assert_eq!(allowed("2210"), (Ok((6, 2)), true));
    for hex in ["2410", "2510"] {
        let (judged, _) = allowed(hex);
        assert_eq!(judged.expect_err("too far").rule, Rule::SR_10_45, "{hex}");
    }
    // Once in the Activation.
    let mut stage = Field::new()
        .with(&[battery("2010", "E").sp(6).weapon("L"), enemy("2210", "W")])
        .stage()
        .enemy_phase();
    note(&mut stage, of(0, 6), NonPhasing::Approach, "2310", 6, 0);
    let again = DeclaredFire::new(Occasion::Approach, of(0, 6), stage.hex("2210"));
    assert_eq!(stage.refused(&again), Rule::SR_10_41);
}

#[test]
fn fire_099_approach_fire_after_a_reaction_turn() {
    let mut stage = Field::new()
        .with(&[battery("2110", "NW"), enemy("2109", "SE").attack()])
        .stage()
        .enemy_phase();
    stage.history.shooter_mut(of(0, 4).part).turned = true;
    let fire = DeclaredFire::new(Occasion::Approach, of(0, 4), stage.hex("2109"));
    assert_eq!(
        stage.drms(&fire),
        [(4, Rule::SR_10_81_range), (-2, Rule::SR_10_81_artfacing)]
    );
    assert_eq!(stage.refused(&fire.rapid()), Rule::SR_9_62);
    // Fire reading 61: only the first fire after the turn.
    note(&mut stage, of(0, 4), NonPhasing::Approach, "2109", 4, 0);
    let later = stage.answer(of(0, 4), "2109", "2110");
    assert_eq!(stage.total(&later), 4);
    assert!(stage.judge(&later.rapid()).is_ok());
}

#[test]
fn fire_101_a_bystanders_pre_assault_fire() {
    let field = || {
        Field::new().with(&[
            infantry("2110", "W"),
            infantry("2009", "SE"),
            enemy("2010", "E").attack(),
        ])
    };
    let assaulted = |mut stage: Stage| {
        let assault = Assault {
            from: stage.hex("2010"),
            on: stage.hex("2110"),
            continued: false,
        };
        stage.history.assaults.push(assault);
        stage
    };
    let stage = assaulted(field().stage().enemy_phase());
    let fire = DeclaredFire::new(Occasion::PreAssault, of(1, 5), stage.hex("2010")).prepared();
    assert_eq!(
        stage.drms(&fire),
        [
            (1, Rule::SR_10_81_range),
            (1, Rule::SR_10_81_prepared),
            (1, Rule::SR_10_81_enfilade)
        ]
    );
    // In the front hex of another enemy it may not.
    let fronted = assaulted(field().with(&[enemy("1909", "E")]).stage().enemy_phase());
    let fire = DeclaredFire::new(Occasion::PreAssault, of(1, 5), fronted.hex("2010"));
    assert_eq!(fronted.refused(&fire), Rule::SR_10_43);
    // Nor where nobody assaults.
    let quiet = field().stage().enemy_phase();
    let fire = DeclaredFire::new(Occasion::PreAssault, of(1, 5), quiet.hex("2010"));
    assert_eq!(quiet.refused(&fire), Rule::SR_10_43);
}

#[test]
fn a_unit_that_is_assaulted_fires_at_its_own_attackers_only() {
    // Fire reading 55: 2109 is assaulted from 2009; 2010 assaults its neighbour 2110.
    let mut stage = Field::new()
        .with(&[
            infantry("2109", "W"),
            infantry("2110", "W"),
            enemy("2009", "E").attack(),
            enemy("2010", "E").attack(),
        ])
        .stage()
        .enemy_phase();
    for (from, on) in [("2009", "2109"), ("2010", "2110")] {
        let assault = Assault {
            from: stage.hex(from),
            on: stage.hex(on),
            continued: false,
        };
        stage.history.assaults.push(assault);
    }
    let at = |hex| DeclaredFire::new(Occasion::PreAssault, of(0, 5), stage.hex(hex));
    assert!(stage.judge(&at("2009")).is_ok());
    assert_eq!(stage.refused(&at("2010")), Rule::SR_10_43);
}

#[test]
fn fire_102_pre_assault_fire_strikes_the_top_unit_that_assaults() {
    let mut stage = Field::new()
        .with(&[
            infantry("2110", "W"),
            enemy("2010", "E").sp(4),
            enemy("2010", "E").sp(5).attack(),
        ])
        .stage()
        .enemy_phase();
    let assault = Assault {
        from: stage.hex("2010"),
        on: stage.hex("2110"),
        continued: false,
    };
    stage.history.assaults.push(assault);
    let mut fire = DeclaredFire::new(Occasion::PreAssault, of(0, 5), stage.hex("2010"));
    fire.strikes = Some(unit(2));
    let found = stage.judge(&fire).expect("legal");
    assert_eq!(
        found.strikes,
        longroll_combat::fire::Strikes::First(unit(2))
    );
}

#[test]
fn fire_184_phasing_units_before_a_continued_assault() {
    let mut stage = Field::new()
        .with(&[infantry("2110", "W").attack(), enemy("2010", "E")])
        .stage();
    let assault = Assault {
        from: stage.hex("2010"),
        on: stage.hex("2110"),
        continued: false,
    };
    stage.history.assaults.push(assault);
    let fire = DeclaredFire::new(Occasion::PreAssault, of(0, 5), stage.hex("2010"));
    assert!(stage.judge(&fire).is_ok());
    note(&mut stage, of(0, 5), NonPhasing::PreAssault, "2010", 5, 0);
    assert_eq!(stage.refused(&fire), Rule::SR_10_43);
}

#[test]
fn fire_192_each_hex_of_a_line_has_its_own_allowance() {
    let mut stage = Field::new()
        .with(&[
            infantry("2110", "W").sp(10).left("2111"),
            enemy("2010", "E"),
            enemy("2012", "E"),
        ])
        .stage()
        .enemy_phase();
    let (counter, extension) = (of(0, 5), of(0, 5).number(1));
    note(&mut stage, counter, NonPhasing::Return, "2010", 5, 0);
    assert!(
        stage
            .judge(&stage.answer(extension, "2012", "2111"))
            .is_ok()
    );
    assert!(stage.judge(&stage.answer(counter, "2012", "2111")).is_err());
    assert_eq!(
        stage.refused(&stage.answer(counter, "2010", "2110")),
        Rule::SR_10_41
    );
}

#[test]
fn fire_193_withdrawal_fire_at_a_retracting_extension() {
    let at = |hex, facing| {
        let stage = Field::new()
            .with(&[
                infantry(hex, facing),
                enemy("2010", "E").sp(10).right("2011").attack(),
            ])
            .stage()
            .enemy_phase();
        let fire = DeclaredFire::new(Occasion::Withdrawal, of(0, 5), stage.hex("2011")).prepared();
        stage.total(&fire)
    };
    assert_eq!(at("2110", "W"), 2);
    assert_eq!(at("2012", "NE"), 3);
}

#[test]
fn fire_196_reaction_movement_forfeits_approach_fire() {
    let stage = Field::new()
        .with(&[
            battery("2010", "E").deed(Deeds::REACTED_MOVE),
            enemy("2210", "W").attack(),
        ])
        .stage()
        .enemy_phase();
    let approach = DeclaredFire::new(Occasion::Approach, of(0, 4), stage.hex("2210"));
    assert_eq!(stage.refused(&approach), Rule::SR_9_63_art);
    // SR 10.81: it has moved in this phase.
    let answer = stage.answer(of(0, 4), "2210", "2010");
    assert_eq!(
        stage.drms(&answer),
        [(3, Rule::SR_10_81_range), (-2, Rule::SR_10_81_artmoved)]
    );
}

#[test]
fn fire_reading_119_reserve_and_the_range_of_fire() {
    assert!(leaves_reserve(4) && !leaves_reserve(5));
}

#[test]
fn fire_044_flanks_of_a_refused_target() {
    for (from, facing, enfilades) in [
        ("2009", "SE", true),
        ("1910", "E", true),
        ("1909", "E", false),
    ] {
        let stage = Field::new()
            .with(&[
                infantry("2010", "E").refused(Hand::Right),
                enemy(from, facing),
            ])
            .stage()
            .enemy_phase();
        let drms = stage.drms(&stage.fire(of(1, 5), "2010"));
        assert_eq!(
            drms.contains(&(1, Rule::SR_10_81_enfilade)),
            enfilades,
            "{from}"
        );
    }
}

#[test]
fn outside_its_phase_a_unit_fires_all_or_half() {
    let stage = Field::new()
        .with(&[infantry("2110", "W").sp(6), enemy("2010", "E")])
        .stage()
        .enemy_phase();
    let with = |sp| {
        stage
            .judge(&stage.answer(of(0, sp), "2010", "2110"))
            .is_ok()
    };
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(with),
        [false, false, true, false, false, true]
    );
    assert_eq!(
        stage.refused(&stage.answer(of(0, 4), "2010", "2110")),
        Rule::SR_10_15
    );
}
