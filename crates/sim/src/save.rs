//! A moment of a game as a text that opens at once.
//!
//! The record of a game is the truth and opens for ever, by being replayed. A save is its shortcut: the state itself, with
//! the header of its record. It is taken up only by the edition that wrote it, only if not a figure of it has changed, and only
//! if its position can be; everybody else replays the record.

use std::collections::BTreeMap;
use std::sync::Arc;

use longroll_core::{ChanceError, Fingerprint, Game, Record};
use longroll_gbacw::{Battle, Stage, State};
use longroll_position::{Misfit, Position, PositionFault};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::table::{self, Edition, TableError, listed};

/// The version of the form below.
const FORMAT: u32 = 1;

/// Why a save cannot be taken up.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It is no save, or cut off, or has a value of a wrong kind.
    #[error("the save cannot be read: {0}")]
    Text(#[from] serde_json::Error),
    /// It has another form.
    #[error("the save has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// Another program wrote it, or the same on other data.
    #[error(
        "the save was written by another edition (engine / data {theirs}; this program is {own}): replay the record"
    )]
    Edition {
        /// Who wrote it.
        theirs: Edition,
        /// Who reads it.
        own: Edition,
    },
    /// Its header names no table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It is not as it was written.
    #[error("the save is damaged: its state should be {recorded}, it is {found}")]
    Damaged {
        /// As it says.
        recorded: String,
        /// As it is.
        found: Fingerprint,
    },
    /// Its position is of another game, or none at all.
    #[error("the save's position is not of this game: {0}")]
    Misfit(#[from] Misfit),
    /// A rule says that its position cannot be.
    #[error("the save's position cannot be: {}", listed(.0))]
    Unsound(Vec<PositionFault>),
    /// Its state does not wait for a decision.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

/// The text. The state is looked at last, so that a save of another form or edition is told apart from a damaged one.
#[derive(Serialize, Deserialize)]
struct Written<S> {
    format: u32,
    game: BTreeMap<String, String>,
    fingerprint: String,
    state: S,
}

/// The moment as text; the header is that of the game's record.
///
/// # Errors
/// Never in practice: every state can be written.
pub fn save(battle: &Battle, header: &Record) -> Result<String, SaveError> {
    let tags = header.tags.iter();
    let written = Written {
        format: FORMAT,
        game: tags
            .map(|tag| (tag.name.clone(), tag.value.clone()))
            .collect(),
        fingerprint: battle.fingerprint().to_string(),
        state: battle.state(),
    };
    Ok(serde_json::to_string(&written)?)
}

/// The game a save holds, waiting for its decision.
///
/// # Errors
/// What is wrong with the text.
pub fn open(text: &str) -> Result<Battle, SaveError> {
    let written: Written<&RawValue> = serde_json::from_str(text)?;
    let stage = table::stage_of(&header_of(&written)?)?;
    resume(&stage, &written)
}

/// The same on a stage that is there already.
///
/// # Errors
/// What is wrong with the text.
pub fn open_on(stage: &Arc<Stage>, text: &str) -> Result<Battle, SaveError> {
    let written: Written<&RawValue> = serde_json::from_str(text)?;
    header_of(&written)?;
    resume(stage, &written)
}

fn resume(stage: &Arc<Stage>, written: &Written<&RawValue>) -> Result<Battle, SaveError> {
    let state: State = serde_json::from_str(written.state.get())?;
    let found = state.fingerprint_on(stage);
    if found.to_string() != written.fingerprint {
        let recorded = written.fingerprint.clone();
        return Err(SaveError::Damaged { recorded, found });
    }
    let_in(stage, state.position())?;
    Ok(Battle::resume(Arc::clone(stage), state)?)
}

/// What can be asked of any moment, somebody's move included: everything in the position is of this game, and nothing about
/// single pieces cannot be. Stacks and lines may be on their way (`movement::soundness`).
fn let_in(stage: &Stage, position: &Position) -> Result<(), SaveError> {
    position.fits(&stage.setting)?;
    let faults = position.check(&stage.setting);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(SaveError::Unsound(faults))
    }
}

/// The header as a record has it, if this program wrote it.
fn header_of<S>(written: &Written<S>) -> Result<Record, SaveError> {
    if written.format != FORMAT {
        return Err(SaveError::Format(written.format));
    }
    let mut header = Record::default();
    for (name, value) in &written.game {
        header.set_tag(name, value);
    }
    let (theirs, own) = (Edition::of(&header), Edition::own());
    if theirs == own {
        Ok(header)
    } else {
        Err(SaveError::Edition { theirs, own })
    }
}
