//! SR 4: the command system. Who is In Command of whom, who acts with whom.

mod assignment;
mod direct;
mod range;
mod status;
mod step;

pub use assignment::{may_assign, may_attach, may_ever_attach, may_lend};
pub use direct::{direct_commanders, may_take_directly};
pub use range::{in_range, profile, range_of, ratings, within};
pub use status::{
    body_leader, division_leader, has_link_for_orders, is_not_replaced, leader_status, superiors,
    unit_is_in_range, units_in_range, units_taking_orders,
};
pub use step::CommandStep;
