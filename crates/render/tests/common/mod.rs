//! A small ground with something of everything, and counters in every state.

use longroll_board::{
    Camp, CampKind, Crossing, Direction, Facing, Feature, Field, FieldId, Grid, GridLayout, Ground,
    Hand, HexId, Parity, Place, Relief, Route, RouteKind, SideEnd, Source, Terrain, Vertex, Water,
};
use longroll_core::Side;
use longroll_render::*;

pub fn hex(ground: &Ground, name: &str) -> HexId {
    ground.grid.parse(name).expect("a hex of the patch")
}

/// Six columns by six rows: woods round a field, a creek with a bridge, a ravine, a hill, a road and a trail.
pub fn patch(field_name: &str) -> Ground {
    let grid =
        Grid::new(GridLayout::plain(20..=25, 20..=25, Parity::EvenSouth)).expect("a sound frame");
    let mut ground = Ground::uniform(grid, Terrain::Woods);
    ground.names.fields.push(Field {
        name: field_name.to_owned(),
        source: Source::History,
    });
    for (name, terrain) in [
        ("2222", Terrain::Field),
        ("2221", Terrain::FieldBoundary),
        ("2322", Terrain::FieldBoundary),
        ("2323", Terrain::FieldBoundary),
        ("2223", Terrain::FieldBoundary),
        ("2123", Terrain::FieldBoundary),
        ("2122", Terrain::FieldBoundary),
        ("2420", Terrain::Thicket),
        ("2025", Terrain::Swamp),
        ("2024", Terrain::SwampStream),
        ("2520", Terrain::River),
        ("2521", Terrain::River),
    ] {
        let h = hex(&ground, name);
        ground.hexes[h].terrain = terrain;
        if matches!(terrain, Terrain::Field | Terrain::FieldBoundary) {
            ground.hexes[h].field = Some(FieldId(0));
        }
    }
    for (name, level) in [("2424", 4), ("2425", 3), ("2524", 2)] {
        let h = hex(&ground, name);
        ground.hexes[h].level = level;
        ground.hexes[h].features.insert(Feature::Sloping);
    }
    let centre = hex(&ground, "2222");
    ground.hexes[centre].features.insert(Feature::Orchard);
    for (name, direction, water) in [
        ("2022", Direction::SE, Water::Stream),
        ("2023", Direction::NE, Water::Stream),
        ("2023", Direction::SE, Water::Stream),
        ("2320", Direction::S, Water::Creek),
        ("2320", Direction::SE, Water::Creek),
    ] {
        let side = ground.grid.side_of(hex(&ground, name), direction);
        ground.sides[side].water = water;
        ground.sides[side].water_name = Some(u8::from(water == Water::Creek));
    }
    ground.names.waters = vec!["Mill Branch".into(), "Owl Creek".into()];
    let bridge = ground.grid.side_of(hex(&ground, "2320"), Direction::S);
    ground.sides[bridge].crossing = Crossing::Bridge;
    let (ravine, crest) = (hex(&ground, "2225"), hex(&ground, "2125"));
    ground.set_relief_from(
        ravine,
        Direction::N,
        Relief::Ravine {
            first: 1,
            second: 1,
        },
    );
    ground.set_relief_from(
        crest,
        Direction::N,
        Relief::Crest {
            first: 1,
            second: 1,
        },
    );
    ground.set_relief_from(
        hex(&ground, "2424"),
        Direction::N,
        Relief::slope(SideEnd::First, 4),
    );
    for (kind, chain) in [
        (RouteKind::Road, ["2320", "2321", "2322", "2323", "2324"]),
        (RouteKind::Trail, ["2021", "2121", "2221", "2321", "2420"]),
    ] {
        let hexes: Vec<HexId> = chain.iter().map(|name| hex(&ground, name)).collect();
        for pair in hexes.windows(2) {
            let _ = ground.join(pair[0], pair[1], kind);
        }
        ground.names.routes.push(Route {
            id: format!("{kind:?}"),
            name: "Purdy road".into(),
            kind,
            hexes,
            source: Source::History,
        });
    }
    ground.names.camps.push(Camp {
        hex: hex(&ground, "2324"),
        kind: CampKind::Infantry,
        unit: "9 IL".into(),
        source: Source::Text,
    });
    ground.names.places.push(Place {
        hex: hex(&ground, "2124"),
        name: "Shiloh Church (log)".into(),
        kind: "church".into(),
        source: Source::Text,
    });
    ground
}

pub fn unit(name: &str) -> CounterView {
    CounterView {
        key: name.to_owned(),
        name: name.to_owned(),
        side: Side::Union,
        arm: ArmView::Infantry,
        command_code: "2/2/T".into(),
        livery: Livery {
            division: 1,
            brigade: 2,
        },
        strength: Figure::known(7),
        losses: Some(Losses { full: 9, now: 7 }),
        cohesion: Some(Figure::known(6)),
        movement: Some(Figure::estimate(5)),
        weapon: Figure::estimate("R"),
        facing: Some(Facing::Vertex(Vertex::E)),
        refused: Some(Hand::Left),
        order: OrderView::Disordered,
        orders: Some(OrdersView::Attack),
        ammunition: AmmunitionView::Low,
        fatigue: 2,
        experience: ExperienceView::Green,
        command: CommandView::OutOfCommand,
        activity: ActivityView::Active,
        extension: None,
    }
}

pub fn leader(name: &str) -> LeaderView {
    LeaderView {
        key: name.to_owned(),
        name: name.to_owned(),
        side: Side::Confederate,
        stars: 3,
        command_code: "III".into(),
        livery: Livery {
            division: 3,
            brigade: 3,
        },
        ratings: vec![RatingView {
            label: "Eff".into(),
            figure: Figure::estimate("+1"),
        }],
        incumbent: IncumbentView::Replacement,
        command: CommandView::InCommand,
    }
}

/// A stack of three with a leader, and an extended line.
pub fn stacks(ground: &Ground) -> Vec<StackView> {
    let mut gun = unit("Swett");
    gun.side = Side::Confederate;
    gun.arm = ArmView::Artillery;
    gun.facing = Some(Facing::Side(Direction::N));
    gun.order = OrderView::Collapsed;
    let mut horse = unit("Clanton");
    horse.arm = ArmView::Cavalry;
    horse.extension = Some(Extension {
        formation: FormationView::Line,
        hexes: vec![hex(ground, "2421")],
    });
    let mut boat = unit("Tyler");
    boat.arm = ArmView::Gunboat;
    boat.cohesion = None;
    boat.movement = None;
    boat.facing = None;
    vec![
        StackView {
            hex: hex(ground, "2222"),
            pieces: vec![
                PieceView::Unit(unit("9 IL")),
                PieceView::Unit(gun),
                PieceView::Leader(leader("Hardee")),
            ],
        },
        StackView {
            hex: hex(ground, "2321"),
            pieces: vec![PieceView::Unit(horse)],
        },
        StackView {
            hex: hex(ground, "2520"),
            pieces: vec![PieceView::Unit(boat)],
        },
    ]
}
