//! What one step from hex to hex meets, in the terms of the chart.

use longroll_board::{
    Climb, Crossing, Direction, Feature, Ground, HexId, Passage, Relief, RouteKind, SlopeClass,
};
use longroll_board::{Terrain, Water};
use longroll_catalog::tables::TerrainKind;

/// BB TEC-d: where a Field Boundary hex is entered from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldEntry {
    /// From a hex of the same field.
    SameField,
    /// From Woods, another field or anything else (reading I86).
    Elsewhere,
}

/// BB 9.44-sloping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lie {
    /// No surcharge.
    Even,
    /// Sloping Ground.
    Sloping,
}

/// The rise and fall of the hexside, seen in the direction of the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepRelief {
    /// Nothing to climb.
    Level,
    /// Up a slope.
    Up(SlopeClass),
    /// Down a slope.
    Down(SlopeClass),
    /// BB 9.44-ravine: down, then up.
    Ravine(Climb),
    /// BB 9.44-crest: up, then down.
    Crest(Climb),
}

/// Everything about one step that the chart has a word for. Positions and units play no part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepGround {
    /// The hex left.
    pub left: TerrainKind,
    /// The hex entered.
    pub entered: TerrainKind,
    /// From where, if it is a Field Boundary.
    pub field: FieldEntry,
    /// Whether the hex entered is Sloping Ground.
    pub lie: Lie,
    /// The hexside's slopes.
    pub relief: StepRelief,
    /// The hexside's water.
    pub water: Water,
    /// What leads over the water.
    pub crossing: Crossing,
    /// Whether the hexside can be crossed at all.
    pub passage: Passage,
    /// SR 9.45: the best route that joins the two hexes.
    pub route: Option<RouteKind>,
}

impl StepGround {
    /// A step over a plain hexside.
    #[must_use]
    pub const fn plain(left: TerrainKind, entered: TerrainKind) -> Self {
        Self {
            left,
            entered,
            field: FieldEntry::Elsewhere,
            lie: Lie::Even,
            relief: StepRelief::Level,
            water: Water::None,
            crossing: Crossing::None,
            passage: Passage::Open,
            route: None,
        }
    }

    /// The step out of a hex of the map; none over its edge.
    #[must_use]
    pub fn of(ground: &Ground, from: HexId, direction: Direction) -> Option<Self> {
        let to = ground.grid.neighbour(from, direction)?;
        let side = ground.side_of(from, direction);
        let climb = ground.climb(from, direction);
        let relief = match side.relief {
            Relief::Level => StepRelief::Level,
            Relief::Slope { class, .. } if climb.up > 0 => StepRelief::Up(class),
            Relief::Slope { class, .. } => StepRelief::Down(class),
            Relief::Ravine { .. } => StepRelief::Ravine(climb),
            Relief::Crest { .. } => StepRelief::Crest(climb),
        };
        let field = if ground.same_field(from, to) {
            FieldEntry::SameField
        } else {
            FieldEntry::Elsewhere
        };
        let sloping = ground.hexes[to].features.contains(Feature::Sloping);
        Some(Self {
            left: kind_of(ground.terrain(from)),
            entered: kind_of(ground.terrain(to)),
            field,
            lie: if sloping { Lie::Sloping } else { Lie::Even },
            relief,
            water: side.water,
            crossing: side.crossing,
            passage: side.passage,
            route: RouteKind::ALL
                .into_iter()
                .rev()
                .find(|kind| side.routes.contains(*kind)),
        })
    }

    /// BB 9.44-boundary: whether the hex is Open for this step, as a Field Boundary is for whoever comes from its own field.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        match self.entered {
            TerrainKind::Open | TerrainKind::Orchard => true,
            TerrainKind::FieldBoundary => matches!(self.field, FieldEntry::SameField),
            _ => false,
        }
    }

    /// The step into a hex from off the map (SR 9.71): nothing lies on the way but the hex itself.
    #[must_use]
    pub fn entry(ground: &Ground, to: HexId) -> Self {
        let sloping = ground.hexes[to].features.contains(Feature::Sloping);
        let routes = ground.routes_in(to);
        Self {
            lie: if sloping { Lie::Sloping } else { Lie::Even },
            // A road that runs off the map leads onto it (MV-185).
            route: RouteKind::ALL
                .into_iter()
                .rev()
                .find(|kind| routes.contains(*kind)),
            ..Self::plain(TerrainKind::Open, kind_of(ground.terrain(to)))
        }
    }
}

/// The row of the chart for the base terrain of a hex. Houses have no row of their own: the hex counts as open.
#[must_use]
pub const fn kind_of(terrain: Terrain) -> TerrainKind {
    match terrain {
        Terrain::Clear | Terrain::Field | Terrain::Town => TerrainKind::Open,
        Terrain::FieldBoundary => TerrainKind::FieldBoundary,
        Terrain::Woods => TerrainKind::Woods,
        Terrain::Orchard => TerrainKind::Orchard,
        Terrain::Thicket => TerrainKind::Thicket,
        Terrain::Swamp => TerrainKind::Swamp,
        Terrain::SwampStream => TerrainKind::SwampStream,
        Terrain::River | Terrain::Lake => TerrainKind::River,
    }
}
