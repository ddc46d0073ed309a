//! What became of a battle.
//!
//! * [`Chronicle`]: a game told from its events: hour by hour what happened, who fell where, how strong the armies were and
//!   how the score stood. [`Chronicler`] writes it; it follows the position by the one function that changes it.
//! * [`Ledger`]: every die with the ten outcomes it could have had, and how lucky it was for its side.
//! * [`replay`]: both, from a record. The dice of the record are handed to the battle one by one, so that each is known
//!   with all its outcomes before it falls.
//! * [`text`] and [`html`]: the report for a terminal, and as one file for a browser. The words are the caller's ([`Words`]).
//! * [`stats`]: many games in figures, with intervals.
//! * [`tabletop`]: the same for battles on a table without hexes (Shell for Guns Lite).
//!
//! Nothing here is a rule, reads a file or asks a clock. Floats only measure drawings and shares.

mod chart;
mod chronicle;
mod chronicler;
mod fallen;
pub mod html;
mod ledger;
mod many;
mod replay;
pub mod stats;
pub mod tabletop;
pub mod text;
mod words;

pub use chronicle::{Chronicle, Fallen, Hour, Moment, Standing, UnitLoss};
pub use chronicler::Chronicler;
pub use ledger::{DieKind, Entry, Ledger, Sum};
pub use many::{Failed, Plan, Played, play_many};
pub use replay::{ReplayFault, Replayed, replay};
pub use words::Words;

/// SR 2.41: men of a strength point of infantry or cavalry.
pub const MEN: u32 = 50;
