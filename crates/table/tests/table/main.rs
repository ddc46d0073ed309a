//! The table as a client meets it: whole games through messages.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod client;
mod fights;
mod games;
mod hostile;
mod secrets;
mod wishes;
