//! What happened. An event is a complete change with its cause: [`Position::apply`](crate::Position::apply) is the only
//! function that changes a position, and events are all it takes.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::{
    Ammunition, CommandId, Fatigue, LeaderId, Orders, Piece, Profile, TurnId, UnitId,
};
use longroll_catalog::tables::{AssaultResult, CoordinationResult, FireResult, OrdersResult};
use longroll_core::{Die, Side, Terms};
use longroll_rule::Rule;
use serde::Serialize;

use crate::fire::DeclaredFire;
use crate::{
    ActivatorId, BodyId, Bound, Chit, Cohesion, CommandStatus, EntryGroupId, Extent, HalfMp,
    Happening, Marker, Mount, Note, Presence, Site, StackPlace, Task, Tired,
};

/// What a die was rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// SR 5.11.
    Initiative(Side),
    /// SR 6.21.
    OrdersChange(BodyId),
    /// SR 6.24-U.
    UnreliableProfile(BodyId),
    /// BB 30.1-lew-wallace.
    Arrival(CommandId),
    /// SR 5.34.
    Coordination(ActivatorId),
    /// SR 2.6.
    Udd(UnitId),
    /// BB 12.45: guns lost in a retreat through Woods.
    GunsInWoods(UnitId),
    /// BB 4.11-Juse, 12.77; SR 12.71.
    LeaderLoss(LeaderId),
    /// SR 10.17: the fire of a unit at a hex.
    Fire(UnitId, HexId),
    /// SR 10.41, fire reading 41: nobody is left to hit; the die only wears the ammunition.
    WastedFire(UnitId),
    /// SR 11.45: the assault of a unit, and whoever is with it, on a hex.
    Assault(UnitId, HexId),
    /// BB 10.92-sa: ammunition for a unit.
    Resupply(UnitId),
    /// SR 13.41: a Disordered unit tries to recover.
    Recovery(UnitId),
    /// SR 13.52: a routed unit tries to come back.
    RoutRecovery(UnitId),
    /// SR 16.22: stragglers come back to a unit.
    Stragglers(UnitId),
    /// BB 14.79: a gunboat fires at a brigade in Reserve that it does not see.
    Shelling(UnitId, BodyId),
    /// SR 17.26: the wheels of guns on a long march.
    Wheels(UnitId),
    /// BB alert: the number of Activations of a command.
    Alert(CommandId),
    /// BB 31.0-alert-table: whether a command hears the enemy coming.
    Hearing(CommandId),
    /// A special rule of a scenario: whether the group of a commander is let go.
    GroupRelease(LeaderId),
    /// A special rule of a scenario: whether a unit is let go.
    Release(UnitId),
    /// BB sob: the mission of a command.
    Mission(CommandId),
    /// A special rule of a scenario: whether a marker counts.
    SlowStart(ActivatorId),
    /// BB 30.0: the turn in which a commander who is not in play helps.
    Visit(LeaderId),
    /// BB 30.0: whether a leader who was held where he is may move.
    LeaderRelease(LeaderId),
    /// BB 18.1: the event of a chit, a die for the tens.
    EventTens,
    /// BB 18.1: the event of a chit, a die for the units.
    EventUnits,
    /// BB 19.0: whose random event, if any, and which.
    RandomEvent,
}

/// What the table or the comparison said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Only the total counts.
    Total,
    /// SR 2.6: not above Cohesion.
    Passed {
        /// The number that must not be exceeded.
        limit: i32,
    },
    /// SR 2.6: above Cohesion.
    Failed {
        /// The number that was exceeded.
        limit: i32,
    },
    /// SR 13.41: above Cohesion, and bad enough to lose an SP.
    FailedWithLoss {
        /// The number that was exceeded.
        limit: i32,
    },
    /// SR 13.52: it never comes back.
    Dissolved,
    /// BB 14.79: nobody sleeps.
    KeptAwake,
    /// BB 14.79: that was the last shell.
    OutOfShells,
    /// Nothing happens.
    NoEffect,
    /// SR 6.23.
    Orders(OrdersResult),
    /// SR 6.24.
    Acts(Profile),
    /// SR 5.34.
    Coordination(CoordinationResult),
    /// SR 10.17: the result of the fire table.
    Fire(FireResult),
    /// SR 11.45: the result of the Assault Resolution Table.
    Assault(AssaultResult),
    /// A leader's fate.
    Killed,
    /// A leader's fate.
    Unhurt,
    /// BB alert: Activations of a command.
    Activations(u8),
    /// BB 12.45: guns lost in Woods.
    Guns(u8),
    /// BB sob-table: what a brigade has to do first; nothing if the table has no row.
    Mission(Option<Task>),
    /// BB alert: another roll, on the next table.
    Again,
    /// BB 30.1-lew-wallace: the command comes.
    Arrives,
    /// BB 30.1-lew-wallace: not in this turn.
    StaysAway,
    /// BB 31.0-alert-table: the command is alerted.
    Alerted,
    /// BB 31.0-alert-table: it is not.
    SleepsOn,
    /// The unit is let go.
    Freed,
    /// It is not.
    Held,
    /// The marker is used.
    Used,
    /// The marker is ignored.
    Ignored,
    /// He helps in this turn.
    Helps(TurnId),
    /// He may move from now on.
    Released,
    /// He may not move yet.
    Stays,
}

