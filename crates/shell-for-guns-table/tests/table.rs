//! A whole turn said at the table, as a page says it.

use longroll_shell_for_guns_table::wire::{Look, NewGame, Reply, Saying};
use longroll_shell_for_guns_table::{Folder, Table, Tongue, positions};

fn begin(table: &str, confederate: &str, seed: u64) -> Table {
    let wish = NewGame {
        table: table.to_owned(),
        union: "person".to_owned(),
        confederate: confederate.to_owned(),
        rules: Vec::new(),
        seed: Some(seed),
    };
    Table::begin(Folder::embedded(), &wish, 0).expect("a game")
}

fn choose(table: &mut Table, text: &str) -> Reply {
    let version = table.look().version;
    table.say(&Saying::Choose {
        text: text.to_owned(),
        version,
    })
}

/// The first fight past the generals' phase, the Union's division to act.
fn fight(seed: u64) -> Option<Table> {
    let mut table = begin("first-fight", "person", seed);
    for _ in 0..2 {
        assert!(matches!(choose(&mut table, "done"), Reply::Done));
    }
    let asked = table.look().asked?;
    (asked.side == "union").then_some(table)
}

fn offered(look: &Look, beginning: &str) -> Option<String> {
    look.offers
        .iter()
        .find(|offer| offer.text.starts_with(beginning))
        .map(|offer| offer.text.clone())
}

#[test]
fn the_lobby_names_every_table_and_each_of_them_opens() {
    let lobby = positions(Folder::embedded());
    assert!(lobby.tables.len() >= 4);
    for place in &lobby.tables {
        let table = begin(&place.name, "person", 1);
        let look = table.look();
        assert!(
            look.asked.is_some() && look.svg.starts_with("<svg"),
            "{}",
            place.name
        );
    }
    let wish = NewGame {
        table: "nowhere".to_owned(),
        union: "person".to_owned(),
        confederate: "person".to_owned(),
        rules: Vec::new(),
        seed: None,
    };
    assert!(Table::begin(Folder::embedded(), &wish, 0).is_err());
}

#[test]
fn a_turn_with_orders_moves_fire_and_a_charge() {
    let mut table = (0..20).find_map(fight).expect("a game the Union begins");
    let look = table.look();
    let fire = offered(&look, "fire ").expect("somebody can fire");
    let odds = look.offers.iter().find(|offer| offer.text == fire);
    assert!(
        odds.is_some_and(|offer| offer.odds.is_some()),
        "odds before a fire"
    );
    assert!(matches!(choose(&mut table, &fire), Reply::Done));
    assert!(table.look().log.iter().any(|line| line.dice.is_some()));
    let charge = match table.say(&Saying::Suggest {
        unit: "2nd Brigade".to_owned(),
        target: Some("Boone's Brigade".to_owned()),
        skip: 0,
    }) {
        Reply::Choices { list, .. } => list.first().expect("a charge").text.clone(),
        other => panic!("{other:?}"),
    };
    let preview = table.say(&Saying::Preview {
        text: charge.clone(),
    });
    assert!(
        matches!(preview, Reply::Overlay { legal: Some(_), .. }),
        "{preview:?}"
    );
    assert!(matches!(choose(&mut table, &charge), Reply::Done));
    let tape = table.say(&Saying::Tape {
        from: "3rd Brigade".to_owned(),
        to: "Calloway's Brigade".to_owned(),
    });
    assert!(
        matches!(&tape, Reply::Overlay { text, .. } if text.contains("5.50 UM edge to edge, from ")),
        "{tape:?}"
    );
    let aim = table.say(&Saying::Aim {
        unit: "3rd Brigade".to_owned(),
        target: Some("Calloway's Brigade".to_owned()),
    });
    assert!(matches!(aim, Reply::Overlay { .. }), "{aim:?}");
}

#[test]
fn the_legal_part_of_a_move_is_shown_and_the_reason_where_it_ends() {
    for mut table in (0..40).filter_map(fight) {
        assert!(matches!(
            choose(&mut table, "order 1st Brigade"),
            Reply::Done
        ));
        if table
            .look()
            .asked
            .as_ref()
            .map(|asked| asked.prompt.as_str())
            != Some("move")
        {
            continue;
        }
        let preview = table.say(&Saying::Preview {
            text: "move 1st Brigade, go 0 9.00".to_owned(),
        });
        match preview {
            Reply::Overlay {
                legal, rule, svg, ..
            } => {
                assert_eq!(legal.as_deref(), Some("move 1st Brigade, go 0 4.00"));
                assert_eq!(rule.as_deref(), Some("SfG 2.5-distances"));
                assert!(svg.contains("class=\"wanted\"") && svg.contains("class=\"legal\""));
            }
            other => panic!("{other:?}"),
        }
        let before = table.look();
        assert!(matches!(
            choose(&mut table, "move 1st Brigade, go 0 2.00"),
            Reply::Done
        ));
        assert!(matches!(table.say(&Saying::Undo), Reply::Done));
        let after = table.look();
        assert_eq!(before.svg, after.svg);
        assert_eq!(before.log.len(), after.log.len());
        let stale = table.say(&Saying::Choose {
            text: "move 1st Brigade".to_owned(),
            version: before.version,
        });
        assert!(matches!(stale, Reply::Stale));
        return;
    }
    panic!("no order passed in forty games");
}

