//! BB events-table and BB 19.0.

use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::DieRange;
use crate::words::words;

words! {
    /// BB 18.1: results of a Battle Event chit.
    pub enum BattleEvent {
        /// BB 18.1-fire: a Confederate unit fires at its own side.
        MisdirectedFireConfederate = "misdirected-fire-confederate",
        /// BB 18.1-fire: a Union unit fires at its own side.
        MisdirectedFireUnion = "misdirected-fire-union",
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
}

/// BB 19.0: the optional random events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RandomEvents {
    /// The first die: whose event; no row means none.
    pub sides: Vec<(DieRange, Side)>,
    /// The events, one per die 0 to 9.
    pub events: Vec<RandomEventRow>,
}
