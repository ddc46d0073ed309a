//! The games: each a record in a file of its own, opened by being replayed, and written again before a choice is
//! acknowledged.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use longroll_core::Record;
use longroll_shell_for_guns_table::wire::{Lobby, Look, NewGame, Reply, Saying};
use longroll_shell_for_guns_table::{Folder, NotOpened, Table, Tongue, positions};
use serde::Serialize;
use tokio::sync::watch;

/// One owner may have so many games.
const MOST: usize = 200;

/// Why a game cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Absent {
    #[error("there is no game {0}")]
    NoSuchGame(i64),
    #[error("{0}")]
    NotOpened(#[from] NotOpened),
    #[error("there are too many games: delete one first")]
    TooMany,
    #[error("the game could not be kept; nothing has changed: {0}")]
    NotKept(#[from] std::io::Error),
    #[error("the record is told when the game is over: before, it would tell the dice to come")]
    NotOver,
}

/// A line of the list of games.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Summary {
    id: i64,
    title: String,
    heading: String,
    over: bool,
}

#[derive(Debug)]
struct Kept {
    owner: String,
    table: Table,
    /// The version of the table, told to whoever looks. It ends with the game.
    news: watch::Sender<u64>,
}

impl Kept {
    fn new(owner: String, table: Table) -> Self {
        let news = watch::Sender::new(table.version());
        Self { owner, table, news }
    }
}

type Slot = Arc<Mutex<Kept>>;

/// All games of the server.
#[derive(Debug)]
pub(crate) struct Hall {
    /// Where records are kept; without a folder games end with the server.
    folder: Option<PathBuf>,
    /// The tables, armies and figures that are played with.
    data: Folder,
    games: Mutex<BTreeMap<i64, Slot>>,
}

/// A table that broke down in one request is still a table: what it holds was whole before every choice.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

const OWNER: &str = "Owner";

impl Hall {
    /// The games kept in a folder. A record that no longer replays stays where it is and is not shown.
    pub(crate) fn open(folder: Option<PathBuf>, data: Folder) -> Self {
        let mut games = BTreeMap::new();
        let entries = folder
            .as_deref()
            .and_then(|folder| std::fs::read_dir(folder).ok());
        for entry in entries.into_iter().flatten().flatten() {
            if let Some((id, kept)) = read(&entry.path(), &data) {
                games.insert(id, Arc::new(Mutex::new(kept)));
            }
        }
        Self {
            folder,
            data,
            games: Mutex::new(games),
        }
    }

    fn slot(&self, owner: &str, id: i64) -> Result<Slot, Absent> {
        let slot = locked(&self.games).get(&id).cloned();
        slot.filter(|slot| locked(slot).owner == owner)
            .ok_or(Absent::NoSuchGame(id))
    }

    /// What there is to begin with.
    pub(crate) fn lobby(&self) -> Lobby {
        positions(&self.data)
    }

    pub(crate) fn list(&self, owner: &str) -> Vec<Summary> {
        let slots: Vec<(i64, Slot)> = locked(&self.games)
            .iter()
            .map(|(id, slot)| (*id, Arc::clone(slot)))
            .collect();
        let mut list = Vec::new();
        for (id, slot) in slots {
            let kept = locked(&slot);
            if kept.owner == owner {
                list.push(Summary {
                    id,
                    title: kept.table.title().to_owned(),
                    heading: kept.table.heading(),
                    over: kept.table.is_over(),
                });
            }
        }
        list
    }

    /// A number that neither a game nor a file has, be it one that does not replay: nothing is written over.
    fn next_id(&self, games: &BTreeMap<i64, Slot>) -> i64 {
        let folder = self.folder.as_deref();
        let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        let numbered = |file: std::fs::DirEntry| file.path().file_stem()?.to_str()?.parse().ok();
        let on_disk = files.into_iter().flatten().flatten().filter_map(numbered);
        let last = games.keys().copied().chain(on_disk).max();
        last.map_or(1, |last: i64| last.saturating_add(1).max(1))
    }

    pub(crate) fn begin(&self, owner: &str, wish: &NewGame, seed: u64) -> Result<i64, Absent> {
        if self.list(owner).len() >= MOST {
            return Err(Absent::TooMany);
        }
        let table = Table::begin(&self.data, wish, seed)?;
        let kept = Kept::new(owner.to_owned(), table);
        let mut games = locked(&self.games);
        let id = self.next_id(&games);
        self.keep(id, &kept)?;
        games.insert(id, Arc::new(Mutex::new(kept)));
        Ok(id)
    }

    pub(crate) fn look(&self, owner: &str, id: i64, tongue: Tongue) -> Result<Look, Absent> {
        let slot = self.slot(owner, id)?;
        let kept = locked(&slot);
        Ok(kept.table.look_in(tongue))
    }

    pub(crate) fn say(
        &self,
        owner: &str,
        id: i64,
        saying: &Saying,
        tongue: Tongue,
    ) -> Result<Reply, Absent> {
        let slot = self.slot(owner, id)?;
        let mut kept = locked(&slot);
        let (before, version) = (kept.table.record().clone(), kept.table.version());
        let reply = kept.table.say_in(saying, tongue);
        if matches!(reply, Reply::Done) {
            if let Err(error) = self.keep(id, &kept) {
                // What is not kept has not happened: the table goes back to what its file tells.
                kept.table = Table::back_at(&self.data, before, version)?;
                return Err(error);
            }
            kept.news.send_replace(kept.table.version());
        }
        Ok(reply)
    }

    /// Tells every new version of a table, until the game is deleted.
    pub(crate) fn watch(&self, owner: &str, id: i64) -> Result<watch::Receiver<u64>, Absent> {
        let slot = self.slot(owner, id)?;
        let kept = locked(&slot);
        Ok(kept.news.subscribe())
    }

    pub(crate) fn record(&self, owner: &str, id: i64) -> Result<String, Absent> {
        let slot = self.slot(owner, id)?;
        let kept = locked(&slot);
        if kept.table.is_over() {
            Ok(kept.table.record().print())
        } else {
            Err(Absent::NotOver)
        }
    }

    pub(crate) fn delete(&self, owner: &str, id: i64) -> Result<(), Absent> {
        self.slot(owner, id)?;
        if let Some(folder) = &self.folder {
            match std::fs::remove_file(folder.join(format!("{id}.roll"))) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error.into());
                }
                _ => {}
            }
        }
        locked(&self.games).remove(&id);
        Ok(())
    }

    /// Writes beside the old file and puts it in its place: a breakdown leaves one of the two whole.
    fn keep(&self, id: i64, kept: &Kept) -> Result<(), Absent> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        std::fs::create_dir_all(folder)?;
        let mut record = kept.table.record().clone();
        record.set_tag(OWNER, kept.owner.clone());
        let (new, path) = (
            folder.join(format!("{id}.new")),
            folder.join(format!("{id}.roll")),
        );
        std::fs::write(&new, record.print())?;
        std::fs::rename(new, path)?;
        Ok(())
    }
}

fn read(path: &Path, data: &Folder) -> Option<(i64, Kept)> {
    if path.extension()? != "roll" {
        return None;
    }
    let id = path.file_stem()?.to_str()?.parse().ok()?;
    let mut record = Record::parse(&std::fs::read_to_string(path).ok()?).ok()?;
    let owner = record.tag(OWNER)?.to_owned();
    record.remove_tag(OWNER);
    let table = Table::open(data, record).ok()?;
    Some((id, Kept::new(owner, table)))
}
