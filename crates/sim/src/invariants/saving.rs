//! A saved game is the same game: saves, copies, undo and records bring back exactly what was.

use std::sync::Arc;

use longroll_core::{Barrier, BySide, ChanceError, Game, Outcome, Record, Seed, Session, replay};
use longroll_gbacw::{Battle, Event, Stage};

use super::Findings;
use crate::game::{Made, record_of};
use crate::opening::Opening;
use crate::{save, table};

/// Who plays does not matter here.
const PLAYERS: BySide<&str> = BySide {
    union: "somebody",
    confederate: "somebody",
};

/// Save, load, continue: the same state, the same fingerprint, the same list.
pub(super) fn check_save(battle: &Battle, seed: Seed, findings: &mut Findings) {
    const PROMISE: &str = "a save loads as the same game";
    let header = table::header(battle.stage(), seed, PLAYERS);
    let saved = match save::save(battle, &header) {
        Ok(saved) => saved,
        Err(error) => return findings.add(PROMISE, error.to_string()),
    };
    match save::open_on(battle.stage(), &saved) {
        Ok(loaded) => {
            findings.expect(
                loaded.fingerprint() == battle.fingerprint() && loaded.state() == battle.state(),
                PROMISE,
                || "the state differs".to_owned(),
            );
            findings.expect(loaded.offers() == battle.offers(), PROMISE, || {
                "the list of choices differs".to_owned()
            });
        }
        Err(error) => findings.add(PROMISE, error.to_string()),
    }
    let copy = battle.clone();
    findings.expect(
        copy.state() == battle.state() && copy.offers() == battle.offers(),
        "a copy is the same game",
        String::new,
    );
}

/// The same choice on a copy leads to the same game, and undo brings back the identical state, or is refused after a die.
pub(super) fn check_undo(
    before: &Battle,
    after: &Battle,
    made: Made,
    outcome: &Outcome<Event>,
    findings: &mut Findings,
) {
    let mut session = Session::new(before.clone(), Record::default());
    match session.choose(made.side, &made.choice) {
        Ok(again) => findings.expect(
            again == *outcome && session.game().state() == after.state(),
            "the same choice leads to the same game",
            || format!("'{}'", before.print(&made.choice)),
        ),
        Err(error) => findings.add("the same choice leads to the same game", error.to_string()),
    }
    let undone = session.undo();
    match outcome.barrier {
        Barrier::Open => {
            findings.expect(
                undone.is_ok(),
                "what revealed nothing can be taken back",
                || before.print(&made.choice),
            );
            findings.expect(
                session.game().state() == before.state() && session.record().lines.is_empty(),
                "undo returns to the identical state",
                || before.print(&made.choice),
            );
        }
        Barrier::Closed => {
            findings.expect(undone.is_err(), "nothing is taken back past a die", || {
                before.print(&made.choice)
            });
        }
    }
    findings.expect(
        outcome.drawn.is_empty() || outcome.barrier == Barrier::Closed,
        "a die closes the way back",
        || before.print(&made.choice),
    );
}

/// A game as it began, wherever that was.
#[derive(Debug, Clone)]
pub(super) struct Begun(Box<Battle>);

impl Begun {
    /// At its first decision.
    pub(super) fn with(battle: &Battle) -> Self {
        Self(Box::new(battle.clone()))
    }

    /// Whether it begins with the first turn of its scenario, so that its record alone opens it again.
    fn is_scenario(&self, seed: Seed) -> bool {
        let opening: &dyn Opening = self.0.stage();
        let fresh = opening.begin(seed);
        fresh.is_ok_and(|(battle, _)| battle.state() == self.0.state())
    }
}

impl Opening for Begun {
    fn stage(&self) -> &Arc<Stage> {
        self.0.stage()
    }

    fn begin(&self, _: Seed) -> Result<(Battle, Outcome<Event>), ChanceError> {
        let nothing = Outcome {
            events: Vec::new(),
            drawn: Vec::new(),
            barrier: Barrier::Open,
        };
        Ok((Battle::clone(&self.0), nothing))
    }
}

/// The record of the whole game, written, read and replayed, ends in the same state.
pub(super) fn check_replay(
    battle: &Battle,
    begun: &Begun,
    seed: Seed,
    choices: &[Made],
    findings: &mut Findings,
) {
    const PROMISE: &str = "the record replays to the same game";
    let (again, record) = match record_of(begun, seed, PLAYERS, choices) {
        Ok(played) => played,
        Err(error) => return findings.add(PROMISE, error.to_string()),
    };
    findings.expect(again.state() == battle.state(), PROMISE, || {
        "the same choices lead elsewhere".to_owned()
    });
    let text = record.print();
    let read = match Record::parse(&text) {
        Ok(read) => read,
        Err((_, error)) => return findings.add(PROMISE, error.to_string()),
    };
    findings.expect(
        read.print() == text,
        "a record prints as it was read",
        String::new,
    );
    let mut replayed = if begun.is_scenario(seed) {
        match table::reopen_on(battle.stage(), &read) {
            Ok(battle) => battle,
            Err(error) => return findings.add(PROMISE, error.to_string()),
        }
    } else {
        Battle::clone(&begun.0)
    };
    if let Err(error) = replay(&mut replayed, &read, |_| {}) {
        findings.add(PROMISE, error.to_string());
    }
    findings.expect(
        replayed.state() == battle.state() && replayed.fingerprint() == battle.fingerprint(),
        PROMISE,
        || "the state differs at the end".to_owned(),
    );
}
