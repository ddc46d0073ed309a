//! Players without a person, games without a screen, and what must hold after every choice.

mod invariants;
pub mod mutants;
mod plain;
mod random;
mod watched;
pub mod watchman;
pub mod wild;

use longroll_core::{Chance, Family as _, Game as _, Seed};

pub use invariants::Checker;
pub use plain::Plain;
pub use random::Random;
pub use watched::{Tally, Watched, watch};

use crate::battle::Battle;
use crate::choice::Choice;
use crate::view::Seat;

/// Somebody who chooses, from a seat.
pub trait Player: Send {
    /// A legal choice; none if it knows none.
    fn choose(&mut self, seat: Seat<'_>) -> Option<Choice>;
}

/// The players there are.
pub const NAMES: [&str; 3] = ["random", "plain", "bold"];

/// The player of a name.
///
/// # Errors
/// Which there are.
pub fn sit_down(name: &str, seed: u64) -> Result<Box<dyn Player>, String> {
    match name {
        "random" => Ok(Box::new(Random::new(seed))),
        "plain" => Ok(Box::new(Plain::new(seed))),
        "bold" => Ok(Box::new(Plain::bold(seed))),
        _ => Err(format!(
            "no player is called '{}'; there are: {}",
            longroll_core::clip(name),
            NAMES.join(", ")
        )),
    }
}

/// How a game went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Course {
    /// Choices made.
    pub decisions: u32,
    /// Events told.
    pub events: u32,
    /// The result.
    pub result: Option<String>,
}

/// Plays a battle to its end with one player for both sides, at most `limit` choices long.
///
/// # Errors
/// A choice of a player that the battle refuses, with its text.
pub fn play(battle: &mut Battle, player: &mut dyn Player, limit: u32) -> Result<Course, String> {
    let mut course = Course::default();
    while course.decisions < limit {
        let Some(seat) = Seat::of(battle) else { break };
        let side = seat.ask().side;
        let Some(choice) = player.choose(seat) else {
            break;
        };
        let outcome = battle
            .choose(side, &choice)
            .map_err(|error| format!("{}: {error}", battle.print(&choice)))?;
        course.decisions += 1;
        course.events += u32::try_from(outcome.events.len()).unwrap_or(u32::MAX);
    }
    course.result = battle.result();
    Ok(course)
}

/// A number from 0 to `below`, from a counted stream of its own: players share no chance with the game.
pub(crate) fn draw(chance: &mut Chance, below: usize) -> usize {
    let below = u16::try_from(below).unwrap_or(u16::MAX).max(1);
    usize::from(chance.draw(below).unwrap_or(0))
}

pub(crate) fn stream(seed: u64) -> Chance {
    Chance::seeded(Seed(seed ^ 0x5eed_0f91_a7e5))
}

/// A legal member of a family, tried at random; none if the tries run out.
pub(crate) fn member(family: &crate::family::Kin, chance: &mut Chance) -> Option<Choice> {
    let mut list = family.candidates();
    while !list.is_empty() {
        let choice = list.swap_remove(draw(chance, list.len()));
        if family.check(&choice).is_ok() {
            return Some(choice);
        }
    }
    None
}
