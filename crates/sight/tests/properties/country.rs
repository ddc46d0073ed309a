//! Any ground: levels, cover, slopes that need not follow the levels, crests and ravines.

use std::fmt;

use longroll_board::{
    Feature, Grid, GridLayout, Ground, HexId, Parity, Relief, SideEnd, SlopeClass, Terrain,
};
use proptest::prelude::*;

const COLUMNS: u8 = 9;
const ROWS: u8 = 8;

/// A ground that prints only what matters to sight.
pub struct Country(pub Ground);

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(ground) = self;
        write!(f, "{:?}:", ground.grid.layout().parity)?;
        for hex in ground.grid.hexes() {
            let sloping = ground.hexes[hex].features.contains(Feature::Sloping);
            let sign = if sloping { "/" } else { "" };
            let (level, terrain) = (ground.level(hex), ground.terrain(hex).name());
            write!(f, " {}={level}{sign}{terrain}", ground.grid.name(hex))?;
        }
        for side in ground.grid.sides() {
            let relief = ground.sides[side.id()].relief;
            if relief != Relief::Level {
                write!(f, " {} {relief:?};", ground.grid.side_name(side.id()))?;
            }
        }
        Ok(())
    }
}

pub fn any_country() -> impl Strategy<Value = Country> {
    let hexes = usize::from(COLUMNS) * usize::from(ROWS);
    let parity = prop_oneof![Just(Parity::OddSouth), Just(Parity::EvenSouth)];
    // Flat and open country shows more of what lies behind than broken country does.
    let heights = 1..5_i8;
    let cover = 0..12_u8;
    (parity, heights, cover).prop_flat_map(move |(parity, heights, cover)| {
        (
            Just(parity),
            prop::collection::vec((0..heights, 0..=cover, 0..6_u8), hexes),
            prop::collection::vec(0..24_u8, hexes * 4),
            prop::bool::ANY,
        )
            .prop_map(|(parity, hexes, sides, with_crests)| {
                Country(country(parity, &hexes, &sides, with_crests))
            })
    })
}

fn country(parity: Parity, hexes: &[(i8, u8, u8)], sides: &[u8], with_crests: bool) -> Ground {
    let layout = GridLayout::plain(1..=COLUMNS, 1..=ROWS, parity);
    let grid = Grid::new(layout).expect("a board");
    let mut ground = Ground::uniform(grid, Terrain::Field);
    for (hex, (level, cover, feature)) in ground.grid.hexes().zip(hexes) {
        ground.hexes[hex].level = *level;
        ground.hexes[hex].terrain = match cover {
            6 | 7 => Terrain::Woods,
            8 => Terrain::FieldBoundary,
            9 => Terrain::Swamp,
            10 => Terrain::Thicket,
            11 => Terrain::Town,
            5 => Terrain::River,
            _ => Terrain::Field,
        };
        if *feature == 0 {
            ground.hexes[hex].features.insert(Feature::Sloping);
        }
    }
    let between: Vec<_> = ground.grid.sides().collect();
    for (side, chance) in between.into_iter().zip(sides) {
        let (first, Some(second)) = side.hexes() else {
            continue;
        };
        let (a, b) = (ground.level(first), ground.level(second));
        let top = a.max(b) + 1;
        let lines = |level: i8| (top - level).unsigned_abs();
        let higher = if a > b {
            SideEnd::First
        } else {
            SideEnd::Second
        };
        ground.sides[side.id()].relief = match chance {
            0 if with_crests => Relief::Crest {
                first: lines(a),
                second: lines(b),
            },
            1 => Relief::Ravine {
                first: 1,
                second: 1,
            },
            2..6 if a != b => Relief::Slope {
                class: SlopeClass::Steep,
                higher,
                lines: 3,
            },
            6..9 if a != b => Relief::Slope {
                class: SlopeClass::Minor,
                higher,
                lines: 2,
            },
            _ => Relief::slope(higher, a.abs_diff(b)),
        };
    }
    ground
}

/// All pairs of different hexes, both ways round.
pub fn pairs(ground: &Ground) -> impl Iterator<Item = (HexId, HexId)> + use<> {
    let hexes = ground.grid.hexes();
    hexes
        .clone()
        .flat_map(move |from| hexes.clone().map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
}
