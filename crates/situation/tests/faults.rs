//! Bad files: every kind of fault with its message, and no text makes the loader panic.

use longroll_situation::load;
use proptest::prelude::*;

/// A valid file that uses most of the format.
const VALID: &str = r#"
title = "A valid file"
rules = ["SR 4.22"]
board = { default = "woods", hexes = { "2013" = "clear", "2014" = { terrain = "field", level = 2, field = "Duncan" } }, sides = [{ between = ["2010", "2011"], feature = "slope", higher = "2011", lines = 2 }], roads = [["2010", "2011"]] }
options = { book = "series", stuart_cap = "replaces" }
turn = { turn = "6-1200", light = "dusk", at = "marker 1/I", cup = ["1/I"], initiative = { holder = "union" }, pools = { union = [1, 1, 1, 1] } }
leader = [{ name = "L", side = "union", brigade = "1/1/I", hex = "2010", range = 2, profile = "A", abilities = ["orders-attack"], replacement = { name = "M" } }]
unit = [
  { name = "A", side = "union", brigade = "1/1/I", hex = "2012", state = ["disordered"], sp = 5, full = 8 },
  { name = "X", side = "confederate", brigade = "1/1/1", hex = "2110", facing = "W" },
]
brigade = [{ name = "1/1/I", orders = "attack", fatigue = "2", bound = "stay" }]
division = [{ name = "1/I", markers = 2 }]
play = [{ choose = "done" }, { choose = "pick 1/I", refused = "SR 6.21" }]
ask = [{ in_command = "A", of = "L", answer = false }, { options = "try", contains = ["try 1/1/I"] }]
expect.unit.A = { hex = "2012", sp = 5 }
"#;

fn faults(text: &str) -> String {
    match load("file.toml", text) {
        Ok(_) => String::new(),
        Err(faults) => faults.summary(),
    }
}

/// The valid file with one piece of text replaced.
fn spoiled(from: &str, to: &str) -> String {
    assert!(VALID.contains(from), "{from}");
    faults(&VALID.replacen(from, to, 1))
}

#[test]
fn a_valid_file_has_no_fault() {
    assert_eq!(faults(VALID), "");
}

