//! Full records that must replay for ever, each line and each fingerprint as it was written.
//!
//! A change of the rules that makes one fail is either a mistake or a new version of the format: then the old file stays,
//! its engine is named, and a new one is written beside it with
//! `LONGROLL_WRITE_GOLDEN=1 cargo test -p longroll-sim --test golden`.

use std::path::{Path, PathBuf};

use longroll_core::{BySide, Game, Record, Seed, replay};
use longroll_position::RuleSet;
use longroll_sim::{Limits, Unwatched, play_game, record_of, table};

/// Scenario and seed of each record; small scenarios, so that the shelf stays light.
const SHELF: [(u8, u64); 4] = [(2, 1862), (6, 1862), (9, 6), (9, 7)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn path(scenario: u8, seed: u64) -> PathBuf {
    folder().join(format!("scenario-{scenario:02}-seed-{seed}.roll"))
}

fn write_shelf() {
    let players = BySide {
        union: "random",
        confederate: "random",
    };
    for (scenario, seed) in SHELF {
        let stage =
            table::stage(scenario, RuleSet::BATTLE_BOOK).expect("the embedded data is sound");
        let played = play_game(
            &stage,
            Seed(seed),
            players,
            Limits::default(),
            &mut Unwatched,
        )
        .expect("the embedded data is sound");
        let (_, record) = record_of(&stage, Seed(seed), players, &played.choices)
            .expect("the embedded data is sound");
        std::fs::create_dir_all(folder()).expect("the embedded data is sound");
        std::fs::write(path(scenario, seed), record.print()).expect("the embedded data is sound");
    }
}

#[test]
fn every_record_on_the_shelf_replays() {
    if std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some() {
        write_shelf();
    }
    let mut count = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let record =
            Record::parse(&text).unwrap_or_else(|(_, error)| panic!("{}: {error}", file.display()));
        let mut battle =
            table::reopen(&record).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        replay(&mut battle, &record, |_| {})
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(
            battle.result().as_deref(),
            record.tag("Result"),
            "{}",
            file.display()
        );
        assert_eq!(
            record.print(),
            text,
            "{} prints as it was written",
            file.display()
        );
        count += 1;
    }
    assert!(count >= SHELF.len(), "the shelf has lost a record");
}
