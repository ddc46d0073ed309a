//! Wishes, previews, standing answers and why-not on a game of scenario 2.

use longroll_table::wire::{
    Answer, Answered, Do, GoWish, SetStanding, StandingAnswer, TakeWish, Who, Wish,
};
use longroll_table::{Curtain, Entry, Viewer};

use crate::client::{Client, Luck};

/// Plays on with proposals until a brigade acts; the units that may act.
fn to_an_activation(seed: u64) -> Client {
    let mut client = Client::sit(2, seed, Curtain::Never, Viewer::Here);
    for _ in 0..400 {
        let question = client.look.question.clone().expect("a question");
        if question.key == "act" && question.choices.iter().any(|choice| choice.kind == "move") {
            return client;
        }
        let first = question
            .choices
            .iter()
            .find(|choice| choice.kind == "activate");
        let order = match first {
            Some(choice) => choice.order.clone(),
            None => question.proposal.clone().expect("a proposal"),
        };
        client.choose(&order).unwrap();
    }
    panic!("no brigade acts")
}

fn movers(client: &Client) -> Vec<String> {
    let question = client.look.question.as_ref().unwrap();
    let mut units: Vec<String> = question
        .choices
        .iter()
        .filter(|choice| choice.kind == "move")
        .filter_map(|choice| choice.unit.clone())
        .collect();
    units.dedup();
    units
}

#[test]
fn a_move_is_one_gesture_with_its_cost_told_before() {
    let mut client = to_an_activation(31);
    let unit = movers(&client)[0].clone();
    let Answer::Reach(reach) = client
        .say(Do::Reach {
            piece: unit.clone(),
        })
        .unwrap()
    else {
        panic!("a reach")
    };
    assert!(reach.refusal.is_none() && !reach.places.is_empty());
    let here = client.pieces[&unit].hex.clone().unwrap();
    let place = reach
        .places
        .iter()
        .filter(|place| place.hex != here && place.risk.is_none())
        .max_by_key(|place| place.cost.len())
        .expect("somewhere without a die");
    let go = GoWish {
        pieces: vec![unit.clone()],
        hex: place.hex.clone(),
        facing: None,
    };
    let Answer::Way(way) = client.say(Do::Way(go.clone())).unwrap() else {
        panic!("a way")
    };
    assert_eq!(way.pieces[0].hex, place.hex);
    assert_eq!(way.pieces[0].cost.as_deref(), Some(place.cost.as_str()));
    let state = client.look.state;
    client.say(Do::Wish { wish: Wish::Go(go) }).unwrap();
    assert!(client.look.state > state);
    let mut patience = 40;
    while client.pieces[&unit].hex.as_ref() != Some(&place.hex) && patience > 0 {
        // Somebody reacts: he says no.
        patience -= 1;
        let order = client.look.question.clone().unwrap().proposal.unwrap();
        client.choose(&order).unwrap();
        if client.look.wish.as_ref().is_some_and(|wish| wish.can) {
            let _ = client.say(Do::GoOn);
        }
    }
    assert_eq!(client.pieces[&unit].hex.as_ref(), Some(&place.hex));
    assert_eq!(
        client.pieces[&unit].spent.as_deref(),
        Some(place.cost.as_str())
    );
}

#[test]
fn a_brigade_goes_as_one_and_can_be_taken_back() {
    let mut client = to_an_activation(31);
    let units = movers(&client);
    assert!(units.len() > 1, "{units:?}");
    let start: Vec<_> = units
        .iter()
        .map(|unit| client.pieces[unit].hex.clone())
        .collect();
    let Answer::Reach(reach) = client
        .say(Do::Reach {
            piece: units[0].clone(),
        })
        .unwrap()
    else {
        panic!("a reach")
    };
    let goal = reach
        .places
        .iter()
        .find(|place| Some(&place.hex) != start[0].as_ref() && place.risk.is_none())
        .unwrap();
    let go = GoWish {
        pieces: units.clone(),
        hex: goal.hex.clone(),
        facing: None,
    };
    let Answer::Way(way) = client.say(Do::Way(go.clone())).unwrap() else {
        panic!("a way")
    };
    assert_eq!(way.pieces.len(), units.len());
    client.say(Do::Wish { wish: Wish::Go(go) }).unwrap();
    let moved = units
        .iter()
        .zip(&start)
        .filter(|(unit, start)| client.pieces[*unit].hex != **start)
        .count();
    assert!(moved > 0);
    if client.look.undo.can {
        client.say(Do::Undo).unwrap();
        let back: Vec<_> = units
            .iter()
            .map(|unit| client.pieces[unit].hex.clone())
            .collect();
        assert_eq!(back, start);
    }
}

