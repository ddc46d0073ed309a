//! The odds before a roll, for whoever has a battle and no table: the command line and situation files.

use longroll_core::Side;
use longroll_gbacw::{Battle, Choice};

use crate::fight;
use crate::wire::{Chance, Fight};
use crate::words::{Language, Words};

/// The cards of a choice to fire or to assault: every modifier, the ten faces of the die, the chances.
#[must_use]
pub fn odds(battle: &Battle, side: Side, language: Language, choice: Choice) -> Vec<Fight> {
    fight::cards(battle, side, Words::of(language), Some(choice))
}

/// What may come of an assault in the end, fought so many times over on copies; empty if the choice is none.
#[must_use]
pub fn assault_odds(
    battle: &Battle,
    side: Side,
    language: Language,
    choice: Choice,
    times: u32,
) -> Vec<Chance> {
    fight::sampled(battle, side, Words::of(language), choice, times)
}
