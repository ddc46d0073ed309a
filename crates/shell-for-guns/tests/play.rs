//! Notation, odds, undo, refusals: what every client relies on.

use longroll_core::{Chance, Family as _, Game as _, Record, Seed, Session, Side};
use longroll_rule::Rule;
use longroll_shell_for_guns::choice::{Part, Pivot, Plan};
use longroll_shell_for_guns::frames::Prompt;
use longroll_shell_for_guns::moving;
use longroll_shell_for_guns::notation::{FORMS, read};
use longroll_shell_for_guns::players::{Plain, Player as _, Random, play};
use longroll_shell_for_guns::roll::Odds;
use longroll_shell_for_guns::situation::{Case, is_tabletop, load, load_with};
use longroll_shell_for_guns::text::chances;
use longroll_shell_for_guns::{Battle, Choice, Event, Options, Seat, data};
use longroll_tabletop::{Heading, Point, Ticks, Turn};

fn battle(seed: u64) -> Battle {
    let facts = data::ready("harlans-crossroads", Options::default()).expect("the data is sound");
    Battle::pitched(facts, Chance::seeded(Seed(seed)))
        .expect("a stream never ends")
        .0
}

#[test]
fn every_form_of_notation_reads_back_and_nonsense_is_named() {
    let battle = battle(1);
    for text in [
        "objectives 9.00 5.00, 27.00 5.001",
        "place 1st Brigade, two-lines, 18.00 4.00, 359.99",
        "place Union Cavalry Brigade, line, 18.00 4.00, 0, dismounted",
        "reserve Battery A, 3",
        "station Brig. Gen. Dane, 1.00 2.00, 90",
        "general Maj. Gen. Prewitt, 1.00 2.00, 90, with 1st Brigade",
        "done",
        "enter 1st Brigade, march-column, 18.00 0.00, 0, road 8.00",
        "division order",
        "order 1st Brigade",
        "corps order 1st Brigade",
        "charge 1st Brigade, Alder's Brigade, -45, turn left 30.50",
        "fire Battery A, Alder's Brigade",
        "limber Battery A",
        "deploy Battery A",
        "join Battery A, 1st Brigade, gap 3 right",
        "move 1st Brigade",
        "move 1st Brigade, form line on 2 as 1, turn middle -30, go 15.25 2.005",
        "move 1st Brigade, form two-lines odd right",
        "move Union Cavalry Brigade, dismount, go 0 3.00",
        "stand",
        "stand and fire",
        "flee",
        "remove left",
        "slide right",
        "assign 3, Alder's Brigade",
        "stay",
        "reorganise",
        "break through Alder's Brigade",
        "end",
    ] {
        let choice = battle
            .parse(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(battle.print(&choice), text);
    }
    let words: Vec<&str> = FORMS.iter().map(|(word, ..)| *word).collect();
    assert_eq!(words.len(), 26);
    for (text, wanted) in [
        ("", "nothing is written"),
        ("dance", "is no order"),
        ("order Nobody", "'Nobody' is no unit"),
        ("order", "unit"),
        ("order 1st Brigade, now", "follows a complete order"),
        ("move 1st Brigade, go 181 1.00", "angle"),
        ("move 1st Brigade, go 0 1.0001", "length"),
        ("move 1st Brigade, hop", "part of a move"),
        (
            "place 1st Brigade, square, 1 1, 0",
            "word that fits here: line two-lines ",
        ),
    ] {
        let error = read(battle.facts(), text).expect_err(text).to_string();
        assert!(error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn undo_ends_at_a_sealed_decision_and_at_a_die() {
    let mut session = Session::new(battle(5), Record::default());
    let at = |session: &Session<Battle>, text: &str| session.game().parse(text).expect("notation");
    let choice = at(&session, "objectives 9.00 5.00, 27.00 5.00");
    session.choose(Side::Union, &choice).expect("legal");
    assert!(session.undo().is_err(), "what was sealed stays");
    let choice = at(&session, "objectives 9.00 19.00, 27.00 19.00");
    session.choose(Side::Confederate, &choice).expect("legal");
    assert!(session.undo().is_err(), "dice were rolled for deployment");
    let before = session.game().fingerprint();
    let family = session.game().families().remove(0);
    let choice = family.suggestions().remove(0);
    let side = session.game().asked().expect("asked").side;
    session.choose(side, &choice).expect("suggested");
    session.undo().expect("nothing was rolled");
    assert_eq!(session.game().fingerprint(), before);
}

fn foresee(seed: u64, seen: &mut [u32; 3]) {
    let mut game = battle(seed);
    let mut player = Plain::new(seed);
    for _ in 0..600 {
        let Some(seat) = Seat::of(&game) else { break };
        let side = seat.ask().side;
        let choice = player.choose(seat).expect("a choice");
        let before = game.fingerprint();
        for offer in game.offers() {
            if let Some(odds) = game.odds(&offer.choice) {
                let parts: u32 = odds
                    .ways
                    .iter()
                    .map(|(meaning, _)| odds.parts(*meaning))
                    .sum();
                assert!((9960..=10_000).contains(&parts), "{parts}");
                match offer.choice {
                    Choice::Order { .. } | Choice::DivisionOrder => seen[0] += 1,
                    Choice::Fire { .. } => seen[1] += 1,
                    _ => seen[2] += 1,
                }
            }
        }
        assert_eq!(game.fingerprint(), before);
        game.choose(side, &choice).expect("legal");
    }
}

#[test]
fn odds_draw_no_die_and_add_up() {
    let mut seen = [0_u32; 3];
    for seed in 11..15 {
        foresee(seed, &mut seen);
    }
    assert!(
        seen.iter().all(|count| *count > 0),
        "tests, fires and melees were foreseen: {seen:?}"
    );
}

#[test]
fn the_chances_of_a_flight_are_told_in_short_or_with_each_length() {
    let odds = |ways: [(i32, u64); 2], before: Vec<Odds>| Odds {
        ways: ways.map(|(meaning, count)| (meaning, count.into())).into(),
        of: ways.iter().map(|(_, count)| count).sum::<u64>().into(),
        before,
    };
    let flight = odds([(0, 1), (1, 3)], vec![odds([(2, 1), (4, 1)], Vec::new())]);
    let told = |short| chances(&Choice::Flee, &flight, short);
    let fate = "escapes 75.0 %, caught 25.0 %";
    assert_eq!(told(true), fate);
    assert_eq!(
        told(false),
        format!("flight 2: 50.0 %, 4: 50.0 % UM; {fate}")
    );
}

fn position(units: &str, seed: u64) -> Battle {
    let text = format!(
        "title = \"t\"\nboard = \"tabletop\"\nbegin = {{ activation = \"Union\" }}\nunit = [{units}]\nexpect.unit.A.at = \"\"\n"
    );
    let situation = load("s.toml", &text).expect("sound");
    let case = situation.cases().first().expect("one case");
    case.begin(Chance::seeded(Seed(seed))).expect("dice").0
}

#[test]
fn only_a_target_behind_the_nearest_is_offered_by_the_rule_of_passing_over() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 13.00], disordered = true, bases = 2 }, { name = \"Y\", side = \"confederate\", at = [21.00, 14.00], bases = 2 }";
    let battle = position(units, 1);
    let fires: Vec<(String, bool)> = battle
        .offers()
        .into_iter()
        .filter(|offer| matches!(offer.choice, Choice::Fire { .. }))
        .map(|offer| {
            (
                battle.print(&offer.choice),
                offer.rule == Rule::SFG_2_6_skip,
            )
        })
        .collect();
    assert_eq!(
        fires,
        [
            ("fire A, X".to_owned(), false),
            ("fire A, Y".to_owned(), true)
        ]
    );
}

/// SfG 2.3-free: between an order and its move fire is free; at other times it is fire by SfG 2.6.
#[test]
fn fire_under_an_order_is_offered_by_the_rule_that_frees_it() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00] }, { name = \"X\", side = \"confederate\", at = [18.00, 13.00] }";
    let rule_of_fire = |battle: &Battle| {
        let offers = battle.offers().into_iter();
        let mut fires = offers.filter(|offer| matches!(offer.choice, Choice::Fire { .. }));
        fires.next().expect("it may fire").rule
    };
    let ordered = (1..40).find_map(|seed| {
        let mut battle = position(units, seed);
        assert_eq!(rule_of_fire(&battle), Rule::SFG_2_6);
        let order = battle.parse("order A").expect("notation");
        battle.choose(Side::Union, &order).expect("legal");
        let prompt = battle.asked().expect("a question").prompt;
        matches!(prompt, Prompt::Move(_)).then_some(battle)
    });
    let battle = ordered.expect("one order in forty is obeyed");
    assert_eq!(rule_of_fire(&battle), Rule::SFG_2_3_free);
}

