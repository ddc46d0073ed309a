//! Odds: exact, and the same as rolling.

use longroll_catalog::facts::{Ammunition, ByOrder};
use longroll_catalog::tables::{FireDisorder, FireResult, FireTable, WeaponClass};
use longroll_combat::fire::odds::{Chance, Standing};
use longroll_combat::fire::{
    FireTerms, FirerArm, FriendsCheck, Load, Odds, Shot, Strikes, TargetStack, TargetUnit, Wear,
    WornBy, odds, terms,
};
use longroll_core::{Side, Terms};
use longroll_rule::Rule;
use smallvec::smallvec;

use crate::support::{Field, enemy, enemy_battery, gunboat, infantry, of, unit};

fn table() -> FireTable {
    Field::new().stage().setting.tables().fire.clone()
}

/// A unit of cohesion 6/5.
fn target(number: u16, sp: u8, standing: Standing) -> TargetUnit {
    TargetUnit {
        unit: unit(number),
        arm: FirerArm::Foot,
        sp,
        printed: sp,
        cohesion: ByOrder {
            good_order: 6,
            disordered: 5,
        },
        standing,
        udd: 0,
        rout_check: false,
    }
}

fn stack(units: &[TargetUnit]) -> TargetStack {
    TargetStack {
        units: units.iter().copied().collect(),
        leaders: 0,
        leader_loss: 0,
        roll_per_sp: false,
    }
}

/// A fire that gives one result whatever the die, as the case files force it.
fn forced(table: &mut FireTable, result: &str, shell: bool) -> FireTerms {
    let result = FireResult::parse(result).expect("a result");
    let columns = if shell {
        &table.artillery
    } else {
        &table.small_arms
    };
    // The modified roll and column at which the loaded table has it.
    let class = if shell {
        WeaponClass::Artillery
    } else {
        WeaponClass::SmallArms
    };
    let found = columns.starts().iter().find_map(|sp| {
        (-1..=15_i16)
            .find(|roll| table.result(class, *sp, *roll) == result)
            .map(|roll| (*sp, roll))
    });
    let (sp, roll) = found.expect("the table has this result somewhere");
    let mut added = Terms::new();
    added.add(i32::from(roll), Rule::SR_10_81, "forced");
    FireTerms {
        rule: Rule::SR_10_32,
        terms: added,
        class,
        sp,
        load: if shell { Load::Shell } else { Load::SmallArms },
        range: if shell { 5 } else { 1 },
        strikes: if shell {
            Strikes::Each
        } else {
            Strikes::First(unit(0))
        },
        friends: None,
        worn: smallvec![],
    }
}

/// The chances of a forced result: all dice read the same row, so the die is taken out by clamping it.
fn of_result(result: &str, shell: bool, stack: &TargetStack) -> Odds {
    let mut table = table();
    let shot = forced(&mut table, result, shell);
    let single = table.result(
        shot.class,
        shot.sp,
        i16::try_from(shot.terms.sum()).expect("small"),
    );
    assert_eq!(single, FireResult::parse(result).expect("a result"));
    longroll_combat::fire::odds::odds_of_result(single, &shot, stack)
}

fn tenths(count: u128) -> Chance {
    Chance::fraction(count, 10)
}

#[test]
fn fire_030_knock_on_udd_without_the_printed_modifier() {
    let hex = stack(&[
        target(0, 6, Standing::GoodOrder),
        target(1, 5, Standing::GoodOrder),
    ]);
    let found = of_result("d+2", false, &hex);
    // A fails on 5 to 9; then B on 7 to 9.
    assert_eq!(found.units[0].disordered, tenths(5));
    assert_eq!(found.units[1].disordered, Chance::fraction(15, 100));
    assert_eq!(found.losses.as_slice(), [Chance::ALWAYS]);
}

