//! Saves of a moment: what they bring back, and what of a damaged one is said.

use longroll_core::{BySide, Game, Record, Seed};
use longroll_gbacw::{Battle, State};
use longroll_position::RuleSet;
use longroll_rule::Rule;
use longroll_sim::save::{self, SaveError};
use longroll_sim::{Limits, Unwatched, play_game, record_of, table};
use proptest::prelude::*;
use serde_json::Value;

const PLAYERS: BySide<&str> = BySide {
    union: "random",
    confederate: "random",
};

/// A game of the shortest scenario, in its middle.
fn a_moment() -> (Battle, Record) {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).expect("a scenario");
    let seed = Seed(6);
    let played =
        play_game(&stage, seed, PLAYERS, Limits::default(), &mut Unwatched).expect("a game");
    record_of(
        &stage,
        seed,
        PLAYERS,
        &played.choices[..played.choices.len() / 2],
    )
    .expect("its first half")
}

#[test]
fn a_save_opens_as_the_same_moment_without_its_record() {
    let (battle, record) = a_moment();
    let text = save::save(&battle, &record).unwrap();
    let opened = save::open(&text).unwrap();
    assert_eq!(opened.state(), battle.state());
    assert_eq!(opened.offers(), battle.offers());
    assert_eq!(opened.fingerprint(), battle.fingerprint());
}

#[test]
fn a_changed_figure_another_edition_and_another_form_are_told_apart() {
    let (battle, record) = a_moment();
    let text = save::save(&battle, &record).unwrap();
    let changed = text.replacen("\"sp\":", "\"sp\":1", 1);
    assert_ne!(changed, text);
    assert!(matches!(
        save::open(&changed),
        Err(SaveError::Damaged { .. })
    ));
    let later = text.replacen("\"format\":1", "\"format\":2", 1);
    assert!(matches!(save::open(&later), Err(SaveError::Format(2))));
    let mut other = record;
    other.set_tag("Data", "0123456789abcdef");
    let other = save::save(&battle, &other).unwrap();
    let error = save::open(&other).unwrap_err();
    assert!(matches!(error, SaveError::Edition { .. }));
    assert!(error.to_string().contains("0123456789abcdef"), "{error}");
}

/// The save of a position in which somebody has changed something, with the fingerprint it then has.
fn forged(battle: &Battle, text: &str, change: impl FnOnce(&mut Value)) -> Option<String> {
    let mut save: Value = serde_json::from_str(text).expect("a save is JSON");
    change(&mut save["state"]["position"]);
    let state: State = serde_json::from_value(save["state"].clone()).ok()?;
    save["fingerprint"] = state.fingerprint_on(battle.stage()).to_string().into();
    Some(save.to_string())
}

#[test]
fn a_position_of_no_game_is_refused_with_its_place() {
    let (battle, record) = a_moment();
    let text = save::save(&battle, &record).unwrap();
    let refused = |change: fn(&mut Value), place: &str| {
        let save = forged(&battle, &text, change).expect("it is of the right form");
        match save::open_on(battle.stage(), &save) {
            Err(SaveError::Misfit(misfit)) => {
                assert!(misfit.to_string().contains(place), "{misfit}");
            }
            other => panic!("{place}: {:?}", other.err()),
        }
    };
    assert!(forged(&battle, &text, |_| ()).is_some_and(|save| save::open(&save).is_ok()));
    let units =
        |position: &mut Value| drop(position["standing"]["units"].as_array_mut().unwrap().pop());
    refused(units, "units: there are");
    refused(
        |position| position["standing"]["units"][0]["assigned"] = 60_000.into(),
        "there is no command number 60000",
    );
    refused(
        |position| position["standing"]["units"][0]["hex"] = 60_000.into(),
        "there is no hex number",
    );
    refused(
        |position| position["standing"]["bodies"][0]["activator"] = 999.into(),
        "bodies.",
    );
    refused(
        |position| position["standing"]["cup"] = serde_json::json!([{ "activation": 999 }]),
        "cup: there is no activator number 999",
    );
    refused(
        |position| {
            let stacks = position["occupancy"]["stacks"].as_array_mut().unwrap();
            stacks.remove(0);
        },
        "is not indexed in",
    );
}

#[test]
fn a_position_that_cannot_be_is_refused_with_its_rules() {
    let (battle, record) = a_moment();
    let text = save::save(&battle, &record).unwrap();
    let unit = battle.setting().unit_ids().find(|&unit| {
        let state = battle.position().unit(unit);
        state.on_map()
    });
    let unit = unit.expect("somebody is on the map").index();
    let save = forged(&battle, &text, |position| {
        position["standing"]["units"][unit]["sp"] = 200.into();
    });
    let error = save::open(&save.expect("of the right form")).expect_err("too strong");
    let SaveError::Unsound(faults) = &error else {
        panic!("{error}");
    };
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].rule, Rule::SR_2_21);
    assert!(
        error.to_string().contains("200 SP are more than its"),
        "{error}"
    );
}

/// The numbers in a value, each as the way to it.
fn numbers(value: &Value, way: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(way.to_owned()),
        Value::Array(all) => {
            for (place, one) in all.iter().enumerate() {
                numbers(one, &format!("{way}/{place}"), found);
            }
        }
        Value::Object(all) => {
            for (name, one) in all {
                numbers(one, &format!("{way}/{name}"), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// A position with another number somewhere, told as true, opens as some game or is refused: it never breaks anything.
    #[test]
    fn a_forged_position_opens_or_is_refused(place in any::<proptest::sample::Index>(), number in 0_u32..70_000) {
        static MOMENT: std::sync::OnceLock<(Battle, String, Vec<String>)> = std::sync::OnceLock::new();
        let (battle, text, ways) = MOMENT.get_or_init(|| {
            let (battle, record) = a_moment();
            let text = save::save(&battle, &record).unwrap();
            let position = serde_json::to_value(battle.position()).expect("a position saves");
            let mut ways = Vec::new();
            numbers(&position, "", &mut ways);
            (battle, text, ways)
        });
        let way = &ways[place.index(ways.len())];
        for number in [number, number % 7] {
            let save = forged(battle, text, |position| {
                *position.pointer_mut(way).expect("the way is its own") = number.into();
            });
            let opened = save.map(|save| save::open_on(battle.stage(), &save));
            if let Some(Ok(opened)) = opened {
                prop_assert_eq!(opened.offers(), &*opened.offers_anew(), "{}", way);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// A save that was cut, or in which a few characters changed, opens as what it was or not at all.
    #[test]
    fn a_damaged_save_never_opens_as_another_game(
        places in proptest::collection::vec((any::<proptest::sample::Index>(), "[0-9a-z,:\\[\\]{}\"]{0,3}"), 1..3),
        cut in proptest::option::of(any::<proptest::sample::Index>()),
    ) {
        static MOMENT: std::sync::OnceLock<(Battle, String)> = std::sync::OnceLock::new();
        let (battle, text) = MOMENT.get_or_init(|| {
            let (battle, record) = a_moment();
            let text = save::save(&battle, &record).unwrap();
            (battle, text)
        });
        let mut damaged = text.clone();
        for (place, junk) in places {
            let at = place.index(damaged.len() - 4);
            damaged.replace_range(at..at + 3, &junk);
        }
        if let Some(cut) = cut {
            damaged.truncate(cut.index(damaged.len()));
        }
        if let Ok(opened) = save::open_on(battle.stage(), &damaged) {
            prop_assert_eq!(opened.state(), battle.state());
        }
    }
}
