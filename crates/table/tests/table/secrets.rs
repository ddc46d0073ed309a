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
        let saying = Saying {
            id: 0,
            state: Some(table.state()),
            what: Do::Choose { order },
        };
        let at = usize::from(decider == Side::Confederate);
        // The other side may not make it.
        let mut other = Eyes::new(Viewer::Side(decider.enemy()), Language::En);
        let reply = table.say(&mut other, &saying);
        assert_eq!(
            reply.error.map(|fault| fault.word).as_deref(),
            Some("not-yours")
        );
        let reply = table.say(&mut eyes[at], &saying);
        let own = reply.ok.expect("it is legal");
        let other = eyes[1 - at].news(&table).expect("something happened");
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
            let before = follower.clone();
            let choice = follower.parse(text).unwrap();
            let outcome = follower.choose(*side, &choice).unwrap();
            for (looker, truth) in Side::BOTH.into_iter().zip(&mut truth) {
                let told = |event: &&longroll_gbacw::Event| {
                    !matches!(event, longroll_gbacw::Event::Noted(_))
                };
                let all = outcome.events.iter().filter(told).count();
                let seen = outcome.events.iter().filter(told).filter(|event| {
                    !hidden_from(&before, looker, event) && !hidden_from(&follower, looker, event)
                });
                let seen = seen.count();
                hidden += all - seen;
                truth.push((u32::try_from(place + 1).unwrap(), seen));
            }
        }
        known = lines.len();
        for (place, answer) in [(at, own), (1 - at, other)] {
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
                let at = u32::try_from(luck.below(known + 1)).unwrap();
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
        }
        if !client.play_on(&mut luck) {
            break;
        }
    }
    assert!(curtains > 3, "{curtains}");
}
