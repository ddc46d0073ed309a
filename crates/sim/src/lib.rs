//! Games without a screen.
//!
//! * [`players`]: who decides, by name; a player sees what his side may see and nothing else.
//! * [`play_game`]: one game from the first list to the last, watched by an [`Observer`]; [`play_drawn`]: one without lists.
//! * [`Checker`]: the observer that holds every moment of a game against the promises of the house.
//! * [`simulate`]: many games on all cores; the same seeds give the same games on any number of threads.
//! * [`Opening`]: where games begin; a stage is one, the position of a situation file another.
//! * [`switches`]: a rule set for each seed, and what the switches wait for that turn nothing yet.
//! * [`save`]: a moment of a game as a text that opens at once.
//! * [`table`]: a scenario with its rules, and the header from which a record is opened again.
//!
//! Nothing here is a rule, and nothing here reads or writes a file: a failure hands back the text of its record.

mod applied;
mod batch;
mod checked;
mod ending;
mod game;
pub mod invariants;
mod opening;
pub mod players;
pub mod save;
pub mod switches;
pub mod table;

pub use applied::Applied;
pub use batch::{Batch, Choosing, Count, Progress, Rules, Spread, Summary, Timing, simulate};
pub use checked::{check, check_words, reseed};
pub use ending::ending;
pub use game::{
    Failure, Fault, Limits, Made, Moment, Observer, Played, Unwatched, play_drawn, play_game,
    record_of, written_on,
};
pub use invariants::{Checker, Thoroughness, Violation};
pub use opening::Opening;
pub use players::{Player, Seat, UnknownPlayer};
