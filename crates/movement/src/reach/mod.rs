//! Where a unit can go now: every hex and facing with its cost, and the cheapest way to each.
//!
//! One search serves people, bots and lists. It is a Dijkstra over hexes with the facings of a hex as bits: because a
//! turn never costs more than 1 MP (2 MP under Attack orders in Woods), whoever comes into a hex that much later can do
//! nothing that an earlier arrival could not, so a hex is looked at once or twice and not once per facing. What is found
//! agrees with [`step`](crate::step::step) made hex by hex, checks passed and nobody reacting.

mod column;
mod found;
mod judge;
mod line;
mod path;
mod scratch;
mod search;
mod status;

pub use column::{ColumnSpot, MayEnd, column_reach, goes_in_column};
pub use found::Reach;
pub use line::{LineSpot, line_reach};
pub use path::{ReachPath, ReachStep};
pub use scratch::FacingScratch;
pub use search::reach;
