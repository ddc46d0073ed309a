//! A game with its seats: how it begins, choices, undo, and the players of the program.

use longroll_core::{
    BySide, Chance, Game as _, Record, RecordLine, Seed, Session, Side, UndoError, clip,
    did_you_mean, set_twice,
};
use longroll_shell_for_guns::data::{DataError, Folder};
use longroll_shell_for_guns::keeping::KeepingError;
use longroll_shell_for_guns::players::{NAMES, Player, sit_down};
use longroll_shell_for_guns::situation::{Case, load_with};
use longroll_shell_for_guns::view::Seat;
use longroll_shell_for_guns::{Battle, Event, Options, keeping, notation};

use crate::wire::{Lobby, NewGame, Place, Reply};

/// Somebody who sits here.
const PERSON: &str = "person";

/// The tag of a game that began with a position.
const SITUATION: &str = "Situation";

/// A program that chooses for ever is stopped here.
const MOST: usize = 4000;

/// Why there is no such game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotOpened(pub String);

fn not_opened(reason: impl ToString) -> NotOpened {
    NotOpened(reason.to_string())
}

/// What there is to begin with.
#[must_use]
pub fn positions(folder: &Folder) -> Lobby {
    let mut tables: Vec<Place> = Vec::new();
    for (name, file, text) in folder.positions() {
        if let Ok(situation) = load_with(folder, file, text) {
            tables.push(Place {
                name: name.to_owned(),
                title: situation.title().to_owned(),
                ready: true,
            });
        }
    }
    for name in folder.tables() {
        if let Ok(terrain) = folder.terrain(name) {
            tables.push(Place {
                name: name.to_owned(),
                title: terrain.name,
                ready: false,
            });
        }
    }
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    Lobby {
        tables,
        players: NAMES.iter().map(|name| (*name).to_owned()).collect(),
        switches: Options::all()
            .into_iter()
            .map(|(switch, words)| (switch.to_owned(), owned(words)))
            .collect(),
    }
}

/// A game at a screen.
pub struct Table {
    pub(crate) session: Session<Battle>,
    pub(crate) title: String,
    players: BySide<Option<Box<dyn Player>>>,
    /// What each choice led to, so that undo can forget it; the opening stands first.
    pub(crate) story: Vec<Vec<Event>>,
    pub(crate) version: u64,
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table")
            .field("title", &self.title)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

fn position(folder: &Folder, name: &str) -> Option<Result<Case, NotOpened>> {
    let positions = folder.positions().into_iter();
    let (_, file, text) = positions.into_iter().find(|(own, ..)| *own == name)?;
    let situation = load_with(folder, file, text).map_err(|faults| not_opened(faults.summary()));
    Some(situation.and_then(|situation| {
        let case = situation.cases().first().cloned();
        case.ok_or_else(|| not_opened("the position is empty"))
    }))
}

/// The header of a game that begins with the position of a file, as the screen and the terminal write it.
#[must_use]
pub fn position_header(file: &str, case: &Case, seed: Seed, players: BySide<&str>) -> Record {
    let mut record = keeping::header("", case.facts(), seed, players);
    record.set_tag("Title", case.title());
    record.set_tag(SITUATION, file);
    record
}

/// The ready position that a header names; games of the first days on the screen named it as their table.
#[must_use]
pub fn position_of<'r>(record: &'r Record, folder: &Folder) -> Option<&'r str> {
    let ready = |name: &&str| folder.positions().iter().any(|(own, ..)| own == name);
    let name = record.tag(SITUATION).or_else(|| record.tag("Table"));
    name.filter(ready)
}