#[test]
fn a_record_opens_where_it_was_left_and_secrets_are_not_told() {
    let mut table = begin("two-ridges", "random", 3);
    assert!(matches!(
        choose(&mut table, "objectives 9.00 5.00, 27.00 5.00"),
        Reply::Done
    ));
    let mut sealed = begin("two-ridges", "person", 3);
    choose(&mut sealed, "objectives 9.00 5.00, 27.00 5.00");
    let told = serde_json::to_string(&sealed.look()).expect("a look is plain");
    assert!(!told.contains("27.00"), "the other side looks now");
    let again = Table::open(Folder::embedded(), table.record().clone()).expect("a record opens");
    assert_eq!(again.look().svg, table.look().svg);
    assert_eq!(again.look().log.len(), table.look().log.len());
}

/// The first legal member of a family of the pending question.
fn first_of_families(table: &mut Table) -> Option<String> {
    let families = table.look().families;
    families.iter().find_map(|family| {
        let reply = table.say(&Saying::Suggest {
            unit: family.unit.clone().unwrap_or_default(),
            target: None,
            skip: 0,
        });
        match reply {
            Reply::Choices { list, .. } => list.first().map(|offer| offer.text.clone()),
            _ => None,
        }
    })
}

/// A name that is written wrong is answered with the one that may have been meant, in either language.
#[test]
fn a_wrong_name_is_answered_with_the_near_one() {
    let mut table = begin("two-ridges", "plain", 7);
    let Reply::Refused { reason, .. } = choose(&mut table, "order 1st Brigde") else {
        panic!("nobody is called so");
    };
    assert_eq!(
        reason,
        "'1st Brigde' is no unit; did you mean '1st Brigade'?"
    );
    assert_eq!(
        Tongue::Italian.sentence(&reason),
        "'1st Brigde' non vale come unità; forse '1st Brigade'?"
    );
    let reason = "nothing on the table is named 'Vally Raod'; a place is written 12.00 20.00; did you mean 'Valley Road'?";
    let told = Tongue::Italian.sentence(reason);
    assert!(told.ends_with("20.00; forse 'Valley Road'?"), "{told}");
    let told = Tongue::Italian.sentence("A cannot be its own target");
    assert_eq!(told, "A non può essere il proprio bersaglio");
}

#[test]
fn undo_takes_back_what_the_program_chose_since() {
    let mut table = begin("two-ridges", "plain", 7);
    let mut undone = 0;
    for _ in 0..40 {
        let before = table.look();
        if before
            .asked
            .as_ref()
            .is_none_or(|asked| asked.prompt != "deploy")
            && before.heading != "set-up"
        {
            break;
        }
        let text = first_of_families(&mut table).expect("somebody waits");
        assert!(matches!(choose(&mut table, &text), Reply::Done), "{text}");
        let after = table.look();
        if after.version <= before.version + 1 || after.undo < 2 {
            continue;
        }
        // The program set up a division in answer: all of it goes back, and the same person is asked again.
        assert!(matches!(table.say(&Saying::Undo), Reply::Done));
        let again = table.look();
        assert!(again.asked.as_ref().is_some_and(|asked| asked.here));
        assert_eq!(again.log.len(), before.log.len());
        assert_eq!(again.svg, before.svg);
        assert!(matches!(choose(&mut table, &text), Reply::Done));
        undone += 1;
    }
    assert!(undone > 0, "the program answered without a die");
}

