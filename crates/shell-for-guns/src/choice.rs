//! What may be chosen. A choice reads alone: units and generals by their place in the facts, lengths and angles exact.

use longroll_tabletop::{Pose, Ticks, Turn};
use serde::{Deserialize, Serialize};

use crate::facts::{Formation, GeneralId, UnitId};
use crate::words::words;

words! {
    /// SfG 2.5-turn, SfG-reading 69: what stays in its place.
    pub enum Pivot {
        /// The left front corner.
        Left = "left",
        /// The right front corner.
        Right = "right",
        /// The middle of the front edge.
        Middle = "middle",
    }
}

words! {
    /// One end of a line.
    pub enum End {
        /// The unit's own left.
        Left = "left",
        /// The unit's own right.
        Right = "right",
    }
}

words! {
    /// SfG-reading 35: whose order a charge is declared with.
    pub enum Giver {
        /// The general of the division.
        Division = "division",
        /// The corps general, once per turn if the switch allows it.
        Corps = "corps",
    }
}

words! {
    /// SfG D-dismount.
    pub enum Saddle {
        /// Into the saddle.
        Mount = "mount",
        /// Out of it.
        Dismount = "dismount",
    }
}

/// One part of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// SfG 2.5-formation: another formation; between column and line on a base that keeps its place (SfG 2.5-formation-anchor).
    Form {
        /// The new formation.
        formation: Formation,
        /// The base that stays (from 1), and its number in the new formation.
        anchor: Option<(u8, u8)>,
        /// SfG 2.5-formation-spread: where the odd base goes.
        odd: Option<End>,
    },
    /// SfG D-dismount.
    Saddle(Saddle),
    /// A straight leg, its direction as a turn from the heading.
    Go {
        /// 0 ahead, 9000 to the right, 18000 back.
        bearing: Turn,
        /// How far.
        length: Ticks,
    },
    /// SfG 2.5-turn.
    Turn {
        /// About what.
        pivot: Pivot,
        /// Clockwise if positive.
        angle: Turn,
    },
    /// SfG 2.5-road: along the road on which the front base stands.
    Road {
        /// How far.
        length: Ticks,
    },
}

/// SfG 2.5: the parts of one move in order; none is to stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plan(pub Vec<Part>);

impl Plan {
    /// One straight leg.
    #[must_use]
    pub fn leg(bearing: i32, length: Ticks) -> Self {
        Self(vec![Part::Go {
            bearing: Turn(bearing),
            length,
        }])
    }
}

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// SfG 3.0-objectives.
    Objectives([longroll_tabletop::Point; 2]),
    /// SfG 3.0-deploy.
    Place {
        unit: UnitId,
        formation: Formation,
        /// Cavalry on horse.
        mounted: bool,
        pose: Pose,
    },
    /// SfG 3.0-reserve.
    Reserve {
        unit: UnitId,
        /// The turn named for its group.
        due: u8,
    },
    /// SfG 3.0-deploy: a general is set up.
    Station { general: GeneralId, pose: Pose },
    /// SfG 2.1: a general moves, and is with a unit or alone at the end.
    General {
        general: GeneralId,
        pose: Pose,
        /// SfG 2.1-attach.
        attach: Option<UnitId>,
    },
    /// Nothing more here.
    Done,
    /// SfG 2.4-enter.
    Enter {
        unit: UnitId,
        formation: Formation,
        /// Where on the own edge.
        pose: Pose,
        /// The move that follows.
        plan: Plan,
    },
    /// SfG 2.3-division-order.
    DivisionOrder,
    /// SfG 2.3-brigade-order.
    Order {
        /// To whom.
        unit: UnitId,
    },
    /// SfG-reading 35.
    CorpsOrder {
        /// To whom.
        unit: UnitId,
    },
    /// SfG 2.5-charge: declared with its order.
    Charge {
        unit: UnitId,
        target: UnitId,
        /// Turned first.
        turn: Option<(Pivot, Turn)>,
        /// The direction of the leg, as a turn from the heading after the turn.
        bearing: Turn,
        /// Whose order it is.
        by: Giver,
    },
    /// SfG 2.6.
    Fire { unit: UnitId, target: UnitId },
    /// SfG 2.5-artillery-order.
    Limber { unit: UnitId },
    /// SfG 2.5-artillery-order.
    Deploy { unit: UnitId },
    /// SfG 2.3-batteries.
    Join {
        /// The battery.
        battery: UnitId,
        /// The brigade.
        brigade: UnitId,
        /// SfG-reading 60: after which base (from 1) the gap is made, and which side slides.
        gap: Option<(u8, End)>,
    },
    /// SfG 2.5: the move of an order.
    Move { unit: UnitId, plan: Plan },
    /// SfG 2.5-stand: without fire.
    Stand,
    /// SfG 2.5-stand: with fire.
    StandAndFire,
    /// SfG 2.5-flee.
    Flee,
    /// SfG-reading 17: which base goes.
    Remove(End),
    /// SfG-reading 109: which way to slide.
    Slide(End),
    /// SfG-reading 110: whom a base fights that touches two.
    Assign {
        /// The base, from 1.
        base: u8,
        /// The enemy.
        target: UnitId,
    },
    /// SfG 2.8-winner-stay.
    Stay,
    /// SfG 2.8-winner-reform: the die is rolled, then the move is chosen.
    Reorganise,
    /// SfG 2.8-breakthrough.
    BreakThrough { target: UnitId },
    /// SfG 2.3: nothing more in this activation.
    End,
}
