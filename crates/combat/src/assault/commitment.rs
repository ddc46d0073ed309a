//! SR 11.36, BB 14.53: who must commit itself.

use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Attacker};

/// SR 11.36, 8.36-green, BB 14.53: the rule by which an attacker makes a UDD before it assaults.
#[must_use]
pub fn needs_commitment(
    look: &AssaultScene<'_>,
    assault: &Assault,
    attacker: &Attacker,
) -> Option<Rule> {
    todo!("{look:?} {assault:?} {attacker:?}")
}
