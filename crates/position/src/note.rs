//! The small print of events: what players would keep in mind, or mark with a counter, and what no log need tell.

use core::num::NonZeroU8;

use longroll_board::HexId;
use longroll_catalog::facts::{AbilityKind, Ammunition, Fatigue, LeaderId, TurnId, UnitId};
use longroll_core::Side;
use serde::Serialize;

use crate::{
    ActivatorId, AlertState, BodyId, CommandStatus, Deeds, EntryGroupId, EntryQueue, EntryState,
    HalfMp, HeldArmyState, Hold, LateSetUp, MarchState, MissionState, ShakyState, SurpriseState,
    Toil, TurnedAlong,
};

/// A change that nobody needs to be told in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A unit that may not fire in this Activation.
    Ban(crate::fire::Ban),
    /// SR 11.53: how cavalry stands as an Activation begins.
    Mounts(Vec<crate::fire::MountBegan>),
    /// SR 11.54: cavalry must charge.
    Charges(crate::fire::Charging),
    /// SR 10.92: a section brings up ammunition.
    Supplied(crate::fire::Section),
    /// SR 10.91: what a unit that keeps fire back has worn.
    Owes(crate::fire::OwedWear),
    /// About a unit.
    Unit(UnitId, UnitNote),
    /// About a leader.
    Leader(LeaderId, LeaderNote),
    /// About a body.
    Body(BodyId, BodyNote),
    /// About whoever has markers.
    Activator(ActivatorId, ActivatorNote),
    /// About the special rules of the scenario.
    Special(SpecialNote),
    /// BB 4.11-J4: one more Activation or March marker is played.
    MarkerPlayed,
    /// SR 5.31: whatever was left in the cup is taken out.
    CupEmptied,
    /// SR 9.7: how far a group of reinforcements has come.
    Entry(EntryGroupId, EntryState),
    /// SR 9.72: who has entered by a hex in the Activation under way.
    Queue(EntryQueue),
    /// SR 9.72: the next who enter pay for nobody before them.
    QueuesEnded,
    /// SR 10.41: a brigade Activation of this side begins; everybody has all his fire again.
    FireBegins(Side),
    /// SR 10.41: it is over.
    FireEnds,
    /// SR 11.31: the hexes that assault, and whom; whatever was designated before is settled.
    Assaults(Vec<crate::fire::Assault>),
}

/// A change of a unit, as the new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitNote {
    /// It has done this.
    Did(Deeds),
    /// It has no longer done this.
    Undid(Deeds),
    /// Its marker is over: nothing done, nothing spent.
    Rested,
    /// MP spent in the Activation under way.
    Spent(HalfMp),
    /// SR 7.21, 8.26: its stack has turned it along.
    TurnedAlong(TurnedAlong),
    /// Activations used this turn.
    Used(u8),
    /// SR 5.28: most Activation equivalents of its own.
    MarchLimit(Option<NonZeroU8>),
    /// SR 6.26: it has acted with the March marker.
    Marched,
    /// SR 5.28, 9.74: the Activations listed for its turn of entry.
    Listed(Option<u8>),
    /// SR 9.71: it entered without its brigadier.
    Joining(bool),
    /// BB 4.25-15MI: orders wait for its first Activation in range.
    OrdersWait(bool),
    /// SR 8.37: guns by section.
    Guns([u8; 3]),
    /// SR 10.91.
    Ammunition(Ammunition),
    /// BB 17.0.
    Fatigue(Fatigue),
    /// SR 17.2: what the turn has asked of a unit that keeps its own Fatigue.
    Toil(Toil),
    /// SR 11.59: whether its horses have been spent anew.
    Winded(bool),
}

