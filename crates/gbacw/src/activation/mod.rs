//! SR 5: Initiative, Efficiency, the cup of Activation Markers, and what a drawn marker lets a command do.

mod coordination;
mod cup;
mod efficiency;
mod entitlement;
mod initiative;
mod marker;

pub use coordination::{CoordinationStep, may_coordinate, may_join};
pub use cup::CupStep;
pub use efficiency::{EfficiencyStep, activations, may_help, may_transfer};
pub use entitlement::{entitlement, unit_entitlement};
pub use initiative::{InitiativeStep, initiative_terms, may_add_initiative};
pub use marker::{
    ActivationStep, ability_range, ability_ready, bodies_of, has_anybody_to_act, marching, may_act,
    may_extra, may_sit_out,
};
