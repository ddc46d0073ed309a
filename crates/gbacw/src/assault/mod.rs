//! SR 11: assault.
//!
//! One frame ([`AssaultStep`]) for all assaults of a brigade Activation, after its movement and fire (SR 11.12). It owns the
//! designations and goes through the six steps of SR 11.11; checks, fires, results and retreats are frames of their own
//! that it calls. The questions stand in `longroll_combat::assault`.
//!
//! | room | what |
//! | --- | --- |
//! | [`aim`] | the part of an order that says whom a unit assaults, and with whom |
//! | [`frame`] | the frame |
//! | [`chosen`] | what is chosen in it |
//! | [`pending`] | the frame on the pending work: its next stage |
//! | [`phase`] | its steps |
//! | [`designating`] | Step 1 |
//! | [`before`] | Steps 2 to 5 |
//! | [`resolving`] | Step 6a, 6b, 6e |
//! | [`following`] | Step 6c: advance |
//! | [`continuing`] | Step 6d: Continued assault |
//! | [`striding`] | Step 6d: the extra hexes, one by one |
//!
//! The rules of the chapter:
//!
//! * who assaults whom (11.1 to 11.3):
//!   `SR 11.1`, `SR 11.11`, `SR 11.11-sweep`, `SR 11.12`, `SR 11.2`, `SR 11.21`, `SR 11.21-cavalry-assault`,
//!   `SR 11.21-cavalry-charge`, `SR 11.21-infantry-charge`, `SR 11.21-note`, `SR 11.22`, `SR 11.3`, `SR 11.31`,
//!   `SR 11.32`, `SR 11.32-cavalry`, `SR 11.32-infantry`, `SR 11.32-mixed`, `SR 11.32-no-split`, `SR 11.32-twice`,
//!   `SR 11.32-two-targets`, `SR 11.32-when`, `SR 11.33`, `SR 11.33-disordered`, `SR 11.33-excluded`, `SR 11.34`,
//!   `SR 11.35`, `SR 11.36`, `SR 11.37`, `SR 11.37-drm`, `SR 11.37-extended`, `SR 11.37-march`, `SR 11.38`.
//! * resolution and advance (11.4):
//!   `SR 11.4`, `SR 11.41`, `SR 11.42`, `SR 11.43`, `SR 11.43-cavalry`, `SR 11.43-rounding`, `SR 11.44`,
//!   `SR 11.44-surrounded`, `SR 11.44-threat`, `SR 11.45`, `SR 11.46`, `SR 11.46-defender`, `SR 11.46-pending`,
//!   `SR 11.47`, `SR 11.47-advance`, `SR 11.47-attack`, `SR 11.47-declare`, `SR 11.47-mandatory`, `SR 11.47-marker`,
//!   `SR 11.48`, `SR 11.48-cavalry`, `SR 11.48-infantry`, `SR 11.48-march`, `SR 11.48-scope`.
//! * cavalry (11.5), guns (11.6), leaders (11.7):
//!   `SR 11.5`, `SR 11.51`, `SR 11.52`, `SR 11.53`, `SR 11.54`, `SR 11.55`, `SR 11.56`, `SR 11.56-effect`,
//!   `SR 11.56-terrain`, `SR 11.57`, `SR 11.58`, `SR 11.59`, `SR 11.59-recovery`, `SR 11.59-stack`, `SR 11.6`,
//!   `SR 11.61`, `SR 11.62`, `SR 11.63`, `SR 11.64`, `SR 11.65`, `SR 11.7`, `SR 11.71`, `SR 11.72`,
//!   `SR 11.72-absent`, `SR 11.72-aggressive`, `SR 11.73`.
//! * stacks and lines (8.36, 8.46, 8.49):
//!   `SR 8.36`, `SR 8.36-bystanders`, `SR 8.36-disorder`, `SR 8.36-fire`, `SR 8.36-green`, `SR 8.36-losses`,
//!   `SR 8.36-preassault`, `SR 8.36-retreat`, `SR 8.36-strength`, `SR 8.46`, `SR 8.49`.

mod aim;
mod before;
mod checking;
mod chosen;
mod continuing;
mod designating;
mod following;
mod frame;
mod pending;
mod phase;
mod resolving;
mod striding;

pub use aim::Aim;
pub use frame::AssaultStep;
pub use striding::StrideStep;
