//! Everything each seat was sent, held against what that side may know.

use longroll_core::{Game as _, Side};
use longroll_gbacw::{View, hidden_from};
use longroll_table::wire::{Answer, Do, Saying};
use longroll_table::{Curtain, Eyes, Language, Table, Viewer};

use crate::client::{Luck, opening, stage};

/// Holds one message to a side against the engine's own view.
fn check(side: Side, answer: &Answer, table: &Table, truth: &[(u32, usize)]) {
    let battle = table.battle();
    let setting = battle.setting();
    let view = View::of(battle, side);
    let (look, steps) = match answer {
        Answer::Look(look) => (&**look, &[][..]),
        Answer::Update(update) => (&update.now, update.steps.as_slice()),
        other => panic!("{other:?}"),
    };
    assert_eq!(look.side, side);
    for body in &look.bodies {
        let id = setting
            .body_ids()
            .find(|&id| longroll_gbacw::names::body(setting, id) == body.name)
            .expect("a body");
        let known = view.position.body(id);
        assert_eq!(
            body.mission.is_some(),
            known.mission.is_some(),
            "{}",
            body.name
        );
        assert!(body.mission.is_none() || setting.body(id).side == side);
        assert_eq!(body.entitled, known.entitled, "{}", body.name);
    }
    for activator in &look.activators {
        let id = setting
            .activator_ids()
            .find(|&id| longroll_gbacw::names::activator(setting, id) == activator.name)
            .expect("an activator");
        let known = view.position.activator(id);
        assert_eq!(
            (activator.efficiency, activator.number),
            (known.efficiency(), known.number),
            "{}",
            activator.name
        );
        // SR 5.31: how many markers the enemy holds back is not told while it is decided.
        let withheld = battle
            .asked()
            .is_some_and(|ask| ask.prompt == longroll_gbacw::Prompt::Withhold);
        let secret = withheld && activator.side != side;
        assert_eq!(activator.placed, if secret { 0 } else { known.placed });
    }
    // Choices are shown only to whoever decides.
    if let Some(question) = &look.question {
        assert_eq!(
            (question.side, battle.asked().map(|ask| ask.side)),
            (side, Some(side))
        );
    }
    assert!(look.standing.is_empty());
    // As many events as the engine says this side may know, no more.
    for step in steps {
        let known = truth.iter().find(|(number, _)| *number == step.number);
        assert_eq!(known.map(|(_, count)| *count), Some(step.events.len()));
    }
}

