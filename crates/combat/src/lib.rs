//! Combat: the questions, answered with their rules and without a machine around them.
//!
//! Everything here is a pure function of what stands on the map ([`longroll_movement::Scene`]) and of what has been done
//! in the Activation under way ([`fire::FireHistory`], [`assault::AssaultPhase`]). Procedures, dice and changes belong to the engine; the roll, the
//! odds, the log, the page and the bots ask the same functions.
//!
//! * [`assault`]: SR 11, with what SR 7.34, 8.36, 8.44 to 8.49 and BB 4.11, 9.44, 14 say about assault.
//! * [`fire`]: SR 10, with what SR 7.34, 8.3, 8.4, 14.3, 16.1 and BB 9.44, 10, 14.7 say about fire.

pub mod assault;
pub mod fire;
mod grounds;
mod reserve;

pub use grounds::Grounds;
pub use reserve::is_roused_by_attack;