#[test]
fn every_fault_is_named_with_its_line() {
    for (from, to, wanted) in [
        (
            "title = \"A valid file\"",
            "",
            "file.toml:1: the file needs a title",
        ),
        ("title =", "titel =", "file.toml:2: unknown key 'titel'"),
        (
            "SR 4.22",
            "SR 4.99",
            "file.toml:3: 'SR 4.99' is no rule of the register",
        ),
        (
            "\"woods\"",
            "\"wood\"",
            "file.toml:4: 'wood' is no terrain; known: clear, field",
        ),
        (
            "default = \"woods\"",
            "default = \"woods\", columns = [15, 25], rows = [8, 13]",
            "file.toml:4: hex 2014 is off the map: rows run from 08 to 13",
        ),
        (
            "\"2013\" =",
            "\"9913\" =",
            "file.toml:4: the hexes named lie very far apart",
        ),
        (
            "[\"2010\", \"2011\"], feature",
            "[\"2010\", \"2030\"], feature",
            "file.toml:4: the two hexes are not adjacent",
        ),
        (
            "\"slope\"",
            "\"hill\"",
            "file.toml:4: 'hill' is no feature of a hexside",
        ),
        (
            "[[\"2010\", \"2011\"]]",
            "[[\"2010\", \"2013\"]]",
            "file.toml:4: a road or trail goes from hex to adjacent hex",
        ),
        (
            "\"series\"",
            "\"serial\"",
            "file.toml:5: 'serial' is no book",
        ),
        (
            "stuart_cap",
            "stuart_hat",
            "file.toml:5: 'stuart_hat' is no switch",
        ),
        (
            "\"replaces\"",
            "\"never\"",
            "file.toml:5: the switch stuart_cap takes added or replaces, not 'never'",
        ),
        (
            "\"6-1200\"",
            "\"6-2300\"",
            "file.toml:6: the turn 6-2300 is not in the calendar",
        ),
        (
            "\"dusk\"",
            "\"gloom\"",
            "file.toml:6: 'gloom' is not one of day, dawn, dusk, night",
        ),
        (
            "\"marker 1/I\"",
            "\"marker 9/I\"",
            "file.toml:6: '9/I' is no marker",
        ),
        (
            "\"marker 1/I\"",
            "\"V/A\"",
            "file.toml:6: 'V/A' is no place in a turn",
        ),
        (
            "cup = [\"1/I\"]",
            "cup = [\"7\"]",
            "file.toml:6: '7' is no marker",
        ),
        (
            "union = [1, 1, 1, 1]",
            "union = [1, 1]",
            "file.toml:6: 4 whole numbers",
        ),
        (
            "range = 2",
            "range = 200",
            "file.toml:7: 200 is not between 0 and 60",
        ),
        (
            "range = 2",
            "range = 2.5",
            "file.toml:7: expected a whole number, found a number with a decimal point",
        ),
        (
            "range = 2",
            "efficiency = 2",
            "file.toml:7: efficiency is a rating of the corps level",
        ),
        (
            "\"orders-attack\"",
            "\"flies\"",
            "file.toml:7: 'flies' is not one of",
        ),
        (
            "\"disordered\"",
            "\"tired\"",
            "file.toml:9: 'tired' is no state",
        ),
        (
            "hex = \"2012\", state",
            "hex = \"2110\", state",
            "file.toml:10: both sides stand in 2110",
        ),
        (
            "hex = \"2012\", state",
            "hexx = \"2012\", state",
            "file.toml:9: unknown key 'hexx'",
        ),
        (
            "side = \"confederate\", brigade = \"1/1/1\"",
            "side = \"confederate\", brigade = \"1/1/I\"",
            "file.toml:10: '1/1/I' is a command of the other side",
        ),
        (
            "side = \"confederate\", ",
            "",
            "file.toml:10: the key 'side' is missing",
        ),
        (
            "facing = \"W\"",
            "facing = \"N\"",
            "file.toml:10: 'N' is no facing",
        ),
        (
            "[{ name = \"1/1/I\", orders",
            "[{ name = \"1/9/I\", orders",
            "file.toml:12: nothing called '1/9/I' acts as a brigade here",
        ),
        (
            "bound = \"stay\"",
            "bound = \"tied\"",
            "file.toml:12: 'tied' is none of free, stay",
        ),
        (
            "[{ name = \"1/I\", markers",
            "[{ name = \"II\", markers",
            "file.toml:13: nothing called 'II' has markers here",
        ),
        (
            "refused = \"SR 6.21\"",
            "refused = \"5.13\"",
            "file.toml:14: '5.13' is no rule of the register",
        ),
        (
            "{ choose = \"pick 1/I\", refused = \"SR 6.21\" }",
            "{ dice = [3] }",
            "file.toml:14: only the first line of play may go without 'choose'",
        ),
        (
            "in_command = \"A\"",
            "in_command = \"Z\"",
            "file.toml:15: no unit, leader or brigade 'Z' here",
        ),
        (
            "of = \"L\", answer = false",
            "of = \"L\"",
            "file.toml:15: nothing is wanted of this question",
        ),
        (
            "in_command = \"A\", of",
            "in_comand = \"A\", of",
            "file.toml:15: unknown key 'in_comand'",
        ),
        (
            "expect.unit.A = { hex",
            "expect.unit.B = { hex",
            "file.toml:16: no unit 'B' here",
        ),
        (
            "{ hex = \"2012\", sp = 5 }",
            "{ hex = \"2012\", mood = 5 }",
            "file.toml:16: unknown field 'mood'; known here: presence, hex",
        ),
        (
            "options = {",
            "options = 3 #",
            "file.toml:5: expected a table, found a whole number",
        ),
        (
            "title = \"A valid file\"",
            "title = \"A valid file",
            "file.toml:2: ",
        ),
    ] {
        let found = spoiled(from, to);
        assert!(
            found.lines().any(|line| line.starts_with(wanted)),
            "{to}: wanted {wanted}\nfound:\n{found}"
        );
    }
}

