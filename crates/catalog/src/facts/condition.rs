//! What is counted for points, and what must hold for an objective, a shift or an automatic victory.

use longroll_board::{FieldId, HexId};
use longroll_core::Side;
use serde::Serialize;

use super::{CommandId, LeaderId, Level, TurnId};
use crate::words::words;

/// What is counted for points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// SR 13.2: commands of a side and level that are CI at the end.
    IneffectiveCommands {
        side: Side,
        /// Brigades or divisions.
        level: Level,
        /// Not these.
        except: Vec<CommandId>,
    },
    /// Batteries of either side eliminated, for the enemy.
    EliminatedBatteries,
    /// Hexes occupied or passed through last.
    HexesHeld {
        by: Side,
        hexes: Vec<HexId>,
        /// Whose presence counts.
        holder: Holder,
    },
    /// SP of this side lost.
    StrengthLost { side: Side },
    /// Fields controlled at the end of a turn.
    FieldsControlled {
        /// By whom it may be scored; both sides if none.
        by: Option<Side>,
        fields: Vec<FieldId>,
        /// At the end of this turn.
        at: TurnId,
    },
}

words! {
    /// Whose presence counts.
    #[derive(Default)]
    pub enum Holder {
        /// Infantry only.
        Infantry = "infantry",
        /// Anything but cavalry.
        NotCavalry = "not-cavalry",
        /// Any unit.
        #[default]
        Any = "any",
    }
}

words! {
    /// Which of those who stand in a place count.
    #[derive(Default)]
    pub enum Fitness {
        /// All of them.
        #[default]
        Any = "any",
        /// SR 6.12: those whose command could be given other orders in the next II/C.
        CanChangeOrders = "can-change-orders",
    }
}

words! {
    /// How a place is held.
    pub enum Holding {
        /// A unit stands there now.
        Occupied = "occupied",
        /// A unit stands there or was the last to pass through.
        OccupiedOrLastThrough = "occupied-or-last-through",
    }
}

/// A condition of an objective, a shift or an automatic victory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// At least `needed` of the hexes are held (all of them if it does not say).
    Held {
        by: Side,
        hexes: Vec<HexId>,
        /// How many of them; all if none.
        needed: Option<u8>,
        /// Whose presence counts.
        holder: Holder,
        /// How they are held.
        holding: Holding,
        /// Who of those that stand there counts.
        fitness: Fitness,
        /// Judged at the end of this turn; at the end of the game if none.
        at: Option<TurnId>,
    },
    /// At least `needed` of the commands are CI.
    Ineffective {
        commands: Vec<CommandId>,
        /// How many of them.
        needed: u8,
    },
    /// At least so many commands of this side and level are CI.
    IneffectiveCount {
        side: Side,
        /// Brigades or divisions.
        level: Level,
        at_least: u8,
    },
    /// No unit of the command is left in the playing area.
    Gone { command: CommandId },
    /// So many infantry regiments of the side that are not Collapsed are in play.
    RegimentsLeft { side: Side, at_least: u8 },
    /// So many infantry regiments of the command are Disordered or worse.
    RegimentsShaken { command: CommandId, at_least: u8 },
    /// The side has lost no more than this.
    LossesAtMost {
        side: Side,
        /// SP.
        sp: u8,
    },
    /// The side has lost this or more.
    LossesAtLeast {
        side: Side,
        /// SP.
        sp: u8,
        /// SP added for each routed unit.
        per_routed_unit: u8,
        /// Leaders whose loss counts as one SP.
        leaders: Vec<LeaderId>,
    },
    /// The side has this many points.
    PointsAtLeast {
        side: Side,
        /// VP.
        vp: u8,
    },
    /// The side's infantry holds one hex of the stretch and could move along all of it.
    RouteControlled {
        by: Side,
        /// The stretch, in order.
        hexes: Vec<HexId>,
        /// From the end of this turn to the end of the game; at the end of the game if none.
        from: Option<TurnId>,
    },
    /// The side's infantry holds a hex of the northern boundary on or east of a column.
    NorthBoundaryReached {
        by: Side,
        /// Column.
        from_column: u8,
    },
    /// The side controls all these fields.
    FieldsControlled { by: Side, fields: Vec<FieldId> },
    /// The side controls none of these fields.
    FieldsNotControlled {
        /// By whom not.
        by: Side,
        fields: Vec<FieldId>,
        /// Hexes of them that do not count.
        ignoring: Vec<HexId>,
    },
    /// So many infantry regiments of the side that are not Collapsed stand in these hexes.
    RegimentsIn {
        side: Side,
        hexes: Vec<HexId>,
        at_least: u8,
    },
    /// The side entered the place by this turn and the enemy has not retaken it.
    TakenBy {
        /// Who took it.
        by: Side,
        /// Any of these hexes.
        hexes: Vec<HexId>,
        /// By the end of this turn.
        until: TurnId,
        /// Who may take it.
        holder: Holder,
        /// What of the enemy takes it back.
        against: Holder,
    },
    /// The side is not the last to have been in the hex.
    NotHeld {
        by: Side,
        hex: HexId,
        /// Whose presence counts for the side.
        holder: Holder,
        /// What of the enemy counts.
        against: Holder,
    },
    /// Fewer (or not more) brigades of `side` than of the enemy are CI.
    FewerIneffectiveBrigades {
        side: Side,
        /// Whether a tie is enough.
        tie: Tie,
    },
}

words! {
    /// Whether a tie satisfies a comparison.
    pub enum Tie {
        /// It does.
        Enough = "enough",
        /// It does not.
        Fails = "fails",
    }
}
