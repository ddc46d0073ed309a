//! `longroll try`, `longroll check`.

use tempfile::TempDir;

use crate::{longroll, put, said};

/// A small situation: a turn begins and both sides roll for the Initiative.
const INITIATIVE: &str = r#"
title = "Initiative"
rules = ["SR 5.11"]
turn.at = "I"
unit = [
  { name = "U", side = "union", brigade = "1/4/T", hex = "2020" },
  { name = "C", side = "confederate", brigade = "1/1/3", hex = "2030" },
]
leader = [
  { name = "Grant", side = "union", army = "AoT", hex = "2010", initiative = 1, range = 10 },
  { name = "Hurlbut", side = "union", division = "4/T", hex = "2039" },
  { name = "Hardee", side = "confederate", corps = "3 Corps", hex = "3039" },
  { name = "Beauregard", side = "confederate", army = "AoM", hex = "3010", initiative = 1, range = 10 },
]

[board]
columns = [10, 40]
rows = [10, 40]
parity = "even-south"

[[case]]
id = "CMD-040"
rules = ["SR 5.12"]
title = "A tie: nobody has it"
set.turn.initiative.previous = "confederate"
set.turn.to = "I"
play = [{ dice = [4, 5], expect = ["initiative nobody [SR 5.12]"] }]
expect.initiative = "nobody"
"#;

fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    put(folder.path(), "command/initiative.toml", text);
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> String {
    let path = folder.path().to_str().expect("a plain path");
    said(longroll(arguments).current_dir(folder.path())).replace(path, "FOLDER")
}

#[test]
fn a_situation_is_played_and_shown() {
    let folder = folder(INITIATIVE);
    let all = run(&folder, &["try", "command/initiative.toml"]);
    assert!(all.starts_with("exit 0"), "{all}");
    for part in [
        "CMD-040  A tie: nobody has it  [SR 5.11, SR 5.12]",
        "infantry U hex 2020",
        "initiative of union [SR 5.11]: die 5 = 5",
        "initiative nobody [SR 5.12]",
        "passed",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    assert_eq!(
        all,
        run(
            &folder,
            &["try", "command/initiative.toml", "--case", "CMD-040"]
        )
    );
    let all = run(&folder, &["check", "."]);
    assert!(all.contains("1 files, 1 cases: all as expected."), "{all}");
}

#[test]
fn what_differs_is_told_with_its_line() {
    let folder = folder(&INITIATIVE.replace("dice = [4, 5]", "dice = [4, 9]"));
    let line = INITIATIVE
        .lines()
        .position(|line| line.starts_with("play"))
        .expect("a play")
        + 1;
    let all = run(&folder, &["check", "command"]);
    assert!(all.starts_with("exit 1"), "{all}");
    assert!(
        all.contains(&format!("command/initiative.toml:{line}: CMD-040")),
        "{all}"
    );
    assert!(
        all.contains("1 files, 1 cases: 1 cases differ, 0 files cannot be read."),
        "{all}"
    );
    let all = run(&folder, &["try", "command/initiative.toml"]);
    assert!(
        all.starts_with("exit 1") && all.contains("DIFFERS"),
        "{all}"
    );
    assert!(all.contains("1 of 1 cases differ"), "{all}");
}

#[test]
fn a_faulty_file_is_told_with_its_line() {
    let folder = folder(
        &INITIATIVE
            .replace("hex = \"2020\"", "hex = \"9020\"")
            .replace("SR 5.12", "SR 99.1"),
    );
    let all = run(&folder, &["try", "command/initiative.toml"]);
    assert!(all.starts_with("exit 1"), "{all}");
    // Both faults at once.
    assert!(all.contains("9020") && all.contains("SR 99.1"), "{all}");
    let all = run(&folder, &["check", "."]);
    assert!(all.contains("command/initiative.toml:6:"), "{all}");
    assert!(
        all.contains("0 cases differ, 1 files cannot be read."),
        "{all}"
    );
}

#[test]
fn questions_that_cannot_be_answered() {
    let folder = folder(INITIATIVE);
    let all = run(
        &folder,
        &["try", "command/initiative.toml", "--case", "CMD-999"],
    );
    assert!(
        all.starts_with("exit 2") && all.contains("Cases: CMD-040."),
        "{all}"
    );
    let all = run(&folder, &["try", "nothing.toml"]);
    assert!(
        all.starts_with("exit 3") && all.contains("nothing.toml"),
        "{all}"
    );
    let empty = TempDir::new().expect("a folder for the test");
    let all = run(&empty, &["check", "."]);
    assert!(
        all.starts_with("exit 2") && all.contains("No situation files in"),
        "{all}"
    );
    let all = run(&empty, &["check"]);
    assert!(
        all.starts_with("exit 2") && all.contains("Name a folder or a file"),
        "{all}"
    );
}
