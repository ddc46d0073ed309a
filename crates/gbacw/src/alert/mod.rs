//! BB 30.0-alert, BB sob: a surprised army wakes, and where its brigades go first.
//!
//! Who sleeps is in Reserve and can do nothing about it: the programme of the scenario, or the enemy, wakes it.

mod asleep;
mod hours;
mod involuntary;
mod mission;
mod programme;
mod surprise;

pub(crate) use asleep::hour_of_waking;
pub use asleep::{
    alert_activations, alert_activations_of, is_asleep, is_surprised, may_stir,
    spares_lost_regiments, surprised_fire,
};
pub(crate) use hours::in_force;
pub use hours::{
    activations_rolled, is_alert, is_before_choice, is_split, leader_may_move, may_draw,
    may_join_brigade, sleeps, split_activations,
};
pub use involuntary::InvoluntaryStep;
pub(crate) use involuntary::{attacked, end_of_marker, enemy_came};
pub use mission::{
    Course, MissionStep, has_a_course, has_to_set_out, is_exempt, may_leave, must_go, step_towards,
};
pub(crate) use mission::{
    begin_activation, end_activation, has_its_activation, loses_activation, may_march, shot_at,
};
pub use programme::AlertStep;
pub(crate) use surprise::attacker_came;
pub(crate) use surprise::attacker_fired;
pub use surprise::{is_stunned, markers_wait};
