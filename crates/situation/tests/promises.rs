//! Promises of the table, kept in games that are played: undo ends at a die and at a draw, and a choice for which a script
//! has no die left changes nothing, the list of choices included.

use std::sync::Arc;

use longroll_core::{Chance, Game, NotChosen, Offer, Record, Seed, Session, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Choice, Event, Stage};
use longroll_position::{RuleSet, Setting};

fn stage(number: u8) -> Arc<Stage> {
    let battle = longroll_shiloh::battle().expect("the battle reads");
    let scenario = longroll_shiloh::scenario(number)
        .expect("there is such a scenario")
        .expect("it reads");
    Arc::new(Stage::new(Setting::new(
        battle,
        scenario,
        RuleSet::BATTLE_BOOK,
    )))
}

/// A player without a mind: numbers that depend on nothing but how often he was asked.
struct Fickle(u64);

impl Fickle {
    fn pick(&mut self, battle: &Battle) -> Option<(Side, Choice)> {
        let ask = battle.asked()?;
        let offers = battle.offers();
        // Knuth's multiplier; the upper bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let any = usize::try_from(self.0 >> 33).unwrap_or(0) % offers.len();
        // What goes on is taken as often as everything else together, so that turns go by.
        let goes_on = |offer: &&Offer<Choice>| {
            matches!(offer.choice, Choice::Accept | Choice::Done | Choice::Halt)
        };
        let on = offers.iter().find(goes_on).filter(|_| self.0 >> 62 > 0);
        Some((ask.side, on.or(offers.get(any))?.choice))
    }
}

/// Whether the numbers drawn were drawn without a die being rolled: markers of the cup, Efficiency.
fn only_draws(events: &[Event]) -> bool {
    !events.iter().any(|event| matches!(event, Event::Rolled(_)))
}

#[test]
fn undo_goes_back_to_the_last_die_or_draw_and_no_further() {
    let (mut after_a_die, mut after_a_draw, mut open) = (0, 0, 0);
    for number in [2, 3] {
        let (battle, _) = new_game_on(stage(number), Seed(7)).expect("a game");
        let mut session = Session::new(battle, Record::default());
        let mut player = Fickle(u64::from(number));
        // What was there after the last number drawn, and after each choice since.
        let mut stretch = vec![(session.game().fingerprint(), session.record().print())];
        for number in 0..1200 {
            let Some((side, choice)) = player.pick(session.game()) else {
                break;
            };
            let outcome = session
                .choose(side, &choice)
                .expect("what is offered is legal");
            let now = (session.game().fingerprint(), session.record().print());
            if outcome.drawn.is_empty() {
                open += 1;
                stretch.push(now);
            } else {
                if only_draws(&outcome.events) {
                    after_a_draw += 1;
                } else {
                    after_a_die += 1;
                }
                assert_eq!(session.undo_depth(), 0, "{:?}", outcome.drawn);
                assert!(session.undo().is_err(), "after {:?}", outcome.drawn);
                assert_eq!(
                    (session.game().fingerprint(), session.record().print()),
                    now,
                    "undo that is refused changes nothing"
                );
                stretch = vec![now];
            }
            // Now and then everything that may be taken back is, and the record follows.
            if number % 30 == 0 && stretch.len() > 2 {
                while let Some(before) = {
                    stretch.pop();
                    stretch.last()
                } {
                    session.undo().expect("nothing was drawn since");
                    let found = (session.game().fingerprint(), session.record().print());
                    assert_eq!(&found, before);
                    assert_eq!(
                        session.game().offers(),
                        session.game().offers_anew(),
                        "the list is that of the state gone back to"
                    );
                }
                assert!(session.undo().is_err(), "the last number drawn stands");
                stretch = vec![(session.game().fingerprint(), session.record().print())];
            }
        }
    }
    assert!(
        after_a_die > 20 && after_a_draw > 5 && open > 100,
        "{after_a_die} dice, {after_a_draw} draws, {open} without either"
    );
}

#[test]
fn a_script_that_runs_out_leaves_everything_as_it_was() {
    let mut ran_out = 0;
    for number in [1, 2, 3] {
        let (mut battle, _) = new_game_on(stage(number), Seed(7)).expect("a game");
        let mut player = Fickle(u64::from(number));
        for _ in 0..300 {
            let Some((side, choice)) = player.pick(&battle) else {
                break;
            };
            // The same choice with no dice at all, and with too few of them.
            for dice in [Vec::new(), vec![3], vec![0, 1]] {
                let mut scripted = battle.clone();
                scripted.set_chance(Chance::scripted(dice));
                let before = scripted.clone();
                if let Err(NotChosen::Chance(_)) = scripted.choose(side, &choice) {
                    ran_out += 1;
                    assert_eq!(scripted.fingerprint(), before.fingerprint());
                    assert_eq!(scripted.asked(), before.asked());
                    assert_eq!(scripted.offers(), before.offers());
                    assert_eq!(scripted.offers(), scripted.offers_anew());
                }
            }
            battle
                .choose(side, &choice)
                .expect("what is offered is legal");
        }
    }
    assert!(ran_out > 50, "scripts ran out {ran_out} times");
}
