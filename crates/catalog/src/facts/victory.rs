//! Victory terms: levels, points, objectives, shifts.

use longroll_board::{FieldId, HexId};
use longroll_core::Side;
use serde::Serialize;

use super::{CommandId, Level, TurnId, UnitId};

use crate::words::words;

words! {
    /// How the winner is found.
    pub enum VictoryMethod {
        /// Confederate total less Union total, read on the levels.
        PointDifference = "point-difference",
        /// Only the Confederate total counts, read on the levels.
        ConfederatePoints = "confederate-points",
        /// One point per objective; the lead is read on the levels.
        ObjectiveCount = "objective-count",
        /// Each side meets its objectives or not; see [`Outcome`].
        Objectives = "objectives",
        /// The first outcome whose conditions hold.
        FirstOutcome = "first-outcome",
    }
}

/// The victory terms of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VictoryTerms {
    /// How the winner is found.
    pub method: VictoryMethod,
    /// In words.
    pub statement: String,
    /// Victory is judged at the end of this turn.
    pub assessed: TurnId,
    /// Points held at the start.
    pub starting_points: Vec<StartingPoints>,
    /// The levels, worst for the Confederate first.
    pub levels: Vec<VictoryLevel>,
    /// What gives points.
    pub points: Vec<PointTerm>,
    /// Objectives of either side.
    pub objectives: Vec<Objective>,
    /// Shifts of the level.
    pub shifts: Vec<LevelShift>,
    /// Automatic victories.
    pub automatic: Vec<AutomaticVictory>,
    /// Outcomes in the order they are tried.
    pub outcomes: Vec<Outcome>,
    /// Batteries that count as eliminated though they are not in play.
    pub batteries_lost_before: Vec<UnitId>,
    /// Brigades that count as CI though they are not in play.
    pub ineffective_before: Vec<CommandId>,
    /// Fields that count as one.
    pub joined_fields: Vec<Vec<FieldId>>,
}

/// Points a side holds at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StartingPoints {
    /// Who.
    pub side: Side,
    /// How many.
    pub vp: i16,
}

words! {
    /// How a game may end. Compares from best for the Union to best for the Confederate.
    pub enum Verdict {
        /// The Union wins by far.
        UnionStrategic = "union-strategic",
        /// The Union wins clearly.
        UnionTactical = "union-tactical",
        /// The Union wins narrowly.
        UnionMarginal = "union-marginal",
        /// Nobody wins.
        Draw = "draw",
        /// The Confederates win narrowly.
        ConfederateMarginal = "confederate-marginal",
        /// The Confederates win clearly.
        ConfederateTactical = "confederate-tactical",
        /// The Confederates win by far.
        ConfederateStrategic = "confederate-strategic",
    }
}

impl Verdict {
    /// The winner.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::UnionStrategic | Self::UnionTactical | Self::UnionMarginal => Some(Side::Union),
            Self::Draw => None,
            Self::ConfederateMarginal | Self::ConfederateTactical | Self::ConfederateStrategic => {
                Some(Side::Confederate)
            }
        }
    }
}

/// A range of points and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VictoryLevel {
    /// Lowest number of points; open if none.
    pub min: Option<i16>,
    /// Highest number of points; open if none.
    pub max: Option<i16>,
    /// What it means; for a lead of either side read it for the leader.
    pub verdict: Verdict,
}

/// Something that gives points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointTerm {
    /// Its name.
    pub id: String,
    /// Who scores; none: each side for the enemy's.
    pub to: Option<Side>,
    /// Points for each.
    pub vp: i16,
    /// What is counted.
    pub per: Counted,
    /// In words, if there is more to say.
    pub statement: String,
}

/// What is counted for points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// SR 13.2: commands of a side and level that are CI at the end.
    IneffectiveCommands {
        /// Whose.
        side: Side,
        /// Brigades or divisions.
        level: Level,
        /// Not these.
        except: Vec<CommandId>,
    },
    /// Batteries of either side eliminated, for the enemy.
    EliminatedBatteries,
    /// Hexes held.
    HexesHeld {
        /// By whom.
        by: Side,
        /// Which.
        hexes: Vec<HexId>,
    },
    /// SP of this side lost.
    StrengthLost {
        /// Whose.
        side: Side,
    },
    /// Fields controlled at the end of a turn.
    FieldsControlled {
        /// By whom it may be scored; both sides if none.
        by: Option<Side>,
        /// Which.
        fields: Vec<FieldId>,
        /// At the end of this turn.
        at: TurnId,
    },
}

/// An objective of a side; all its conditions must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Objective {
    /// Its name.
    pub id: String,
    /// Whose.
    pub side: Side,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// Whether it counts by itself.
    pub counts: Counts,
    /// In words.
    pub statement: String,
}

words! {
    /// Whether an objective counts by itself.
    #[derive(Default)]
    pub enum Counts {
        /// By itself.
        #[default]
        Alone = "alone",
        /// Only if the side meets another one as well.
        WithAnother = "with-another",
    }
}