#[test]
fn fire_031_losses_beyond_the_top_unit() {
    let mut third = target(2, 3, Standing::GoodOrder);
    third.cohesion.good_order = 5;
    let hex = stack(&[
        target(0, 1, Standing::GoodOrder),
        target(1, 4, Standing::GoodOrder),
        third,
    ]);
    let found = of_result("2D", false, &hex);
    assert_eq!(found.units[0].eliminated, Chance::ALWAYS);
    assert_eq!(
        found.units[1].losses.as_slice(),
        [Chance::NEVER, Chance::ALWAYS]
    );
    // The D is dropped; B fails on 7 to 9, C on 6 to 9.
    assert_eq!(found.units[1].disordered, tenths(3));
    assert_eq!(found.units[2].disordered, tenths(4));
}

#[test]
fn fire_032_shell_each_unit_for_itself() {
    let hex = stack(&[
        target(0, 6, Standing::GoodOrder),
        target(1, 5, Standing::GoodOrder),
    ]);
    let found = of_result("d", true, &hex);
    assert_eq!(found.units[0].disordered, tenths(3));
    assert_eq!(found.units[1].disordered, tenths(3));
    assert_eq!(found.unharmed, Chance::fraction(49, 100));
}

#[test]
fn fire_033_second_disorder_of_the_top_unit() {
    let hex = stack(&[
        target(0, 5, Standing::Disordered),
        target(1, 4, Standing::GoodOrder),
    ]);
    let found = of_result("d", false, &hex);
    // Fails on 6 to 9: 1 SP and a retreat; then B checks.
    assert_eq!(found.units[0].second_disorder, tenths(4));
    assert_eq!(found.units[0].retreats, tenths(4));
    assert_eq!(found.units[0].losses.as_slice(), [tenths(6), tenths(4)]);
    assert_eq!(found.units[1].disordered, Chance::fraction(12, 100));
}

#[test]
fn fire_034_one_sp_for_the_whole_stack() {
    let mut units = [
        target(0, 5, Standing::Disordered),
        target(1, 4, Standing::Disordered),
    ];
    for unit in &mut units {
        unit.cohesion.disordered = 5;
    }
    let found = of_result("D", true, &stack(&units));
    // Shell: both suffer it; one SP in all, drawn.
    assert_eq!(found.losses.as_slice(), [Chance::NEVER, Chance::ALWAYS]);
    assert_eq!(found.units[0].losses[1], Chance::fraction(1, 2));
    assert_eq!(found.units[1].retreats, Chance::ALWAYS);
    // Small arms: from the top unit. The table has no bare D there, so 1D serves: one printed, one for the stack.
    let found = of_result("1D", false, &stack(&units));
    assert_eq!(found.units[0].second_disorder, Chance::ALWAYS);
    // B's UDD fails on 6 to 9; then still one SP for both, from A.
    assert_eq!(found.units[0].losses.as_slice()[2], Chance::ALWAYS);
    assert_eq!(found.units[1].losses.as_slice(), [Chance::ALWAYS]);
    assert_eq!(found.units[1].retreats, tenths(4));
}

#[test]
fn fire_117_shell_result_with_losses_on_a_stack() {
    let mut guns = target(2, 4, Standing::GoodOrder);
    guns.arm = FirerArm::Guns;
    let hex = stack(&[
        target(0, 6, Standing::GoodOrder),
        target(1, 4, Standing::GoodOrder),
        guns,
    ]);
    let found = of_result("1D", true, &hex);
    for unit in &found.units {
        assert_eq!(unit.losses.as_slice(), [Chance::NEVER, Chance::ALWAYS]);
        assert_eq!(unit.disordered, Chance::ALWAYS);
        assert_eq!(unit.second_disorder, Chance::NEVER);
    }
}

#[test]
fn fire_125_losses_of_guns() {
    let mut guns = target(0, 4, Standing::Disordered);
    guns.arm = FirerArm::Guns;
    let found = of_result("1D", false, &stack(&[guns]));
    assert_eq!(found.units[0].losses.as_slice()[2], Chance::ALWAYS);
    assert_eq!(found.units[0].retreats, Chance::NEVER);
}

