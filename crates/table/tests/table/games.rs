//! Whole games, kept, opened again, replayed and branched.

use longroll_core::{Record, Seed, replay};
use longroll_sim::table;
use longroll_table::wire::{Answer, Do};
use longroll_table::{Curtain, Eyes, Language, Table, Viewer};

use crate::client::{Client, Luck, opening, stage};

fn play(number: u8, seed: u64) -> Client {
    let mut client = Client::sit(number, seed, Curtain::Secret, Viewer::Here);
    let mut luck = Luck(seed + 77);
    let mut deeds = 0;
    while client.play_on(&mut luck) {
        deeds += 1;
        assert!(deeds < 20_000, "the game ends");
    }
    assert!(client.look.over.is_some(), "it was played to its end");
    client
}

#[test]
fn a_game_of_scenario_2_is_played_to_its_end_by_messages() {
    let client = play(2, 7);
    assert!(client.table.is_over());
    // What was merged from updates is what a fresh look shows.
    let mut fresh = Eyes::new(Viewer::Here, Language::En);
    let Answer::Look(look) = fresh.look(&client.table) else {
        panic!("a look")
    };
    let merged: Vec<_> = client.pieces.values().cloned().collect();
    let mut shown = look.pieces.clone();
    shown.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(merged, shown);
    assert!(look.story.len() > 10);
}

#[test]
fn the_record_of_the_table_is_a_record_of_the_house() {
    let client = play(2, 8);
    let text = client.table.record().print();
    let record = Record::parse(&text).unwrap();
    let mut battle = table::reopen(&record).unwrap();
    replay(&mut battle, &record, |_| {}).unwrap();
    assert_eq!(
        longroll_core::Game::fingerprint(&battle),
        longroll_core::Game::fingerprint(client.table.battle())
    );
    // And the other way round: its entries are worked out from the text.
    let opening = opening(2, 8, Curtain::Secret);
    let entries = Table::entries_of(&stage(2), &opening, &record).unwrap();
    let again = Table::open(&stage(2), opening, entries).unwrap();
    assert_eq!(
        again.record().lines.len(),
        client.table.record().lines.len()
    );
}

#[test]
fn a_game_that_was_kept_stands_as_it_stood() {
    let mut client = Client::sit(2, 9, Curtain::Secret, Viewer::Here);
    let mut luck = Luck(5);
    for deed in 0..400 {
        if !client.play_on(&mut luck) {
            break;
        }
        if deed % 7 == 0 && client.look.undo.can {
            client.say(Do::Undo).unwrap();
        }
        if deed % 50 == 0 {
            let entries = client.entries.clone();
            let again = Table::open(&stage(2), opening(2, 9, Curtain::Secret), entries).unwrap();
            let eyes = |table: &Table| Eyes::new(Viewer::Here, Language::It).look(table);
            assert_eq!(again.state(), client.table.state());
            let (Answer::Look(mut one), Answer::Look(mut other)) =
                (eyes(&again), eyes(&client.table))
            else {
                panic!("looks")
            };
            // A wish that waits is forgotten when the table is closed.
            (one.wish, other.wish) = (None, None);
            assert_eq!(one, other, "after {deed} deeds");
        }
    }
}

#[test]
fn a_message_on_an_old_state_is_refused_and_nothing_has_changed() {
    let mut client = Client::sit(2, 10, Curtain::Never, Viewer::Here);
    let mut luck = Luck(1);
    client.play_on(&mut luck);
    let state = client.look.state;
    client.look.state = state - 1;
    let order = client.look.question.clone().unwrap().choices[0]
        .order
        .clone();
    assert_eq!(client.choose(&order).unwrap_err().word, "stale");
    client.look.state = state;
    assert_eq!(client.table.state(), state);
    client.choose(&order).unwrap();
}

#[test]
fn an_earlier_moment_can_be_seen_and_gone_on_from() {
    let client = play(2, 11);
    let mut client = Client::at(client.table, Viewer::Here);
    let half = u32::try_from(client.table.choices() / 2).unwrap();
    let Answer::Look(then) = client.say(Do::Replay { at: half }).unwrap() else {
        panic!("a look")
    };
    assert_eq!(then.choices, half);
    assert!(then.question.is_none());
    let at = client.table.choices() / 2;
    let (opening, entries) = client.table.branch(at, Seed(99));
    let branch = Table::open(&stage(2), opening.clone(), entries.clone()).unwrap();
    assert_eq!(branch.choices(), at);
    assert!(!branch.is_over());
    // It has dice of its own, and opens again like any other game.
    let mut on = Client::at(branch, Viewer::Here);
    on.entries.splice(0..0, entries);
    let mut luck = Luck(3);
    for _ in 0..60 {
        on.play_on(&mut luck);
    }
    let again = Table::open(&stage(2), opening, on.entries.clone()).unwrap();
    assert_eq!(again.record().print(), on.table.record().print());
    assert!(
        client.say(Do::Replay { at: 9_999_999 }).is_err(),
        "there is no such moment"
    );
}

#[test]
fn undo_takes_back_a_wish_but_no_die() {
    let mut client = Client::sit(2, 12, Curtain::Never, Viewer::Here);
    let mut luck = Luck(4);
    let (mut undone, mut refused) = (0, 0);
    for _ in 0..600 {
        let before = client.look.clone();
        if !client.play_on(&mut luck) {
            break;
        }
        if client.look.undo.can {
            let depth = client.table.choices();
            let (can, takes) = (client.look.undo.can, client.look.undo.choices);
            client.say(Do::Undo).unwrap();
            undone += 1;
            assert!(can);
            assert_eq!(client.table.choices(), depth - takes as usize);
            if takes == 1 {
                assert_eq!(client.look.question, before.question);
            }
            // Else the game would never end.
            client.play_on(&mut luck);
        } else {
            let state = client.table.state();
            assert!(client.say(Do::Undo).is_err());
            assert_eq!(client.table.state(), state);
            refused += 1;
        }
    }
    assert!(undone > 20 && refused > 20, "{undone} {refused}");
}
