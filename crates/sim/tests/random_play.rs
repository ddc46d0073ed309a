//! Random play of all scenarios to their end, every promise held against every choice.
//!
//! `LONGROLL_SEEDS=200` plays that many games of each scenario instead of the few of every day, and
//! `LONGROLL_THOROUGH=1` tries saving, loading and undo at every decision.

use std::num::NonZeroUsize;

use longroll_core::{BySide, Seed};
use longroll_position::RuleSet;
use longroll_sim::{Batch, Summary, Thoroughness, simulate, table};

/// Games of each scenario when nothing is said: the long ones have thousands of decisions each.
const SEEDS_LONG: u32 = 1;
const SEEDS_SHORT: u32 = 4;

fn number_from(variable: &str) -> Option<u32> {
    std::env::var(variable).ok()?.parse().ok()
}

fn thoroughness() -> Thoroughness {
    match number_from("LONGROLL_THOROUGH") {
        Some(1) => Thoroughness::FULL,
        _ => Thoroughness::default(),
    }
}

fn play(scenario: u8, games: u32, player: &str) -> Summary {
    let stage = table::stage(scenario, RuleSet::BATTLE_BOOK).expect("the embedded data is sound");
    let batch = Batch {
        games: number_from("LONGROLL_SEEDS").unwrap_or(games),
        players: BySide::from_fn(|_| player.to_owned()),
        check: Some(thoroughness()),
        ..Batch::random(games, Seed(1))
    };
    let (summary, _) = simulate(&stage, &batch, &|_| {}).expect("the embedded data is sound");
    for failure in &summary.failures {
        let path =
            std::env::temp_dir().join(format!("longroll-{scenario}-{}.roll", failure.seed.0));
        let kept = std::fs::write(&path, &failure.record).is_ok();
        eprintln!(
            "{failure}{}",
            if kept {
                format!(" (see {})", path.display())
            } else {
                String::new()
            }
        );
    }
    assert!(
        summary.failures.is_empty(),
        "{} games failed",
        summary.failures.len()
    );
    assert_eq!(summary.games, batch.games);
    let turns = u32::try_from(stage.setting.calendar().len()).expect("the embedded data is sound");
    assert_eq!(
        (summary.turns.least, summary.turns.most),
        (turns, turns),
        "every game has all its turns"
    );
    assert!(
        summary.decisions_per_game.least > 20,
        "something is decided in every game"
    );
    summary
}

macro_rules! scenarios {
    ($($name:ident: $number:literal, $games:ident;)+) => {
        $(
            #[test]
            fn $name() {
                play($number, $games, "random");
            }
        )+
    };
}

scenarios! {
    scenario_01_keeps_every_promise: 1, SEEDS_LONG;
    scenario_02_keeps_every_promise: 2, SEEDS_SHORT;
    scenario_03_keeps_every_promise: 3, SEEDS_SHORT;
    scenario_04_keeps_every_promise: 4, SEEDS_LONG;
    scenario_05_keeps_every_promise: 5, SEEDS_LONG;
    scenario_06_keeps_every_promise: 6, SEEDS_SHORT;
    scenario_07_keeps_every_promise: 7, SEEDS_SHORT;
    scenario_08_keeps_every_promise: 8, SEEDS_LONG;
    scenario_09_keeps_every_promise: 9, SEEDS_SHORT;
    scenario_10_keeps_every_promise: 10, SEEDS_LONG;
}

#[test]
fn a_brisk_player_keeps_every_promise_too() {
    play(2, 2, "brisk");
    play(9, 4, "brisk");
}

#[test]
fn a_batch_is_the_same_on_any_number_of_threads() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let on = |threads| {
        let batch = Batch {
            threads: NonZeroUsize::new(threads),
            ..Batch::random(12, Seed(40))
        };
        simulate(&stage, &batch, &|_| {}).unwrap().0
    };
    let alone = on(1);
    assert_eq!(alone.games, 12);
    assert_eq!(alone, on(2));
    assert_eq!(alone, on(5));
}

#[test]
fn other_seeds_give_other_games() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let of = |seed| {
        simulate(&stage, &Batch::random(1, Seed(seed)), &|_| {})
            .unwrap()
            .0
            .digest
    };
    assert_ne!(of(1), of(2));
}