#[test]
fn fire_095_and_102_losses_and_second_disorder() {
    // FIRE-095: Disordered, 1d+2, cohesion 5: fails on 4 to 9; then 2 SP in all.
    let found = of_result("1d+2", false, &stack(&[target(0, 5, Standing::Disordered)]));
    assert_eq!(
        found.units[0].losses.as_slice(),
        [Chance::NEVER, tenths(4), tenths(6)]
    );
    assert_eq!(found.units[0].retreats, tenths(6));
    // FIRE-102 (a): 5 SP lose 2, 3 is not below half: a first Disorder.
    let found = of_result("2D", false, &stack(&[target(0, 5, Standing::GoodOrder)]));
    assert_eq!(found.units[0].disordered, Chance::ALWAYS);
    assert_eq!(found.units[0].second_disorder, Chance::NEVER);
    // 3 SP would be cut to 1, Collapse, and the D is the second.
    let found = of_result("2D", false, &stack(&[target(0, 3, Standing::GoodOrder)]));
    assert_eq!(found.units[0].second_disorder, Chance::ALWAYS);
}

#[test]
fn fire_172_order_inside_a_result() {
    // 4 of 8 left; the loss Collapses it, the leader helps by 1, cohesion 5: 1d+2 fails on 5 to 9.
    let mut unit = target(0, 4, Standing::GoodOrder);
    unit.printed = 8;
    unit.udd = -1;
    let mut hex = stack(&[unit]);
    hex.leaders = 1;
    let found = of_result("1d+2", false, &hex);
    assert_eq!(found.units[0].disordered, Chance::ALWAYS);
    assert_eq!(found.units[0].second_disorder, tenths(5));
    // One roll for the leader, whatever follows.
    assert_eq!(found.leader, tenths(1));
    hex.roll_per_sp = true;
    let found = of_result("1d+2", false, &hex);
    // One SP, or two with the Second Disorder: 0.5 * 0.1 + 0.5 * 0.19.
    assert_eq!(found.leader, Chance::fraction(145, 1000));
}

#[test]
fn fire_190_collapse_and_disorder_in_one_result() {
    let mut unit = target(0, 3, Standing::GoodOrder);
    unit.printed = 6;
    let found = of_result("1D", false, &stack(&[unit]));
    assert_eq!(found.units[0].second_disorder, Chance::ALWAYS);
    assert_eq!(found.units[0].losses.as_slice()[2], Chance::ALWAYS);
    // The SP of the Second Disorder is lost while Collapsed: a final UDD, which fails on 6 to 9.
    assert_eq!(found.units[0].routs, tenths(4));
}

#[test]
fn bb_12_35_an_extra_check_of_the_first_morning() {
    let mut unit = target(0, 5, Standing::Disordered);
    unit.rout_check = true;
    unit.udd = 1;
    let found = of_result("d", false, &stack(&[unit]));
    // UDD at +1 fails on 5 to 9; then the same again for rout. Not for shell.
    assert_eq!(found.units[0].second_disorder, tenths(5));
    assert_eq!(found.units[0].routs, Chance::fraction(25, 100));
    let found = of_result("d", true, &stack(&[unit]));
    assert_eq!(found.units[0].routs, Chance::NEVER);
}

#[test]
fn fire_153_two_ds_drive_a_gunboat_off() {
    let stage = Field::new()
        .terrain(longroll_board::Terrain::River, &["2001"])
        .with(&[
            gunboat("2001"),
            enemy_battery("2003", "NW").weapon("P20").sp(12),
        ])
        .stage()
        .enemy_phase();
    let fire = stage.fire(of(1, 12), "2001").at_boat(unit(0));
    let shot = stage.judge(&fire).expect("guns at a boat");
    let table = &stage.setting.tables().fire;
    let boat = TargetStack::of(
        &stage.look(),
        Side::Union,
        stage.hex("2001"),
        shot.strikes,
        |_| 0,
        |_| false,
    );
    let once = odds(table, core::slice::from_ref(&shot), &boat);
    let twice = odds(table, &[shot.clone(), shot], &boat);
    assert_eq!(once.units[0].eliminated, Chance::NEVER);
    // P20 at 2 hexes +2, 11-12 column: D from 10 on, so on 8 and 9.
    assert_eq!(once.units[0].disordered, tenths(2));
    assert_eq!(twice.units[0].eliminated, Chance::fraction(4, 100));
}

/// A die and UDDs by a plain generator, resolved one by one: what the enumeration must agree with.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u8 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u8::try_from((self.0 >> 33) % 10).expect("a die")
    }
}

