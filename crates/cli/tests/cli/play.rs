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
fn a_record_in_the_place_of_a_scenario_is_gone_on_with() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("game.roll");
    let file = path.to_str().expect("a plain path");
    typed(&["1", &format!("save {file}")], &[]);
    let on = said(longroll(&["play", file]).write_stdin("show Peabody\nquit!\n"));
    assert!(
        on.starts_with("exit 0") && on.contains("S3217"),
        "the game goes on where it was: {on}"
    );
    let other = said(longroll(&["play", file, "--seed", "3"]).write_stdin("quit!\n"));
    assert!(
        other.starts_with("exit 2") && other.contains("its own dice"),
        "{other}"
    );
}

#[test]
fn an_italian_table_refuses_and_tells_in_italian() {
    let all = typed(&["done", "1", "quit!"], &["--lang", "it"]);
    assert!(
        all.contains(
            "Rifiutato: non è questo che si decide ora [BB 30.0-setup]. Nulla è cambiato."
        ),
        "{all}"
    );
    assert!(
        !all.contains("set up in") && all.contains("S3217"),
        "the event is told in Italian: {all}"
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

#[test]
fn another_game_is_not_written_over_without_a_word() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("game.roll");
    let file = path.to_str().expect("a plain path");
    typed(&["1"], &["--record", file]);
    let before = std::fs::read_to_string(&path).expect("the record");
    assert!(before.contains("place Peabody S3217"), "{before}");
    // A second game of the same or of another scenario.
    for arguments in [
        &["play", "4", "--record", file][..],
        &["play", "2", "--record", file],
    ] {
        let all = said(longroll(arguments).write_stdin("accept"));
        assert!(
            all.starts_with("exit 2") && all.contains("holds something already"),
            "{all}"
        );
        assert_eq!(std::fs::read_to_string(&path).expect("the record"), before);
    }
    let save = format!("save {file}");
    let all = typed(&["2", &save, "quit!"], &[]);
    assert!(
        all.contains("holds something already. save! writes over it."),
        "{all}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("the record"), before);
    // The same game may go on in its file, and whoever insists may write over it.
    let all = typed(&["1"], &["--resume", file, "--record", file]);
    assert!(all.starts_with("exit 0"), "{all}");
    let longer = std::fs::read_to_string(&path).expect("the record");
    assert!(longer.len() > before.len(), "{longer}");
    typed(&["2", &format!("save! {file}")], &[]);
    let now = std::fs::read_to_string(&path).expect("the record");
    assert!(now.contains("place Peabody S3418"), "{now}");
    typed(&["1"], &["--record", file, "--overwrite"]);
    let now = std::fs::read_to_string(&path).expect("the record");
    assert!(now.contains("place Peabody S3217"), "{now}");
}

#[test]
fn a_record_that_cannot_be_kept_is_told_at_the_start() {
    let all = typed(&["1"], &["--record", "/nowhere/x.roll"]);
    assert!(
        all.starts_with("exit 3") && !all.contains("Peabody set up"),
        "{all}"
    );
}

#[test]
fn a_record_of_others_is_told_so() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = played(&folder);
    let engine = text
        .lines()
        .find(|line| line.starts_with("[Engine "))
        .expect("a tag");
    let other = text.replacen(engine, "[Engine \"0.0.1\"]", 1);
    let all = resumed(&folder, &other);
    assert!(
        all.contains("Written by another edition (engine / data 0.0.1 / "),
        "{all}"
    );
    assert!(
        all.contains("Union was played by random; now by person."),
        "{all}"
    );
    let seeded = text.replacen("[Seed \"7\"]", "[Seed \"8\"]", 1);
    let flat = resumed(&folder, &seeded).replace("\n  │ ", " ");
    assert!(
        flat.contains("the Scenario, Seed or Rules of the header are not those"),
        "{flat}"
    );
    // Nothing good stands before a damaged header: there is no point in cutting there.
    let all = resumed(&folder, "Dear Sir,\n");
    assert!(
        all.contains("no record of a game") && !all.contains("cut the file"),
        "{all}"
    );
    let marked = resumed(&folder, &format!("\u{feff}{text}"));
    assert!(marked.starts_with("exit 0"), "{marked}");
}

#[test]
fn the_last_line_of_a_record_is_whole_or_refused() {
    let folder = TempDir::new().expect("a folder for the test");
    let text = "[Format \"1\"]\n[Scenario \"2\"]\n[Seed \"7\"]\n\nU: place Peabody S3217";
    assert!(resumed(&folder, text).starts_with("exit 0"));
    for cut in ["U: pl S3217", "U: place Peab S3217"] {
        let all = resumed(&folder, &text.replace("U: place Peabody S3217", cut));
        let all = all.replace("\n  │ ", " ");
        assert!(all.starts_with("exit 1"), "{cut}: {all}");
        assert!(
            all.contains("line 5: ") && all.contains("is not a whole order"),
            "{all}"
        );
    }
}

/// What `go` chose is taken back at once, and `undo` says what it was.
#[test]
fn undo_takes_back_all_of_a_way() {
    let folder = TempDir::new().expect("a folder for the test");
    let (before, unit) = before_a_move(&played(&folder));
    let path = folder.path().join("before.roll");
    std::fs::write(&path, before).expect("file");
    let file = path.to_str().expect("a plain path");
    let listed = typed(&[&format!("reach {unit}")], &["--resume", file]);
    assert!(
        listed.contains(&format!("{unit} has ")) && listed.contains("[SR 9.11]"),
        "{listed}"
    );
    let hex = listed
        .lines()
        .find(|line| line.starts_with("  S") && line.contains(" MP"))
        .and_then(|line| line.split_whitespace().next())
        .expect("a place");
    let show = format!("show {unit}");
    let all = typed(
        &[&show, &format!("go {unit} {hex}"), "undo", &show, "undo"],
        &["--resume", file],
    );
    let places: Vec<&str> = all
        .lines()
        .filter(|line| line.trim_start().starts_with(&format!("{unit} ")) && line.contains(" SP "))
        .collect();
    assert_eq!(places.len(), 2, "{all}");
    assert_eq!(places[0], places[1], "{all}");
    if all.contains("Taken back: ") {
        assert!(all.contains(&format!("move {unit} ")), "{all}");
    }
    let far = typed(&[&format!("reach {unit} N1001")], &["--resume", file]);
    assert!(far.contains("N1001 is out of reach: "), "{far}");
}

#[test]
fn what_is_possible_here_is_told() {
    let all = typed(&["attack", "show zzz", "secrets", "?"], &[]);
    assert!(
        all.contains("'attack' is no order; possible here: ") && !all.contains("evade,"),
        "{all}"
    );
    assert!(all.contains("Nothing on the map holds 'zzz'"), "{all}");
    assert!(all.contains("Nothing is known to Union alone."), "{all}");
    assert!(
        all.contains("accept [BB 30.0-setup]  (all that is left of this part of the set-up)"),
        "{all}"
    );
    let all = typed(&["accept"], &[]);
    assert!(
        all.contains("Accepted: all that was left of this part of the set-up"),
        "{all}"
    );
}

/// SR 5.31: a marker that is held back is noted, and its side can look it up.
#[test]
fn a_marker_held_back_is_noted() {
    let folder = TempDir::new().expect("a folder for the test");
    let file = folder.path().join("cup.toml");
    std::fs::write(&file, CUP).expect("file");
    let file = file.to_str().expect("a plain path");
    let all = said(
        longroll(&["play", file, "--seed", "3"])
            .write_stdin("withhold 1/I\nsecrets\nundo\nsecrets"),
    );
    assert!(all.starts_with("exit 0"), "{all}");
    assert!(all.contains("noted: withhold 1/I"), "{all}");
    assert!(all.contains("1/I: 1 of 3 markers held back"), "{all}");
    assert!(all.contains("Taken back: withhold 1/I."), "{all}");
    assert!(all.contains("Nothing is known to Union alone."), "{all}");
}

/// A position in which the cup is filled.
const CUP: &str = r#"title = "The cup is filled"
turn = { at = "III/B", to = "III/C", initiative = { holder = "union" } }
leader = [
  { name = "Division", side = "union", division = "1/I", hex = "2015" },
  { name = "First", side = "union", brigade = "1/1/I", hex = "2010" },
]
unit = [
  { name = "1a", side = "union", brigade = "1/1/I", hex = "2010" },
  { name = "X", side = "confederate", brigade = "1/1/1", hex = "2030" },
]
ask = [{ options = "", show = true }]
"#;

#[test]
fn a_game_begins_with_a_situation_and_its_record_goes_on() {
    let folder = TempDir::new().expect("a folder for the test");
    let situation = folder.path().join("cup.toml");
    std::fs::write(&situation, CUP).expect("file");
    let situation = situation.to_str().expect("a plain path");
    let record = folder.path().join("cup.roll");
    let record = record.to_str().expect("a plain path");
    let all = said(
        longroll(&["play", situation, "--seed", "3", "--record", record])
            .write_stdin("withhold 1/I"),
    );
    assert!(all.contains("The cup is filled, seed 3"), "{all}");
    let all = typed(&["secrets"], &["--resume", record]);
    assert!(all.contains("1/I: 1 of 3 markers held back"), "{all}");
    // The record names its situation by the way from its own folder: both can be moved together.
    let text = std::fs::read_to_string(record).expect("the record");
    assert!(text.contains("[Situation \"cup.toml\"]"), "{text}");
    let deep = folder.path().join("deep");
    std::fs::create_dir(&deep).expect("a folder");
    std::fs::copy(record, deep.join("cup.roll")).expect("a copy");
    let moved = deep.join("cup.roll");
    let moved = moved.to_str().expect("a plain path");
    let all = typed(&["secrets"], &["--resume", moved]);
    assert!(all.contains("exit 3") && all.contains("cup.toml"), "{all}");
    let all = typed(&["secrets"], &["--resume", moved, "--situation", situation]);
    assert!(all.contains("1/I: 1 of 3 markers held back"), "{all}");
    // Whatever else a record names is not opened.
    let secret = folder.path().join("secret.txt");
    std::fs::write(&secret, "the password\n").expect("file");
    let other = folder.path().join("other.roll");
    let other = other.to_str().expect("a plain path");
    for name in [
        secret.to_str().expect("a plain path"),
        "secret.txt",
        situation,
    ] {
        let bad = text.replace(
            "[Situation \"cup.toml\"]",
            &format!("[Situation \"{name}\"]"),
        );
        std::fs::write(other, bad).expect("file");
        for arguments in [&["play", "--resume", other][..], &["report", other]] {
            let all = said(longroll(arguments).write_stdin("quit"));
            assert!(
                all.starts_with("exit 1") && all.contains("--situation FILE"),
                "{all}"
            );
            assert!(!all.contains("password"), "{all}");
        }
    }
    let all = said(&mut longroll(&[
        "sim", situation, "--games", "5", "--check",
    ]));
    assert!(
        all.starts_with("exit 0") && all.contains("The cup is filled: games 5"),
        "{all}"
    );
    let asks = folder.path().join("asks.toml");
    std::fs::write(&asks, CUP.replace("at = \"III/B\", to = \"III/C\", ", "")).expect("file");
    let asks = asks.to_str().expect("a plain path");
    for arguments in [&["play", asks][..], &["sim", asks]] {
        let all = said(longroll(arguments).write_stdin(""));
        assert!(
            all.starts_with("exit 2") && all.contains("only asks questions"),
            "{all}"
        );
    }
}

/// Whoever has fired is still under way; `done` lets it halt, and the odds before tell the range and the Cohesion.
#[test]
fn done_lets_a_unit_under_way_halt() {
    let folder = TempDir::new().expect("a folder for the test");
    let situation = folder.path().join("fire.toml");
    std::fs::write(&situation, FIRE).expect("file");
    let situation = situation.to_str().expect("a plain path");
    let lines = "activate 1/1/I\nodds fire P 2110\nfire P 2110\ndone\nshow 1/1/I\nquit!";
    let all = said(longroll(&["play", situation, "--seed", "3"]).write_stdin(lines));
    for told in [
        "  range 1\n",
        "  X checks against 6\n",
        "%  A check is called for",
        "effective: 0 of 2 regiments impaired, 0 of them gone [SR 13.21]",
    ] {
        assert!(all.contains(told), "'{told}' is not told: {all}");
    }
    assert!(!all.contains("refused"), "{all}");
}

const FIRE: &str = r#"
title = "P is next to X"
turn = { at = "marker 1/I" }
brigade = [{ name = "1/1/I", orders = "attack" }]
unit = [
  { name = "P", side = "union", brigade = "1/1/I", hex = "2010", facing = "E", sp = 7, weapon = "R" },
  { name = "Z", side = "union", brigade = "1/1/I", hex = "1203", sp = 3 },
  { name = "X", side = "confederate", brigade = "1/1/2", hex = "2110", facing = "W", sp = 6, cohesion = [6, 4], state = ["out-of-ammo"] },
]
[[case]]
rules = ["SR 10.17"]
title = "P may fire"
play = [{ choose = "activate 1/1/I" }]
"#;

/// README: the data are yours to correct; what is corrected is played, simulated, tried, checked and measured.
#[test]
fn corrected_data_are_played() {
    let folder = TempDir::new().expect("a folder for the test");
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/shiloh/scenarios/02-the-long-walk/scenario.toml"
    );
    let text = std::fs::read_to_string(source).expect("a file of the data");
    let changed = text.replacen("title = \"The Long Walk\"", "title = \"The Short Walk\"", 1);
    crate::put(
        folder.path(),
        "data/scenarios/02-the-long-walk/scenario.toml",
        &changed,
    );
    crate::put(
        folder.path(),
        "walk.toml",
        "title = \"Walk\"\nscenario = 2\nask = [{ asked = true, answer = \"nobody\" }]\n",
    );
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a plain path")
            .to_owned()
    };
    let (data, record, walk) = (path("data"), path("g.roll"), path("walk.toml"));
    let all = said(
        longroll(&[
            "play", "2", "--seed", "7", "--data", &data, "--record", &record,
        ])
        .write_stdin("1"),
    );
    assert!(all.contains("The Short Walk, seed 7"), "{all}");
    let all = typed(&["undo"], &["--resume", &record, "--data", &data]);
    assert!(
        all.contains("The Short Walk, turn") && !all.contains("another edition"),
        "{all}"
    );
    let all = typed(&["undo"], &["--resume", &record]);
    assert!(all.contains("Written by another edition"), "{all}");
    let all = said(&mut longroll(&[
        "sim",
        "--scenario",
        "2",
        "--games",
        "1",
        "--data",
        &data,
    ]));
    assert!(all.contains("The Short Walk: games 1"), "{all}");
    for arguments in [
        &["try", &walk, "--data", &data][..],
        &["check", &walk, "--data", &data],
        &["bench", "--scenario", "2", "--games", "1", "--data", &data],
    ] {
        let all = said(&mut longroll(arguments));
        assert!(all.starts_with("exit 0"), "{arguments:?}: {all}");
    }
}

