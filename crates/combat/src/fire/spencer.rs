//! SR 14.3: repeating rifles and carbines.

use longroll_catalog::facts::UnitId;

use super::firer::FirerArm;
use super::scene::FireScene;
use super::weapon::{is_spencer, weapon_of};
use longroll_position::fire::{DeclaredFire, FiringPart};

/// SR 14.3, 14.35, 14.36: whether a unit fires twice, whatever the occasion: Spencers in Good Order and on foot. Asked
/// before its first shot.
#[must_use]
pub fn fires_twice(look: &FireScene<'_>, unit: UnitId) -> bool {
    let state = look.state(unit);
    has_spencers(look, unit)
        && !state.is_disordered()
        && FirerArm::of(look.facts(unit), state) != FirerArm::Mounted
}

/// SR 10.68, 14.3: a fire as it is made a second time: all of a Rapid one, else by those alone who fire twice (SR 10.82); nothing if
/// nobody does. Asked before the first shot.
#[must_use]
pub fn second_fire(look: &FireScene<'_>, fire: &DeclaredFire) -> Option<DeclaredFire> {
    let mut again = fire.clone();
    if !fire.options.rapid {
        again
            .from
            .retain(|firer| fires_twice(look, firer.part.unit));
    }
    (!again.from.is_empty()).then_some(again)
}

/// SR 14.3: whether a unit has them, in whatever state.
pub(super) fn has_spencers(look: &FireScene<'_>, unit: UnitId) -> bool {
    is_spencer(weapon_of(look, FiringPart::of(unit, 0)))
}