#[test]
fn faults_are_reported_all_at_once() {
    let text = VALID
        .replace("\"woods\"", "\"wood\"")
        .replace("range = 2", "range = \"far\"")
        .replace("\"W\"", "\"Q\"");
    assert_eq!(faults(&text).lines().count(), 3, "{}", faults(&text));
}

#[test]
fn a_difference_is_reported_with_its_line_and_a_missing_die_too() {
    let text = VALID
        .replace("answer = false", "answer = true")
        .replace("sp = 5 }\n", "sp = 6 }\n");
    let situation = load("file.toml", &text).expect("a valid file");
    let report = situation.cases()[0].run();
    assert!(!report.passed());
    let differences = report.differences().join("\n");
    assert!(
        differences.contains(
            "file.toml:15: - \"A valid file\": in command: A of L: answer: wanted true, found false"
        ),
        "{differences}"
    );
    assert!(
        differences.contains("file.toml:16: - \"A valid file\": expect: A sp: wanted 6, found 5"),
        "{differences}"
    );
    let dice = VALID.replace(
        "[{ choose = \"done\" }, {",
        "[{ choose = \"done\", dice = [1, 2, 3] }, {",
    );
    let report = load("file.toml", &dice).expect("a valid file").cases()[0].run();
    assert!(
        report
            .differences()
            .join("\n")
            .contains("of the dice were not asked for")
    );
}

/// The runner's strictness: a choice that is refused by another rule than the file says is a difference, and one that is
/// not refused at all ends the case.
#[test]
fn a_refusal_must_be_by_the_rule_that_the_file_names() {
    let right = load("file.toml", VALID).expect("a valid file").cases()[0].run();
    assert!(right.passed(), "{:?}", right.differences());
    let other = VALID.replace("refused = \"SR 6.21\"", "refused = \"SR 5.13\"");
    let report = load("file.toml", &other).expect("a valid file").cases()[0].run();
    let found = report.differences().join("\n");
    assert!(
        found.contains("file.toml:14: ") && found.contains("refused by another rule: "),
        "{found}"
    );
    assert!(!report.passed());
    let legal = VALID.replace(
        "{ choose = \"done\" }",
        "{ choose = \"done\", refused = \"SR 6.21\" }",
    );
    let report = load("file.toml", &legal).expect("a valid file").cases()[0].run();
    let found = report.differences().join("\n");
    assert!(found.contains("it was not refused"), "{found}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Random pieces of a valid file are cut, doubled, moved or replaced: the loader answers, and what loads can be played.
    #[test]
    fn no_text_makes_the_loader_panic(
        cuts in proptest::collection::vec((0..VALID.len(), 0..24_usize, 0..VALID.len(), 0..6_u8), 1..4),
        junk in "[\\[\\]{}\"=,.a-z0-9 \n]{0,8}",
    ) {
        let mut text: Vec<u8> = VALID.as_bytes().to_vec();
        for (start, length, other, kind) in cuts {
            let start = start.min(text.len());
            let end = (start + length).min(text.len());
            let piece: Vec<u8> = match kind {
                0 => Vec::new(),
                1 => junk.clone().into_bytes(),
                2 => b"-1".to_vec(),
                3 => b"9999".to_vec(),
                4 => b"\"\"".to_vec(),
                _ => VALID.as_bytes()[other..(other + length).min(VALID.len())].to_vec(),
            };
            text.splice(start..end, piece);
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        if let Ok(situation) = load("mutant.toml", &text) {
            for case in situation.cases() {
                let _ = (case.show(), case.run().to_string());
            }
        }
    }
}
