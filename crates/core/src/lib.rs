//! What every system of Long Roll shares: the two sides, dice, terms that explain a number, the decision interface,
//! order notation and the `.roll` record.
//!
//! This crate knows no rulebook. It fixes the one idea of the house: choices go in, events come out, dice are the only
//! chance (see ARCHITECTURE.md). It does no I/O, reads no clock and holds no global state.

mod chance;
mod decision;
mod fingerprint;
mod near;
mod notation;
mod record;
mod reseed;
mod session;
mod side;
mod term;

pub use chance::{Chance, ChanceError, Die, Seed};
pub use decision::{
    Barrier, Choices, Decision, Family, Game, NoFamily, NotChosen, NotFollowed, Offer, Outcome,
    Refusal,
};
pub use fingerprint::{Fingerprint, fingerprint};
pub use near::{did_you_mean, near};
pub use notation::{NotationError, clip, resolve, set_twice, whole_number};
pub use record::{Record, RecordError, RecordLine, ReplayError, Tag, replay, whole_words};
pub use reseed::Reseeds;
pub use session::{Session, UndoError};
pub use side::{BySide, Side, UnknownSide};
pub use term::{Term, Terms};
