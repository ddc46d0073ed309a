//! SR 6.34: who is Disordered by being attacked where he rests.

use longroll_catalog::facts::UnitId;
use longroll_movement::Scene;

/// SR 6.34: whether a unit rests in Reserve, so that an assault on it, or fire from four hexes or less, disorders it before the die.
/// BB 31.0-alert, reading 141: not those who sleep, whose alert has a UDD of its own.
#[must_use]
pub fn is_roused_by_attack(scene: &Scene<'_>, unit: UnitId) -> bool {
    let (setting, position) = (scene.setting, scene.position);
    let body = position.body_of(setting, unit);
    let sleepers = setting.special.sleepers.as_ref();
    let sleeps = sleepers.is_some_and(|army| army.side == setting.body(body).side)
        && position.body(body).alert.asleep;
    position.body(body).reserve && !sleeps
}
