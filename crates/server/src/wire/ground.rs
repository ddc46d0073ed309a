//! The map: every hex with its terrain, its names and what lies on its sides.

use std::collections::BTreeMap;

use longroll_board::{
    Camp, CampKind, Climb, Crossing, Direction, Feature, Ground, HexId, Passage, Relief, Route,
    RouteKind, Source, Terrain, Water,
};
use longroll_catalog::facts::BattleFacts;
use serde::Serialize;

/// BB 2.42: yards between opposite sides of a hex.
const YARDS_PER_HEX: u16 = 110;
/// BB 2.42: the contour interval.
const FEET_PER_LEVEL: u16 = 20;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MapWire {
    battle: String,
    layout: LayoutWire,
    pub(crate) hexes: Vec<HexWire>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LayoutWire {
    width: f64,
    height: f64,
    radius: f64,
    yards_per_hex: u16,
    feet_per_level: u16,
    tile: TileWire,
    sprites: SpritesWire,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct TileWire {
    pub(crate) size: u32,
    pub(crate) scales: Vec<f64>,
    /// Changes whenever the drawing does; a tile asked for with it may be kept for ever.
    pub(crate) version: String,
}

/// How counters lie on a sheet of them.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct SpritesWire {
    /// Side of a cell in units of the drawing; in pixels it is rounded up.
    pub(crate) cell: f64,
    /// Cells in a row.
    pub(crate) columns: usize,
    /// Counters on one sheet at most.
    pub(crate) most: usize,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct HexWire {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<String>,
    x: f64,
    y: f64,
    terrain: Terrain,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    level: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    feet: Option<i16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Feature>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<PlaceWire>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<SideWire>,
    confidence: Source,
}

#[derive(Debug, Clone, Serialize)]
struct PlaceWire {
    kind: String,
    name: String,
}

#[derive(Debug, Clone, Serialize)]
struct SideWire {
    toward: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    relief: Option<ReliefWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    water: Option<WaterWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crossing: Option<Crossing>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    routes: Vec<RouteWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impassable: Option<bool>,
}

#[derive(Debug, Clone, Serialize)]
struct ReliefWire {
    kind: &'static str,
    #[serde(flatten)]
    climb: Climb,
}

#[derive(Debug, Clone, Serialize)]
struct WaterWire {
    kind: Water,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct RouteWire {
    kind: RouteKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// Where the drawing puts things.
pub(crate) struct Plan<'a> {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) radius: f64,
    pub(crate) centre: &'a dyn Fn(HexId) -> (f64, f64),
    pub(crate) tile: TileWire,
    pub(crate) sprites: SpritesWire,
}

/// The whole map.
pub(crate) fn map(battle: &BattleFacts, plan: &Plan<'_>) -> MapWire {
    let ground = &*battle.ground;
    let names = Names::new(ground);
    MapWire {
        battle: battle.title.clone(),
        layout: LayoutWire {
            width: plan.width,
            height: plan.height,
            radius: plan.radius,
            yards_per_hex: YARDS_PER_HEX,
            feet_per_level: FEET_PER_LEVEL,
            tile: plan.tile.clone(),
            sprites: plan.sprites,
        },
        hexes: ground
            .grid
            .hexes()
            .map(|hex| one_hex(ground, &names, hex, (plan.centre)(hex)))
            .collect(),
    }
}

/// The names of the map by where they are.
struct Names {
    places: BTreeMap<HexId, Vec<PlaceWire>>,
    steps: BTreeMap<(HexId, HexId), Vec<RouteWire>>,
}

impl Names {
    fn new(ground: &Ground) -> Self {
        let mut places: BTreeMap<HexId, Vec<PlaceWire>> = BTreeMap::new();
        let mut add = |hex, kind: &str, name: &str| {
            places.entry(hex).or_default().push(PlaceWire {
                kind: kind.to_owned(),
                name: name.to_owned(),
            });
        };
        for Camp {
            hex, kind, unit, ..
        } in &ground.names.camps
        {
            add(
                *hex,
                if *kind == CampKind::Headquarters {
                    "headquarters"
                } else {
                    "camp"
                },
                unit,
            );
        }
        for place in &ground.names.places {
            add(place.hex, &place.kind, &place.name);
        }
        for supply in &ground.names.supply_sources {
            add(supply.hex, "supply", &supply.side);
        }
        for entry in &ground.names.entries {
            add(entry.hex, "entry", &entry.side);
        }
        let mut steps: BTreeMap<(HexId, HexId), Vec<RouteWire>> = BTreeMap::new();
        for route in &ground.names.routes {
            for (from, to) in route.hexes.iter().zip(route.hexes.iter().skip(1)) {
                for pair in [(*from, *to), (*to, *from)] {
                    steps.entry(pair).or_default().push(route_wire(route));
                }
            }
        }
        Self { places, steps }
    }
}

fn route_wire(route: &Route) -> RouteWire {
    RouteWire {
        kind: route.kind,
        name: (!route.name.is_empty()).then(|| route.name.clone()),
    }
}

fn one_hex(ground: &Ground, names: &Names, hex: HexId, (x, y): (f64, f64)) -> HexWire {
    let facts = &ground.hexes[hex];
    HexWire {
        name: ground.grid.name(hex).to_owned(),
        alias: ground.grid.alias(hex).map(str::to_owned),
        x: rounded(x),
        y: rounded(y),
        terrain: facts.terrain,
        field: facts
            .field
            .and_then(|id| ground.names.field(id))
            .map(|field| field.name.clone()),
        level: facts.level,
        feet: facts.feet,
        marks: facts.features.iter().collect(),
        places: names.places.get(&hex).cloned().unwrap_or_default(),
        sides: Direction::ALL
            .into_iter()
            .filter_map(|direction| one_side(ground, names, hex, direction))
            .collect(),
        confidence: facts.source,
    }
}

/// Hundredths are finer than any screen.
fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

/// One side of a hex, or nothing if there is nothing to tell or nothing beyond.
fn one_side(ground: &Ground, names: &Names, hex: HexId, direction: Direction) -> Option<SideWire> {
    let beyond = ground.grid.neighbour(hex, direction)?;
    let side = ground.side_of(hex, direction);
    let kind = match side.relief {
        Relief::Level => None,
        Relief::Slope { class, .. } => Some(class.name()),
        Relief::Ravine { .. } => Some("ravine"),
        Relief::Crest { .. } => Some("crest"),
    };
    let mut routes = names.steps.get(&(hex, beyond)).cloned().unwrap_or_default();
    for kind in side.routes.iter() {
        if !routes.iter().any(|route| route.kind == kind) {
            routes.push(RouteWire { kind, name: None });
        }
    }
    let water_name = side
        .water_name
        .and_then(|name| ground.names.waters.get(usize::from(name)))
        .cloned();
    let wire = SideWire {
        toward: direction.name(),
        relief: kind.map(|kind| ReliefWire {
            kind,
            climb: ground.climb(hex, direction),
        }),
        water: (side.water != Water::None).then_some(WaterWire {
            kind: side.water,
            name: water_name,
        }),
        crossing: (side.crossing != Crossing::None).then_some(side.crossing),
        routes,
        impassable: (side.passage == Passage::Impassable).then_some(true),
    };
    let something = wire.relief.is_some()
        || wire.water.is_some()
        || wire.crossing.is_some()
        || !wire.routes.is_empty()
        || wire.impassable.is_some();
    something.then_some(wire)
}
