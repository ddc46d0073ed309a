//! SR 6: orders, what they allow, and how they change.

mod attempt;
mod division;
mod give;
mod loose_reins;
mod permissions;
mod proximity;
mod reserve;

pub use attempt::{
    AttemptScope, AttemptStep, attempt_terms, may_attempt, may_change_freely, may_inspire,
};
pub use division::{DivisionOrdersStep, may_order, may_order_unit, may_put_on_march};
pub(crate) use division::{
    assign, assign_by, assignable, attach, away_from_enemy, move_to_command,
};
pub use give::{FacingStep, Reaching, facing_kind, give, give_unit, join_brigade, lags_behind};
pub use loose_reins::{LooseReinsStep, binds};
pub use permissions::{
    Act, Permission, march_limit, march_limit_rule, may_change_to, orders_of, permission,
    unit_march_limit,
};
pub use proximity::{enemies, nearest_enemy, seen_within};
pub use reserve::{ReserveStep, leave_reserve_under_attack, may_reserve};
