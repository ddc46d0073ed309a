//! Games at the table: the lobby, the messages of a game, and where games are kept.
//!
//! Nothing here decides a rule: sayings go to `longroll-table`, entries to the store, news to whoever looks.

mod hall;
mod lobby;
mod openapi;
mod owner;
mod room;
mod routes;
mod shield;
mod socket;
mod store;
mod tour;
mod trouble;

#[cfg(test)]
mod tests;

pub(crate) use hall::Hall;
pub(crate) use owner::{Owner, random};
pub(crate) use routes::{Asked, known_language, roll, routes};
pub(crate) use shield::{Shield, shield};
pub use store::{StoreError, usual_file};