/// Plays a game with both sides looking, and holds every message against the view.
fn play(number: u8, seed: u64, most: usize) -> (usize, usize) {
    let mut table = Table::begin(&stage(number), opening(number, seed, Curtain::Never)).unwrap();
    let mut eyes = Side::BOTH.map(|side| Eyes::new(Viewer::Side(side), Language::En));
    let mut luck = Luck(seed);
    let mut follower = table.battle().clone();
    let seed_text = format!("{}", 0x5eed_0000_u64 + seed);
    let (mut hidden, mut messages) = (0, 0);
    let mut known = table.choices();
    // An answer that is kept from a side is one number to it, of however many choices.
    let mut counted = [0_u32, 0];
    let mut held = [Vec::new(), Vec::new()];
    for (eyes, side) in eyes.iter_mut().zip(Side::BOTH) {
        let answer = eyes.look(&table);
        check(side, &answer, &table, &[]);
    }
    for _ in 0..most {
        let Some(decider) = table.decider() else {
            break;
        };
        let offers = table.battle().offers();
        let accept = offers
            .iter()
            .find(|offer| offer.choice == longroll_gbacw::Choice::Accept);
        let choice = accept.or_else(|| luck.one_of(offers)).unwrap().choice;
        let order = table.battle().print(&choice);
        let saying = |side| Saying {
            id: 0,
            state: Some(table.state_of(Viewer::Side(side))),
            what: Do::Choose {
                order: order.clone(),
            },
        };
        let (others, own) = (saying(decider.enemy()), saying(decider));
        let at = usize::from(decider == Side::Confederate);
        // The other side may not make it.
        let mut other = Eyes::new(Viewer::Side(decider.enemy()), Language::En);
        let reply = table.say(&mut other, &others);
        assert_eq!(
            reply.error.map(|fault| fault.word).as_deref(),
            Some("not-yours")
        );
        let reply = table.say(&mut eyes[at], &own);
        let own = reply.ok.expect("it is legal");
        // While the enemy is still deciding in secret there is nothing new.
        let other = eyes[1 - at].news(&table);
        // An independent count of what each side may know.
        let record = table.record();
        let lines: Vec<_> = record
            .lines
            .iter()
            .filter_map(|(_, line)| match line {
                longroll_core::RecordLine::Choice { side, text, .. } => Some((*side, text.clone())),
                _ => None,
            })
            .collect();
        let mut truth = [Vec::new(), Vec::new()];
        for (place, (side, text)) in lines.iter().enumerate().skip(known) {
            let _ = place;
            let before = follower.clone();
            let choice = follower.parse(text).unwrap();
            let outcome = follower.choose(*side, &choice).unwrap();
            let secret = |battle: &longroll_gbacw::Battle| {
                battle.asked().is_some_and(|ask| {
                    ask.side == *side
                        && matches!(
                            ask.prompt,
                            longroll_gbacw::Prompt::Withhold | longroll_gbacw::Prompt::Alert { .. }
                        )
                })
            };
            let goes_on = secret(&before) && secret(&follower);
            for (looker, truth) in Side::BOTH.into_iter().zip(&mut truth) {
                let own = usize::from(looker == Side::Confederate);
                let told = |event: &&longroll_gbacw::Event| {
                    !matches!(event, longroll_gbacw::Event::Noted(_))
                };
                let all = outcome.events.iter().filter(told).count();
                let seen = outcome.events.iter().filter(told).filter(|event| {
                    !hidden_from(&before, looker, event) && !hidden_from(&follower, looker, event)
                });
                let seen = seen.count();
                hidden += all - seen;
                if looker != *side && goes_on {
                    assert_eq!(seen, 0, "nothing of it shows");
                    held[own].push(());
                    continue;
                }
                counted[own] += 1;
                truth.push((counted[own], seen));
            }
        }
        known = lines.len();
        let answers = [Some((at, own)), other.map(|other| (1 - at, other))];
        for (place, answer) in answers.into_iter().flatten() {
            let side = Side::BOTH[place];
            check(side, &answer, &table, &truth[place]);
            let text = serde_json::to_string(&answer).unwrap();
            assert!(!text.contains(&seed_text), "the seed is nobody's to know");
            messages += 1;
        }
        if luck.below(40) == 0 {
            for (eyes, side) in eyes.iter_mut().zip(Side::BOTH) {
                check(side, &eyes.look(&table), &table, &[]);
                let ask = |what| Saying {
                    id: 0,
                    state: None,
                    what,
                };
                let at = u32::try_from(luck.below(table.counted(eyes.viewer()) + 1)).unwrap();
                let then = table.say(eyes, &ask(Do::Replay { at })).ok.unwrap();
                let Answer::Look(then) = then else {
                    panic!("a look")
                };
                assert!(then.question.is_none() && then.side == side);
            }
        }
    }
    (hidden, messages)
}

#[test]
fn a_side_is_sent_what_it_may_know_and_nothing_else() {
    // Scenario 2 hides nothing but the choices; whole games.
    let (_, messages) = play(2, 0x5eed_0001, 20_000);
    assert!(messages > 200, "{messages}");
}

#[test]
fn secret_numbers_and_missions_do_not_leave_the_table() {
    // The alert programme of the first morning, and the army that marches to the sound of battle.
    let mut kept = 0;
    for number in [1, 3] {
        let (hidden, messages) = play(number, 0x5eed_0007, 300);
        assert!(messages > 100);
        kept += hidden;
    }
    assert!(kept > 0, "these scenarios keep something secret");
}

