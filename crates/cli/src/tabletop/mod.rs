//! Games of Shell for Guns Lite at the terminal: where they begin, and what `play`, `try`, `sim`, `render` and `report` make of them.

mod asking;
mod listing;
pub mod play;
pub mod render;
pub mod report;
pub mod sim;
pub mod try_file;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use longroll_core::{BySide, Chance, ChanceError, Outcome, Record, Seed, clip};
use longroll_shell_for_guns::data::Folder;
use longroll_shell_for_guns::situation::{Case, is_tabletop, load_with};
use longroll_shell_for_guns::{Battle, Event, Facts, Table, keeping};
use longroll_shell_for_guns_table::{header_error, position_header, position_of, with_positions};

use crate::battle::collect;
use crate::command::rule::nearest_checkout;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{SITUATION, read_text, situation_of};
use crate::game::{is_file, once};

/// The tag of a game that began with a case of a situation.
const CASE: &str = "Case";

/// Where a game begins.
#[derive(Debug)]
pub enum Opening {
    /// With the set-up on a table of the data folder.
    Table(String, Arc<Facts>),
    /// With the position of a situation file.
    Situation(String, Box<Case>, Option<String>),
}

/// Whether a folder holds files of these rules: one look at what stands in it.
pub fn is_our_folder(folder: &Path) -> bool {
    let there = |name: &str| folder.join(name).exists();
    ["figures.toml", "armies", "basing", "tables", "positions"]
        .into_iter()
        .any(there)
        && !longroll_shiloh::Embedded::paths().any(there)
}

/// The data of these rules: what is built in, with the files of a folder laid over it if one is given.
pub fn folder(given: Option<&Path>, console: &Console<'_>) -> Result<Folder, Failure> {
    let Some(folder) = given else {
        return Ok(Folder::embedded().clone());
    };
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    let named = files.into_iter().map(|(path, text)| {
        let name = folder.join(&path).display().to_string();
        (path, name, text)
    });
    Folder::overlaid(named).map_err(|error| wrong(console.tongue().data_error(&error)))
}

/// The ready positions that are built in, by name.
pub fn positions() -> Vec<&'static str> {
    let positions = Folder::embedded().positions().into_iter();
    positions.map(|(name, ..)| name).collect()
}

/// The tables that are built in, by name.
pub fn tables() -> Vec<&'static str> {
    Folder::embedded().tables()
}

/// The data folder of these rules in the checkout one stands in.
pub fn folder_of_checkout() -> Option<PathBuf> {
    let folder = nearest_checkout()?.join("data/shell-for-guns");
    folder.is_dir().then_some(folder)
}

/// Whether what a person named as a scenario is a table of these rules, or a situation file on one.
pub fn is_ours(wanted: &str, data: Option<&Path>) -> bool {
    // Whoever names a folder of these rules asks for a table of it; if there is none of that name they are told which there are.
    let own = data.is_some_and(is_our_folder);
    let built_in = tables().contains(&wanted) || position(Folder::embedded(), wanted).is_some();
    if built_in || own && !is_file(wanted) {
        return true;
    }
    is_file(wanted) && read_text(Path::new(wanted)).is_ok_and(|text| is_tabletop(&text))
}

/// Whether a file is a record of these rules; a file that cannot be read is told by whoever opens it.
pub fn is_our_record(path: &Path) -> bool {
    let text = read_text(path).unwrap_or_default();
    let record = Record::parse(&text).unwrap_or_else(|(good, _)| good);
    keeping::is_ours(&record)
}

/// The text of a ready position of a data folder.
fn position<'d>(data: &'d Folder, wanted: &str) -> Option<&'d str> {
    let mut positions = data.positions().into_iter();
    positions
        .find(|(name, ..)| *name == wanted)
        .map(|(_, _, text)| text)
}

/// That another program wrote a record, or the same on other data.
fn edition_note(record: &Record, facts: &Facts, console: &Console<'_>) -> Option<String> {
    let theirs = record.tag("Edition").unwrap_or("?");
    let editions: [(&str, &dyn std::fmt::Display); 2] =
        [("theirs", &clip(theirs)), ("own", &facts.edition)];
    (theirs != facts.edition).then(|| console.text("play.edition-note", &editions))
}

fn wrong(reason: impl ToString) -> Failure {
    Failure::question(reason.to_string(), None)
}

/// The cases of a file that are wanted; never none.
pub fn cases(
    path: &Path,
    id: Option<&str>,
    data: &Folder,
    console: &Console<'_>,
) -> Result<(String, Vec<Case>), Failure> {
    let name = path.display().to_string();
    let text = match position(data, &name) {
        Some(text) if !is_file(&name) => text.to_owned(),
        _ => read_text(path)?,
    };
    let found = cases_of(&name, &text, id, data, console)?;
    Ok((name, found))
}

