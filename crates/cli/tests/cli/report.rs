//! `longroll report`, `longroll stats`, and `score` in `longroll play`.

use tempfile::TempDir;

use crate::{longroll, said};

/// A whole game of two random players as a record in a folder.
fn recorded(folder: &TempDir) -> String {
    let path = folder.path().join("game.roll");
    let path = path.to_str().expect("a plain path").to_owned();
    let players = ["--union", "random", "--confederate", "random"];
    let mut arguments = vec!["play", "2", "--seed", "7", "--record", &path];
    arguments.extend(players);
    let all = said(&mut longroll(&arguments));
    assert!(all.contains("The game is over: "), "{all}");
    // The verdict and what it rests on stand below it.
    assert!(all.contains("[BB 30.2-victory]"), "{all}");
    path
}

#[test]
fn score_tells_how_the_battle_stands_at_any_moment() {
    let all = said(longroll(&["play", "2", "--seed", "7"]).write_stdin("score\nquit"));
    for part in [
        "10 Union",
        "S4315 [BB 30.2-points]",
        "+ objective, Union [BB 30.2-regiments]",
        "- objective, Confederate [BB 30.2-camps]",
        "If the game ended now: Union victory [BB 30.2-victory]",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let output = longroll(&["play", "2", "--seed", "7"])
        .write_stdin("score json\nquit")
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let (from, to) = (
        text.find("\n{").expect("JSON"),
        text.rfind("\n}").expect("its end"),
    );
    let json: serde_json::Value = serde_json::from_str(&text[from..to + 2]).expect("JSON");
    assert_eq!(json["totals"]["union"], 10);
    assert_eq!(json["verdict"]["winner"], "union");
    assert_eq!(json["lines"][1]["rule"], "BB 30.2-points");
}

#[test]
fn a_report_tells_the_hours_the_losses_the_score_and_the_luck() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let all = said(&mut longroll(&["report", &path]));
    for part in [
        "exit 0",
        "The Long Walk",
        "The game is over: ",
        "8 AM: ",
        "9 AM: ",
        "Strength over time",
        "The luck of the dice",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let italian = said(&mut longroll(&["report", &path, "--lang", "it"]));
    assert!(italian.contains("La fortuna dei dadi"), "{italian}");
}

/// An ending of the library of endings, as a record in a folder.
fn ending(folder: &TempDir, name: &str) -> String {
    let from = format!(
        "{}/../sim/tests/endings/{name}.roll.deflate",
        env!("CARGO_MANIFEST_DIR")
    );
    let packed = std::fs::read(from).expect("the ending");
    let text = miniz_oxide::inflate::decompress_to_vec(&packed).expect("it unpacks");
    let path = folder.path().join(format!("{name}.roll"));
    std::fs::write(&path, text).expect("written");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn the_story_tells_arrivals_events_and_places_that_change_hands() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = ending(&folder, "01-union-tactical-victory");
    let all = said(&mut longroll(&["report", &path]));
    for part in [
        "(Confederate) comes onto the map at S1",
        "Event: ",
        "[BB 18.1]",
        " Field is Confederate now",
        // What the verdict rests on.
        "[BB 30.1-levels].",
        "shift, Union [BB 30.1-shift]",
        "automatic victory, Confederate [BB 30.1-landing]",
        "--html` writes",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
    // Luck is explained where it is summed.
    let flat = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("Luck is the place of the face that fell among the ten"));
}

#[test]
fn a_page_stands_alone() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let all = said(&mut longroll(&["report", &path, "--html"]));
    assert!(all.contains("exit 0"), "{all}");
    let page = std::fs::read_to_string(folder.path().join("game.html")).expect("the page");
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("<svg class=\"chart\"") && page.contains("<svg class=\"map\""));
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_ledger_has_a_line_for_every_die_and_its_luck_is_within_bounds() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let output = longroll(&["report", &path, "--json"])
        .output()
        .expect("the program runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let entries = json["ledger"]["entries"].as_array().expect("a list");
    assert!(entries.len() > 10, "{}", entries.len());
    for entry in entries {
        let luck = entry["luck"].as_i64().expect("a number");
        assert!((-9..=9).contains(&luck), "{entry}");
        let die = entry["die"].as_i64().expect("a number");
        assert!((0..=9).contains(&die), "{entry}");
    }
}

#[test]
fn misdirected_fire_is_the_enemys_luck_and_costs_no_strength() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../sim/tests/golden/scenario-02-seed-1862.roll"
    );
    let output = longroll(&["report", path, "--json"])
        .output()
        .expect("the program runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let entries = json["ledger"]["entries"].as_array().expect("a list");
    let of = |who: &str| {
        let mut all = entries.iter();
        all.find(|entry| entry["rule"] == "BB 18.1-fire" && entry["who"] == who)
            .unwrap_or_else(|| panic!("{who}: {entries:?}"))
    };
    let fire = of("12 MI → S3217");
    assert_eq!(fire["side"], "confederate", "{fire}");
    assert_eq!(fire["expected_tenths"], 0, "{fire}");
    assert_eq!(fire["came"], 0, "{fire}");
    // The check of whoever was struck is his own.
    let check = of("25 MO");
    assert_eq!(check["side"], "union", "{check}");
    assert_ne!(check["expected_tenths"], 0, "{check}");
}