/// What there is besides tables belongs to the answer that there is no such table.
#[must_use]
pub fn with_positions(error: DataError, folder: &Folder) -> DataError {
    let DataError::Unknown {
        kind: kind @ "table",
        name,
        known,
        ..
    } = error
    else {
        return error;
    };
    let ready = folder.positions();
    let names: Vec<&str> = known
        .split(", ")
        .chain(ready.iter().map(|(own, ..)| *own))
        .collect();
    let near = match did_you_mean(&name, names.iter().copied()) {
        near if near.is_empty() => ".".to_owned(),
        near => near,
    };
    let known = names.join(", ");
    DataError::Unknown {
        kind,
        name,
        known,
        near,
    }
}

/// The same of a header.
#[must_use]
pub fn header_error(error: KeepingError, folder: &Folder) -> KeepingError {
    match error {
        KeepingError::Data(error) => KeepingError::Data(with_positions(error, folder)),
        other => other,
    }
}

/// The start that a header names.
fn start(folder: &Folder, record: &Record) -> Result<(Battle, Vec<Event>, String), NotOpened> {
    let seed = keeping::seed_of(record).map_err(not_opened)?;
    let chance = Chance::seeded(seed);
    let ready = position_of(record, folder);
    if let Some(other) = record.tag(SITUATION).filter(|_| ready.is_none()) {
        return Err(NotOpened(format!(
            "the header's tag Situation is '{}', which is no ready position: no files are opened here",
            clip(other)
        )));
    }
    let (battle, outcome, title) = match ready.and_then(|name| position(folder, name)) {
        Some(case) => {
            let case = case?;
            let (battle, outcome) = case.begin_battle(chance).map_err(not_opened)?;
            (battle, outcome, case.title().to_owned())
        }
        None => {
            let facts = keeping::facts_of(record, folder)
                .map_err(|error| not_opened(header_error(error, folder)))?;
            let title = facts.terrain.name.clone();
            let (battle, outcome) = Battle::pitched(facts, chance).map_err(not_opened)?;
            (battle, outcome, title)
        }
    };
    Ok((battle, outcome.events, title))
}

fn seated(record: &Record, choices: u64) -> Result<BySide<Option<Box<dyn Player>>>, NotOpened> {
    let seed = keeping::seed_of(record).map_err(not_opened)?.0;
    let sit = |tag: &str, side: u64| match record.tag(tag).unwrap_or(PERSON) {
        PERSON => Ok(None),
        // A player taken up again goes on with another stream: what it does was never promised.
        name => sit_down(
            name,
            seed.wrapping_mul(2).wrapping_add(side) ^ (choices << 8),
        )
        .map(Some)
        .map_err(NotOpened),
    };
    Ok(BySide {
        union: sit("Union", 0)?,
        confederate: sit("Confederate", 1)?,
    })
}

impl Table {
    /// A new game; `seed` is taken if the wish names none.
    ///
    /// # Errors
    /// What is wrong with the wish.
    pub fn begin(folder: &Folder, wish: &NewGame, seed: u64) -> Result<Self, NotOpened> {
        if let Some(switch) = set_twice(wish.rules.iter().map(String::as_str)) {
            return Err(NotOpened(format!(
                "the switch {} is set twice",
                clip(switch)
            )));
        }
        let options =
            keeping::switches(wish.rules.iter().map(String::as_str)).map_err(NotOpened)?;
        let names = BySide {
            union: wish.union.as_str(),
            confederate: wish.confederate.as_str(),
        };
        let seed = Seed(wish.seed.unwrap_or(seed));
        let header = match position(folder, &wish.table) {
            Some(_) if !wish.rules.is_empty() => {
                return Err(not_opened("a position sets its own rules"));
            }
            Some(case) => position_header(&wish.table, &case?, seed, names),
            None => {
                let facts = folder
                    .ready(&wish.table, options)
                    .map_err(|error| not_opened(with_positions(error, folder)))?;
                keeping::header(&wish.table, &facts, seed, names)
            }
        };
        Self::open(folder, header)
    }

