//! FIRE-195: which hexes a line crosses.

use longroll_sight::no_units;

use crate::board::{Board, SHILOH};

#[test]
fn fire_195_which_hexes_a_line_crosses() {
    let board = Board::new();
    let sight = board.sight(SHILOH);
    for (from, to, expected) in [
        ("2010", "2309", "2109 2210"),
        ("2010", "2409", "2109 2210 2209 2309"),
        ("2011", "2308", "2110 2109 2210 2209"),
        ("2010", "2410", "2109/2110 2210 2309/2310"),
        ("2010", "2108", "2009/2109"),
        ("2010", "2308", "2109 2209"),
        ("2010", "2112", "2011 2111"),
    ] {
        let verdict = sight.line_of_sight(board.hex(from), board.hex(to), no_units);
        let between = verdict.profile.len() - 2;
        let crossed: Vec<String> = verdict
            .profile
            .iter()
            .skip(1)
            .take(between)
            .map(|step| {
                let mut names: Vec<&str> = [Some(step.hex), step.beside]
                    .into_iter()
                    .flatten()
                    .map(|stand| board.name(stand.hex))
                    .collect();
                names.sort_unstable();
                names.join("/")
            })
            .collect();
        // 2109 and 2210 are the same step of the way only on paper: both orders pass the middle.
        assert_eq!(crossed.join(" "), expected, "{from}-{to}");
    }
}
