//! SR 7 to 9 as procedures: leaders and units move, enemies react, reinforcements enter. The questions are in the crate
//! `longroll-movement`.

mod commanders;
mod hooks;
mod leaders;
mod reinforcements;
mod units;

pub use commanders::{CommanderStep, LossRollStep};
pub use hooks::{
    ask_facing, check_bridge, contact_within, may_stack_at_start, retreat_hexes, stack_place,
};
pub use leaders::{RideStep, may_ride, offer_leaders};
pub use reinforcements::{ReinforcementOrdersStep, list_activations, may_enter_now};
pub use units::{begin, offer_units, refusal};
