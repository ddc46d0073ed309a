//! SR 11.72, BB 4.11, 14.54: brigadiers in assault.

use longroll_core::Term;
use longroll_position::BodyId;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 11.72-absent, BB 14.54, reading 46: the bodies that assault without their brigadier, judged once from the designations of
/// Step 1; for [`super::AssaultPhase::unled`].
#[must_use]
pub fn unled(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<BodyId> {
    todo!("{look:?} {assaults:?}")
}

/// SR 11.42, 11.72, BB 4.11: what brigadiers do to an assault: of several brigades the lowest (reading 49).
#[must_use]
pub fn brigadier_term(look: &AssaultScene<'_>, assault: &Assault) -> Option<Term> {
    todo!("{look:?} {assault:?}")
}
