//! SR 11.36, BB 14.53: who must commit itself.

use longroll_catalog::facts::{Arm, Experience};
use longroll_rule::Rule;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Attacker, Charge};

/// SR 11.36, 8.36-green, BB 14.53: the rule by which an attacker makes a UDD before it assaults. Nobody does in a Continued assault.
/// BB 14.53, reading 127: cavalry that charges has rolled already (SR 11.54).
#[must_use]
pub fn needs_commitment(
    look: &AssaultScene<'_>,
    assault: &Assault,
    attacker: &Attacker,
) -> Option<Rule> {
    if assault.continued > 0 || attacker.charge == Charge::Cavalry {
        return None;
    }
    let facts = look.facts(attacker.unit);
    if facts.arm == Arm::Cavalry && look.scene.setting.terms().is_some() {
        return Some(Rule::BB_14_53);
    }
    (facts.experience.value == Experience::Green).then_some(Rule::SR_11_36)
}
