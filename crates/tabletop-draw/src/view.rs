//! What is drawn, in plain structs: no rule is known here.

use longroll_tabletop::{Arc, Body, Point, Polygon, Polyline, Segment, Table, Ticks};

/// The table with all that lies and stands on it.
#[derive(Clone, Debug)]
pub struct TableView {
    pub table: Table,
    pub hills: Vec<HillView>,
    pub areas: Vec<AreaView>,
    pub rivers: Vec<RiverView>,
    pub roads: Vec<RoadView>,
    pub lines: Vec<LineView>,
    pub zones: Vec<ZoneView>,
    pub objectives: Vec<ObjectiveView>,
    pub units: Vec<UnitView>,
}

/// One of the two armies. They differ in colour, in lightness and in the shape of their marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Army {
    Blue,
    Grey,
}

#[derive(Clone, Debug)]
pub struct HillView {
    pub name: String,
    pub level: u8,
    pub outline: Polygon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    Woods,
    Crops,
    Village,
    Stony,
    Marsh,
    Impassable,
}

#[derive(Clone, Debug)]
pub struct AreaView {
    pub name: String,
    pub kind: AreaKind,
    pub outline: Polygon,
}

#[derive(Clone, Debug)]
pub struct RiverView {
    pub course: Polyline,
    pub width: Ticks,
    /// The stretches that can be crossed.
    pub fords: Vec<Polyline>,
}

#[derive(Clone, Debug)]
pub struct RoadView {
    pub name: String,
    pub course: Polyline,
    pub width: Ticks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Hedge,
    Fence,
    Wall,
    Works,
}

#[derive(Clone, Debug)]
pub struct LineView {
    pub kind: LineKind,
    pub course: Polyline,
}

/// A zone in which an army may be set up.
#[derive(Clone, Debug)]
pub struct ZoneView {
    pub army: Army,
    pub outline: Polygon,
}

#[derive(Clone, Debug)]
pub struct ObjectiveView {
    pub at: Point,
    pub held_by: Option<Army>,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Foot,
    Horse,
    Guns,
    General,
}

/// A unit: its bases where they stand, and what a look at it should tell.
#[derive(Clone, Debug)]
pub struct UnitView {
    /// How the page names it in `data-unit`.
    pub key: String,
    /// Its full name, shown when the pointer rests on it.
    pub name: String,
    /// A few letters written on it.
    pub label: String,
    pub army: Army,
    pub kind: UnitKind,
    pub body: Body,
    /// Guns ready to fire rather than limbered; true for all others.
    pub deployed: bool,
    pub disordered: bool,
    pub decimated: bool,
    /// Losses carried that have not yet cost a base.
    pub losses: u8,
    /// Has acted and will not act again.
    pub spent: bool,
    pub chosen: bool,
}

/// What is laid over the table for one look at it.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    pub ranges: Vec<RangeView>,
    pub arcs: Vec<ArcView>,
    pub ghosts: Vec<GhostView>,
    pub fires: Vec<FireView>,
    pub tapes: Vec<TapeView>,
}

/// All places within a distance of a body.
#[derive(Clone, Debug)]
pub struct RangeView {
    pub body: Body,
    pub distance: Ticks,
    pub text: String,
}

/// The arc of a front edge as far as a range from the eye.
#[derive(Clone, Debug)]
pub struct ArcView {
    pub arc: Arc,
    pub eye: Point,
    pub range: Ticks,
}

/// A move that is being thought of: from where, how far it is legal (drawn solid), and what was wanted (dashed).
#[derive(Clone, Debug)]
pub struct GhostView {
    pub army: Army,
    pub start: Body,
    /// The bodies at the ends of its legs and turns as far as they are legal, the last one solid.
    pub legal: Vec<Body>,
    /// The end that was wanted, if it is not legal.
    pub wanted: Option<Body>,
    /// Why the legal part ends.
    pub reason: String,
}

/// A line of fire, free or blocked.
#[derive(Clone, Debug)]
pub struct FireView {
    pub line: Segment,
    pub free: bool,
    pub text: String,
}

/// A tape laid between two places.
#[derive(Clone, Debug)]
pub struct TapeView {
    pub from: Point,
    pub to: Point,
    pub text: String,
}
