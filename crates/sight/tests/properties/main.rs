//! What must hold on any ground.

mod country;
mod oracle;

use std::collections::BTreeSet;

use longroll_board::{Grid, GridLayout, Ground, HexId, LineLocation, Terrain};
use longroll_sight::{
    GeographicCrests, Obstacle, Seen, SeenWord, Sight, SightRules, SteepDrop, VisibilityTable,
    Woods, WoodsCount, no_units,
};
use proptest::prelude::*;

use crate::country::{Country, any_country, pairs};

fn any_rules() -> impl Strategy<Value = SightRules> {
    let count = prop_oneof![Just(WoodsCount::Obstructing), Just(WoodsCount::EveryHex)];
    let steep_drop = prop_oneof![Just(SteepDrop::NoTreetops), Just(SteepDrop::Treetops)];
    let woods = prop_oneof![
        Just(Woods::Block),
        (count, steep_drop)
            .prop_map(|(count, steep_drop)| Woods::OneSeenThrough { count, steep_drop }),
    ];
    let crests = prop_oneof![
        Just(GeographicCrests::Hide),
        Just(GeographicCrests::Ignored)
    ];
    (woods, crests).prop_map(|(woods, crests)| SightRules { woods, crests })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The procedure written down in section E of the fire readings, hex by hex and without any table.
    #[test]
    fn sight_agrees_with_the_written_procedure(Country(ground) in any_country(), rules in any_rules()) {
        let sight = Sight::new(&ground, rules);
        for (from, to) in pairs(&ground) {
            let expected = match oracle::los(&ground, rules, from, to) {
                None => Seen::Blocked,
                Some(0) => Seen::Clear,
                Some(_) => Seen::ThroughWoods,
            };
            prop_assert_eq!(
                sight.look(from, to), expected,
                "{} to {}", ground.grid.name(from), ground.grid.name(to)
            );
        }
    }

    /// SR 10.25.
    #[test]
    fn sight_is_reciprocal(Country(ground) in any_country(), rules in any_rules()) {
        let sight = Sight::new(&ground, rules);
        for (from, to) in pairs(&ground) {
            prop_assert_eq!(sight.look(from, to), sight.look(to, from));
        }
    }

    /// SR 10.22: neighbours see each other over every kind of ground.
    #[test]
    fn neighbours_see_each_other(Country(ground) in any_country(), rules in any_rules()) {
        let sight = Sight::new(&ground, rules);
        for hex in ground.grid.hexes() {
            prop_assert_eq!(sight.look(hex, hex), Seen::Clear);
            for (_, other) in ground.grid.neighbours(hex) {
                prop_assert_eq!(sight.look(hex, other), Seen::Clear);
            }
        }
    }

    #[test]
    fn the_explained_answer_agrees_with_the_quick_one(Country(ground) in any_country(), rules in any_rules()) {
        let sight = Sight::new(&ground, rules);
        for (from, to) in pairs(&ground) {
            let verdict = sight.line_of_sight(from, to, no_units);
            prop_assert_eq!(verdict.seen(), sight.look(from, to));
            prop_assert_eq!(verdict.is_visible(), sight.can_see(from, to));
            prop_assert_eq!(verdict.distance, ground.grid.distance(from, to));
            // Whatever blocks lies on the line.
            let line: BTreeSet<HexId> = places(&ground, from, to)
                .into_iter()
                .flat_map(|(hexes, _, _)| hexes)
                .collect();
            for block in &verdict.blocks {
                let on_the_line = match block.by {
                    Obstacle::Hex(hex) | Obstacle::Units(hex) => line.contains(&hex),
                    Obstacle::Hexside(side) => line.contains(&side.first()),
                };
                prop_assert!(on_the_line, "{block:?}");
            }
        }
    }

    #[test]
    fn the_table_agrees_with_the_question(
        Country(ground) in any_country(), rules in any_rules(), range in 0..9_u32,
    ) {
        let sight = Sight::new(&ground, rules);
        let table = VisibilityTable::build(&sight, range);
        for (from, to) in pairs(&ground) {
            let near = ground.grid.distance(from, to) <= range;
            prop_assert_eq!(table.look(from, to), near.then(|| sight.look(from, to)));
            prop_assert_eq!(table.sees(from, to), near && sight.can_see(from, to));
            prop_assert_eq!(
                table.sees_within(from, to, 2),
                near && ground.grid.distance(from, to) <= 2 && sight.can_see(from, to)
            );
        }
        for from in ground.grid.hexes() {
            let seen: Vec<HexId> = table.seen_from(from, 3).collect();
            let asked: Vec<HexId> = ground
                .grid
                .hexes()
                .filter(|to| table.sees_within(from, *to, 3))
                .collect();
            prop_assert_eq!(seen, asked);
            let near = |to: &HexId| {
                let (word, bit) = (to.index() / 64, to.index() % 64);
                let of_word = |seen: &&SeenWord| usize::from(seen.word) == word;
                let words = table.seen_near(from).iter().filter(of_word);
                words.map(|seen| seen.hexes >> bit & 1).sum::<u64>() == 1
            };
            for to in ground.grid.hexes() {
                prop_assert_eq!(near(&to), table.sees_within(from, to, VisibilityTable::NEAR));
            }
        }
    }

    /// The courses kept here are the exact lines of the board.
    #[test]
    fn a_profile_follows_the_line_of_the_board(Country(ground) in any_country()) {
        let sight = Sight::new(&ground, SightRules::SERIES);
        for (from, to) in pairs(&ground) {
            let verdict = sight.line_of_sight(from, to, no_units);
            let profile: Vec<(BTreeSet<HexId>, u32, u32)> = verdict
                .profile
                .iter()
                .map(|step| {
                    let hexes = [Some(step.hex), step.beside].into_iter().flatten();
                    (hexes.map(|stand| stand.hex).collect(), step.from_start, step.to_end)
                })
                .collect();
            prop_assert_eq!(profile, places(&ground, from, to));
        }
    }
}

