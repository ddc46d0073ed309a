//! Random play of all scenarios to their end, every promise held against every choice, each game by a rule set of its own.
//!
//! `LONGROLL_SEEDS=200` plays that many games of each scenario instead of the few of every day, and
//! `LONGROLL_THOROUGH=1` tries saving, loading and undo at every decision.

use std::num::NonZeroUsize;

use longroll_core::{BySide, Seed};
use longroll_position::RuleSet;
use longroll_rule::Rule;
use longroll_sim::{Batch, Count, Rules, Summary, Thoroughness, simulate, table};

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
        rules: Rules::Drawn,
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
                play($number, $games, "varied");
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
fn a_player_who_seeks_contact_keeps_every_promise_too() {
    play(2, 2, "eager");
    play(9, 4, "eager");
}

#[test]
fn whoever_seeks_contact_finds_it() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let of = |player: &str| {
        let batch = Batch {
            players: BySide::from_fn(|_| player.to_owned()),
            count: Count::Rules,
            ..Batch::random(6, Seed(1))
        };
        simulate(&stage, &batch, &|_| {}).unwrap().0
    };
    let (eager, random) = (of("eager"), of("random"));
    let applied = |summary: &Summary, rule| summary.applied.get(&rule).copied().unwrap_or(0);
    for rule in [Rule::SR_9_53, Rule::SR_9_61] {
        assert!(
            applied(&eager, rule) > 2 * applied(&random, rule),
            "{rule}: {} against {}",
            applied(&eager, rule),
            applied(&random, rule)
        );
    }
    assert!(random.without_turns < random.decisions, "somebody turned");
}

#[test]
fn a_game_by_drawn_rules_tells_them_in_its_record() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).unwrap();
    let limits = longroll_sim::Limits { decisions: 1 };
    let batch = Batch {
        rules: Rules::Drawn,
        limits,
        ..Batch::random(2, Seed(1))
    };
    let summary = simulate(&stage, &batch, &|_| {}).unwrap().0;
    for failure in &summary.failures {
        let rules = longroll_sim::switches::drawn(failure.seed, RuleSet::BATTLE_BOOK);
        let tag = format!("[Rules \"{}\"]", rules.differences());
        assert!(failure.record.contains(&tag), "{}", failure.record);
    }
    assert_eq!(summary.failures.len(), 2);
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
