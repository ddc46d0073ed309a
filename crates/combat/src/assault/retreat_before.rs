//! SR 11.33: Retreat before assault.

use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 11.33, 11.33-excluded: whether a unit may Retreat before these assaults: all designated ones in Step 2, or the one Continued
/// assault that is about to be fought (reading 22).
///
/// # Errors
/// The rule that forbids it.
pub fn may_retreat_before(
    look: &AssaultScene<'_>,
    unit: UnitId,
    now: &[Assault],
) -> Result<(), Refusal> {
    todo!("{look:?} {unit:?} {now:?}")
}

/// SR 11.33-disordered, BB 14.1-retreat: the rule by which a unit makes one UDD after its Retreat before assault (readings 25, 26).
#[must_use]
pub fn rolls_after_retreat(look: &AssaultScene<'_>, unit: UnitId) -> Option<Rule> {
    todo!("{look:?} {unit:?}")
}
