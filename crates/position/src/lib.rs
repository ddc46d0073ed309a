//! A battle as it stands: where every piece is, in what state, under which orders, by which rules.
//!
//! [`Setting`] is what does not change during play and is shared; [`Position`] is what does, plain data that clones
//! cheaply, saves and hashes. Neither knows a procedure: the rules that change a position live in `gbacw`.
//!
//! Invariants: the index of stacks agrees with the units' hexes (only [`Position::move_unit`] and
//! [`Position::take_off`] change a unit's place); once a position has been mustered its units change their command by
//! [`Position::assign`] alone; ids index the vectors of the setting they came with.

mod body;
mod half_mp;
mod held_army;
mod leader;
mod muster;
mod occupancy;
mod position;
pub mod rule_set;
mod setting;
mod special;
mod topic;
mod unit;

pub use body::{
    ActivatorFacts, ActivatorId, ActivatorKind, ActivatorState, AlertState, BodyFacts, BodyId,
    BodyKind, BodyState, Bound, EntryGroupId, MarchState, Marker, MissionState, Task,
};
pub use half_mp::HalfMp;
pub use held_army::{GroupRoll, HeldArmy, HeldArmyState};
pub use leader::{Hold, LeaderState, UsedAbilities};
pub use muster::Members;
pub use occupancy::{Occupancy, Part, Stack, StackPlace};
pub use position::{EntryQueue, EntryState, Initiative, Position};
pub use rule_set::{RuleBook, RuleSet, SwitchError, Switches};
pub use setting::Setting;
pub use special::{
    Boundary, Contact, ContinuousLine, LateSetUp, LinkUp, LostRegiments, ProximityFacts,
    ShakyRegiment, ShakyState, Sleepers, SpecialFacts, SpecialState, SurpriseFacts, SurpriseState,
    Tether, TetherKind,
};
pub use topic::Topic;
pub use unit::{Cohesion, CommandStatus, Deeds, Extent, Mount, Presence, UnitMarch, UnitState};
