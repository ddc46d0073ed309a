//! Dice that somebody outside rolls: the same game, the same events and the same record as with a stream of numbers.

use longroll_core::{Chance, Game, Seed};
use longroll_gbacw::assembly::{new_game_on, sound_start};
use longroll_gbacw::event::{Event, Wanted};
use longroll_gbacw::sequence::SetUpStep;
use longroll_gbacw::{Battle, State};
use longroll_position::RuleSet;
use longroll_sim::table;

/// The numbers a choice of the streaming game drew are handed to the other one by one.
fn supply_all(battle: &mut Battle, drawn: &[u16], events: &mut Vec<Event>) {
    for &number in drawn {
        let wanted = battle.wanted().cloned().expect("a number is wanted");
        match &wanted {
            Wanted::Die(roll) => assert_eq!(roll.outcomes().count(), 10),
            Wanted::Lot(lot) => assert!(number < lot.weight()),
        }
        assert!(
            battle.options().is_none(),
            "nobody decides while a number is wanted"
        );
        assert!(
            battle.clone().supply(u16::MAX).is_err(),
            "no outcome has that number"
        );
        events.extend(battle.supply(number).expect("the number fits").events);
    }
    assert_eq!(battle.wanted(), None, "no further number is wanted");
}

#[test]
fn asked_dice_give_the_same_game_as_streamed_ones() {
    let dice: usize = [1861, 1862, 1863]
        .map(|seed| numbers_of_game(Seed(seed)))
        .iter()
        .sum();
    assert!(dice > 100, "only {dice} numbers were drawn");
}

/// Plays a game both ways; how many numbers it has drawn.
fn numbers_of_game(seed: Seed) -> usize {
    let stage = table::stage(2, RuleSet::BATTLE_BOOK).expect("scenario 2 is embedded");
    let (mut streamed, _) = new_game_on(stage.clone(), seed).expect("a game begins");
    let position = sound_start(&stage.setting).expect("the page is sound");
    let work = vec![SetUpStep::Begin.into()];
    let state = State::new(position, work, Chance::asked());
    let (mut asked, _) = Battle::new(stage, state).expect("no number is needed yet");
    let mut dice = 0;
    for turn in 0..1500 {
        let Some(decision) = streamed.options() else {
            break;
        };
        let offers = &decision.choices.offers;
        // Any choices will do, as long as they vary.
        let choice = offers[(turn * 7 + turn / 3) % offers.len()].choice;
        let outcome = streamed
            .choose(decision.side, &choice)
            .expect("a listed choice");
        let mut events = asked
            .choose(decision.side, &choice)
            .expect("the same choice")
            .events;
        supply_all(&mut asked, &outcome.drawn, &mut events);
        assert_eq!(events, outcome.events, "choice {turn}");
        assert_eq!(asked.position(), streamed.position(), "choice {turn}");
        dice += outcome.drawn.len();
    }
    dice
}
