//! A game played out with its record, and every promise checked on the way if that is wanted.

use core::ops::AddAssign;
use std::sync::Arc;

use longroll_core::{BySide, Chance, Game as _, Outcome, Record, Seed, Session, Side, replay};

use super::{Checker, Player};
use crate::battle::Battle;
use crate::event::Event;
use crate::keeping;
use crate::table::Table;
use crate::view::Seat;

/// No game is nearly as long.
const MOST: u32 = 6000;

/// How often something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Orders tested.
    pub orders: u32,
    /// Fires.
    pub fires: u32,
    /// Charges that moved.
    pub charges: u32,
    /// Melees.
    pub melees: u32,
    /// Attempts to break through.
    pub breakthroughs: u32,
    /// Units that left the game.
    pub removed: u32,
}

impl Tally {
    fn note(&mut self, event: &Event) {
        *match event {
            Event::Ordered { .. } => &mut self.orders,
            Event::Fired { .. } => &mut self.fires,
            Event::ChargeMade { .. } => &mut self.charges,
            Event::MeleeJoined { .. } => &mut self.melees,
            Event::BrokeThrough { .. } => &mut self.breakthroughs,
            Event::Removed { .. } => &mut self.removed,
            _ => return,
        } += 1;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.orders += other.orders;
        self.fires += other.fires;
        self.charges += other.charges;
        self.melees += other.melees;
        self.breakthroughs += other.breakthroughs;
        self.removed += other.removed;
    }
}

/// A game that came to its end, or to its first fault.
#[derive(Debug)]
pub struct Watched {
    /// Choices made.
    pub decisions: u32,
    /// Numbers drawn.
    pub drawn: u32,
    /// What happened how often.
    pub tally: Tally,
    /// The result, if it came to its end.
    pub result: Option<String>,
    /// Broken promises.
    pub faults: Vec<String>,
    /// The game with its record.
    pub session: Session<Battle>,
}

/// Plays a game to its end. `start` is the table before the first events; with `check` every promise is held against
/// every choice, saves are opened again on the way and the record is replayed at the end.
pub fn watch(
    (battle, opening): (Battle, Outcome<Event>),
    start: Table,
    players: &mut BySide<Box<dyn Player>>,
    header: Record,
    check: Option<Seed>,
) -> Watched {
    let fresh = battle.clone();
    let mut checker = check.map(|seed| Checker::new(start, Chance::seeded(seed)));
    let mut watched = Watched {
        decisions: 0,
        drawn: 0,
        tally: Tally::default(),
        result: None,
        faults: Vec::new(),
        session: Session::new(battle, header),
    };
    if let Some(checker) = &mut checker {
        watched.faults = checker.after(watched.session.game(), &opening.events);
    }
    while watched.faults.is_empty() {
        let game = watched.session.game();
        let Some(seat) = Seat::of(game) else { break };
        let side = seat.ask().side;
        let Some(choice) = players[side].choose(seat) else {
            watched.faults.push(format!("{side} has no choice"));
            break;
        };
        if let Some(checker) = &mut checker {
            let deep = watched.decisions.is_multiple_of(7);
            let faults = checker.at_decision(game, deep);
            watched.faults.extend(faults);
            if watched.decisions.is_multiple_of(29) {
                watched.faults.extend(saved(&watched.session));
            }
        }
        watched.step(side, &choice, checker.as_mut());
        if watched.decisions > MOST {
            watched.faults.push("the game does not end".to_owned());
        }
    }
    watched.result = watched.session.game().result();
    if checker.is_some() && watched.faults.is_empty() {
        watched.faults.extend(replayed(fresh, &watched.session));
    }
    watched
}

impl Watched {
    fn step(&mut self, side: Side, choice: &crate::choice::Choice, checker: Option<&mut Checker>) {
        let notation = self.session.game().print(choice);
        match self.session.choose(side, choice) {
            Ok(outcome) => {
                self.decisions += 1;
                self.drawn += u32::try_from(outcome.drawn.len()).unwrap_or(0);
                outcome
                    .events
                    .iter()
                    .for_each(|event| self.tally.note(event));
                if let Some(checker) = checker {
                    let faults = checker.after(self.session.game(), &outcome.events);
                    let named = |fault| format!("after '{notation}': {fault}");
                    self.faults.extend(faults.into_iter().map(named));
                }
            }
            Err(error) => self.faults.push(format!("'{notation}': {error}")),
        }
    }
}

/// A saved moment opens as the same game.
fn saved(session: &Session<Battle>) -> Option<String> {
    let game = session.game();
    let opened = keeping::save(game, session.record())
        .and_then(|text| keeping::open(&text, Some(Arc::clone(game.facts()))));
    match opened {
        Ok(opened) if opened.fingerprint() == game.fingerprint() => None,
        Ok(_) => Some("a save opens as another game".to_owned()),
        Err(error) => Some(format!("a save does not open: {error}")),
    }
}

/// The printed record leads to the same end.
fn replayed(mut fresh: Battle, session: &Session<Battle>) -> Option<String> {
    let record = match Record::parse(&session.record().print()) {
        Ok(record) => record,
        Err((_, error)) => return Some(format!("the record does not read back: {error}")),
    };
    if let Err(error) = replay(&mut fresh, &record, |_| {}) {
        return Some(format!("the record does not replay: {error}"));
    }
    (fresh.fingerprint() != session.game().fingerprint())
        .then(|| "a replay ends elsewhere".to_owned())
}
