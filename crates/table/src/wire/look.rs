//! What a screen shows: the turn, the cup, the pieces and how the battle stands.

use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{Intention, Over, Paragraph, Question, Standing, Step, Undo, Waiting, WishLeft};

/// Everything a screen may show now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// Grows with every choice and every undo.
    pub state: u64,
    /// How many choices have been made.
    pub choices: u32,
    /// Whose eyes these are.
    pub side: Side,
    pub turn: Turn,
    /// Who has the Initiative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Side>,
    /// The cup.
    pub cup: Cup,
    /// Every piece this side may see.
    pub pieces: Vec<Piece>,
    /// Brigades and what acts like one.
    pub bodies: Vec<Body>,
    /// Divisions and whoever has markers.
    pub activators: Vec<Activator>,
    /// What is asked of this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What is asked of somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// The screen is to be handed to this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curtain: Option<Side>,
    /// A wish that stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<WishLeft>,
    /// What undo would take back.
    pub undo: Undo,
    /// Standing answers of this side.
    pub standing: Vec<Standing>,
    /// The last paragraphs of the story.
    pub story: Vec<Paragraph>,
    /// What happened since this screen was last shown something, where other eyes look at it now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<Step>,
    /// What the computer has in mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intention: Option<Intention>,
    /// The game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// How the battle stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

/// What has changed since a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// The state it follows on.
    pub from: u64,
    /// Names that can no longer be seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// What happened, choice by choice.
    pub steps: Vec<Step>,
    /// Everything as in a look; of pieces, bodies and activators only what changed, of the story what is new.
    #[serde(flatten)]
    pub now: Look,
}

/// The turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Its name in the data.
    pub id: String,
    /// As printed.
    pub label: String,
    /// From 1.
    pub number: u32,
    /// Turns of the scenario.
    pub of: u32,
    /// Day, twilight or night.
    pub light: String,
    /// The line of the sequence of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// In words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub phase_text: String,
}

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// Who would have won if it ended now, in words.
    pub verdict: String,
    /// The winner; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The rule that says so.
    pub rule: String,
    /// Points.
    pub union: i32,
    /// Points.
    pub confederate: i32,
    /// Point by point.
    pub lines: Vec<ScoreLine>,
    /// Objectives and the like.
    pub goals: Vec<ScoreGoal>,
}

/// Points and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreLine {
    /// Who scores.
    pub side: Side,
    pub points: i32,
    pub text: String,
    pub rule: String,
    /// They count only later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub to_come: bool,
}

/// Something that is met or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreGoal {
    /// What kind of goal, in words.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// It is met.
    pub met: bool,
    /// It counts.
    pub counts: bool,
    pub rule: String,
    /// Every condition.
    pub checks: Vec<ScoreCheck>,
}

/// A condition and how it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScoreCheck {
    /// It is fulfilled.
    pub holds: bool,
    /// In words.
    pub text: String,
}

/// The cup of markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cup {
    /// Markers still in it.
    pub markers: u32,
    /// The marker being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<Drawn>,
    /// Markers drawn this turn, in order.
    pub drawn: Vec<Drawn>,
}

/// A marker out of the cup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Drawn {
    /// Its name.
    pub marker: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// A piece as a side may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    /// Its name in order notation.
    pub name: String,
    /// Its key in the data, as in the scenario's pieces.
    pub key: String,
    /// `unit` or `leader`.
    pub kind: String,
    pub side: Side,
    /// `on-map`, `due`, `routed`, `lost`, …
    pub presence: String,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// Every hex it occupies if there are several: the counter's first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// `line` or `column` if it occupies several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    /// As in order notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// The flank that is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Place in the stack, 0 on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
    /// Strength now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u8>,
    /// Full strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full: Option<u8>,
    /// `good-order`, `disordered`, `collapsed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The Cohesion of the side that lies up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cohesion: Option<u8>,
    /// MP of a whole move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowance: Option<String>,
    /// MP used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<String>,
    /// `march`, `advance`, `attack`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<String>,
    /// The command it acts with.
    pub command: String,
    /// What it acts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// In Command.
    pub in_command: bool,
    /// As a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<String>,
    /// Level, where it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fatigue: Option<String>,
    /// Cavalry in the saddle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mounted: Option<bool>,
    /// It has done something in this Activation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Its move has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub move_over: bool,
    /// A leader who is his replacement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
}

/// A brigade or what acts like one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Body {
    /// Its name in order notation.
    pub name: String,
    /// Its name in words.
    pub title: String,
    pub side: Side,
    /// Whoever leads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// With whose markers it acts.
    pub activator: String,
    /// `march`, `advance`, `attack`.
    pub orders: String,
    /// In Reserve.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
    /// In Command.
    pub in_command: bool,
    /// Combat Ineffective.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
    /// As a word.
    pub fatigue: String,
    /// Activations it may use this turn.
    pub entitled: u8,
    /// Activations used.
    pub used: u8,
    /// What binds it while this marker is played.
    pub bound: String,
    /// Where a mission sends it; only its own side knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<String>,
    /// Its units on the map.
    pub units: Vec<String>,
}

/// A division or whoever has markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activator {
    /// Its name in order notation.
    pub name: String,
    /// Its name in words.
    pub title: String,
    pub side: Side,
    /// Efficiency drawn; 0 if none or unknown.
    pub efficiency: u8,
    /// Activations in all; 0 if none or unknown.
    pub number: u8,
    /// Markers put into the cup; 0 if none or unknown.
    pub placed: u8,
    /// Markers drawn.
    pub drawn: u8,
    /// Combat Ineffective.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ineffective: bool,
}
