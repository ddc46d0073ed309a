//! The map as the draughtsman needs it: plain facts, no rules.
//!
//! The rules know the ground as `longroll_board::Ground`; `crate::survey` turns that into a [`Sheet`]. Everything that
//! draws reads only the sheet, so the look can change without touching the rules and the other way round.

use std::collections::BTreeMap;

use crate::layout::{Lattice, Layout, NEIGHBOURS, Point, Rect, at};

/// What covers a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    Woods,
    /// Open ground without a name or outline (the patches of situation files).
    Clear,
    Town,
    Field,
    /// BB 9.44: the ring of a field that its dotted outline runs through.
    FieldBoundary,
    Thicket,
    Swamp,
    SwampStream,
    River,
}

/// What stands or lies in a hex besides its cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub kind: PlaceKind,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceKind {
    Camp,
    Headquarters,
    Building,
    Church,
    Pond,
    Landing,
    Junction,
    Site,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    pub number: String,
    pub cover: Cover,
    pub level: i32,
    /// Height of the ground where the map gives it: finer than the level, for the drawing only.
    pub feet: Option<i32>,
    /// BB 9.44: Sloping Ground.
    pub sloping: bool,
    pub orchard: bool,
    pub partial_water: bool,
    /// BB 9.44: a bridge inside the hex (the log bridge).
    pub bridge_inside: bool,
    pub field: Option<String>,
    pub places: Vec<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Water {
    Stream,
    Creek,
    River,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Crossing {
    Bridge,
    Ford,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Ravine,
    Crest,
}

/// SR 10.23, BB 9.44: a slope that is drawn with hachures. Gradual ones are left to the contours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slope {
    /// The centre of the upper hex.
    pub higher: Lattice,
    pub steepness: Steepness,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Steepness {
    Minor,
    Steep,
}

/// What lies on one hexside. Sides with nothing on them need no entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    pub water: Option<Water>,
    pub water_name: Option<String>,
    pub crossing: Option<Crossing>,
    pub form: Option<Form>,
    pub slope: Option<Slope>,
    /// Contour lines between the hex and the line on the hexside, for a ravine or crest; at least 1 is drawn.
    pub depth: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Road,
    Trail,
    SunkenLane,
}

/// A named road, to be lettered along its course (columns and rows).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedWay {
    pub name: String,
    pub way: Way,
    pub hexes: Vec<(i32, i32)>,
}

/// The two hexes of a hexside, smaller lattice position first.
pub type SideKey = (Lattice, Lattice);

pub fn side_key(a: Lattice, b: Lattice) -> SideKey {
    if a < b { (a, b) } else { (b, a) }
}

/// A map to draw. Hexes may be missing anywhere; a sheet without hexes draws as blank paper.
#[derive(Debug, Clone)]
pub struct Sheet {
    pub layout: Layout,
    pub cells: BTreeMap<(i32, i32), Cell>,
    pub sides: BTreeMap<SideKey, Side>,
    /// Roads and trails as connections between neighbouring hexes; the better way wins where several share a step.
    pub ways: BTreeMap<SideKey, Way>,
    pub named_ways: Vec<NamedWay>,
}

impl Sheet {
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            cells: BTreeMap::new(),
            sides: BTreeMap::new(),
            ways: BTreeMap::new(),
            named_ways: Vec::new(),
        }
    }

    /// Adds a step of a road or trail.
    pub fn add_way(&mut self, a: (i32, i32), b: (i32, i32), way: Way) {
        let key = side_key(self.layout.lattice(a.0, a.1), self.layout.lattice(b.0, b.1));
        let entry = self.ways.entry(key).or_insert(way);
        *entry = (*entry).min(way);
    }

    /// First and last column, first and last row.
    pub fn extent(&self) -> Option<((i32, i32), (i32, i32))> {
        let columns = (
            self.cells.keys().map(|k| k.0).min()?,
            self.cells.keys().map(|k| k.0).max()?,
        );
        let rows = (
            self.cells.keys().map(|k| k.1).min()?,
            self.cells.keys().map(|k| k.1).max()?,
        );
        Some((columns, rows))
    }

    /// The rectangle round all hexes: the neat line of the map.
    pub fn frame(&self) -> Rect {
        Rect::around(
            self.cells
                .keys()
                .flat_map(|&(c, r)| self.layout.polygon(c, r)),
        )
        .unwrap_or(Rect {
            left: 0.0,
            top: 0.0,
            right: 1.0,
            bottom: 1.0,
        })
    }

    /// The hex there, or the nearest one inside the edge (given as the extent): the drawing bleeds past the outermost
    /// hexes to the neat line.
    pub(crate) fn nearest_in(
        &self,
        columns: (i32, i32),
        rows: (i32, i32),
        column: i32,
        row: i32,
    ) -> Option<&Cell> {
        let c = column.clamp(columns.0, columns.1);
        let r = row.clamp(rows.0, rows.1);
        self.cells
            .get(&(c, r))
            .or_else(|| self.cells.get(&(c, r - 1)))
            .or_else(|| self.cells.get(&(c, r + 1)))
    }

    /// The two corners a hexside runs between.
    pub fn side_ends((a, b): SideKey) -> Option<(Lattice, Lattice)> {
        let d = NEIGHBOURS
            .iter()
            .position(|n| (a.0 + n.0, a.1 + n.1) == b)?;
        let corner = |i: usize| {
            let (dx, dy) = crate::layout::CORNERS[i % 6];
            (a.0 + dx, a.1 + dy)
        };
        Some((corner(d + 5), corner(d)))
    }

    /// The cell whose centre is at the lattice position.
    pub fn cell_at(&self, position: Lattice) -> Option<&Cell> {
        let column = position.0.div_euclid(3);
        let (_, lowered) = self.layout.lattice(column, 0);
        self.cells
            .get(&(column, (position.1 - lowered).div_euclid(2)))
    }

    /// Hexsides with their ends, in a fixed order.
    pub fn sides_with_ends(&self) -> impl Iterator<Item = (SideKey, &Side, Lattice, Lattice)> {
        self.sides.iter().filter_map(|(key, side)| {
            let (from, to) = Self::side_ends(*key)?;
            Some((*key, side, from, to))
        })
    }

    /// Centres of all hexes that satisfy a condition.
    pub fn centres(&self, wanted: impl Fn(&Cell) -> bool) -> Vec<Point> {
        self.cells
            .iter()
            .filter(|(_, cell)| wanted(cell))
            .map(|(&(c, r), _)| at(self.layout.lattice(c, r)))
            .collect()
    }
}
