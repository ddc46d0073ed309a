//! Whoever plays against a person without being one: the plain opponent, and outside programs.
//!
//! * [`Plain`] keeps its line, moves on objectives, fires and assaults by combat's odds and says what it has in mind. It sees its side's view, the list of legal
//!   choices and the facts of the scenario; nothing else is handed to it.
//! * [`imagine`] is the one door through which anybody may look ahead.
//! * [`Protocol`] lets a program play by lines of text, in the manner of UCI; `docs/bots.md` describes it.

mod aims;
mod bot;
mod commanding;
mod fighting;
mod foresight;
mod goals;
mod imagine;
mod leading;
mod moving;
mod orders;
mod plain;
mod seats;
mod striking;
mod temper;

pub use bot::Protocol;
pub use imagine::imagine;
pub use plain::{Cancel, Plain};
pub use seats::{Chair, NAMES, sit_down};
