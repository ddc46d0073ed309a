//! A game as text: the header of its record, and a moment that opens at once.
//!
//! The record is the truth and opens for ever by being replayed. A save is its shortcut and is taken up only by the
//! edition that wrote it, and only unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use longroll_core::{
    BySide, Fingerprint, Game as _, Record, RecordLine, Seed, Session, Side, fingerprint,
};
use serde::{Deserialize, Serialize};

use crate::battle::{Battle, State};
use crate::data::{DataError, Folder};
use crate::facts::Facts;
use crate::options::Options;

/// The version of a record's header and of a save.
pub const FORMAT: &str = "1";

/// What the tag `Battle` says of these rules.
pub const SYSTEM: &str = "shell-for-guns";

/// Program and built-in data, as a record names them.
#[must_use]
pub fn edition() -> String {
    Folder::embedded().edition().to_owned()
}

/// The choices that undo takes back, the last first: up to the last one of a person here, and with it what the program chose
/// since. None if a die or a revealed fact stands before it.
#[must_use]
pub fn taken_back(session: &Session<Battle>, is_here: impl Fn(Side) -> bool) -> Option<Vec<&str>> {
    let lines = session.record().lines.iter().rev();
    let choices = lines.filter_map(|(_, line)| match line {
        RecordLine::Choice { side, text, .. } => Some((*side, text.as_str())),
        _ => None,
    });
    let mut list = Vec::new();
    for (side, text) in choices.take(session.undo_depth()) {
        list.push(text);
        if is_here(side) {
            return Some(list);
        }
    }
    None
}

/// The header of a game on a table of the data folder.
#[must_use]
pub fn header(table: &str, facts: &Facts, seed: Seed, players: BySide<&str>) -> Record {
    let mut record = Record::default();
    record.set_tag("Format", FORMAT);
    record.set_tag("Edition", facts.edition.clone());
    record.set_tag("Battle", SYSTEM);
    record.set_tag("Table", table);
    record.set_tag("Title", facts.terrain.name.clone());
    record.set_tag("Rules", facts.options.differences());
    record.set_tag("Union", players.union);
    record.set_tag("Confederate", players.confederate);
    record.set_tag("Seed", seed.0.to_string());
    record
}

/// Why a header or a save names no game.
#[derive(Debug, thiserror::Error)]
pub enum KeepingError {
    /// A tag is missing or wrong.
    #[error("the header's tag {0}")]
    Tag(String),
    /// The table cannot be laid.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A save that is no save.
    #[error("the save cannot be read: {0}")]
    Text(#[from] serde_json::Error),
    /// Written by another program or on other data.
    #[error("the save was written by another edition ({0}): replay the record")]
    Edition(String),
    /// Not as it was written.
    #[error("the save is damaged: its state should be {recorded}, it is {found}")]
    Damaged {
        /// As it says.
        recorded: String,
        /// As it is.
        found: Fingerprint,
    },
}

/// Whether a record is of these rules.
#[must_use]
pub fn is_ours(record: &Record) -> bool {
    record.tag("Battle") == Some(SYSTEM)
}

/// The switches as a header or a command line writes them, `switch=value` parted by blanks.
///
/// # Errors
/// What is no switch or no value.
pub fn switches<'t>(words: impl Iterator<Item = &'t str>) -> Result<Options, String> {
    let mut options = Options::default();
    for word in words {
        let (switch, value) = word
            .split_once('=')
            .ok_or_else(|| format!("'{}' is no switch=value", longroll_core::clip(word)))?;
        options.set(switch.trim(), value.trim())?;
    }
    Ok(options)
}

/// The seed of a header.
///
/// # Errors
/// What is wrong with it.
pub fn seed_of(record: &Record) -> Result<Seed, KeepingError> {
    let text = tag(record, "Seed")?;
    text.parse()
        .map(Seed)
        .map_err(|_| KeepingError::Tag(format!("Seed is '{}'", longroll_core::clip(text))))
}

/// The facts that a header names, from the files of a folder.
///
/// # Errors
/// What is wrong with it.
pub fn facts_of(record: &Record, folder: &Folder) -> Result<Arc<Facts>, KeepingError> {
    let format = tag(record, "Format")?;
    if format != FORMAT || !is_ours(record) {
        let found = record.tag("Battle").unwrap_or("?");
        let text = format!("Format or Battle is not ours: {format}, {found}");
        return Err(KeepingError::Tag(longroll_core::clip(&text)));
    }
    let rules = record.tag("Rules").unwrap_or_default();
    let options = switches(rules.split_whitespace())
        .map_err(|reason| KeepingError::Tag(format!("Rules: {reason}")))?;
    Ok(folder.ready(tag(record, "Table")?, options)?)
}

fn tag<'a>(record: &'a Record, name: &str) -> Result<&'a str, KeepingError> {
    record
        .tag(name)
        .ok_or_else(|| KeepingError::Tag(format!("{name} is missing")))
}

#[derive(Serialize, Deserialize)]
struct Written<S> {
    format: String,
    game: BTreeMap<String, String>,
    fingerprint: String,
    state: S,
}

/// A moment as text; the header is that of the game's record.
///
/// # Errors
/// Never in practice: every state can be written.
pub fn save(battle: &Battle, header: &Record) -> Result<String, KeepingError> {
    let written = Written {
        format: FORMAT.to_owned(),
        game: header
            .tags
            .iter()
            .map(|tag| (tag.name.clone(), tag.value.clone()))
            .collect(),
        fingerprint: battle.fingerprint().to_string(),
        state: battle.state(),
    };
    Ok(serde_json::to_string(&written)?)
}

/// The game a save holds, on the facts its header names or on facts that are there already.
///
/// # Errors
/// What is wrong with the text.
pub fn open(text: &str, facts: Option<Arc<Facts>>) -> Result<Battle, KeepingError> {
    let written: Written<State> = serde_json::from_str(text)?;
    let mut header = Record::default();
    for (name, value) in &written.game {
        header.set_tag(name, value);
    }
    let facts = match facts {
        Some(facts) => facts,
        None => facts_of(&header, Folder::embedded())?,
    };
    let theirs = header.tag("Edition").unwrap_or("?");
    if theirs != facts.edition {
        return Err(KeepingError::Edition(longroll_core::clip(theirs)));
    }
    let found = fingerprint(&written.state);
    if found.to_string() != written.fingerprint {
        return Err(KeepingError::Damaged {
            recorded: written.fingerprint,
            found,
        });
    }
    Ok(Battle::resumed(facts, written.state))
}