/// A roll that has not been made: what for, what is added, and what each of the ten faces would mean. Odds, bots, cards
/// and the log read this one value; rolling picks one of its outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// What for.
    pub purpose: Purpose,
    /// The rule that calls for it.
    pub rule: Rule,
    /// What is added.
    pub terms: Terms,
    verdicts: [Verdict; 10],
}

impl Roll {
    /// A roll whose outcomes follow from the natural face and the total.
    #[must_use]
    pub fn new(
        purpose: Purpose,
        rule: Rule,
        terms: Terms,
        judge: impl Fn(Die, i32) -> Verdict,
    ) -> Self {
        let sum = terms.sum();
        let mut verdicts = [Verdict::Total; 10];
        for (die, verdict) in faces().zip(&mut verdicts) {
            *verdict = judge(die, die.value() + sum);
        }
        Self {
            purpose,
            rule,
            terms,
            verdicts,
        }
    }

    /// The ten faces, each as likely as the others, with their totals and what they mean.
    pub fn outcomes(&self) -> impl Iterator<Item = (Die, i32, Verdict)> + '_ {
        let sum = self.terms.sum();
        faces()
            .zip(self.verdicts)
            .map(move |(die, verdict)| (die, die.value() + sum, verdict))
    }

    /// How many faces of ten mean what is asked for.
    pub fn chances(&self, wanted: impl Fn(Verdict) -> bool) -> usize {
        self.verdicts.iter().filter(|&&each| wanted(each)).count()
    }

    /// The die has fallen.
    #[must_use]
    pub fn fell(self, die: Die) -> Rolled {
        Rolled {
            purpose: self.purpose,
            rule: self.rule,
            die,
            total: die.value() + self.terms.sum(),
            verdict: self.verdicts[usize::from(die.face())],
            terms: self.terms,
        }
    }
}

fn faces() -> impl Iterator<Item = Die> {
    (0..10).filter_map(Die::new)
}

/// A die with everything that made its total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// What for.
    pub purpose: Purpose,
    /// The rule that calls for it.
    pub rule: Rule,
    /// As it fell.
    pub die: Die,
    /// What was added.
    pub terms: Terms,
    /// Die and terms together.
    pub total: i32,
    /// What that means.
    pub verdict: Verdict,
}

/// A draw that has not been made: what it is of, and how many chances each outcome has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lot {
    /// The rule that calls for it.
    pub rule: Rule,
    /// What may come, with its weight.
    pub outcomes: Vec<(Drawn, u16)>,
}

/// What may be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// SR 5.31: a marker out of the cup.
    Marker(Marker),
    /// SR 5.21: an Efficiency Marker with this number.
    Efficiency(u8),
    /// SR 8.37: the section of a battery that loses a gun.
    Section(u8),
    /// SR 12.35e: the unit of a stack that loses an SP.
    Unit(UnitId),
}

impl Lot {
    /// How many chances there are in all.
    #[must_use]
    pub fn weight(&self) -> u16 {
        self.outcomes.iter().map(|(_, weight)| weight).sum()
    }

    /// The outcome of a number below the weight of all.
    #[must_use]
    pub fn outcome(&self, mut number: u16) -> Option<Drawn> {
        for &(drawn, weight) in &self.outcomes {
            if number < weight {
                return Some(drawn);
            }
            number -= weight;
        }
        None
    }
}

