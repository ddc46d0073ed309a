//! Everything that can be chosen. A choice reads alone: pieces, commands and hexes, never an index into a list.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{CommandId, LeaderId, Orders, Piece, UnitId};
use longroll_position::{ActivatorId, BodyId, EntryGroupId, Marker, StackPlace};

/// One choice of a player. Its notation is its only outside form (see `notation`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Nothing (more) of what is asked: `done`.
    Done,
    /// BB 30.0-setup: the rest of the set-up as it stands: `accept`.
    Accept,
    /// Puts a piece into a hex at set-up: `place 9 IL S3212`.
    Place {
        /// Which piece.
        piece: Piece,
        /// Where.
        hex: HexId,
    },
    /// SR 7.21: turns a unit in its hex: `face 9 IL NE`.
    Face {
        /// Which unit.
        unit: UnitId,
        /// Where to.
        facing: Facing,
    },
    /// SR 5.11: whose Initiative value is added: `initiative Grant`, `initiative nobody`.
    Initiative {
        /// The commander, or nobody.
        leader: Option<LeaderId>,
    },
    /// BB 4.11-direct: `direct Beauregard 1/1/2`.
    Direct {
        /// The commander.
        leader: LeaderId,
        /// The brigade.
        body: BodyId,
    },
    /// SR 4.32, BB 4.24 to 4.33: `assign Taylor Bty 4/5/T`.
    Assign {
        /// The unit.
        unit: UnitId,
        /// The command it acts with from now on.
        command: CommandId,
    },
    /// BB 5.26: a brigade joins another division: `attach 2/5/T 4/T`.
    Attach {
        /// The brigade.
        body: BodyId,
        /// The division.
        activator: ActivatorId,
    },
    /// SR 5.22, 5.23; BB 4.2: a commander raises the number of a corps or division by one: `help Grant 4/T`.
    Help {
        /// The commander.
        leader: LeaderId,
        /// Whom.
        command: CommandId,
    },
    /// SR 5.43: two Activations given up for one: `transfer 1/XV 3/XV to 2/XV`.
    Transfer {
        /// Gives one.
        first: ActivatorId,
        /// Gives one; may be the same.
        second: ActivatorId,
        /// Gets one.
        to: ActivatorId,
    },
    /// SR 6.12: `orders 2/6/T attack`.
    Orders {
        /// The body.
        body: BodyId,
        /// Its orders.
        orders: Orders,
    },
    /// BB 4.24, 4.25: orders of a single unit: `orders Georgia Dragoons attack`.
    UnitOrders {
        /// The unit.
        unit: UnitId,
        /// Its orders.
        orders: Orders,
    },
    /// BB 4.11-march: `march A.S. Johnston 1/1/2`.
    MarchUnder {
        /// The commander.
        leader: LeaderId,
        /// The brigade.
        body: BodyId,
    },
    /// BB 9.7: a group of reinforcements enters after the cup is empty: `defer group 3`.
    Defer {
        /// The group.
        group: EntryGroupId,
    },
    /// SR 6.32: `reserve 1/T`.
    Reserve {
        /// A brigade, division or corps.
        command: CommandId,
    },
    /// SR 6.34: leaves Reserve at the end of the turn: `release 1/1/T attack`.
    Release {
        /// The body.
        body: BodyId,
        /// Its orders.
        orders: Orders,
    },
    /// BB alert-8AM: this division becomes alert: `alert 1/T`.
    Alert {
        /// Which.
        activator: ActivatorId,
    },
    /// SR 5.31: one marker fewer: `withhold 1/T`.
    Withhold {
        /// Whose.
        activator: ActivatorId,
    },
    /// SR 5.13: the first marker of the turn: `pick 1/T`, `pick march`.
    Pick {
        /// Which.
        marker: Marker,
    },
    /// SR 5.26: lets this marker pass: `sit 1/1/T`.
    SitOut {
        /// The body.
        body: BodyId,
    },
    /// SR 6.21: tries to change orders: `try 1/1/T`, where the wanted orders matter `try 1/1/2 attack`.
    Attempt {
        /// The body.
        body: BodyId,
        /// BB 6.22: the orders wanted.
        wanted: Option<Orders>,
    },
    /// SR 6.23: takes these orders after a Change: `take attack`.
    Take {
        /// The orders.
        orders: Orders,
    },
    /// SR 6.23: declines a Change: `keep`.
    Keep,
    /// BB 4.11-J1: `inspire A.S. Johnston 1/1/3`.
    Inspire {
        /// The commander.
        leader: LeaderId,
        /// The brigade.
        body: BodyId,
    },
    /// BB 4.11-J4: `extra A.S. Johnston 1/1/3`.
    Extra {
        /// The commander.
        leader: LeaderId,
        /// The brigade.
        body: BodyId,
    },
    /// SR 5.34: `coordinate`.
    Coordinate,
    /// SR 5.34: this brigade is part of the coordinated group: `join 1/1/T`.
    Join {
        /// The brigade.
        body: BodyId,
    },
    /// SR 5.32: this brigade acts next: `activate 1/1/T`.
    Activate {
        /// The body.
        body: BodyId,
    },
    /// SR 9.31, 9.32: a leader moves one hex: `ride Shaver S3021`.
    Ride {
        /// The leader.
        leader: LeaderId,
        /// The next hex.
        hex: HexId,
    },
    /// The piece under way stops: `halt`.
    Halt,
    /// SR 9.13: one hex, entered with this facing: `move 9 IL 2323 NE`.
    Move {
        /// The unit.
        unit: UnitId,
        /// The next hex.
        hex: HexId,
        /// The facing with which it leaves and enters.
        facing: Facing,
    },
    /// SR 8.13: one hex along a route, forming Extended Column for it: `road 9 IL 2323 NE`.
    Road {
        /// The unit.
        unit: UnitId,
        /// The next hex.
        hex: HexId,
        /// The facing with which it leaves and enters.
        facing: Facing,
    },
    /// SR 9.43: one hex over the ground although a route leads there: `off 9 IL 2323 NE`.
    OffRoad {
        /// The unit.
        unit: UnitId,
        /// The next hex.
        hex: HexId,
        /// The facing with which it leaves and enters.
        facing: Facing,
    },
    /// SR 7.31: `refuse 9 IL left`.
    Refuse {
        /// The unit.
        unit: UnitId,
        /// Which flank.
        hand: Hand,
    },
    /// SR 7.32-stack: refuses over units that will leave the hex in this Activation: `alone 9 IL left`.
    RefuseAlone {
        /// The unit.
        unit: UnitId,
        /// Which flank.
        hand: Hand,
    },
    /// SR 8.21: another unit of the hex moves along the route with this one: `together 9 IL 12 IL`.
    Together {
        /// The unit that leads, the upper one.
        unit: UnitId,
        /// The unit that goes with it.
        other: UnitId,
    },
    /// SR 7.33: `unrefuse 9 IL`.
    Unrefuse {
        /// The unit.
        unit: UnitId,
    },
    /// SR 8.41: `extend 9 IL left`; both flanks `extend 9 IL both`.
    Extend {
        /// The unit.
        unit: UnitId,
        /// Which flank; none for both at once (SR 8.43).
        hand: Option<Hand>,
    },
    /// SR 8.42, 8.52: takes extensions back: the counter stands in this hex afterwards and keeps so many extensions:
    /// `retract 9 IL 2323`, `retract 9 IL 2323 keeping left`.
    Retract {
        /// The unit.
        unit: UnitId,
        /// Where the counter stands.
        hex: HexId,
        /// The extension of a line that stays, if one does.
        keeping: Option<Hand>,
    },
    /// SR 8.44: an Extended Line wheels: `wheel 9 IL left`.
    Wheel {
        /// The unit.
        unit: UnitId,
        /// Towards this hand, which is the pivot.
        hand: Hand,
    },
    /// SR 7.22, 8.44-aboutface: turns 180 degrees, stacks inverted: `about 9 IL`.
    About {
        /// The unit.
        unit: UnitId,
    },
    /// SR 8.44, 8.5: a line forms Extended Column with the counter at this end: `column 9 IL 2323 NE`.
    Column {
        /// The unit.
        unit: UnitId,
        /// The hex of the counter, at the head.
        hex: HexId,
        /// Its facing.
        facing: Facing,
    },
    /// SR 8.52: a column forms Extended Line with the counter in this hex: `line 9 IL 2323 NE`.
    Line {
        /// The unit.
        unit: UnitId,
        /// The hex of the counter.
        hex: HexId,
        /// Its facing.
        facing: Facing,
    },
    /// SR 8.24: changes its place in the stack: `reorder 9 IL top`, `reorder 9 IL below Taylor Bty`.
    Reorder {
        /// The unit.
        unit: UnitId,
        /// Its new place.
        place: StackPlace,
    },
    /// SR 9.54: Withdrawal movement, one hex: `withdraw 9 IL 2323`.
    Withdraw {
        /// The unit.
        unit: UnitId,
        /// The next hex.
        hex: HexId,
    },
    /// SR 14.22: cavalry gets into the saddle: `mount 5 OH Cav`.
    Mount {
        /// The unit.
        unit: UnitId,
    },
    /// SR 14.22: cavalry gets off its horses: `dismount 5 OH Cav`.
    Dismount {
        /// The unit.
        unit: UnitId,
    },
    /// SR 8.23: where the unit goes in the stack: `stack top`, `stack bottom`, `stack below Taylor Bty`.
    StackAt {
        /// Which place.
        place: StackPlace,
    },
    /// SR 9.61: the non-phasing unit turns: `turn 9 IL NE`.
    ReactFace {
        /// The unit.
        unit: UnitId,
        /// Where to.
        facing: Facing,
    },
    /// SR 9.61: the non-phasing unit refuses: `bend 9 IL left`.
    ReactRefuse {
        /// The unit.
        unit: UnitId,
        /// Which flank.
        hand: Hand,
    },
    /// SR 9.63: Reaction movement, one hex: `evade 9 IL 2323`.
    React {
        /// The unit.
        unit: UnitId,
        /// The next hex.
        hex: HexId,
    },
    /// SR 9.7: a reinforcement enters with this facing: `enter 9 IL N6420 W`.
    Enter {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexId,
        /// Its facing.
        facing: Facing,
    },
    /// SR 9.7: a leader enters: `arrive Nelson N6420`.
    Arrive {
        /// The leader.
        leader: LeaderId,
        /// Where.
        hex: HexId,
    },
    /// BB 9.7-landing: a friend makes room in a landing hex; where it goes is asked next: `room 9 IL`.
    MakeRoom {
        /// Who stands in the way.
        unit: UnitId,
    },
    /// SR 6.24-C: a cautious brigadier's unit falls back: `fall 9 IL 2121`.
    FallBack {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexId,
    },
    /// SR 9.31: a leader goes along with a unit he is stacked with, wherever it moves: `with Shaver 2 AR`.
    Accompany {
        /// The leader.
        leader: LeaderId,
        /// The unit.
        unit: UnitId,
    },
}
