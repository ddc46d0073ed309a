//! Files as trees that know their lines, read key by key: every wrong value and every unknown key becomes a fault.

mod fault;
mod form;
mod tree;

pub(crate) use fault::line_of;
pub use fault::{Fault, Faults};
pub(crate) use form::{Desk, Form, missing};
pub(crate) use tree::{Node, Value, lay_over, parse};
