//! Woods, Field Boundaries, treetops and terrain that blocks at the first hex.

use longroll_board::Terrain;
use longroll_rule::Rule;
use longroll_sight::{NoLimitedSight, Overlook, Seen, SteepDrop, Woods, WoodsCount};

use crate::board::{Board, SERIES, SHILOH};

#[test]
fn fire_056_one_woods_hex_between() {
    let board = Board::new().woods("2002");
    board.assert_blocked_only_by(SERIES, "2001", "2003", Rule::SR_10_24_higher);
    board.assert_through_woods(SHILOH, "2001", "2003", "2002");
}

#[test]
fn fire_057_the_second_woods_or_field_boundary_hex_blocks() {
    let woods = Board::new().woods("2002").woods("2003");
    woods.assert_blocked_only_by(SHILOH, "2001", "2004", Rule::BB_TEC_c);
    let boundary = Board::new().woods("2002").boundary("2003");
    boundary.assert_blocked_only_by(SHILOH, "2001", "2004", Rule::BB_TEC_c);
}

#[test]
fn fire_058_through_woods_into_woods() {
    let board = Board::new().woods("2002").woods("2003");
    board.assert_through_woods(SHILOH, "2001", "2003", "2002");
}

#[test]
fn fire_059_woods_around_the_firer_do_not_count() {
    let board = Board::new().woods("2010");
    board.assert_clear(SHILOH, "2010", "2110");
    board.assert_clear(SHILOH, "2010", "2012");
}

#[test]
fn fire_060_line_of_fire_along_the_edge_of_a_field() {
    let field = Board::new().boundary("2109");
    field.assert_clear(SHILOH, "2010", "2210");
    let woods = Board::new().boundary("2109").woods("2110");
    let verdict = woods.both_ways(SHILOH, "2010", "2210");
    assert_eq!(
        (verdict.seen(), verdict.woods.len()),
        (Seen::ThroughWoods, 1)
    );
}

#[test]
fn fire_061_hexside_pairs_count_once_each() {
    let two_pairs = Board::new().woods("2110").woods("2309");
    two_pairs.assert_blocked_only_by(SHILOH, "2010", "2410", Rule::BB_TEC_c);
    let one_pair = Board::new().woods("2109").woods("2110");
    let verdict = one_pair.both_ways(SHILOH, "2010", "2410");
    assert_eq!(
        (verdict.seen(), verdict.woods.len()),
        (Seen::ThroughWoods, 1)
    );
}

#[test]
fn fire_062_terrain_that_blocks_at_the_first_hex() {
    for (terrain, rule) in [
        (Terrain::Thicket, Rule::BB_9_44_thicket),
        (Terrain::Swamp, Rule::BB_9_44_swamp),
        (Terrain::SwampStream, Rule::BB_9_44_swamp),
    ] {
        let board = Board::new().terrain("2002", terrain);
        let verdict = board.both_ways(SHILOH, "2001", "2003");
        let block = verdict.blocked_by().expect("blocked");
        assert_eq!(block.terrain, Some(rule), "{terrain:?}");
    }
    let sloping = Board::new().woods("2002").sloping("2002");
    let verdict = sloping.both_ways(SHILOH, "2001", "2003");
    assert_eq!(
        verdict.blocked_by().and_then(|block| block.terrain),
        Some(Rule::BB_9_44_sloping)
    );
    Board::new()
        .orchard("2002")
        .assert_clear(SHILOH, "2001", "2003");
}

#[test]
fn sloping_fields_do_not_block_and_sloping_field_boundaries_stay_soft() {
    // Fire readings 83 and 84.
    Board::new()
        .sloping("2002")
        .assert_clear(SHILOH, "2001", "2003");
    Board::new()
        .boundary("2002")
        .sloping("2002")
        .assert_through_woods(SHILOH, "2001", "2003", "2002");
}

#[test]
fn fire_063_treetops_below_a_wooded_firer() {
    let board = Board::new()
        .levels("2001", &[2, 1, 0, 0])
        .woods("2001")
        .woods("2002");
    board.assert_blocked_only_by(SERIES, "2001", "2004", Rule::SR_10_24_treetops);
    let verdict = board.assert_through_woods(SHILOH, "2001", "2004", "2002");
    assert_eq!(verdict.woods[0].rule, Rule::BB_10_24);
}

#[test]
fn fire_064_no_treetops_over_a_steep_drop() {
    let board = Board::new()
        .levels("2001", &[3, 1, 2, 2])
        .woods("2001")
        .woods("2002");
    board.assert_clear(SERIES, "2001", "2004");
    board.assert_clear(SHILOH, "2001", "2004");
    let literal = SHILOH.with_woods(Woods::OneSeenThrough {
        count: WoodsCount::Obstructing,
        steep_drop: SteepDrop::Treetops,
    });
    board.assert_through_woods(literal, "2001", "2004", "2002");
}

#[test]
fn fire_065_blind_hex_in_front_of_the_lower_unit() {
    let row = || Board::new().levels("2001", &[2, 1, 0, 0]);
    let woods = row().woods("2003");
    woods.assert_blocked_only_by(SERIES, "2001", "2004", Rule::SR_10_24_ex2a);
    woods.assert_clear(SHILOH, "2001", "2004");
    let swamp = row().terrain("2003", Terrain::Swamp);
    for rules in [SERIES, SHILOH] {
        swamp.assert_blocked_only_by(rules, "2001", "2004", Rule::SR_10_24_ex2a);
    }
}

#[test]
fn fire_073_mid_way_woods_between_different_levels() {
    let board = Board::new().levels("2001", &[1, 0, 0]).woods("2002");
    board.assert_through_woods(SHILOH, "2001", "2003", "2002");
    board.assert_blocked(SERIES, "2001", "2003");
}

