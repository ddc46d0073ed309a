//! The frame of the stages of a step (SR 9.1).

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_movement::Progress;
use longroll_movement::step::WayChoice;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::line::{Going, LineOrder};
use crate::movement::ground_checks::{GroundCheck, Over};
use crate::movement::prospect::Reshape;

/// Along what a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Along {
    /// Along the route if the unit can use it as it stands.
    Best,
    /// SR 8.13: along the route, in Extended Column.
    Route,
    /// SR 9.43: over the ground although a route leads there.
    Ground,
    /// SR 15.17: as `Best`, taking away the entrenchment it crosses.
    Levelling,
}

impl Along {
    pub(super) const fn choice(self) -> WayChoice {
        match self {
            Self::Best => WayChoice::Best,
            Self::Route => WayChoice::Route,
            Self::Ground => WayChoice::OffRoute,
            Self::Levelling => WayChoice::Levelling,
        }
    }
}

/// The stages of a step that nobody decides, and the one choice at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageStep {
    /// The unit enters the hex.
    Enter {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        direction: Direction,
        /// With which facing.
        facing: Facing,
        along: Along,
    },
    /// SR 8.44: the line moves.
    EnterLine {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        order: LineOrder,
        /// BB 9.44-swamp-extended: the Swamp hex its owner chose to gather in.
        gathers: Option<HexId>,
    },
    /// BB 9.44-swamp-extended: in which of several Swamp hexes does the line gather?
    Gather {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// How it moves.
        going: Going,
    },
    /// SR 9.54: the unit steps back.
    StepBack {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        direction: Direction,
        /// BB 9.44-swamp-extended: the Swamp hex its owner has chosen.
        gathers: Option<HexId>,
    },
    /// SR 9.54-extended: the line draws together in this hex and steps back from there.
    BreakLine {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        direction: Direction,
        part: HexId,
    },
    /// SR 8.53: the column gathers in this hex, Disordered.
    GatherDisordered {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        part: HexId,
    },
    /// SR 8.42, 8.52: the unit spreads, gathers, or changes between line and column.
    Reshape {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        shape: Reshape,
    },
    /// SR 9.47 and others: a check of its order.
    Check(GroundCheck),
    /// A unit goes no further.
    Stop {
        unit: UnitId,
        rule: Rule,
        /// How much of its Activation is over.
        over: Over,
    },
    /// The step is done: the unit goes on or stops.
    Settle {
        unit: UnitId,
        /// Its move so far.
        progress: Progress,
        /// SR 9.53, 9.42: the rule by which its movement ends here.
        ends: Option<Rule>,
    },
    /// SR 8.23: where in the stack?
    Stack {
        unit: UnitId,
        /// Where it came from.
        from: HexId,
        /// SR 8.21: how many came with it; they lie directly below it.
        #[serde(default)]
        mates: usize,
    },
}
