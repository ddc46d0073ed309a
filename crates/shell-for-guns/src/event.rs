//! What happens: each event is a complete change with its rule. [`crate::Table::apply`] is its only reader that writes.

use longroll_core::Side;
use longroll_rule::Rule;
use longroll_tabletop::{Point, Pose, Ticks};
use serde::{Deserialize, Serialize};

use crate::facts::{DivisionId, Formation, GeneralId, ObjectiveId, UnitId};
use crate::roll::Roll;
use crate::table::{Loss, Victory};
use crate::words::words;

pub use crate::stance::Stance;

words! {
    /// Why a unit changes its place.
    pub enum Cause {
        /// Set up.
        Deployment = "deployed",
        /// SfG 2.4-enter.
        Entry = "enters",
        /// SfG 2.5: a brigade order.
        Order = "moves",
        /// SfG 2.5-division.
        DivisionOrder = "marches",
        /// SfG 2.5-charge.
        Charge = "charges",
        /// SfG 2.5-flee.
        Flight = "flees",
        /// SfG 2.7.
        Push = "is pushed back",
        /// SfG 2.8-loser.
        Beaten = "is driven back",
        /// SfG 2.8-draw.
        Recoil = "recoils",
        /// SfG 2.8-face.
        Facing = "faces the attack",
        /// SfG 2.8-winner-reform.
        Reorganising = "reorganises",
        /// SfG 2.8-breakthrough.
        Breakthrough = "breaks through",
        /// SfG 2.3-batteries: it makes room, or steps into the line.
        Joining = "joins the line",
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A side has chosen in secret.
    Sealed { side: Side, rule: Rule },
    /// SfG 3.0-objectives.
    ObjectivesPlaced { side: Side, at: [Point; 2] },
    /// Dice, and what they mean.
    Rolled {
        /// Whose dice.
        side: Side,
        /// The unit they concern.
        unit: Option<UnitId>,
        /// The division they concern.
        division: Option<DivisionId>,
        /// The roll.
        roll: Roll,
        /// The faces.
        faces: Vec<u8>,
    },
    /// A side deploys the first division.
    DeploysFirst { side: Side },
    /// SfG 3.0-reserve.
    KeptBack {
        unit: UnitId,
        /// The turn named for its group.
        due: u8,
    },
    /// SfG 2.4.
    ArrivalSet {
        /// The division.
        division: DivisionId,
        /// The turn on which its group enters.
        enters: u8,
    },
    /// A turn begins.
    TurnBegan { turn: u8 },
    /// A general stands somewhere else, attached or not.
    GeneralMoved {
        general: GeneralId,
        /// Where; none off the table.
        pose: Option<Pose>,
        attached: Option<UnitId>,
        /// By which rule.
        rule: Rule,
    },
    /// SfG 2.2.
    InitiativeSet {
        /// The order of divisions.
        order: Vec<DivisionId>,
    },
    /// SfG 2.3.
    ActivationBegan { division: DivisionId },
    /// SfG 2.3.
    ActivationEnded { division: DivisionId },
    /// SfG 2.2-keep, 2.3-fail: no more orders in this activation.
    OrdersEnded { division: DivisionId, rule: Rule },
    /// SfG 2.3-brigade-order: a unit was given an order.
    Ordered {
        unit: UnitId,
        /// SfG-reading 35: by the corps general.
        corps: bool,
        /// Whether the test was passed.
        passed: bool,
    },
    /// A unit stands somewhere else or otherwise.
    Moved {
        unit: UnitId,
        cause: Cause,
        /// Its place and shape.
        stance: Stance,
        /// How long its way was.
        length: Ticks,
        rule: Rule,
    },
    /// SfG 2.5-artillery-actions: guns limber or deploy.
    Handled {
        /// The battery.
        unit: UnitId,
        /// What it is now.
        formation: Formation,
    },
    /// SfG 2.3-batteries.
    Joined {
        /// The battery.
        battery: UnitId,
        /// The brigade.
        brigade: UnitId,
    },
    /// SfG 2.3-batteries-still.
    Parted {
        /// The battery.
        battery: UnitId,
    },
    /// SfG 2.6-when: a unit has fired.
    Fired {
        unit: UnitId,
        target: UnitId,
        /// In reaction to a charge.
        reaction: bool,
        /// The rule that lets it.
        rule: Rule,
    },
    /// SfG 1.3: losses.
    Lost { unit: UnitId, losses: u8 },
    /// SfG 1.3: a base is removed.
    BaseRemoved {
        unit: UnitId,
        /// Its number, from 0.
        base: u8,
    },
    /// A unit leaves the game.
    Removed {
        unit: UnitId,
        loss: Loss,
        rule: Rule,
    },
    /// SfG 1.5-disordered.
    Disordered { unit: UnitId, rule: Rule },
    /// SfG 1.5-recovery.
    Recovered { unit: UnitId, rule: Rule },
    /// SfG 2.5-charge: declared.
    ChargeDeclared {
        unit: UnitId,
        target: UnitId,
        /// SfG 2.8-flank.
        flank: bool,
    },
    /// SfG 2.5-one-charge: a charge that moves is used up.
    ChargeMade { unit: UnitId },
    /// SfG 2.8-breakthrough-once.
    BrokeThrough { unit: UnitId },
    /// SfG 2.8: units are at close quarters.
    MeleeJoined {
        /// Who came.
        attacker: UnitId,
        /// Who stood, each with the bases of both sides that fight.
        against: Vec<Engaged>,
    },
    /// SfG 2.8-result: both sides' totals.
    MeleeDecided {
        /// The attacker.
        attacker: UnitId,
        /// The attacker's hits and bonus.
        own: (u8, u8),
        /// The defenders' hits and bonus.
        theirs: (u8, u8),
        /// Who won; none for a draw.
        winner: Option<Side>,
        /// The rule that says so.
        rule: Rule,
    },
    /// SfG D-hold.
    ObjectiveTaken { objective: ObjectiveId, by: Side },
    /// SfG 3.0-victory.
    Ended { victory: Victory },
}

/// One enemy unit of a melee.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Engaged {
    pub unit: UnitId,
    /// SfG 2.8-flank: hit in flank or rear.
    pub flank: bool,
    /// The attacker's bases that fight it.
    pub attacking: Vec<u8>,
    /// Its bases that fight.
    pub defending: Vec<u8>,
}
