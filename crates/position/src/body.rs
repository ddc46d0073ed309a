//! Bodies: what acts as one brigade when a marker is drawn, and the markers themselves.

use longroll_board::HexId;
use longroll_catalog::facts::{CommandId, Fatigue, LeaderId, Orders};
use longroll_core::Side;
use serde::{Deserialize, Serialize};

use crate::{CommandStatus, Toil};

/// What acts as one brigade (SR 5.32; BB 4.24, 4.25, 4.32): a dense number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BodyId(pub u16);

impl BodyId {
    /// The place in the vectors of bodies.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whoever has Activation Markers of his own: a division, a corps without divisions, or a side's Unassigned units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActivatorId(pub u16);

impl ActivatorId {
    /// The place in the vectors of activators.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// SR 9.7: a group of reinforcements, by its place in the scenario's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryGroupId(pub u16);

/// The kinds of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// SR 5.32: a brigade.
    Brigade,
    /// BB 4.32: the batteries that answer to a division leader, as one brigade.
    DivisionalArtillery,
    /// BB 4.24: the unbrigaded cavalry (and regiments) of a division, as one brigade.
    DivisionalCavalry,
    /// BB 4.25: everything that acts with the Unassigned marker.
    Unassigned,
}

/// What never changes about a body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BodyFacts {
    /// What it is.
    pub kind: BodyKind,
    /// The brigade, or the division (or army) whose loose units these are.
    pub command: CommandId,
    pub side: Side,
    /// Whose markers it uses unless it is assigned elsewhere.
    pub activator: ActivatorId,
}

/// What never changes about whoever has markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActivatorFacts {
    pub side: Side,
    /// The division, the corps that acts as one, or the army for the Unassigned.
    pub command: CommandId,
    /// What it is.
    pub kind: ActivatorKind,
    /// SR 5.21, BB 5.2: the command for which Efficiency is drawn.
    pub draws_for: CommandId,
}

/// The kinds of activators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivatorKind {
    /// A division of a corps (SR 5.23).
    DivisionOfCorps,
    /// BB 4.2, 5.2: a division directly under its army, which draws for itself and is never Out of Command.
    IndependentDivision,
    /// A corps without divisions, which acts as one division (reading 130).
    CorpsAsDivision,
    /// BB 4.25.
    Unassigned,
}

/// How a body's march stands this turn.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct MarchState {
    /// SR 5.28: most Activation equivalents this turn.
    pub limit: u8,
    /// SR 6.26: the March marker has been used by this body this turn.
    pub used_marker: bool,
    /// SR 5.35: it acts with the March marker under way.
    pub acting: bool,
    /// BB 4.11-march: three equivalents off the road without Fatigue.
    pub spared: bool,
}

/// What an orders change or Loose Reins leaves behind for the marker under way.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Free to act as its orders allow.
    #[default]
    Free,
    /// SR 6.23: no MP may be spent.
    Stay,
    /// SR 5.34: no movement, fire or assault.
    Confusion,
    /// SR 6.24-A within reach: must close and charge.
    Charge,
    /// SR 6.24-A out of reach: must move as far as it can towards the enemy.
    Close,
    /// SR 6.24-C: has fallen back and is finished.
    FallenBack,
}