/// SfG 1.3, 2.6-musket-dice: each base that fires rolls as many dice as its factor says, whatever the figures are.
#[test]
fn every_base_fires_with_its_factor() {
    let figures = include_str!("../../../data/shell-for-guns/figures.toml");
    let double = figures.replacen("fire = 1", "fire = 2", 1);
    let laid = (
        "figures.toml".to_owned(),
        "mine/figures.toml".to_owned(),
        double,
    );
    let folder = data::Folder::overlaid([laid]).expect("a known file");
    let text = "title = \"t\"\nboard = \"tabletop\"\nbegin = { activation = \"Union\" }\nexpect.battle.turn = 1\nunit = [{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 3 }, { name = \"X\", side = \"confederate\", at = [18.00, 13.00], bases = 3 }]\n";
    let situation = load_with(&folder, "s.toml", text).expect("sound");
    let begun = situation.cases()[0].begin(Chance::seeded(Seed(1)));
    let battle = begun.expect("no dice").0;
    let fire = battle.parse("fire A, X").expect("notation");
    let odds = battle.odds(&fire).expect("it may fire");
    // Three bases, two dice each, every second a hit.
    assert_eq!(odds.mean(), "3.00");
    assert_eq!(odds.ways.len(), 7);
}

#[test]
fn who_stands_wins_as_often_as_its_odds_say() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 3, fired = true }, { name = \"X\", side = \"confederate\", at = [18.00, 12.00], bases = 3, fired = true }";
    let (mut melees, mut foreseen, mut won) = (0_u32, 0_u32, 0_u32);
    for seed in 0..400 {
        let mut battle = position(units, seed);
        let charge = battle.parse("charge A, X, 0").expect("notation");
        battle.choose(Side::Union, &charge).expect("legal");
        if !battle
            .offers()
            .iter()
            .any(|offer| offer.choice == Choice::Stand)
        {
            continue;
        }
        let odds = battle.odds(&Choice::Stand).expect("the charger gets there");
        melees += 1;
        foreseen += odds.parts(1);
        let (mut choice, mut winner) = (Choice::Stand, None);
        while winner.is_none() {
            let side = battle.asked().expect("the melee goes on").side;
            let outcome = battle.choose(side, &choice).expect("legal");
            winner = outcome.events.iter().find_map(|event| match event {
                Event::MeleeDecided { winner, .. } => Some(*winner),
                _ => None,
            });
            // Who has losses says which bases go.
            if let (None, Some(offer)) = (winner, battle.offers().into_iter().next()) {
                choice = offer.choice;
            }
        }
        won += u32::from(winner == Some(Some(Side::Union)));
    }
    // Four standard deviations of so many fair coins.
    let far = won.abs_diff(foreseen / 10_000);
    assert!(
        melees > 200 && far * far <= 4 * melees,
        "{won} of {melees}, {foreseen}"
    );
}

