//! BB 31.0-alert, BB sob: what the other side must not learn of a division that is woken and of a brigade on its way.

use std::sync::Arc;

use longroll_core::{Chance, Game, Seed, Side};
use longroll_gbacw::assembly::{new_game_on, starting_position};
use longroll_gbacw::event::{Purpose, Rolled, Verdict};
use longroll_gbacw::{Battle, Choice, Event, Stage, State, View, hidden_from};
use longroll_position::{
    ActivatorNote, BodyNote, Marker, MissionState, Note, RuleSet, Setting, Task,
};
use longroll_rule::Rule;

/// Scenario 10 as Sherman's division has just been woken with two Activations, one of them in the cup.
fn woken() -> (Battle, longroll_position::ActivatorId) {
    let battle = longroll_shiloh::battle().expect("the battle reads");
    let scenario = longroll_shiloh::scenario(10)
        .expect("there is a scenario 10")
        .expect("it reads");
    let setting = Setting::new(battle, scenario, RuleSet::BATTLE_BOOK);
    let mut position = starting_position(&setting);
    let sherman = setting
        .activator_ids()
        .find(|&id| setting.command(setting.activator(id).command).code == "5/T")
        .expect("Sherman has markers");
    let bodies: Vec<_> = setting
        .body_ids()
        .filter(|&body| position.body(body).activator == sherman)
        .collect();
    for body in bodies {
        let state = position.body_mut(body);
        state.alert.rolled = Some(2);
        state.entitled = 2;
    }
    let state = position.activator_mut(sherman);
    state.number = 2;
    state.placed = 2;
    position.standing_mut().cup = vec![Marker::Activation(sherman)];
    let state = State::new(
        position.imagined(),
        Vec::new(),
        Chance::scripted(Vec::new()),
    );
    let (battle, _) = Battle::new(Arc::new(Stage::new(setting)), state).expect("no dice needed");
    (battle, sherman)
}

#[test]
fn the_enemy_does_not_see_how_often_a_woken_division_acts() {
    let (battle, sherman) = woken();
    let theirs = View::of(&battle, Side::Confederate).position;
    assert_eq!(theirs.activator(sherman).number, 0);
    assert_eq!(theirs.activator(sherman).placed, 0);
    assert!(theirs.cup.is_empty(), "its markers in the cup are hidden");
    for body in battle.setting().body_ids() {
        if theirs.body(body).activator == sherman {
            assert_eq!(theirs.body(body).alert.rolled, None);
            assert_eq!(theirs.body(body).entitled, 0);
        }
    }
    let own = View::of(&battle, Side::Union).position;
    assert_eq!(own.activator(sherman).number, 2);
    assert_eq!(own.cup, vec![Marker::Activation(sherman)]);
}

#[test]
fn the_secret_roll_is_told_to_its_own_side_only() {
    let (battle, sherman) = woken();
    let mut dice = Chance::scripted(vec![4]);
    let die = dice.roll().expect("one die is there");
    let command = battle.setting().activator(sherman).command;
    let rolled = Event::Rolled(Box::new(Rolled {
        purpose: Purpose::Alert(command),
        rule: Rule::BB_31_0_alert,
        die,
        terms: longroll_core::Terms::new(),
        total: 4,
        verdict: Verdict::Activations(2),
    }));
    assert!(hidden_from(&battle, Side::Confederate, &rolled));
    assert!(!hidden_from(&battle, Side::Union, &rolled));
    let placed = Event::Placed {
        marker: Marker::Activation(sherman),
        number: 2,
    };
    assert!(hidden_from(&battle, Side::Confederate, &placed));
    assert!(!hidden_from(&battle, Side::Union, &placed));
}

/// A scenario by the battle book, at the start.
fn laid_out(number: u8) -> Setting {
    let battle = longroll_shiloh::battle().expect("the battle reads");
    let scenario = longroll_shiloh::scenario(number)
        .expect("there is such a scenario")
        .expect("it reads");
    Setting::new(battle, scenario, RuleSet::BATTLE_BOOK)
}

#[test]
fn where_a_brigade_is_going_only_its_own_side_sees() {
    let setting = laid_out(3);
    let mut position = starting_position(&setting);
    let goal = setting.grid().hexes().next().expect("a hex");
    for body in setting.body_ids() {
        position.body_mut(body).mission = Some(MissionState {
            task: Task::GoTo(goal),
            moves: 1,
            shot_at: None,
        });
    }
    let state = State::new(
        position.imagined(),
        Vec::new(),
        Chance::scripted(Vec::new()),
    );
    let (battle, _) = Battle::new(Arc::new(Stage::new(setting)), state).expect("no dice needed");
    for side in Side::BOTH {
        let view = View::of(&battle, side);
        for body in battle.setting().body_ids() {
            let own = battle.setting().body(body).side == side;
            let name = longroll_gbacw::names::body(battle.setting(), body);
            assert_eq!(
                view.position.body(body).mission.is_some(),
                own,
                "{side} sees the mission of {name}"
            );
        }
    }
}