#[test]
fn a_reserve_enters_where_it_is_clicked_and_its_ghost_tells_how_far() {
    let mut table = begin("help-is-coming", "person", 1);
    for _ in 0..6 {
        let asked = table.look().asked.expect("not over");
        match asked.prompt.as_str() {
            "generals" => assert!(matches!(choose(&mut table, "done"), Reply::Done)),
            "activation" => assert!(matches!(choose(&mut table, "end"), Reply::Done)),
            _ => break,
        }
    }
    let look = table.look();
    assert_eq!(look.asked.expect("not over").prompt, "enter");
    let of = |name: &str| look.things.iter().find(|thing| thing.name == name);
    assert_eq!(
        of("Battery B").expect("listed").formations,
        ["deployed", "limbered"]
    );
    assert!((of("1st Brigade").expect("listed").frontage - 4.8).abs() < 1e-9);
    let mut preview = |text: &str| {
        table.say(&Saying::Preview {
            text: text.to_owned(),
        })
    };
    match preview("enter 4th Brigade, line, 8.00 0.00, 0, go 0 9.00") {
        Reply::Overlay {
            svg, legal, rule, ..
        } => {
            assert_eq!(
                legal.as_deref(),
                Some("enter 4th Brigade, line, 8.00 0.00, 0, go 0 4.00")
            );
            assert_eq!(rule.as_deref(), Some("SfG 2.5-distances"));
            assert!(svg.contains("class=\"wanted\""), "{svg}");
        }
        other => panic!("{other:?}"),
    }
    match preview("enter 4th Brigade, line, 8.00 0.00, 0, go 0 3.50") {
        Reply::Overlay { rule, legal, .. } => assert!(rule.is_none() && legal.is_some()),
        other => panic!("{other:?}"),
    }
    match preview("enter 4th Brigade, line, 8.00 1.00, 0, go 0 3.50") {
        Reply::Overlay { rule, legal, .. } => {
            assert_eq!(rule.as_deref(), Some("SfG 2.4-enter"));
            assert!(legal.is_none());
        }
        other => panic!("{other:?}"),
    }
}