/// SfG 2.5-reaction, 2.6-musket-dice: three bases of infantry fire one die each, 4 or more in the open, 1 harder under a charge.
#[test]
fn whoever_stands_and_fires_is_told_the_losses_and_the_melee_without_them() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 3, fired = true }, { name = \"X\", side = \"confederate\", at = [18.00, 12.00], bases = 3 }";
    let mut battle = position(units, 1);
    let charge = battle.parse("charge A, X, 0").expect("notation");
    // Whatever the seed: a charge that fails its test asks nothing of the target.
    for seed in 2..40 {
        battle.choose(Side::Union, &charge).expect("legal");
        if battle.odds(&Choice::Stand).is_some() {
            break;
        }
        battle = position(units, seed);
    }
    let stand = battle.odds(&Choice::Stand).expect("it comes to a melee");
    let fire = battle.odds(&Choice::StandAndFire).expect("it may fire");
    assert!(stand.before.is_empty());
    let means: Vec<String> = fire.before.iter().map(Odds::mean).collect();
    assert_eq!(means, ["1.00"]);
    assert_eq!((&fire.ways, &fire.of), (&stand.ways, &stand.of));
    let told = chances(&Choice::StandAndFire, &fire, true);
    assert!(
        told.starts_with("fire: mean 1.00 losses; without them melee: charger wins "),
        "{told}"
    );
}

