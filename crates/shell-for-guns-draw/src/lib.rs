//! A battle of Shell for Guns Lite as the plain structs that `tabletop-draw` draws: the table, and what is laid over it
//! for one look (ghosts of moves, arcs, lines of fire, ranges, tapes). Every measure is asked of the rules.

mod overlay;
mod table;

pub use overlay::{Ghost, fire, ghost, range, tape};
pub use table::{army, table_view};
