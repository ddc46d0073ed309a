//! SR 7 to 9 as procedures: leaders and units move, enemies react, reinforcements enter. The questions are in the crate
//! `longroll-movement`.

mod charging;
mod commanders;
mod ending;
mod entering;
mod ground_checks;
mod hooks;
pub(crate) mod joint;
mod leaders;
mod limits;
mod mounting;
mod moving;
pub(crate) mod permits;
mod prospect;
mod proximity;
mod reacting;
mod reinforcements;
pub(crate) mod relocation;
pub mod route;
mod shaping;
mod special;
mod stages;
mod together;
mod units;

pub use commanders::CommanderStep;
pub(crate) use ending::turned_in_swamp;
pub use entering::ArrivalStep;
pub use ground_checks::{CheckFor, GroundCheck, Over};
pub(crate) use hooks::chooses_place;
pub(crate) use hooks::turn_stack;
pub use hooks::{ask_facing, check_bridge, contact_within, may_stack_at_start, stack_place};
pub(crate) use joint::drop_covered;
pub use joint::{GunsStep, unkept_words};
pub use leaders::{RideStep, may_accompany, may_fall_back_with, may_ride};
pub use moving::{MovingStep, unit_of};
pub(crate) use permits::kept;
pub use prospect::{Deed, Prospect, Reshape};
pub use proximity::ProximityStep;
pub use reacting::{FaceCause, ReactStep, react_refuse};
pub(crate) use reinforcements::enters_whole;
pub use reinforcements::{ReinforcementOrdersStep, list_activations, may_enter_now};
pub(crate) use relocation::{Cause, Destination, relocate};
pub(crate) use shaping::{drop_refusal, drop_too_weak, form_at_start, refuse_at_start};
pub use stages::{Along, LineOrder, StageStep};
pub(crate) use units::has_an_activation;
pub use units::{ActingLook, Beginning, begin, is_driven_on, may_unit_act};
