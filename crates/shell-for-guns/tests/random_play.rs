//! Random games with every promise checked after every choice.

use longroll_core::{Chance, Game as _, Record, Seed, Session, replay};
use longroll_shell_for_guns::players::{Checker, Player as _, Random};
use longroll_shell_for_guns::{Battle, Options, State, Table, data};
use longroll_tabletop::Ticks;

/// A game watched from its first decision to its end; `close` lets the armies start face to face.
fn play_and_check(table: &str, seed: u64, options: Options, close: bool) {
    let mut terrain = data::terrain(table).expect("the data is sound");
    if close {
        terrain.zone = Ticks(10_500);
    }
    let facts = data::ready_on(terrain, options).expect("the data is sound");
    let chance = Chance::seeded(Seed(seed));
    let (battle, outcome) = Battle::pitched(facts.clone(), chance).expect("a stream never ends");
    let fresh = battle.clone();
    let mut checker = Checker::new(Table::new(&facts), Chance::seeded(Seed(seed + 99)));
    let mut faults = checker.after(&battle, &outcome.events);
    let mut session = Session::new(battle, Record::default());
    let mut player = Random::new(seed);
    let mut made = 0;
    while let Some((side, choice)) = player.choose(session.game()) {
        faults.extend(checker.at_decision(session.game(), made % 11 == 0));
        if made % 17 == 0 {
            let saved = serde_json::to_string(session.game().state()).expect("a state is plain");
            let loaded: State = serde_json::from_str(&saved).expect("what was saved can be read");
            assert_eq!(&loaded, session.game().state());
        }
        let text = session.game().print(&choice);
        let outcome = session
            .choose(side, &choice)
            .unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
        faults.extend(checker.after(session.game(), &outcome.events));
        assert!(
            faults.is_empty(),
            "{table}, seed {seed}, choice {made}, {text}: {faults:?}"
        );
        made += 1;
        assert!(made < 5000, "{table}, seed {seed}: the game does not end");
    }
    assert!(session.game().result().is_some());
    let record = Record::parse(&session.record().print()).expect("a record reads back");
    let mut again = fresh;
    replay(&mut again, &record, |_| {}).expect("a record replays");
    assert_eq!(again.fingerprint(), session.game().fingerprint());
}

#[test]
fn random_games_keep_every_promise() {
    for seed in 0..2 {
        for table in ["harlans-crossroads", "two-ridges", "meadow-creek"] {
            play_and_check(table, seed, Options::default(), seed == 1);
        }
    }
}

#[test]
fn every_switch_can_be_played() {
    for (index, (switch, words)) in Options::all().into_iter().enumerate() {
        let mut options = Options::default();
        options
            .set(switch, words[words.len() - 1])
            .expect("a word of the switch");
        play_and_check("harlans-crossroads", 100 + index as u64, options, true);
    }
}
