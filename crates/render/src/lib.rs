//! Pictures of Long Roll: the map and the counters as SVG, and SVG as PNG.
//!
//! * [`map_svg`] draws a ground without units, [`scene_svg`] with them; [`counters`], [`piece_svg`] and
//!   [`sprite_sheet_svg`] draw only counters. Whoever knows the battle fills in the plain structs of [`view`].
//! * [`Picture`] paints an SVG as PNG, whole or in tiles.
//! * [`layout`] tells where a hex lies, so that a page can put its own marks on the drawing.
//!
//! Invariants: the same input gives the same bytes on every machine (no clock, no random device, no fonts of the
//! system: letters are outlines). Text from outside is escaped. Rules are neither known nor needed here.

pub mod layout;
pub mod map;
pub mod raster;
pub mod scene;
pub mod sheet;
pub mod survey;
pub mod view;

mod chance;
mod counter;
mod cover;
mod curve;
mod glyph;
mod gridlines;
mod hairline;
mod leader;
mod legend;
mod lettering;
mod livery;
mod palette;
mod pen;
mod places;
mod plate;
mod relief;
mod status;
mod surface;
mod water;
mod ways;

pub use counter::Height;
pub use glyph::text_path;
pub use layout::{Layout, Point, Rect};
pub use legend::Legend;
pub use map::{Layers, MapStyle, Shown, map_svg, picture};
pub use raster::{Picture, PictureError, Size, png};
pub use scene::{
    CELL, Viewport, counters, piece_group, piece_svg, scene_area, scene_svg, sprite_sheet_svg,
    stack_offsets,
};
pub use view::{
    ActivityView, AmmunitionView, ArmView, CommandView, CounterView, Detail, ExperienceView,
    Extension, Figure, FormationView, IncumbentView, LeaderView, Livery, Losses, OrderView,
    OrdersView, PieceView, RatingView, StackView, Trust,
};
