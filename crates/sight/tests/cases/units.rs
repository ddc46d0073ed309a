//! SR 10.26: units in the way.

use longroll_board::HexId;
use longroll_sight::{FireKind, LaneOfFire, Occupant, Overlook, UnitBlock, no_units};

use crate::board::{Board, SHILOH};

/// The lane of fire with friends in some hexes and enemies in others.
fn lane(
    board: &Board,
    (from, to): (&str, &str),
    kind: FireKind,
    friends: &[&str],
    enemies: &[&str],
) -> LaneOfFire {
    let among = |hex: HexId, names: &[&str]| names.iter().any(|name| board.hex(name) == hex);
    board
        .sight(SHILOH)
        .line_of_fire(board.hex(from), board.hex(to), kind, |hex| {
            if among(hex, friends) {
                Occupant::Friends
            } else if among(hex, enemies) {
                Occupant::Enemies
            } else {
                Occupant::Nobody
            }
        })
}

#[test]
fn fire_075_friendly_unit_in_the_way() {
    let board = Board::new();
    let lane = lane(
        &board,
        ("2001", "2003"),
        FireKind::SmallArms,
        &["2002"],
        &["2003"],
    );
    assert!(!lane.is_open() && lane.sight.is_visible());
    assert_eq!(lane.blocked_by_units, [board.hex("2002")]);
}

#[test]
fn fire_076_over_friends_in_low_ground() {
    let board = Board::new().levels("2001", &[2, 0, 0, 1]);
    let lane = lane(
        &board,
        ("2001", "2004"),
        FireKind::SmallArms,
        &["2003"],
        &["2004"],
    );
    assert!(lane.is_open());
    assert_eq!(lane.friends_at_risk, [board.hex("2003")]);
}

#[test]
fn fire_077_hidden_enemies_do_not_block() {
    let board = Board::new()
        .levels("2001", &[6, 6, 6, 5, 3, 2, 1, 1])
        .steep("2004", "2005");
    let fire = |friends: &[&str]| {
        lane(
            &board,
            ("2003", "2006"),
            FireKind::SmallArms,
            friends,
            &["2005", "2006"],
        )
    };
    assert!(fire(&[]).is_open());
    // One friend on the line, and the hidden enemies block again (fire reading 93).
    assert!(!fire(&["2004"]).is_open());
}

#[test]
fn fire_078_guns_two_levels_above_an_adjacent_unit() {
    let board = Board::new().levels("2001", &[2, 0, 0]);
    for kind in [FireKind::Canister, FireKind::SmallArms] {
        let lane = lane(&board, ("2001", "2003"), kind, &["2002"], &["2003"]);
        assert!(lane.is_open(), "{kind:?}");
        assert_eq!(lane.friends_at_risk, [board.hex("2002")]);
    }
    // The third exception alone: the friend stands nearer the target's level than the fourth allows.
    let guns_only = Board::new().levels("2001", &[3, 1, 1, 0, 0]);
    let at = |kind| lane(&guns_only, ("2001", "2004"), kind, &["2002"], &["2004"]).is_open();
    assert!(at(FireKind::Canister) && !at(FireKind::SmallArms));
}

#[test]
fn fire_079_fourth_exception_and_its_limit() {
    let board = Board::new().levels("2001", &[2, 0, 0, 0, 0]);
    let with_friend = |hex| {
        lane(
            &board,
            ("2001", "2005"),
            FireKind::SmallArms,
            &[hex],
            &["2005"],
        )
        .is_open()
    };
    assert!(with_friend("2003"));
    assert!(!with_friend("2004"));
}

#[test]
fn fire_080_friends_near_a_shell_target() {
    let board = Board::new();
    for (friend, open) in [
        ("2006", false),
        ("2005", true),
        ("2010", false),
        ("2011", true),
        ("2002", true),
    ] {
        let lane = lane(
            &board,
            ("2001", "2008"),
            FireKind::Shell,
            &[friend],
            &["2008"],
        );
        assert_eq!(lane.is_open(), open, "{friend}");
    }
}

#[test]
fn fire_081_enemies_do_not_block_shell() {
    let board = Board::new();
    let enemies = ["2003", "2007", "2008"];
    assert!(lane(&board, ("2001", "2008"), FireKind::Shell, &[], &enemies).is_open());
}

#[test]
fn fire_082_shell_along_a_hexside() {
    let board = Board::new();
    for friend in ["2509", "2510"] {
        let lane = lane(
            &board,
            ("2010", "2610"),
            FireKind::Shell,
            &[friend],
            &["2610"],
        );
        assert_eq!(lane.blocked_by_units, [board.hex(friend)]);
    }
    // Beyond the target the line runs between 2709 and 2710.
    let beyond = lane(
        &board,
        ("2010", "2610"),
        FireKind::Shell,
        &["2709"],
        &["2610"],
    );
    assert!(!beyond.is_open());
}

#[test]
fn fire_161_friends_near_a_limited_los_target() {
    let woods = ["2002", "2003", "2004", "2005", "2006"];
    let board = woods.into_iter().fold(
        Board::new().levels("2001", &[4, 3, 3, 3, 3, 2, 2]),
        Board::woods,
    );
    let sight = board.sight(SHILOH);
    let fire = |friend: &str| {
        let (battery, target) = (board.hex("2001"), board.hex("2007"));
        let verdict = sight
            .limited_line_of_sight(battery, target, Overlook::TargetToo)
            .expect("the battery overlooks the line");
        sight.lane(verdict, FireKind::Shell, |hex| {
            if hex == board.hex(friend) {
                Occupant::Friends
            } else {
                Occupant::Nobody
            }
        })
    };
    // Adjacent to the target, off and on the line of fire.
    assert!(fire("2107").is_open());
    assert_eq!(fire("2006").blocked_by_units, [board.hex("2006")]);
    assert!(!fire("2009").is_open());
}

#[test]
fn fire_083_units_and_other_uses_of_sight() {
    let board = Board::new();
    let sight = board.sight(SHILOH);
    let (enemy, friend) = (board.hex("2001"), board.hex("2003"));
    for to in ["2005", "2006", "2007"] {
        assert!(sight.can_see(enemy, board.hex(to)));
        let verdict = sight.line_of_sight(enemy, board.hex(to), no_units);
        assert!(verdict.is_visible());
        // A rule that lets units block names them.
        let blocked = sight.line_of_sight(enemy, board.hex(to), |hex| {
            if hex == friend {
                UnitBlock::Blocks
            } else {
                UnitBlock::Ignored
            }
        });
        assert!(!blocked.is_visible());
    }
}
