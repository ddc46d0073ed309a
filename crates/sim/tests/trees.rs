//! Counted trees of choices: at fixed moments of fixed games the list, its order, and how many positions lie two choices
//! on. A change of any list anywhere shows here, as a perft of chess shows a change of its move generator.
//!
//! `LONGROLL_WRITE_GOLDEN=1 cargo test -p longroll-sim --test trees` writes the counts anew after a change of the rules.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use longroll_core::{Game, Seed, Side, fingerprint};
use longroll_gbacw::Battle;
use longroll_gbacw::assembly::new_game_on;
use longroll_position::RuleSet;
use longroll_sim::players::{Player, Random, Seat};
use longroll_sim::table;

const SEED: Seed = Seed(1862);
/// Decisions after which the tree is counted.
const MOMENTS: [u32; 5] = [0, 40, 120, 200, 260];
/// Longer lists are described, but not followed.
const FOLLOWED: usize = 60;

/// How many choices lie one and two choices on, and how many different positions.
fn count(battle: &Battle) -> (usize, usize, usize) {
    let mut leaves = 0;
    let mut positions = BTreeSet::new();
    let Some(side) = battle.asked().map(|ask| ask.side) else {
        return (0, 0, 0);
    };
    for offer in battle.offers() {
        let mut next = battle.clone();
        next.choose(side, &offer.choice)
            .unwrap_or_else(|error| panic!("{}: {error}", battle.print(&offer.choice)));
        leaves += next.offers().len();
        positions.insert(next.fingerprint());
    }
    (battle.offers().len(), leaves, positions.len())
}

fn describe(number: u8) -> String {
    let mut text = String::new();
    let stage = table::stage(number, RuleSet::BATTLE_BOOK).expect("the embedded data is sound");
    let (mut battle, _) = new_game_on(stage, SEED).expect("a game begins");
    let mut players = [
        Random::new(SEED, Side::Union),
        Random::new(SEED, Side::Confederate),
    ];
    let last = MOMENTS[MOMENTS.len() - 1];
    for decision in 0..=last {
        let Some(seat) = Seat::of(&battle) else { break };
        let ask = seat.ask();
        if MOMENTS.contains(&decision) {
            let list: Vec<String> = battle
                .offers()
                .iter()
                .map(|offer| format!("{} [{}]", battle.print(&offer.choice), offer.rule))
                .collect();
            let order = fingerprint(&list);
            let key = ask.prompt.key();
            write!(
                text,
                "{number:>2} {decision:>4} {key:<20} {:>5}",
                list.len()
            )
            .expect("text");
            if list.len() <= FOLLOWED {
                let (_, leaves, positions) = count(&battle);
                write!(text, " {leaves:>6} {positions:>5}").expect("text");
            } else {
                write!(text, "      -     -").expect("text");
            }
            writeln!(text, " {order}").expect("text");
        }
        let player = match ask.side {
            Side::Union => &mut players[0],
            Side::Confederate => &mut players[1],
        };
        let choice = player.choose(seat).expect("something is offered");
        battle
            .choose(ask.side, &choice)
            .expect("an offer is accepted");
    }
    text
}

#[test]
fn the_trees_have_the_counts_they_had() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees.txt");
    let mut text = String::from(
        "# scenario, decisions before, question, choices, choices after one, positions after one, order of the list\n",
    );
    for number in 1..=10 {
        text.push_str(&describe(number));
    }
    if std::env::var_os("LONGROLL_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &text).expect("the counts can be written");
    }
    let known = std::fs::read_to_string(&path).expect("the counts are on the shelf");
    for (known, found) in known.lines().zip(text.lines()) {
        assert_eq!(known, found, "a list has changed");
    }
    assert_eq!(known.lines().count(), text.lines().count());
}
