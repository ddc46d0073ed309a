//! BB 31.0-alert: what the other side must not learn of a division that is woken.

use std::sync::Arc;

use longroll_core::{Chance, Side};
use longroll_gbacw::assembly::starting_position;
use longroll_gbacw::event::{Purpose, Rolled, Verdict};
use longroll_gbacw::{Battle, Event, Stage, State, View, hidden_from};
use longroll_position::{Marker, RuleSet, Setting};
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
        position.unchecked(),
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
