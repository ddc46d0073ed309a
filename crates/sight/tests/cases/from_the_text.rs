//! Lines worked out by hand from SR 10.2 and BB 9.44, 10.24 before the code was asked; each says in a comment why.

use longroll_board::{HexId, Terrain};
use longroll_rule::Rule;
use longroll_sight::{FireKind, Occupant, Seen, SightRules, SteepDrop, Woods, WoodsCount};

use crate::board::{Board, SERIES, SHILOH};

const BOTH: [SightRules; 2] = [SERIES, SHILOH];

#[test]
fn ground_above_both_ends_blocks_wherever_it_lies() {
    // Beside the higher unit, above the median only on its far half: the first bullet of SR 10.24 asks for neither.
    let board = Board::new().levels("2001", &[3, 4, 0, 0, 1]);
    for rules in BOTH {
        board.assert_blocked_only_by(rules, "2001", "2005", Rule::SR_10_24_higher);
    }
}

#[test]
fn ground_above_the_median_blocks_only_in_the_lower_half() {
    // Median 2. Level 3 one hex from the height is passed over; one hex from the lower unit it hides it.
    let upper = Board::new().levels("2001", &[4, 3, 0, 0, 0]);
    let lower = Board::new().levels("2001", &[4, 0, 0, 3, 0]);
    for rules in BOTH {
        upper.assert_clear(rules, "2001", "2005");
        let verdict = lower.both_ways(rules, "2001", "2005");
        let blocks: Vec<Rule> = verdict.blocks.iter().map(|block| block.rule).collect();
        // Three contour lines down to the lower unit: its blind hex too.
        assert_eq!(blocks, [Rule::SR_10_24_slopes, Rule::SR_10_24_ex2b]);
    }
}

#[test]
fn half_levels_of_the_median_decide() {
    // Median 1.5 over three hexes. An even slope has its mid-way hexside at 1.5 and is seen along.
    let even = Board::new().levels("2001", &[3, 2, 1, 0]);
    // One level more beside the lower unit is above the median.
    let bulge = Board::new().levels("2001", &[3, 2, 2, 0]);
    // A brow of two lines exactly mid-way: the mean of 3 and 1.
    let brow = Board::new().levels("2001", &[3, 3, 1, 0]);
    for rules in BOTH {
        even.assert_clear(rules, "2001", "2004");
        bulge.assert_blocked_only_by(rules, "2001", "2004", Rule::SR_10_24_slopes);
        brow.assert_blocked_only_by(rules, "2001", "2004", Rule::SR_10_24_slopes_notes);
    }
    let verdict = brow.both_ways(SHILOH, "2001", "2004");
    assert_eq!(verdict.blocks[0].height.to_string(), "2");
}

#[test]
fn trees_make_a_slope_one_level_higher() {
    let board = Board::new().levels("2001", &[3, 2, 1, 0]).woods("2003");
    // Series: above the median beside the lower unit, and a blind hex as well.
    let verdict = board.both_ways(SERIES, "2001", "2004");
    let blocks: Vec<Rule> = verdict.blocks.iter().map(|block| block.rule).collect();
    assert_eq!(blocks, [Rule::SR_10_24_slopes, Rule::SR_10_24_ex2a]);
    board.assert_through_woods(SHILOH, "2001", "2004", "2003");
}

#[test]
fn two_woods_below_the_line_do_not_count_unless_every_hex_does() {
    // Median 2, treetops at 1: nobody looks through them.
    let board = Board::new()
        .levels("2001", &[4, 0, 0, 0, 0])
        .woods("2002")
        .woods("2004");
    board.assert_clear(SHILOH, "2001", "2005");
    let every_hex = SHILOH.with_woods(Woods::OneSeenThrough {
        count: WoodsCount::EveryHex,
        steep_drop: SteepDrop::NoTreetops,
    });
    board.assert_blocked_only_by(every_hex, "2001", "2005", Rule::BB_TEC_c);
}