#[test]
fn fire_074_low_trees_under_the_line_of_sight() {
    let board = Board::new().levels("2001", &[3, 1, 0, 0]).woods("2003");
    board.assert_clear(SHILOH, "2001", "2004");
    board.assert_blocked_only_by(SERIES, "2001", "2004", Rule::SR_10_24_ex2a);
}

#[test]
fn switch_woods_count_every_hex() {
    let board = Board::new().levels("2001", &[3, 1, 0, 0]).woods("2003");
    let every = SHILOH.with_woods(Woods::OneSeenThrough {
        count: WoodsCount::EveryHex,
        steep_drop: SteepDrop::NoTreetops,
    });
    board.assert_through_woods(every, "2001", "2004", "2003");
    Board::new()
        .levels("2001", &[3, 1, 0, 0])
        .woods("2002")
        .woods("2003")
        .assert_blocked_only_by(every, "2001", "2004", Rule::BB_TEC_c);
}

#[test]
fn fire_176_blocking_hexes_can_be_fired_into() {
    let board = Board::new().terrain("2002", Terrain::Swamp);
    board.assert_clear(SHILOH, "2001", "2002");
    board.assert_blocked(SHILOH, "2001", "2003");
}

#[test]
fn fire_194_woods_edge_exactly_mid_way() {
    let row = || Board::new().levels("2001", &[3, 2, 1, 0]);
    let woods = row().woods("2002");
    woods.assert_blocked_only_by(SERIES, "2001", "2004", Rule::SR_10_24_slopes_notes);
    woods.assert_through_woods(SHILOH, "2001", "2004", "2002");
    row().assert_clear(SHILOH, "2001", "2004");
}

fn wooded_slope() -> Board {
    ["2002", "2003", "2004", "2005", "2006"].into_iter().fold(
        Board::new().levels("2001", &[4, 3, 3, 3, 3, 2, 2]),
        Board::woods,
    )
}

#[test]
fn fire_159_limited_line_of_sight() {
    let board = wooded_slope();
    board.assert_blocked_only_by(SHILOH, "2001", "2007", Rule::BB_TEC_c);
    let sight = board.sight(SHILOH);
    let verdict = sight
        .limited_line_of_sight(board.hex("2001"), board.hex("2007"), Overlook::TargetToo)
        .expect("higher than everything");
    assert_eq!(verdict.seen(), Seen::ThroughWoods);
    let counted: Vec<_> = verdict.woods.iter().map(|woods| woods.hex).collect();
    assert_eq!(counted, [board.hex("2004"), board.hex("2005")]);
}

#[test]
fn fire_160_limits_of_limited_line_of_sight() {
    let ask = |board: &Board, to: &str| {
        board.sight(SHILOH).limited_line_of_sight(
            board.hex("2001"),
            board.hex(to),
            Overlook::TargetToo,
        )
    };
    let thicket = wooded_slope().terrain("2005", Terrain::Thicket);
    let verdict = ask(&thicket, "2007").expect("high enough");
    assert!(!verdict.is_visible(), "a Thicket is not fired over");
    let ridge = wooded_slope().levels("2003", &[4]);
    assert_eq!(
        ask(&ridge, "2007"),
        Err(NoLimitedSight::NotOverlooked(ridge.hex("2003")))
    );
    assert_eq!(
        ask(&wooded_slope(), "2012"),
        Err(NoLimitedSight::OutOfRange { distance: 11 })
    );
    assert_eq!(
        ask(&wooded_slope(), "2004"),
        Err(NoLimitedSight::OutOfRange { distance: 3 })
    );
}

#[test]
fn switch_limited_los_over_target() {
    // The target stands as high as the battery, everything between lower.
    let board = Board::new().levels("2001", &[2, 1, 1, 1, 2]);
    let sight = board.sight(SHILOH);
    let ask =
        |overlook| sight.limited_line_of_sight(board.hex("2001"), board.hex("2005"), overlook);
    assert_eq!(
        ask(Overlook::TargetToo),
        Err(NoLimitedSight::NotOverlooked(board.hex("2005")))
    );
    assert!(ask(Overlook::HexesBetween).is_ok_and(|verdict| verdict.is_visible()));
}

#[test]
fn fire_151_gunboat_into_swamp() {
    let board = ["2002", "2003", "2004"]
        .into_iter()
        .fold(Board::new().water("2001"), |board, hex| {
            board.terrain(hex, Terrain::Swamp)
        });
    let sight = board.sight(SHILOH);
    for (to, cover_hexes) in [("2002", 1), ("2003", 2), ("2004", 3)] {
        let line = sight.gunboat_line(board.hex("2001"), board.hex(to));
        assert!(line.blocks.is_empty(), "{to}: {line:?}");
        assert_eq!(line.cover_hexes, cover_hexes, "{to}");
    }
    // The same line blocks everybody else.
    assert!(!sight.can_see(board.hex("2001"), board.hex("2003")));
}

#[test]
fn gunboats_do_not_fire_through_woods_above_the_two_lowest_levels() {
    // BB 14.74, fire reading 101. Land levels 0 to 3.
    let board = Board::new()
        .water("2001")
        .levels("2002", &[0, 2, 3, 0])
        .levels("1501", &[1])
        .woods("2003");
    let sight = board.sight(SHILOH);
    let line = sight.gunboat_line(board.hex("2001"), board.hex("2004"));
    assert!(line.blocks.iter().any(|block| block.rule == Rule::BB_14_74));
    let behind = sight.gunboat_line(board.hex("2001"), board.hex("2005"));
    assert!(
        behind
            .blocks
            .iter()
            .any(|block| block.rule == Rule::BB_14_74)
    );
}
