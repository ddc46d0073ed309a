//! The fixed facts of a game and what is worked out from them once.

use std::sync::Arc;

use longroll_board::Ground;
use longroll_catalog::facts::{BattleFacts, ScenarioFacts};
use longroll_movement::{Chart, MovementTables, Scene};
use longroll_position::{Position, RuleSet, Setting, rules_of_sight};
use longroll_sight::{Sight, VisibilityTable};

use crate::name_tables::NameTables;

/// How far the table of sight reaches: SR 6.13, 9.22 and 9.55 ask within four hexes.
const SIGHT_TABLE_RANGE: u32 = 4;

/// What the ground alone decides: sight and the price of every step. Games on the same ground may share it, as working it
/// out is most of the work of building a [`Stage`].
#[derive(Debug, Clone)]
pub struct Survey {
    ground: Arc<Ground>,
    sight: Sight,
    visible: VisibilityTable,
    tables: MovementTables,
}

impl Survey {
    /// Of the ground of this battle under these rules.
    #[must_use]
    pub fn of(battle: &BattleFacts, rules: &RuleSet) -> Self {
        let sight = Sight::new(&battle.ground, rules_of_sight(battle, rules));
        Self {
            visible: VisibilityTable::build(&sight, SIGHT_TABLE_RANGE),
            tables: MovementTables::of_ground(Chart::of(battle, rules), &battle.ground),
            ground: Arc::clone(&battle.ground),
            sight,
        }
    }

    /// Whether it is of this very ground under these rules.
    #[must_use]
    pub fn is_of(&self, battle: &BattleFacts, rules: &RuleSet) -> bool {
        Arc::ptr_eq(&self.ground, &battle.ground)
            && self.sight.rules() == rules_of_sight(battle, rules)
            && *self.tables.chart() == Chart::of(battle, rules)
    }
}

/// The setting with its movement prices, its table of sight and its names. Shared by every state of the game.
#[derive(Debug)]
pub struct Stage {
    /// The fixed facts.
    pub setting: Setting,
    tables: MovementTables,
    visible: VisibilityTable,
    pub(crate) names: NameTables,
}

impl Stage {
    /// Works out the tables.
    #[must_use]
    pub fn new(setting: Setting) -> Self {
        Self {
            tables: MovementTables::new(&setting),
            visible: VisibilityTable::build(&setting.sight, SIGHT_TABLE_RANGE),
            names: NameTables::new(&setting),
            setting,
        }
    }

    /// A game on ground that was surveyed before; the survey is made anew if it is of other ground or other rules.
    #[must_use]
    pub fn surveyed(
        battle: Arc<BattleFacts>,
        scenario: Arc<ScenarioFacts>,
        rules: RuleSet,
        survey: &Survey,
    ) -> Self {
        if !survey.is_of(&battle, &rules) {
            return Self::new(Setting::new(battle, scenario, rules));
        }
        let setting = Setting::seen(battle, scenario, rules, survey.sight.clone());
        Self {
            tables: survey.tables.clone().of_game(&setting),
            visible: survey.visible.clone(),
            names: NameTables::new(&setting),
            setting,
        }
    }

    /// The scene of a position.
    #[must_use]
    pub const fn at<'a>(&'a self, position: &'a Position) -> Scene<'a> {
        Scene {
            setting: &self.setting,
            position,
            tables: &self.tables,
            sight: &self.setting.sight,
            visible: &self.visible,
        }
    }
}