#[test]
fn treetops_and_woods_add_up() {
    // 2002 lies just below the wooded firer, 2004 stands above the median of 1 beside the lower unit.
    let board = Board::new()
        .levels("2001", &[2, 1, 0, 1, 0])
        .woods("2001")
        .woods("2002")
        .woods("2004");
    board.assert_blocked_only_by(SHILOH, "2001", "2005", Rule::BB_TEC_c);
    let verdict = board.both_ways(SHILOH, "2001", "2005");
    let rules: Vec<Rule> = verdict.woods.iter().map(|woods| woods.rule).collect();
    assert_eq!(rules, [Rule::BB_10_24, Rule::BB_9_44_woods]);
}

#[test]
fn a_hex_that_is_treetops_for_both_ends_counts_once() {
    let board = Board::new()
        .levels("2001", &[1, 0, 1])
        .woods("2001")
        .woods("2002")
        .boundary("2003");
    board.assert_through_woods(SHILOH, "2001", "2003", "2002");
    board.assert_blocked_only_by(SERIES, "2001", "2003", Rule::SR_10_24_treetops);
}

#[test]
fn a_field_in_front_of_a_field_has_no_treetops() {
    // The same hollow of trees, but one end stands in the open: only the other makes treetops of it.
    let one = Board::new()
        .levels("2001", &[1, 0, 1])
        .woods("2001")
        .woods("2002");
    one.assert_through_woods(SHILOH, "2001", "2003", "2002");
    let none = Board::new().levels("2001", &[1, 0, 1]).woods("2002");
    none.assert_clear(SHILOH, "2001", "2003");
}

#[test]
fn along_a_hexside_either_hex_blocks() {
    // SR 10.27: 2010-2210 runs between 2109 and 2110.
    let thicket = Board::new().terrain("2109", Terrain::Thicket);
    thicket.assert_blocked(SHILOH, "2010", "2210");
    let hill = Board::new().levels("2110", &[1]);
    hill.assert_blocked_only_by(SHILOH, "2010", "2210", Rule::SR_10_24_higher);
}

#[test]
fn beside_a_field_the_boundary_is_ignored_but_not_its_hill() {
    let hill = Board::new().levels("2109", &[1]).boundary("2109");
    hill.assert_blocked_only_by(SHILOH, "2010", "2210", Rule::SR_10_24_higher);
    let two_boundaries = Board::new().boundary("2109").boundary("2110");
    let verdict = two_boundaries.both_ways(SHILOH, "2010", "2210");
    assert_eq!(
        (verdict.seen(), verdict.woods.len()),
        (Seen::ThroughWoods, 1)
    );
    // SR alone knows no such exception.
    Board::new()
        .boundary("2109")
        .assert_clear(SHILOH, "2010", "2210");
}

#[test]
fn a_thicket_beside_the_lower_unit_is_a_blind_hex_and_one_hex_off_it_is_not() {
    // Median 2, thicket 1: only SR 10.24-ex2a hides the unit, and BB 9.44 keeps thickets in it.
    let beside = Board::new()
        .levels("2001", &[4, 3, 2, 0, 0])
        .terrain("2004", Terrain::Thicket);
    let off = Board::new()
        .levels("2001", &[4, 3, 0, 0, 0])
        .terrain("2003", Terrain::Thicket);
    for rules in BOTH {
        beside.assert_blocked_only_by(rules, "2001", "2005", Rule::SR_10_24_ex2a);
        off.assert_clear(rules, "2001", "2005");
    }
}

#[test]
fn a_swamp_in_a_hollow_is_seen_over() {
    // Its trees reach the level of both ends and not above; SR 10.24-ex2a needs ends on different levels.
    let board = Board::new()
        .levels("2001", &[1, 0, 1])
        .terrain("2002", Terrain::Swamp);
    board.assert_clear(SHILOH, "2001", "2003");
}

#[test]
fn equal_ends_know_no_intervening_hill() {
    // SR 10.24-ex1 is an exception to the rule of slopes, which needs different levels.
    let board = Board::new().levels("2001", &[2, 1, 2, 2]);
    for rules in BOTH {
        board.assert_clear(rules, "2001", "2004");
    }
}

