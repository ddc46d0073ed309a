//! SR 10.68, 10.69, 10.91, 14.33, BB 10.9, 10.91, 14.75: what a die does to the ammunition of those who fired.

use longroll_catalog::facts::{Ammunition, UnitId};
use longroll_catalog::tables::FireTable;
use longroll_position::rule_set;
use serde::{Deserialize, Serialize};

use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::fire::FiringPart;

/// How a shot wears the ammunition of a firer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wear {
    /// SR 10.69, 10.91: one step on a 5.
    Ordinary,
    /// SR 10.68: Out on a 0 or 5 of either shot.
    Rapid,
    /// SR 14.33: Out on a 5 in the second round of a Spencer.
    SpencerSecond,
    /// BB 10.91: Out whatever the die.
    LastRounds,
}

/// The ammunition of a unit or section, changed by a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AmmunitionChange {
    pub unit: UnitId,
    /// The section; none for the whole unit.
    pub section: Option<u8>,
    /// The state after the whole fire is over.
    pub after: Ammunition,
}

/// The ammunition of a firer: its section's where it differs from the battery's.
#[must_use]
pub fn ammunition_of(look: &FireScene<'_>, firer: FiringPart) -> Ammunition {
    let unit = firer.part.unit;
    let of_section = firer.section.and_then(|section| {
        look.history
            .sections
            .iter()
            .find(|own| own.unit == unit && own.section == section)
    });
    of_section.map_or(look.state(unit).ammunition, |own| own.ammunition)
}

/// Whether a unit uses up ammunition: guns always (SR 10.69), foot where the rule is played (SR 10.9, BB 10.9), mounted
/// cavalry and gunboats never (SR 10.91, BB 14.75).
#[must_use]
pub fn depletes(look: &FireScene<'_>, unit: UnitId) -> bool {
    match FirerArm::of(look.facts(unit), look.state(unit)) {
        FirerArm::Guns => true,
        FirerArm::Foot | FirerArm::Detachment | FirerArm::Dismounted => {
            look.switches().opt_ammunition == rule_set::Ammunition::On
        }
        FirerArm::Mounted | FirerArm::Boat => false,
    }
}

/// The state after a fire, from the unmodified dice of its shots and how each wore the firer: one step at most by ordinary
/// fire, however often it was divided (fire reading 62).
#[must_use]
pub fn after(table: &FireTable, before: Ammunition, shots: &[(Wear, u8)]) -> Ammunition {
    let out = shots.iter().any(|(wear, die)| match wear {
        Wear::Ordinary => false,
        Wear::Rapid => table.rapid_fire_depletion.contains(die),
        Wear::SpencerSecond => table.depletion.contains(die),
        Wear::LastRounds => true,
    });
    let worn = shots
        .iter()
        .any(|(wear, die)| *wear == Wear::Ordinary && table.depletion.contains(die));
    match (out, worn, before) {
        (true, _, _) | (_, true, Ammunition::Low) => Ammunition::Out,
        (_, true, Ammunition::Full) => Ammunition::Low,
        _ => before,
    }
}
