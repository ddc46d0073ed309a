//! Pictures of Long Roll: the map and the counters as SVG, and SVG as PNG.

pub mod layout;
pub mod map;
pub mod raster;
pub mod sheet;
pub mod survey;

mod chance;
mod cover;
mod curve;
mod glyph;
mod gridlines;
mod lettering;
mod palette;
mod pen;
mod places;
mod relief;
mod surface;
mod water;
mod ways;
