//! Many games on all cores.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use longroll_core::{BySide, Seed, Side};
use rayon::prelude::*;

use crate::applied::{Applied, Counting};
use crate::game::{Failure, Limits, Observer, Played, Unwatched, play_drawn, play_game};
use crate::invariants::{Checker, Thoroughness};
use crate::opening::Opening;
use crate::players::{UnknownPlayer, sit_down};
use crate::switches::drawn;

/// By which rules the games of a batch are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// By those of the stage.
    Given,
    /// The seed of each game draws its switches. A situation keeps its own: its position was made for them.
    Drawn,
}

/// Whether a batch counts how often each rule was applied; that costs about as much as the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Yes.
    Rules,
    /// No.
    Nothing,
}

/// How the choices of a batch are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choosing {
    /// By the players, each from his whole list.
    Listed,
    /// By the draw, without lists ([`play_drawn`]); the players are not asked, and nothing is checked or counted on the way.
    Drawn,
}

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Batch {
    /// How many games.
    pub games: u32,
    /// The seed of the first game; each further game has the next number, so that any one can be played again alone.
    pub seed: Seed,
    /// Who plays.
    pub players: BySide<String>,
    /// On how many threads; all cores if not said.
    pub threads: Option<NonZeroUsize>,
    /// How long a game may last.
    pub limits: Limits,
    /// How closely every choice is checked; not at all if not said.
    pub check: Option<Thoroughness>,
    /// How choices are found.
    pub choosing: Choosing,
    /// By which rules.
    pub rules: Rules,
    /// What is counted besides.
    pub count: Count,
}

impl Batch {
    /// So many unchecked games of random players on all cores.
    #[must_use]
    pub fn random(games: u32, seed: Seed) -> Self {
        Self {
            games,
            seed,
            players: BySide::from_fn(|_| "random".to_owned()),
            threads: None,
            limits: Limits::default(),
            check: None,
            choosing: Choosing::Listed,
            rules: Rules::Given,
            count: Count::Nothing,
        }
    }
}

/// How far a batch has come; told after every game, from whatever thread played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Games that are over, failures among them.
    pub games: u32,
    /// Decisions in them.
    pub decisions: u64,
}

/// How a number lies over the games of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// The smallest.
    pub least: u32,
    /// The one in the middle.
    pub median: u32,
    /// The largest.
    pub most: u32,
    /// The mean.
    pub mean: f64,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = u32>) -> Self {
        let mut sorted: Vec<u32> = numbers.collect();
        sorted.sort_unstable();
        let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
            return Self::default();
        };
        let sum: u64 = sorted.iter().copied().map(u64::from).sum();
        Self {
            least,
            median: sorted.get(sorted.len() / 2).copied().unwrap_or(most),
            most,
            mean: ratio(sum, sorted.len() as u64),
        }
    }
}

/// How long a batch took. It is no part of its result: it differs from run to run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// From the first game to the last.
    pub elapsed: Duration,
    /// Threads used.
    pub threads: usize,
    /// The time of all games added up: what one core would have needed.
    pub busy: Duration,
}

impl Timing {
    /// Decisions in a second, on all threads together.
    #[must_use]
    pub fn decisions_per_second(&self, decisions: u64) -> f64 {
        per_second(decisions, self.elapsed)
    }

    /// Decisions in a second on one core.
    #[must_use]
    pub fn decisions_per_core_second(&self, decisions: u64) -> f64 {
        per_second(decisions, self.busy)
    }
}

/// What came of a batch. Everything but the timing follows from the seeds alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Games played to their end.
    pub games: u32,
    /// Results, and how often each came.
    pub results: BTreeMap<String, u32>,
    /// Decisions of all games.
    pub decisions: u64,
    /// Decisions of a game.
    pub decisions_per_game: Spread,
    /// Decisions of all games that did more than turn a unit in its hex.
    pub without_turns: u64,
    /// The same of a game.
    pub without_turns_per_game: Spread,
    /// Turns of a game.
    pub turns: Spread,
    /// Numbers drawn from the dice in a game.
    pub dice: Spread,
    /// The mean length of the list of choices.
    pub mean_list: f64,
    /// The longest list.
    pub longest_list: u32,
    /// One number for the ends of all games, to compare two runs.
    pub digest: u64,
    /// How often each rule was applied, if that was counted.
    pub applied: Applied,
    /// Games that did not come to their end, by seed.
    pub failures: Vec<Failure>,
}