#[test]
fn clicking_a_regiment_answers_what_lies_before() {
    let mut client = Client::sit(2, 33, Curtain::Never, Viewer::Here);
    for _ in 0..200 {
        let question = client.look.question.clone().expect("a question");
        if ["sit-out", "orders-change"].contains(&question.key.as_str()) {
            let body = client
                .look
                .bodies
                .iter()
                .find(|body| body.side == question.side)
                .map(|body| body.name.clone());
            // The bodies of an update are only those that changed; a look has them all.
            client.say(Do::Look).unwrap();
            let bodies = client.look.bodies.clone();
            let named: Vec<String> = question
                .groups
                .iter()
                .filter_map(|group| group.who.body.clone())
                .collect();
            let body = named.first().cloned().or(body).unwrap();
            let unit = bodies
                .iter()
                .find(|own| own.name == body)
                .unwrap()
                .units
                .iter()
                .find(|unit| client.pieces[*unit].presence == "on-map")
                .unwrap()
                .clone();
            let wish = Wish::Take(TakeWish::Piece(unit));
            client.say(Do::Wish { wish }).unwrap();
            let now = client.look.question.clone().unwrap();
            assert!(
                now.key == "act" || client.look.wish.is_some(),
                "{}",
                now.key
            );
            return;
        }
        client.choose(&question.proposal.unwrap()).unwrap();
    }
    panic!("no marker was drawn")
}

#[test]
fn why_not_names_the_rule() {
    let mut client = to_an_activation(31);
    let unit = movers(&client)[0].clone();
    let why = |client: &mut Client, what| match client.say(what).unwrap() {
        Answer::Why(why) => why,
        other => panic!("{other:?}"),
    };
    let far = why(
        &mut client,
        Do::Why {
            order: None,
            piece: Some(unit.clone()),
            hex: Some("S2410".to_owned()),
            facing: None,
        },
    );
    assert!(
        !far.allowed && far.rule.is_some() && !far.reason.is_empty() && !far.rule_text.is_empty()
    );
    let may = why(
        &mut client,
        Do::Why {
            order: None,
            piece: Some(unit.clone()),
            hex: None,
            facing: None,
        },
    );
    assert!(may.allowed);
    let order = why(
        &mut client,
        Do::Why {
            order: Some("coordinate".to_owned()),
            piece: None,
            hex: None,
            facing: None,
        },
    );
    assert!(!order.allowed && order.rule.is_some());
}

#[test]
fn ending_a_brigade_names_who_could_still_act() {
    let client = to_an_activation(31);
    let question = client.look.question.clone().unwrap();
    let done = question
        .choices
        .iter()
        .find(|choice| choice.order == "done")
        .unwrap();
    assert!(done.ends && !done.gives_up.is_empty());
    assert!(done.text.contains(&done.gives_up[0]), "{}", done.text);
}

#[test]
fn a_standing_answer_is_used_and_told() {
    let mut client = Client::sit(2, 35, Curtain::Never, Viewer::Here);
    let mut luck = Luck(35);
    let mut set = [false; 2];
    for _ in 0..3000 {
        let place = usize::from(client.look.side == longroll_core::Side::Confederate);
        if !set[place] {
            let said = SetStanding {
                key: "react".to_owned(),
                who: Who::Side(client.look.side),
                answer: StandingAnswer::Decline,
            };
            client
                .say(Do::Standing {
                    set: Some(said),
                    clear: None,
                })
                .unwrap();
            assert_eq!(client.look.standing.len(), 1);
            set[place] = true;
        }
        if !client.play_on(&mut luck) {
            break;
        }
        if set == [true; 2] {
            assert_ne!(
                client.look.question.as_ref().map(|q| q.key.as_str()),
                Some("react")
            );
        }
    }
    // The entries are the truth; whoever sits opposite is not told how an answer came about.
    let used = client.entries.iter().any(|entry| {
        matches!(
            entry,
            Entry::Choice {
                by: Answered::Standing,
                ..
            }
        )
    });
    assert!(used, "it was used");
}

#[test]
fn what_cannot_matter_is_not_asked() {
    let mut client = Client::sit(2, 36, Curtain::Never, Viewer::Here);
    let mut luck = Luck(36);
    while client.play_on(&mut luck) {
        if let Some(question) = &client.look.question {
            assert!(question.choices.len() > 1, "{}", question.key);
        }
    }
}

#[test]
fn ending_a_marker_names_the_brigades_that_have_not_acted() {
    let mut client = Client::sit(2, 31, Curtain::Never, Viewer::Here);
    for _ in 0..400 {
        let question = client.look.question.clone().expect("a question");
        if question.key == "next-body" {
            let end = question.choices.iter().find(|choice| choice.ends).unwrap();
            let others = question.choices.iter().filter(|one| one.kind == "activate");
            assert_eq!(end.gives_up.len(), others.count());
            assert!(end.text.contains(&end.gives_up[0]), "{}", end.text);
            return;
        }
        let order = question.proposal.clone().expect("a proposal");
        client.choose(&order).unwrap();
    }
    panic!("no marker is drawn")
}

#[test]
fn an_answer_by_which_nothing_happens_is_told_as_what_was_decided() {
    let mut client = Client::sit(2, 33, Curtain::Never, Viewer::Here);
    let mut luck = Luck(5);
    for _ in 0..600 {
        if !client.play_on(&mut luck) {
            break;
        }
    }
    let Answer::Story(story) = client
        .say(Do::Story {
            before: None,
            count: Some(200),
            all: false,
            piece: None,
        })
        .unwrap()
    else {
        panic!("a story")
    };
    let quiet: Vec<&str> = story
        .iter()
        .filter(|one| one.quiet)
        .map(|one| one.text.as_str())
        .collect();
    assert!(quiet.len() > 5, "{quiet:?}");
    assert!(
        quiet.iter().all(|text| !text.contains("Nothing happens")),
        "{quiet:?}"
    );
}
