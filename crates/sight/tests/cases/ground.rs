//! Slopes, hills, crests and ravines.

use longroll_rule::Rule;

use crate::board::{Board, SERIES, SHILOH, SHILOH_CRESTS};

/// The row of the worked example of SR 10.24: D, C, B, A, W, X, Y, Z from north to south.
fn slope_example() -> Board {
    Board::new().levels("2001", &[6, 6, 6, 5, 3, 2, 1, 1])
}

const ROW: [(char, &str); 8] = [
    ('D', "2001"),
    ('C', "2002"),
    ('B', "2003"),
    ('A', "2004"),
    ('W', "2005"),
    ('X', "2006"),
    ('Y', "2007"),
    ('Z', "2008"),
];

fn hex(letter: char) -> &'static str {
    ROW.iter()
        .find(|(known, _)| *known == letter)
        .map(|(_, hex)| *hex)
        .expect("a letter of the example")
}

/// From one hex of the height to W, X, Y, Z; `true` is clear. With A–W Steep and with A–W Minor.
fn slope_example_from(letter: char, expected: [bool; 4]) {
    for rules in [SERIES, SHILOH] {
        for board in [slope_example().steep("2004", "2005"), slope_example()] {
            for (to, clear) in ['W', 'X', 'Y', 'Z'].into_iter().zip(expected) {
                let verdict = board.both_ways(rules, hex(letter), hex(to));
                assert_eq!(verdict.is_visible(), clear, "{letter}-{to}: {verdict:?}");
                assert!(verdict.woods.is_empty());
            }
        }
    }
}

#[test]
fn fire_051_slope_example_from_a() {
    slope_example_from('A', [true, true, true, true]);
}

#[test]
fn fire_052_slope_example_from_b() {
    slope_example_from('B', [false, true, true, true]);
    let verdict = slope_example()
        .steep("2004", "2005")
        .both_ways(SERIES, hex('B'), hex('W'));
    let rules: Vec<Rule> = verdict.blocks.iter().map(|block| block.rule).collect();
    assert_eq!(rules, [Rule::SR_10_24_slopes, Rule::SR_10_24_ex2b]);
}

#[test]
fn fire_053_slope_example_from_c() {
    slope_example_from('C', [false, false, false, true]);
    let board = slope_example().steep("2004", "2005");
    let midway = board.both_ways(SERIES, hex('C'), hex('Y'));
    let block = midway.blocked_by().expect("the hexside A-W blocks");
    assert_eq!(block.rule, Rule::SR_10_24_slopes_notes);
    assert_eq!(block.height.to_string(), "4");
    assert_eq!(block.by, board.hexside("2004", "2005"));
}

#[test]
fn fire_054_slope_example_from_d() {
    slope_example_from('D', [false, false, false, false]);
}

#[test]
fn fire_055_higher_ground_between_equal_levels() {
    let hill = Board::new().levels("2001", &[1, 2, 1]);
    let verdict = hill.both_ways(SHILOH, "2001", "2003");
    let block = verdict.blocked_by().expect("blocked");
    assert_eq!(
        (block.by, block.rule),
        (hill.obstacle("2002"), Rule::SR_10_24_higher)
    );
    let flat = Board::new().levels("2001", &[1, 1, 1]);
    flat.assert_clear(SHILOH, "2001", "2003");
}

#[test]
fn fire_066_at_the_foot_of_a_steep_slope() {
    let broken = Board::new().levels("2001", &[8, 6, 4, 3, 0]);
    broken.assert_blocked_only_by(SHILOH, "2001", "2005", Rule::SR_10_24_ex2b);
    let even = Board::new().levels("2001", &[9, 6, 3, 0]);
    even.assert_clear(SHILOH, "2001", "2004");
}

#[test]
fn fire_067_intervening_hill() {
    let hill = Board::new().levels("2001", &[2, 1, 2, 1, 0]);
    hill.assert_blocked_only_by(SHILOH, "2001", "2005", Rule::SR_10_24_ex1);
    let table_land = Board::new().levels("2001", &[2, 2, 2, 1, 0]);
    table_land.assert_clear(SHILOH, "2001", "2005");
}

