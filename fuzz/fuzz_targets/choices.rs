//! Bytes play a game: what is offered can be chosen, what is not is refused and changes nothing, undo goes back to where it
//! was, and a record of it all replays.
#![no_main]

use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use longroll_core::{Chance, Game, NotChosen, Record, Seed, Session, replay};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Choice, Stage};
use longroll_position::{RuleSet, Setting};
use longroll_situation::{Case, load};

/// Where games begin: small scenarios, and positions of situations in which something is about to happen.
struct Openings {
    stages: Vec<Arc<Stage>>,
    cases: Vec<Case>,
}

fn openings() -> &'static Openings {
    static OPENINGS: OnceLock<Openings> = OnceLock::new();
    OPENINGS.get_or_init(|| {
        let facts = longroll_shiloh::battle().expect("the battle reads");
        let stages = [2, 3, 9].map(|number| {
            let scenario = longroll_shiloh::scenario(number).expect("there is one").expect("it reads");
            let setting = Setting::new(Arc::clone(&facts), scenario, RuleSet::BATTLE_BOOK);
            Arc::new(Stage::new(setting))
        });
        let files = [
            ("orders", include_str!("../../situations/06-orders/6.23-lines-of-the-table.toml")),
            ("reins", include_str!("../../situations/06-orders/6.24-loose-reins.toml")),
            ("friends", include_str!("../../situations/08-stacking/8.22-passing-friends.toml")),
        ];
        let cases = files
            .iter()
            .flat_map(|(name, text)| load(name, text).expect("a situation").cases().to_vec())
            .collect();
        Openings {
            stages: stages.to_vec(),
            cases,
        }
    })
}

fn open(first: u8, seed: u64) -> Battle {
    let openings = openings();
    let all = openings.stages.len() + openings.cases.len();
    let place = usize::from(first) % all;
    let begun = match openings.stages.get(place) {
        Some(stage) => new_game_on(Arc::clone(stage), Seed(seed)),
        None => openings.cases[place - openings.stages.len()].begin(Chance::seeded(Seed(seed))),
    };
    begun.expect("a seed has no end").0
}

fuzz_target!(|bytes: &[u8]| {
    let [first, seed, rest @ ..] = bytes else { return };
    let opening = open(*first, u64::from(*seed));
    let mut session = Session::new(opening.clone(), Record::default());
    let mut earlier: Vec<Choice> = Vec::new();
    for pair in rest.chunks_exact(2).take(150) {
        let Some(ask) = session.game().asked() else { break };
        let offers = session.game().offers();
        assert!(!offers.is_empty(), "somebody decides and nothing is offered");
        let number = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        match pair[0] % 8 {
            // A choice of another moment, by either side: refused unless it is offered.
            0 if !earlier.is_empty() => {
                let choice = earlier[number % earlier.len()];
                let side = if pair[1] % 2 == 0 { ask.side } else { ask.side.enemy() };
                let legal = side == ask.side && offers.iter().any(|offer| offer.choice == choice);
                let before = session.game().fingerprint();
                match session.choose(side, &choice) {
                    Ok(_) => assert!(legal),
                    Err(NotChosen::Refused(_)) => {
                        assert!(!legal);
                        assert_eq!(session.game().fingerprint(), before);
                    }
                    Err(NotChosen::Chance(error)) => panic!("{error}"),
                }
            }
            1 => {
                let depth = session.undo_depth();
                assert_eq!(session.undo().is_ok(), depth > 0);
            }
            _ => {
                let choice = offers[number % offers.len()].choice;
                let text = session.game().print(&choice);
                assert_eq!(session.game().parse(&text), Ok(choice), "{text}");
                earlier.push(choice);
                session.choose(ask.side, &choice).expect("what is offered is legal");
            }
        }
    }
    let mut again = opening;
    replay(&mut again, session.record(), |_| {}).expect("a record replays");
    assert_eq!(again.fingerprint(), session.game().fingerprint());
});
