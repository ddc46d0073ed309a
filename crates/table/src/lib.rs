//! The table: one layer between the rules and every screen.
//!
//! A [`Table`] is a game with its seats. Sayings go in ([`wire::Saying`]), replies and news come out ([`wire::Reply`],
//! [`wire::Answer`]); somebody who looks has [`Eyes`], which know what he was told last. Entries ([`Entry`]) are what is
//! kept of a game. No I/O, no clock, no threads: the server carries the messages and keeps the entries, the terminal and,
//! later, the page itself can do the same.
//!
//! What a side may not know is not in anything that its eyes are shown: pieces come from `gbacw::View`, events pass
//! `gbacw::hidden_from`, other people's questions lose their choices.

mod describe;
mod entry;
mod eyes;
mod fault;
mod fight;
mod formation;
mod game;
mod imagined;
mod lookup;
mod naming;
mod odds;
mod preview;
mod question;
mod saying;
mod score;
mod seen;
mod sentence;
mod sight;
mod standing;
mod story;
mod table;
mod trial;
mod why;
pub mod wire;
mod wish;
mod words;

pub use entry::{Curtain, Entry, Intent, Opening, Sitter};
pub use eyes::Eyes;
pub use game::OpenError;
pub use odds::{assault_odds, odds};
pub use standing::{Lapse, Standing};
pub use story::event_line;
pub use table::{Table, Viewer};
pub use words::{Language, Words};
