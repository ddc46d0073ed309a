//! SR 8.48: Envelopment.

use longroll_catalog::facts::UnitId;
use longroll_movement::extension::Closed;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 8.48, reading 105: the wheels an attacking Extended Line may make after Step 3.
#[must_use]
pub fn envelopments(look: &AssaultScene<'_>, assault: &Assault) -> Vec<(UnitId, Closed)> {
    todo!("{look:?} {assault:?}")
}
