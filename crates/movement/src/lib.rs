//! Facing, refused flanks, stacking, extension, movement and reaction (SR 7 to 9, BB 9): the questions.
//!
//! Everything here is a pure function of a [`Scene`]: it says what is legal, what it costs and by which rule, and changes
//! nothing. The procedures (steps, dice, events) are the engine's; they, the odds, the bots and the page ask the same
//! questions.
//!
//! * [`cost`]: the price of a step of ground, fast and explained.
//! * [`step`], [`arrival`], [`facing`], [`refused_flank`], [`extension`], [`withdrawal`]: what a phasing unit may do.
//! * [`fire_front`]: who fires from a stack, with how much and where to; who suffers when a stack is hit.
//! * [`reaction`]: what the other side may do about it.
//! * [`reach`], [`ways`], [`command_range`], [`leaders`]: one path machinery over dense arrays.

pub mod adjacency;
pub mod allowance;
pub mod arcs;
mod around;
pub mod arrival;
pub mod artillery;
mod chart;
mod checks;
pub mod command_range;
pub mod cost;
pub mod extension;
pub mod facing;
pub mod fire_front;
mod flood;
mod gait;
pub mod leaders;
mod onward;
mod outlets;
mod passage;
pub mod passing;
mod plane;
mod price;
mod progress;
pub mod reach;
pub mod reaction;
pub mod refused_flank;
mod refused_part;
pub mod reinforcement;
mod remembered;
pub mod retreat;
mod retreat_limits;
mod scene;
pub mod soundness;
pub mod special;
pub mod stacking;
pub mod step;
mod step_ground;
mod tables;
mod terms;
mod walker;
pub mod ways;
pub mod withdrawal;
pub mod works;

pub use chart::Chart;
pub use checks::{Check, CheckTerm, Checks};
pub use command_range::command_cost;
pub use cost::StepCost;
pub use flood::{Scratch, Searches};
pub use gait::{Gait, MoverClass, TraceRank, Way};
pub use leaders::leader_step_cost;
pub use outlets::Outlets;
pub use progress::Progress;
pub use remembered::FoeDistances;
pub use retreat::retreat_hexes;
pub use retreat_limits::{why_not_there, why_not_whole};
pub use scene::{BridgeState, Scene};
pub use step_ground::{FieldEntry, Lie, StepGround, StepRelief, kind_of};
pub use tables::MovementTables;
pub use terms::{CostPart, CostTerm, CostTerms};
pub use walker::{Around, MinimumMove, MoveEnd, Walker};
pub use ways::{contact_distance, foe_distances};
