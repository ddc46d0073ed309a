//! Special rules of scenarios that keep units where they are until something frees them.

mod release;

pub use release::{ReleaseStep, may_act, may_move};
pub(crate) use release::{begin_turn, enemy_came};
