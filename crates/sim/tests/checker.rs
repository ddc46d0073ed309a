//! The checker finds what is broken: a game is damaged on purpose, and the promise it breaks must be named.

use std::sync::Arc;

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::{Barrier, Outcome, Seed, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, State};
use longroll_position::{Draft, Extent, RuleSet, StackPlace};
use longroll_sim::{Checker, Made, Thoroughness, Violation, table};

fn a_battle() -> Battle {
    let stage = table::stage(9, RuleSet::BATTLE_BOOK).expect("scenario 9 is embedded");
    new_game_on(stage, Seed(1)).expect("a seeded game begins").0
}

/// The same moment with another position under it.
fn damaged(battle: &Battle, damage: impl FnOnce(&mut Draft)) -> Battle {
    let mut position = Draft::from(battle.position().clone());
    damage(&mut position);
    let mut state = serde_json::to_value(battle.state()).expect("a state saves");
    state["position"] = serde_json::to_value(&*position).expect("a position saves");
    let state: State = serde_json::from_value(state).expect("a damaged state loads");
    Battle::resume(Arc::clone(battle.stage()), state).expect("a state resumes")
}

fn opening(battle: &Battle) -> Vec<Violation> {
    Checker::new(Seed(1), Thoroughness::FULL).check_opening(battle)
}

/// A unit of the side that stands on the map.
fn unit_of(battle: &Battle, side: Side) -> UnitId {
    battle
        .setting()
        .unit_ids()
        .find(|&unit| {
            battle.setting().unit(unit).side == side && battle.position().unit(unit).on_map()
        })
        .expect("both sides have units")
}

fn names(found: &[Violation], promise: &str) -> bool {
    found.iter().any(|violation| violation.promise == promise)
}

#[test]
fn a_sound_game_breaks_no_promise() {
    assert_eq!(opening(&a_battle()), []);
}

#[test]
fn a_unit_the_index_has_elsewhere_is_found() {
    let battle = a_battle();
    let unit = unit_of(&battle, Side::Union);
    let broken = damaged(&battle, |position| {
        position.unit_mut(unit).hex = HexId::from_index(7).unwrap();
    });
    assert!(names(
        &opening(&broken),
        "the index of stacks agrees with the units"
    ));
}

#[test]
fn two_sides_in_one_hex_are_found() {
    let battle = a_battle();
    let (blue, grey) = (
        unit_of(&battle, Side::Union),
        unit_of(&battle, Side::Confederate),
    );
    let broken = damaged(&battle, |position| {
        let hex = position.unit(grey).hex;
        position.move_unit(
            battle.setting(),
            blue,
            hex,
            Extent::Single,
            StackPlace::Bottom,
        );
    });
    assert!(names(&opening(&broken), "no two sides in one hex"));
}

#[test]
fn an_extension_far_away_is_found() {
    let battle = a_battle();
    let unit = unit_of(&battle, Side::Union);
    let broken = damaged(&battle, |position| {
        let hex = position.unit(unit).hex;
        let far = HexId::from_index(3).unwrap();
        let extent = Extent::Line {
            left: Some(far),
            right: None,
        };
        position.move_unit(battle.setting(), unit, hex, extent, StackPlace::Bottom);
    });
    assert!(names(
        &opening(&broken),
        "the parts of an extended unit are adjacent"
    ));
}

#[test]
fn strength_from_nowhere_is_found() {
    let battle = a_battle();
    let unit = unit_of(&battle, Side::Union);
    let broken = damaged(&battle, |position| position.unit_mut(unit).sp = 200);
    assert!(names(&opening(&broken), "nobody is stronger than printed"));
}

#[test]
fn a_unit_without_strength_is_found() {
    let battle = a_battle();
    let unit = unit_of(&battle, Side::Union);
    let broken = damaged(&battle, |position| position.unit_mut(unit).sp = 0);
    assert!(names(
        &opening(&broken),
        "whoever is on the map has strength"
    ));
}

#[test]
fn a_leader_among_the_enemy_is_found() {
    let battle = a_battle();
    let grey = unit_of(&battle, Side::Confederate);
    let leader = battle
        .setting()
        .leader_ids()
        .find(|&leader| {
            battle.setting().leader(leader).side == Side::Union
                && battle.position().leader(leader).on_map()
        })
        .expect("the Union has a leader");
    let broken = damaged(&battle, |position| {
        position.leader_mut(leader).hex = position.unit(grey).hex;
    });
    assert!(names(&opening(&broken), "no leader stands among the enemy"));
}

#[test]
fn a_loss_nobody_told_of_is_found() {
    let battle = a_battle();
    let unit = unit_of(&battle, Side::Confederate);
    let after = damaged(&battle, |position| position.unit_mut(unit).sp -= 1);
    let mut checker = Checker::new(Seed(1), Thoroughness::FULL);
    assert_eq!(checker.check_opening(&battle), []);
    let made = Made {
        side: Side::Union,
        choice: battle.offers()[0].choice,
    };
    let silent = Outcome {
        events: Vec::new(),
        drawn: Vec::new(),
        barrier: Barrier::Open,
    };
    let found = checker.check_moment(&after, made, &silent);
    assert!(names(&found, "the events tell everything"), "{found:?}");
}

#[test]
fn reserve_on_the_march_cannot_be() {
    let battle = a_battle();
    let mut draft = Draft::from(battle.position().clone());
    let body = battle.setting().body_ids().next().expect("a body");
    draft.body_mut(body).reserve = true;
    assert_eq!(draft.check(battle.setting()), []);
    draft.body_mut(body).march.acting = true;
    let rules: Vec<_> = draft
        .check(battle.setting())
        .iter()
        .map(|fault| fault.rule)
        .collect();
    assert_eq!(rules, [longroll_rule::Rule::SR_6_32]);
}
