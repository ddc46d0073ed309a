//! Saves of a moment: what they bring back, and what of a damaged one is said.

use longroll_core::{BySide, Game, Record, Seed};
use longroll_gbacw::Battle;
use longroll_position::RuleSet;
use longroll_sim::save::{self, SaveError};
use longroll_sim::{Limits, Unwatched, play_game, record_of, table};
use proptest::prelude::*;

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