#[test]
fn a_damaged_record_is_told_with_its_line() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let text = std::fs::read_to_string(&path).expect("the record");
    let broken: Vec<&str> = text
        .lines()
        .map(|line| match line {
            own if own.starts_with("C: activate") => "C: activate nobody",
            own => own,
        })
        .collect();
    let other = folder.path().join("broken.roll");
    std::fs::write(&other, broken.join("\n")).expect("file");
    let all = said(&mut longroll(&[
        "report",
        other.to_str().expect("a plain path"),
    ]));
    assert!(!all.contains("exit 0") && all.contains("line "), "{all}");
}

#[test]
fn a_record_that_is_not_true_is_not_told() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let text = std::fs::read_to_string(&path).expect("the record");
    let lines: Vec<&str> = text.lines().collect();
    let report = |name: &str, text: &str| {
        let other = folder.path().join(name);
        std::fs::write(&other, text).expect("file");
        let all = said(&mut longroll(&[
            "report",
            other.to_str().expect("a plain path"),
        ]));
        let flat: Vec<&str> = all
            .split([' ', '\n', '│'])
            .filter(|word| !word.is_empty())
            .collect();
        flat.join(" ")
    };
    // A die that fell otherwise.
    let place = lines
        .iter()
        .rposition(|line| line.ends_with('}'))
        .expect("a die");
    let (order, dice) = lines[place].split_once('{').expect("a die");
    let other = if dice.starts_with('1') { "2" } else { "1" };
    let loaded = format!("{order}{{{other}{}", &dice[1..]);
    let all = report("die.roll", &text.replace(lines[place], &loaded));
    let wanted = format!("line {}: the record says the numbers drawn", place + 1);
    assert!(all.starts_with("exit 1") && all.contains(&wanted), "{all}");
    // The last line is cut.
    let place = lines
        .iter()
        .position(|line| line.starts_with("C: "))
        .expect("an order");
    let cut = lines[..place].join("\n") + "\n" + &lines[place][..lines[place].len() - 1];
    let all = report("cut.roll", &cut);
    let wanted = format!("line {}: ", place + 1);
    assert!(all.starts_with("exit 1") && all.contains(&wanted), "{all}");
    // Another result than the game's own.
    let result = lines
        .iter()
        .find(|line| line.starts_with("[Result "))
        .expect("a result");
    let all = report(
        "boast.roll",
        &text.replace(result, "[Result \"a great victory\"]"),
    );
    let own = result
        .trim_start_matches("[Result \"")
        .trim_end_matches("\"]");
    let wanted = format!("'a great victory', but the game played again ends with '{own}'");
    assert!(all.starts_with("exit 1") && all.contains(&wanted), "{all}");
    // Another program wrote it: told, with the note that `play` gives.
    let engine = lines
        .iter()
        .find(|line| line.starts_with("[Engine "))
        .expect("an engine");
    let old = text.replace(engine, "[Engine \"0.0.1\"]");
    let all = report("old.roll", &old);
    assert!(
        all.starts_with("exit 0") && all.contains("Written by another edition"),
        "{all}"
    );
    assert!(!report("own.roll", &text).contains("another edition"));
    let json = folder.path().join("old.roll");
    let output = longroll(&["report", "--json", json.to_str().expect("a plain path")])
        .output()
        .expect("the program runs");
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    assert!(String::from_utf8_lossy(&output.stderr).contains("another edition"));
}

#[test]
fn no_folder_is_made_for_a_page() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = recorded(&folder);
    let missing = folder.path().join("nowhere");
    let page = missing.join("deep/a.html");
    let all = said(&mut longroll(&[
        "report",
        &path,
        "--html",
        page.to_str().expect("a plain path"),
    ]));
    assert!(
        all.starts_with("exit 3") && all.contains("there is no folder"),
        "{all}"
    );
    assert!(!missing.exists());
}

#[test]
fn statistics_follow_from_the_seeds() {
    let folder = TempDir::new().expect("a folder for the test");
    let failures = folder.path().to_str().expect("a plain path");
    let json = |threads: &str| {
        let output = longroll(&[
            "stats",
            "--scenario",
            "2",
            "--games",
            "3",
            "--seed",
            "7",
            "--union",
            "random",
            "--confederate",
            "random",
            "--json",
            "--threads",
            threads,
            "--failures",
            failures,
        ])
        .output()
        .expect("the program runs");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let (one, two) = (json("1"), json("2"));
    assert_eq!(one, two);
    let shares = ["union", "confederate"].map(|side| one["wins"][side]["share"].as_f64());
    let draws = one["draws"]["share"].as_f64().expect("a share");
    let sum: f64 = shares.into_iter().flatten().sum::<f64>() + draws;
    assert!((sum - 1.0).abs() < 1e-9, "{one}");
}
