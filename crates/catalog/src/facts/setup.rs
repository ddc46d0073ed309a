//! Set-up and reinforcements: which piece stands or enters where, in which state.

use longroll_board::{Facing, HexId};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use super::{CommandId, LeaderId, SectionLetter, TurnId, UnitId};

use crate::words::words;

/// A piece as set-ups name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// A whole unit, a battery with all its sections included.
    Unit(UnitId),
    /// One section of a battery; the others are lost or elsewhere.
    Section(UnitId, SectionLetter),
    /// A leader or commander.
    Leader(LeaderId),
}

impl Piece {
    /// The unit, if it is not a leader.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Unit(unit) | Self::Section(unit, _) => Some(unit),
            Self::Leader(_) => None,
        }
    }

    /// The leader, if it is one.
    #[must_use]
    pub const fn leader(self) -> Option<LeaderId> {
        match self {
            Self::Leader(leader) => Some(leader),
            Self::Unit(_) | Self::Section(..) => None,
        }
    }
}

/// The facing a set-up prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupFacing {
    /// BB 30.0-setup: the owner chooses.
    Free,
    /// This one.
    To(Facing),
}

words! {
    /// SR 6.11: the three kinds of orders.
    pub enum Orders {
        /// On the road.
        March = "march",
        /// The normal orders.
        Advance = "advance",
        /// Closing with the enemy.
        Attack = "attack",
    }
}

impl Orders {}

words! {
    /// SR 17.24: the fatigue ladder; the step `Ok` is the battle book's (between none and 0).
    #[derive(Default)]
    pub enum Fatigue {
        /// None at all.
        #[default]
        None = "none",
        /// The battle book's OK.
        Ok = "ok",
        /// Level 0.
        Level0 = "0",
        /// Level 1.
        Level1 = "1",
        /// Level 2.
        Level2 = "2",
        /// Level 3.
        Level3 = "3",
        /// Level 4, the highest.
        Level4 = "4",
    }
}

impl Fatigue {
    /// The ladder, mildest first.
    pub const LADDER: [Self; 7] = [
        Self::None,
        Self::Ok,
        Self::Level0,
        Self::Level1,
        Self::Level2,
        Self::Level3,
        Self::Level4,
    ];

    /// The printed level; none and OK count as 0 (SR 17.33).
    #[must_use]
    pub const fn level(self) -> u8 {
        match self {
            Self::None | Self::Ok | Self::Level0 => 0,
            Self::Level1 => 1,
            Self::Level2 => 2,
            Self::Level3 => 3,
            Self::Level4 => 4,
        }
    }
}

words! {
    /// SR 10.91: ammunition.
    #[derive(Default)]
    pub enum Ammunition {
        /// Enough.
        #[default]
        Full = "full",
        /// Low Ammo.
        Low = "low",
        /// Out of Ammo.
        Out = "out",
    }
}

words! {
    /// What is not normal about a piece at the start.
    pub enum StartCondition {
        /// SR 12.3: on its Disordered side.
        Disordered = "disordered",
        /// SR 13.2: the brigade of this leader starts CI.
        CombatIneffective = "combat-ineffective",
        /// SR 6.3: starts in Reserve.
        Reserve = "reserve",
        /// SR 4.22: starts Out of Command.
        OutOfCommand = "out-of-command",
        /// SR 4.18: starts on the replacement side.
        Replacement = "replacement",
        /// BB 14.52: may start over the stacking limit.
        Overstacked = "overstacked",
    }
}

/// Where a piece is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In this hex.
    Hex(HexId),
    /// In the hex of any unit of this command.
    WithAnyUnitOf(CommandId),
    /// Within so many hexes of a hex.
    Within {
        /// Distance in hexes.
        distance: u8,
        /// From here.
        of: HexId,
    },
    /// Along a road or trail, one unit per hex.
    OnePerHexAlong(Vec<HexId>),
    /// In any of these hexes.
    Zone(Vec<HexId>),
    /// A free deployment: in any of these hexes; where its owner says nothing it stands in its printed hex, or as near to it as the
    /// zone lets it.
    Free {
        /// The zone, sorted.
        hexes: Vec<HexId>,
        /// The printed hex.
        home: HexId,
    },
    /// BB 14.72: in any river hex in play.
    River,
    /// Anywhere in the playing area.
    Anywhere,
}

/// SR 8.4, 8.5: an extension the set-up prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SetupExtension {
    /// Line or column.
    pub kind: ExtensionKind,
    /// The hex of the extension counter.
    pub hex: HexId,
}

words! {
    /// The two kinds of extension.
    pub enum ExtensionKind {
        /// SR 8.41.
        Line = "line",
        /// SR 8.5.
        Column = "column",
    }
}

/// One line of a set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetupEntry {
    pub side: Side,
    /// Which piece.
    pub piece: Piece,
    pub place: Place,
    /// How it faces.
    pub facing: SetupFacing,
    /// Orders its owner may choose from for the command (for a leader) or the unit; one entry is a given order
    /// (BB 30.0-orders: it stays through the first II/C). Empty: not stated, BB 30.0-setup applies.
    pub orders: Vec<Orders>,
    /// SP or guns at the start; none means full strength.
    pub strength: Option<u8>,
    /// What is not normal about it.
    pub conditions: Vec<StartCondition>,
    /// Fatigue of the brigade (for a brigadier) or of a unit that keeps its own.
    pub fatigue: Fatigue,
    /// Ammunition.
    pub ammunition: Ammunition,
    /// The command it is assigned to instead of its own.
    pub assigned_to: Option<CommandId>,
    /// A prescribed extension.
    pub extension: Option<SetupExtension>,
    /// Remarks for players.
    pub note: String,
}

impl SetupEntry {
    /// True if this condition holds at the start.
    #[must_use]
    pub fn is(&self, condition: StartCondition) -> bool {
        self.conditions.contains(&condition)
    }
}

words! {
    /// How the hexes of an entry are meant.
    pub enum EntryKind {
        /// Enter in any of them.
        Hexes = "hexes",
        /// BB 9.7-s1234: the first is the road, the others the map edge around it.
        Edge = "edge",
        /// BB 14.72: river hexes, for gunboats.
        River = "river",
        /// Anywhere on the line between two hexes, both included.
        Line = "line",
        /// The number of the turn is rolled for; see the variant.
        Variable = "variable",
    }
}

/// One group of reinforcements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reinforcement {
    pub side: Side,
    pub turn: TurnId,
    /// How the hexes are meant.
    pub entry: EntryKind,
    pub hexes: Vec<HexId>,
    /// BB 9.7: order of arrival among the groups of the turn, 0 first; none if free.
    pub order: Option<u8>,
    /// The command it enters with.
    pub command: Option<CommandId>,
    /// BB 9.7: enters together with this brigade.
    pub with_brigade: Option<CommandId>,
    /// Activations in the turn of entry; none: found normally.
    pub activations: Option<u8>,
    /// Orders on entry.
    pub orders: Orders,
    /// Fatigue on entry.
    pub fatigue: Fatigue,
    /// The pieces.
    pub pieces: Vec<ArrivingPiece>,
    /// One of several turns in which its pieces may come: they are due in another group until a die says so.
    pub possible: bool,
    /// Remarks for players.
    pub note: String,
}

/// A piece of a group of reinforcements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ArrivingPiece {
    pub piece: Piece,
    /// SP or guns; none means full strength.
    pub strength: Option<u8>,
}
