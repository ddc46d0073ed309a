//! One recorded game for every way in which a scenario ends that games have come to, kept and replayed.
//!
//! The shelf holds compressed records (`miniz_oxide`, raw deflate): `LONGROLL_WRITE_ENDINGS=1 cargo test --release -p longroll-sim
//! --test endings` plays anew and keeps the shortest game of each ending. Those that need a purpose are played by the computer:
//! `cargo run --release -p longroll-opponent --example endings`. `longroll report` reads a record once it is unpacked.
//! What no game has come to from the first turn begins with a situation: `ways`. After a change of the rules
//! `LONGROLL_RENEW_ENDINGS=1` plays the choices of each record again, as far as they can be made, and lets players end the
//! game; it keeps the record if the end is the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use longroll_core::{BySide, Game as _, Record, RecordLine, Seed, Side, replay};
use longroll_gbacw::Battle;
use longroll_position::RuleSet;
use longroll_sim::players::{Seat, sit_down};
use longroll_sim::{Limits, Made, Unwatched, ending, play_game, record_of, table, written_on};
use rayon::prelude::*;

/// Who plays against whom: equals, and one who does much against one who does little.
const TABLES: [(&str, &str); 7] = [
    ("eager", "eager"),
    ("idle", "eager"),
    ("eager", "idle"),
    ("random", "eager"),
    ("eager", "random"),
    ("random", "random"),
    ("idle", "idle"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/endings")
}

fn write_shelf() {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for scenario in 1..=10 {
        let stage = table::stage(scenario, RuleSet::BATTLE_BOOK).expect("sound data");
        let games = if [2, 6, 9].contains(&scenario) {
            60
        } else {
            12
        };
        for (union, confederate) in TABLES {
            for seed in 1..=games {
                let players = BySide { union, confederate };
                let seed = Seed(seed);
                let limits = Limits::default();
                let played =
                    play_game(&stage, seed, players, limits, &mut Unwatched).expect("it ends");
                let (battle, record) =
                    record_of(&stage, seed, players, &played.choices).expect("it is legal");
                let text = record.print();
                let shelf = found.entry(ending(&battle)).or_default();
                if shelf.is_empty() || text.len() < shelf.len() {
                    *shelf = text;
                }
            }
        }
    }
    std::fs::create_dir_all(folder()).expect("a folder");
    for (key, text) in found {
        let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
        std::fs::write(folder().join(format!("{key}.roll.deflate")), packed).expect("written");
    }
}

/// The choices of a record as far as they can still be made, and the game they lead to.
fn followed(old: &Record) -> (Battle, Vec<Made>) {
    let mut battle = table::reopen(old).expect("the embedded data is sound");
    let mut made = Vec::new();
    for (_, line) in &old.lines {
        let RecordLine::Choice { side, text, .. } = line else {
            continue;
        };
        let Ok(choice) = battle.parse(text) else {
            break;
        };
        if battle.choose(*side, &choice).is_err() {
            break;
        }
        made.push(Made {
            side: *side,
            choice,
        });
    }
    (battle, made)
}

/// The choices with which players end a game.
fn ended(mut battle: Battle, names: (&str, &str), seed: Seed) -> Vec<Made> {
    let mut union = sit_down(names.0, seed, Side::Union).expect("a player");
    let mut confederate = sit_down(names.1, seed, Side::Confederate).expect("a player");
    let mut made = Vec::new();
    while let (Some(ask), Some(seat)) = (battle.asked(), Seat::of(&battle)) {
        let player = match ask.side {
            Side::Union => &mut union,
            Side::Confederate => &mut confederate,
        };
        let choice = player.choose(seat).expect("a choice");
        battle.choose(ask.side, &choice).expect("it is legal");
        made.push(Made {
            side: ask.side,
            choice,
        });
    }
    made
}

/// The record of these choices from the beginning of another, and how the game ends.
fn written(old: &Record, choices: &[Made]) -> (String, Record) {
    let battle = table::reopen(old).expect("the embedded data is sound");
    let mut header = old.clone();
    header.lines.clear();
    let (battle, record) = written_on(battle, header, choices).expect("it was legal");
    (ending(&battle), record)
}

/// A record with the same end by today's rules: its own choices as far as they can be made, then those of players.
fn renewed(old: &Record, key: &str) -> Option<Record> {
    let (battle, made) = followed(old);
    if battle.asked().is_none() {
        let (found, record) = written(old, &made);
        return (found == key).then_some(record);
    }
    (1..=4)
        .flat_map(|seed| TABLES.map(|names| (names, Seed(seed))))
        .find_map(|(names, seed)| {
            let mut choices = made.clone();
            choices.extend(ended(battle.clone(), names, seed));
            let (found, record) = written(old, &choices);
            (found == key).then_some(record)
        })
}

fn renew_shelf() {
    let files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the shelf")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.par_iter().for_each(|file| {
        let packed = std::fs::read(file).expect("it reads");
        let text = miniz_oxide::inflate::decompress_to_vec(&packed).expect("it unpacks");
        let text = String::from_utf8(text).expect("a record is text");
        let old = Record::parse(&text).expect("a record");
        let name = file.file_name().and_then(|name| name.to_str());
        let key = name.expect("a name").trim_end_matches(".roll.deflate");
        match renewed(&old, key) {
            Some(record) => {
                let packed = miniz_oxide::deflate::compress_to_vec(record.print().as_bytes(), 9);
                std::fs::write(file, packed).expect("written");
            }
            None => println!("{key}: no game ends so any more"),
        }
    });
}

#[test]
fn a_game_of_every_ending_replays_to_its_verdict() {
    if std::env::var_os("LONGROLL_RENEW_ENDINGS").is_some() {
        renew_shelf();
    }
    if std::env::var_os("LONGROLL_WRITE_ENDINGS").is_some() {
        write_shelf();
    }
    let mut keys: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the shelf") {
        let file = entry.expect("a file").path();
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name
            .expect("a name")
            .trim_end_matches(".roll.deflate")
            .to_owned();
        let packed = std::fs::read(&file).expect("it reads");
        let text = miniz_oxide::inflate::decompress_to_vec(&packed).expect("it unpacks");
        let text = String::from_utf8(text).expect("a record is text");
        let record = Record::parse(&text).unwrap_or_else(|(_, error)| panic!("{name}: {error}"));
        let mut battle = table::reopen(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
        replay(&mut battle, &record, |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(battle.result().as_deref(), record.tag("Result"), "{name}");
        assert_eq!(ending(&battle), name);
        keys.push(name);
    }
    keys.sort_unstable();
    shelf_is_whole(&keys);
}

/// The shelf as it stands: what is missing from it has been lost.
fn shelf_is_whole(keys: &[String]) {
    let listed = std::fs::read_to_string(folder().join("../endings.txt")).unwrap_or_default();
    let listed: Vec<&str> = listed.lines().collect();
    assert_eq!(keys, listed, "crates/sim/tests/endings.txt lists the shelf");
}
