//! The facts of a battle of the series: raw files in, checked types out.
//!
//! * [`facts`] and [`tables`] are what the rest of the house reads: dense vectors indexed by ids, enums, no strings in
//!   hot paths. They know no battle by name.
//! * [`read`] turns text into them. It does no I/O, reports every fault of every file at once with file, line and
//!   reason, and never panics on bad data.

pub mod facts;
pub mod read;
pub mod tables;
mod words;

pub use facts::{
    BattleFacts, CommandId, LeaderId, ScenarioFacts, Source, Sourced, TurnId, UnitId, WeaponId,
};
pub use read::{Fault, FaultKind, Faults};
pub use tables::Tables;
pub use words::Word;