    /// The game of a record, as far as it was played.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn open(folder: &Folder, record: Record) -> Result<Self, NotOpened> {
        let (battle, opening, title) = start(folder, &record)?;
        let mut story = vec![opening];
        let mut follower = battle.clone();
        for (_, line) in &record.lines {
            if let RecordLine::Choice { side, text, .. } = line {
                let outcome = follower.follow(*side, text, None).map_err(not_opened)?;
                story.push(outcome.events);
            }
        }
        let version = u64::try_from(story.len()).unwrap_or(0);
        let players = seated(&record, version)?;
        let session = Session::resume(battle, record).map_err(not_opened)?;
        let mut table = Self {
            session,
            title,
            players,
            story,
            version,
        };
        table.run();
        Ok(table)
    }

    /// The same at a version that was told already: what came after it is taken back.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn back_at(folder: &Folder, record: Record, version: u64) -> Result<Self, NotOpened> {
        let mut table = Self::open(folder, record)?;
        table.version = version;
        Ok(table)
    }

    /// The record so far. It tells the dice to come: nobody who plays is shown it before the end.
    #[must_use]
    pub const fn record(&self) -> &Record {
        self.session.record()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.session.game().result().is_some()
    }

    /// What is played.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Turn and division.
    #[must_use]
    pub fn heading(&self) -> String {
        self.session.game().heading()
    }

    /// Whether a person here plays a side.
    #[must_use]
    pub const fn is_here(&self, side: Side) -> bool {
        match side {
            Side::Union => self.players.union.is_none(),
            Side::Confederate => self.players.confederate.is_none(),
        }
    }

    pub(crate) fn choose(&mut self, text: &str, version: u64) -> Reply {
        if version != self.version {
            return Reply::Stale;
        }
        let battle = self.session.game();
        let refused = |reason: String| Reply::Refused { rule: None, reason };
        let Some(ask) = battle.asked() else {
            return refused("the game is over".to_owned());
        };
        if !self.is_here(ask.side) {
            return refused("the other side decides".to_owned());
        }
        let choice = match battle.parse(text) {
            Ok(choice) => choice,
            Err(error) => return refused(notation::told(battle.facts(), &error)),
        };
        if let Some(refusal) = battle.why_not(ask.side, &choice) {
            return Reply::Refused {
                rule: Some(refusal.rule.id().to_owned()),
                reason: refusal.reason.into_owned(),
            };
        }
        match self.session.choose(ask.side, &choice) {
            Ok(outcome) => {
                self.story.push(outcome.events);
                self.version += 1;
                self.run();
                Reply::Done
            }
            Err(error) => refused(error.to_string()),
        }
    }

    /// Takes back the last choice of a person here, and with it what the program chose since.
    pub(crate) fn undo(&mut self) -> Reply {
        let refused = |error: UndoError| Reply::Refused {
            rule: None,
            reason: error.to_string(),
        };
        // What the program alone has chosen it would choose again: that is not taken back.
        let Some(steps) = self.undo_steps() else {
            return refused(UndoError::AtBarrier);
        };
        for _ in 0..steps {
            if let Err(error) = self.session.undo() {
                return refused(error);
            }
            self.story.pop();
            self.version += 1;
        }
        Reply::Done
    }

    /// How many choices undo takes back: as many as lead to a decision of a person here. None if there is no such one.
    pub(crate) fn undo_steps(&self) -> Option<usize> {
        let choices = keeping::taken_back(&self.session, |side| self.is_here(side));
        choices.map(|list| list.len())
    }

    /// Counts choices and undos.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The players of the program decide until a person must.
    fn run(&mut self) {
        for _ in 0..MOST {
            let Some(seat) = Seat::of(self.session.game()) else {
                return;
            };
            let side = seat.ask().side;
            let Some(player) = &mut self.players[side] else {
                return;
            };
            let Some(choice) = player.choose(seat) else {
                return;
            };
            let Ok(outcome) = self.session.choose(side, &choice) else {
                return;
            };
            self.story.push(outcome.events);
            self.version += 1;
        }
    }
}
