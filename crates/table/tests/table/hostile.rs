//! A client that means harm: whatever it says is answered, and nothing it may not do is done.

use longroll_core::{Game as _, Side};
use longroll_table::wire::{Do, GoWish, Saying, SetStanding, StandingAnswer, TakeWish, Who, Wish};
use longroll_table::{Curtain, Eyes, Language, Table, Viewer};
use proptest::prelude::*;

use crate::client::{Client, Luck, opening, stage};

fn table() -> Table {
    let mut client = Client::sit(2, 21, Curtain::Never, Viewer::Here);
    let mut luck = Luck(21);
    for _ in 0..40 {
        client.play_on(&mut luck);
    }
    client.table
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1 LA".to_owned()),
        Just("16 WI".to_owned()),
        Just("S3919".to_owned()),
        Just("NE".to_owned()),
        Just("done".to_owned()),
        Just("halt".to_owned()),
        Just("Prentiss".to_owned()),
        Just("1/6/T".to_owned()),
        "\\PC{0,40}",
        "[a-z]{300}",
        "(move|face|ride|orders|try|place) \\PC{0,20}",
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        (
            proptest::collection::vec(text(), 0..70),
            text(),
            proptest::option::of(text())
        )
            .prop_map(|(pieces, hex, facing)| Wish::Go(GoWish {
                pieces,
                hex,
                facing
            })),
        text().prop_map(|name| Wish::Take(TakeWish::Piece(name))),
        text().prop_map(|name| Wish::Take(TakeWish::Body(name))),
        Just(Wish::Finish {}),
        proptest::collection::vec(text(), 0..80).prop_map(|orders| Wish::All { orders }),
    ]
}

fn saying() -> impl Strategy<Value = Do> {
    prop_oneof![
        text().prop_map(|order| Do::Choose { order }),
        wish().prop_map(|wish| Do::Wish { wish }),
        Just(Do::GoOn),
        Just(Do::Drop),
        Just(Do::Undo),
        Just(Do::Ready),
        Just(Do::Look),
        text().prop_map(|piece| Do::Reach { piece }),
        (
            proptest::collection::vec(text(), 0..5),
            text(),
            proptest::option::of(text())
        )
            .prop_map(|(pieces, hex, facing)| Do::Way(GoWish {
                pieces,
                hex,
                facing
            })),
        (
            proptest::option::of(text()),
            proptest::option::of(text()),
            proptest::option::of(text()),
            proptest::option::of(text())
        )
            .prop_map(|(order, piece, hex, facing)| Do::Why {
                order,
                piece,
                hex,
                facing
            }),
        any::<(Option<u32>, Option<u32>, bool)>().prop_map(|(before, count, all)| Do::Story {
            before,
            count,
            all,
            piece: None
        }),
        any::<u32>().prop_map(|at| Do::Replay { at }),
        (text(), text(), text()).prop_map(|(key, who, kind)| Do::Standing {
            set: Some(SetStanding {
                key,
                who: Who::Unit(who),
                answer: StandingAnswer::Kind(kind)
            }),
            clear: None,
        }),
        any::<u32>().prop_map(|clear| Do::Standing {
            set: None,
            clear: Some(clear)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Legal or not, everything gets an answer, and what is kept opens again.
    #[test]
    fn whatever_is_said_the_game_stays_sound(
        sayings in proptest::collection::vec((saying(), prop_oneof![9 => Just(None), 1 => any::<Option<u64>>().prop_map(Some)]), 1..40),
        viewer in prop_oneof![Just(Viewer::Here), Just(Viewer::Side(Side::Union)), Just(Viewer::Side(Side::Confederate))],
    ) {
        let mut table = table();
        let mut eyes = Eyes::new(viewer, Language::It);
        for (what, state) in sayings {
            let before = (table.state(), table.battle().fingerprint());
            let state = state.unwrap_or(Some(table.state_of(viewer)));
            let reply = table.say(&mut eyes, &Saying { id: 5, state, what });
            prop_assert_eq!(reply.reply, 5);
            prop_assert_ne!(reply.ok.is_some(), reply.error.is_some());
            if let Some(fault) = reply.error {
                prop_assert!(!fault.reason.is_empty());
                prop_assert_eq!(before, (table.state(), table.battle().fingerprint()), "{}", fault.reason);
            }
        }
    }

    /// Any JSON is either a saying or no saying; it never breaks anything.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}", key in "[a-z]{1,10}") {
        let _ = serde_json::from_str::<Saying>(&text);
        let _ = serde_json::from_str::<Saying>(&format!("{{\"say\":\"{key}\",\"order\":{text:?}}}"));
    }
}

#[test]
fn nobody_asks_where_the_enemy_could_go() {
    let mut table = Table::begin(&stage(2), opening(2, 5, Curtain::Never)).unwrap();
    for (side, enemy) in [(Side::Union, "1 LA"), (Side::Confederate, "16 WI")] {
        let mut eyes = Eyes::new(Viewer::Side(side), Language::En);
        let asks = [
            Do::Reach {
                piece: enemy.to_owned(),
            },
            Do::Way(GoWish {
                pieces: vec![enemy.to_owned()],
                hex: "S3919".to_owned(),
                facing: None,
            }),
            Do::Why {
                order: None,
                piece: Some(enemy.to_owned()),
                hex: None,
                facing: None,
            },
        ];
        for what in asks {
            let reply = table.say(
                &mut eyes,
                &Saying {
                    id: 0,
                    state: None,
                    what,
                },
            );
            assert_eq!(reply.error.unwrap().word, "not-yours");
        }
    }
}
