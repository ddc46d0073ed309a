//! Play by the draw: the same choices as stand in the lists, each as likely as any other.

use longroll_core::{BySide, Game, Seed};
use longroll_gbacw::Battle;
use longroll_gbacw::assembly::new_game_on;
use longroll_position::RuleSet;
use longroll_sim::players::Stream;
use longroll_sim::{Limits, play_drawn, record_of, table};

#[test]
fn a_drawn_game_of_every_scenario_is_a_legal_game() {
    for number in 1..=10 {
        let stage = table::stage(number, RuleSet::BATTLE_BOOK).expect("a scenario");
        let played = play_drawn(&stage, Seed(11), Limits::default()).expect("it comes to its end");
        // With its lists every one of these choices is legal, and the game ends in the same state.
        let names = BySide::from_fn(|_| "random");
        let (again, _) = record_of(&stage, Seed(11), names, &played.choices).expect("legal");
        assert_eq!(again.result(), Some(played.result), "scenario {number}");
        assert_eq!(again.fingerprint(), played.fingerprint, "scenario {number}");
    }
}

#[test]
fn the_same_seed_draws_the_same_game() {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).expect("scenario 9");
    let of = |seed| play_drawn(&stage, Seed(seed), Limits::default()).expect("a game");
    assert_eq!(of(3), of(3));
    assert_ne!(of(3).choices, of(4).choices);
}

/// How often each choice of the list is drawn, in as many draws as make `EACH` of each.
fn counts(battle: &Battle, stream: &mut Stream) -> Vec<u32> {
    let offers = battle.offers();
    let mut counts = vec![0_u32; offers.len()];
    for _ in 0..EACH as usize * offers.len() {
        let drawn = battle.offer_drawn(&mut |length| stream.pick(length).unwrap_or(0));
        let (drawn, _) = drawn.expect("something is legal");
        let place = offers.iter().position(|offer| *offer == drawn);
        counts[place.expect("what is drawn stands in the list")] += 1;
    }
    counts
}

const EACH: u32 = 100;

/// Chi-square of each list beside its expectation: over many lists the sum has the mean of its degrees of freedom, and strays from
/// it by five standard deviations once in a million runs (the seeds are fixed).
#[test]
fn no_choice_is_favoured() {
    let stage = table::stage(2, RuleSet::BATTLE_BOOK).expect("scenario 2");
    let (mut battle, _) = new_game_on(stage, Seed(5)).expect("a game");
    let mut stream = Stream::new(Seed(5), 9);
    let (mut sum, mut free, mut lists) = (0.0, 0.0, 0);
    for number in 0.. {
        let Some(ask) = battle.asked() else { break };
        let length = battle.offers().len();
        if number % 10 == 0 && (2..=60).contains(&length) {
            let counts = counts(&battle, &mut stream);
            assert!(counts.iter().all(|count| *count > 0), "each comes up");
            let each = f64::from(EACH);
            sum += counts
                .iter()
                .map(|count| (f64::from(*count) - each).powi(2) / each)
                .sum::<f64>();
            free += length as f64 - 1.0;
            lists += 1;
        }
        let place = stream.pick(length).expect("something is offered");
        let choice = battle.offers()[place].choice;
        battle.choose(ask.side, &choice).expect("an offer");
    }
    assert!(lists > 30, "{lists} lists");
    let stray = (sum - free) / (2.0 * free).sqrt();
    assert!(stray.abs() < 5.0, "{sum} with {free} degrees of freedom");
}
