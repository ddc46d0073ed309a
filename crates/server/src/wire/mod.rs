//! What goes over the wire. A promise to clients, so kept apart from the types of the rules; its other half is
//! `web/src/api.ts`.

mod ground;
mod piece;
mod rule;
mod scenario;
mod victory;

pub(crate) use ground::{HexWire, Plan, SpritesWire, TileWire, map};
pub(crate) use rule::rule;
pub(crate) use scenario::{scenario, summary};
