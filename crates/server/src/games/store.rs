//! Games in one SQLite file. Entries are appended and synced before anybody is told that they were made.
//!
//! The statements keep to what PostgreSQL understands as well (`$1`, BIGINT, TEXT); only the migrations and the settings
//! of the connection are SQLite's own.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use longroll_core::{BySide, Record};
use longroll_table::{Curtain, Entry, Opening, Sitter};
use serde::{Deserialize, Serialize};
use sqlx::Row as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no.
    #[error("the file of games: {0}")]
    Database(#[from] sqlx::Error),
    /// Its tables cannot be brought up to date.
    #[error("the file of games cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The folder cannot be made.
    #[error("the folder {path} cannot be made: {reason}")]
    Folder {
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// What is kept cannot be read.
    #[error("what is kept of game {game} cannot be read: {reason}")]
    Damaged {
        /// Which game.
        game: i64,
        /// What is wrong.
        reason: String,
    },
}

/// What the lobby shows of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    pub choices: u32,
    pub turn: String,
    pub turn_number: u32,
    pub turns: u32,
    pub over: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// A game as it is kept, without its entries.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub id: i64,
    pub name: String,
    pub scenario: u8,
    pub opening: Opening,
    pub begun: i64,
    pub played: i64,
    pub shown: Shown,
}

/// The file of games.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pool: SqlitePool,
}

fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|passed| i64::try_from(passed.as_secs()).ok())
        .unwrap_or(0)
}

fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Damaged {
        game: 0,
        reason: error.to_string(),
    })
}

impl Store {
    /// Opens the file, making it and its folder if they are not there; without a path everything lives in memory.
    pub(crate) async fn open(path: Option<&Path>) -> Result<Self, StoreError> {
        let options = match path {
            Some(path) => {
                if let Some(folder) = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty())
                {
                    std::fs::create_dir_all(folder).map_err(|reason| StoreError::Folder {
                        path: folder.to_owned(),
                        reason,
                    })?;
                }
                SqliteConnectOptions::new().filename(path)
            }
            None => SqliteConnectOptions::new().in_memory(true),
        };
        let options = options
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An entry that was acknowledged survives the loss of power, not only of the process.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        // One connection: writes come one by one anyway, and a database in memory is gone with its connection.
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        sqlx::migrate!("migrations/sqlite").run(&pool).await?;
        Ok(Self { pool })
    }

    /// Keeps a new game with what has been decided in it so far.
    pub(crate) async fn begin(
        &self,
        owner: &str,
        name: &str,
        scenario: u8,
        opening: &Opening,
        entries: &[Entry],
        shown: &Shown,
    ) -> Result<i64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let row = sqlx::query(
            "INSERT INTO games (owner, name, scenario, header, seats, curtain, begun, played, summary) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8) RETURNING id",
        )
        .bind(owner)
        .bind(name)
        .bind(i64::from(scenario))
        .bind(opening.header.print())
        .bind(json(&[&opening.seats.union, &opening.seats.confederate])?)
        .bind(json(&opening.curtain)?)
        .bind(now())
        .bind(json(shown)?)
        .fetch_one(&mut *transaction)
        .await?;
        let id: i64 = row.try_get("id")?;
        for (number, entry) in entries.iter().enumerate() {
            sqlx::query("INSERT INTO entries (game, number, entry) VALUES ($1, $2, $3)")
                .bind(id)
                .bind(i64::try_from(number + 1).unwrap_or(i64::MAX))
                .bind(json(entry)?)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(id)
    }

    /// Appends entries after so many, all or none of them, synced when this returns.
    pub(crate) async fn append(
        &self,
        game: i64,
        after: u64,
        entries: &[Entry],
        shown: &Shown,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for (number, entry) in (after + 1..).zip(entries) {
            sqlx::query("INSERT INTO entries (game, number, entry) VALUES ($1, $2, $3)")
                .bind(game)
                .bind(i64::try_from(number).unwrap_or(i64::MAX))
                .bind(json(entry)?)
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query("UPDATE games SET played = $2, summary = $3 WHERE id = $1")
            .bind(game)
            .bind(now())
            .bind(json(shown)?)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The games of an owner, the one last played first.
    pub(crate) async fn list(&self, owner: &str) -> Result<Vec<Kept>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM games WHERE owner = $1 ORDER BY played DESC, id DESC LIMIT 500",
        )
        .bind(owner)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(kept).collect()
    }

    /// One game of an owner.
    pub(crate) async fn find(&self, owner: &str, game: i64) -> Result<Option<Kept>, StoreError> {
        let row = sqlx::query("SELECT * FROM games WHERE id = $1 AND owner = $2")
            .bind(game)
            .bind(owner)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(kept).transpose()
    }

    /// Its entries in order.
    pub(crate) async fn entries(&self, game: i64) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query("SELECT entry FROM entries WHERE game = $1 ORDER BY number")
            .bind(game)
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                let text: String = row.try_get("entry")?;
                serde_json::from_str(&text).map_err(|error| StoreError::Damaged {
                    game,
                    reason: error.to_string(),
                })
            })
            .collect()
    }

    /// Throws a game away; whether it was there.
    pub(crate) async fn delete(&self, owner: &str, game: i64) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM games WHERE id = $1 AND owner = $2")
            .bind(game)
            .bind(owner)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }
}

fn kept(row: &sqlx::sqlite::SqliteRow) -> Result<Kept, StoreError> {
    let id: i64 = row.try_get("id")?;
    let damaged = |reason: String| StoreError::Damaged { game: id, reason };
    let text = |column: &str| row.try_get::<String, _>(column);
    let header =
        Record::parse(&text("header")?).map_err(|(_, error)| damaged(error.to_string()))?;
    let [union, confederate]: [Sitter; 2] =
        serde_json::from_str(&text("seats")?).map_err(|error| damaged(error.to_string()))?;
    let curtain: Curtain =
        serde_json::from_str(&text("curtain")?).map_err(|error| damaged(error.to_string()))?;
    let scenario: i64 = row.try_get("scenario")?;
    Ok(Kept {
        id,
        name: text("name")?,
        scenario: u8::try_from(scenario).map_err(|error| damaged(error.to_string()))?,
        opening: Opening {
            header,
            seats: BySide { union, confederate },
            curtain,
        },
        begun: row.try_get("begun")?,
        played: row.try_get("played")?,
        shown: serde_json::from_str(&text("summary")?).unwrap_or_default(),
    })
}

/// Where the games of this user live: `LONGROLL_GAMES`, else the folder in which the system keeps a user's data.
#[must_use]
pub fn usual_file() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(file) = variable("LONGROLL_GAMES") {
        return Some(PathBuf::from(file));
    }
    let folder = variable("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".local/share")))?;
    Some(folder.join("longroll").join("games.sqlite"))
}
