//! Properties of the grid: names, neighbours, distance, ranges and hexsides.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not there"
)]

use longroll_board::{Direction, Grid, GridLayout, HexId, MapEdge, Numbering, Parity, Position};
use proptest::prelude::*;

/// Grids of both parities, plain and on two sheets, whole and in pieces.
fn any_grid() -> impl Strategy<Value = Grid> {
    let parity = prop_oneof![Just(Parity::EvenSouth), Just(Parity::OddSouth)];
    let numbering = prop_oneof![Just(Numbering::Plain), Just(Numbering::TWO_SHEETS)];
    (
        parity,
        numbering,
        0..40u8,
        1..12u8,
        1..50u8,
        0..12u8,
        proptest::collection::vec(any::<bool>(), 144),
    )
        .prop_map(|(parity, numbering, column, columns, row, rows, missing)| {
            let layout = GridLayout {
                columns: column..=column + columns,
                rows: row..=row + rows,
                parity,
                numbering,
            };
            let positions: Vec<Position> = layout.positions().collect();
            let kept = positions
                .iter()
                .zip(missing.iter().cycle())
                .filter(|(_, missing)| !**missing);
            Grid::patch(layout.clone(), kept.map(|(position, _)| *position))
                .unwrap_or_else(|_| Grid::new(layout).unwrap())
        })
}

/// A grid and some of its hexes.
fn hexes<const N: usize>() -> impl Strategy<Value = (Grid, [HexId; N])> {
    (
        any_grid(),
        proptest::array::uniform(any::<prop::sample::Index>()),
    )
        .prop_map(|(grid, picks): (Grid, [prop::sample::Index; N])| {
            let hexes = picks.map(|pick| grid.hex_at_index(pick.index(grid.len())).unwrap());
            (grid, hexes)
        })
}

proptest! {
    #[test]
    fn every_name_leads_back_to_its_hex(grid in any_grid()) {
        let mut last = None;
        for hex in grid.hexes() {
            prop_assert_eq!(grid.parse(grid.name(hex)), Ok(hex));
            prop_assert_eq!(grid.hex_at(grid.position(hex)), Some(hex));
            if let Some(alias) = grid.alias(hex) {
                prop_assert_ne!(alias, grid.name(hex));
                prop_assert_eq!(grid.parse(alias), Ok(hex));
            }
            prop_assert!(last < Some(grid.position(hex)), "ids follow column, then row");
            last = Some(grid.position(hex));
        }
    }

    #[test]
    fn reading_any_text_never_panics(grid in any_grid(), text in "[NSns]?[0-9]{0,5}|.{0,6}") {
        if let Ok(hex) = grid.parse(&text) {
            let text = text.to_ascii_uppercase();
            prop_assert!(grid.name(hex) == text || grid.alias(hex) == Some(text.as_str()));
        }
    }

    #[test]
    fn neighbours_lie_on_opposite_sides_of_one_hexside(grid in any_grid()) {
        for hex in grid.hexes() {
            for direction in Direction::ALL {
                let side = grid.side(grid.side_of(hex, direction));
                match grid.neighbour(hex, direction) {
                    Some(other) => {
                        prop_assert_eq!(grid.neighbour(other, direction.opposite()), Some(hex));
                        prop_assert_eq!(grid.direction_between(hex, other), Some(direction));
                        prop_assert_eq!(grid.side_of(other, direction.opposite()), side.id());
                        prop_assert_eq!(grid.side_between(hex, other), grid.side_between(other, hex));
                        prop_assert_eq!(side.across(hex), Some(other));
                        let south = i32::from(grid.half_rows(other)) - i32::from(grid.half_rows(hex));
                        prop_assert_eq!(south, [-2, -1, 1, 2, 1, -1][direction.index()]);
                        prop_assert_eq!(side.across(other), Some(hex));
                        let own = matches!(side.direction(), Direction::N | Direction::NE | Direction::SE);
                        prop_assert!(own, "a hexside is named from the hex it lies N, NE or SE of");
                    }
                    None => {
                        prop_assert_eq!(side.hexes(), (hex, None));
                        prop_assert!(grid.open_sides(hex).contains(direction));
                    }
                }
            }
        }
    }

    #[test]
    fn hexsides_are_dense_and_every_one_is_met_from_its_hexes(grid in any_grid()) {
        for (index, side) in grid.sides().enumerate() {
            prop_assert_eq!(side.id().index(), index);
            prop_assert_eq!(grid.side_at_index(index), Some(side.id()));
            prop_assert_eq!(grid.side_of(side.first(), side.direction()), side.id());
            let name = grid.side_name(side.id()).to_string();
            prop_assert_eq!(grid.parse_side(&name), Ok(side.id()));
        }
        let interior = grid.sides().filter(|side| side.second().is_some()).count();
        prop_assert_eq!(grid.side_count() + interior, 6 * grid.len());
        prop_assert_eq!(grid.side_at_index(grid.side_count()), None);
    }

    #[test]
    fn distance_is_a_metric((grid, [a, b, c]) in hexes::<3>()) {
        prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
        prop_assert_eq!(grid.distance(a, b) == 0, a == b);
        prop_assert!(grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c));
        prop_assert_eq!(grid.distance(a, b) == 1, grid.direction_between(a, b).is_some());
    }

    #[test]
    fn ranges_and_rings_are_the_hexes_at_their_distance((grid, [centre]) in hexes::<1>(), range in 0..9u32) {
        let within: Vec<HexId> = grid.hexes_in_range(centre, range).collect();
        let by_columns: Vec<HexId> = grid
            .columns_in_range(centre, range)
            .flat_map(|(first, last)| first.index()..=last.index())
            .map(|index| HexId::from_index(index).expect("an id of the grid"))
            .collect();
        prop_assert_eq!(&by_columns, &within);
        let expected: Vec<HexId> = grid.hexes().filter(|hex| grid.distance(centre, *hex) <= range).collect();
        prop_assert_eq!(&within, &expected);
        let mut ring: Vec<HexId> = grid.ring(centre, range).collect();
        ring.sort_unstable();
        let at_range: Vec<HexId> = expected.into_iter().filter(|hex| grid.distance(centre, *hex) == range).collect();
        prop_assert_eq!(ring, at_range);
    }
}

