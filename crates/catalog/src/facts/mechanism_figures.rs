//! The figures of the mechanisms that are more than a number: when, where and by which rows they work.

use serde::Serialize;

use super::{AlertChance, CommandId, TurnId, Who};
use crate::tables::DieRange;
use crate::words::words;

words! {
    /// Where a rule that needs no code of its own is written down as data.
    pub enum Section {
        /// The rules of the battle, in force in every scenario.
        Battle = "battle",
        /// The efficiency terms.
        Efficiency = "efficiency",
        /// The set-up (assignments, strengths, orders, who is absent).
        Setup = "setup",
        /// The reinforcements.
        Reinforcements = "reinforcements",
        /// The victory terms.
        Victory = "victory",
        /// The alert tables.
        Alert = "alert",
        /// The Sound of Battle tables.
        SoundOfBattle = "sound-of-battle",
        /// The command groups.
        Groups = "groups",
    }
}

words! {
    /// When units may be assigned.
    pub enum AssignWhen {
        /// Before the first turn.
        AtStart = "at-start",
        /// In any II/C, once.
        AnyTurnOnce = "any-turn-once",
        /// In any II/A, once.
        AnyChainOfCommandOnce = "any-chain-of-command-once",
        /// In the Replacement/Recovery Phase of the first turn.
        FirstRecoveryPhase = "first-recovery-phase",
        /// Before they enter.
        BeforeEntry = "before-entry",
    }
}

words! {
    /// Formations a set-up may use.
    pub enum SetupFormation {
        /// SR 8.41.
        ExtendedLine = "extended-line",
        /// SR 8.5.
        ExtendedColumn = "extended-column",
        /// SR 7.3.
        RefusedFlank = "refused-flank",
    }
}

words! {
    /// Which part of an extended unit stands in the listed hex.
    pub enum SetupAnchor {
        /// The parent counter.
        Parent = "parent",
        /// Either counter.
        Either = "either",
    }
}

/// A row of a visit roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VisitRow {
    pub die: DieRange,
    /// The turn in which he helps.
    pub turn: TurnId,
}

/// Commands that wake at the start of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertStep {
    pub turn: TurnId,
    /// Who; everyone else if empty.
    pub commands: Vec<CommandId>,
}

/// An alert roll by distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ProximityRoll {
    /// Within so many hexes.
    pub within: u8,
    /// Alerted on this.
    pub die: DieRange,
}

/// A row of the slow-start table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SlowStartRow {
    /// Whose AMs.
    pub who: Who,
    /// Turn by turn; after the last automatic one no roll is needed.
    pub turns: Vec<SlowStartTurn>,
}

/// The chance of an AM in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SlowStartTurn {
    pub turn: TurnId,
    /// The chance.
    pub chance: AlertChance,
}