#[test]
fn a_crest_hexside_below_the_median_or_near_the_height_is_seen_over() {
    let column = || Board::new().levels("2001", &[5, 1, 1, 1, 1, 0, 0]);
    // Median 2.5.
    column()
        .crest("2002", "2003", 2)
        .assert_clear(SHILOH, "2001", "2007");
    column()
        .crest("2002", "2003", 3)
        .assert_clear(SHILOH, "2001", "2007");
    column().crest("2005", "2006", 3).assert_blocked_only_by(
        SHILOH,
        "2001",
        "2007",
        Rule::SR_10_24_slopes,
    );
    column()
        .crest("2005", "2006", 2)
        .assert_clear(SHILOH, "2001", "2007");
    // The last hexside before a unit hides it, however low.
    column().crest("2006", "2007", 1).assert_blocked_only_by(
        SHILOH,
        "2001",
        "2007",
        Rule::BB_9_44_crest,
    );
}

#[test]
fn a_hex_equally_far_from_both_ends_blocks_by_a_brow_towards_the_lower_one() {
    // 2010-2409 crosses 2109, 2210, 2209, 2309; 2210 and 2209 are two hexes from either end. Levels 2 and 0, median 1.
    let with_2209 = |level| {
        Board::new()
            .levels("2010", &[2])
            .levels("2109", &[2])
            .levels("2210", &[2])
            .levels("2209", &[level])
    };
    for rules in BOTH {
        // Two lines down to 2209. Board::levels goes on southwards, so 2210 is set again.
        let brow = with_2209(0).levels("2210", &[2]);
        assert!(!brow.both_ways(rules, "2010", "2409").is_visible());
        let even = with_2209(1).levels("2210", &[2]);
        even.assert_clear(rules, "2010", "2409");
    }
}

#[test]
fn one_enemy_in_view_on_the_line_is_enough() {
    // The row of the slope example: from B the unit in W is hidden, the one in X is not. SR 10.26 asks for all of them.
    let board = Board::new()
        .levels("2001", &[6, 6, 6, 5, 3, 2, 1, 1])
        .steep("2004", "2005");
    let enemies = [board.hex("2005"), board.hex("2006"), board.hex("2007")];
    let sight = board.sight(SHILOH);
    let standing = |count: usize| {
        sight.line_of_fire(
            board.hex("2003"),
            board.hex("2007"),
            FireKind::SmallArms,
            |hex| {
                if enemies.iter().take(count).any(|enemy| *enemy == hex) {
                    Occupant::Enemies
                } else {
                    Occupant::Nobody
                }
            },
        )
    };
    assert!(standing(1).is_open());
    assert!(!standing(2).is_open());
}

fn friend_at(board: &Board, (from, to): (&str, &str), kind: FireKind, friend: &str) -> bool {
    let friend: HexId = board.hex(friend);
    let occupant = |hex| {
        if hex == friend {
            Occupant::Friends
        } else {
            Occupant::Nobody
        }
    };
    let lane = board
        .sight(SHILOH)
        .line_of_fire(board.hex(from), board.hex(to), kind, occupant);
    assert!(lane.sight.is_visible());
    lane.is_open()
}

#[test]
fn shell_looks_two_hexes_beyond_a_target_at_the_end_of_a_hexside() {
    // 2010-2610, then between 2709 and 2710, 2810, between 2909 and 2910.
    let board = Board::new();
    for (friend, open) in [
        ("2709", false),
        ("2710", false),
        ("2810", false),
        ("2711", true),
        ("2909", true),
        ("2910", true),
        ("2410", false),
        ("2309", true),
    ] {
        let found = friend_at(&board, ("2010", "2610"), FireKind::Shell, friend);
        assert_eq!(found, open, "{friend}");
    }
}

#[test]
fn guns_fire_down_over_a_neighbour_and_are_not_answered_the_same_way() {
    // SR 10.26, third exception: only for the artillery on the height. SR 10.25 names 10.26 as the exception.
    let board = Board::new().levels("2001", &[4, 2, 1, 1]);
    let down = ("2001", "2004");
    assert!(friend_at(&board, down, FireKind::Canister, "2002"));
    assert!(!friend_at(&board, down, FireKind::SmallArms, "2002"));
    let up = ("2004", "2001");
    assert!(!friend_at(&board, up, FireKind::Canister, "2002"));
}
