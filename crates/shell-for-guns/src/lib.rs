//! Shell for Guns Lite on a table without a grid: a pure state machine that measures exactly.
//!
//! Choices go in, events come out, dice are the only chance (`core::Game`). Moves, charges and places are families: any
//! tick and any hundredth of a degree inside them is accepted, everything else refused with its rule and the measure
//! that decides. What happens is an [`Event`]; [`Table::apply`] is the only writer. Procedures are [`frames`] on a
//! stack; questions live in [`moving`], [`fighting`], [`command`] and [`scenario`]. No I/O, clock or floats.

mod battle;
mod beside;
pub mod choice;
pub mod command;
pub mod data;
pub mod event;
pub mod facts;
pub mod family;
pub mod fighting;
mod forming;
pub mod frames;
mod joining;
pub mod keeping;
pub mod look;
pub mod measure;
pub mod moving;
pub mod notation;
pub mod options;
mod play;
pub mod players;
mod reading;
mod refusal;
pub mod roll;
pub mod scenario;
mod scope;
pub mod situation;
mod stance;
mod suggest;
pub mod table;
pub mod tape;
pub mod text;
pub mod view;
mod words;

pub use battle::{Battle, State};
pub use choice::Choice;
pub use event::Event;
pub use facts::Facts;
pub use family::Kin;
pub use forming::formations;
pub use options::Options;
pub use reading::{Fault, Faults};
pub use table::Table;
pub use view::{Seat, View};
pub use words::Word;
