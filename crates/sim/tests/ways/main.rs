//! A recorded game for every way in which a scenario can end.
//!
//! What ways there are is worked out from the scenarios (`listed`). Games that were played from the first turn are on the shelf
//! of `../endings`; those that begin late, with a situation of their own, stand here in `games` beside it: the file, its cases
//! named by the way, and the record of each. `LONGROLL_WRITE_ENDINGS=1 cargo test -p longroll-sim --test ways` plays these anew.

mod games;
mod impossible;
mod listed;
mod way;

use std::collections::{BTreeMap, BTreeSet};

/// The ways of every scenario, alone and with each variant that changes how it ends.
fn all_ways() -> BTreeSet<String> {
    let games = (1..=10).flat_map(|number| {
        let scenario = longroll_shiloh::scenario(number).expect("a scenario");
        listed::games(&scenario.expect("sound data"))
    });
    games.flat_map(|game| listed::ways(&game)).collect()
}

#[test]
fn every_way_in_which_a_scenario_can_end_has_a_recorded_game() {
    games::write_if_asked();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let late = games::from_situations();
    let played = games::played_beside(&late);
    for (game, way) in late.into_iter().chain(played) {
        found.entry(way).or_insert(game);
    }
    let listed = all_ways();
    let impossible: BTreeSet<String> = impossible::WAYS
        .iter()
        .map(|own| own.way.to_owned())
        .collect();
    let missing: Vec<&String> = listed
        .iter()
        .filter(|way| !found.contains_key(*way) && !impossible.contains(*way))
        .collect();
    assert!(missing.is_empty(), "no game ends so: {missing:#?}");
    let unlisted: Vec<_> = found.iter().filter(|own| !listed.contains(own.0)).collect();
    assert!(
        unlisted.is_empty(),
        "the data knows of no such way: {unlisted:#?}"
    );
    let done: Vec<_> = impossible
        .iter()
        .filter(|way| found.contains_key(*way) || !listed.contains(*way))
        .collect();
    assert!(
        done.is_empty(),
        "these are not listed, or not impossible: {done:#?}"
    );
}

#[test]
fn what_no_game_can_come_to_follows_from_the_data() {
    for own in impossible::WAYS {
        let (way, reason) = (own.way, own.reason);
        assert!((own.holds)(), "{way}: it is no longer so that {reason}");
    }
}

#[test]
fn the_ways_of_each_game_are_counted() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for number in 1..=10 {
        let scenario = longroll_shiloh::scenario(number).expect("a scenario");
        for game in listed::games(&scenario.expect("sound data")) {
            let name = way::head(&game).trim_end_matches('-').to_owned();
            counts.insert(name, listed::ways(&game).len());
        }
    }
    let counts: Vec<(&str, usize)> = counts.iter().map(|(name, n)| (&**name, *n)).collect();
    let expected = [
        ("01", 11),
        ("01-extended", 16),
        ("02", 4),
        ("03", 4),
        ("04", 7),
        ("05", 11),
        ("06", 3),
        ("07", 3),
        ("08", 37),
        ("08-two-day", 37),
        ("09", 4),
        ("10", 11),
        ("10-early-end", 39),
        ("10-extended", 17),
    ];
    assert_eq!(counts, expected);
}
