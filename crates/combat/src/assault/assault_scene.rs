//! What questions of assault are asked of.

use longroll_board::Ground;
use longroll_catalog::Tables;
use longroll_catalog::facts::{Arm, Orders, UnitFacts, UnitId};
use longroll_core::Side;
use longroll_movement::{MoverClass, Scene};
use longroll_position::fire::FireHistory;
use longroll_position::{BodyId, Deeds, Switches, UnitState};

use super::declared::AssaultPhase;

/// One moment of a game in the middle of assaults. Plain references: make one where needed.
#[derive(Debug, Clone, Copy)]
pub struct AssaultScene<'a> {
    /// The map and who stands on it.
    pub scene: Scene<'a>,
    /// What has been fired, who charges, whose Activation it is.
    pub history: &'a FireHistory,
    /// The assaults of this Activation.
    pub phase: &'a AssaultPhase,
}

impl<'a> AssaultScene<'a> {
    /// A unit as printed.
    #[must_use]
    pub fn facts(&self, unit: UnitId) -> &'a UnitFacts {
        self.scene.setting.unit(unit)
    }

    /// A unit as it stands.
    #[must_use]
    pub fn state(&self, unit: UnitId) -> &'a UnitState {
        self.scene.position.unit(unit)
    }

    /// The tables of the battle.
    #[must_use]
    pub fn tables(&self) -> &'a Tables {
        self.scene.setting.tables()
    }

    /// The ground.
    #[must_use]
    pub fn ground(&self) -> &'a Ground {
        self.scene.setting.ground()
    }

    /// The switches in force.
    #[must_use]
    pub fn switches(&self) -> &'a Switches {
        &self.scene.setting.rules.switches
    }

    /// Whether the side's brigade is activated.
    #[must_use]
    pub fn is_phasing(&self, side: Side) -> bool {
        self.history.phasing == Some(side)
    }

    /// The orders a unit counts as being under: Detachments are always under Advance (BB 14.44).
    #[must_use]
    pub fn orders(&self, unit: UnitId) -> Orders {
        match self.class(unit) {
            Some(MoverClass::Detachment) => Orders::Advance,
            // SR 11.59, reading 113.
            Some(MoverClass::Cavalry) if self.state(unit).blown => Orders::Advance,
            _ => self.state(unit).orders,
        }
    }

    /// The arm as it stands; none for a gunboat.
    #[must_use]
    pub fn class(&self, unit: UnitId) -> Option<MoverClass> {
        MoverClass::standing(self.facts(unit), self.state(unit))
    }

    /// Cavalry in the saddle.
    #[must_use]
    pub fn is_mounted(&self, unit: UnitId) -> bool {
        self.class(unit) == Some(MoverClass::Cavalry)
    }

    /// Whether it is artillery, gunboats left out.
    #[must_use]
    pub fn is_guns(&self, unit: UnitId) -> bool {
        self.facts(unit).arm == Arm::Artillery
    }

    /// What acts as its brigade.
    #[must_use]
    pub fn body(&self, unit: UnitId) -> BodyId {
        self.scene.position.body_of(self.scene.setting, unit)
    }

    /// Reading 34 of the assault chapter: whether it entered a hex in this Activation.
    #[must_use]
    pub fn has_entered(&self, unit: UnitId) -> bool {
        self.is_phasing(self.facts(unit).side) && self.state(unit).deeds.has(Deeds::ENTERED)
    }

    /// SR 12.35f, 9.42, 9.53: whether a unit of the activated side can do nothing more in this Activation, or not fight in it.
    #[must_use]
    pub fn is_spent(&self, unit: UnitId) -> bool {
        let over = Deeds::FINISHED.with(Deeds::NO_COMBAT);
        self.is_phasing(self.facts(unit).side) && self.state(unit).deeds.any(over)
    }

    /// SR 11.12, reading 15: whether it turned after it had entered its present hex in this Activation. That a unit took the facing of
    /// those it joined is [`Deeds::NO_COMBAT`].
    #[must_use]
    pub fn has_turned_here(&self, unit: UnitId) -> bool {
        self.state(unit).deeds.has(Deeds::TURNED_HERE)
    }
}
