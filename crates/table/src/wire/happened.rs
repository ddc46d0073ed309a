//! What happened: event by event, die by die, and as a story.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{Answered, Face, Term};

/// One choice and what it led to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// From 1; 0 is the set-up.
    pub number: u32,
    pub side: Side,
    pub by: Answered,
    /// What this side may know of it.
    pub events: Vec<Told>,
}

/// An event in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    /// The kind of event.
    pub kind: String,
    /// In words.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// About which piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// From which hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// To or in which hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<Die>,
}

/// A die with everything that made its total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Die {
    /// What for, in words.
    pub purpose: String,
    /// As it fell.
    pub natural: u8,
    /// What was added.
    pub terms: Vec<Term>,
    /// Die and terms together.
    pub total: i32,
    /// The total that must not be exceeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<i32>,
    /// What that means, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub verdict: String,
    /// `fire` or `assault` if its result is read off a table.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub table: String,
    /// How the table is read, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// What each face would have meant, where a table says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Face>,
}

/// What one wish led to, as a story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paragraph {
    /// The number of the wish.
    pub number: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub by: Answered,
    /// A heading: a turn or a marker begins with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The story.
    pub text: String,
    /// The first choice.
    pub first: u32,
    /// The last choice.
    pub last: u32,
    /// Which pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// Which hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// How badly it went for the Union: SP, Disorder, routs and leaders in one number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub union_harm: u32,
    /// The same for the Confederates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub confederate_harm: u32,
    /// Nothing happened by it: only what was decided can be told.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub quiet: bool,
    /// Its dice, or every event if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Told>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks for it")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What the computer has in mind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Intention {
    pub side: Side,
    /// In words.
    pub text: String,
}

/// How the game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    /// The result.
    pub result: String,
}