#[test]
fn a_game_that_went_on_from_another_goes_on_with_its_own_dice() {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("branch.roll");
    let path = path.to_str().expect("a plain path");
    let begun = said(
        longroll(&["play", "2", "--seed", "8", "--record", path])
            .write_stdin("accept\naccept\n1\n1\nquit!\n"),
    );
    assert!(begun.starts_with("exit 0"), "{begun}");
    // Nothing is drawn before the first choice: the dice of seed 8 from there on are those of a game of seed 8.
    let text = std::fs::read_to_string(path).expect("the record");
    assert!(text.contains('{'), "a die has fallen: {text}");
    let branch = text.replacen("[Seed \"8\"]", "[Seed \"7\"]\n[Reseed \"0:8\"]", 1);
    std::fs::write(path, &branch).expect("file");
    let again = folder.path().join("again.roll");
    let again = again.to_str().expect("a plain path");
    let all = typed(&["1", "1", "quit!"], &["--resume", path, "--record", again]);
    assert!(all.starts_with("exit 0"), "{all}");
    let kept = std::fs::read_to_string(again).expect("the record");
    assert!(kept.contains("[Reseed \"0:8\"]"), "{kept}");
    for arguments in [&["play", "--resume", again][..], &["report", again]] {
        let all = said(longroll(arguments).write_stdin("quit"));
        assert!(all.starts_with("exit 0"), "{all}");
    }
    // A change that a record which was cut has not come to is forgotten.
    let late = text.replacen("[Seed \"8\"]", "[Seed \"8\"]\n[Reseed \"4000:9\"]", 1);
    std::fs::write(path, late).expect("file");
    let third = folder.path().join("third.roll");
    let third = third.to_str().expect("a plain path");
    let all = typed(&["quit!"], &["--resume", path, "--record", third]);
    assert!(all.starts_with("exit 0"), "{all}");
    let kept = std::fs::read_to_string(third).expect("the record");
    assert!(!kept.contains("Reseed"), "{kept}");
}

#[test]
fn what_is_wrong_with_a_line_and_what_a_die_adds_is_told_in_italian() {
    let lines = [
        "place Peabody S9999",
        "place Peabodi S3217",
        "place Peabody S3217 NE",
        "move 16 WI",
        "undo",
        "undo 2",
        "reach Zebra",
        "accept",
        "accept",
        "1",
        "dice",
        "quit!",
    ];
    let all = typed(&lines, &["--lang", "it"]);
    for wanted in [
        "'S9999' non è un esagono di questa mappa",
        "non è una pedina; forse 'Peabody'?",
        "'NE' segue un ordine già completo",
        "l'ordine non è completo: dovrebbe seguire un esagono",
        "niente da ritirare",
        "'undo' sta da solo",
        "'Zebra' non è una pedina sulla mappa",
        "+1 valore di Iniziativa di A.S. Johnston [SR 5.11]",
    ] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    for english in [" is no ", "should follow", "value of"] {
        assert!(!all.contains(english), "{english}: {all}");
    }
}
