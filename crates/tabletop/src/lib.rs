//! The exact geometry of tables without a grid.
//!
//! Everything is integers, so that every machine agrees: lengths in [`Ticks`], [`Heading`]s in hundredths of a degree
//! from one checked-in table of sines, [`Base`]s as the quadrilateral of their rounded corners. Squared distances and
//! places between ticks are exact fractions. Nothing here knows a rule; a rules crate asks, compares and decides.
//!
//! Invariants:
//! * No function decides anything by floating point.
//! * A body moved by whole ticks keeps its shape to the tick; a body turned about one of its own places keeps that
//!   place to the tick.
//! * Coordinates beyond [`COORDINATE_LIMIT`] are drawn back to it; no table reaches so far.

mod arc;
mod barrier;
mod base;
mod body;
mod bounds;
mod conform;
mod decompose;
mod exact;
mod extent;
mod field;
mod heading;
mod hull;
mod inside;
mod length;
mod nearest;
mod point;
mod polygon;
mod polyline;
mod pose;
mod rest;
mod segment;
mod sine_table;
mod table;
mod trail;

pub use arc::{Aim, Arc};
pub use barrier::{Barrier, Clearance, Shape};
pub use base::{Base, Convex};
pub use body::{Body, centre, enclosing};
pub use bounds::Bounds;
pub use conform::{Charger, Slide, Squared, TargetFront};
pub use exact::{ExactPoint, Ratio, SquaredDistance};
pub use extent::Extent;
pub use field::{Field, Mover, Obstruction, Pivot, Reach};
pub use heading::{Heading, NotAHeading, Turn};
pub use hull::Hull;
pub use inside::LengthInside;
pub use length::Ticks;
pub use nearest::{
    Nearest, holds, nearest, nearest_to, overlaps, overlaps_by_more, penetrates, penetration,
    squared_distance, touches,
};
pub use point::{COORDINATE_LIMIT, OutOfRange, Point, Vector, side_of_line};
pub use polygon::{Polygon, PolygonError, Side};
pub use polyline::{Foot, Polyline, TooFewPlaces};
pub use pose::{BaseSize, Local, Pose, Slot, ranks};
pub use segment::Segment;
pub use table::{BadTable, Table};
pub use trail::{Outline, Target, Trail};
