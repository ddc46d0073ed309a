//! Lines between hex centres: the readings of the rules, and every line held against plain geometry.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not there"
)]

use std::cmp::Ordering;

use longroll_board::{
    Bearing, Direction, Grid, GridLayout, HexId, LineElement, LineLocation, Midpoint, Parity,
    Vertex,
};
use proptest::prelude::*;

fn grid(parity: Parity) -> Grid {
    Grid::new(GridLayout::plain(10..=40, 1..=30, parity)).unwrap()
}

/// `2109 2210` for hexes, `2109/2110` for a pair.
fn named(grid: &Grid, locations: impl Iterator<Item = LineLocation>) -> String {
    let name = |location: LineLocation| {
        let mut names: Vec<&str> = location.hexes().map(|hex| grid.name(hex)).collect();
        names.sort_unstable();
        names.join("/")
    };
    locations.map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_lines_of_case_fire_195() {
    let grid = grid(Parity::OddSouth);
    // Mid-points: `2109|2210` for a crossed hexside, `2009/2109` for one along the line, `2210` for a hex.
    for (from, to, intervening, middle) in GOLDEN {
        let line = grid.line(grid.parse(from).unwrap(), grid.parse(to).unwrap());
        let places = named(&grid, line.intervening().map(|place| place.location));
        assert_eq!(places, intervening, "{from}-{to}");
        let side_name = |side: Option<_>, mark: &str| {
            let (first, second) = grid.side(side.unwrap()).hexes();
            let mut names = [grid.name(first), grid.name(second.unwrap())];
            names.sort_unstable();
            names.join(mark)
        };
        let found = match line.midpoint() {
            Midpoint::Hex(hex) => grid.name(hex.unwrap()).to_owned(),
            Midpoint::Side(side) => side_name(side, "|"),
            Midpoint::Along(side) => side_name(side, "/"),
        };
        assert_eq!(found, middle, "{from}-{to}");
    }
}

const GOLDEN: [(&str, &str, &str, &str); 7] = [
    ("2010", "2309", "2109 2210", "2109|2210"),
    ("2010", "2409", "2109 2210 2209 2309", "2209|2210"),
    ("2011", "2308", "2110 2109 2210 2209", "2109|2210"),
    ("2010", "2410", "2109/2110 2210 2309/2310", "2210"),
    ("2010", "2108", "2009/2109", "2009/2109"),
    ("2010", "2308", "2109 2209", "2109|2209"),
    ("2010", "2112", "2011 2111", "2011|2111"),
];

// ---------------------------------------------------------------------------------------------------------------------
// Plain geometry. With u three times the column and v twice the row (plus one where the column lies south), a hex is
// the set |v| <= 1, |u + v| <= 2, |u - v| <= 2 around its centre, all in integers.

fn centre(grid: &Grid, hex: HexId) -> [i64; 2] {
    let at = grid.position(hex);
    let south = match grid.layout().parity {
        Parity::EvenSouth => at.column.is_multiple_of(2),
        Parity::OddSouth => at.column % 2 == 1,
    };
    [
        3 * i64::from(at.column),
        2 * i64::from(at.row) + i64::from(south),
    ]
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn compare(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// What part of the segment lies in a hex: where it enters and leaves, and whether it runs along its edge.
struct Stay {
    hex: HexId,
    enters: Fraction,
    leaves: Fraction,
    along: bool,
}

fn stay(grid: &Grid, hex: HexId, from: [i64; 2], to: [i64; 2]) -> Option<Stay> {
    let middle = centre(grid, hex);
    let (start, step) = (
        [from[0] - middle[0], from[1] - middle[1]],
        [to[0] - from[0], to[1] - from[1]],
    );
    let (mut enters, mut leaves, mut along) = (Fraction(0, 1), Fraction(1, 1), false);
    for (measure, limit) in [([0, 1], 1), ([1, 1], 2), ([1, -1], 2)] {
        let of = |vector: [i64; 2]| measure[0] * vector[0] + measure[1] * vector[1];
        let (at, by) = (of(start), of(step));
        if by == 0 {
            if at.abs() > limit {
                return None;
            }
            along |= at.abs() == limit;
            continue;
        }
        let sign = by.signum();
        let (first, last) = (
            Fraction(sign * (-sign * limit - at), by.abs()),
            Fraction(sign * (sign * limit - at), by.abs()),
        );
        if first.compare(enters) == Ordering::Greater {
            enters = first;
        }
        if last.compare(leaves) == Ordering::Less {
            leaves = last;
        }
    }
    (enters.compare(leaves) == Ordering::Less).then_some(Stay {
        hex,
        enters,
        leaves,
        along,
    })
}

/// Hexes and pairs by geometry, in the order of the segment.
fn by_geometry(grid: &Grid, from: HexId, to: HexId) -> Vec<Stay> {
    let (start, end) = (centre(grid, from), centre(grid, to));
    let mut stays: Vec<Stay> = grid
        .hexes()
        .filter_map(|hex| stay(grid, hex, start, end))
        .collect();
    stays.sort_by(|a, b| a.enters.compare(b.enters).then(a.leaves.compare(b.leaves)));
    stays
}

fn any_parity() -> impl Strategy<Value = Parity> {
    prop_oneof![Just(Parity::EvenSouth), Just(Parity::OddSouth)]
}

fn any_pair() -> impl Strategy<Value = (Parity, usize, usize)> {
    (any_parity(), 0..31 * 30usize, 0..31 * 30usize)
}

/// Pairs on the axes through vertices, which chance would rarely find.
fn vertex_pair() -> impl Strategy<Value = (Parity, usize, usize)> {
    (
        any_pair(),
        1..8usize,
        prop_oneof![Just(Vertex::NE), Just(Vertex::E), Just(Vertex::SE)],
    )
        .prop_filter_map("off the map", |((parity, from, _), steps, vertex)| {
            let grid = grid(parity);
            let mut hex = grid.hex_at_index(from)?;
            for _ in 0..steps {
                hex = grid.neighbour(hex, vertex.left_side())?;
                hex = grid.neighbour(hex, vertex.right_side())?;
            }
            Some((parity, from, hex.index()))
        })
}

fn ends(grid: &Grid, from: usize, to: usize) -> (HexId, HexId) {
    (
        grid.hex_at_index(from).unwrap(),
        grid.hex_at_index(to).unwrap(),
    )
}

fn check_against_geometry(parity: Parity, from: usize, to: usize) {
    let grid = grid(parity);
    let (from, to) = ends(&grid, from, to);
    if from == to {
        return;
    }
    let expected = by_geometry(&grid, from, to);
    let mut walked = Vec::new();
    for place in grid.line(from, to).places() {
        let along = matches!(place.location, LineLocation::Pair(..));
        let mut hexes: Vec<HexId> = place.location.hexes().collect();
        hexes.sort_unstable();
        for hex in hexes {
            assert_eq!(place.from_start, grid.distance(from, hex));
            assert_eq!(place.from_end, grid.distance(hex, to));
            walked.push((hex, along));
        }
    }
    let mut plain: Vec<(HexId, bool)> =
        expected.iter().map(|stay| (stay.hex, stay.along)).collect();
    // The two hexes of a pair begin and end together; give them the order of ids.
    for index in 1..plain.len() {
        if plain[index - 1].1 && plain[index].1 && plain[index - 1].0 > plain[index].0 {
            let same =
                expected[index - 1].enters.compare(expected[index].enters) == Ordering::Equal;
            if same {
                plain.swap(index - 1, index);
            }
        }
    }
    assert_eq!(walked, plain, "{}-{}", grid.name(from), grid.name(to));
}

/// A hexside is crossed inside it exactly where the segment does not pass a vertex of the hex it leaves.
fn check_sides_and_vertices(parity: Parity, from: usize, to: usize) {
    let grid = grid(parity);
    let (from, to) = ends(&grid, from, to);
    let (start, end) = (centre(&grid, from), centre(&grid, to));
    let elements: Vec<LineElement> = grid.line(from, to).elements().collect();
    for window in elements.windows(3) {
        let [LineElement::Hex(near), passage, LineElement::Hex(far)] = *window else {
            continue;
        };
        let side = grid
            .side_between(near, far)
            .expect("consecutive hexes are adjacent");
        let stay = stay(&grid, near, start, end).unwrap();
        // The point where it leaves, measured in all three ways: at a vertex two of them are at their limit.
        let Fraction(top, bottom) = stay.leaves;
        let middle = centre(&grid, near);
        let at = [0, 1].map(|i| (start[i] - middle[i]) * bottom + (end[i] - start[i]) * top);
        let limits = [
            at[1].abs() == bottom,
            (at[0] + at[1]).abs() == 2 * bottom,
            (at[0] - at[1]).abs() == 2 * bottom,
        ];
        let at_vertex = limits.into_iter().filter(|limit| *limit).count() == 2;
        match passage {
            LineElement::Side(crossed) => assert!(crossed == side && !at_vertex),
            LineElement::Vertex(vertex) => {
                assert!(at_vertex && vertex.side == Some(side));
                assert!(vertex.hexes.contains(&Some(near)) && vertex.hexes.contains(&Some(far)));
            }
            other => panic!("{other:?} between two hexes"),
        }
    }
}

proptest! {
    #[test]
    fn hexes_and_pairs_are_those_of_plain_geometry((parity, from, to) in any_pair()) {
        check_against_geometry(parity, from, to);
    }

    #[test]
    fn so_are_those_of_lines_along_hexsides((parity, from, to) in vertex_pair()) {
        check_against_geometry(parity, from, to);
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        prop_assert!(grid.line(from, to).runs_along_hexsides());
    }

    #[test]
    fn hexsides_are_crossed_inside_and_vertices_at_their_ends((parity, from, to) in any_pair()) {
        check_sides_and_vertices(parity, from, to);
    }

    #[test]
    fn a_line_is_the_same_both_ways((parity, from, to) in prop_oneof![any_pair(), vertex_pair()]) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let line = grid.line(from, to);
        let there: Vec<LineElement> = line.elements().collect();
        let mut back: Vec<LineElement> = line.reversed().elements().collect();
        back.reverse();
        prop_assert_eq!(&there, &back);
        prop_assert_eq!(line.midpoint(), line.reversed().midpoint());
        let mut places: Vec<_> = line.reversed().places().map(|p| (p.location, p.from_end, p.from_start)).collect();
        places.reverse();
        prop_assert_eq!(line.places().map(|p| (p.location, p.from_start, p.from_end)).collect::<Vec<_>>(), places);
    }

    #[test]
    fn the_middle_of_a_line_is_the_middle_of_what_it_meets((parity, from, to) in prop_oneof![any_pair(), vertex_pair()]) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let elements: Vec<LineElement> = grid.line(from, to).elements().collect();
        let middle = elements[elements.len() / 2];
        match grid.line(from, to).midpoint() {
            Midpoint::Hex(Some(hex)) => prop_assert_eq!(middle, LineElement::Hex(hex)),
            Midpoint::Side(Some(side)) => prop_assert_eq!(middle, LineElement::Side(side)),
            Midpoint::Along(Some(side)) => {
                prop_assert_eq!(middle, LineElement::Along { side, hexes: grid.side(side).hexes() });
            }
            // Off the map there is nothing to compare with.
            Midpoint::Hex(None) | Midpoint::Side(None) | Midpoint::Along(None) => {}
        }
    }

    #[test]
    fn places_and_elements_agree((parity, from, to) in prop_oneof![any_pair(), vertex_pair()], further in 0..12u32) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let line = grid.line(from, to);
        let location = |element| match element {
            LineElement::Hex(hex) => Some(LineLocation::Hex(hex)),
            LineElement::Along { hexes: (first, second), .. } => Some(LineLocation::Pair(first, second)),
            _ => None,
        };
        let places: Vec<_> = line.places().map(|place| place.location).collect();
        prop_assert_eq!(&places, &line.elements().filter_map(location).collect::<Vec<_>>());
        prop_assert_eq!(places.first(), Some(&LineLocation::Hex(from)));
        prop_assert_eq!(places.last(), Some(&LineLocation::Hex(to)));
        let between: Vec<_> = line.intervening().map(|place| place.location).collect();
        prop_assert_eq!(between.as_slice(), if from == to { &[] } else { &places[1..places.len() - 1] });
        let beyond: Vec<_> = line.beyond(further).map(|place| place.location).collect();
        prop_assert_eq!(beyond, line.elements_beyond(further).filter_map(location).collect::<Vec<_>>());
    }

    #[test]
    fn the_extension_is_the_longer_line_seen_from_the_target(
        (parity, from, to) in prop_oneof![any_pair(), vertex_pair()],
        times in 2..4i16,
    ) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let Some(far) = extended(&grid, from, to, times) else { return Ok(()) };
        let line = grid.line(from, to);
        let whole: Vec<_> = grid.line(from, far).places().collect();
        let at_target = whole.iter().position(|place| place.location == LineLocation::Hex(to)).unwrap();
        let expected: Vec<_> = whole[at_target + 1..].iter().map(|p| (p.location, p.from_start)).collect();
        let reach = grid.distance(to, far);
        let beyond: Vec<_> = line.beyond(reach).map(|p| (p.location, p.from_start)).collect();
        prop_assert_eq!(beyond, expected);
        for place in line.beyond(reach) {
            for hex in place.location.hexes() {
                prop_assert_eq!(place.from_end, grid.distance(to, hex));
            }
        }
        // Asking for less gives the beginning of the same answer.
        for shorter in 0..reach {
            let part: Vec<_> = line.beyond(shorter).collect();
            let all: Vec<_> = line.beyond(reach).take_while(|place| place.from_end <= shorter).collect();
            prop_assert_eq!(part, all);
        }
    }

    #[test]
    fn the_extension_stops_at_the_edge_of_the_map((parity, from, to) in any_pair()) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let places = grid.line(from, to).beyond(u32::MAX).count();
        prop_assert!(places <= 3 * 62);
        prop_assert!(grid.line(from, to).elements_beyond(u32::MAX).count() <= 4 * 3 * 62);
        prop_assert_eq!(from == to, grid.bearing(from, to).is_none());
    }

    #[test]
    fn the_bearing_is_the_way_the_line_goes((parity, from, to) in prop_oneof![any_pair(), vertex_pair()]) {
        let grid = grid(parity);
        let (from, to) = ends(&grid, from, to);
        let line = grid.line(from, to);
        match line.bearing() {
            None => prop_assert_eq!(from, to),
            Some(Bearing::Side(direction)) => {
                prop_assert_eq!(line.elements().nth(1), Some(LineElement::Side(grid.side_of(from, direction))));
            }
            Some(Bearing::Vertex(vertex)) => {
                let beside = [vertex.left_side(), vertex.right_side()].map(|side| grid.neighbour(from, side));
                let mut hexes = [Some(from), beside[0], beside[1]];
                hexes.sort_unstable();
                let Some(LineElement::Vertex(passed)) = line.elements().nth(1) else { panic!("no vertex") };
                prop_assert_eq!(passed.hexes, hexes);
            }
        }
        // Seen from the other end it is the opposite one.
        let opposite = line.bearing().map(|bearing| match bearing {
            Bearing::Side(direction) => Bearing::Side(direction.opposite()),
            Bearing::Vertex(vertex) => Bearing::Vertex(vertex.opposite()),
        });
        prop_assert_eq!(line.reversed().bearing(), opposite);
    }
}

