//! From text to checked facts.
//!
//! Loaders take text with a file name and do no I/O. They go on after a fault, so that a person sees everything that
//! is wrong at once; a value is returned only if nothing is.

mod alert_forms;
mod area;
mod battle;
mod cell;
mod fault;
mod form;
mod forms;
mod inherited;
mod map;
mod mechanisms;
mod names;
mod once;
mod oob;
mod provider;
mod scenario;
mod setup;
mod tables;
mod tsv;
mod validate;
mod victory_forms;

pub use battle::read_battle;
pub use cell::Cell;
pub use fault::{At, Fault, FaultKind, Faults, Named, Reporter, SourceFile};
pub use form::{Cx, Decode, Form, Value, parse, text_of};
pub use names::Names;
pub use provider::{Overlay, Provider};
pub use scenario::{ScenarioEntry, read_index, read_scenario};
pub use tsv::{RawRow, RawTable};
