//! BB 18, 19: events that come out of the cup.
//!
//! | room | what |
//! | --- | --- |
//! | [`drawing`](drawn) | what the dice mean, and who decides then |
//! | `misdirected` | BB 18.1-fire: a unit fires at its friends |
//! | `looting` | BB 18.1-loot: a unit is put into an enemy camp |
//! | `fortune` | BB 19.0: the optional events, but those in which somebody fires |
//! | `volleys` | BB 19.0-1, -5: somebody fires |
//! | `near` | how near units are, gunboats included |
//! | `no_fire` | BB 18.1-nofire: who may be kept from firing, and how long the chit lasts |
//!
//! An event is no Activation: nobody tires by it, and no account of fire is kept (`position::fire::Occasion::Event`).

mod drawing;
mod fortune;
mod looting;
mod misdirected;
mod near;
mod no_fire;
mod volleys;

pub(crate) use drawing::{draw_battle_event, draw_random_event};
pub use fortune::FortuneStep;
pub use looting::LootStep;
pub use misdirected::{MisdirectedStep, MishapStep};
pub(crate) use no_fire::{lapse, may_cancel, rule_of};
pub use volleys::EventFireStep;