/// A ghost shows where a plan would lead, over whoever stands in its way too.
#[test]
fn what_a_plan_intends_is_where_it_leads_if_nothing_were_in_its_way() {
    let units = "{ name = \"A\", side = \"union\", at = [18.00, 10.00], bases = 3 }, { name = \"X\", side = \"confederate\", at = [18.00, 11.00], bases = 3 }";
    let battle = position(units, 1);
    let unit = battle.facts().unit_named("A").expect("there");
    let intended = |plan: &Plan| moving::intended(battle.look(), unit, plan);
    let ahead = intended(&Plan::leg(0, Ticks(2000))).expect("a leg");
    assert_eq!(ahead.front().front, Point::new(18_000, 12_000));
    let turn = Part::Turn {
        pivot: Pivot::Middle,
        angle: Turn(9000),
    };
    let turned = intended(&Plan(vec![turn])).expect("a turn");
    assert_eq!(turned.front().heading, Heading::degrees(90));
    let road = Part::Road {
        length: Ticks(1000),
    };
    assert!(intended(&Plan(vec![road])).is_none());
}

#[test]
fn the_plain_player_plays_to_the_end() {
    let mut game = battle(3);
    let course = play(&mut game, &mut Plain::new(3), 4000).expect("it chooses legally");
    assert!(course.result.is_some(), "{course:?}");
}

#[test]
fn the_other_side_and_a_finished_game_are_refused() {
    let mut game = battle(2);
    let choice = game
        .parse("objectives 9.00 5.00, 27.00 5.00")
        .expect("notation");
    let before = game.fingerprint();
    assert!(game.choose(Side::Confederate, &choice).is_err());
    assert!(game.choose(Side::Union, &Choice::End).is_err());
    assert_eq!(game.fingerprint(), before);
    let course = play(&mut game, &mut Random::new(2), 5000).expect("legal");
    assert!(course.result.is_some() && game.options().is_none());
    assert!(game.choose(Side::Union, &Choice::End).is_err());
}

#[test]
fn a_fault_of_a_situation_says_what_stands_there_instead() {
    let found = |value: &str| {
        let text = format!("title = {value}\nboard = \"tabletop\"\nunit = []\n");
        load("s.toml", &text).expect_err("no title").summary()
    };
    for (value, kind) in [
        ("{ a = 1 }", "a table"),
        ("[1]", "a list"),
        ("7", "a whole number"),
        ("1.5", "a number with a decimal point"),
        ("true", "true or false"),
    ] {
        let told = found(value);
        let wanted = format!("s.toml:1: expected a text, found {kind}");
        assert!(told.contains(&wanted), "{wanted}\n{told}");
    }
}

#[test]
fn faults_of_a_situation_are_named_with_their_lines() {
    let text = "title = \"t\"\nboard = \"tabletop\"\nbegin = { activation = \"Nobody\" }\nunit = [\n  { name = \"A\", side = \"union\", at = [10.00, 10.00], colour = 1 },\n]\nplay = [{ choose = \"end\", refused = \"SfG 9.9\" }]\n";
    assert!(is_tabletop(text));
    let faults = load("s.toml", text).expect_err("it has faults").summary();
    for wanted in [
        "s.toml:3: no division is called 'Nobody'",
        "s.toml:5: unknown key 'colour'",
        "s.toml:7: 'SfG 9.9' is no rule",
    ] {
        assert!(faults.contains(wanted), "{wanted}\n{faults}");
    }
    let overlap = "title = \"t\"\nboard = \"tabletop\"\nunit = [\n  { name = \"A\", side = \"union\", at = [10.00, 10.00] }, { name = \"B\", side = \"union\", at = [10.00, 10.00] },\n]\nexpect.unit.A.bases = 6\n";
    assert!(
        load("s.toml", overlap)
            .expect_err("they overlap")
            .summary()
            .contains("A and B overlap")
    );
    let wrong = "title = \"t\"\nboard = \"tabletop\"\nunit = [{ name = \"A\", side = \"union\", at = [10.00, 10.00] }]\nexpect.unit.A = { bases = 5, at = \"10.00 10.00\" }\n";
    let report = load("s.toml", wrong)
        .expect("sound")
        .cases()
        .iter()
        .map(Case::run)
        .next()
        .expect("one case");
    assert!(
        !report.passed() && report.to_string().contains("bases: wanted 5, found 6"),
        "{report}"
    );
}