/// A body as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BodyState {
    /// SR 6.11: its orders.
    pub orders: Orders,
    /// Whose markers it uses now (BB 5.26).
    pub activator: ActivatorId,
    /// SR 4.23: status of its leader towards his superior, as fixed in II/A.
    pub status: CommandStatus,
    /// BB 4.11-direct: under the Direct Command of this commander this turn.
    pub direct: Option<LeaderId>,
    /// SR 6.3: in Reserve.
    pub reserve: bool,
    /// SR 13.2: Combat Ineffective.
    pub ineffective: bool,
    /// SR 17: its Fatigue.
    pub fatigue: Fatigue,
    /// SR 5.26, 5.36: Activations it is entitled to this turn.
    pub entitled: u8,
    /// Activations used this turn.
    pub used: u8,
    /// Markers of its activator it has let pass this turn.
    pub passed: u8,
    /// SR 5.28: Activations printed for its turn of entry.
    pub listed: Option<u8>,
    /// BB 30.0-orders: its set-up orders stand through this turn's II/C.
    pub orders_fixed: bool,
    /// Its march.
    pub march: MarchState,
    /// What binds it with the marker under way.
    pub bound: Bound,
    /// SR 6.25: a Change and Stay waits for its next division marker.
    pub stay_waits: bool,
    /// SR 6.26: it has been assaulted or hit by small arms; Advance orders follow at the end of the enemy Activation.
    pub march_broken: bool,
    /// SR 17.2: what this turn has asked of it.
    #[serde(default)]
    pub toil: Toil,
    /// SR 6.21: has tried to change orders with the marker under way.
    pub tried: bool,
    /// BB 4.11-J1: put under Attack orders by a commander with the marker under way.
    pub inspired: bool,
    /// BB 4.11-J4: acts between two markers, outside the count of its Activations.
    pub extra: bool,
    /// SR 5.34: part of the coordinated group of the marker under way.
    pub coordinated: bool,
    /// SR 5.32: has acted, or let pass, with the marker under way.
    pub acted: bool,
    /// BB 5.26: has been assigned to another division once.
    pub was_reassigned: bool,
    /// BB 30.0: has changed its orders without a roll, as the scenario allows once.
    #[serde(default)]
    pub changed_freely: bool,
    /// BB 30.0-alert: how it stands with the alert.
    pub alert: AlertState,
    /// BB sob: where it must go first.
    pub mission: Option<MissionState>,
}

/// BB 30.0-alert: whether a body has been alerted, and what the alert gives it this turn.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct AlertState {
    /// Not alerted yet: it rests until the programme or an attack wakes it.
    pub asleep: bool,
    /// Alerted in this turn.
    pub now: bool,
    /// BB alert-6AM, alert-7AM: Activations rolled for it this turn.
    pub rolled: Option<u8>,
    /// BB sob: its mission has been settled, or it needs none.
    pub told: bool,
    /// BB 31.0-alert: woken by the enemy with the marker under way.
    pub surprised: bool,
    /// BB sob-free: it has been under small arms or canister before its mission was settled.
    #[serde(default)]
    pub shot_at: bool,
}

/// BB sob: the first mission of a brigade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MissionState {
    /// What it must do.
    pub task: Task,
    /// Activations of this turn in which it has moved.
    pub moves: u8,
    /// BB sob-free: the last turn in which it was under small arms or canister.
    #[serde(default)]
    pub shot_at: Option<u8>,
}

/// BB sob-table: what a mission demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// To go to this hex by the cheapest way.
    GoTo(HexId),
    /// Not to move this turn.
    StayThisTurn,
    /// Not to move in its first Activation.
    StayFirst,
}

/// Whoever has markers, as he stands this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ActivatorState {
    /// SR 5.21: the Efficiency Marker drawn for its corps or for itself; 0 when nothing was drawn.
    pub marker: u8,
    /// SR 5.22: how often the OC has raised it.
    pub raised: u8,
    /// SR 5.23, BB 4.2: how often a commander has raised this division's number.
    pub help: u8,
    /// SR 5.43: Activations given up (negative) or gained by Efficiency Transfer.
    pub transfer: i8,
    /// SR 5.24: markers this turn, before Direct Command and voluntary reduction.
    pub number: u8,
    /// Markers put in play this turn.
    pub placed: u8,
    /// Markers drawn so far this turn.
    pub drawn: u8,
    /// BB 31.0-alert-table: markers drawn since the game began.
    pub drawn_in_all: u8,
    /// SR 13.3: the division is Combat Ineffective.
    pub ineffective: bool,
}

impl ActivatorState {
    /// SR 5.22: the Efficiency with the OC's help, never above 4.
    #[must_use]
    pub fn efficiency(&self) -> u8 {
        self.marker.saturating_add(self.raised).min(4)
    }
}

/// A marker in the cup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// SR 5.3: an Activation Marker.
    Activation(ActivatorId),
    /// SR 5.35: a side's March marker.
    March(Side),
    /// BB 18.1: a Battle Event chit.
    BattleEvent,
    /// BB 19.0: the Random Events marker.
    RandomEvent,
}
