//! The plain opponent and the protocol, as they are met.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use longroll_core::{Chance, Game as _, Seed, Side};
use longroll_gbacw::assembly::new_game_on;
use longroll_gbacw::{Battle, Choice, Stage};
use longroll_opponent::{Chair, Protocol, imagine, sit_down};
use longroll_position::RuleSet;
use longroll_sim::table;

fn stage(number: u8) -> Arc<Stage> {
    static STAGES: [OnceLock<Arc<Stage>>; 11] = [const { OnceLock::new() }; 11];
    let lay = || table::stage(number, RuleSet::BATTLE_BOOK).unwrap();
    Arc::clone(STAGES[usize::from(number)].get_or_init(lay))
}

fn chairs(number: u8, seed: u64, union: &str, confederate: &str) -> [Chair; 2] {
    [(union, Side::Union), (confederate, Side::Confederate)]
        .map(|(name, side)| sit_down(name, &stage(number), Seed(seed), side).unwrap())
}

/// Plays to the end or so many decisions; how many, and the longest thought.
fn play(number: u8, seed: u64, chairs: &mut [Chair; 2], most: u32) -> (Battle, u32, Duration) {
    let (mut battle, _) = new_game_on(stage(number), Seed(seed)).unwrap();
    let mut longest = Duration::ZERO;
    let mut decisions = 0;
    while let Some(ask) = battle.asked() {
        if decisions == most {
            break;
        }
        let chair = &mut chairs[usize::from(ask.side == Side::Confederate)];
        let before = Instant::now();
        let (choice, _) = chair.choose(&battle).unwrap();
        longest = longest.max(before.elapsed());
        battle.choose(ask.side, &choice).unwrap();
        decisions += 1;
    }
    (battle, decisions, longest)
}

#[test]
fn two_plain_opponents_play_scenario_2_to_its_end_and_move_on_the_camps() {
    let mut chairs = chairs(2, 3, "plain", "plain");
    let (battle, decisions, longest) = play(2, 3, &mut chairs, 20_000);
    assert!(battle.asked().is_none(), "it does not stall");
    assert!(decisions < 5_000, "{decisions}");
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    // The Confederates have come nearer to the camps than they began.
    let near = |battle: &Battle| -> u32 {
        let setting = battle.setting();
        let camp = setting.grid().parse("S3916").unwrap();
        setting
            .unit_ids()
            .filter(|&unit| setting.unit(unit).side == Side::Confederate)
            .filter(|&unit| battle.position().unit(unit).on_map())
            .map(|unit| {
                setting
                    .grid()
                    .distance(battle.position().unit(unit).hex, camp)
            })
            .sum()
    };
    let (first, _) = new_game_on(stage(2), Seed(3)).unwrap();
    assert!(
        near(&battle) < near(&first),
        "{} {}",
        near(&battle),
        near(&first)
    );
}

#[test]
fn it_decides_the_same_whatever_the_dice_to_come() {
    let mut one = chairs(2, 5, "plain", "plain");
    let mut other = chairs(2, 5, "plain", "plain");
    let (mut battle, _) = new_game_on(stage(2), Seed(5)).unwrap();
    for number in 0..600_u64 {
        let Some(ask) = battle.asked() else { break };
        let place = usize::from(ask.side == Side::Confederate);
        let mut twin = battle.clone();
        twin.set_chance(Chance::seeded(Seed(1_000 + number)));
        let (choice, _) = one[place].choose(&battle).unwrap();
        let (same, _) = other[place].choose(&twin).unwrap();
        assert_eq!(choice, same, "decision {number}");
        battle.choose(ask.side, &choice).unwrap();
    }
}

#[test]
fn who_is_cancelled_answers_at_once_and_legally() {
    let mut chairs = chairs(1, 5, "plain", "plain");
    for chair in &chairs {
        chair.cancel().cancel();
    }
    let (battle, decisions, longest) = play(1, 5, &mut chairs, 300);
    assert!(decisions > 50 || battle.asked().is_none());
    assert!(longest < Duration::from_millis(500), "{longest:?}");
}

#[test]
fn it_does_not_turn_round_and_round_where_it_may_not_stop() {
    // Scenario 1: crowded roads, on which the Union goes on through its friends for hours.
    let mut chairs = chairs(1, 1, "plain", "idle");
    let (mut battle, _) = new_game_on(stage(1), Seed(1)).unwrap();
    let mut turns = 0;
    for _ in 0..8_000 {
        let Some(ask) = battle.asked() else { break };
        let chair = &mut chairs[usize::from(ask.side == Side::Confederate)];
        let (choice, _) = chair.choose(&battle).unwrap();
        let turn = matches!(choice, Choice::Face { .. });
        turns = if turn { turns + 1 } else { 0 };
        assert!(
            turns <= 6,
            "{} of {:?}",
            battle.print(&choice),
            battle.options()
        );
        battle.choose(ask.side, &choice).unwrap();
    }
}

