//! The record of a game as a file. Another game is never written over without a word.

use std::path::{Path, PathBuf};

use longroll_core::{Record, RecordLine};

use super::table::Table;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{for_file, has_folder};

/// Whether a record may be kept in this file: it can be written, and no other game stands in it.
pub fn claim(
    path: &Path,
    own: &[PathBuf],
    overwrite: bool,
    console: &Console<'_>,
) -> Result<(), Failure> {
    if is_taken(path, own) && !overwrite {
        return Err(Failure::question(
            console.text("play.taken", &[("path", &path.display())]),
            Some(console.text("play.taken-help", &[("path", &path.display())])),
        ));
    }
    has_folder(path, console)
}

/// Whether something else stands in a file.
pub fn is_taken(path: &Path, own: &[PathBuf]) -> bool {
    let same = |other: &PathBuf| {
        other == path
            || match (other.canonicalize(), path.canonicalize()) {
                (Ok(one), Ok(two)) => one == two,
                _ => false,
            }
    };
    let full = std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() > 0);
    full && !own.iter().any(same)
}

/// With `--record` the file is complete after every choice.
pub fn autosave(table: &mut Table<'_>) -> Result<(), Failure> {
    let Some(path) = table.record else {
        return Ok(());
    };
    let record = for_file(table.session.record(), path).print();
    std::fs::write(path, record).map_err(|source| Failure::File {
        path: path.to_path_buf(),
        source,
    })?;
    table.saved = true;
    Ok(())
}

/// `save FILE`; with `save!` even over another game.
pub fn save(
    table: &mut Table<'_>,
    name: Option<&str>,
    over: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let own = table.own_files.last().cloned();
    let path = name
        .map(PathBuf::from)
        .or_else(|| table.record.map(Path::to_path_buf))
        .or(own);
    let Some(path) = path else {
        return Ok(console.line(console.text("play.save-where", &[]))?);
    };
    let shown = path.display().to_string();
    if is_taken(&path, &table.own_files) && !over {
        return Ok(console.line(console.text("play.save-taken", &[("path", &shown)]))?);
    }
    let record = for_file(table.session.record(), &path).print();
    match std::fs::write(&path, record) {
        Ok(()) => {
            table.saved = true;
            table.own_files.push(path);
            Ok(console.line(console.text("play.saved", &[("path", &shown)]))?)
        }
        // A wrong file name must not cost the game.
        Err(error) => Ok(console.line(format!("{shown}: {error}"))?),
    }
}

/// The last choice of a record, as it is written.
pub fn last_choice(record: &Record) -> Option<String> {
    record.lines.iter().rev().find_map(|(_, line)| match line {
        RecordLine::Choice { text, .. } => Some(text.clone()),
        _ => None,
    })
}