#[test]
fn odds_agree_with_two_hundred_thousand_rolls() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(7),
            enemy("2110", "W").sp(6).printed(8),
            enemy("2110", "W").sp(4),
        ])
        .stage();
    let shot = stage
        .judge(&stage.fire(of(0, 7), "2110").prepared())
        .expect("legal");
    let table = &stage.setting.tables().fire;
    let hex = TargetStack::of(
        &stage.look(),
        Side::Confederate,
        stage.hex("2110"),
        shot.strikes,
        |_| 0,
        |_| false,
    );
    let exact = odds(table, core::slice::from_ref(&shot), &hex);
    let mut dice = Dice(1862);
    let rolls = 200_000_u64;
    let (mut disordered, mut below, mut lost) = (0_u64, 0_u64, 0_u64);
    for _ in 0..rolls {
        let outcome = shot.outcome(table, dice.roll());
        // Cohesion 6 in Good Order, 5 Disordered; 6 SP of 8 collapse below 4: not by 2 SP.
        let mut top = false;
        lost += u64::from(outcome.result.loss);
        match outcome.result.disorder {
            FireDisorder::None => {}
            FireDisorder::Automatic => top = true,
            FireDisorder::Check(modifier) => top = i32::from(dice.roll()) + i32::from(modifier) > 6,
        }
        if top {
            disordered += 1;
            below += u64::from(dice.roll() > 6);
        }
    }
    let close = |exact: Chance, count: u64| {
        let measured = count * 1_000_000 / rolls;
        // Five standard errors of a fair coin.
        measured.abs_diff(exact.millionths()) < 5 * 1_120
    };
    assert!(
        close(exact.units[0].disordered, disordered),
        "{}",
        exact.units[0].disordered
    );
    assert!(
        close(exact.units[1].disordered, below),
        "{}",
        exact.units[1].disordered
    );
    assert!(close(exact.mean_loss, lost), "{}", exact.mean_loss);
}

#[test]
fn everything_that_can_happen_adds_up() {
    let stage = Field::new()
        .with(&[
            infantry("2010", "E").sp(7),
            enemy("2110", "W").sp(3).disordered(),
            enemy("2110", "W").sp(4),
        ])
        .stage();
    let fire = stage.fire(of(0, 7), "2110");
    let shot = terms(&stage.look(), &fire, Shot::First).expect("legal");
    let table = &stage.setting.tables().fire;
    let hex = TargetStack::of(
        &stage.look(),
        Side::Confederate,
        stage.hex("2110"),
        shot.strikes,
        |_| 0,
        |_| true,
    );
    let shots = [shot.clone(), shot];
    let found = odds(table, &shots, &hex);
    let sum =
        |chances: &mut dyn Iterator<Item = Chance>| chances.map(Chance::millionths).sum::<u64>();
    assert_eq!(sum(&mut found.losses.iter().copied()), 1_000_000);
    for unit in &found.units {
        assert_eq!(sum(&mut unit.losses.iter().copied()), 1_000_000);
    }
    assert_eq!(
        sum(&mut found.results.iter().map(|(_, chance)| *chance)),
        1_000_000
    );
}

#[test]
fn ammunition_leaders_and_friends_have_their_chances() {
    let mut table = table();
    let mut shot = forced(&mut table, "1d+2", false);
    shot.worn = smallvec![WornBy {
        unit: unit(9),
        section: None,
        before: Ammunition::Full,
        wear: Wear::Rapid,
    }];
    shot.friends = Some(FriendsCheck {
        hexes: smallvec![],
        up_to: 2,
        rule: Rule::SR_10_26_friendlyfire,
    });
    let hex = stack(&[target(0, 6, Standing::GoodOrder)]);
    let found = odds(&table, &[shot.clone(), shot], &hex);
    // A 0 or 5 on either of two shots: 1 - 0.8 * 0.8.
    assert_eq!(found.ammunition[0].out, Chance::fraction(36, 100));
    assert_eq!(found.ammunition[0].low, Chance::NEVER);
    // Friends check on 0 to 2 of either.
    assert_eq!(found.friends, Chance::fraction(51, 100));
    assert_eq!(found.friends.to_string(), "51.0%");
}
