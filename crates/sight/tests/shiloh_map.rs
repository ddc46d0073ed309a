//! SR 10.25 on the map itself: every pair of hexes up to the longest range of a weapon sees the same both ways.

use longroll_sight::{Sight, SightRules, VisibilityTable};

/// The range of the longest gun (BB range P30).
const FARTHEST: u32 = 38;

#[test]
fn fire_072_every_pair_of_the_map_is_seen_the_same_both_ways() {
    let battle = longroll_shiloh::battle().expect("sound data");
    let grid = &battle.ground.grid;
    // Every pair by the rules of the battle, every sixth hex with all others by those of the series.
    for (rules, step) in [(SightRules::SEEN_THROUGH, 1), (SightRules::SERIES, 6)] {
        let sight = Sight::new(&battle.ground, rules);
        let mut pairs = 0_u64;
        for from in grid.hexes().step_by(step) {
            for to in grid.hexes_in_range(from, FARTHEST) {
                if from < to {
                    pairs += 1;
                    let (there, back) = (sight.look(from, to), sight.look(to, from));
                    assert_eq!(
                        there,
                        back,
                        "{} and {} under {rules:?}",
                        grid.name(from),
                        grid.name(to)
                    );
                }
            }
        }
        assert!(pairs > 700_000, "{pairs} pairs");
    }
}

#[test]
fn the_table_of_the_whole_map_agrees_with_the_questions() {
    let battle = longroll_shiloh::battle().expect("sound data");
    let grid = &battle.ground.grid;
    let sight = Sight::new(&battle.ground, SightRules::SEEN_THROUGH);
    let table = VisibilityTable::build(&sight, FARTHEST);
    // Every seventh hex, so that both ways and all distances are met.
    for from in grid.hexes().step_by(7) {
        for to in grid.hexes_in_range(from, FARTHEST) {
            assert_eq!(table.look(from, to), Some(sight.look(from, to)));
        }
    }
}

#[test]
fn the_explained_answer_is_the_quick_one_on_the_map() {
    let battle = longroll_shiloh::battle().expect("sound data");
    let grid = &battle.ground.grid;
    let sight = Sight::new(&battle.ground, SightRules::SEEN_THROUGH);
    for from in grid.hexes().step_by(97) {
        for to in grid.hexes_in_range(from, 12) {
            let told = sight.explain(from, to);
            assert_eq!(told.verdict.seen(), sight.look(from, to));
            assert_eq!(told.steps.len(), told.verdict.profile.len());
        }
    }
}
