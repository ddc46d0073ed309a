//! SR 10: fire as procedures.
//!
//! | room | what |
//! | --- | --- |
//! | [`manner`] | the part of an order that says how a fire is made |
//! | [`declaring`] | what a unit may declare, and what is worth asking about |
//! | [`sections`] | which section of a battery lies on top |
//! | [`supplying`] | bringing up ammunition |
//! | [`exchange`] | a fire with its answers, from the declaration to the ammunition |
//!
//! The questions (who may fire at what with how much, every modifier with its rule, what each face of the die would do) stand in a
//! crate of their own beside `movement`, so that the page, the odds and bots ask them with no machine around. A fire is one frame: it is
//! declared, answered, rolled (`position::event::Roll`), and its results go through [`crate::results`] like everybody else's.
//!
//! The rules of the chapter:
//!
//! * who fires, and when (10.1, 10.3 to 10.5):
//!   `SR 10.1`, `SR 10.11`, `SR 10.12`, `SR 10.13`, `SR 10.14`, `SR 10.15`, `SR 10.16`, `SR 10.17`, `SR 10.3`,
//!   `SR 10.31`, `SR 10.32`, `SR 10.33`, `SR 10.4`, `SR 10.41`, `SR 10.42`, `SR 10.43`, `SR 10.44`, `SR 10.45`,
//!   `SR 10.51`, `SR 10.52`, `SR 10.53`.
//! * line of sight (10.2):
//!   `SR 10.21`, `SR 10.22`, `SR 10.23`, `SR 10.24-crests`, `SR 10.24-ex1`, `SR 10.24-ex2a`, `SR 10.24-ex2b`,
//!   `SR 10.24-higher`, `SR 10.24-slopes`, `SR 10.24-slopes-notes`, `SR 10.24-treetops`, `SR 10.25`,
//!   `SR 10.26-block`, `SR 10.26-friendlyfire`, `SR 10.26-other`, `SR 10.26-shell`, `SR 10.27`, `BB 10.24`.
//! * guns and ammunition (10.6, 10.7, 10.9; BB 10.67, 14.7):
//!   `SR 10.6`, `SR 10.61`, `SR 10.62`, `SR 10.63`, `SR 10.64`, `SR 10.65`, `SR 10.66`, `SR 10.67-adjacent`,
//!   `SR 10.67-ammo`, `SR 10.67-height`, `SR 10.68`, `SR 10.69`, `SR 10.7`, `SR 10.9`, `SR 10.91`, `SR 10.92`,
//!   `SR 10.93`, `SR 10.94`, `BB 10.67-height`, `BB 10.67-limited`, `BB 10.67-limited-friends`, `BB 10.9`,
//!   `BB 10.91`, `BB 10.92-art`, `BB 10.92-camp`, `BB 10.92-limits`, `BB 10.92-line`, `BB 10.92-sa`, `BB 14.7`,
//!   `BB 14.71`, `BB 14.72`, `BB 14.73`, `BB 14.74`, `BB 14.75`, `BB 14.76`, `BB 14.77`, `BB 14.78`, `BB 14.79`.
//! * resolution (10.8):
//!   `SR 10.81`, `SR 10.81-ammo`, `SR 10.81-artfacing`, `SR 10.81-artmoved`, `SR 10.81-cavfirer`,
//!   `SR 10.81-cavtarget`, `SR 10.81-dawn`, `SR 10.81-disordered`, `SR 10.81-enfilade`, `SR 10.81-entrench-firer`,
//!   `SR 10.81-entrench-target`, `SR 10.81-fatigue`, `SR 10.81-green`, `SR 10.81-height`, `SR 10.81-massed`,
//!   `SR 10.81-night`, `SR 10.81-notes`, `SR 10.81-prepared`, `SR 10.81-range`, `SR 10.81-terrain`, `SR 10.82`.
//! * stacks and refused flanks that fire (8.3, 7.34), Spencers (14.3):
//!   `SR 7.34`, `SR 7.34-assault`, `SR 7.34-fire`, `SR 7.34-join`, `SR 8.31`, `SR 8.32`, `SR 8.33`, `SR 8.34`,
//!   `SR 8.35`, `SR 8.35-assault`, `SR 8.35-shell`, `SR 8.36`, `SR 8.36-bystanders`, `SR 8.36-disorder`,
//!   `SR 8.36-fire`, `SR 8.36-green`, `SR 8.36-losses`, `SR 8.36-preassault`, `SR 8.36-retreat`, `SR 8.36-strength`,
//!   `SR 8.37`, `SR 14.3`, `SR 14.31`, `SR 14.32`, `SR 14.33`, `SR 14.34`, `SR 14.35`, `SR 14.36`, `SR 14.37`,
//!   `SR 14.38`.

pub(crate) mod declaring;
mod exchange;
mod manner;
pub(crate) mod sections;
pub(crate) mod supplying;

pub use exchange::{ExchangeLook, FireStep, Firing, Volley};
pub(crate) use exchange::{no_second_shot, settle_ammunition};
pub use manner::{FireManner, SectionPlace};
