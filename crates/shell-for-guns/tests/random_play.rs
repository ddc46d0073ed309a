//! Games without a person, every promise checked after every choice.

use longroll_core::{BySide, Chance, Record, Seed};
use longroll_shell_for_guns::players::{Tally, sit_down, watch};
use longroll_shell_for_guns::{Battle, Options, Table, data};
use longroll_tabletop::Ticks;

/// A game watched from its first decision to its end; `close` lets the armies start face to face.
fn play_and_check(table: &str, seed: u64, player: &str, options: Options, close: bool) -> Tally {
    play(table, seed, player, options, close, true).0
}

fn play(
    table: &str,
    seed: u64,
    player: &str,
    options: Options,
    close: bool,
    check: bool,
) -> (Tally, u32) {
    let mut terrain = data::terrain(table).expect("the data is sound");
    if close {
        terrain.zone = Ticks(10_500);
    }
    let facts = data::ready_on(terrain, options).expect("the data is sound");
    let start = Battle::pitched(facts.clone(), Chance::seeded(Seed(seed)));
    let mut players = BySide::from_fn(|side| {
        sit_down(player, 2 * seed + side as u64).expect("a player of that name")
    });
    let mut header = Record::default();
    header.set_tag("Edition", longroll_shell_for_guns::keeping::edition());
    let watched = watch(
        start.expect("a stream never ends"),
        Table::new(&facts),
        &mut players,
        header,
        check.then_some(Seed(seed + 99)),
    );
    assert!(
        watched.faults.is_empty(),
        "{table}, seed {seed}, {player}: {:?}",
        watched.faults
    );
    assert!(watched.result.is_some(), "{table}, seed {seed}: no result");
    (watched.tally, watched.decisions)
}

#[test]
fn random_games_keep_every_promise() {
    for seed in 0..2 {
        for table in ["harlans-crossroads", "two-ridges", "meadow-creek"] {
            play_and_check(table, seed, "random", Options::default(), seed == 1);
        }
    }
}

#[test]
fn games_with_a_purpose_keep_every_promise_and_reach_every_kind_of_fight() {
    let mut all = Tally::default();
    for seed in 0..3 {
        all += play_and_check("two-ridges", seed, "bold", Options::default(), true);
        all += play_and_check("meadow-creek", seed, "plain", Options::default(), false);
    }
    assert!(
        all.fires > 0 && all.melees > 0 && all.breakthroughs > 0 && all.removed > 0,
        "{all:?}"
    );
}

#[test]
fn every_switch_can_be_played() {
    for (index, (switch, words)) in Options::all().into_iter().enumerate() {
        let mut options = Options::default();
        options
            .set(switch, words[words.len() - 1])
            .expect("a word of the switch");
        assert_eq!(
            options.differences(),
            format!("{switch}={}", words[words.len() - 1])
        );
        play_and_check(
            "harlans-crossroads",
            100 + index as u64,
            "random",
            options,
            true,
        );
    }
}

/// As many games as one likes, two unless told otherwise, at the speed of a release build with how long they took:
/// `LONGROLL_GAMES=1000 cargo test --release -p longroll-shell-for-guns --test random_play many_games -- --nocapture`. Every other
/// game starts face to face.
#[test]
fn many_games() {
    let count = std::env::var("LONGROLL_GAMES").ok();
    let count: u64 = count.and_then(|text| text.parse().ok()).unwrap_or(2);
    let checked = std::env::var("LONGROLL_UNCHECKED").is_err();
    let player = std::env::var("LONGROLL_PLAYER").unwrap_or_else(|_| "random".to_owned());
    let tables = ["harlans-crossroads", "two-ridges", "meadow-creek"];
    let (mut tally, mut decisions, begun) = (Tally::default(), 0, std::time::Instant::now());
    for seed in 0..count {
        let mut options = Options::default();
        if seed % 5 == 4 {
            let all = Options::all();
            let (switch, words) = &all[(seed / 5) as usize % all.len()];
            options
                .set(switch, words[words.len() - 1])
                .expect("a word of the switch");
        }
        let table = tables[(seed % 3) as usize];
        let game = play(table, seed, &player, options, seed % 2 == 1, checked);
        tally += game.0;
        decisions += game.1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{count} games of {player}, checked: {checked}: {decisions} decisions in {seconds:.1} s: {:.2} games/s, {:.0} decisions/s; {tally:?}",
        count as f64 / seconds,
        decisions as f64 / seconds
    );
}

/// What is legal among forty units; with `LONGROLL_ROUNDS=1000` and `--nocapture` a release build also prints how long one
/// judgement takes.
#[test]
fn a_move_among_forty_units() {
    use longroll_core::Game as _;
    let mut text = String::from(
        "title = \"Forty\"\nboard = \"tabletop\"\nbegin = { activation = \"Union\" }\nexpect.battle.turn = 1\nground = { size = [64.00, 40.00], area = [{ name = \"Wood\", kind = \"woods\", class = \"difficult\", cover = \"light\", poly = [[20.00, 12.00], [30.00, 12.00], [30.00, 16.00], [20.00, 16.00]] }], line = [{ kind = \"rail fence\", points = [[2.00, 17.00], [58.00, 17.50]] }] }\nunit = [\n",
    );
    for index in 0..40 {
        let (side, row) = if index < 20 {
            ("union", 0)
        } else {
            ("confederate", 1)
        };
        let (x, y) = (4 + (index % 10) * 6, 8 + row * 18 + (index / 10 % 2) * 2);
        text += &format!(
            "  {{ name = \"U{index}\", side = \"{side}\", at = [{x}.00, {y}.00], bases = 6 }},\n"
        );
    }
    text += "]\n";
    let situation = longroll_shell_for_guns::situation::load("forty", &text).expect("sound");
    let chance = Chance::scripted(vec![0, 0]);
    let (mut battle, _) = situation.cases()[0].begin(chance).expect("no dice yet");
    let rounds = std::env::var("LONGROLL_ROUNDS").ok();
    let rounds: u32 = rounds.and_then(|text| text.parse().ok()).unwrap_or(1);
    let side = longroll_core::Side::Union;
    let order = battle.parse("order U11").expect("notation");
    battle.choose(side, &order).expect("passed");
    for (plan, legal) in [
        ("go 0 3.90", true),
        ("go 20 4.00", true),
        ("turn left -60", true),
        ("turn middle 30, go 0 2.00", true),
        ("form two-lines, go 0 2.00", true),
        ("go 0 4.10", false),
    ] {
        let choice = battle
            .parse(&format!("move U11, {plan}"))
            .expect("notation");
        assert_eq!(battle.why_not(side, &choice).is_none(), legal, "{plan}");
        let begun = std::time::Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(battle.why_not(side, &choice));
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("{plan}: {:.1} µs", seconds * 1e6 / f64::from(rounds));
    }
}
