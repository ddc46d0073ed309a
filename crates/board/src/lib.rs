//! The hex board: where everything is, and nothing about what it does.
//!
//! Flat-topped hexes in columns (numbered from west to east) and rows (from north to south). A [`Grid`] turns the
//! printed numbers into dense [`HexId`]s and answers every geometric question of the rules in integers: neighbours,
//! distance, [`Hexside`]s, facings and arcs (SR 7), and the exact line between two hex centres (SR 10.2). [`Ground`]
//! lays terrain over a grid.
//!
//! Invariants:
//! * A [`HexId`] or [`HexsideId`] belongs to the grid that gave it. Functions of a grid panic on an id of a larger
//!   grid, so text from outside comes in through [`Grid::parse`] and ids through [`Grid::hex_at_index`].
//! * Ids follow the order column, then row; every list of hexes a grid gives is in that order unless it says otherwise.
//! * No floating point, no hash order, and no type of the `hexx` crate in a public signature.

mod arc;
mod cells;
mod compass;
mod direction;
mod edge;
mod facing;
mod gazetteer;
mod grid;
mod ground;
mod hex_id;
mod hexside;
mod line;
mod line_elements;
mod line_places;
mod numbering;
mod position;
mod range;
mod relief;
mod sets;
mod terrain;
mod walk;

pub use arc::{
    Arc, ArcAtRange, ArcEdge, FrontChoice, arc_at_range, arc_of_neighbour, directions_in,
};
pub use direction::{Direction, DirectionSet, UnknownDirection, UnknownVertex, Vertex};
pub use edge::MapEdge;
pub use facing::{Facing, FacingKind, Hand, Refusal};
pub use gazetteer::{Camp, CampKind, Entry, Field, FieldId, Gazetteer, Place, Route, SupplySource};
pub use grid::{Grid, GridError, GridLayout};
pub use ground::{Ground, HexGround, NotAdjacent, SideGround};
pub use hex_id::{HexId, HexIdOutOfRange};
pub use hexside::{Hexside, HexsideId, HexsideNameError};
pub use line::{Bearing, Line, LineElement, LineLocation, LinePlace, LineVertex, Midpoint};
pub use line_elements::LineElements;
pub use line_places::LinePlaces;
pub use numbering::{ColumnParity, HexNameError, Numbering, Sheet};
pub use position::{Parity, Position};
pub use range::HexesInRange;
pub use relief::{Climb, Relief, SideEnd, SlopeClass};
pub use sets::{HexMap, HexSet, SideMap};
pub use terrain::{
    Crossing, Feature, FeatureSet, Passage, RouteKind, RouteSet, Source, Terrain, Water,
};
