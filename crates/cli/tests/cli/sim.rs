//! `longroll sim`.

use tempfile::TempDir;

use crate::{longroll, said};

fn json(arguments: &[&str]) -> serde_json::Value {
    let folder = TempDir::new().expect("a folder for the test");
    let mut all = vec!["sim", "--scenario", "2", "--json"];
    all.extend(arguments);
    let output = longroll(&all)
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_same_seeds_give_the_same_games_on_any_number_of_threads() {
    let one = json(&["--games", "4", "--seed", "11", "--threads", "1"]);
    let two = json(&["--games", "4", "--seed", "11", "--threads", "2"]);
    for part in ["games", "results", "decisions", "digest", "mean_list"] {
        assert_eq!(one[part], two[part], "{part}");
    }
    assert_eq!(one["games"], 4);
    let other = json(&["--games", "4", "--seed", "12", "--threads", "2"]);
    assert_ne!(one["digest"], other["digest"]);
}

/// Whether the engine keeps its promises is for the tests of the engine; here a failure must leave its record.
#[test]
fn games_that_fail_their_check_leave_a_record() {
    let folder = TempDir::new().expect("a folder for the test");
    std::fs::create_dir(folder.path().join("failed")).expect("a folder");
    let output = longroll(&[
        "sim",
        "--scenario",
        "2",
        "--games",
        "2",
        "--check",
        "--json",
        "--failures",
        "failed",
    ])
    .current_dir(folder.path())
    .output()
    .expect("the program runs");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let records = told["records"].as_array().expect("a list");
    assert_eq!(
        told["failures"].as_array().map(Vec::len),
        Some(records.len())
    );
    assert_eq!(output.status.code(), Some(i32::from(!records.is_empty())));
    assert_eq!(
        told["games"]
            .as_u64()
            .map(|games| games as usize + records.len()),
        Some(2)
    );
    for record in records {
        let path = folder.path().join(record.as_str().expect("a path"));
        let text = std::fs::read_to_string(path).expect("the record");
        assert!(text.contains("[Scenario \"2\"]"), "{text}");
    }
}

#[test]
fn the_result_in_words() {
    let all = said(&mut longroll(&["sim", "--scenario", "2", "--games", "2"]));
    assert!(
        all.starts_with("exit 0") && all.contains("The Long Walk: games 2"),
        "{all}"
    );
    assert!(all.contains("decisions per second"), "{all}");
}

#[test]
fn games_that_cannot_be_played() {
    let all = said(&mut longroll(&[
        "sim",
        "--scenario",
        "2",
        "--union",
        "napoleon",
    ]));
    assert!(
        all.starts_with("exit 2") && all.contains("'napoleon' is no player"),
        "{all}"
    );
    for arguments in [
        &["sim"][..],
        &["sim", "--scenario", "77"],
        &["sim", "--scenario", "2", "--threads", "0"],
    ] {
        longroll(arguments).assert().code(2);
    }
}

#[test]
fn the_engine_is_measured() {
    let output = longroll(&["bench", "--scenario", "2", "--games", "1", "--json"])
        .output()
        .expect("the program runs");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told[0]["scenario"], 2);
    for number in ["decisions_per_second", "options", "clone", "save", "load"] {
        assert!(
            told[0][number].as_f64().is_some_and(|value| value > 0.0),
            "{number} in {told}"
        );
    }
}
