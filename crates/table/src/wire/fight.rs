//! Fire and assault before the die: targets with their chances, the card of a choice, lines of sight.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::Refused;

/// Whom the pending question lets a piece fire at or assault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Targets {
    /// Of whom; everybody who is asked if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// One for each unit and hex.
    pub aims: Vec<Aim>,
}

/// A hex that a unit may fire at or assault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Aim {
    /// `fire` or `assault`.
    pub kind: String,
    pub unit: String,
    /// Where it stands.
    pub from: String,
    /// The hex aimed at; of several the first.
    pub hex: String,
    /// Who stands there, from the top.
    pub whom: Vec<String>,
    /// The choice, with all the unit has.
    pub order: String,
    /// Every choice of this unit about this hex, the plain one first.
    pub orders: Vec<String>,
    /// Of a thousand: that the fire does anything, that the assault wins the hex. Absent where it cannot be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permille: Option<u16>,
    /// The unit must assault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
}

/// The card of a fire or an assault that has not been rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fight {
    /// `fire` or `assault`.
    pub kind: String,
    /// Who at whom, in words.
    pub title: String,
    pub side: Side,
    /// The choice that makes it; absent for what has been declared already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The rule that gives it.
    pub rule: String,
    /// Where those stand who fire or assault.
    pub from: Vec<String>,
    /// The hexes that are struck.
    pub to: Vec<String>,
    /// Hexes to the target of a fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u32>,
    /// The line of sight of a fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightLine>,
    /// Whoever fires or assaults, with what each of them counts.
    pub attackers: Vec<Share>,
    /// Whoever is struck.
    pub defenders: Vec<Share>,
    /// The strengths of an assault as a ratio: `21 : 17, counted as 1-1`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ratio: String,
    /// Every modifier.
    pub terms: Vec<Term>,
    /// All of them together.
    pub total: i32,
    /// How the table is read, in words: `small arms, column of 7 SP`.
    pub column: String,
    /// The table is rebuilt, not read off the printed one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rebuilt: bool,
    /// The ten faces of the die.
    pub cells: Vec<Face>,
    /// What a check in the cells is about, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub legend: String,
    /// The Cohesion that a check in the cells is made against, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub against: String,
    /// What may come of it.
    pub chances: Vec<Chance>,
    /// The rules it is made under, beside those of its modifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<Note>,
    /// What else is to be known: checks before it, its price.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The answer a fire invites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<Self>>,
}

/// What one unit brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    pub name: String,
    /// The strength that counts, as people write it.
    pub counts: String,
    /// All its strength, if that is not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The rules that make the difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// One face of the die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Face {
    /// The face.
    pub die: u8,
    /// With all modifiers.
    pub total: i32,
    /// As the table writes it.
    pub result: String,
    /// In words.
    pub text: String,
    /// Of a thousand: that the target is harmed if this face falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permille: Option<u16>,
    /// `nothing`, `check`, `loss` for a fire; `bad`, `nothing`, `good` for an assault.
    pub tone: String,
}

/// The chance of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chance {
    pub text: String,
    /// Of a thousand.
    pub permille: u16,
    /// As in [`Face`].
    pub tone: String,
}

/// Something else to be known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// In words.
    pub text: String,
    /// Its rule.
    pub rule: String,
}

/// A line of sight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SightLine {
    /// The first hex.
    pub from: String,
    /// The last one.
    pub to: String,
    /// Hexes from one to the other.
    pub range: u32,
    /// There is one.
    pub seen: bool,
    /// In words.
    pub text: String,
    /// The hex that blocks it first; of a hexside the farther one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<String>,
    /// The rule by which it is blocked, or by which Woods on it count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The ground from end to end.
    pub profile: Vec<Ground>,
}

/// The ground at one hex of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ground {
    pub hex: String,
    /// Level of the ground.
    pub base: i32,
    /// Level of the trees or roofs.
    pub top: i32,
}

/// Why one of several things cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WhyAct {
    /// `move`, `fire`, `assault`.
    pub act: String,
    /// In words: what.
    pub text: String,
    /// It can be done.
    pub allowed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refused>,
}

/// A modifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    pub value: i32,
    pub rule: String,
    /// The reason.
    pub text: String,
}
