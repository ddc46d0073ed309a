//! BB events-table and BB 19.0.

use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::DieRange;
use crate::words::words;

words! {
    /// BB 18.1: results of a Battle Event chit.
    pub enum BattleEvent {
        /// BB 18.1-fire: a unit fires at its own side.
        MisdirectedFire = "misdirected-fire",
        /// BB 18.1-nofire.
        NoFire = "no-fire",
        /// BB 18.1-loot.
        Looting = "looting",
    }
}

/// A row of the event table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// Two dice read as tens and units.
    pub dice: DieRange,
    /// Whose unit fires at friends or loots, or who names the enemy that does not fire.
    pub side: Side,
    /// The result.
    pub event: BattleEvent,
}

/// The event table: its two columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventTable {
    /// First day up to and including the turn of `early_until_hour`.
    pub early: Vec<EventRow>,
    /// The rest of the first day and every later day.
    pub late: Vec<EventRow>,
    /// Last hour of the early column.
    pub early_until_hour: u8,
    /// BB 18.1-loot: the figures of looting, in a battle that knows it.
    pub looting: Option<Looting>,
}

impl EventTable {
    /// BB 18.1-loot: whose units loot.
    #[must_use]
    pub fn looters(&self) -> Option<Side> {
        let mut rows = self.early.iter().chain(&self.late);
        rows.find(|row| row.event == BattleEvent::Looting)
            .map(|row| row.side)
    }
}

/// BB 18.1-loot: how far from the enemy camps are looted, in hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Looting {
    /// The unit is so far from every enemy.
    pub unit_from_enemy: u8,
    /// The camp is.
    pub camp_from_enemy: u8,
    /// The camp is within this distance of the unit.
    pub unit_from_camp: u8,
}

/// A row of the random events table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RandomEventRow {
    /// The second die.
    pub die: u8,
    /// The event.
    pub name: String,
    /// Its rule.
    pub rule: Rule,
    /// Whose it is whoever rolled it, where the table says so.
    pub side: Option<Side>,
}

/// BB 19.0: the optional random events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RandomEvents {
    /// The first die: whose event; no row means none.
    pub sides: Vec<(DieRange, Side)>,
    /// The events, one per die 0 to 9.
    pub events: Vec<RandomEventRow>,
}