#[test]
fn the_mission_and_its_die_are_told_to_their_own_side_only() {
    let setting = laid_out(3);
    let position = starting_position(&setting);
    let state = State::new(
        position.imagined(),
        Vec::new(),
        Chance::scripted(Vec::new()),
    );
    let (battle, _) = Battle::new(Arc::new(Stage::new(setting)), state).expect("no dice needed");
    let goal = battle.setting().grid().hexes().next().expect("a hex");
    for body in battle.setting().body_ids() {
        let facts = battle.setting().body(body);
        let die = Chance::scripted(vec![4]).roll().expect("one die is there");
        let rolled = Event::Rolled(Box::new(Rolled {
            purpose: Purpose::Mission(facts.command),
            rule: Rule::BB_sob_table,
            die,
            terms: longroll_core::Terms::new(),
            total: 4,
            verdict: Verdict::Total,
        }));
        let task = Task::GoTo(goal);
        for event in [rolled, Event::MissionGiven { body, task }] {
            assert!(
                hidden_from(&battle, facts.side.enemy(), &event),
                "{event:?}"
            );
            assert!(!hidden_from(&battle, facts.side, &event), "{event:?}");
        }
    }
}

/// A secret of one side: whose it is, if the event is one.
fn owner_of_secret(battle: &Battle, event: &Event) -> Option<Side> {
    let setting = battle.setting();
    match event {
        Event::Rolled(roll) => match roll.purpose {
            Purpose::Alert(command) | Purpose::Mission(command) => {
                Some(setting.command(command).side)
            }
            _ => None,
        },
        Event::MissionGiven { body, .. } | Event::Noted(Note::Body(body, BodyNote::Mission(_))) => {
            Some(setting.body(*body).side)
        }
        // SR 5.31: how many markers a division puts in.
        Event::Noted(Note::Activator(id, ActivatorNote::Placed(_))) => {
            Some(setting.activator(*id).side)
        }
        _ => None,
    }
}

/// Games are played, and at every decision and for every event both sides are asked what they see.
#[test]
fn no_secret_is_seen_in_games_that_are_played() {
    let (mut secrets, mut missions) = (0, 0);
    for (number, seed) in [(1, 3), (3, 1), (3, 2), (10, 4)] {
        let (mut battle, first) =
            new_game_on(Arc::new(Stage::new(laid_out(number))), Seed(seed)).expect("a game");
        let mut events = first.events;
        for turn in 0..900_usize {
            for event in &events {
                if let Some(owner) = owner_of_secret(&battle, event) {
                    secrets += 1;
                    assert!(hidden_from(&battle, owner.enemy(), event), "{event:?}");
                    assert!(!hidden_from(&battle, owner, event), "{event:?}");
                }
                // Nothing is hidden from both.
                assert!(
                    Side::BOTH
                        .iter()
                        .any(|&side| !hidden_from(&battle, side, event))
                );
            }
            for side in Side::BOTH {
                let view = View::of(&battle, side);
                for body in battle.setting().body_ids() {
                    let (true_state, seen) =
                        (battle.position().body(body), view.position.body(body));
                    if battle.setting().body(body).side == side {
                        assert_eq!(seen, true_state, "a side sees all of its own brigades");
                    } else {
                        missions += usize::from(true_state.mission.is_some());
                        assert_eq!(seen.mission, None);
                    }
                }
            }
            let Some(ask) = battle.asked() else { break };
            // Mostly what goes on, so that hours go by; now and then something else.
            let offers = battle.offers();
            let goes_on = |choice| matches!(choice, Choice::Accept | Choice::Done | Choice::Halt);
            let on = offers
                .iter()
                .map(|offer| offer.choice)
                .find(|own| goes_on(*own));
            let other = offers[(turn * 7) % offers.len()].choice;
            let choice = on.filter(|_| turn % 3 > 0).unwrap_or(other);
            events = battle.choose(ask.side, &choice).expect("legal").events;
        }
    }
    assert!(
        secrets > 5 && missions > 5,
        "{secrets} secrets, {missions} missions"
    );
}
