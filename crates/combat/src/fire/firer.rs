//! What fires: the arms as rules of fire tell them apart.

use longroll_catalog::facts::UnitFacts;
use longroll_movement::MoverClass;
use longroll_position::UnitState;
use serde::{Deserialize, Serialize};

/// The arm of a unit as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirerArm {
    /// Infantry.
    Foot,
    /// BB 14.4: a Detachment.
    Detachment,
    /// SR 14.23: cavalry on foot.
    Dismounted,
    /// Cavalry in the saddle.
    Mounted,
    /// Artillery.
    Guns,
    /// BB 14.7: a gunboat.
    Boat,
}

impl FirerArm {
    /// The arm of a unit as it stands.
    #[must_use]
    pub fn of(facts: &UnitFacts, state: &UnitState) -> Self {
        match MoverClass::standing(facts, state) {
            Some(MoverClass::Foot | MoverClass::Leader) => Self::Foot,
            Some(MoverClass::Detachment) => Self::Detachment,
            Some(MoverClass::Dismounted) => Self::Dismounted,
            Some(MoverClass::Cavalry) => Self::Mounted,
            Some(MoverClass::Artillery) => Self::Guns,
            // Only a gunboat has no class of movement (BB 14.73).
            None => Self::Boat,
        }
    }

    /// Whether it serves guns.
    #[must_use]
    pub const fn has_guns(self) -> bool {
        matches!(self, Self::Guns | Self::Boat)
    }
}