/// Plays a batch from one beginning: a stage, or whatever else is an [`Opening`]. The callback hears of every game that is over.
///
/// # Errors
/// When a player's name is not known; nothing has been played then.
pub fn simulate(
    opening: &dyn Opening,
    batch: &Batch,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(Summary, Timing), UnknownPlayer> {
    for side in Side::BOTH {
        sit_down(&batch.players[side], batch.seed, side)?;
    }
    let games = AtomicU32::new(0);
    let decisions = AtomicU64::new(0);
    let busy = AtomicU64::new(0);
    let play = |index: u32| {
        let begun = Instant::now();
        let seed = Seed(batch.seed.0.wrapping_add(u64::from(index)));
        let (played, applied) = play_one(opening, batch, seed);
        let count = match &played {
            Ok(played) => played.decisions,
            Err(failure) => failure.decision,
        };
        let spent = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        busy.fetch_add(spent, Ordering::Relaxed);
        let decisions = decisions.fetch_add(u64::from(count), Ordering::Relaxed) + u64::from(count);
        let games = games.fetch_add(1, Ordering::Relaxed) + 1;
        progress(Progress { games, decisions });
        (played, applied)
    };
    let begun = Instant::now();
    let threads = batch.threads.map_or(0, NonZeroUsize::get);
    // A pool that cannot be had (no threads left on the machine) costs speed, not the result.
    let (played, threads): (Vec<_>, usize) =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => (
                pool.install(|| (0..batch.games).into_par_iter().map(play).collect()),
                pool.current_num_threads(),
            ),
            Err(_) => ((0..batch.games).map(play).collect(), 1),
        };
    let timing = Timing {
        elapsed: begun.elapsed(),
        threads,
        busy: Duration::from_nanos(busy.load(Ordering::Relaxed)),
    };
    Ok((summarise(played), timing))
}

/// A game of a batch: how it ended, and the rules applied in it, if they are counted.
fn play_one(
    opening: &dyn Opening,
    batch: &Batch,
    seed: Seed,
) -> (Result<Played, Box<Failure>>, Applied) {
    let players = BySide {
        union: batch.players.union.as_str(),
        confederate: batch.players.confederate.as_str(),
    };
    let mut checker = batch
        .check
        .map(|thoroughness| Checker::new(seed, thoroughness));
    let mut unwatched = Unwatched;
    let observer: &mut dyn Observer = match &mut checker {
        Some(checker) => checker,
        None => &mut unwatched,
    };
    let turned = match batch.rules {
        Rules::Given => None,
        Rules::Drawn => opening.under(drawn(seed, opening.stage().setting.rules)),
    };
    let opening: &dyn Opening = match &turned {
        Some(stage) => stage,
        None => opening,
    };
    let (mut played, applied) = match batch.count {
        _ if batch.choosing == Choosing::Drawn => {
            (play_drawn(opening, seed, batch.limits), Applied::new())
        }
        Count::Nothing => (
            play_game(opening, seed, players, batch.limits, observer),
            Applied::new(),
        ),
        Count::Rules => {
            let mut counting = Counting::new(observer);
            let played = play_game(opening, seed, players, batch.limits, &mut counting);
            (played, counting.counts)
        }
    };
    if let Ok(played) = &mut played {
        // A batch keeps no games, only what they say.
        played.choices = Vec::new();
    }
    (played, applied)
}

fn summarise(played: Vec<(Result<Played, Box<Failure>>, Applied)>) -> Summary {
    let mut good = Vec::new();
    let mut failures = Vec::new();
    let mut applied = Applied::new();
    for (game, rules) in played {
        for (rule, count) in rules {
            *applied.entry(rule).or_default() += count;
        }
        match game {
            Ok(game) => good.push(game),
            Err(failure) => failures.push(*failure),
        }
    }
    let mut results = BTreeMap::new();
    for game in &good {
        *results.entry(game.result.clone()).or_insert(0) += 1;
    }
    let decisions = good.iter().map(|game| u64::from(game.decisions)).sum();
    let moving = |game: &Played| game.decisions - game.turns_on_the_spot;
    Summary {
        games: u32::try_from(good.len()).unwrap_or(u32::MAX),
        results,
        decisions,
        decisions_per_game: Spread::of(good.iter().map(|game| game.decisions)),
        without_turns: good.iter().map(|game| u64::from(moving(game))).sum(),
        without_turns_per_game: Spread::of(good.iter().map(moving)),
        turns: Spread::of(good.iter().map(|game| game.turns)),
        dice: Spread::of(good.iter().map(|game| game.dice)),
        mean_list: ratio(good.iter().map(|game| game.offers).sum(), decisions),
        longest_list: good.iter().map(|game| game.longest_list).max().unwrap_or(0),
        digest: good.iter().fold(0, |digest: u64, game| {
            digest.rotate_left(5).wrapping_mul(0x0000_0100_0000_01b3) ^ game.fingerprint.0
        }),
        applied,
        failures,
    }
}

fn ratio(sum: u64, count: u64) -> f64 {
    if count == 0 {
        0.0
    } else {
        sum as f64 / count as f64
    }
}

fn per_second(count: u64, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 {
        count as f64 / seconds
    } else {
        0.0
    }
}
