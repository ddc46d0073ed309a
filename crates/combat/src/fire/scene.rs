//! What questions of fire are asked of.

use longroll_board::{Ground, HexId};
use longroll_catalog::Tables;
use longroll_catalog::facts::{Arm, Light, UnitFacts, UnitId};
use longroll_core::Side;
use longroll_movement::Scene;
use longroll_position::{Part, Switches, UnitState};

use longroll_position::fire::FireHistory;

/// One moment of a game, with what has been done in the Activation under way. Plain references: make one where needed.
#[derive(Debug, Clone, Copy)]
pub struct FireScene<'a> {
    /// The map and who stands on it.
    pub scene: Scene<'a>,
    /// What has been fired and done.
    pub history: &'a FireHistory,
}

impl<'a> FireScene<'a> {
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
    /// SR 16.1.
    #[must_use]
    pub fn light(&self) -> Light {
        self.scene.position.light(self.scene.setting)
    }

    /// Whether the side's brigade is activated.
    #[must_use]
    pub fn is_phasing(&self, side: Side) -> bool {
        self.history.phasing == Some(side)
    }

    /// SR 10.61: whether guns began the Activation under other arms and have come on top.
    #[must_use]
    pub fn became_top(&self, part: Part) -> bool {
        let done = self.history.shooter(part);
        let covered = self.history.covered.contains(&part.unit);
        let now_on_top = || {
            let hex = self.state(part.unit).hex;
            let mut above = self.scene.position.stack(hex);
            let mut above = above.by_ref().take_while(|own| own.unit != part.unit);
            above.all(|own| self.facts(own.unit).arm == Arm::Artillery)
        };
        done.is_some_and(|done| done.became_top) || covered && now_on_top()
    }

    /// The base level of a hex. BB 14.76: for fire the river is as high as the lowest land.
    #[must_use]
    pub fn level(&self, hex: HexId) -> i32 {
        i32::from(self.ground().level(hex))
    }

    /// SR 10.12.
    #[must_use]
    pub fn range(&self, from: HexId, to: HexId) -> u32 {
        self.scene.grid().distance(from, to)
    }
}
