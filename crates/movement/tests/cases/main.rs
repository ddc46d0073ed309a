//! The cases of the movement chapters that are pure questions, by their ids.

mod support;

mod arcs_and_facing;
mod extending;
mod firing;
mod near_the_enemy;
mod reaching;
mod reacting;
mod stacking_and_passing;
