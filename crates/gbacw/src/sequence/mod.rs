//! SR 3: the sequence of play.

mod arrival;
mod calendar;
mod conditional;
mod effectiveness;
mod end_of_turn;
mod formations;
mod phase;
mod set_up;
mod turn;

pub use calendar::{began_on_first_day, first_day, first_day_hour, first_to_act, is_first_day};
pub(crate) use effectiveness::tally;
pub use effectiveness::{collapses, ineffective_by, is_brigade_ineffective, marker_rule};
pub use end_of_turn::EndOfTurnStep;
pub use phase::Phase;
pub(crate) use phase::{activations, announce, filling};
pub(crate) use set_up::PagePlace;
pub use set_up::SetUpStep;
pub use turn::TurnStep;
