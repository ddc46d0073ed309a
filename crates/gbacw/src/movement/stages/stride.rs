//! SR 9.13: a step that was chosen.

use longroll_board::Direction;
use longroll_movement::step::StepTerms;

use super::frame::Along;

/// A step into the next hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stride {
    /// Over which hexside.
    pub direction: Direction,
    pub along: Along,
    /// What it costs and means.
    pub terms: StepTerms,
}
