//! The series rules as one pure state machine: choices go in, events come out, dice are the only chance.
//!
//! A module is a chapter of the rulebook: [`sequence`] (3), [`command`] (4), [`activation`] (5), [`orders`] (6),
//! [`movement`] (7 to 9), [`fire`] (10), [`assault`] (11), [`results`] (12, and SR 2.6). Each holds its questions, pure functions that return the rule,
//! apart from its procedures, the steps of [`step`]. The frames of procedures are data that lie below all of them (a `frame.rs` in
//! each room), so that every procedure may push every other and no files need each other in a long circle; `dispatch.rs` leads
//! from a frame to its procedure, and only the machine (`battle.rs`) lies above that. The crate knows no battle by name: what a battle book varies is data
//! of the setting, a switch of the rule set, or a mechanism that a battle may use.

pub mod activation;
pub mod alert;
pub mod assault;
pub mod assembly;
mod battle;
mod choice;
pub mod command;
mod dispatch;
pub mod events;
mod fatigue;
pub mod fire;
pub mod held;
pub mod movement;
mod name_tables;
pub mod names;
pub mod notation;
pub mod orders;
mod play;
pub mod procedure;
mod prompt;
pub mod recovery;
pub mod results;
mod scene;
pub mod sequence;
mod stage;
mod standing;
pub mod step;
pub mod text;
pub mod victory;
mod view;
pub mod works;

pub use battle::{Battle, ByDraw, Drawn, State};
pub use choice::{Choice, Entry, Shape};
pub use longroll_position::Event;
pub use longroll_position::event;
pub use play::Play;
pub use prompt::Prompt;
pub use scene::At;
pub use stage::{Stage, Survey};
pub use standing::{Standing, standing};
pub use view::{View, hidden_by, hidden_from};
