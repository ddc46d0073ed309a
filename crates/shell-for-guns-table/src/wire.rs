//! The messages, as JSON has them.

use serde::{Deserialize, Serialize};

/// A new game.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// A table of the data folder, or a position to learn on.
    pub table: String,
    /// Who plays the Union: `person` or a player of the program.
    pub union: String,
    /// Who plays the Confederates.
    pub confederate: String,
    /// Switches, `name=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// From which all dice follow; drawn by the server if none is given.
    pub seed: Option<u64>,
}

/// What there is to begin with.
#[derive(Debug, Clone, Serialize)]
pub struct Lobby {
    /// Tables and positions: name and title.
    pub tables: Vec<Place>,
    /// Players of the program.
    pub players: Vec<String>,
    /// Switches with their words, the default first.
    pub switches: Vec<(String, Vec<String>)>,
}

/// A table or a position.
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    /// How it is named in a new game.
    pub name: String,
    /// How it is called.
    pub title: String,
    /// Whether play begins at once instead of with the set-up.
    pub ready: bool,
}

/// What somebody at the table says.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case", deny_unknown_fields)]
pub enum Saying {
    /// A choice in order notation, made on the look with this number.
    Choose {
        text: String,
        /// The look it was made on.
        version: u64,
    },
    /// Take the last choice back.
    Undo,
    /// How a choice would come out: its ghost, its odds, or why not.
    Preview { text: String },
    /// A few legal members of the families that concern a unit.
    Suggest {
        /// The unit or general.
        unit: String,
        /// The enemy, for charges.
        target: Option<String>,
        /// How many were told already.
        #[serde(default)]
        skip: usize,
    },
    /// A tape between any two things: units, generals, objectives, pieces of ground, the edge, places.
    Tape {
        /// From: a name, `12.00 20.00` for a place, `at 12.00 20.00` for whatever lies there.
        from: String,
        to: String,
    },
    /// Arcs, lines of fire at a target, and the range.
    Aim {
        unit: String,
        target: Option<String>,
    },
}

/// What comes back.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// The choice was made or taken back: look again.
    Done,
    /// It was not; nothing has changed.
    Refused {
        /// The rule that forbids it, where one does.
        rule: Option<String>,
        reason: String,
    },
    /// The look it was made on is no longer the newest.
    Stale,
    /// Something to lay over the table.
    Overlay {
        /// A group of SVG.
        svg: String,
        /// What it says in words.
        text: String,
        /// The legal part of a choice, to be chosen; none if no part is.
        legal: Option<String>,
        /// The rule that stops the rest.
        rule: Option<String>,
        /// Where the whole of a move would leave the front of its unit.
        front: Option<Front>,
    },
    /// Choices in order notation.
    Choices {
        /// Each with its odds, where it rolls.
        list: Vec<Offer>,
        /// Whether there are more.
        more: bool,
    },
}

/// The front edge of a unit.
#[derive(Debug, Clone, Serialize)]
pub struct Front {
    /// Its middle in UM, x and y.
    pub at: (f64, f64),
    /// Its heading in degrees.
    pub heading: f64,
    /// How wide it is, in UM.
    pub frontage: f64,
}

/// One choice to be clicked.
#[derive(Debug, Clone, Serialize)]
pub struct Offer {
    /// In order notation.
    pub text: String,
    /// The rule that grants it.
    pub rule: String,
    /// Chances of what it rolls.
    pub odds: Option<String>,
    /// The kind of choice: the word of its notation.
    pub word: String,
    /// The unit or general it is about.
    pub unit: Option<String>,
    /// The enemy it is about.
    pub target: Option<String>,
}

/// A family of choices that cannot be listed.
#[derive(Debug, Clone, Serialize)]
pub struct Family {
    /// The word of its notation.
    pub word: String,
    /// The unit or general it is about.
    pub unit: Option<String>,
    /// The enemy, for charges.
    pub target: Option<String>,
    /// The rule that grants it.
    pub rule: String,
}

/// The question.
#[derive(Debug, Clone, Serialize)]
pub struct Asked {
    /// Who decides.
    pub side: String,
    /// Whether a person here answers.
    pub here: bool,
    /// What is asked, as a key for words.
    pub prompt: String,
    /// The unit it is about.
    pub unit: Option<String>,
    pub rule: String,
    /// The division that acts.
    pub division: Option<String>,
}

/// A unit, general or objective on the table.
#[derive(Debug, Clone, Serialize)]
pub struct Thing {
    /// Its name, which is also `data-unit` in the drawing.
    pub name: String,
    pub side: String,
    /// `unit`, `general` or `objective`.
    pub kind: &'static str,
    /// Everything about it in one line.
    pub line: String,
    /// The middle of its front edge in UM, x and y.
    pub at: Option<(f64, f64)>,
    /// Its heading in degrees.
    pub heading: Option<f64>,
    /// The formations it can take; empty for generals and objectives.
    pub formations: Vec<String>,
    /// How wide its front edge is, in UM.
    pub frontage: f64,
    /// `infantry`, `cavalry` or `battery`; empty for others.
    pub arm: String,
    /// How it is formed.
    pub formation: String,
    /// How many bases it has.
    pub bases: u8,
    /// Whether it is on horse.
    pub mounted: bool,
}

/// One line of the story; dice have their card.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The event in words.
    pub text: String,
    /// The dice, if it is a roll.
    pub dice: Option<Card>,
}

/// The card of a roll.
#[derive(Debug, Clone, Serialize)]
pub struct Card {
    pub purpose: String,
    pub rule: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// What it needs, in words.
    pub needs: String,
    /// Every modifier: value, reason, rule.
    pub terms: Vec<(i32, String, String)>,
}

/// Everything a screen shows.
#[derive(Debug, Clone, Serialize)]
pub struct Look {
    /// Counts choices and undos.
    pub version: u64,
    /// What is played.
    pub title: String,
    /// Turn and division.
    pub heading: String,
    /// The question; none when the game is over.
    pub asked: Option<Asked>,
    /// Whether people here play both sides: what is decided in secret needs a curtain between them.
    pub shared: bool,
    /// Single choices; empty for those who do not decide.
    pub offers: Vec<Offer>,
    /// Families of choices.
    pub families: Vec<Family>,
    /// What stands on the table.
    pub things: Vec<Thing>,
    /// The whole drawing as SVG.
    pub svg: String,
    /// The story, oldest first.
    pub log: Vec<Line>,
    /// How many choices can be taken back.
    pub undo: usize,
    /// The result, when the game is over.
    pub result: Option<String>,
}
