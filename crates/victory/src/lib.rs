//! Who is winning, and why (BB 30, 31).
//!
//! [`score`] asks a position what the victory terms of its scenario make of it: every point with its reason and its rule,
//! every objective, shift and automatic victory with what it still wants, and the verdict if the game ended now. It decides
//! nothing and changes nothing; who held which place when is kept by the position ([`longroll_position::Control`]).
//!
//! Whether a command could be given other orders is a question of the series rules, which stand above this crate: whoever
//! asks for a score brings the answer ([`Orders`]).

mod broken;
mod condition;
mod due;
mod early;
mod goal_kind;
mod judge;
mod places;
mod reason;
mod score;
mod tally;
mod verdict;

pub use broken::is_broken;
pub use condition::Check;
pub use due::Due;
pub use early::{Ending, ending, may_extend};
pub use goal_kind::GoalKind;
pub use judge::Orders;
pub use places::{NamedPlace, PlaceKind, places};
pub use reason::{Blank, Reason};
pub use score::{Goal, Line, Score, score};
pub use verdict::{Grade, Verdict};
