//! A table without a grid, drawn from above as SVG.
//!
//! Whoever knows the game fills in the plain structs of [`view`]; [`table_svg`] draws the whole, [`ground_svg`],
//! [`units_svg`] and [`overlay_svg`] its layers, so that a page can redraw one without the others.
//!
//! * One unit of the drawing is ten ticks (100 to the unit of measure), north is up. [`Sheet`] turns places into
//!   coordinates for a page that puts its own marks on the drawing.
//! * Every word comes from the view: the drawing knows no language. Text from outside is escaped.
//! * Letters are `<text>` unless the caller passes its own [`Lettering`]; pictures made without fonts need outlines.
//! * The same input gives the same bytes on every machine. Floating point occurs only in curves that nobody decides by.

mod ground;
mod ink;
mod lettering;
mod overlay;
mod sheet;
mod units;
pub mod view;

pub use lettering::{Anchor, Lettering, PlainText, Setting};
pub use sheet::Sheet;
pub use view::{
    ArcView, AreaKind, AreaView, Army, FireView, GhostView, HillView, LineKind, LineView,
    ObjectiveView, Overlay, RangeView, RiverView, RoadView, TableView, TapeView, UnitKind,
    UnitView, ZoneView,
};

/// The whole table: ground, units and everything laid over them.
pub fn table_svg(table: &TableView, overlay: &Overlay, letters: &dyn Lettering) -> String {
    let sheet = Sheet::new(table.table);
    let mut out = sheet.opening();
    out.push_str(&ground_svg(table, letters));
    out.push_str(&units_svg(table, letters));
    out.push_str(&overlay_svg(table, overlay, letters));
    out.push_str("</svg>\n");
    out
}

/// The ground as a group: paper, hills, areas, water, roads, lines, zones and objectives.
pub fn ground_svg(table: &TableView, letters: &dyn Lettering) -> String {
    ground::draw(&Sheet::new(table.table), table, letters)
}

/// The units as a group; each is a group of its own with its key in `data-unit`.
pub fn units_svg(table: &TableView, letters: &dyn Lettering) -> String {
    units::draw(&Sheet::new(table.table), &table.units, letters)
}

/// Tapes, ghosts, arcs, lines of fire and ranges as a group that takes no clicks.
pub fn overlay_svg(table: &TableView, overlay: &Overlay, letters: &dyn Lettering) -> String {
    overlay::draw(&Sheet::new(table.table), overlay, letters)
}
