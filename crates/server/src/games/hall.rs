//! All games: those in memory, and how the others are opened.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Weak};

use longroll_core::{Record, Seed};
use longroll_gbacw::Stage;
use longroll_sim::table as laid;
use longroll_table::{Entry, Opening, Table};
use tokio::sync::Mutex;

use super::room::{Room, shown};
use super::shield::Shield;
use super::store::{Kept, Store, StoreError};
use super::trouble::Trouble;

/// Games that stay in memory although nobody looks at them.
const IN_MEMORY: usize = 4;

/// The most games of one owner.
const MOST_GAMES: usize = 400;

/// All games of a server.
#[derive(Debug)]
pub(crate) struct Hall {
    pub shield: Shield,
    pub store: Store,
    rooms: Mutex<BTreeMap<i64, Arc<Room>>>,
    stages: Mutex<BTreeMap<(u8, String, String), Weak<Stage>>>,
}

impl Hall {
    /// Opens the file of games; without a path they live in memory only.
    pub(crate) async fn open(path: Option<&Path>, shield: Shield) -> Result<Self, StoreError> {
        Ok(Self {
            shield,
            store: Store::open(path).await?,
            rooms: Mutex::new(BTreeMap::new()),
            stages: Mutex::new(BTreeMap::new()),
        })
    }

    /// The stage that a header names, shared by all games on it.
    pub(crate) async fn stage(&self, header: &Record) -> Result<Arc<Stage>, Trouble> {
        let Some(number) = header.tag("Scenario") else {
            let reason = "the header's tag Scenario is missing";
            return Err(Trouble::BadRequest(reason.to_owned()));
        };
        let number = longroll_core::whole_number(number)
            .ok_or_else(|| Trouble::NoSuchScenario(longroll_core::clip(number)))?;
        let own = |tag: &str| header.tag(tag).unwrap_or_default().to_owned();
        let key = (number, own("Rules"), own("Variant"));
        let mut stages = self.stages.lock().await;
        if let Some(stage) = stages.get(&key).and_then(Weak::upgrade) {
            return Ok(stage);
        }
        let header = header.clone();
        let made = tokio::task::spawn_blocking(move || laid::stage_of(&header)).await;
        let stage = made
            .map_err(|error| Trouble::Broken(error.to_string()))?
            .map_err(|error| Trouble::BadRequest(error.to_string()))?;
        stages.retain(|_, stage| stage.strong_count() > 0);
        stages.insert(key, Arc::downgrade(&stage));
        Ok(stage)
    }

    /// Begins a game and keeps it.
    pub(crate) async fn begin(
        &self,
        owner: &str,
        name: &str,
        scenario: u8,
        opening: Opening,
        entries: Vec<Entry>,
    ) -> Result<Kept, Trouble> {
        if self.store.list(owner).await?.len() >= MOST_GAMES {
            return Err(Trouble::TooManyGames);
        }
        let stage = self.stage(&opening.header).await?;
        let (given, taken_up) = (opening.clone(), entries.clone());
        let opened =
            tokio::task::spawn_blocking(move || Table::go_on(&stage, given, taken_up)).await;
        let mut table = opened
            .map_err(|error| Trouble::Broken(error.to_string()))?
            .map_err(|error| Trouble::BadRequest(error.to_string()))?;
        // What was settled without asking belongs to what is kept.
        let mut all = entries;
        all.extend(table.take_entries());
        let shown = shown(&table);
        let id = self
            .store
            .begin(owner, name, scenario, &opening, &all, &shown)
            .await?;
        let stage = self.stage(&opening.header).await?;
        let room = Arc::new(Room::new(id, self.store.clone(), &stage, table)?);
        room.drive();
        self.enter(room).await;
        self.kept(owner, id).await
    }

    /// What is kept of a game; the same answer for a game that is not there and for somebody else's.
    pub(crate) async fn kept(&self, owner: &str, id: i64) -> Result<Kept, Trouble> {
        self.store
            .find(owner, id)
            .await?
            .ok_or_else(|| Trouble::NoSuchGame(id.to_string()))
    }

    /// The room of a game, opened if it is not in memory.
    pub(crate) async fn room(&self, owner: &str, id: i64) -> Result<Arc<Room>, Trouble> {
        let kept = self.kept(owner, id).await?;
        let mut rooms = self.rooms.lock().await;
        if let Some(room) = rooms.get(&id) {
            if room.is_sound().await {
                return Ok(Arc::clone(room));
            }
            rooms.remove(&id);
        }
        drop(rooms);
        let stage = self.stage(&kept.opening.header).await?;
        let entries = self.store.entries(id).await?;
        let (given, on) = (kept.opening.clone(), Arc::clone(&stage));
        let opened = tokio::task::spawn_blocking(move || Table::open(&on, given, entries)).await;
        let table = opened
            .map_err(|error| Trouble::Broken(error.to_string()))?
            .map_err(|error| Trouble::Broken(error.to_string()))?;
        let room = Arc::new(Room::new(id, self.store.clone(), &stage, table)?);
        // Two may have opened it at once: the first one stands.
        let mut rooms = self.rooms.lock().await;
        if let Some(first) = rooms.get(&id) {
            return Ok(Arc::clone(first));
        }
        rooms.insert(id, Arc::clone(&room));
        make_space(&mut rooms, id);
        drop(rooms);
        room.drive();
        Ok(room)
    }

    async fn enter(&self, room: Arc<Room>) {
        let mut rooms = self.rooms.lock().await;
        let id = room.id;
        rooms.insert(id, room);
        make_space(&mut rooms, id);
    }

    /// Throws a game away.
    pub(crate) async fn delete(&self, owner: &str, id: i64) -> Result<(), Trouble> {
        if !self.store.delete(owner, id).await? {
            return Err(Trouble::NoSuchGame(id.to_string()));
        }
        if let Some(room) = self.rooms.lock().await.remove(&id) {
            room.close();
        }
        Ok(())
    }

    /// A seed that nobody can guess.
    pub(crate) fn new_seed() -> Result<Seed, Trouble> {
        super::owner::random()
            .map(Seed)
            .ok_or_else(|| Trouble::Broken("the system has no randomness".to_owned()))
    }
}

/// Games nobody looks at leave the memory; they are kept in the file.
fn make_space(rooms: &mut BTreeMap<i64, Arc<Room>>, newest: i64) {
    let idle: Vec<i64> = rooms
        .iter()
        .filter(|(id, room)| **id != newest && !room.is_watched() && Arc::strong_count(room) == 1)
        .map(|(id, _)| *id)
        .collect();
    let over = idle.len().saturating_sub(IN_MEMORY);
    for id in idle.into_iter().take(over) {
        rooms.remove(&id);
    }
}
