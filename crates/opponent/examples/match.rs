//! Plays matches between players and tells how many victory hexes each side holds at the end, and how long a thought took.
//!
//! `cargo run --release -p longroll-opponent --example match -- SCENARIO GAMES UNION CONFEDERATE [FIRST_SEED]`
//!
//! The engine does not judge victory yet (SR chapters 10 to 13 are to come), so hexes stand for it.

use std::time::{Duration, Instant};

use longroll_catalog::facts::Condition;
use longroll_core::{Game as _, Seed, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_opponent::sit_down;
use longroll_position::RuleSet;
use longroll_sim::table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize, usual: &str| {
        words
            .get(place)
            .cloned()
            .unwrap_or_else(|| usual.to_owned())
    };
    let scenario: u8 = word(0, "2").parse()?;
    let games: u64 = word(1, "20").parse()?;
    let names = [word(2, "plain"), word(3, "plain")];
    let first: u64 = word(4, "1").parse()?;
    let stage = table::stage(scenario, RuleSet::BATTLE_BOOK)?;
    let hexes: Vec<_> = stage
        .setting
        .scenario
        .victory
        .objectives
        .iter()
        .flat_map(|objective| &objective.conditions)
        .filter_map(|condition| match condition {
            Condition::Held { hexes, .. } => Some(hexes.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    let mut held = [0_u64; 2];
    let mut decisions = 0_u64;
    let mut thoughts: Vec<Duration> = Vec::new();
    for seed in first..first + games {
        let mut chairs = [
            sit_down(&names[0], &stage, Seed(seed), Side::Union)?,
            sit_down(&names[1], &stage, Seed(seed), Side::Confederate)?,
        ];
        let (mut battle, _) = new_game_on(stage.clone(), Seed(seed))?;
        while let Some(ask) = battle.asked() {
            let chair = &mut chairs[usize::from(ask.side == Side::Confederate)];
            let before = Instant::now();
            let Some((choice, _)) = chair.choose(&battle) else {
                break;
            };
            thoughts.push(before.elapsed());
            battle.choose(ask.side, &choice)?;
            decisions += 1;
        }
        for hex in &hexes {
            match battle.position().holder(*hex) {
                Some(Side::Union) => held[0] += 1,
                Some(Side::Confederate) => held[1] += 1,
                None => {}
            }
        }
    }
    thoughts.sort();
    let part = |of: usize| {
        thoughts
            .get(thoughts.len() * of / 1000)
            .copied()
            .unwrap_or_default()
    };
    println!(
        "scenario {scenario}, {games} games, Union {} against Confederate {}: of {} victory hexes the Union holds {} and the Confederates {} per game; {} decisions per game; a thought takes {:?} (median), {:?} (99 %), {:?} at most",
        names[0],
        names[1],
        hexes.len(),
        tenths(held[0], games),
        tenths(held[1], games),
        decisions / games.max(1),
        part(500),
        part(990),
        thoughts.last().copied().unwrap_or_default(),
    );
    Ok(())
}

fn tenths(sum: u64, games: u64) -> String {
    let tenths = sum * 10 / games.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}
