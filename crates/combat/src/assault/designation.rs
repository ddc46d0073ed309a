//! SR 11.31, 11.32: which designations are legal.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// What is wrong with a set of designations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule, and why.
    pub refusal: Refusal,
    /// Whom it is about.
    pub unit: Option<UnitId>,
    /// The enemy hex it is about.
    pub hex: Option<HexId>,
}

/// SR 11.12, 11.31, 11.32, 8.46: whether one assault is legal by itself. For Continued assaults what SR 11.12 asks of Step 1 is left
/// out.
///
/// # Errors
/// The rule that forbids it.
pub fn judge_assault(look: &AssaultScene<'_>, assault: &Assault) -> Result<(), Refusal> {
    todo!("{look:?} {assault:?}")
}

/// SR 11.21, 11.31: everything wrong with the designations of Step 1 taken together: units that must assault and do not, units
/// named twice, enemies in the front of an attacker whom nobody assaults, and what [`judge_assault`] finds. Empty if they stand.
#[must_use]
pub fn judge_designations(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<Fault> {
    todo!("{look:?} {assaults:?}")
}