/// The hex `times` as far from `from` as `to`, in the same direction.
fn extended(grid: &Grid, from: HexId, to: HexId, times: i16) -> Option<HexId> {
    let (start, end) = (centre(grid, from), centre(grid, to));
    let far = [0, 1].map(|i| start[i] + (end[i] - start[i]) * i64::from(times));
    grid.hexes().find(|hex| centre(grid, *hex) == far)
}

#[test]
fn a_line_through_vertices_touches_the_third_hex_only() {
    // Four hexes SE and one S: through two vertices without running along a hexside.
    let grid = grid(Parity::EvenSouth);
    let from = grid.parse("2010").unwrap();
    let mut to = grid.neighbour(from, Direction::S).unwrap();
    for _ in 0..4 {
        to = grid.neighbour(to, Direction::SE).unwrap();
    }
    let line = grid.line(from, to);
    let vertices = line
        .elements()
        .filter(|element| matches!(element, LineElement::Vertex(_)))
        .count();
    assert_eq!(vertices, 2);
    assert_eq!(line.places().count(), 6);
    assert!(!line.runs_along_hexsides());
}

#[test]
fn along_the_edge_of_the_map_a_pair_has_one_hex() {
    let grid = grid(Parity::OddSouth);
    let line = grid.line(grid.parse("1001").unwrap(), grid.parse("1401").unwrap());
    assert_eq!(
        named(&grid, line.places().map(|place| place.location)),
        "1001 1101 1201 1301 1401"
    );
    assert_eq!(
        line.places()
            .filter(|place| matches!(place.location, LineLocation::Pair(_, None)))
            .count(),
        2
    );
}
