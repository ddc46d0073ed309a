//! BB T-assault and BB T-ratio.

use serde::Serialize;

use super::RollRange;
use crate::words::words;

words! {
    /// SR 11.47: who may go on after the result.
    pub enum Continuation {
        /// Nobody.
        Nobody = "-",
        /// The attacker may or must, by his profile.
        Attacker = "attacker",
        /// The defender may.
        Defender = "defender",
    }
}

words! {
    /// Whether the defenders check for rout after their retreat.
    pub enum RoutCheck {
        /// They do not.
        None = "-",
        /// A UDD or rout; their artillery is Abandoned.
        CheckAndAbandon = "check",
    }
}

/// What happens to one side of an assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SideResult {
    /// SP lost by the side in all.
    pub loss: u8,
    /// Hexes of retreat.
    pub retreat: u8,
    /// Whether its units are Disordered (after the retreat).
    pub disordered: Disordered,
}

words! {
    /// Whether a result Disorders.
    pub enum Disordered {
        /// It does.
        Yes = "D",
        /// It does not.
        No = "-",
    }
}

/// A row of the Assault Resolution Table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssaultRow {
    /// Modified roll.
    pub roll: RollRange,
    /// Its name: "Bloody Stall".
    pub name: String,
    /// The attackers.
    pub attacker: SideResult,
    /// The defenders.
    pub defender: SideResult,
    /// Rout check of the defenders.
    pub rout_check: RoutCheck,
    /// Who may go on.
    pub continuation: Continuation,
}

/// What a row says, without its name and its rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AssaultResult {
    /// The attackers.
    pub attacker: SideResult,
    /// The defenders.
    pub defender: SideResult,
    /// Rout check of the defenders.
    pub rout_check: RoutCheck,
    /// Who may go on.
    pub continuation: Continuation,
}

words! {
    /// The kinds of results, for those who tell of them.
    pub enum AssaultKind {
        /// The attackers fall back.
        AttackerRetreats = "attacker-retreats",
        /// Nobody gives way.
        Stall = "stall",
        /// Nobody gives way, and both sides bleed.
        BloodyStall = "bloody-stall",
        /// The defenders fall back.
        DefenderRetreats = "defender-retreats",
        /// They fall back and may be pursued.
        DefenderPursued = "defender-pursued",
        /// They fall back in disarray and may be pursued.
        Disarray = "disarray",
    }
}

impl AssaultResult {
    /// What kind of result it is.
    #[must_use]
    pub fn kind(&self) -> AssaultKind {
        if self.rout_check == RoutCheck::CheckAndAbandon {
            AssaultKind::Disarray
        } else if self.attacker.retreat > 0 {
            AssaultKind::AttackerRetreats
        } else if self.defender.retreat > 0 {
            match self.continuation {
                Continuation::Attacker => AssaultKind::DefenderPursued,
                Continuation::Nobody | Continuation::Defender => AssaultKind::DefenderRetreats,
            }
        } else if self.attacker.loss > 0 || self.defender.loss > 0 {
            AssaultKind::BloodyStall
        } else {
            AssaultKind::Stall
        }
    }
}

impl AssaultRow {
    /// What it says.
    #[must_use]
    pub const fn result(&self) -> AssaultResult {
        AssaultResult {
            attacker: self.attacker,
            defender: self.defender,
            rout_check: self.rout_check,
            continuation: self.continuation,
        }
    }
}

/// The Assault Resolution Table; its rows cover every roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssaultTable {
    rows: Vec<AssaultRow>,
}

impl AssaultTable {
    /// The loader has made sure that the rows cover every roll.
    pub(crate) fn new(rows: Vec<AssaultRow>) -> Self {
        Self { rows }
    }

    /// The row of a modified roll.
    #[must_use]
    pub fn row(&self, modified_roll: i16) -> &AssaultRow {
        self.rows
            .iter()
            .find(|row| row.roll.contains(modified_roll))
            .expect("the loader takes only tables that cover every roll")
    }

    /// All rows.
    #[must_use]
    pub fn rows(&self) -> &[AssaultRow] {
        &self.rows
    }
}

/// A step of the ratio table, in half units so that 1½ is exact: 3 to 2 is 1½ to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RatioRow {
    /// Attacker's share in halves.
    pub attacker_halves: u8,
    /// Defender's share in halves.
    pub defender_halves: u8,
    /// The DRM.
    pub drm: i8,
}

/// SR 11.43: the ratio table, from the worst for the attacker to the best.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RatioTable {
    /// The rows, ascending.
    pub rows: Vec<RatioRow>,
}