/// A number that the game needs from outside: a die or a draw, with every outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// A die of ten faces.
    Die(Box<Roll>),
    /// A draw.
    Lot(Lot),
}

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
        /// Who.
        attackers: Vec<UnitId>,
        /// Which hexes.
        targets: Vec<HexId>,
        /// SR 11.47: how many times they have gone on.
        continued: u8,
        /// The rule.
        rule: Rule,
    },
    /// SR 17: a brigade, or a unit that keeps its own, is more or less tired.
    FatigueChanged {
        /// Who.
        whom: Tired,
        /// How much now.
        fatigue: Fatigue,
        /// The rule.
        rule: Rule,
    },
    /// SR 16.22, BB 14.42: a unit gains strength.
    Gained {
        /// Which.
        unit: UnitId,
        /// How much.
        sp: u8,
        /// What it has now.
        now: u8,
        /// The rule.
        rule: Rule,
    },
    /// SR 11.58, 11.59: horses are spent, or have their breath again.
    Blown {
        /// Whose.
        unit: UnitId,
        /// Spent.
        blown: bool,
        /// The rule.
        rule: Rule,
    },
    /// BB 14.76: the first D turns a gunboat over; it goes on as before.
    BoatStruck {
        /// Which.
        unit: UnitId,
    },
    /// SR 10.69, 10.91, 10.92: ammunition runs low, or is there again.
    AmmunitionChanged {
        /// Whose.
        unit: UnitId,
        /// The section by its place; none for the whole unit.
        section: Option<u8>,
        /// How much is left.
        ammunition: Ammunition,
        /// The rule.
        rule: Rule,
    },
    /// BB 30.0-setup: a piece is set up.
    SetUp {
        /// Which.
        piece: Piece,
        /// Where.
        hex: HexId,
    },
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
        /// Who.
        leader: LeaderId,
        /// His status.
        status: CommandStatus,
        /// Towards whom.
        superior: Option<LeaderId>,
    },
    /// SR 4.22: a unit's status towards its leader.
    UnitStatus {
        /// Which.
        unit: UnitId,
        /// Its status.
        status: CommandStatus,
    },
    /// BB 4.11-direct.
    DirectCommand {
        /// Who.
        leader: LeaderId,
        /// Which brigade.
        body: BodyId,
    },
    /// A unit acts with another command.
    Assigned {
        /// Which.
        unit: UnitId,
        /// With whom.
        command: CommandId,
        /// The rule that allows it.
        rule: Rule,
    },
    /// BB 5.26: a brigade acts with another division.
    Attached {
        /// Which.
        body: BodyId,
        /// With whom.
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
        /// Who.
        leader: LeaderId,
        /// Whom.
        command: CommandId,
        /// The rule.
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
        /// Whose.
        activator: ActivatorId,
        /// How many.
        number: u8,
        /// Why.
        terms: Terms,
    },
    /// SR 5.26, 5.36: a body may act less often than its division has markers.
    Entitled {
        /// Which.
        body: BodyId,
        /// How often.
        number: u8,
        /// Why.
        terms: Terms,
    },
    /// SR 6.1: a body's orders.
    OrdersGiven {
        /// Which.
        body: BodyId,
        /// What.
        orders: Orders,
        /// The rule that changed them.
        rule: Rule,
    },
    /// SR 4.23: a unit's own orders.
    UnitOrders {
        /// Which.
        unit: UnitId,
        /// What.
        orders: Orders,
        /// The rule that changed them.
        rule: Rule,
    },
    /// SR 6.32.
    ReserveEntered {
        /// Which.
        body: BodyId,
    },
    /// SR 6.34.
    ReserveLeft {
        /// Which.
        body: BodyId,
        /// Why.
        rule: Rule,
    },
    /// BB 31.0-alert: a body sleeps no longer.
    Alerted {
        /// Which.
        body: BodyId,
        /// Why.
        rule: Rule,
    },
    /// BB 30.6-surprise: the first contact.
    Surprised {
        /// Whose army.
        side: Side,
        /// By whom.
        by: UnitId,
    },
    /// A unit of an army that is held has seen an enemy across the line.
    EnemySeen {
        /// Which.
        unit: UnitId,
        /// The rule.
        rule: Rule,
    },
    /// The group of a commander may move.
    GroupFreed {
        /// Whose.
        leader: LeaderId,
        /// The rule that held it.
        rule: Rule,
    },
    /// Everybody of an army may move.
    ArmyFreed {
        /// Whose.
        side: Side,
        /// The rule that held it.
        rule: Rule,
    },
    /// Brigades that a scenario wants in line stand so.
    LinkedUp {
        /// The rule.
        rule: Rule,
    },
    /// A unit has crossed the dividing line: its army need not keep in line any longer.
    LineEnded {
        /// Who.
        unit: UnitId,
        /// The rule.
        rule: Rule,
    },
    /// A unit that a scenario held where it was is free.
    Freed {
        /// Which.
        unit: UnitId,
        /// The rule that held it.
        rule: Rule,
    },
    /// BB sob-table: what a brigade has to do first.
    MissionGiven {
        /// Which.
        body: BodyId,
        /// What.
        task: Task,
    },
    /// BB sob-free: it moves as it likes.
    MissionEnded {
        /// Which.
        body: BodyId,
    },
    /// SR 14.22: cavalry mounts or dismounts.
    MountChanged {
        /// Which.
        unit: UnitId,
        /// How it stands now.
        mount: Mount,
        /// The rule.
        rule: Rule,
    },
    /// BB 9.44-swamp-leader: a leader sees a unit out of Swamp; it need not check.
    SeenOut {
        /// Who.
        leader: LeaderId,
        /// Whom.
        unit: UnitId,
    },
    /// BB 9.7.
    Deferred {
        /// Which group.
        group: EntryGroupId,
    },
    /// SR 5.31: markers go into the cup.
    Placed {
        /// Which.
        marker: Marker,
        /// How many.
        number: u8,
    },
    /// SR 5.13: the first marker.
    Picked {
        /// Which.
        marker: Marker,
    },
    /// SR 5.31: a marker is drawn.
    Drawn {
        /// Which.
        marker: Marker,
    },
    /// SR 5.26: a body lets a marker pass.
    SatOut {
        /// Which.
        body: BodyId,
        /// Why.
        rule: Rule,
    },
    /// SR 6.23, 6.24, 5.34: what holds for a body while this marker is played.
    Bound {
        /// Which.
        body: BodyId,
        /// What holds.
        bound: Bound,
        /// Why.
        rule: Rule,
    },
    /// BB 4.11: a commander's ability.
    AbilityUsed {
        /// Who.
        leader: LeaderId,
        /// On which brigade.
        body: BodyId,
        /// Which ability.
        rule: Rule,
    },
    /// SR 5.34: brigades act as one.
    Coordinated {
        /// Which.
        bodies: Vec<BodyId>,
    },
    /// SR 5.32: a body begins to act.
    Activated {
        /// Which.
        body: BodyId,
    },
    /// SR 5.32: a body is finished with this marker.
    Finished {
        /// Which.
        body: BodyId,
    },
    /// SR 9.3: a leader moves.
    Rode {
        /// Who.
        leader: LeaderId,
        /// From.
        from: HexId,
        /// To.
        to: HexId,
        /// MP for this hex.
        cost: HalfMp,
        /// MP in all.
        spent: HalfMp,
    },
    /// SR 9.32: a commander rode too far.
    RodeFar {
        /// Who.
        leader: LeaderId,
    },
    /// SR 9.1: a unit enters a hex.
    Moved {
        /// Which.
        unit: UnitId,
        /// From.
        from: HexId,
        /// To.
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
        /// Which.
        unit: UnitId,
        /// To.
        facing: Facing,
        /// MP for it.
        cost: HalfMp,
        /// Why.
        rule: Rule,
    },
    /// SR 7.3: a flank is refused or no longer refused.
    RefusalChanged {
        /// Which.
        unit: UnitId,
        /// Which flank is refused now.
        refused: Option<Hand>,
        /// MP for it.
        cost: HalfMp,
        /// Why.
        rule: Rule,
    },
    /// SR 8.4, 8.5: a unit spreads or gathers.
    ExtentChanged {
        /// Which.
        unit: UnitId,
        /// The counter's hex.
        hex: HexId,
        /// How it spreads now.
        extent: Extent,
        /// MP for it.
        cost: HalfMp,
        /// Why.
        rule: Rule,
    },
    /// SR 8.23, 8.24, 7.22: the order of a stack changes.
    Restacked {
        /// Where.
        hex: HexId,
        /// Top to bottom.
        order: Vec<UnitId>,
        /// Why.
        rule: Rule,
    },
    /// SR 9.53 and others: a unit may not move further.
    Stopped {
        /// Which.
        unit: UnitId,
        /// Why.
        rule: Rule,
    },
    /// SR 12.3: a unit's state changes.
    CohesionChanged {
        /// Which.
        unit: UnitId,
        /// To what.
        cohesion: Cohesion,
        /// Why.
        rule: Rule,
    },
    /// SR 12.2: strength is lost.
    Lost {
        /// Which.
        unit: UnitId,
        /// SP or guns lost.
        sp: u8,
        /// What is left.
        left: u8,
        /// Why.
        rule: Rule,
    },
    /// A piece leaves or enters the map.
    PresenceChanged {
        /// Which.
        piece: Piece,
        /// What it is now.
        presence: Presence,
        /// Where, if it is on the map.
        hex: Option<HexId>,
        /// Why.
        rule: Rule,
    },
    /// SR 4.18: the counter of a leader is turned.
    LeaderReplaced {
        /// Who.
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
        /// The rule.
        rule: Rule,
    },
    /// BB 18.1-nofire: a chit that keeps somebody from firing is gone.
    NoFire {
        /// Whose.
        side: Side,
        /// How.
        chit: Chit,
        /// The rule.
        rule: Rule,
    },
    /// SR 15.13: an entrenchment is begun.
    WorkBegun(Site),
    /// SR 15.14: whatever a unit was building is lost.
    WorkStopped {
        /// Who.
        unit: UnitId,
    },
    /// SR 15.13: an entrenchment is finished.
    WorkFinished(Site),
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
