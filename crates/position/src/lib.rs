//! A battle as it stands: where every piece is, in what state, under which orders, by which rules.
//!
//! [`Setting`] is what does not change during play and is shared; [`Position`] is what does, plain data that clones
//! cheaply, saves and hashes. Neither knows a procedure: the rules that change a position live in `gbacw`.
//!
//! Invariants, kept by private fields: only [`Position::apply`] changes a position, by an [`event::Event`] that tells what
//! happened; whoever builds one from outside works on a [`Draft`], which becomes a position through one door. So the index
//! of stacks agrees with the units' hexes, and that of members with the units' commands. Ids index the vectors of the
//! setting they came with.

mod apply;
mod body;
mod check;
mod control;
mod draft;
pub mod event;
pub mod fire;
mod fit;
mod half_mp;
mod happening;
mod held_army;
mod leader;
mod members;
mod muster;
mod note;
mod occupancy;
mod passing;
mod position;
mod printed;
mod roll;
pub mod rule_set;
mod setting;
mod special;
mod toil;
mod topic;
mod unit;
mod watch;
mod works;

pub use body::{
    ActivatorFacts, ActivatorId, ActivatorKind, ActivatorState, AlertState, BodyFacts, BodyId,
    BodyKind, BodyState, Bound, EntryGroupId, MarchState, Marker, MissionState, Task,
};
pub use check::{Coming, PositionFault};
pub use control::{Control, Passages, PlaceState, Standers, TurnEnd};
pub use draft::Draft;
pub use event::Event;
pub use fit::Misfit;
pub use half_mp::HalfMp;
pub use happening::{Chit, EventState, Fortune, Happening};
pub use held_army::{GroupRoll, HeldArmy, HeldArmyState};
pub use leader::{Hold, LeaderState, UsedAbilities};
pub use members::Members;
pub use note::{ActivatorNote, BodyNote, LeaderNote, Note, SpecialNote, UnitNote};
pub use occupancy::{Occupancy, Part, Stack, StackPlace};
pub use position::{EntryQueue, EntryState, Initiative, Position, Standing};
pub use rule_set::{RuleBook, RuleSet, SwitchError, Switches};
pub use setting::{Setting, rules_of_sight, variations_of};
pub use special::{
    Boundary, Contact, ContinuousLine, LateSetUp, LinkUp, LostRegiments, ProximityFacts,
    ShakyRegiment, ShakyState, Sleepers, SpecialFacts, SpecialState, SurpriseFacts, SurpriseState,
    Tether, TetherKind,
};
pub use toil::{Tired, Toil};
pub use topic::Topic;
pub use unit::{
    Cohesion, CommandStatus, Deeds, Extent, Mount, Presence, TurnedAlong, UnitMarch, UnitState,
};
pub use watch::{PlaceId, Watch, beside, field_place, north_boundary};
pub use works::Site;
