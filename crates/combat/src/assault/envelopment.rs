//! SR 8.48: Envelopment.

use longroll_catalog::facts::UnitId;
use longroll_movement::extension::{Closed, envelop};

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 8.48, reading 105: the wheels an attacking Extended Line may make after Step 3, against a single hex alone.
#[must_use]
pub fn envelopments(look: &AssaultScene<'_>, assault: &Assault) -> Vec<(UnitId, Closed)> {
    let [target] = assault.targets.as_slice() else {
        return Vec::new();
    };
    if assault.continued > 0 {
        return Vec::new();
    }
    let wheel = |unit: UnitId| Some((unit, envelop(&look.scene, unit, *target).ok()?));
    assault
        .attacking()
        .filter_map(|own| wheel(own.unit))
        .collect()
}
