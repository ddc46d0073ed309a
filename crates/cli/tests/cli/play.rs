//! `longroll play`: choosing, refusing, taking back, saving, going on; damaged records.

use std::path::Path;

use tempfile::TempDir;

use crate::{longroll, said};

/// A game of scenario 2 with these lines typed.
fn typed(lines: &[&str], more: &[&str]) -> String {
    let mut arguments = vec!["play"];
    arguments.extend(more);
    if !more.contains(&"--resume") {
        arguments.extend(["2", "--seed", "7"]);
    }
    said(longroll(&arguments).write_stdin(lines.join("\n")))
}

/// A whole game of two random players, as a record.
fn played(folder: &TempDir) -> String {
    let path = folder.path().join("game.roll");
    let all = said(
        longroll(&[
            "play",
            "2",
            "--seed",
            "7",
            "--union",
            "random",
            "--confederate",
            "random",
            "--record",
        ])
        .arg(&path),
    );
    assert!(
        all.starts_with("exit 0") && all.contains("The game is over: "),
        "{all}"
    );
    std::fs::read_to_string(path).expect("the record")
}

fn resumed(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("again.roll");
    std::fs::write(&path, text).expect("file");
    let path = path.to_str().expect("a plain path");
    typed(&["?", "quit"], &["--resume", path]).replace(path, "FILE")
}

#[test]
fn a_choice_is_made_by_number_by_text_and_by_abbreviation() {
    let by_number = typed(&["?", "1"], &[]);
    assert!(
        by_number.contains("    1  place Peabody S3217 [BB 30.0-setup]"),
        "{by_number}"
    );
    assert!(by_number.contains("Peabody set up in S3217"), "{by_number}");
    for text in ["place Peabody S3217", "PLACE peabody s3217", "pl S3217"] {
        let all = typed(&[text], &[]);
        assert!(all.contains("Peabody set up in S3217"), "{text}: {all}");
    }
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let all = typed(
        &[
            "place Peabody S1010",
            "place Nobody S3217",
            "frobnicate",
            "place",
            "999",
            "0",
            "undo",
            "dice",
        ],
        &[],
    );
    assert!(all.starts_with("exit 0"), "{all}");
    for part in [
        "Refused: ",
        "[BB 30.0-setup]. Nothing has changed.",
        "'frobnicate' is no order",
        "There is no choice 999.",
        "There is no choice 0.",
        "nothing to take back",
        "The last choice needed no dice.",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    // Nine questions, all the same: eight lines typed, none of them a choice.
    assert_eq!(
        all.matches("Union: Where is Peabody set up?").count(),
        9,
        "{all}"
    );
}

#[test]
fn a_choice_is_taken_back() {
    let all = typed(&["1", "undo", "2"], &[]);
    assert!(
        all.contains("Taken back: place Peabody S3217.") && all.contains("Peabody set up in S3418"),
        "{all}"
    );
}

#[test]
fn a_choice_of_an_earlier_sitting_is_taken_back_too() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("game.roll");
    let file = path.to_str().expect("a plain path");
    typed(&["1", &format!("save {file}")], &[]);
    let save = format!("save {file}");
    let all = typed(&["undo", "undo", "2", &save], &["--resume", file]);
    assert!(
        all.contains("Taken back: place Peabody S3217.") && all.contains("nothing to take back"),
        "{all}"
    );
    let text = std::fs::read_to_string(&path).expect("the record");
    assert!(
        text.contains("place Peabody S3418") && !text.contains("place Peabody S3217"),
        "{text}"
    );
    assert_eq!(text.matches("; turn").count(), 1, "{text}");
}

#[test]
fn an_unsaved_game_is_not_left_by_accident() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("my game.roll");
    let save = format!("save {}", path.display());
    let all = typed(
        &[
            "1",
            "quit",
            "save",
            "save /nowhere/x.roll",
            &save,
            "quit",
            "2",
        ],
        &[],
    );
    for part in [
        "The game is not saved.",
        "Save where?",
        "/nowhere/x.roll: ",
        "Saved in ",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let text = std::fs::read_to_string(&path).expect("the record");
    assert!(text.contains("U: place Peabody S3217"), "{text}");
    let again = resumed(&folder, &text);
    assert!(
        again.contains("The Long Walk, turn") && again.contains("Which way does Munch Bty face?"),
        "{again}"
    );
}

#[test]
fn a_whole_game_is_recorded_and_read_again() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = played(&folder);
    assert!(
        text.contains("[Result \"") && text.contains("[Union \"random\"]"),
        "{text}"
    );
    let again = resumed(&folder, &text);
    assert!(
        again.starts_with("exit 0") && again.contains("The game is over: "),
        "{again}"
    );
    // Cut anywhere between two lines it is a game that goes on.
    let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
    let again = resumed(&folder, &half.join("\n"));
    assert!(
        again.starts_with("exit 0") && again.contains("    1  "),
        "{again}"
    );
}

