//! Order notation: every choice as one readable line, printed canonically and read back.
//!
//! The first word is the order; names of pieces and commands follow as they are written at the table, hexes by their
//! printed number. A facing to a vertex is its name (`NE`), one to a hexside has a stroke before it (`/NE`).

use std::borrow::Cow;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::Piece;
use longroll_core::{NotationError, Offer, resolve};
use longroll_position::Setting;

use crate::choice::Choice;
use crate::stage::Stage;

mod words;

pub(crate) use self::words::{Part, Words};
pub use self::words::{Way, facing_word, orders_word};
pub use crate::names::piece as piece_name;

/// A choice in canonical order notation.
#[must_use]
pub fn print(setting: &Setting, choice: Choice) -> String {
    choice.say(setting)
}

/// The choice a text means: one of the legal ones, by full text or unique abbreviation; else whatever it says, so that it
/// can be refused with its rule.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(stage: &Stage, offers: &[Offer<Choice>], text: &str) -> Result<Choice, NotationError> {
    let setting = &stage.setting;
    // The usual case, a canonical text, needs no list.
    let literal = read(stage, text);
    if let Ok(choice) = literal
        && offers.iter().any(|offer| offer.choice == choice)
    {
        return Ok(choice);
    }
    // A full text means itself, offered or not; an abbreviation is completed.
    if let Ok(choice) = literal
        && is_same(&print(setting, choice), text)
    {
        return Ok(choice);
    }
    let printed: Vec<String> = offers
        .iter()
        .map(|offer| print(setting, offer.choice))
        .collect();
    match resolve(text, printed.iter().map(String::as_str)) {
        Ok(Some(index)) => Ok(offers[index].choice),
        Ok(None) => literal,
        Err(ambiguous) => literal.map_err(|_| ambiguous),
    }
}

/// The same words, however they are spaced and written.
fn is_same(one: &str, other: &str) -> bool {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_lowercase).collect() };
    words(one) == words(other)
}

/// A piece and where it is to go: `9 IL 2323 NE`, `9 IL 2323`, or `9 IL` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    pub piece: Piece,
    pub hex: Option<HexId>,
    /// With which facing.
    pub facing: Option<Facing>,
}

/// Reads a piece and where it is to go.
///
/// # Errors
/// What is wrong with the text.
pub fn read_goal(stage: &Stage, text: &str) -> Result<Goal, NotationError> {
    let mut words = Words::of(stage, text);
    let piece = words.piece()?;
    let hex = if words.rest.is_empty() {
        None
    } else {
        Some(words.hex()?)
    };
    let facing = if words.rest.is_empty() {
        None
    } else {
        Some(words.facing()?)
    };
    if words.rest.is_empty() {
        Ok(Goal { piece, hex, facing })
    } else {
        Err(NotationError::Unknown {
            found: words.rest.to_owned(),
            expected: "end of the line",
        })
    }
}

/// Reads a full text without looking at what is legal.
///
/// # Errors
/// What is wrong with it.
pub fn read(stage: &Stage, text: &str) -> Result<Choice, NotationError> {
    let mut words = Words::of(stage, text);
    let verb = words.word("order").map_err(|_| NotationError::Empty)?;
    let verb = if verb.bytes().all(|letter| letter.is_ascii_lowercase()) {
        Cow::Borrowed(verb)
    } else {
        Cow::Owned(verb.to_lowercase())
    };
    Choice::hear(&verb, words)
}
