//! What comes of an assault in the end is fought over many times; where it can be counted it has to agree.

use longroll_core::{Chance, Game as _, Seed};
use longroll_situation::load;
use longroll_table::{Language, assault_odds};

/// How often a sentence comes true, of a thousand, when the assault of the first case is fought so many times.
fn sampled(times: u32) -> impl Fn(&str) -> i32 {
    let file = "../../situations/11-assault/11.45-odds.toml";
    let text = std::fs::read_to_string(file).expect("the situation");
    let situation = load(file, &text).expect("it reads");
    let case = situation.cases().first().expect("a case");
    let (mut battle, _) = case.begin(Chance::seeded(Seed(1))).expect("it begins");
    for text in ["activate 1/1/I", "done"] {
        let side = battle.asked().expect("somebody decides").side;
        let choice = battle.parse(text).expect("it reads");
        battle.choose(side, &choice).expect("it is legal");
    }
    let choice = battle.parse("assault P 2110").expect("it reads");
    let side = battle.asked().expect("somebody decides").side;
    let found = assault_odds(&battle, side, Language::En, choice, times);
    move |words| {
        let chance = found.iter().find(|chance| chance.text.starts_with(words));
        i32::from(chance.expect("it is told").permille)
    }
}

/// X has nothing to fire with and P is in Good Order: by the die of the assault alone the attackers retreat with 27.0 %, and
/// the defenders with 30.0 and 13.0 % (the first case of that file counts them by hand). X is Disordered before the fight in
/// three of ten; a stall or a bloody stall, again three faces of ten, is his second Disorder then and drives him out: 9.0 % more.
#[test]
fn an_assault_fought_many_times_agrees_with_the_dice_that_can_be_counted() {
    const TIMES: u32 = 2000;
    let chance = sampled(TIMES);
    // Three standard errors of 2,000 fights: at most 3.4 %.
    for (words, counted) in [
        ("the attackers are driven back", 270),
        ("the defenders are out of their hexes", 520),
    ] {
        let found = chance(words);
        assert!(
            (found - counted).abs() <= 34,
            "{words}: {found} of a thousand, counted {counted}"
        );
    }
    // Nobody routs in his first Disorder.
    assert_eq!(chance("an attacker routs"), 0);
}
