//! What became of a battle on the tabletop (Shell for Guns Lite).
//!
//! The same promises as for the hexes: [`Annals`] are told from events alone, [`Rolls`] weigh every roll against all that
//! it could have been, [`text`] and [`html`] put both into the reader's words.

mod annals;
pub mod html;
mod rolls;
pub mod text;

use longroll_core::{
    BySide, Game as _, Outcome, Record, ReplayError, replay as play_again, whole_words,
};
use longroll_shell_for_guns::{Battle, Event, Table};

pub use annals::{Annals, Count, Fate, Held, Moment, Standing, Turn};
pub use rolls::{Entry, Rolls, Sum};

/// A record that has been played again.
#[derive(Debug)]
pub struct Retold {
    /// The battle as it stands after the last line.
    pub battle: Battle,
    /// What happened.
    pub annals: Annals,
    /// Its dice.
    pub rolls: Rolls,
}

/// Whether every order of a record is written in whole words; here each says by itself what it means.
///
/// # Errors
/// The first line that is an abbreviation, with what it means.
pub fn check_words(battle: &Battle, record: &Record) -> Result<(), ReplayError> {
    whole_words(battle, record, |battle, text| {
        battle.parse(text).ok().map(|choice| battle.print(&choice))
    })
}

/// Plays a record again. `start` is the table before anything happened, `opening` what happened before the first decision.
///
/// # Errors
/// The first line that does not fit.
pub fn replay(
    (mut battle, opening): (Battle, Outcome<Event>),
    start: Table,
    record: &Record,
) -> Result<Retold, ReplayError> {
    check_words(&battle, record)?;
    let facts = battle.facts().clone();
    let mut annals = annals::Annalist::new(&facts, start);
    let mut rolls = Rolls::default();
    let mut see = |events: &[Event]| {
        for event in events {
            annals.see(event);
            rolls.note(&facts, annals.turn(), event);
        }
    };
    see(&opening.events);
    play_again(&mut battle, record, |events| see(&events))?;
    let tag = |name: &str| record.tag(name).unwrap_or_default().to_owned();
    let players = BySide {
        union: tag("Union"),
        confederate: tag("Confederate"),
    };
    Ok(Retold {
        annals: annals.finish(tag("Title"), players, tag("Rules")),
        battle,
        rolls,
    })
}