#[test]
fn every_scenario_can_be_played_on() {
    for number in 1..=10 {
        let mut chairs = chairs(number, 2, "plain", "plain");
        let (_, decisions, longest) = play(number, 2, &mut chairs, 400);
        assert!(decisions > 20, "scenario {number}");
        assert!(
            longest < Duration::from_secs(5),
            "scenario {number}: {longest:?}"
        );
    }
}

#[test]
fn what_is_imagined_has_other_dice_and_the_same_position() {
    let (battle, _) = new_game_on(stage(2), Seed(5)).unwrap();
    let imagined = imagine(&battle, Side::Union, Seed(9)).unwrap();
    assert_eq!(imagined.position(), battle.position());
    assert_ne!(imagined.chance(), battle.chance());
}

#[test]
fn hidden_facts_and_dice_to_come_change_no_decision() {
    // Scenario 1: in the alert hours the Confederates do not know the Union's numbers, and nobody knows the other's missions.
    let (mut battle, _) = new_game_on(stage(1), Seed(4)).unwrap();
    let names = ["plain", "eager", "brisk", "random"];
    let sit = |name: &str| chairs(1, 4, name, name);
    let mut truth: Vec<[Chair; 2]> = names.iter().map(|name| sit(name)).collect();
    let mut other: Vec<[Chair; 2]> = names.iter().map(|name| sit(name)).collect();
    let mut hidden = 0;
    for number in 0..300_u64 {
        let Some(ask) = battle.asked() else { break };
        let place = usize::from(ask.side == Side::Confederate);
        let twin = imagine(&battle, ask.side, Seed(9_000 + number)).unwrap();
        hidden += u32::from(twin.position() != battle.position());
        assert_ne!(twin.chance(), battle.chance());
        let mut chosen = None;
        for (bot, (own, same)) in truth.iter_mut().zip(&mut other).enumerate() {
            let (choice, _) = own[place].choose(&battle).unwrap();
            let (again, _) = same[place].choose(&twin).unwrap();
            assert_eq!(choice, again, "{} at decision {number}", names[bot]);
            // The brisk one leads, so that much happens.
            if names[bot] == "brisk" {
                chosen = Some(choice);
            }
        }
        battle.choose(ask.side, &chosen.unwrap()).unwrap();
    }
    assert!(hidden > 20, "only {hidden} times was anything hidden");
}

#[test]
fn weights_can_be_named_for_a_match_and_nonsense_is_refused() {
    for good in ["plain:", "plain:good=45", "plain:good=45,contact=6,alone=3"] {
        assert!(
            sit_down(good, &stage(2), Seed(1), Side::Union).is_ok(),
            "{good}"
        );
    }
    for bad in ["plain:good", "plain:luck=3", "plain:good=x", "plane"] {
        assert!(
            sit_down(bad, &stage(2), Seed(1), Side::Union).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn a_program_plays_by_lines() {
    let mut protocol = Protocol::default();
    assert_eq!(protocol.line("longroll").last().unwrap(), "longrollok");
    assert_eq!(protocol.line("ready"), ["readyok"]);
    assert!(protocol.line("options")[0].starts_with("error there is no game"));
    assert!(protocol.line("dance")[0].starts_with("error 'dance'"));
    for wrong in [
        "position",
        "position scenario",
        "position scenario 99",
        "position scenario 2 play nobody",
        "position scenario 2 against napoleon play union",
        "position scenario 2 rule x=y",
        "position chess 1",
    ] {
        assert!(protocol.line(wrong)[0].starts_with("error "), "{wrong}");
    }
    let told = protocol.line("position scenario 2 seed 7 play confederate against plain");
    assert_eq!(told.last().unwrap(), "turn confederate");
    let mut decisions = 0;
    loop {
        let options = protocol.line("options");
        assert!(
            options[0].starts_with("question confederate "),
            "{}",
            options[0]
        );
        let orders: Vec<&str> = options
            .iter()
            .filter_map(|line| line.strip_prefix("option "))
            .map(|line| line.rsplit_once(" [").unwrap().0)
            .collect();
        let order = if orders.contains(&"accept") {
            "accept"
        } else {
            // Scattered, so that no lists that take turns bring the same places for ever (Knuth's multiplier).
            orders[((decisions * 2_654_435_761) >> 16) % orders.len()]
        };
        let view = protocol.line("view");
        assert!(view[0].starts_with("json {\"look\":"));
        assert!(!view[0].contains("\"seed\""));
        let told = protocol.line(&format!("choose {order}"));
        decisions += 1;
        let last = told.last().unwrap();
        if last.starts_with("over") {
            break;
        }
        assert_eq!(last, "turn confederate", "{order}");
        if decisions == 5 {
            assert!(protocol.line("record")[0].starts_with("error "));
            assert!(protocol.line("choose dance")[0].starts_with("error "));
        }
        assert!(decisions < 5_000);
    }
    assert!(decisions > 20);
    assert!(protocol.line("record").len() > decisions);
    protocol.line("quit");
    assert!(protocol.is_over());
}
