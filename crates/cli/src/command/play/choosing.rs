//! Choices at the terminal: made, told, kept, and taken back.

use longroll_core::{Game, NotChosen, Side, UndoError};
use longroll_gbacw::Choice;

use super::table::Table;
use super::{saving, show, wording};
use crate::console::Console;
use crate::failure::Failure;

/// Takes back what the last line chose.
pub fn undo(table: &mut Table<'_>, console: &mut Console<'_>) -> Result<(), Failure> {
    let wanted = table.strides.pop().unwrap_or(1).max(1);
    let mut back = Vec::new();
    for _ in 0..wanted {
        let last = saving::last_choice(table.session.record());
        if let Err(UndoError::AtBarrier) = table.session.undo() {
            if back.is_empty() {
                return Ok(console.line(console.text("play.nothing-back", &[]))?);
            }
            break;
        }
        back.extend(last);
    }
    table.last.clear();
    table.saved = false;
    saving::autosave(table)?;
    let list = back.join("; ");
    Ok(console.line(console.text("play.undone", &[("choices", &list)]))?)
}

/// A choice of a person.
pub fn choose(
    table: &mut Table<'_>,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if make(table, side, text, console)? {
        note_stride(table, 1);
    }
    Ok(())
}

/// Remembers how many choices belong together for `undo`.
pub fn note_stride(table: &mut Table<'_>, choices: usize) {
    let open = table.session.undo_depth();
    if open == 0 {
        table.strides.clear();
    } else {
        table.strides.push(choices.min(open));
    }
}

/// Makes a choice. What is wrong with it is told, and nothing has changed.
pub fn make(
    table: &mut Table<'_>,
    side: Side,
    text: &str,
    console: &mut Console<'_>,
) -> Result<bool, Failure> {
    let battle = table.session.game();
    let choice = match battle.parse(text) {
        Ok(choice) => choice,
        Err(error) => {
            console.line(wording::explain(battle, text, &error, console))?;
            return Ok(false);
        }
    };
    let whole = battle.print(&choice);
    match table.session.choose(side, &choice) {
        Ok(outcome) => {
            table.saved = false;
            let told = show::events(table, outcome.events, console)?;
            // A choice that shows nothing must still show that it was made.
            if choice == Choice::Accept {
                console.line(console.text("play.accepted", &[]))?;
            } else if told == 0 {
                console.line(console.text("play.noted", &[("choice", &whole)]))?;
            }
            saving::autosave(table)?;
            Ok(true)
        }
        Err(error) => {
            let reason = match &error {
                NotChosen::Refused(refusal) => console.refusal(refusal),
                NotChosen::Chance(_) => error.to_string(),
            };
            console.line(console.text("play.refused", &[("reason", &reason)]))?;
            Ok(false)
        }
    }
}
