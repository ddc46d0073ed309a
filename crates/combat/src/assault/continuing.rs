//! SR 11.47: Continued assault.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_movement::Checks;

use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::eligible::Duty;

/// How the right to go on was earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Earned {
    /// SR 11.47-marker, reading 98: every defender routed or was Abandoned by its own failed check in Step 4.
    FailedCheck,
    /// A row of BB T-assault that lets the attacker go on.
    Attacker,
    /// The row that lets the defender go on.
    Defender,
}

/// SR 11.47, readings 97, 99: whether a unit may or must go on after this assault, once advances are done. For [`Earned::Defender`]
/// the unit is one of the defenders.
///
/// # Errors
/// The rule that forbids it.
pub fn may_continue(
    look: &AssaultScene<'_>,
    assault: &Assault,
    unit: UnitId,
    earned: Earned,
) -> Result<Duty, Refusal> {
    todo!("{look:?} {assault:?} {unit:?} {earned:?}")
}

/// One place a unit that goes on may come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraAdvance {
    /// The hexes entered, none to two.
    pub path: Vec<HexId>,
    /// The facing at the end.
    pub facing: Facing,
    /// Whether an enemy is then in its front: where any such place exists one of them must be taken.
    pub faces_enemy: bool,
    /// Risks of the ground, hex by hex.
    pub checks: Vec<Checks>,
}

/// SR 11.47-advance, readings 101, 102: where a unit that goes on may come to, its own hex with the free turn included.
#[must_use]
pub fn extra_advances(look: &AssaultScene<'_>, unit: UnitId) -> Vec<ExtraAdvance> {
    todo!("{look:?} {unit:?}")
}