/// A change of a leader, as the new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaderNote {
    /// SR 9.31: a marker comes up with which he may move.
    Ready,
    /// SR 9.32: a phase begins in which he may move.
    PhaseBegan,
    /// SR 9.31: his one move of the phase is over.
    MoveEnded,
    /// MP spent in the phase under way.
    Spent(HalfMp),
    /// SR 9.31, 12.72: the unit he goes along with.
    RidesWith(Option<UnitId>),
    /// SR 9.32: whether he rode too far.
    RodeFar(bool),
    /// SR 9.31, reading I54: equivalents of the march he moves with.
    MarchEquivalents(u8),
    /// BB 4.11: an ability is used.
    Used(AbilityKind),
    /// BB 30.0: the turn in which he helps.
    Visits(TurnId),
    /// BB 30.0: how the scenario holds him.
    Hold(Hold),
    /// SR 4.23: his status.
    Status(CommandStatus),
}

/// A change of a body, as the new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyNote {
    /// A marker comes up: nothing binds it yet.
    Ready,
    /// A marker is over: whatever held for it holds no longer.
    MarkerOver,
    /// SR 4.23: the status of its leader.
    Status(CommandStatus),
    /// SR 5.26: Activations it is entitled to.
    Entitled(u8),
    /// Activations used this turn.
    Used(u8),
    /// Markers it has let pass this turn.
    Passed(u8),
    /// SR 5.28: Activations printed for its turn of entry.
    Listed(Option<u8>),
    /// BB 30.0-orders: whether its set-up orders stand through II/C.
    OrdersFixed(bool),
    /// SR 5.28: its march.
    March(MarchState),
    /// SR 6.25: whether a Stay waits for its next marker.
    StayWaits(bool),
    /// SR 6.26: whether its march is broken.
    MarchBroken(bool),
    /// SR 17.2: what the turn has asked of it.
    Toil(Toil),
    /// SR 6.21: whether it has tried to change orders.
    Tried(bool),
    /// BB 4.11-J1: a commander has put it under Attack orders.
    Inspired,
    /// BB 4.11-J4: it acts between two markers.
    Extra,
    /// SR 5.34: whether it is of the coordinated group.
    Coordinated(bool),
    /// SR 5.32: it has acted, or let pass, with this marker.
    Acted,
    /// BB 5.26: it has been assigned to another division once.
    Reassigned,
    /// BB 30.0: it has changed its orders without a roll.
    ChangedFreely,
    /// BB 30.0-alert.
    Alert(AlertState),
    /// BB sob: its mission.
    Mission(Option<MissionState>),
    /// SR 17.
    Fatigue(Fatigue),
}

/// A change of whoever has markers, as the new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivatorNote {
    /// SR 5.21: the Efficiency Marker drawn.
    Marker(u8),
    /// SR 5.22: the same with the OC's help.
    Raised,
    /// SR 5.23: how often a commander has raised its number.
    Help(u8),
    /// SR 5.24: markers this turn.
    Number(u8),
    /// SR 5.31: markers put in play.
    Placed(u8),
    /// SR 5.31: one more marker of it is on the table.
    Drawn,
}

/// A change of the scenario's special rules, as the new value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpecialNote {
    /// BB 31.0-alert-table: how near an enemy has come.
    Approach(Option<u8>),
    /// BB 30.6-surprise.
    Surprise(SurpriseState),
    /// BB 30.1: where the regiments of the continuous line stood.
    LineStart(Vec<(UnitId, HexId)>),
    /// BB 30.9-johnston: the brigade that has used a lent ability.
    LentTo(BodyId),
    /// BB 4.25-15MI.
    Shaky(ShakyState),
    /// Troops that may be set up later.
    LateSetUp(LateSetUp),
    /// The army behind the line.
    HeldArmy(HeldArmyState),
    /// SR 15.13: a turn of work is done.
    Dug,
    /// BB 18.1-fire: friends have fired at it this turn.
    Misdirected(UnitId),
    /// BB 18.1-loot: it does not recover in its next Activation.
    Loots(UnitId),
    /// BB 19.0-0: he does not roll in IV/A of this turn.
    SingledOut(LeaderId),
    /// BB 14.79: a gunboat fires at a brigade in Reserve.
    Shelled {
        unit: UnitId,
        body: BodyId,
        /// It keeps it awake.
        awake: bool,
    },
}
