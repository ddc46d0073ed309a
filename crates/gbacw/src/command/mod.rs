//! SR 4: the command system. Who is In Command of whom, who acts with whom.

mod absent;
mod assignment;
mod detached;
mod direct;
mod lent;
mod range;
mod reassign;
mod special;
mod status;
mod step;

pub use absent::{is_free_to_move, is_visiting, may_help_whom, roll_releases, roll_visits};
pub(crate) use assignment::waits_for_range;
pub use assignment::{may_assign, may_attach, may_ever_attach, may_lend};
pub use direct::{direct_commanders, may_take_directly};
pub use lent::{is_lent, lends, lent_reaches, note_lent};
pub use range::{has_in_range, in_range, profile, range_of, ratings, within};
pub(crate) use reassign::{assignment_rule, at_start, may_join_march};
pub use reassign::{may_assign_in_recovery, may_reassign, may_reattach};
pub(crate) use special::{
    answers_to, division_of_brigade, linked_markers, stands_under, traced_leaders, turn_now,
};
pub use special::{division_leader_of, draws_for, leads};
pub(crate) use special::{group_division_leader, groups_rule};
pub use status::{
    body_leader, division_leader, has_link_for_orders, is_joined_to, is_not_replaced,
    leader_status, superior_of, superiors, unit_is_in_range, units_in_range, units_near_leader,
    units_taking_orders,
};
pub use step::CommandStep;
