//! The fixed facts of a game and what is worked out from them once.

use longroll_movement::{MovementTables, Scene};
use longroll_position::{Position, Setting};
use longroll_sight::VisibilityTable;

use crate::name_tables::NameTables;

/// How far the table of sight reaches: SR 6.13, 9.22 and 9.55 ask within four hexes.
const SIGHT_TABLE_RANGE: u32 = 4;

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
        let tables = MovementTables::new(&setting);
        let visible = VisibilityTable::build(&setting.sight, SIGHT_TABLE_RANGE);
        let names = NameTables::new(&setting);
        Self {
            setting,
            tables,
            visible,
            names,
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
