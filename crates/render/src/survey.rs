//! From the ground of the rules to the sheet of the draughtsman.

use longroll_board as board;
use longroll_board::{
    Feature, Ground, HexId, Parity, Relief, RouteKind, SideEnd, SlopeClass, Terrain,
};

use crate::layout::{Lattice, Layout, LowerColumns};
use crate::sheet::{
    Cell, Cover, Crossing, Form, NamedWay, Place, PlaceKind, Sheet, Side, Slope, Steepness, Water,
    Way, side_key,
};

/// The layout of a grid.
pub fn layout_of(grid: &board::Grid) -> Layout {
    Layout::new(match grid.layout().parity {
        Parity::EvenSouth => LowerColumns::Even,
        Parity::OddSouth => LowerColumns::Odd,
    })
}

/// Column and row of a hex as the layout counts them.
pub fn column_row(grid: &board::Grid, hex: HexId) -> (i32, i32) {
    let position = grid.position(hex);
    (i32::from(position.column), i32::from(position.row))
}

/// Everything on a ground that can be drawn.
pub fn survey(ground: &Ground) -> Sheet {
    let grid = &ground.grid;
    let mut sheet = Sheet::new(layout_of(grid));
    for hex in grid.hexes() {
        sheet.cells.insert(column_row(grid, hex), cell(ground, hex));
    }
    for side in grid.sides() {
        let Some(second) = side.second() else {
            continue;
        };
        let facts = &ground.sides[side.id()];
        let (a, b) = (column_row(grid, side.first()), column_row(grid, second));
        let ends = (
            sheet.layout.lattice(a.0, a.1),
            sheet.layout.lattice(b.0, b.1),
        );
        let drawn = drawn_side(ground, facts, ends);
        if drawn != Side::default() {
            sheet.sides.insert(side_key(ends.0, ends.1), drawn);
        }
        let sunken = [side.first(), second]
            .iter()
            .all(|hex| ground.hexes[*hex].features.contains(Feature::SunkenLane));
        if facts.routes.contains(RouteKind::Road) || facts.routes.contains(RouteKind::Pike) {
            sheet.add_way(a, b, Way::Road);
        } else if facts.routes.contains(RouteKind::Trail) {
            sheet.add_way(a, b, if sunken { Way::SunkenLane } else { Way::Trail });
        }
    }
    for route in &ground.names.routes {
        let sunken = !route.hexes.is_empty()
            && route
                .hexes
                .iter()
                .all(|hex| ground.hexes[*hex].features.contains(Feature::SunkenLane));
        sheet.named_ways.push(NamedWay {
            name: route.name.clone(),
            way: match (route.kind, sunken) {
                (_, true) => Way::SunkenLane,
                (RouteKind::Road | RouteKind::Pike, _) => Way::Road,
                (RouteKind::Trail, _) => Way::Trail,
            },
            hexes: route
                .hexes
                .iter()
                .map(|hex| column_row(grid, *hex))
                .collect(),
        });
    }
    sheet
}

fn cell(ground: &Ground, hex: HexId) -> Cell {
    let facts = &ground.hexes[hex];
    let has = |feature| facts.features.contains(feature);
    Cell {
        number: ground.grid.name(hex).to_string(),
        cover: cover(facts.terrain),
        level: i32::from(facts.level),
        feet: facts.feet.map(i32::from),
        sloping: has(Feature::Sloping),
        orchard: has(Feature::Orchard) || facts.terrain == Terrain::Orchard,
        partial_water: has(Feature::PartialWater),
        bridge_inside: has(Feature::BridgeInside),
        field: facts
            .field
            .and_then(|id| ground.names.field(id))
            .map(|field| field.name.clone()),
        places: places(ground, hex),
    }
}

const fn cover(terrain: Terrain) -> Cover {
    match terrain {
        Terrain::Clear | Terrain::Orchard => Cover::Clear,
        Terrain::Town => Cover::Town,
        Terrain::Field => Cover::Field,
        Terrain::FieldBoundary => Cover::FieldBoundary,
        Terrain::Woods => Cover::Woods,
        Terrain::Thicket => Cover::Thicket,
        Terrain::Swamp => Cover::Swamp,
        Terrain::SwampStream => Cover::SwampStream,
        Terrain::River | Terrain::Lake => Cover::River,
    }
}

/// What is named in a hex; a building or a pond that has no name is drawn as well.
fn places(ground: &Ground, hex: HexId) -> Vec<Place> {
    let facts = &ground.hexes[hex];
    let mut places: Vec<Place> = ground
        .names
        .camps_in(hex)
        .map(|camp| Place {
            kind: match camp.kind {
                board::CampKind::Headquarters => PlaceKind::Headquarters,
                _ => PlaceKind::Camp,
            },
            name: camp.unit.clone(),
        })
        .collect();
    places.extend(ground.names.places_in(hex).map(|place| {
        Place {
            kind: match place.kind.as_str() {
                "church" => PlaceKind::Church,
                "building" => PlaceKind::Building,
                "pond" => PlaceKind::Pond,
                "landing" => PlaceKind::Landing,
                "junction" => PlaceKind::Junction,
                _ => PlaceKind::Site,
            },
            // What the data adds in brackets explains the name and does not belong on the map.
            name: place
                .name
                .split(" (")
                .next()
                .unwrap_or_default()
                .to_string(),
        }
    }));
    if facts.features.contains(Feature::Building) && places.is_empty() {
        places.push(Place {
            kind: PlaceKind::Building,
            name: String::new(),
        });
    }
    if facts.features.contains(Feature::Pond) && places.is_empty() {
        places.push(Place {
            kind: PlaceKind::Pond,
            name: String::new(),
        });
    }
    places
}

fn drawn_side(ground: &Ground, facts: &board::SideGround, ends: (Lattice, Lattice)) -> Side {
    let (form, depth) = match facts.relief {
        Relief::Ravine { first, second } => (Some(Form::Ravine), i32::from(first.max(second))),
        Relief::Crest { first, second } => (Some(Form::Crest), i32::from(first.max(second))),
        Relief::Level | Relief::Slope { .. } => (None, 0),
    };
    Side {
        water: match facts.water {
            board::Water::None => None,
            board::Water::Stream => Some(Water::Stream),
            board::Water::Creek => Some(Water::Creek),
            board::Water::River | board::Water::Lake => Some(Water::River),
        },
        water_name: facts
            .water_name
            .and_then(|index| ground.names.waters.get(usize::from(index)))
            .cloned(),
        crossing: match facts.crossing {
            board::Crossing::None => None,
            board::Crossing::Bridge => Some(Crossing::Bridge),
            board::Crossing::Ford => Some(Crossing::Ford),
        },
        form,
        slope: slope(facts.relief, ends),
        depth,
    }
}

fn slope(relief: Relief, ends: (Lattice, Lattice)) -> Option<Slope> {
    let Relief::Slope { class, higher, .. } = relief else {
        return None;
    };
    let steepness = match class {
        SlopeClass::Gradual => return None,
        SlopeClass::Minor => Steepness::Minor,
        SlopeClass::Steep | SlopeClass::Sharp => Steepness::Steep,
    };
    Some(Slope {
        higher: match higher {
            SideEnd::First => ends.0,
            SideEnd::Second => ends.1,
        },
        steepness,
    })
}