fn taped(table: &mut Table, from: &str, to: &str) -> Result<(String, String), String> {
    let saying = Saying::Tape {
        from: from.to_owned(),
        to: to.to_owned(),
    };
    match table.say(&saying) {
        Reply::Overlay { svg, text, .. } => Ok((text, svg)),
        Reply::Refused { reason, .. } => Err(reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_tape_is_laid_between_any_two_things_of_the_ground() {
    let mut table = begin("harlans-crossroads", "person", 1);
    for (from, to, wanted) in [
        (
            "South Corn",
            "Harlan",
            "South Corn – Harlan: 1.80 UM, from 14.50 10.00 to 16.00 11.00",
        ),
        (
            "south stones",
            "the edge",
            "South Stones – edge: 1.00 UM, from 1.00 5.00 to 0.00 5.00",
        ),
        (
            "South Stones",
            "south edge",
            "South Stones – south edge: 5.00 UM, from 1.00 5.00 to 1.00 0.00",
        ),
        // A road is 0.60 wide.
        (
            "South Corn",
            "Mill Road",
            "South Corn – Mill Road: 3.20 UM, from 14.50 8.00 to 17.70 8.00",
        ),
        (
            "29.00 12.00",
            "rail fence 1",
            "29.00 12.00 – rail fence 1: 1.00 UM, from 29.00 12.00 to 29.00 11.00",
        ),
        (
            "12.00 20.00",
            "15 24",
            "12.00 20.00 – 15.00 24.00: 5.00 UM, from 12.00 20.00 to 15.00 24.00",
        ),
        (
            "18 12",
            "harlan",
            "18.00 12.00 – Harlan: 0.00 UM, both at 18.00 12.00",
        ),
        // A part of a name that only one thing has.
        (
            "signal",
            "28.00 3.80",
            "Signal Hill – 28.00 3.80: 3.00 UM, from 28.00 6.80 to 28.00 3.80",
        ),
        // What was clicked: a wood, a fence, the edge, empty ground.
        (
            "at 12.00 8.00",
            "at 17.00 12.60",
            "South Corn – Harlan: 1.80 UM, from 14.50 10.00 to 16.00 11.00",
        ),
        (
            "at 26.000 10.850",
            "at 12.00 -0.20",
            "rail fence 1 – south edge: 10.50 UM, from 23.00 10.50 to 23.00 0.00",
        ),
        (
            "at 15.00 21.00",
            "at 12.00 17.00",
            "15.00 21.00 – Chapel Hill: 5.00 UM, from 15.00 21.00 to 12.00 17.00",
        ),
    ] {
        let (text, svg) = taped(&mut table, from, to).expect(wanted);
        assert_eq!(text, wanted);
        assert!(svg.contains("class=\"tape\""), "{wanted}");
    }
    for (from, reason) in [
        ("fence", "'fence' may be rail fence 1, rail fence 2"),
        ("1st Brigade", "1st Brigade is not on the table"),
        ("40.00 1.00", "40.00 1.00 is not on the table"),
        (
            "nowhere",
            "nothing on the table is named 'nowhere'; a place is written 12.00 20.00",
        ),
        (
            "",
            "nothing on the table is named ''; a place is written 12.00 20.00",
        ),
    ] {
        assert_eq!(taped(&mut table, from, "edge"), Err(reason.to_owned()));
    }
}

#[test]
fn the_tape_takes_generals_and_objectives_and_the_edges_of_bases() {
    let mut table = begin("first-fight", "person", 1);
    let look = table.look();
    let objective = look.things.iter().find(|own| own.kind == "objective");
    let (x, y) = objective.and_then(|own| own.at).expect("an objective");
    let brigade = look.things.iter().find(|own| own.name == "1st Brigade");
    let front = brigade.and_then(|own| own.at).expect("a brigade");
    // Straight ahead of the middle of its front edge.
    let ahead = format!("{:.2} {:.2}", front.0, front.1 + 1.25);
    let (text, _) = taped(&mut table, "1st Brigade", &ahead).expect("a tape");
    assert!(
        text.contains("1.25 UM from the edge of the bases"),
        "{text}"
    );
    let spot = format!("{:.2} {:.2}", x + 0.3, y - 0.4);
    let (text, _) = taped(&mut table, "objective 1", &spot).expect("a tape");
    assert!(text.starts_with("objective 1 – ") && text.contains(": 0.50 UM, from"));
    let general = look.things.iter().find(|own| own.kind == "general");
    let name = general.map(|own| own.name.clone()).expect("a general");
    let (text, _) = taped(&mut table, &name, "objective 1").expect("a tape");
    assert!(text.starts_with(&name), "{text}");
}

/// The page tells who decides: in a reaction the division that is charged, not the one that is active.
#[test]
fn a_reaction_names_the_division_that_is_charged() {
    for mut table in (0..20).filter_map(fight) {
        let charge = match table.say(&Saying::Suggest {
            unit: "2nd Brigade".to_owned(),
            target: Some("Boone's Brigade".to_owned()),
            skip: 0,
        }) {
            Reply::Choices { list, .. } => list.first().expect("a charge").text.clone(),
            other => panic!("{other:?}"),
        };
        let acting = table.look().asked.and_then(|asked| asked.division);
        assert!(matches!(choose(&mut table, &charge), Reply::Done));
        if table.look().asked.expect("a question").prompt == "support" {
            assert!(matches!(choose(&mut table, "done"), Reply::Done));
        }
        let asked = table.look().asked.expect("a question");
        if asked.prompt != "reaction" {
            continue;
        }
        let boone = table.look().things;
        let boone = boone.iter().find(|own| own.name == "Boone's Brigade");
        let line = &boone.expect("it stands there").line;
        let division = asked.division.expect("a division");
        assert_ne!(Some(&division), acting.as_ref());
        assert!(
            line.starts_with(&format!("Boone's Brigade (confederate, {division}):")),
            "{line}"
        );
        return;
    }
    panic!("no charge came to its reaction");
}

#[test]
fn the_record_of_a_ready_position_names_it_as_the_terminal_does() {
    use longroll_core::Record;
    let mut table = begin("first-fight", "person", 3);
    assert!(matches!(choose(&mut table, "done"), Reply::Done));
    let record = table.record().clone();
    assert_eq!(record.tag("Situation"), Some("first-fight"));
    assert_eq!(record.tag("Title"), Some("First fight"));
    let open = |record: Record| Table::open(Folder::embedded(), record);
    let again = open(record.clone()).expect("it opens");
    assert_eq!(again.look().svg, table.look().svg);
    // Older games name their position as a table.
    let mut old = record.clone();
    old.remove_tag("Situation");
    old.set_tag("Table", "first-fight");
    let again = open(old).expect("it opens");
    assert_eq!(again.look().svg, table.look().svg);
    // No file is opened.
    let mut other = record;
    other.set_tag("Situation", "/etc/passwd");
    let error = open(other).expect_err("no position").to_string();
    assert!(error.contains("no files are opened here"), "{error}");
}

#[test]
fn an_unknown_table_is_told_with_the_ready_positions_and_no_switch_is_set_twice() {
    let mut wish = NewGame {
        table: "first-figth".to_owned(),
        union: "person".to_owned(),
        confederate: "person".to_owned(),
        rules: Vec::new(),
        seed: Some(1),
    };
    let error = |wish: &NewGame| {
        let table = Table::begin(Folder::embedded(), wish, 0);
        table.expect_err("no game").to_string()
    };
    let told = error(&wish);
    for part in ["did you mean 'first-fight'", "two-ridges", "drill-ground"] {
        assert!(told.to_lowercase().contains(part), "{part}: {told}");
    }
    wish.table = "two-ridges".to_owned();
    wish.rules = vec!["pushback=pairs".to_owned(), "pushback=pairs".to_owned()];
    let told = error(&wish);
    assert!(told.contains("pushback is set twice"), "{told}");
}