#[test]
fn a_damaged_record_is_refused_with_its_line() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = played(&folder);
    let (number, rolled) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.ends_with('}'))
        .expect("a line with dice");
    let die = rolled
        .rsplit_once('{')
        .expect("dice")
        .1
        .trim_end_matches('}')
        .split(' ')
        .next()
        .expect("a die");
    let other = if die == "3" { "4" } else { "3" };
    let loaded = text.replacen(
        rolled,
        &rolled.replacen(&format!("{{{die}"), &format!("{{{other}"), 1),
        1,
    );
    let line = format!("line {}:", number + 1);
    let tag = text
        .lines()
        .find(|line| line.starts_with("[Data "))
        .expect("the record names its data");
    for (damaged, reason) in [
        (
            loaded.replacen(tag, "[Data \"0123456789abcdef\"]", 1),
            "written by another edition",
        ),
        (loaded, line.as_str()),
        (
            text.replacen("[Format \"1\"]", "[Format \"9\"]", 1),
            "Format",
        ),
        (
            text.replacen("[Scenario \"2\"]", "[Scenario \"77\"]", 1),
            "there is no scenario 77",
        ),
        (text.replacen("[Seed \"7\"]\n", "", 1), "Seed is missing"),
        (
            text.replacen("\nU: ", "\nX: ", 1),
            "a line begins with U: or C:",
        ),
        (String::new(), "is missing"),
    ] {
        let all = resumed(&folder, &damaged);
        assert!(all.starts_with("exit 1"), "{reason}: {all}");
        let flat = all.replace("\n  │ ", " ");
        assert!(
            flat.contains("FILE cannot be played on:") && flat.contains(reason),
            "{reason}: {all}"
        );
    }
}

#[test]
fn games_that_cannot_begin() {
    for (arguments, code) in [
        (&["play"][..], 2),
        (&["play", "11"], 2),
        (&["play", "2", "--union", "napoleon"], 2),
        (&["play", "2", "--rule", "los_crests"], 2),
        (&["play", "2", "--rule", "los_crests=perhaps"], 2),
        (&["play", "2", "--resume", "x.roll"], 2),
        (&["play", "--resume", "/nowhere/x.roll"], 3),
    ] {
        longroll(arguments).write_stdin("").assert().code(code);
    }
    assert!(!Path::new("x.roll").exists());
}

/// The record of a game up to where a unit begins to move, and that unit.
fn before_a_move(text: &str) -> (String, String) {
    let (place, line) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains(": move "))
        .expect("somebody moves");
    let order = line.split('{').next().unwrap_or(line).trim();
    let words: Vec<&str> = order.split_whitespace().skip(2).collect();
    let unit = words[..words.len() - 2].join(" ");
    let before: Vec<&str> = text.lines().take(place).collect();
    (before.join("\n"), unit)
}

#[test]
fn a_unit_is_told_where_it_can_go_and_goes_there() {
    let folder = TempDir::new().expect("a folder for the test");
    let (before, unit) = before_a_move(&played(&folder));
    let path = folder.path().join("before.roll");
    std::fs::write(&path, before).expect("file");
    let file = path.to_str().expect("a plain path");
    let type_there = |lines: &[&str]| typed(lines, &["--resume", file]);

    let listed = type_there(&[&format!("reach {unit}")]);
    let place = listed
        .lines()
        .find(|line| line.starts_with("  S") && line.contains(" MP"))
        .unwrap_or_else(|| panic!("a place in {listed}"));
    let hex = place.split_whitespace().next().expect("a hex");
    assert!(listed.contains("places, each hex"), "{listed}");

    let facings = type_there(&[&format!("reach {unit} {hex}")]);
    let same = |line: &&str| line.trim_start().starts_with(hex);
    assert!(facings.lines().filter(same).count() >= 1, "{facings}");
    assert!(
        !facings
            .lines()
            .any(|line| line.starts_with("  S") && !same(&line))
    );

    let gone = type_there(&[&format!("go {unit} {hex}"), &format!("show {unit}")]);
    assert!(gone.contains(&format!("  move {unit} ")), "{gone}");

    for (line, answer) in [
        ("go".to_string(), "is not complete: piece should follow"),
        (format!("go {unit}"), "Go where?"),
        ("reach Nobody".to_string(), "Nobody"),
        (format!("go {unit} {hex} X"), "facing"),
        (format!("go {unit} {hex} NE nonsense"), "nonsense"),
    ] {
        let all = type_there(&[&line]);
        assert!(all.contains(answer), "{line}: {answer} in {all}");
    }
}
