//! BB table-orders, table-loose, table-coordination, table-recovery and SR 6.11-table.

use serde::Serialize;

use super::{DieRange, RollRange};
use crate::facts::{Orders, Profile};
use crate::words::words;

words! {
    /// SR 6.23: results of a brigade orders change.
    pub enum OrdersResult {
        /// Keep and Stay.
        KeepAndStay = "keep-and-stay",
        /// Keep.
        Keep = "keep",
        /// Loose Reins.
        LooseReins = "loose-reins",
        /// Change and Stay.
        ChangeAndStay = "change-and-stay",
        /// Change.
        Change = "change",
    }
}

/// A row of the orders change table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OrdersRow {
    /// Modified roll.
    pub roll: RollRange,
    /// The result.
    pub result: OrdersResult,
}

/// SR 6.24-U: how an Unreliable brigadier acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LooseReinsRow {
    pub die: DieRange,
    /// He acts like one of this profile.
    pub acts_as: Profile,
}

/// SR 5.34: results of brigade coordination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoordinationResult {
    /// No brigade In Command may move or fight with this AM.
    Confusion,
    /// Each brigade by itself.
    Failure,
    /// So many brigades act as one.
    Brigades(u8),
    /// All available brigades act as one.
    All,
}

/// A row of the coordination table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CoordinationRow {
    /// Modified roll.
    pub roll: RollRange,
    /// The result.
    pub result: CoordinationResult,
}

words! {
    /// SR 13.41: the tests of the recovery table, in the order they are made.
    pub enum RecoveryTest {
        /// An unmodified 9.
        NaturalNine = "natural-9",
        /// At least twice the Disordered cohesion.
        TwiceCohesion = "twice-cohesion-or-more",
        /// Above the Disordered cohesion.
        AboveCohesion = "above-cohesion",
        /// Equal or lower.
        WithinCohesion = "cohesion-or-less",
    }
}

words! {
    /// SR 13.41: results of a recovery attempt.
    pub enum RecoveryResult {
        /// Good Order again.
        Recovers = "recovers",
        /// Stays Disordered.
        Stays = "stays",
        /// Stays Disordered and loses 1 SP.
        StaysAndLoses = "stays-and-loses-1",
    }
}

/// A row of the recovery table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RecoveryRow {
    /// The test.
    pub test: RecoveryTest,
    /// The result if it holds.
    pub result: RecoveryResult,
}

/// SR 6.11-table: what the three orders allow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrdersComparison {
    /// The orders.
    pub orders: Orders,
    /// Road cost in half MP; none if there is no road rate.
    pub road_half_mp: Option<u8>,
    /// How near to enemies it may move, in words.
    pub contact: String,
    /// Which AM it acts with, in words.
    pub marker: String,
    /// Infantry SP in a hex.
    pub infantry_sp: u8,
    /// Cavalry SP in a hex.
    pub cavalry_sp: u8,
    /// Whether and how it fires, in words.
    pub fire: String,
    /// Whether it may assault, in words.
    pub assault: String,
    /// Whether it may build, in words.
    pub build: String,
}
