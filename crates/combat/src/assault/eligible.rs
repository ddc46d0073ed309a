//! SR 11.12, 11.2: who may assault, who must, and who charges.

use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::{Attacker, Charge};

/// SR 11.2: what a unit that may assault is free to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Duty {
    /// It must, by this rule.
    Must(Rule),
    /// It may, by this rule.
    May(Rule),
}

/// SR 11.12: whether a unit may assault in this Activation: its side, brigade, arm, orders, deeds, and an enemy it can reach.
///
/// # Errors
/// The rule that forbids it.
pub fn may_assault(look: &AssaultScene<'_>, unit: UnitId) -> Result<(), Refusal> {
    todo!("{look:?} {unit:?}")
}

/// SR 11.21, 11.22: whether a unit that may assault must. For units that may not, the answer means nothing.
#[must_use]
pub fn duty(look: &AssaultScene<'_>, unit: UnitId) -> Duty {
    todo!("{look:?} {unit:?}")
}

/// SR 11.21, 11.51: whether a unit of the activated side charges as it stands now.
#[must_use]
pub fn charge(look: &AssaultScene<'_>, unit: UnitId) -> Charge {
    todo!("{look:?} {unit:?}")
}

/// A unit with what Step 1 fixes about it.
#[must_use]
pub fn attacker(look: &AssaultScene<'_>, unit: UnitId) -> Attacker {
    todo!("{look:?} {unit:?}")
}