/// A distance is also the number of steps the shortest way takes on an unbroken map.
#[test]
fn distance_counts_the_steps_of_the_shortest_way() {
    for parity in [Parity::EvenSouth, Parity::OddSouth] {
        let grid = Grid::new(GridLayout::plain(10..=24, 1..=14, parity)).unwrap();
        let start = grid.hex_at(Position { column: 13, row: 5 }).unwrap();
        let mut steps = vec![None; grid.len()];
        steps[start.index()] = Some(0);
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(hex) = open.pop_front() {
            for (_, next) in grid.neighbours(hex) {
                if steps[next.index()].is_none() {
                    steps[next.index()] = steps[hex.index()].map(|step| step + 1);
                    open.push_back(next);
                }
            }
        }
        for hex in grid.hexes() {
            assert_eq!(Some(grid.distance(start, hex)), steps[hex.index()]);
        }
    }
}

#[test]
fn a_ring_goes_clockwise_from_north() {
    let grid = Grid::new(GridLayout::plain(10..=30, 1..=20, Parity::EvenSouth)).unwrap();
    let centre = grid.parse("2010").unwrap();
    let ring: Vec<&str> = grid.ring(centre, 1).map(|hex| grid.name(hex)).collect();
    assert_eq!(ring, ["2009", "2110", "2111", "2011", "1911", "1910"]);
    assert_eq!(grid.ring(centre, 0).collect::<Vec<_>>(), [centre]);
    let wide: Vec<&str> = grid.ring(centre, 2).map(|hex| grid.name(hex)).collect();
    assert_eq!(&wide[..4], ["2008", "2109", "2209", "2210"]);
    assert_eq!(wide.len(), 12);
}

#[test]
fn a_range_beyond_the_map_is_the_whole_map() {
    let grid = Grid::new(GridLayout::two_sheets()).unwrap();
    let hex = grid.parse("S2706").unwrap();
    assert!(grid.hexes_in_range(hex, u32::MAX).eq(grid.hexes()));
    assert_eq!(grid.ring(hex, u32::MAX).count(), 0);
}

#[test]
fn the_edges_of_shiloh() {
    let grid = Grid::new(GridLayout::two_sheets()).unwrap();
    assert_eq!(grid.edge_hexes(MapEdge::South).count(), 60);
    assert_eq!(grid.edge_hexes(MapEdge::West).count(), 67);
    let entry = grid.parse("S1234").unwrap();
    assert!(grid.on_edge(entry, MapEdge::South) && !grid.on_edge(entry, MapEdge::North));
    assert!(grid.on_edge(grid.parse("S6927").unwrap(), MapEdge::East));
    assert_eq!(grid.open_sides(grid.parse("S2706").unwrap()).len(), 0);
}