/// Farther than any weapon reaches, where no course is kept.
#[test]
fn lines_across_the_whole_map_are_exact_too() {
    let grid = Grid::new(GridLayout::two_sheets()).expect("the grid of Shiloh");
    let mut ground = Ground::uniform(grid, Terrain::Field);
    let hex = |name: &str| ground.grid.parse(name).expect("a hex of Shiloh");
    let lines = [
        ("N1001", "S6934"),
        ("S1034", "N6901"),
        ("N4001", "S4134"),
        ("N1020", "N6920"),
    ];
    let lines = lines.map(|(from, to)| (hex(from), hex(to)));
    for (from, to) in lines {
        let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
        assert_eq!(sight.look(from, to), Seen::Clear);
        let verdict = sight.line_of_sight(from, to, no_units);
        let steps: Vec<u32> = verdict.profile.iter().map(|step| step.from_start).collect();
        let expected: Vec<u32> = ground
            .grid
            .line(from, to)
            .places()
            .map(|place| place.from_start)
            .collect();
        assert_eq!(steps, expected);
        let middle = verdict.profile[verdict.profile.len() / 2].hex.hex;
        ground.hexes[middle].level = 1;
        let sight = Sight::new(&ground, SightRules::SEEN_THROUGH);
        assert!(!sight.can_see(from, to) && !sight.can_see(to, from));
        ground.hexes[middle].level = 0;
    }
}

fn places(ground: &Ground, from: HexId, to: HexId) -> Vec<(BTreeSet<HexId>, u32, u32)> {
    ground
        .grid
        .line(from, to)
        .places()
        .map(|place| {
            let hexes: BTreeSet<HexId> = match place.location {
                LineLocation::Hex(hex) => [hex].into(),
                LineLocation::Pair(first, second) => {
                    [Some(first), second].into_iter().flatten().collect()
                }
            };
            (hexes, place.from_start, place.from_end)
        })
        .collect()
}
