//! Special rules of scenarios that keep units where they are until something frees them.

mod errand;
mod formation;
mod formed;
mod let_go;
mod line;
mod release;
mod shaky;
mod stirring;

pub use errand::{astray, goal, rule_of};
pub use formed::LineStep;
pub(crate) use formed::end_of_marker;
pub(crate) use let_go::is_let_go;
pub use let_go::{may_act, may_move};
pub use line::{
    answers_to_groups, binding_rule, is_in_range_of_group, may_change_orders,
    may_change_unit_orders, may_enter, may_fire, unassigned_rule,
};
pub use release::ReleaseStep;
pub(crate) use release::{begin_turn, enemy_came, fired_at};
pub use shaky::ShakyStep;
pub(crate) use shaky::marker_drawn;
pub(crate) use shaky::may_resupply;
pub use stirring::shelled;
pub(crate) use stirring::{begin_marker, roused};
