//! A game in memory: its table, whoever decides for the computer, and who must be told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use longroll_core::{BySide, Game as _, Seed, Side};
use longroll_gbacw::Stage;
use longroll_opponent::{Cancel, Chair, sit_down};
use longroll_table::wire::{Reply, Saying};
use longroll_table::{Eyes, Sitter, Table, Viewer};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

use super::store::{Shown, Store};
use super::trouble::Trouble;

/// What is locked while something is decided.
#[derive(Debug)]
pub(crate) struct Inside {
    /// Nothing after a breakdown: then the game is opened again from what was kept.
    pub table: Option<Table>,
    chairs: BySide<Option<Chair>>,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Room {
    pub id: i64,
    store: Store,
    inside: Arc<Mutex<Inside>>,
    /// The state everybody has been told of; `u64::MAX` when the game is thrown away.
    news: watch::Sender<u64>,
    driving: AtomicBool,
    cancels: Vec<Cancel>,
    closed: AtomicBool,
}

/// The state that tells whoever looks that the game is gone.
pub(crate) const GONE: u64 = u64::MAX;

/// What the lobby shows of a table.
pub(crate) fn shown(table: &Table) -> Shown {
    let battle = table.battle();
    let setting = battle.setting();
    let turn = battle.position().now(setting);
    let turns = u32::try_from(setting.calendar().len()).unwrap_or(u32::MAX);
    Shown {
        choices: u32::try_from(table.counted(Viewer::Here)).unwrap_or(u32::MAX),
        turn: turn.map_or_else(String::new, |turn| turn.label.clone()),
        turn_number: (u32::from(battle.position().turn) + 1).min(turns),
        turns,
        over: table.is_over(),
        result: battle.result(),
    }
}

impl Room {
    pub(crate) fn new(
        id: i64,
        store: Store,
        stage: &Arc<Stage>,
        table: Table,
    ) -> Result<Self, Trouble> {
        let seed = table.opening().seed().unwrap_or(Seed(0));
        let mut chairs = BySide::from_fn(|_| None);
        let mut cancels = Vec::new();
        for side in Side::BOTH {
            if let Sitter::Computer(name) = table.sitter(side) {
                // A seed of its own: the players of `sim` draw from the game's seed on another stream.
                let chair = sit_down(name, stage, seed, side)
                    .map_err(|error| Trouble::BadRequest(error.to_string()))?;
                cancels.push(chair.cancel());
                chairs[side] = Some(chair);
            }
        }
        let (news, _) = watch::channel(table.state());
        Ok(Self {
            id,
            store,
            inside: Arc::new(Mutex::new(Inside {
                table: Some(table),
                chairs,
            })),
            news,
            driving: AtomicBool::new(false),
            cancels,
            closed: AtomicBool::new(false),
        })
    }

    /// Tells whoever looks when something has happened.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Whether anybody looks.
    pub(crate) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Ends it: nobody waits for the computer any longer, whoever looks is told.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        for cancel in &self.cancels {
            cancel.cancel();
        }
        let _ = self.news.send(GONE);
    }

    /// Whether its table is sound.
    pub(crate) async fn is_sound(&self) -> bool {
        self.inside.lock().await.table.is_some() && !self.closed.load(Ordering::Relaxed)
    }

    /// Does something with the table beside the threads that answer, then keeps what was decided before anybody hears of
    /// it. If it cannot be kept, or the table breaks down, the game stands as it was last kept.
    async fn with<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Table, &mut BySide<Option<Chair>>) -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let mut inside = Arc::clone(&self.inside).lock_owned().await;
        let Some(mut table) = inside.table.take() else {
            return Err(Trouble::Broken("open it again".to_owned()));
        };
        let before = table.state();
        let worked = tokio::task::spawn_blocking(move || {
            let done = job(&mut table, &mut inside.chairs);
            let entries = table.take_entries();
            let shown = shown(&table);
            (inside, table, done, entries, shown)
        });
        let (inside, table, done, entries, shown): (OwnedMutexGuard<Inside>, _, _, _, _) = worked
            .await
            .map_err(|error| Trouble::Broken(error.to_string()))?;
        let mut inside = inside;
        if !entries.is_empty() {
            self.store.append(self.id, before, &entries, &shown).await?;
        }
        let state = table.state();
        inside.table = Some(table);
        drop(inside);
        if state != before {
            let _ = self.news.send(state);
        }
        Ok(done)
    }

    /// Looks without deciding anything.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        self.with(move |table, _| job(table)).await
    }

    /// Answers a saying; the eyes come back with it.
    pub(crate) async fn say(
        self: &Arc<Self>,
        mut eyes: Eyes,
        saying: Saying,
    ) -> Result<(Reply, Eyes), Trouble> {
        let answered = self
            .with(move |table, _| {
                let reply = table.say(&mut eyes, &saying);
                (reply, eyes)
            })
            .await?;
        self.drive();
        Ok(answered)
    }

    /// Lets the computer decide, one choice after the other, as long as it must. One at a time does.
    pub(crate) fn drive(self: &Arc<Self>) {
        if self.driving.swap(true, Ordering::AcqRel) {
            return;
        }
        let room = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let went_on = room.with(computer_moves).await;
                let goes_on = matches!(went_on, Ok(true)) && !room.closed.load(Ordering::Relaxed);
                if !goes_on {
                    break;
                }
                tokio::task::yield_now().await;
            }
            room.driving.store(false, Ordering::Release);
            // Somebody may have decided between the last look and the line above.
            let again = room.look(|table| table.computer_to_move().is_some()).await;
            if matches!(again, Ok(true)) && !room.closed.load(Ordering::Relaxed) {
                room.drive();
            }
        });
    }
}

/// One choice of the computer; whether it made one.
fn computer_moves(table: &mut Table, chairs: &mut BySide<Option<Chair>>) -> bool {
    let Some((side, _)) = table.computer_to_move() else {
        return false;
    };
    let chosen = chairs[side]
        .as_mut()
        .and_then(|chair| chair.choose(table.battle()));
    let Some((choice, intent)) = chosen else {
        return false;
    };
    table.computer(side, choice, intent).is_ok()
}
