//! BB T-second-disorder.

use longroll_rule::Rule;
use serde::Serialize;

use crate::facts::Arm;
use crate::words::words;

words! {
    /// The rows of the table: what caused the Second Disorder.
    pub enum SecondDisorderCause {
        /// SR 8.22: moving through another unit.
        MovedThrough = "moved-through",
        /// SR 9.47: terrain marked d or D.
        Terrain = "terrain",
        /// BB 9.54: Withdrawal movement into a hex of 2 MP or more.
        WithdrawalMovement = "withdrawal-movement",
        /// SR 8.35: the unit on top was Disordered.
        TopUnitDisordered = "top-unit-disordered",
        /// SR 12.35: the Fire Table.
        Fire = "fire",
        /// SR 9.62: Reaction Facing or refusal.
        ReactionFacing = "reaction-facing",
        /// SR 9.63: Reaction movement.
        ReactionMovement = "reaction-movement",
        /// SR 11.33: Retreat before assault.
        RetreatBeforeAssault = "retreat-before-assault",
        /// SR 11.37, 11.62: Pre-Assault Cohesion Check.
        PreAssaultCheck = "pre-assault-check",
        /// SR 11.45, 11.64, 11.65: Assault Resolution Table.
        Assault = "assault",
        /// SR 10.26: friendly fire.
        FriendlyFire = "friendly-fire",
        /// SR 12.54: rout of an adjacent unit.
        AdjacentRout = "adjacent-rout",
        /// SR 12.46: another unit retreated through it.
        RetreatedThrough = "retreated-through",
        /// SR 11.48: automatic Disorder after an assault.
        PostAssault = "post-assault",
    }
}

words! {
    /// What a Second Disorder does.
    pub enum SecondDisorderResult {
        /// Not possible for this arm.
        NotPossible = "not-possible",
        /// Back to the hex it came from; its Activation is over.
        ReturnToEntryHex = "return-to-entry-hex",
        /// It stops in the hex.
        StopInHex = "stop-in-hex",
        /// It stays in the first hex of the withdrawal.
        StayInFirstHex = "stay-in-first-hex",
        /// Loses 1 SP, then retreats 1 or 2 hexes.
        LoseAndRetreat = "lose-1-retreat",
        /// Loses 1 SP or gun.
        Lose = "lose-1",
        /// UDD: pass, loses 1 SP and retreats 1 or 2 hexes; fail, routs.
        CheckOrRout = "udd-or-rout",
        /// SR 12.8: Abandoned.
        Abandoned = "abandoned",
        /// SR 11.58: Blown.
        Blown = "blown",
    }
}

/// The table: one result per cause and arm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SecondDisorderTable {
    /// Infantry, cavalry, artillery, and the rule behind the row, in the order of [`SecondDisorderCause::ALL`].
    rows: Vec<([SecondDisorderResult; 3], Rule)>,
}

impl SecondDisorderTable {
    /// Takes the rows; `None` unless there is one per cause.
    pub(crate) fn new(rows: Vec<([SecondDisorderResult; 3], Rule)>) -> Option<Self> {
        (rows.len() == SecondDisorderCause::ALL.len()).then_some(Self { rows })
    }

    /// The rule behind a row.
    #[must_use]
    pub fn rule(&self, cause: SecondDisorderCause) -> Rule {
        self.rows[cause as usize].1
    }

    /// The result for an arm; a gunboat has no cohesion and no Disorder (BB 14.71).
    #[must_use]
    pub fn result(&self, cause: SecondDisorderCause, arm: Arm) -> SecondDisorderResult {
        // In range: `new` took exactly one row per cause.
        let (row, _) = self.rows[cause as usize];
        match arm {
            Arm::Infantry => row[0],
            Arm::Cavalry => row[1],
            Arm::Artillery => row[2],
            Arm::Gunboat => SecondDisorderResult::NotPossible,
        }
    }
}
