//! SR 11.11-sweep: the order of Step 6.

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// SR 11.11-sweep, 11.41, reading 14: the assaults by their places in the list, from left to right as the attackers see it; those in
/// one group may be fought in any order.
#[must_use]
pub fn sweep_order(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<Vec<usize>> {
    todo!("{look:?} {assaults:?}")
}
