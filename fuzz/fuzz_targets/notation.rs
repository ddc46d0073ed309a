//! Any line is an order or refused in a few words; an order prints as it is read, and asking why not changes nothing.
#![no_main]

use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use longroll_core::{Game, Seed, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::notation::{print, read, read_goal};
use longroll_gbacw::{Battle, Choice, Stage};
use longroll_position::{RuleSet, Setting};

/// Scenario 2 at its first decision and in the middle of its first turn.
fn moments() -> &'static [Battle] {
    static MOMENTS: OnceLock<Vec<Battle>> = OnceLock::new();
    MOMENTS.get_or_init(|| {
        let facts = longroll_shiloh::battle().expect("the battle reads");
        let scenario = longroll_shiloh::scenario(2).expect("there is one").expect("it reads");
        let stage = Arc::new(Stage::new(Setting::new(facts, scenario, RuleSet::BATTLE_BOOK)));
        let (mut battle, _) = new_game_on(stage, Seed(7)).expect("a game");
        let mut all = vec![battle.clone()];
        for number in 0..60_usize {
            let Some(ask) = battle.asked() else { break };
            let offers = battle.offers();
            let on = |choice| matches!(choice, Choice::Accept | Choice::Done | Choice::Halt);
            let choice = offers
                .iter()
                .map(|offer| offer.choice)
                .find(|own| on(*own) && number % 4 > 0)
                .unwrap_or(offers[number % offers.len()].choice);
            battle.choose(ask.side, &choice).expect("legal");
            if number % 20 == 19 {
                all.push(battle.clone());
            }
        }
        all
    })
}

fuzz_target!(|text: &str| {
    for battle in moments() {
        let _ = read_goal(battle.stage(), text);
        if let Ok(choice) = read(battle.stage(), text) {
            let printed = print(battle.setting(), choice);
            assert_eq!(read(battle.stage(), &printed), Ok(choice), "{printed}");
        }
        match battle.parse(text) {
            Ok(choice) => {
                let before = battle.fingerprint();
                for side in Side::BOTH {
                    let _ = battle.why_not(side, choice);
                }
                assert_eq!(battle.fingerprint(), before);
            }
            Err(error) => assert!(error.to_string().len() < 200_000),
        }
    }
});
