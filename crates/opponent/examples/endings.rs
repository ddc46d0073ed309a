//! Looks for games that end as none on the shelf of `crates/sim/tests/endings` does, and puts their records there.
//!
//! `cargo run --release -p longroll-opponent --example endings -- SCENARIO GAMES FIRST_SEED [UNION CONFEDERATE ...]`
//!
//! A variant is named after its scenario, `10:early-end`. The players are pairs of names; without any, the computer plays itself, somebody who does nothing, and somebody who does anything.
//! How many games ended how is told for each pair.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_core::{BySide, Game as _, Seed, Side};
use longroll_gbacw::Stage;
use longroll_gbacw::assembly::new_game_on;
use longroll_opponent::sit_down;
use longroll_position::RuleSet;
use longroll_sim::{Made, ending, record_of, table};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// A game that has more decisions than this stalls.
const MOST: usize = 400_000;

const PAIRS: [[&str; 2]; 7] = [
    ["plain", "plain"],
    ["idle", "plain"],
    ["plain", "idle"],
    ["random", "plain"],
    ["plain", "random"],
    ["eager", "plain"],
    ["plain", "eager"],
];

fn shelf() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim/tests/endings")
}

fn main() -> Result<(), Fault> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| {
        words
            .get(place)
            .map_or(Ok(usual), |word| word.parse::<u64>())
    };
    let (games, first) = (number(1, 4)?, number(2, 1)?);
    let named = words.get(3..).unwrap_or_default();
    let mut pairs: Vec<[&str; 2]> = named
        .chunks_exact(2)
        .map(|pair| [pair[0].as_str(), pair[1].as_str()])
        .collect();
    if pairs.is_empty() {
        pairs = PAIRS.to_vec();
    }
    let scenario = words.first().map_or("1", String::as_str);
    let stage = match scenario.split_once(':') {
        Some((number, variant)) => table::varied(number.parse()?, variant, RuleSet::BATTLE_BOOK)?,
        None => table::stage(scenario.parse()?, RuleSet::BATTLE_BOOK)?,
    };
    for pair in pairs {
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for seed in first..first + games {
            *found.entry(play(&stage, pair, seed)?).or_default() += 1;
        }
        println!("{} against {}: {found:?}", pair[0], pair[1]);
    }
    Ok(())
}

/// Plays a game, keeps its record if none on the shelf ended so, and tells how it ended.
fn play(stage: &Arc<Stage>, [union, confederate]: [&str; 2], seed: u64) -> Result<String, Fault> {
    let seed = Seed(seed);
    let mut chairs = BySide {
        union: sit_down(union, stage, seed, Side::Union)?,
        confederate: sit_down(confederate, stage, seed, Side::Confederate)?,
    };
    let (mut battle, _) = new_game_on(Arc::clone(stage), seed)?;
    let mut choices: Vec<Made> = Vec::new();
    while let Some(ask) = battle.asked() {
        let side = ask.side;
        let Some((choice, _)) = chairs[side].choose(&battle) else {
            break;
        };
        battle.choose(side, &choice)?;
        choices.push(Made { side, choice });
        if choices.len() > MOST {
            return Ok("stalled".to_owned());
        }
    }
    let name = ending(&battle);
    let file = shelf().join(format!("{name}.roll.deflate"));
    if !file.exists() {
        let players = BySide { union, confederate };
        let (_, record) = record_of(stage, seed, players, &choices)?;
        let packed = miniz_oxide::deflate::compress_to_vec(record.print().as_bytes(), 9);
        std::fs::write(&file, packed)?;
    }
    Ok(name)
}
