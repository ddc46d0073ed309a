//! Players without a person, games without a screen, and what must hold after every choice.

mod invariants;
mod plain;
mod random;

use longroll_core::{Chance, Family as _, Game as _, Seed, Side};

pub use invariants::Checker;
pub use plain::Plain;
pub use random::Random;

use crate::battle::Battle;
use crate::choice::Choice;

/// Somebody who chooses.
pub trait Player {
    /// A legal choice; none if nothing is asked.
    fn choose(&mut self, battle: &Battle) -> Option<(Side, Choice)>;
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

/// Plays a battle to its end, at most `limit` choices long.
///
/// # Errors
/// A choice of a player that the battle refuses, with its text.
pub fn play(battle: &mut Battle, player: &mut dyn Player, limit: u32) -> Result<Course, String> {
    let mut course = Course::default();
    while course.decisions < limit {
        let Some((side, choice)) = player.choose(battle) else {
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
