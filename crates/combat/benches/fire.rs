//! How fast fire is judged: `cargo bench -p longroll-combat`.
//!
//! Bars: the odds of one fire within 50 microseconds, all targets of a unit with their odds within one frame (16 ms).

#[path = "../tests/cases/spec.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod spec;
#[path = "../tests/cases/support.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use the rest of it")]
mod support;

use divan::{Bencher, black_box};
use longroll_combat::fire::{
    DeclaredFire, FireTerms, Occasion, Shot, TargetStack, odds, targets, terms,
};
use longroll_core::Side;
use support::{Field, Stage, battery, enemy, enemy_battery, infantry, of};

fn main() {
    divan::main();
}

/// A regiment at close range of a stack of three and a battery.
fn close_range() -> Stage {
    close_to(4)
}

/// The same with the first so many of them.
fn close_to(units: usize) -> Stage {
    let stack = [
        enemy("2110", "W").sp(6).printed(8),
        enemy("2110", "W").sp(4).disordered(),
        enemy("2110", "W").sp(3),
        enemy_battery("2110", "W").sp(4),
    ];
    Field::new()
        .with(&[infantry("2010", "E").sp(7), battery("2011", "E").sp(6)])
        .with(&stack[..units])
        .stage()
}

/// A battery with forty enemy hexes in range.
fn field_of_targets() -> Stage {
    let names = [
        "2508", "2510", "2512", "2607", "2609", "2611", "2613", "2707", "2709", "2711", "2713",
        "2808", "2810", "2812", "2907", "2909", "2911", "2913", "3006", "3008", "3010", "3012",
        "3107", "3109", "3111", "3113", "3206", "3208", "3210", "3212", "3307", "3309", "3311",
        "3406", "3408", "3410", "3506", "3508", "3510", "3512",
    ];
    Field::new()
        .with(&[battery("2010", "E").weapon("P20").sp(6)])
        .with(&names.map(|hex| enemy(hex, "W")))
        .stage()
}

fn at(stage: &Stage, fire: &DeclaredFire, shot: &FireTerms) -> TargetStack {
    TargetStack::of(
        &stage.look(),
        Side::Confederate,
        fire.target,
        shot.strikes,
        |_| 0,
        |_| true,
    )
}

#[divan::bench]
fn terms_of_a_fire(bencher: Bencher) {
    let stage = close_range();
    let fire = stage.fire(of(0, 7), "2110").prepared();
    bencher.bench_local(|| black_box(terms(&stage.look(), black_box(&fire), Shot::First)));
}

#[divan::bench]
fn ten_outcomes(bencher: Bencher) {
    let stage = close_range();
    let fire = stage.fire(of(0, 7), "2110").prepared();
    let shot = stage.judge(&fire).expect("legal");
    let table = &stage.setting.tables().fire;
    bencher.bench_local(|| black_box(shot.outcomes(table)));
}

/// One shot at a stack of four.
#[divan::bench]
fn odds_of_a_volley(bencher: Bencher) {
    let stage = close_range();
    let fire = stage.fire(of(0, 7), "2110").prepared();
    let shot = stage.judge(&fire).expect("legal");
    let hex = at(&stage, &fire, &shot);
    let table = &stage.setting.tables().fire;
    bencher.bench_local(|| black_box(odds(table, core::slice::from_ref(&shot), &hex)));
}

/// From the declaration to the odds.
#[divan::bench]
fn judge_and_odds_of_a_volley(bencher: Bencher) {
    let stage = close_range();
    let fire = stage.fire(of(0, 7), "2110").prepared();
    let table = &stage.setting.tables().fire;
    bencher.bench_local(|| {
        let shot = terms(&stage.look(), &fire, Shot::First).expect("legal");
        let hex = at(&stage, &fire, &shot);
        black_box(odds(table, core::slice::from_ref(&shot), &hex))
    });
}

/// Two shots at a stack of so many.
#[divan::bench(args = [1, 2, 3, 4])]
fn odds_of_rapid_fire(bencher: Bencher, units: usize) {
    let stage = close_to(units);
    let fire = stage.fire(of(1, 6), "2110").rapid();
    let shots =
        [Shot::First, Shot::Second].map(|shot| terms(&stage.look(), &fire, shot).expect("legal"));
    let hex = at(&stage, &fire, &shots[0]);
    let table = &stage.setting.tables().fire;
    bencher.bench_local(|| black_box(odds(table, &shots, &hex)));
}

/// Every target of a battery among forty enemy hexes, each with its odds.
#[divan::bench]
fn all_targets_with_odds(bencher: Bencher) {
    let stage = field_of_targets();
    let table = &stage.setting.tables().fire;
    bencher.bench_local(|| {
        let found = targets(&stage.look(), Occasion::Phasing, of(0, 6));
        assert!(found.len() >= 30);
        for (fire, shot) in &found {
            let hex = at(&stage, fire, shot);
            black_box(odds(table, core::slice::from_ref(shot), &hex));
        }
    });
}
