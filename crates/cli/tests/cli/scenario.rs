//! `longroll scenario list`, `longroll scenario show`.

use insta::assert_snapshot;

use crate::{longroll, said};

#[test]
fn the_ten_scenarios() {
    assert_snapshot!(said(&mut longroll(&["scenario", "list"])));
}

#[test]
fn the_list_as_json() {
    let output = longroll(&["scenario", "list", "--json"])
        .output()
        .expect("the program runs");
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let numbers: Vec<u64> = list
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|entry| entry["number"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<u64>>());
}

#[test]
fn the_page_of_a_scenario() {
    let page = said(&mut longroll(&["scenario", "show", "2"]));
    for part in [
        "2  The Long Walk [BB 30.0",
        "2 turns on 6 April 1862: 8 AM, 9 AM.",
        "Set-up, Union",
        "12 MI                S3418",
        "16/17",
        "Victory",
        "-> that side wins",
        "~ marks",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert_eq!(
        page,
        said(&mut longroll(&["scenario", "show", "the-long-walk"]))
    );
    assert_eq!(page, said(&mut longroll(&["scenario", "show", "02"])));
}

#[test]
fn the_page_tells_what_gives_points_and_what_they_mean() {
    let wanted = [
        (
            "1",
            &[
                "+10 VP Union, for each division of the Confederate that is Combat Ineffective at the end. The Reserve Corps",
                "+5 VP Each side, for each of these fields controlled at the end of 9 AM: Lost, Barnes [BB 30.1-vp-fields]",
                "-> the level moves by 1 towards the Union [BB 30.1-shift]",
                "-> Confederate strategic victory (else Confederate tactical victory) at the end of the game",
                "at once, at the end of any turn [BB 30.1-extended-union]",
                "(comes as A; 2 Activations in the turn of entry)",
            ][..],
        ),
        (
            "3",
            &[
                "-1 VP Confederate, for each brigade of the Confederate",
                "… 12 Union victory",
            ],
        ),
        (
            "4",
            &[
                "-2 Union substantial victory",
                "3 … Confederate decisive victory",
            ],
        ),
        ("5", &["Advance/Attack; Fatigue 0"]),
        ("7", &["Victory The first of these that holds decides."]),
        ("8", &["+5 VP Union at the start"]),
    ];
    for (number, parts) in wanted {
        let page = said(&mut longroll(&["scenario", "show", number]));
        // Lines are broken at spaces and within rule numbers.
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        for part in parts {
            assert!(
                bare(&page).contains(&bare(part)),
                "{number}: {part} in {page}"
            );
        }
    }
}

#[test]
fn every_scenario_can_be_shown_in_both_languages() {
    for number in 1..=10 {
        let number = number.to_string();
        for (language, word) in [("en", "Set-up, Union"), ("it", "Schieramento, Unione")] {
            let page = said(&mut longroll(&[
                "scenario", "show", &number, "--lang", language,
            ]));
            assert!(page.starts_with("exit 0") && page.contains(word), "{page}");
        }
        longroll(&["scenario", "show", &number, "--json"])
            .assert()
            .success();
    }
}

#[test]
fn scenarios_that_do_not_exist() {
    assert_snapshot!(
        "no_scenario",
        said(&mut longroll(&["scenario", "show", "11"]))
    );
    longroll(&["scenario", "show", "gettysburg"])
        .assert()
        .code(2);
    longroll(&["scenario"]).assert().code(2);
}

#[test]
fn the_rules_of_a_scenario_are_told_in_italian() {
    let page = said(&mut longroll(&["scenario", "show", "1", "--lang", "it"]));
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "Entrambe le mappe intere.",
        "aprile 1862",
        "Ogni unità confederata è considerata In Comando nel turno delle 6.",
    ] {
        assert!(flat.contains(wanted), "{page}");
    }
}
