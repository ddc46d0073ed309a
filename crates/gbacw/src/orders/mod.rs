//! SR 6: orders, what they allow, and how they change.

mod assigning;
mod attempt;
mod changing;
mod division;
mod give;
mod inspiring;
mod loose_reins;
mod ordering;
mod permissions;
mod proximity;
mod reserve;

pub(crate) use assigning::{Joining, assign, assign_by, assignable, attach, move_to_command};
pub use attempt::AttemptStep;
pub use changing::{AttemptScope, attempt_terms, may_attempt, may_change_freely};
pub use division::DivisionOrdersStep;
pub use give::{FacingStep, Reaching, give, give_unit, join_brigade, lags_behind};
pub use inspiring::may_inspire;
pub use loose_reins::LooseReinsStep;
pub(crate) use ordering::away_from_enemy;
pub use ordering::{may_order, may_order_unit, may_put_on_march};
pub use permissions::{
    Act, Permission, binds, facing_kind, march_limit, march_limit_rule, may_change_to, orders_of,
    permission, unit_march_limit,
};
pub use proximity::{enemies, nearest_enemy, seen_within};
pub(crate) use reserve::break_march_of;
pub use reserve::{ReserveStep, leave_reserve_under_attack, may_reserve};
