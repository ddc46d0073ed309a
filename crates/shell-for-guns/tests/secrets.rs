//! What a side may know, and games as text.

use longroll_core::{BySide, Chance, Game as _, Record, Seed, Session, Side};
use longroll_shell_for_guns::frames::Prompt;
use longroll_shell_for_guns::players::{Player as _, Random};
use longroll_shell_for_guns::view::is_secret;
use longroll_shell_for_guns::{Battle, Options, Seat, View, data, keeping};

fn battle(seed: u64) -> (Battle, Record) {
    let facts = data::ready("two-ridges", Options::default()).expect("the data is sound");
    let players = BySide {
        union: "person",
        confederate: "random",
    };
    let header = keeping::header("two-ridges", &facts, Seed(seed), players);
    let battle = Battle::pitched(facts, Chance::seeded(Seed(seed))).expect("a stream never ends");
    (battle.0, header)
}

#[test]
fn sealed_objectives_and_generals_are_in_no_view_of_the_other_side() {
    let (mut game, _) = battle(4);
    let choice = game
        .parse("objectives 9.00 5.00, 27.00 5.00")
        .expect("notation");
    game.choose(Side::Union, &choice).expect("legal");
    assert!(View::of(&game, Side::Union).objectives.is_some());
    let theirs = View::of(&game, Side::Confederate);
    assert!(theirs.objectives.is_none() && theirs.table.objectives().is_empty());
    let mut player = Random::new(4);
    let mut hidden = 0;
    while let Some(seat) = Seat::of(&game) {
        let side = seat.ask().side;
        let choice = player.choose(seat).expect("a choice");
        game.choose(side, &choice).expect("legal");
        let [union, confederate] = Side::BOTH.map(|side| View::of(&game, side));
        assert_eq!(union.table, confederate.table, "the table is open to both");
        if union.rides != confederate.rides {
            hidden += 1;
            let own = |view: &View| {
                let facts = game.facts();
                view.rides
                    .iter()
                    .all(|ride| facts.general(ride.general).side == view.side)
            };
            assert!(own(&union) && own(&confederate));
        }
    }
    assert!(hidden > 0, "generals moved in secret");
}

#[test]
fn a_save_opens_as_the_same_game_and_a_changed_one_does_not() {
    let (game, header) = battle(8);
    let mut session = Session::new(game, header);
    let mut player = Random::new(8);
    for _ in 0..60 {
        let seat = Seat::of(session.game()).expect("not over yet");
        let side = seat.ask().side;
        let choice = player.choose(seat).expect("a choice");
        session.choose(side, &choice).expect("legal");
    }
    let text = keeping::save(session.game(), session.record()).expect("a state is plain");
    let opened = keeping::open(&text, None).expect("its own edition");
    assert_eq!(opened.fingerprint(), session.game().fingerprint());
    assert_eq!(opened.state(), session.game().state());
    let damaged = text.replacen("\"turn\":", "\"turn\":1", 1);
    assert!(keeping::open(&damaged, None).is_err());
    let other = text.replacen(&keeping::edition(), "0.0.0 / other", 1);
    let error = keeping::open(&other, None).expect_err("another edition");
    assert!(error.to_string().contains("another edition"), "{error}");
    // The record leads to the same place from its header alone.
    let record = Record::parse(&session.record().print()).expect("it reads back");
    let facts = keeping::facts_of(&record, data::Folder::embedded()).expect("its header");
    let seed = keeping::seed_of(&record).expect("its seed");
    let (fresh, _) = Battle::pitched(facts, Chance::seeded(seed)).expect("a stream never ends");
    let resumed = Session::resume(fresh, record).expect("it replays");
    assert_eq!(resumed.game().fingerprint(), session.game().fingerprint());
}

#[test]
fn a_header_that_names_no_game_is_told() {
    let (_, header) = battle(1);
    for (tag, value, wanted) in [
        ("Table", "nowhere", "no table is called 'nowhere'"),
        ("Rules", "pushback", "no switch=value"),
        ("Rules", "pushback=never", "is not one of"),
        ("Battle", "shiloh", "not ours"),
    ] {
        let mut wrong = header.clone();
        wrong.set_tag(tag, value);
        let error = keeping::facts_of(&wrong, data::Folder::embedded())
            .expect_err(tag)
            .to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let mut wrong = header;
    wrong.set_tag("Seed", "many");
    assert!(keeping::seed_of(&wrong).is_err());
    wrong.remove_tag("Table");
    assert!(keeping::facts_of(&wrong, data::Folder::embedded()).is_err());
}

/// SfG 3.0-objectives and SfG-reading 37: both sides choose these before either is shown; everything else is open.
#[test]
fn objectives_and_generals_are_decided_in_secret_and_nothing_else() {
    let (mut game, _) = battle(6);
    let mut player = Random::new(6);
    let (mut secret, mut open) = (0, 0);
    while let Some(seat) = Seat::of(&game) {
        let ask = seat.ask();
        let hidden = matches!(ask.prompt, Prompt::Objectives | Prompt::Generals);
        assert_eq!(is_secret(ask.prompt), hidden, "{:?}", ask.prompt);
        if hidden {
            secret += 1;
        } else {
            open += 1;
        }
        let choice = player.choose(seat).expect("something is legal");
        game.choose(ask.side, &choice).expect("it is legal");
    }
    assert!(secret > 4 && open > 20, "{secret} {open}");
}