/// SR 5.31: however many markers a side holds back, the other one is told the same.
#[test]
fn a_secret_answer_is_one_number_and_one_paragraph_however_long_it_was() {
    let play = |withheld: usize| {
        let mut table = Table::begin(&stage(2), opening(2, 7, Curtain::Never)).unwrap();
        let mut union = Eyes::new(Viewer::Side(Side::Union), Language::En);
        let mut confederate = Eyes::new(Viewer::Side(Side::Confederate), Language::En);
        let (mut left, mut undone) = (withheld, false);
        for _ in 0..60 {
            let ask = table.battle().asked().unwrap();
            let offers = table.battle().offers();
            let secret = ask.prompt == longroll_gbacw::Prompt::Withhold;
            let own = secret && ask.side == Side::Confederate;
            if !secret && left < withheld {
                break;
            }
            let hold = offers
                .iter()
                .find(|offer| matches!(offer.choice, longroll_gbacw::Choice::Withhold { .. }))
                .filter(|_| own && left > 0);
            let accept = offers
                .iter()
                .find(|offer| offer.choice == longroll_gbacw::Choice::Accept);
            let ends = offers
                .iter()
                .find(|offer| offer.choice == longroll_gbacw::Choice::Done);
            if own && withheld == 0 && hold.is_none() {
                left = 1;
            }
            let choice = hold.or(accept).or(ends).unwrap_or(&offers[0]).choice;
            let order = table.battle().print(&choice);
            let eyes = match ask.side {
                Side::Union => &mut union,
                Side::Confederate => &mut confederate,
            };
            let held = hold.is_some();
            let state = Some(table.state_of(Viewer::Side(ask.side)));
            let say = |what| Saying { id: 0, state, what };
            let reply = table.say(
                eyes,
                &say(Do::Choose {
                    order: order.clone(),
                }),
            );
            assert!(reply.error.is_none(), "{:?}", reply.error);
            if held {
                assert!(
                    union.news(&table).is_none(),
                    "nothing shows while it is decided"
                );
                if !undone {
                    // Taken back and done again: that does not show either.
                    undone = true;
                    let state = Some(table.state_of(Viewer::Side(Side::Confederate)));
                    let say = |what| Saying { id: 0, state, what };
                    assert!(table.say(&mut confederate, &say(Do::Undo)).error.is_none());
                    assert!(union.news(&table).is_none());
                    let state = Some(table.state_of(Viewer::Side(Side::Confederate)));
                    let say = |what| Saying { id: 0, state, what };
                    let reply = table.say(&mut confederate, &say(Do::Choose { order }));
                    assert!(reply.error.is_none());
                }
                left -= 1;
            }
            if own && !held {
                break;
            }
            union.news(&table);
        }
        assert_eq!(
            table.choices() - table.counted(Viewer::Side(Side::Union)),
            withheld
        );
        let mut look = union.look(&table);
        let Answer::Look(told) = &mut look else {
            panic!("a look")
        };
        serde_json::to_string(&(
            told.state,
            told.choices,
            &told.story,
            &told.turn,
            &told.waiting,
            &told.question.as_ref().map(|one| &one.key),
        ))
        .unwrap()
    };
    let none = play(0);
    assert_eq!(none, play(1));
    assert!(none.contains("in secret"), "{none}");
}

#[test]
fn a_curtain_falls_before_a_secret_question() {
    use crate::client::Client;
    let mut client = Client::sit(2, 3, Curtain::Always, Viewer::Here);
    let mut luck = Luck(2);
    let mut curtains = 0;
    for _ in 0..300 {
        if let Some(side) = client.look.curtain {
            curtains += 1;
            assert!(client.look.question.is_none());
            assert_ne!(client.look.side, side, "the old eyes still look");
            let order = client.table.battle().offers()[0].choice;
            let order = client.table.battle().print(&order);
            assert_eq!(client.choose(&order).unwrap_err().word, "curtain");
            // Nor is anything told to whoever still sits there.
            assert!(client.look.pieces.is_empty() && client.look.story.is_empty());
            assert!(client.look.score.is_none() && client.look.bodies.is_empty());
            let story = Do::Story {
                before: None,
                count: None,
                all: true,
                piece: None,
            };
            for what in [story, Do::Replay { at: 0 }, Do::Odds { order: None }] {
                assert_eq!(client.say(what).unwrap_err().word, "curtain");
            }
            client.say(Do::Look).unwrap();
            assert!(client.look.pieces.is_empty() && client.look.curtain.is_some());
        }
        if !client.play_on(&mut luck) {
            break;
        }
    }
    assert!(curtains > 3, "{curtains}");
}
