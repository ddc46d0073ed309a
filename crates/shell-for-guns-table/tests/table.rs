//! A whole turn said at the table, as a page says it.

use longroll_shell_for_guns_table::wire::{Look, NewGame, Reply, Saying};
use longroll_shell_for_guns_table::{Folder, Table, positions};

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
        matches!(&tape, Reply::Overlay { text, .. } if text.ends_with("5.50 UM")),
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
