//! Every pair of hexes that the texts treat as adjacent (or not) lies so on our grids.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not there"
)]

use longroll_board::{Direction, Grid, GridLayout, HexNameError, Parity, Position, Sheet};

fn shiloh() -> Grid {
    Grid::new(GridLayout::two_sheets()).unwrap()
}

fn series(parity: Parity) -> Grid {
    Grid::new(GridLayout::plain(1..=60, 1..=40, parity)).unwrap()
}

fn adjacent(grid: &Grid, a: &str, b: &str) -> bool {
    let (a, b) = (grid.parse(a).unwrap(), grid.parse(b).unwrap());
    let adjacent = grid.direction_between(a, b).is_some();
    assert_eq!(adjacent, grid.adjacent(a, b));
    assert_eq!(adjacent, grid.side_between(a, b).is_some());
    adjacent
}

#[test]
fn shiloh_pairs_that_prove_the_shift_of_the_odd_columns() {
    let grid = shiloh();
    for (a, b) in [
        ("N5520", "N5621"),
        ("N5621", "N5721"),
        ("N5721", "N5821"),
        ("N5821", "N5921"),
        ("N5921", "N6021"),
        ("N6021", "N6120"),
        ("N6120", "N6220"),
        ("N6220", "N6320"),
        ("N6320", "N6420"),
        ("S2910", "S3011"),
        ("N4023", "N4122"),
    ] {
        assert!(adjacent(&grid, a, b), "{a} {b}");
    }
}

#[test]
fn series_examples_shift_the_even_columns() {
    let grid = series(Parity::EvenSouth);
    assert!(adjacent(&grid, "2222", "2323") && adjacent(&grid, "2223", "2323"));
    assert!(!adjacent(&grid, "3412", "3311"));
    // The crest example of SR 10.24 stands on a map of the other kind (fire reading 74).
    assert!(adjacent(&series(Parity::OddSouth), "4406", "4505"));
    assert!(!adjacent(&grid, "4406", "4505"));
}

#[test]
fn the_sheets_of_shiloh_are_glued_without_a_gap() {
    let grid = shiloh();
    assert_eq!(grid.len(), 4020);
    assert_eq!(grid.parse("N4634"), grid.parse("S4601"));
    let shared = grid.parse("S4601").unwrap();
    assert_eq!(
        (grid.name(shared), grid.alias(shared)),
        ("N4634", Some("S4601"))
    );
    for (north, south) in [
        ("N4633", "N4634"),
        ("S4601", "S4602"),
        ("N1133", "S1101"),
        ("S1101", "S1102"),
    ] {
        let (north, south) = (grid.parse(north).unwrap(), grid.parse(south).unwrap());
        assert_eq!(grid.neighbour(north, Direction::S), Some(south));
    }
    assert_eq!(
        grid.parse("N1134"),
        Err(HexNameError::RowOffSheet {
            text: "N1134".to_owned(),
            sheet: Sheet::N,
            column: 11,
            first: 1,
            last: 33
        })
    );
    let aliases = grid.hexes().filter(|hex| grid.alias(*hex).is_some());
    assert!(
        aliases
            .map(|hex| grid.position(hex))
            .all(|at| at.row == 34 && at.column % 2 == 0)
    );
}

#[test]
fn shiloh_has_as_many_hexsides_as_the_map_data() {
    let grid = shiloh();
    assert_eq!(
        grid.sides().filter(|side| side.second().is_some()).count(),
        11_807
    );
}

#[test]
fn a_patch_has_only_its_own_hexes() {
    let layout = GridLayout::plain(20..=30, 1..=30, Parity::EvenSouth);
    let at = |column, row| Position { column, row };
    let grid = Grid::patch(layout.clone(), [at(23, 23), at(22, 22), at(23, 23)]).unwrap();
    assert_eq!(
        grid.hexes()
            .map(|hex| grid.name(hex).to_owned())
            .collect::<Vec<_>>(),
        ["2222", "2323"]
    );
    assert!(adjacent(&grid, "2222", "2323"));
    assert_eq!(
        grid.parse("2223"),
        Err(HexNameError::NotOnPatch {
            text: "2223".to_owned()
        })
    );
    assert_eq!(
        Grid::patch(layout.clone(), [at(31, 2)]).map_err(|fault| fault.to_string()),
        Err("column 31, row 02 lies outside the board".to_owned())
    );
    assert!(Grid::patch(layout, []).is_err());
    let too_wide = Grid::new(GridLayout::plain(1..=120, 1..=5, Parity::EvenSouth));
    assert!(too_wide.is_err());
}

#[test]
fn hexsides_are_named_from_either_side_and_at_the_edge() {
    let grid = shiloh();
    let side = grid.parse_side("N4023/N4122").unwrap();
    assert_eq!(grid.parse_side("N4122/N4023"), Ok(side));
    assert_eq!(grid.parse_side("N4023/NE"), Ok(side));
    assert_eq!(grid.parse_side("N4122/SW"), Ok(side));
    assert_eq!(grid.side_name(side).to_string(), "N4023/N4122");
    let edge = grid.parse_side("N1001/NW").unwrap();
    assert_eq!(
        grid.side(edge).hexes(),
        (grid.parse("N1001").unwrap(), None)
    );
    assert_eq!(grid.side_name(edge).to_string(), "N1001/NW");
    for (text, message) in [
        (
            "N4023",
            "\"N4023\" is no hexside: expected two neighbouring hexes or a hex and a direction, as N4023/N4122 or N4023/NE",
        ),
        (
            "N4023/N4123x",
            "\"N4123x\" is no hex number: expected N or S, two digits of column and two of row, as N2706 or S2706",
        ),
        (
            "N4023/N4124",
            "N4023 and N4124 are 2 hexes apart and share no hexside",
        ),
        ("N4023/E", "\"E\" is no hexside: use N, NE, SE, S, SW or NW"),
        (
            "N4123/N7001",
            "hex N7001 is off the map: columns run from 10 to 69",
        ),
    ] {
        let fault = grid.parse_side(text).map_err(|fault| fault.to_string());
        assert_eq!(fault, Err(message.to_owned()));
    }
}
