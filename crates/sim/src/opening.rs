//! Where a game begins.

use std::sync::Arc;

use longroll_core::{ChanceError, Outcome, Record, Seed};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Event, Stage};
use longroll_position::{RuleSet, Setting};

/// A beginning that many games share: the first turn of a scenario, or the position of a situation file.
pub trait Opening: Sync {
    /// The fixed facts.
    fn stage(&self) -> &Arc<Stage>;

    /// The game at its first decision, with the dice of this seed.
    ///
    /// # Errors
    /// When it cannot begin with these dice.
    fn begin(&self, seed: Seed) -> Result<(Battle, Outcome<Event>), ChanceError>;

    /// The same beginning by other rules; nothing where the position was made for its own.
    fn under(&self, _rules: RuleSet) -> Option<Arc<Stage>> {
        None
    }

    /// What a record says of it beside the scenario and its rules.
    fn describe(&self, _record: &mut Record) {}
}

impl Opening for Arc<Stage> {
    fn stage(&self) -> &Arc<Stage> {
        self
    }

    fn begin(&self, seed: Seed) -> Result<(Battle, Outcome<Event>), ChanceError> {
        new_game_on(Arc::clone(self), seed)
    }

    fn under(&self, rules: RuleSet) -> Option<Arc<Stage>> {
        let (battle, scenario) = (&self.setting.battle, &self.setting.scenario);
        let setting = Setting::new(Arc::clone(battle), Arc::clone(scenario), rules);
        Some(Arc::new(Stage::new(setting)))
    }
}
