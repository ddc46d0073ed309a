//! Facing, refused flanks, stacking, extension, movement and reaction (SR 7 to 9, BB 9): the questions.

mod chart;
mod checks;
pub mod cost;
#[cfg(test)]
mod cost_tests;
mod gait;
mod step_ground;
mod terms;

pub use chart::{Chart, TraceCosts};
pub use checks::{Check, CheckTerm, Checks};
pub use cost::StepCost;
pub use gait::{Gait, MoverClass, TraceRank, Way};
pub use step_ground::{FieldEntry, Lie, StepGround, StepRelief, kind_of};
pub use terms::{CostPart, CostTerm, CostTerms};
