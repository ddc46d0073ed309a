//! A leader or commander as he stands.

use longroll_board::HexId;
use longroll_catalog::facts::{AbilityKind, TurnId, UnitId};
use serde::{Deserialize, Serialize};

use crate::{CommandStatus, HalfMp, Presence};

/// BB 4.11: abilities used this turn, one bit for each kind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UsedAbilities(u16);

impl UsedAbilities {
    /// Whether this one was used.
    #[must_use]
    pub const fn has(self, kind: AbilityKind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// Notes its use.
    pub fn note(&mut self, kind: AbilityKind) {
        self.0 |= 1 << kind as u16;
    }

    /// Whether none was used.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A leader or commander as he stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeaderState {
    /// Whether he is on the map.
    pub presence: Presence,
    /// His hex; meaningful on the map only.
    pub hex: HexId,
    /// SR 4.18: whether the counter shows its back.
    pub replaced: bool,
    /// SR 4.23: status as fixed in II/A, towards his superior.
    pub status: CommandStatus,
    /// MP spent in the phase under way, or in the last IV/A for a commander.
    pub spent: HalfMp,
    /// SR 9.31: whether his one move of the phase is over.
    pub move_ended: bool,
    /// SR 9.31: the unit he goes along with in this phase.
    pub riding_with: Option<UnitId>,
    /// SR 9.32: rode more than 10 MP in the last IV/A, and pays for it this turn.
    pub rode_far: bool,
    /// SR 9.31, reading I54: Activation equivalents of the march he moves with; 0 if he moves with none.
    #[serde(default)]
    pub march_equivalents: u8,
    /// BB 9.44-swamp-leader: the Swamp hex out of which he has seen units in this Activation.
    #[serde(default)]
    pub guided: Option<HexId>,
    /// BB 4.11: abilities used this turn.
    pub abilities: UsedAbilities,
    /// BB 30.0: the turn in which he helps though he is not in play.
    #[serde(default)]
    pub visits: Option<TurnId>,
    /// BB 30.0: how a leader stands whom the scenario keeps where he is.
    #[serde(default)]
    pub hold: Hold,
}

/// BB 30.0: a leader who may not move until a roll frees him.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Not free yet, after so many failed rolls.
    Failed(u8),
    /// Free to move, as everybody is whom no rule holds.
    Released,
    /// Nothing has been rolled.
    #[default]
    Untried,
}

impl LeaderState {
    /// Whether he stands on the map.
    #[must_use]
    pub const fn on_map(&self) -> bool {
        matches!(self.presence, Presence::OnMap)
    }
}
