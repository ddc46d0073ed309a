//! Answers that change nothing: where a piece can go, the way there, why not.

use serde::{Deserialize, Serialize};

use super::{Refused, SightLine, WhyAct};

/// Where a piece can go now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reach {
    pub piece: String,
    /// All its MP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<String>,
    /// The MP it has used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<String>,
    pub places: Vec<Place>,
    /// Why it cannot move at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refused>,
}

/// One hex that can be reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub hex: String,
    /// The cheapest cost.
    pub cost: String,
    /// Every facing with its cost, cheapest first; none for leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facings: Vec<Facing>,
    /// It is the one hex that is always allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minimum: bool,
    /// The chance in percent that something on the cheapest way goes wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<u8>,
}

/// A facing in a hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facing {
    /// As in order notation.
    pub facing: String,
    /// All MP to end so.
    pub cost: String,
}

/// What a wish to go would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Way {
    /// Piece by piece, in the order in which they would go.
    pub pieces: Vec<Leg>,
}

/// The way of one piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Leg {
    pub piece: String,
    /// The choices in order notation.
    pub orders: Vec<String>,
    /// The hexes from where it stands to where it ends.
    pub hexes: Vec<String>,
    /// Where it ends.
    pub hex: String,
    /// Facing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// MP used at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// All its MP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<String>,
    /// It does not come where it was meant to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
    /// Where dice may stop it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// Why it does not go at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refused>,
}

/// A die on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Risk {
    pub hex: String,
    /// What, in words.
    pub text: String,
    /// The rule that asks for it.
    pub rule: String,
    /// The total that must not be exceeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<i32>,
    /// The chance in percent that it goes wrong.
    pub chance: u8,
}

/// Why something is not offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// It is offered after all.
    pub allowed: bool,
    /// Why not, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The rule in our words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule_text: String,
    /// The same for everything else that could be meant: fire, assault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<WhyAct>,
    /// The line of sight to where an enemy stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<SightLine>,
}
