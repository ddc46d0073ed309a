//! Many games, each told.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};

use longroll_core::{BySide, Outcome, Seed, Side};
use longroll_gbacw::{Battle, Event};
use longroll_sim::players::sit_down;
use longroll_sim::{
    Failure, Limits, Moment, Observer, Opening, UnknownPlayer, Violation, play_game,
};
use rayon::prelude::*;

use crate::chronicler::Chronicler;
use crate::stats::Told;

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many games.
    pub games: u32,
    /// The seed of the first; each further game has the next number.
    pub seed: Seed,
    /// Who plays.
    pub players: BySide<String>,
    /// On how many threads; all cores if not said.
    pub threads: Option<NonZeroUsize>,
}

/// A game that did not come to its end.
pub type Failed = Box<Failure>;

/// What came of a plan.
#[derive(Debug)]
pub struct Played {
    /// Games that came to their end.
    pub told: Vec<Told>,
    /// The others.
    pub failed: Vec<Failed>,
}

/// Somebody who writes a chronicle while a game is played.
#[derive(Default)]
struct Scribe {
    chronicler: Option<Chronicler>,
    decisions: u32,
    told: Option<Told>,
}

impl Observer for Scribe {
    fn opened(&mut self, battle: &Battle, _: &Outcome<Event>) -> Result<(), Violation> {
        self.chronicler = Some(Chronicler::new(battle.setting(), battle.position()));
        Ok(())
    }

    fn after(&mut self, battle: &Battle, moment: &Moment<'_>) -> Result<(), Violation> {
        self.decisions = moment.number;
        if let Some(chronicler) = &mut self.chronicler {
            for event in &moment.outcome.events {
                chronicler.see(battle.stage(), event);
            }
        }
        Ok(())
    }

    fn ended(&mut self, battle: &Battle, _: &[longroll_sim::Made]) -> Result<(), Violation> {
        if let Some(chronicler) = self.chronicler.take() {
            let chronicle = chronicler.finish(battle.stage());
            self.told = Some(Told::of(battle.setting(), &chronicle, self.decisions));
        }
        Ok(())
    }
}

/// Plays many games on all cores; the same seeds give the same games on any number of threads.
///
/// # Errors
/// When a player's name is not known; nothing has been played then.
pub fn play_many(
    opening: &dyn Opening,
    plan: &Plan,
    progress: &(dyn Fn(u32) + Sync),
) -> Result<Played, UnknownPlayer> {
    for side in Side::BOTH {
        sit_down(&plan.players[side], plan.seed, side)?;
    }
    let players = BySide {
        union: plan.players.union.as_str(),
        confederate: plan.players.confederate.as_str(),
    };
    let done = AtomicU32::new(0);
    let play = |index: u32| {
        let seed = Seed(plan.seed.0.wrapping_add(u64::from(index)));
        let mut scribe = Scribe::default();
        let played = play_game(opening, seed, players, Limits::default(), &mut scribe);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        played.map(|_| scribe.told)
    };
    let threads = plan.threads.map_or(0, NonZeroUsize::get);
    let all: Vec<Result<Option<Told>, Failed>> =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| (0..plan.games).into_par_iter().map(play).collect()),
            Err(_) => (0..plan.games).map(play).collect(),
        };
    let mut played = Played {
        told: Vec::new(),
        failed: Vec::new(),
    };
    for game in all {
        match game {
            Ok(told) => played.told.extend(told),
            Err(failure) => played.failed.push(failure),
        }
    }
    Ok(played)
}
