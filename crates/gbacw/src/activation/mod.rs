//! SR 5: Initiative, Efficiency, the cup of Activation Markers, and what a drawn marker lets a command do.

mod acting;
mod begin;
mod coordination;
mod cup;
mod division_markers;
mod draw;
mod efficiency;
mod entitlement;
mod extra;
mod finish;
mod fire_begins;
mod initiative;
mod marker;
mod present;
mod transfer;

pub(crate) use acting::limiting_rule;
pub use acting::{marching, may_act, may_sit_out};
pub use coordination::{CoordinationStep, may_coordinate, may_join, not_now};
pub use cup::CupStep;
pub use division_markers::activations;
pub use draw::is_in_play;
pub use efficiency::{EfficiencyStep, may_help};
pub use entitlement::{entitlement, shared_left, unit_entitlement};
pub use extra::{ability_range, ability_reaches, ability_ready, is_of_his_army, may_extra};
pub(crate) use finish::broken_marches_end;
pub use initiative::{InitiativeStep, initiative_terms, may_add_initiative};
pub use marker::ActivationStep;
pub use present::{bodies_of, has_anybody_to_act};
pub use transfer::may_transfer;
