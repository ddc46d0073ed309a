//! Special rules of scenarios that keep units where they are until something frees them.

mod line;
mod release;

pub(crate) use line::begin_marker;
pub use line::{is_bound, may_enter, shelled};
pub use release::{ReleaseStep, may_act, may_move};
pub(crate) use release::{begin_turn, enemy_came};