words! {
    /// Whose presence counts.
    pub enum Holder {
        /// Infantry only.
        Infantry = "infantry",
        /// Anything but cavalry.
        NotCavalry = "not-cavalry",
        /// Any unit.
        Any = "any",
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
        /// By whom.
        by: Side,
        /// Which.
        hexes: Vec<HexId>,
        /// How many of them; all if none.
        needed: Option<u8>,
        /// Whose presence counts.
        holder: Holder,
        /// How they are held.
        holding: Holding,
        /// Judged at the end of this turn; at the end of the game if none.
        at: Option<TurnId>,
    },
    /// At least `needed` of the commands are CI.
    Ineffective {
        /// Which.
        commands: Vec<CommandId>,
        /// How many of them.
        needed: u8,
    },
    /// At least so many commands of this side and level are CI.
    IneffectiveCount {
        /// Whose.
        side: Side,
        /// Brigades or divisions.
        level: Level,
        /// How many.
        at_least: u8,
    },
    /// No unit of the command is left in the playing area.
    Gone {
        /// Which.
        command: CommandId,
    },
    /// So many infantry regiments of the side that are not Collapsed are in play.
    RegimentsLeft {
        /// Whose.
        side: Side,
        /// How many.
        at_least: u8,
    },
    /// So many infantry regiments of the command are Disordered or worse.
    RegimentsShaken {
        /// Whose.
        command: CommandId,
        /// How many.
        at_least: u8,
    },
    /// The side has lost no more than this.
    LossesAtMost {
        /// Whose.
        side: Side,
        /// SP.
        sp: u8,
    },
    /// The side has lost this or more.
    LossesAtLeast {
        /// Whose.
        side: Side,
        /// SP.
        sp: u8,
        /// SP added for each routed unit.
        per_routed_unit: u8,
    },
    /// The side has this many points.
    PointsAtLeast {
        /// Whose.
        side: Side,
        /// VP.
        vp: u8,
    },
    /// The side's infantry holds one hex of the stretch and could move along all of it.
    RouteControlled {
        /// By whom.
        by: Side,
        /// The stretch, in order.
        hexes: Vec<HexId>,
        /// From the end of this turn to the end of the game; at the end of the game if none.
        from: Option<TurnId>,
    },
    /// The side's infantry holds a hex of the northern boundary on or east of a column.
    NorthBoundaryReached {
        /// By whom.
        by: Side,
        /// Column.
        from_column: u8,
    },
    /// The side controls all these fields.
    FieldsControlled {
        /// By whom.
        by: Side,
        /// Which.
        fields: Vec<FieldId>,
    },
    /// The side controls none of these fields.
    FieldsNotControlled {
        /// By whom not.
        by: Side,
        /// Which.
        fields: Vec<FieldId>,
        /// Hexes of them that do not count.
        ignoring: Vec<HexId>,
    },
    /// So many infantry regiments of the side that are not Collapsed stand in these hexes.
    RegimentsIn {
        /// Whose.
        side: Side,
        /// Where.
        hexes: Vec<HexId>,
        /// How many.
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
    },
    /// The side is not the last to have been in the hex.
    NotHeld {
        /// Who.
        by: Side,
        /// Which.
        hex: HexId,
    },
    /// Fewer (or not more) brigades of `side` than of the enemy are CI.
    FewerIneffectiveBrigades {
        /// Whose.
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

/// A shift of the level at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelShift {
    /// Its name.
    pub id: String,
    /// In whose favour.
    pub toward: Side,
    /// By how many levels.
    pub levels: u8,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// The level is set to this instead of shifted.
    pub becomes: Option<Verdict>,
    /// In words.
    pub statement: String,
}

/// A victory that needs no points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AutomaticVictory {
    /// Its name.
    pub id: String,
    /// Who wins.
    pub side: Side,
    /// When it is judged.
    pub assessed: Assessed,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// The verdict if `better_if` holds as well (or is not there).
    pub verdict: Verdict,
    /// A further condition for the better verdict.
    pub better_if: Vec<Condition>,
    /// The verdict without it.
    pub otherwise: Option<Verdict>,
    /// In words.
    pub statement: String,
}

words! {
    /// When a condition is judged.
    pub enum Assessed {
        /// At the end of the game.
        EndOfGame = "end-of-game",
        /// At the end of every turn.
        EveryTurn = "every-turn",
    }
}

/// An outcome of [`VictoryMethod::Objectives`] and [`VictoryMethod::FirstOutcome`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// What must hold; empty for "anything else".
    pub when: OutcomeTest,
    /// What it means.
    pub verdict: OutcomeVerdict,
    /// In words.
    pub statement: String,
}

/// The test of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeTest {
    /// A side meets all its objectives, or is the only one to meet any.
    AllOrOnlySide,
    /// This side meets none.
    MeetsNone(Side),
    /// All these conditions hold.
    Conditions(Vec<Condition>),
    /// Anything else.
    Otherwise,
}

/// The verdict of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeVerdict {
    /// The side that passed the test wins.
    ThatSide,
    /// This side wins.
    Winner(Side),
    /// Nobody wins.
    Draw,
}
