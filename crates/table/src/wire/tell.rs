//! What the table answers.

use serde::{Deserialize, Serialize};

use super::{Fight, Look, Paragraph, Reach, SightLine, Targets, Update, Way, Why};

/// The answer to a saying.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    /// The `id` of the saying.
    pub reply: u64,
    /// What was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<Answer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

/// What a saying leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// What has changed.
    Update(Box<Update>),
    /// Everything.
    Look(Box<Look>),
    /// Where a piece can go.
    Reach(Reach),
    /// What a wish to go would do.
    Way(Way),
    /// Why not.
    Why(Why),
    /// Whom a piece may fire at or assault.
    Targets(Targets),
    /// Cards of fires and assaults.
    Odds(Vec<Fight>),
    /// A line of sight.
    Sight(SightLine),
    /// Paragraphs.
    Story(Vec<Paragraph>),
}

/// Why a saying is not granted; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// A word for programs.
    pub word: String,
    /// In words.
    pub reason: String,
    /// The rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
