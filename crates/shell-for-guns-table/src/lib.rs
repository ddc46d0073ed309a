//! The table of Shell for Guns Lite for a screen: one game with its seats. Sayings go in, looks and answers come out. No
//! I/O, no clock, no threads: whoever carries the messages keeps the record.
//!
//! What a side may not know is in nothing that is shown: positions come from `View`, the log tells events, and choices
//! that are made in secret stay in the record until the game is over.

mod answer;
mod game;
pub mod italian;
mod look;
mod said;
mod tongue;
pub mod wire;

pub use game::{
    NotOpened, Table, header_error, position_header, position_of, positions, with_positions,
};
pub use longroll_shell_for_guns::data::Folder;
pub use tongue::Tongue;
