//! What happened. An event is a complete change with its cause: [`Position::apply`](crate::Position::apply) is the only
//! function that changes a position, and events are all it takes.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Ammunition, CommandId, Fatigue, LeaderId, Orders, Piece, UnitId};
use longroll_core::{Side, Terms};
use longroll_rule::Rule;
use serde::Serialize;

use crate::fire::{DeclaredFire, Section};
use crate::{
    ActivatorId, BodyId, Bound, Chit, Cohesion, CommandStatus, EntryGroupId, Extent, HalfMp,
    Happening, Marker, Mount, Note, Presence, Site, StackPlace, Task, Tired,
};

pub use crate::roll::{Drawn, Lot, Purpose, Roll, Rolled, Verdict, Wanted};

impl Event {
    /// Whether a log tells it; notes are for those who follow the position.
    #[must_use]
    pub const fn is_told(&self) -> bool {
        !matches!(self, Self::Noted(_))
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// SR 3.0: a turn begins.
    TurnBegan {
        /// Its place in the calendar.
        turn: u8,
    },
    /// SR 3.0: a segment or phase begins.
    Phase {
        /// The line of the sequence of play.
        rule: Rule,
    },
    /// A die.
    Rolled(Box<Rolled>),
    /// SR 10: somebody fires; the dice follow.
    Fired {
        /// Who at what, with how much.
        fire: Box<DeclaredFire>,
        /// SR 10.15: SP kept back for another hex.
        kept: u8,
        /// The rule that gives the fire.
        rule: Rule,
    },
    /// SR 11.31: units assault these hexes together.
    Assaulted {
        attackers: Vec<UnitId>,
        /// Which hexes.
        targets: Vec<HexId>,
        /// SR 11.47: how many times they have gone on.
        continued: u8,
        rule: Rule,
    },
    /// SR 17: a brigade, or a unit that keeps its own, is more or less tired.
    FatigueChanged {
        whom: Tired,
        /// How much now.
        fatigue: Fatigue,
        rule: Rule,
    },
    /// SR 16.22, BB 14.42: a unit gains strength.
    Gained {
        unit: UnitId,
        sp: u8,
        /// What it has now.
        now: u8,
        rule: Rule,
    },
    /// SR 11.58, 11.59: horses are spent, or have their breath again.
    Blown {
        unit: UnitId,
        /// Spent.
        blown: bool,
        rule: Rule,
    },
    /// BB 14.76: the first D turns a gunboat over; it goes on as before.
    BoatStruck { unit: UnitId },
    /// SR 10.69, 10.91, 10.92: ammunition runs low, or is there again.
    AmmunitionChanged {
        unit: UnitId,
        /// The section by its place; none for the whole unit.
        section: Option<u8>,
        /// How much is left.
        ammunition: Ammunition,
        rule: Rule,
    },
    /// BB 30.0-setup: a piece is set up.
    SetUp { piece: Piece, hex: HexId },
    /// SR 5.12: who has the Initiative.
    InitiativeSettled {
        /// Nobody after a tie.
        holder: Option<Side>,
        /// BB 30.0: the army whose divisions must have the first marker.
        owed_to: Option<CommandId>,
        /// The rule that gave it.
        rule: Rule,
    },
    /// SR 4.23: a leader's status towards his superior.
    LeaderStatus {
        leader: LeaderId,
        /// His status.
        status: CommandStatus,
        /// Towards whom.
        superior: Option<LeaderId>,
    },
    /// SR 4.22: a unit's status towards its leader.
    UnitStatus {
        unit: UnitId,
        /// Its status.
        status: CommandStatus,
    },
    /// BB 4.11-direct.
    DirectCommand {
        leader: LeaderId,
        /// Which brigade.
        body: BodyId,
    },
    /// A unit acts with another command.
    Assigned {
        unit: UnitId,
        command: CommandId,
        /// The rule that allows it.
        rule: Rule,
    },
    /// BB 5.26: a brigade acts with another division.
    Attached {
        body: BodyId,
        activator: ActivatorId,
        /// The rule that allows it.
        rule: Rule,
    },
    /// SR 5.21: an Efficiency marker.
    EfficiencyDrawn {
        /// For whom; the Unassigned group stands under its army.
        command: CommandId,
        /// The number on it.
        number: u8,
        /// The rule by which it draws.
        rule: Rule,
    },
    /// SR 5.22, 5.23: a commander helps.
    Helped {
        leader: LeaderId,
        command: CommandId,
        rule: Rule,
    },
    /// SR 5.43.
    Transferred {
        /// Gave one.
        first: ActivatorId,
        /// Gave one.
        second: ActivatorId,
        /// Got one.
        to: ActivatorId,
    },
    /// SR 5.24: the markers of a division.
    Activations {
        activator: ActivatorId,
        number: u8,
        terms: Terms,
    },
    /// SR 5.26, 5.36: a body may act less often than its division has markers.
    Entitled {
        body: BodyId,
        /// How often.
        number: u8,
        terms: Terms,
    },
    /// SR 6.1: a body's orders.
    OrdersGiven {
        body: BodyId,
        orders: Orders,
        /// The rule that changed them.
        rule: Rule,
    },
    /// SR 4.23: a unit's own orders.
    UnitOrders {
        unit: UnitId,
        orders: Orders,
        /// The rule that changed them.
        rule: Rule,
    },
    /// SR 6.32.
    ReserveEntered { body: BodyId },
    /// SR 6.34.
    ReserveLeft { body: BodyId, rule: Rule },
    /// BB 31.0-alert: a body sleeps no longer.
    Alerted { body: BodyId, rule: Rule },
    /// BB 30.6-surprise: the first contact.
    Surprised {
        /// Whose army.
        side: Side,
        by: UnitId,
    },
    /// A unit of an army that is held has seen an enemy across the line.
    EnemySeen { unit: UnitId, rule: Rule },
    /// The group of a commander may move.
    GroupFreed {
        leader: LeaderId,
        /// The rule that held it.
        rule: Rule,
    },
    /// Everybody of an army may move.
    ArmyFreed {
        side: Side,
        /// The rule that held it.
        rule: Rule,
    },
    /// Brigades that a scenario wants in line stand so.
    LinkedUp { rule: Rule },
    /// A unit has crossed the dividing line: its army need not keep in line any longer.
    LineEnded { unit: UnitId, rule: Rule },
    /// A unit that a scenario held where it was is free.
    Freed {
        unit: UnitId,
        /// The rule that held it.
        rule: Rule,
    },
    /// BB sob-table: what a brigade has to do first.
    MissionGiven { body: BodyId, task: Task },
    /// BB sob-free: it moves as it likes.
    MissionEnded { body: BodyId },
    /// SR 14.22: cavalry mounts or dismounts.
    MountChanged {
        unit: UnitId,
        /// How it stands now.
        mount: Mount,
        rule: Rule,
    },
    /// BB 9.44-swamp-leader: a leader sees a unit out of Swamp; it need not check.
    SeenOut { leader: LeaderId, unit: UnitId },
    /// BB 9.7.
    Deferred {
        /// Which group.
        group: EntryGroupId,
    },
    /// SR 5.31: markers go into the cup.
    Placed { marker: Marker, number: u8 },
    /// SR 5.13: the first marker.
    Picked { marker: Marker },
    /// SR 5.31: a marker is drawn.
    Drawn { marker: Marker },
    /// SR 5.26: a body lets a marker pass.
    SatOut { body: BodyId, rule: Rule },
    /// SR 6.23, 6.24, 5.34: what holds for a body while this marker is played.
    Bound {
        body: BodyId,
        /// What holds.
        bound: Bound,
        rule: Rule,
    },
    /// BB 4.11: a commander's ability.
    AbilityUsed {
        leader: LeaderId,
        /// On which brigade.
        body: BodyId,
        /// Which ability.
        rule: Rule,
    },
    /// SR 5.34: brigades act as one.
    Coordinated { bodies: Vec<BodyId> },
    /// SR 5.32: a body begins to act.
    Activated { body: BodyId },
    /// SR 5.32: a body is finished with this marker.
    Finished { body: BodyId },
    /// SR 9.3: a leader moves.
    Rode {
        leader: LeaderId,
        from: HexId,
        to: HexId,
        /// MP for this hex.
        cost: HalfMp,
        /// MP in all.
        spent: HalfMp,
    },
    /// SR 9.32: a commander rode too far.
    RodeFar { leader: LeaderId },
    /// SR 9.1: a unit enters a hex.
    Moved {
        unit: UnitId,
        from: HexId,
        to: HexId,
        /// How it spreads there.
        extent: Extent,
        /// Where its counter goes in the stack.
        place: StackPlace,
        /// MP for this hex.
        cost: HalfMp,
        /// MP in all.
        spent: HalfMp,
        /// Kind of movement.
        rule: Rule,
    },
    /// SR 7.2: a unit turns.
    Turned {
        unit: UnitId,
        facing: Facing,
        /// MP for it.
        cost: HalfMp,
        rule: Rule,
    },
    /// SR 7.3: a flank is refused or no longer refused.
    RefusalChanged {
        unit: UnitId,
        /// Which flank is refused now.
        refused: Option<Hand>,
        /// MP for it.
        cost: HalfMp,
        rule: Rule,
    },
    /// SR 9.43: a unit pays for something that is neither a step nor a turn.
    Paid {
        unit: UnitId,
        /// MP for it.
        cost: HalfMp,
        /// MP spent in all.
        spent: HalfMp,
        rule: Rule,
    },
    /// SR 9.45: what a unit has paid turns out to be free.
    Repaid {
        unit: UnitId,
        /// MP given back.
        cost: HalfMp,
        /// MP spent in all.
        spent: HalfMp,
        rule: Rule,
    },
    /// SR 8.4, 8.5: a unit spreads or gathers.
    ExtentChanged {
        unit: UnitId,
        /// The counter's hex.
        hex: HexId,
        /// How it spreads now.
        extent: Extent,
        /// MP for it.
        cost: HalfMp,
        rule: Rule,
    },
    /// SR 8.23, 8.24, 7.22: the order of a stack changes.
    Restacked {
        hex: HexId,
        /// Top to bottom.
        order: Vec<UnitId>,
        rule: Rule,
    },
    /// SR 8.24: a section is put above the others of its battery.
    SectionRaised(Section),
    /// SR 9.53 and others: a unit may not move further.
    Stopped { unit: UnitId, rule: Rule },
    /// SR 12.3: a unit's state changes.
    CohesionChanged {
        unit: UnitId,
        /// To what.
        cohesion: Cohesion,
        rule: Rule,
    },
    /// SR 12.2: strength is lost.
    Lost {
        unit: UnitId,
        /// SP or guns lost.
        sp: u8,
        /// What is left.
        left: u8,
        rule: Rule,
    },
    /// A piece leaves or enters the map.
    PresenceChanged {
        piece: Piece,
        /// What it is now.
        presence: Presence,
        /// Where, if it is on the map.
        hex: Option<HexId>,
        rule: Rule,
    },
    /// SR 4.18: the counter of a leader is turned.
    LeaderReplaced {
        leader: LeaderId,
        /// SR 4.18 for one who was killed; SR 12.75, 12.76 for one who steps into another's place.
        rule: Rule,
    },
    /// SR 13.2, 13.3: Combat Ineffective or no longer.
    Effectiveness {
        /// Which command.
        command: CommandId,
        /// Whether it is ineffective now.
        ineffective: bool,
    },
    /// BB 9.44: the conditional bridge can be used from now on.
    BridgeOpened,
    /// BB 18.1, 19.0: an event comes out of the cup.
    EventDrawn {
        /// The row of the table.
        number: u8,
        /// What it means.
        happening: Happening,
        rule: Rule,
    },
    /// BB 18.1-nofire: a chit that keeps somebody from firing is gone.
    NoFire { side: Side, chit: Chit, rule: Rule },
    /// SR 15.13: an entrenchment is begun.
    WorkBegun(Site),
    /// SR 15.14: whatever a unit was building is lost.
    WorkStopped { unit: UnitId },
    /// SR 15.13: an entrenchment is finished.
    WorkFinished(Site),
    /// SR 15.17: a unit that crosses an entrenchment takes it away.
    WorkLevelled {
        /// Which unit.
        unit: UnitId,
        /// The hex the work stands in.
        hex: HexId,
        /// One of its hexsides.
        side: Direction,
    },
    /// SR 3.0-IV/D: the turn is over.
    TurnEnded {
        /// Its place in the calendar.
        turn: u8,
    },
    /// The game is over.
    GameOver,
    /// What players keep in mind or mark with a counter; no line of the log tells it.
    Noted(Note),
}
