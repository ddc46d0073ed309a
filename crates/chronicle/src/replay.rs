//! A record played again, every die known with all its outcomes before it falls.

use longroll_core::{Chance, Game as _, Record, RecordLine, ReplayError};
use longroll_gbacw::event::Wanted;
use longroll_gbacw::{Battle, Event, Stage};

use crate::chronicle::Chronicle;
use crate::chronicler::Chronicler;
use crate::ledger::Ledger;

/// A record that has been played again.
#[derive(Debug)]
pub struct Replayed {
    /// The battle as it stands after the last line.
    pub battle: Battle,
    /// What happened.
    pub chronicle: Chronicle,
    /// Its dice.
    pub ledger: Ledger,
}

/// Why a record cannot be played again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// It is not true.
    #[error(transparent)]
    Untrue(#[from] ReplayError),
    /// A line cannot be told.
    #[error("line {line}: {reason}")]
    Line {
        /// The line of the record.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Plays a record again from its first decision: first on the dice of its seed, so that only a true one is told, then with
/// every die asked for.
///
/// # Errors
/// The first line that does not fit, or a result that is another one.
pub fn replay(
    mut battle: Battle,
    first: &[Event],
    record: &Record,
) -> Result<Replayed, ReplayFault> {
    longroll_sim::check(&battle, record)?;
    let stage = battle.stage().clone();
    let mut chronicler = begun(&battle, first);
    battle.set_chance(Chance::asked());
    let mut ledger = Ledger::default();
    for (line, entry) in &record.lines {
        let RecordLine::Choice { side, text, drawn } = entry else {
            continue;
        };
        let fault = |reason: String| ReplayFault::Line {
            line: *line,
            reason,
        };
        let outcome = battle
            .follow(*side, text, None)
            .map_err(|error| fault(error.to_string()))?;
        see_all(&mut chronicler, &stage, &outcome.events);
        let mut numbers = drawn.iter();
        while let Some(wanted) = battle.wanted().cloned() {
            let Some(&number) = numbers.next() else {
                return Err(fault("a number is missing".to_owned()));
            };
            if let Wanted::Die(roll) = &wanted {
                let turn = chronicler.position().turn;
                ledger.note(&stage.setting, turn, roll, number);
            }
            let outcome = battle
                .supply(number)
                .map_err(|error| fault(error.to_string()))?;
            see_all(&mut chronicler, &stage, &outcome.events);
        }
        if numbers.next().is_some() {
            return Err(fault("there are more numbers than were drawn".to_owned()));
        }
    }
    let chronicle = chronicler.finish(&stage);
    Ok(Replayed {
        battle,
        chronicle,
        ledger,
    })
}

/// A chronicle up to the first decision. What happened before it is told by its events, if the position they led to is
/// where the battle starts.
fn begun(battle: &Battle, first: &[Event]) -> Chronicler {
    let stage = battle.stage();
    let here = || Chronicler::new(&stage.setting, battle.position());
    let Ok(begun) = longroll_gbacw::assembly::sound_start(&stage.setting) else {
        return here();
    };
    let mut position = begun.clone();
    for event in first {
        position.apply(&stage.setting, event);
    }
    if position != *battle.position() {
        return here();
    }
    let mut chronicler = Chronicler::new(&stage.setting, &begun);
    see_all(&mut chronicler, stage, first);
    chronicler
}

fn see_all(chronicler: &mut Chronicler, stage: &Stage, events: &[Event]) {
    for event in events {
        chronicler.see(stage, event);
    }
}
