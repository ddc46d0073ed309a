//! Games without a person, every promise checked after every choice.

use longroll_core::{BySide, Chance, Record, Seed};
use longroll_shell_for_guns::players::{Tally, sit_down, watch};
use longroll_shell_for_guns::{Battle, Options, Table, data};
use longroll_tabletop::Ticks;

/// A game watched from its first decision to its end; `close` lets the armies start face to face.
fn play_and_check(table: &str, seed: u64, player: &str, options: Options, close: bool) -> Tally {
    let mut terrain = data::terrain(table).expect("the data is sound");
    if close {
        terrain.zone = Ticks(10_500);
    }
    let facts = data::ready_on(terrain, options).expect("the data is sound");
    let start = Battle::pitched(facts.clone(), Chance::seeded(Seed(seed)));
    let mut players = BySide::from_fn(|side| {
        sit_down(player, 2 * seed + side as u64).expect("a player of that name")
    });
    let mut header = Record::default();
    header.set_tag("Edition", longroll_shell_for_guns::keeping::edition());
    let watched = watch(
        start.expect("a stream never ends"),
        Table::new(&facts),
        &mut players,
        header,
        Some(Seed(seed + 99)),
    );
    assert!(
        watched.faults.is_empty(),
        "{table}, seed {seed}, {player}: {:?}",
        watched.faults
    );
    assert!(watched.result.is_some(), "{table}, seed {seed}: no result");
    watched.tally
}

#[test]
fn random_games_keep_every_promise() {
    for seed in 0..2 {
        for table in ["harlans-crossroads", "two-ridges", "meadow-creek"] {
            play_and_check(table, seed, "random", Options::default(), seed == 1);
        }
    }
}

#[test]
fn games_with_a_purpose_keep_every_promise_and_reach_every_kind_of_fight() {
    let mut all = Tally::default();
    for seed in 0..3 {
        all += play_and_check("two-ridges", seed, "bold", Options::default(), true);
        all += play_and_check("meadow-creek", seed, "plain", Options::default(), false);
    }
    assert!(
        all.fires > 0 && all.melees > 0 && all.breakthroughs > 0 && all.removed > 0,
        "{all:?}"
    );
}

#[test]
fn every_switch_can_be_played() {
    for (index, (switch, words)) in Options::all().into_iter().enumerate() {
        let mut options = Options::default();
        options
            .set(switch, words[words.len() - 1])
            .expect("a word of the switch");
        assert_eq!(
            options.differences(),
            format!("{switch}={}", words[words.len() - 1])
        );
        play_and_check(
            "harlans-crossroads",
            100 + index as u64,
            "random",
            options,
            true,
        );
    }
}
