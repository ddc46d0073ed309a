//! The acceptance cases of fire and assault that are pure questions, each under its id (`fire.toml`, `assault.toml`).
//!
//! Conventions of the case file: flat-topped hexes CCRR, odd columns half a hex south; Field on level 0, daylight, Good Order,
//! Advance orders, full ammunition; a difference of 1, 2, 3 or more levels between neighbours is a Gradual, Minor, Steep
//! hexside. `README.md` beside this file says of every case where it is proved and what waits for a procedure.

mod answering;
mod artillery;
mod assault_before;
mod assault_cavalry;
mod assault_charge;
mod assault_designation;
mod assault_drms;
mod assault_position;
mod assault_sequel;
mod assault_support;
mod assault_terrain;
mod assault_who;
mod ground;
mod gunboats;
mod modifiers;
mod odds;
mod own_cases;
mod shares;
mod simulated;
mod spec;
mod spencers;
mod supply;
mod support;
mod tables;
mod who;