/// A name that is written wrong is told with the one that may have been meant: in orders, questions and expectations.
#[test]
fn wrong_names_are_told_with_those_that_are_near() {
    let begun = |more: &str| {
        let text = format!(
            "title = \"t\"\nboard = \"tabletop\"\nbegin = {{ activation = \"Union\" }}\nunit = [{{ name = \"Alder\", side = \"union\", at = [18.00, 4.00] }}, {{ name = \"X\", side = \"confederate\", at = [18.00, 20.00] }}]\n{more}\n"
        );
        let situation =
            load("t.toml", &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
        situation.cases()[0].run().differences().join("\n")
    };
    for (line, wanted) in [
        (
            "play = [{ choose = \"order Aldr\" }]",
            "'Aldr' is no unit; did you mean 'Alder'?",
        ),
        (
            "play = [{ may = \"order Aldr\", answer = true }]",
            "'Aldr' is no unit; did you mean 'Alder'?",
        ),
        (
            "play = [{ state = \"Aldr\", answer = \"good order\" }]",
            "no unit is called 'Aldr'; did you mean 'Alder'?",
        ),
        (
            "expect.unit.Aldr.bases = 6",
            "no unit is called 'Aldr'; did you mean 'Alder'?",
        ),
        (
            "expect.general.\"General of Uion\".with = \"nobody\"",
            "no general is called 'General of Uion'; did you mean 'General of Union'?",
        ),
    ] {
        let told = begun(line);
        assert!(told.contains(wanted), "{line}\n{told}");
    }
}

/// Whoever plays a position that begins in the middle of a turn plays on: the rest of the turn, then the next.
#[test]
fn a_position_is_played_on_to_the_end_of_the_battle() {
    let begun = |begin: &str| {
        let text = format!(
            "title = \"t\"\nboard = \"tabletop\"\nbegin = {begin}\nturn = 2\nunit = [{{ name = \"A\", side = \"union\", at = [18.00, 4.00] }}, {{ name = \"X\", side = \"confederate\", at = [18.00, 20.00] }}]\nexpect.unit.A.bases = 6\n"
        );
        let situation =
            load("t.toml", &text).unwrap_or_else(|faults| panic!("{}", faults.summary()));
        let chance = Chance::seeded(Seed(5));
        let (battle, _) = situation.cases()[0]
            .begin_battle(chance)
            .expect("a stream never ends");
        battle
    };
    // What is asked, and of whom, while everybody lets everything go by.
    let asked = |mut battle: Battle, count: usize| {
        let mut told = Vec::new();
        while let Some(ask) = battle.asked().filter(|_| told.len() < count) {
            told.push(format!(
                "{} {:?} {}",
                battle.table().turn(),
                ask.prompt,
                ask.side
            ));
            let idle = battle.offers().into_iter().map(|offer| offer.choice);
            let idle = idle
                .rev()
                .find(|choice| matches!(choice, Choice::End | Choice::Done));
            battle
                .choose(ask.side, &idle.expect("one may let it go by"))
                .expect("it is legal");
        }
        told.join(", ")
    };
    let turn = |turn: u8| format!("{turn} Generals union, {turn} Generals confederate");
    assert_eq!(
        asked(begun("{ activation = \"Confederate\" }"), 4),
        format!("2 Activation confederate, 2 Activation union, {}", turn(3))
    );
    let generals = asked(begun("\"generals\""), 6);
    assert!(
        generals.starts_with(&turn(2)) && generals.ends_with(&turn(3)),
        "{generals}"
    );
    assert_eq!(generals.matches("2 Activation").count(), 2, "{generals}");
    let whole = asked(begun("\"turn\""), 6);
    assert!(
        whole.starts_with(&turn(2)) && whole.ends_with(&turn(3)),
        "{whole}"
    );
    // It ends with the sixth turn, not with the activation that the file shows.
    let all = asked(begun("{ activation = \"Union\" }"), 99);
    assert_eq!(all.matches("Activation").count(), 10, "{all}");
}