#[test]
fn fire_068_unit_behind_a_geographic_crest() {
    let column = |beyond: &[i32]| {
        let first = format!("20{:02}", 5 - beyond.len());
        let mut levels: Vec<i32> = beyond.iter().rev().copied().collect();
        levels.extend([2, 2, 1, 0]);
        Board::new().levels(&first, &levels)
    };
    let (a, b, c) = (column(&[1]), column(&[2, 1]), column(&[3]));
    a.assert_blocked_only_by(SHILOH_CRESTS, "2005", "2008", Rule::SR_10_24_crests);
    b.assert_clear(SHILOH_CRESTS, "2005", "2008");
    c.assert_clear(SHILOH_CRESTS, "2005", "2008");
    for board in [a, b, c] {
        board.assert_clear(SHILOH, "2005", "2008");
    }
}

#[test]
fn a_geographic_crest_at_the_edge_of_the_map_hides_nothing() {
    // The higher unit in the first row: nothing is known beyond it (fire reading 75).
    let board = Board::new().levels("2001", &[2, 2, 1, 0]);
    board.assert_clear(SHILOH_CRESTS, "2001", "2004");
}

#[test]
fn fire_069_crest_hexside() {
    let board = Board::new().crest("2004", "2005", 1);
    board.assert_clear(SHILOH, "2004", "2005");
    board.assert_blocked_only_by(SHILOH, "2004", "2006", Rule::BB_9_44_crest);
    board.assert_blocked_only_by(SHILOH, "2003", "2005", Rule::BB_9_44_crest);
    board.assert_blocked_only_by(SHILOH, "2003", "2006", Rule::BB_9_44_crest);
    board.assert_clear(SHILOH, "2002", "2003");
    let verdict = board.both_ways(SHILOH, "2003", "2006");
    assert_eq!(verdict.blocks[0].by, board.hexside("2004", "2005"));
}

#[test]
fn fire_070_ravine_hexside() {
    let board = Board::new()
        .levels("2001", &[1, 1, 1, 1])
        .ravine("2002", "2003");
    board.assert_clear(SHILOH, "2001", "2004");
    board.assert_clear(SHILOH, "2002", "2003");
}

#[test]
fn fire_071_mid_way_hex_one_level_above_the_lower_unit() {
    let open = Board::new().levels("2001", &[2, 2, 2, 0, 1]);
    open.assert_clear(SHILOH, "2001", "2005");
    let wooded = Board::new().levels("2001", &[2, 2, 1, 0, 1]).woods("2003");
    wooded.assert_through_woods(SHILOH, "2001", "2005", "2003");
    wooded.assert_blocked(SERIES, "2001", "2005");
}

#[test]
fn fire_188_crest_hexside_as_an_intervening_hill() {
    let column = || Board::new().levels("2001", &[2, 1, 1, 0, 0, 0]);
    let crest = column().crest("2002", "2003", 2);
    crest.assert_blocked_only_by(SHILOH, "2001", "2006", Rule::SR_10_24_ex1);
    column().assert_clear(SHILOH, "2001", "2006");
}

#[test]
fn a_crest_beside_a_line_along_a_hexside_counts_as_crossed() {
    // 2010-2210 runs between 2109 and 2110: along their hexside, and past the ends of those of 2010 and 2210.
    for (a, b) in [("2109", "2110"), ("2010", "2109"), ("2110", "2210")] {
        let board = Board::new().crest(a, b, 1);
        board.assert_blocked_only_by(SHILOH, "2010", "2210", Rule::BB_9_44_crest);
    }
    // The other sides of 2109 are not on the line.
    let board = Board::new().crest("2109", "2108", 1);
    board.assert_clear(SHILOH, "2010", "2210");
}

#[test]
fn the_median_measures_crest_hexsides_from_both_their_hexes() {
    // Ends on levels 4 and 0, median 2; a crest of height 3 in the middle, then one hexside nearer each end.
    let column = || Board::new().levels("2001", &[4, 2, 1, 1, 0, 0]);
    let blocked = |a, b| {
        !column()
            .crest(a, b, 3)
            .both_ways(SHILOH, "2001", "2006")
            .is_visible()
    };
    assert!(!blocked("2002", "2003"));
    assert!(blocked("2003", "2004"));
    assert!(blocked("2004", "2005"));
}