/// The cases of a text that are wanted; never none.
fn cases_of(
    name: &str,
    text: &str,
    id: Option<&str>,
    data: &Folder,
    console: &Console<'_>,
) -> Result<Vec<Case>, Failure> {
    let situation = load_with(data, name, text)
        .map_err(|faults| Failure::faults(console.tongue().faults(&faults), None))?;
    // A case without an id is called by its title.
    let mine = |case: &&Case| {
        id.is_none_or(|id| match case.id() {
            Some(own) => own == id || own.split_whitespace().any(|own| own == id),
            None => case.title().eq_ignore_ascii_case(id.trim()),
        })
    };
    let found: Vec<Case> = situation.cases().iter().filter(mine).cloned().collect();
    if found.is_empty() {
        let called = |case: &Case| match case.id() {
            Some(id) => id.to_owned(),
            None => format!("\"{}\"", case.title()),
        };
        let mut ids: Vec<String> = situation.cases().iter().map(called).collect();
        ids.dedup();
        let id = id.unwrap_or_default();
        return Err(Failure::question(
            console.text("try.no-case", &[("id", &id), ("path", &name)]),
            Some(console.text("try.no-case-help", &[("list", &ids.join(", "))])),
        ));
    }
    Ok(found)
}

impl Opening {
    /// The table or situation that a person named.
    pub fn of(
        wanted: &str,
        case: Option<&str>,
        switches: &[String],
        data: &Folder,
        console: &Console<'_>,
    ) -> Result<Self, Failure> {
        if is_file(wanted) || position(data, wanted).is_some() {
            if !switches.is_empty() {
                return Err(wrong(console.text("play.own-rules", &[])));
            }
            let (file, cases) = cases(Path::new(wanted), case, data, console)?;
            let Some(first) = cases.into_iter().next() else {
                return Err(wrong(console.text("play.no-cases", &[])));
            };
            return Ok(Self::Situation(
                file,
                Box::new(first),
                case.map(str::to_owned),
            ));
        }
        if case.is_some() {
            return Err(wrong(console.text("play.no-cases", &[])));
        }
        once(switches, console)?;
        let options = keeping::switches(switches.iter().map(String::as_str))
            .map_err(|error| wrong(console.sentence(&error.to_string())))?;
        let facts = data.ready(wanted, options).map_err(|error| {
            let error = with_positions(error, data);
            wrong(console.tongue().data_error(&error))
        })?;
        Ok(Self::Table(wanted.to_owned(), facts))
    }

    /// The one that the record of a file names; the person may have named its situation.
    pub fn of_record(
        record: &Record,
        (path, named): (&Path, Option<&Path>),
        data: &Folder,
        console: &Console<'_>,
    ) -> Result<Self, Failure> {
        let case = record.tag(CASE);
        if let Some(name) = position_of(record, data).filter(|_| named.is_none()) {
            let text = position(data, name).unwrap_or_default();
            let cases = cases_of(name, text, case, data, console)?;
            let Some(first) = cases.into_iter().next() else {
                return Err(wrong(console.text("play.no-cases", &[])));
            };
            let id = case.map(str::to_owned);
            return Ok(Self::Situation(name.to_owned(), Box::new(first), id));
        }
        if let Some(tag) = record.tag(SITUATION) {
            let file = situation_of(path, tag, named, console)?;
            return Self::of(&file.display().to_string(), case, &[], data, console);
        }
        if named.is_some() {
            return Err(wrong(
                console.text("play.no-situation", &[("path", &path.display())]),
            ));
        }
        let facts = keeping::facts_of(record, data).map_err(|error| {
            let error = header_error(error, data);
            wrong(console.sentence(&error.to_string()))
        })?;
        let name = record.tag("Table").unwrap_or_default();
        Ok(Self::Table(name.to_owned(), facts))
    }

    /// What never changes.
    pub fn facts(&self) -> &Arc<Facts> {
        match self {
            Self::Table(_, facts) => facts,
            Self::Situation(_, case, _) => case.facts(),
        }
    }

    /// What is played.
    pub fn title(&self) -> &str {
        match self {
            Self::Table(_, facts) => &facts.terrain.name,
            Self::Situation(_, case, _) => case.title(),
        }
    }

    /// The table before anything happens.
    pub fn table(&self) -> Table {
        match self {
            Self::Table(_, facts) => Table::new(facts),
            Self::Situation(_, case, _) => case.state().table.clone(),
        }
    }

    /// The game at its first decision.
    pub fn begin(&self, seed: Seed) -> Result<(Battle, Outcome<Event>), ChanceError> {
        let chance = Chance::seeded(seed);
        match self {
            Self::Table(_, facts) => Battle::pitched(Arc::clone(facts), chance),
            Self::Situation(_, case, _) => case.begin_battle(chance),
        }
    }

    /// The header of its record.
    pub fn header(&self, seed: Seed, players: BySide<&str>) -> Record {
        match self {
            Self::Table(name, facts) => keeping::header(name, facts, seed, players),
            Self::Situation(file, case, id) => {
                let mut record = position_header(file, case, seed, players);
                if let Some(id) = id {
                    record.set_tag(CASE, id);
                }
                record
            }
        }
    }
}
