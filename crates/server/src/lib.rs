//! The table over HTTP: the embedded page, facts as JSON, the map as tiles, counters as pictures.
//!
//! ```text
//! GET /                                   the page, built into the binary (see build.rs)
//! GET /api/scenarios                      the list
//! GET /api/scenarios/{n}                  a scenario: pieces with the source of every value, turns, victory, commands
//! GET /api/scenarios/{n}/map.svg          map and counters as one drawing
//! GET /api/sprites/{far|middle|near}/{level}?looks=a,b   counters in any state on one sheet (PNG), at a level of the map
//! GET /api/rules/{id}                     a rule in our words
//! GET /api/map                            every hex with its terrain, names and sides
//! GET /api/map/hexes/{name}               one of them
//! GET /api/map/tiles/{level}/{column}/{row}?v=version
//! …   /api/lobby, /api/games…             games at the table (docs/wire.md)
//! …   /api/tabletop…                      games of Shell for Guns Lite (docs/shell-for-guns.md)
//! ```
//!
//! Invariants: it listens on 127.0.0.1 unless told otherwise. Whatever a client sends gets an answer: what is asked for,
//! or JSON with a reason. Nothing here decides a rule; facts come from `longroll-catalog`, pictures from
//! `longroll-render`, games from `longroll-table`.

mod assets;
mod brushes;
mod cache;
mod desk;
mod document;
mod games;
mod host;
mod listener;
mod look;
mod pictures;
mod refusal;
mod routes;
mod serve;
mod tabletop;
#[cfg(test)]
mod tests;
pub mod views;
mod wire;

pub use games::{StoreError, usual_file};
pub use serve::{Contents, ServeError, ServeOptions, serve, serve_blocking, serve_games};
