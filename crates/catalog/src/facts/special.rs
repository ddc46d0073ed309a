//! Special rules of scenarios as data: the mechanism and its figures; the words are for players.

use longroll_core::Side;
use longroll_rule::Rule;
use serde::Serialize;

use super::{AlertChance, CommandId, Mechanism, TurnId, Who};
use crate::tables::DieRange;
use crate::words::words;

/// One special rule of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpecialRule {
    /// Its name within the scenario.
    pub id: String,
    /// Its line of the register: what is told of it, and what refuses in its name.
    pub rule: Rule,
    /// Whom it concerns; both sides if none.
    pub side: Option<Side>,
    /// First turn it is in force; from the start if none.
    pub from: Option<TurnId>,
    /// Last turn it is in force; to the end if none.
    pub until: Option<TurnId>,
    /// Whether the players must agree on it first.
    pub status: Status,
    /// What it does.
    pub mechanism: Mechanism,
    /// The rule in our words.
    pub statement: String,
    /// The rules it stands on.
    pub rules: Vec<Rule>,
}

impl SpecialRule {
    /// The rules to name beside the statement: its own, then those it stands on.
    pub fn cited(&self) -> impl Iterator<Item = Rule> {
        std::iter::once(self.rule)
            .chain(self.rules.iter().copied().filter(|rule| *rule != self.rule))
    }

    /// True if it is in force in `turn`.
    #[must_use]
    pub fn in_force(&self, turn: TurnId) -> bool {
        self.from.is_none_or(|from| from <= turn) && self.until.is_none_or(|until| turn <= until)
    }

    /// True if it concerns this side.
    #[must_use]
    pub fn concerns(&self, side: Side) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

words! {
    /// Whether a rule is always in force.
    #[derive(Default)]
    pub enum Status {
        /// In force.
        #[default]
        Standard = "standard",
        /// In force if the players agree.
        Optional = "optional",
    }
}

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
    /// The die.
    pub die: DieRange,
    /// The turn in which he helps.
    pub turn: TurnId,
}

/// Commands that wake at the start of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlertStep {
    /// When.
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
    /// When.
    pub turn: TurnId,
    /// The chance.
    pub chance: AlertChance,
}
