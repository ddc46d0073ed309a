//! Shell for Guns Lite at the terminal: play, records, odds, try, sim, render.

use std::path::{Path, PathBuf};

use super::{longroll, said};

fn situations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations/shell-for-guns")
}

fn played(arguments: &[&str], lines: &str) -> String {
    said(longroll(arguments).write_stdin(lines))
}

#[test]
fn odds_stand_beside_choices_and_refusals_name_their_rule() {
    let file = situations().join("fire.toml");
    let file = file.display().to_string();
    let said = played(
        &["play", &file, "--seed", "3"],
        "?\nodds fire A, X\nmeasure A, X\nmeasure A, edge\nmeasure X, 18.00 20.00\nmeasure\nmeasure A, Y\nwhy move A, go 0 1.00\nmove A, go 0 1.00\nwhat\nquit!\n",
    );
    for wanted in [
        "exit 0",
        "order A [SfG 2.3-brigade-order]  passes 72.2 %",
        "fire A, X [SfG 2.6]  mean 3.00 losses, none 1.5 %",
        "mean 3.00 losses; 0: 1.5 %",
        "A – X: 5.80 UM edge to edge, from 15.60 10.00 to 15.60 15.80",
        "A – edge: 9.60 UM from the edge of the bases, from 15.60 9.60 to 15.60 0.00",
        "X – 18.00 20.00: 3.80 UM from the edge of the bases, from 18.00 16.20 to 18.00 20.00",
        "nothing on the table is named 'Y'",
        "Ground: ",
        "a move needs an order [SfG 2.3-brigade-order]",
        "Refused: a move needs an order [SfG 2.3-brigade-order]. Nothing has changed.",
        "'what' is no order",
    ] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
}

#[test]
fn the_tape_takes_objectives_and_ground_at_the_terminal() {
    let file = situations().join("../../data/shell-for-guns/positions/first-fight.toml");
    let said = played(
        &["play", &file.display().to_string(), "--seed", "1"],
        "measure objective 1, objective 2\nmeasure 1st Brigade, objective 1\nmeasure rail fence, the table's edge\nmeasure knoll, Brig. Gen. Corbin\nmeasure\nquit!\n",
    );
    for wanted in [
        "objective 1 – objective 2: 12.00 UM, from 12.00 5.00 to 24.00 5.00",
        // Its front edge is at 8.00 and its bases are 0.40 deep.
        "1st Brigade – objective 1: 2.60 UM from the edge of the bases, from 12.00 7.60 to 12.00 5.00",
        "rail fence – edge: 7.00 UM, from 29.00 12.70 to 36.00 12.70",
        "The Knoll – Brig. Gen. Corbin: ",
        "Ground: rail fence, Creek Wood, East Corn, The Knoll.",
    ] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
}

#[test]
fn a_recorded_game_is_taken_up_where_it_was_left_and_secrets_are_not_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.roll").display().to_string();
    let first = played(
        &[
            "play",
            "two-ridges",
            "--seed",
            "3",
            "--confederate",
            "random",
            "--record",
            &record,
        ],
        "objectives 9.00 5.00, 27.00 5.00\nplace 1st Brigade, line, 10.00 5.00, 0\nundo\nplace 1st Brigade, line, 12.00 5.00, 0\nquit\n",
    );
    assert!(first.contains("Confederate> …"), "{first}");
    assert!(
        first.contains("Taken back: place 1st Brigade, line, 10.00 5.00, 0."),
        "{first}"
    );
    let again = played(&["play", "--resume", &record], "show 1st\nquit\n");
    assert!(
        again.contains("1st Brigade (union, First Division): 12.00 5.00 heading 0, line, 8 bases"),
        "{again}"
    );
    let text = std::fs::read_to_string(&record).expect("a record");
    std::fs::write(&record, text.replace("12.00 5.00", "12.00 9.00")).expect("written");
    let broken = played(&["play", "--resume", &record], "");
    assert!(
        broken.starts_with("exit 1") && broken.contains("3.0-deploy"),
        "{broken}"
    );
}

#[test]
fn games_without_a_screen_are_the_same_for_the_same_seed() {
    let digest = |threads: &str| {
        let said = played(
            &[
                "sim",
                "--scenario",
                "two-ridges",
                "--games",
                "2",
                "--seed",
                "5",
                "--union",
                "bold",
                "--confederate",
                "random",
                "--check",
                "--threads",
                threads,
                "--json",
            ],
            "",
        );
        assert!(said.contains("\"failures\": []"), "{said}");
        let line = said.lines().find(|line| line.contains("digest"));
        line.expect("a digest").to_owned()
    };
    assert_eq!(digest("1"), digest("2"));
    let unknown = played(
        &["sim", "--scenario", "two-ridges", "--union", "nobody"],
        "",
    );
    assert!(
        unknown.starts_with("exit 2") && unknown.contains("bold"),
        "{unknown}"
    );
}

#[test]
fn a_table_a_situation_and_a_case_are_drawn_and_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("table.png").display().to_string();
    let drawn = played(
        &[
            "render",
            "--scenario",
            "meadow-creek",
            "--out",
            &out,
            "--width",
            "400",
        ],
        "",
    );
    assert!(drawn.starts_with("exit 0"), "{drawn}");
    assert!(
        std::fs::read(&out)
            .expect("a picture")
            .starts_with(b"\x89PNG")
    );
    let file = situations().join("charge.toml").display().to_string();
    let out = folder.path().join("table.svg").display().to_string();
    let drawn = played(&["render", "--scenario", &file, "--out", &out], "");
    assert!(drawn.starts_with("exit 0"), "{drawn}");
    assert!(
        std::fs::read_to_string(&out)
            .expect("a drawing")
            .contains("data-unit=\"X\"")
    );
    // The case, not the first position of the file.
    let first = std::fs::read_to_string(&out).expect("a drawing");
    let render = |more: &[&str]| {
        let mut all = vec!["render", "--out", &out, "--scenario"];
        all.extend(more);
        played(&all, "")
    };
    let drawn = render(&[&file, "--case", "SFG-076"]);
    assert!(drawn.starts_with("exit 0"), "{drawn}");
    let case = std::fs::read_to_string(&out).expect("a drawing");
    assert!(case.contains("data-unit=\"X\"") && case != first);
    for (wrong, reason) in [
        (&[file.as_str(), "--case", "SFG-999"][..], "SFG-999"),
        (
            &["meadow-creek", "--case", "SFG-076"],
            "a scenario has none",
        ),
        (&["2", "--case", "4.21"], "a scenario has none"),
    ] {
        let told = render(wrong);
        assert!(
            told.starts_with("exit 2") && told.contains(reason),
            "{told}"
        );
    }
    let hexes = situations().join("../10-fire");
    let hexes = std::fs::read_dir(hexes).expect("situations of the hex map");
    let hexes = hexes.flatten().map(|entry| entry.path());
    let hexes = hexes.into_iter().find(|path| path.extension().is_some());
    let hexes = hexes.expect("a file").display().to_string();
    let told = render(&[&hexes, "--case", "1"]);
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.starts_with("exit 2")
            && flat.contains("only situations and records of Shell for Guns Lite"),
        "{told}"
    );
    let help = played(&["render", "--help"], "");
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("or a table or situation of Shell for Guns Lite")
            && flat.contains("--case <ID>"),
        "{help}"
    );
    let tried = played(&["try", &file, "--case", "SFG-076"], "");
    assert!(
        tried.starts_with("exit 0") && tried.contains("passed"),
        "{tried}"
    );
    let missing = played(&["try", &file, "--case", "SFG-999"], "");
    assert!(missing.starts_with("exit 2"), "{missing}");
}

/// A folder of files changed from those of the checkout.
fn laid(files: &[(&str, &str, &str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/shell-for-guns");
    for (from, to, old, new) in files {
        let text = std::fs::read_to_string(data.join(from)).expect("a file of the data");
        assert!(text.contains(old), "{from} has no '{old}'");
        crate::put(folder.path(), to, &text.replacen(old, new, 1));
    }
    folder
}

#[test]
fn a_table_an_army_and_bases_of_ones_own_are_played_from_a_folder() {
    let folder = laid(&[
        (
            "armies/first-column.toml",
            "armies/iron-column.toml",
            "1st Brigade",
            "Iron Brigade",
        ),
        (
            "tables/two-ridges.toml",
            "tables/own-ridges.toml",
            "zone = 6.00",
            "zone = 6.00\narmies = { union = \"iron-column\" }",
        ),
    ]);
    let path = folder.path().display().to_string();
    let checked = played(&["data", "check", "--data", &path], "");
    assert!(
        checked.starts_with("exit 0") && checked.contains("4 tables, 3 armies"),
        "{checked}"
    );
    let record = folder.path().join("game.roll").display().to_string();
    let begin = ["play", "own-ridges", "--data", &path, "--seed", "3"];
    let rest = [
        "--rule",
        "scale=15mm",
        "--confederate",
        "random",
        "--record",
        &record,
    ];
    let first = played(
        &[begin.as_slice(), &rest].concat(),
        "objectives 9.00 5.00, 27.00 5.00\nplace Iron Brigade, line, 12.00 5.00, 0\nscore\nquit\n",
    );
    assert!(
        first.contains("Iron Brigade deployed") && first.contains("If it ended now: draw"),
        "{first}"
    );
    let again = played(
        &["play", "--resume", &record, "--data", &path],
        "show Iron\nquit\n",
    );
    assert!(again.contains("Iron Brigade (union"), "{again}");
    let elsewhere = played(&["play", "--resume", &record], "");
    assert!(
        elsewhere.starts_with("exit 2") && elsewhere.contains("own-ridges"),
        "{elsewhere}"
    );
    let unknown = played(&["play", "own-ridges", "--seed", "3"], "");
    assert!(unknown.starts_with("exit 2"), "{unknown}");
}

#[test]
fn faults_of_laid_files_are_named_with_file_and_line() {
    let folder = laid(&[
        (
            "armies/first-column.toml",
            "armies/first-column.toml",
            "bases = 8",
            "bases = 800",
        ),
        (
            "tables/two-ridges.toml",
            "tables/shallow.toml",
            "24.00]",
            "21.00]",
        ),
    ]);
    let path = folder.path().display().to_string();
    let told = played(&["data", "check", "--data", &path], "");
    assert!(told.starts_with("exit 1"), "{told}");
    for wanted in [
        "armies/first-column.toml:11: ",
        "tables/shallow.toml:5: a pitched battle needs",
    ] {
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(wanted), "{wanted}\n{told}");
    }
    let stray = laid(&[("basing/28mm.toml", "basing/28mm.toml", "28mm", "28mm")]);
    crate::put(stray.path(), "tabels/x.toml", "name = 1");
    let path = stray.path().display().to_string();
    let told = played(&["data", "check", "--data", &path], "");
    assert!(
        told.starts_with("exit 2") && told.contains("tabels"),
        "{told}"
    );
}

/// One wrong value, one fault: what is said is all on one line of one file.
#[test]
fn a_wrong_value_makes_no_other_key_unknown() {
    let cases = [
        (
            "tables/two-ridges.toml",
            "36.00, 24.00",
            "36.00, wide",
            "size",
            "",
        ),
        (
            "tables/two-ridges.toml",
            "[36.00, 24.00]",
            "\"wide\"",
            "size",
            "expected a point [x, y], found a text",
        ),
        (
            "tables/two-ridges.toml",
            "[36.00, 24.00]",
            "[36.00, 240.00]",
            "size",
            "up to 200 x 200",
        ),
        (
            "basing/28mm.toml",
            "um = 5.0",
            "um = \"five\"",
            "um",
            "expected a length",
        ),
        (
            "basing/28mm.toml",
            "um = 5.0",
            "um = 0",
            "um",
            "longer than nothing",
        ),
        (
            "armies/first-column.toml",
            "bases = 8",
            "bases = \"8\"",
            "bases = \"8\"",
            "expected a whole number, found a text",
        ),
        (
            "figures.toml",
            "melee = 2",
            "melee = 20",
            "melee = 20",
            "20 is not between 0 and 9",
        ),
    ];
    for (file, old, new, line, reason) in cases {
        let folder = laid(&[(file, file, old, new)]);
        let path = folder.path().display().to_string();
        let told = played(&["data", "check", "--data", &path], "");
        let text = std::fs::read_to_string(folder.path().join(file)).expect("laid");
        let number = 1 + text
            .lines()
            .position(|own| own.contains(line) && !own.starts_with('#'))
            .expect("the line");
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            flat.starts_with("exit 1") && flat.contains(reason),
            "{new}\n{told}"
        );
        assert_eq!(flat.matches(".toml:").count(), 1, "{new}\n{told}");
        assert!(
            flat.contains(&format!("{file}:{number}:")),
            "{new}: line {number}\n{told}"
        );
    }
    let file = situations().join("fire.toml");
    let text = std::fs::read_to_string(file).expect("a file of the checkout");
    let folder = tempfile::tempdir().expect("a folder");
    let text = text.replacen("\n[[case]]", "\nground.size = 36\n\n[[case]]", 1);
    crate::put(folder.path(), "bad.toml", &text);
    let bad = folder.path().join("bad.toml").display().to_string();
    let told = played(&["check", &bad], "");
    assert!(
        told.contains("expected a point") && !told.contains("unknown key"),
        "{told}"
    );
}

#[test]
fn a_table_that_does_not_exist_is_told_with_those_that_do() {
    for command in ["play", "sim"] {
        let wanted: &[&str] = if command == "sim" {
            &["sim", "--scenario", "two-ridge"]
        } else {
            &["play", "two-ridge"]
        };
        let told = played(wanted, "");
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "exit 2",
            "did you mean 'two-ridges'?",
            "4 hornets-nest",
            "harlans-crossroads, two-ridges, meadow-creek",
        ] {
            assert!(flat.contains(part), "{part}\n{told}");
        }
    }
    let told = played(&["play", "hornet-nest"], "");
    assert!(told.contains("did you mean 'hornets-nest'?"), "{told}");
    let folder = laid(&[(
        "tables/two-ridges.toml",
        "tables/own-ridges.toml",
        "zone",
        "zone",
    )]);
    let path = folder.path().display().to_string();
    let told = played(&["play", "own-ridge", "--data", &path], "");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.starts_with("exit 2")
            && flat.contains("did you mean 'own-ridges' or")
            && flat.contains("meadow-creek"),
        "{told}"
    );
}

#[test]
fn odds_of_an_illegal_choice_tell_the_rule_and_the_question_names_who_decides() {
    let file = situations().join("charge.toml").display().to_string();
    let told = played(
        &["play", &file, "--case", "SFG-076", "--seed", "4"],
        "odds fire X, A\nodds limber A\nodds charge A, X, 60\nodds end\nodds nonsense\nquit!\n",
    );
    for part in [
        "[SfG 2.6-when]",
        "only guns limber and deploy [SfG 2.5-artillery-order]",
        "60 degrees off the heading, 45 is the most [SfG 2.5-oblique]",
        "'end' is legal and rolls neither",
        "'nonsense' is no order",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    // The reaction is the charged side's affair, though the charging division is the active one.
    let told = played(
        &["play", &file, "--case", "SFG-076", "--seed", "1"],
        "charge A, X, 0\nquit!\n",
    );
    assert!(
        told.contains("Union, Union: what does the division do?"),
        "{told}"
    );
    assert!(
        told.contains("Confederate, Confederate: X is charged"),
        "{told}"
    );
}

#[test]
fn a_flight_has_its_odds() {
    let file = situations().join("charge.toml").display().to_string();
    // Infantry 4.00 UM away that goes 4.00 UM, or 5.00 with a 5 or 6 on the charge die: whoever runs no farther than the
    // rest of that is caught. The run is 0, 1 or 2 UM, each with two faces.
    let (mut short, mut far) = (0, 0);
    for seed in 1..=12 {
        let told = played(
            &[
                "play",
                &file,
                "--case",
                "SFG-079",
                "--seed",
                &seed.to_string(),
            ],
            "charge A, X, 0\n?\nodds flee\nquit!\n",
        );
        let fate = if told.contains(": 1 UM [SfG 2.5-charge-die]") {
            far += 1;
            "escapes 33.3 %, caught 66.6 %"
        } else if told.contains(": 0 UM [SfG 2.5-charge-die]") {
            short += 1;
            "escapes 66.6 %, caught 33.3 %"
        } else {
            // The command test failed.
            continue;
        };
        for wanted in [
            format!("flee [SfG 2.5-flee]  {fate}"),
            format!("flight 0: 33.3 %, 1: 33.3 %, 2: 33.3 % UM; {fate}"),
        ] {
            assert!(told.contains(&wanted), "{wanted}\n{told}");
        }
    }
    assert!(short > 0 && far > 0, "{short} {far}");
}

#[test]
fn a_wrong_side_is_the_only_fault_that_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "title = \"t\"\nboard = \"tabletop\"\nexpect.battle.turn = 1\n";
    let one = "name = \"X\", side = \"confederate\", at = [18.00, 14.00]";
    for (line, text) in [
        // The side of a unit: its division comes about by it.
        (
            5,
            format!(
                "{head}begin = {{ activation = \"Union\" }}\nunit = [{{ name = \"A\", side = \"onion\", at = [18.00, 10.00] }}, {{ {one} }}]\n"
            ),
        ),
        // The side of a division: generals, arrivals and the beginning name it.
        (
            6,
            format!(
                "{head}begin = {{ activation = \"First\" }}\n[[division]]\nside = \"onion\"\nname = \"First\"\n[[general]]\nname = \"General of First\"\nat = [3.00, 3.00]\n[[arrival]]\ndivision = \"First\"\n[[unit]]\n{}\n",
                one.replace(", ", "\n").replace("18.00\n", "18.00, ")
            ),
        ),
        // The side of a unit in a block of its own.
        (
            10,
            format!(
                "{head}begin = {{ activation = \"Union\" }}\n[[unit]]\nname = \"X\"\nside = \"confederate\"\n[[unit]]\nname = \"A\"\nside = \"onion\"\n"
            ),
        ),
        // A battery joined to the unit, and a general with it.
        (
            5,
            format!(
                "{head}begin = {{ activation = \"Union\" }}\nunit = [{{ name = \"A\", side = \"onion\", at = [18.00, 10.00] }}, {{ {one}, joined = \"A\" }}]\ngeneral = [{{ name = \"General of Confederate\", with = \"A\" }}]\n"
            ),
        ),
    ] {
        crate::put(folder.path(), "bad.toml", &text);
        let bad = folder.path().join("bad.toml").display().to_string();
        let told = played(&["check", &bad], "");
        assert_eq!(told.matches("bad.toml:").count(), 1, "{text}\n{told}");
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = format!("bad.toml:{line}: 'onion' is not one of union, confederate");
        assert!(flat.contains(&wanted), "{text}\n{told}");
    }
    // A division that nobody named is still told.
    let text = format!("{head}begin = {{ activation = \"Third\" }}\nunit = [{{ {one} }}]\n");
    crate::put(folder.path(), "bad.toml", &text);
    let bad = folder.path().join("bad.toml").display().to_string();
    let told = played(&["check", &bad], "");
    assert!(told.contains("no division of that name"), "{told}");
}

#[test]
fn switches_and_players_of_the_tabletop_are_told() {
    let switches = played(&["rule", "switches"], "");
    for wanted in [
        "scale=28mm",
        "tie_break=losses",
        "reaction_fire_at=approach",
    ] {
        assert!(switches.contains(wanted), "{wanted}\n{switches}");
    }
    let help = played(&["play", "--help"], "");
    assert!(help.contains("plain, bold"), "{help}");
}

/// A whole game of two players of the program as a record in a folder; what it said at its end.
fn recorded(folder: &tempfile::TempDir) -> (String, String) {
    let path = folder.path().join("game.roll").display().to_string();
    let arguments = [
        "play",
        "two-ridges",
        "--union",
        "bold",
        "--confederate",
        "plain",
        "--seed",
        "5",
        "--record",
        &path,
    ];
    (path.clone(), played(&arguments, ""))
}

#[test]
fn a_report_tells_result_objectives_losses_and_luck_of_a_tabletop_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, game) = recorded(&folder);
    let all = played(&["report", &path], "");
    for part in [
        "exit 0",
        "Two Ridges",
        "The game is over: ",
        "Union (bold): ",
        "Confederate (plain): ",
        "objective 4 at 10.00 19.00: placed by Confederate, held by ",
        "turn 6: orders obeyed ",
        "Losses by unit and turn",
        "Alder's Brigade",
        "The luck of the dice",
        "fire (hits)",
        "command tests passed",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    // Nothing of the hexes.
    for part in ["SP", "AM", "men lost", "Hour by hour"] {
        assert!(!all.contains(part), "{part}\n{all}");
    }
    // The rule of the end is the rule that the game named.
    let end = game
        .lines()
        .find(|line| line.contains("the battle is over: "))
        .expect("an end");
    let rule = &end[end.rfind('[').expect("its rule")..];
    let result = all
        .lines()
        .find(|line| line.starts_with("The game is over: "))
        .expect("the result");
    assert!(result.contains(rule), "{result} / {end}");
    let italian = played(&["report", &path, "--lang", "it"], "");
    assert!(
        italian.contains("La partita è finita: ") && italian.contains("Turno per turno"),
        "{italian}"
    );
}

#[test]
fn losses_of_a_report_add_up_to_the_game_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, game) = recorded(&folder);
    let output = longroll(&["report", &path, "--json"])
        .output()
        .expect("the program runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let annals = &json["annals"];
    for (side, enemy) in [("union", "confederate"), ("confederate", "union")] {
        let own = |unit: &&serde_json::Value| unit["side"] == side;
        let units = annals["units"].as_array().expect("units");
        let losses: u64 = units
            .iter()
            .filter(own)
            .flat_map(|unit| unit["losses"].as_array().expect("by turn"))
            .map(|losses| losses.as_u64().expect("a number"))
            .sum();
        // Section N: the game score of a side is what the enemy lost.
        assert_eq!(annals["standing"][enemy]["score"], losses, "{side}");
        let said = game
            .lines()
            .filter(|line| line.contains(" suffers "))
            .count();
        assert!(said > 0 && losses > 0);
    }
    let entries = json["rolls"]["entries"].as_array().expect("rolls");
    assert!(entries.len() > 20);
    for entry in entries {
        let luck = entry["luck"].as_f64().expect("a number");
        assert!((-0.5..=0.5).contains(&luck), "{entry}");
        let purpose = entry["purpose"].as_str().expect("a word");
        assert!(!["Initiative", "Deployment"].contains(&purpose), "{entry}");
    }
}

#[test]
fn a_page_of_a_tabletop_game_stands_alone_and_a_game_under_way_is_told_as_such() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = recorded(&folder);
    let said = played(&["report", &path, "--html"], "");
    assert!(said.contains("exit 0"), "{said}");
    let page = std::fs::read_to_string(folder.path().join("game.html")).expect("the page");
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("<svg class=\"chart\"") && page.contains("The table at the end"));
    // The name of SVG is no address that is loaded.
    let plain = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import"] {
        assert!(!plain.contains(outside), "{outside}");
    }
    let text = std::fs::read_to_string(&path).expect("the record");
    let half: Vec<&str> = text.lines().take(70).collect();
    std::fs::write(&path, half.join("\n")).expect("written");
    let said = played(&["report", &path], "");
    assert!(
        said.contains("exit 0") && said.contains("The game is not over. If it ended now: "),
        "{said}"
    );
    std::fs::write(&path, text.replace("U: place 2nd", "U: place no")).expect("written");
    let said = played(&["report", &path], "");
    assert!(
        said.starts_with("exit 1") && said.contains("line "),
        "{said}"
    );
}

#[test]
fn stats_of_a_table_are_refused_with_what_to_use() {
    let said = played(&["stats", "--scenario", "two-ridges", "--games", "2"], "");
    assert!(
        !said.contains("exit 0")
            && said.contains("two-ridges is a table of Shell for Guns Lite")
            && said.contains("longroll sim --scenario two-ridges")
            && !said.contains("did you mean"),
        "{said}"
    );
}

#[test]
fn a_ready_position_is_played_by_its_name_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("drill.txt").display().to_string();
    let said = played(
        &["play", "drill-ground", "--seed", "1"],
        &format!("order Line\nsave {path}\nquit\n"),
    );
    assert!(
        said.contains("exit 0") && said.contains("Drill ground") && said.contains("Line is"),
        "{said}"
    );
    let said = played(&["play", "--resume", &path], "show Line\nquit\n");
    assert!(
        said.contains("exit 0") && said.contains("Drill Division"),
        "{said}"
    );
}

#[test]
fn a_table_has_no_variants_and_is_not_benched() {
    let said = played(
        &["play", "two-ridges", "--variant", "historical"],
        "quit!\n",
    );
    assert!(
        !said.contains("exit 0") && said.contains("has no variants: leave out --variant"),
        "{said}"
    );
    let said = played(&["bench", "--scenario", "two-ridges"], "");
    assert!(
        !said.contains("exit 0")
            && said.contains("which this does not measure: `longroll sim --scenario"),
        "{said}"
    );
}

/// A situation that shows one activation is the beginning of a battle for whoever plays it.
#[test]
fn a_situation_that_begins_with_an_activation_is_played_on_to_the_end_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fire.txt").display().to_string();
    let file = situations().join("fire.toml").display().to_string();
    let said = played(&["play", &file, "--seed", "3"], "end\nend\nquit!\n");
    for wanted in [
        "Union has acted",
        "Confederate is activated",
        "Confederate has acted",
        "turn 2",
    ] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
    // The generals ride and both divisions end their activations until the turns are over.
    let lines = format!("{}save {path}\nquit\n", "done\nend\n".repeat(60));
    let said = played(&["play", &file, "--seed", "3"], &lines);
    for wanted in ["exit 0", "save FILE keeps the game", "Saved"] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
    let said = played(&["report", &path], "");
    assert!(said.contains("exit 0"), "{said}");
}

#[test]
fn the_tabletop_speaks_italian_at_the_terminal() {
    let file = situations().join("fire.toml").display().to_string();
    let said = played(
        &["--lang", "it", "play", &file, "--seed", "3"],
        "?\nodds fire A, X\nmeasure A, X\nmeasure A, Y\nshow\nscore\nwhy move A, go 0 1.00\nmove A, go 0 1.00\nfire A, X\ndice\nquit!\n",
    );
    for wanted in [
        "exit 0",
        "order A [SfG 2.3-brigade-order]  riesce 72.2 %",
        "in media 3.00 perdite, nessuna 1.5 %",
        "A – X: 5.80 UM da bordo a bordo, da 15.60 10.00 a 15.60 15.80",
        "sul tavolo nulla si chiama 'Y'",
        "A (Unione, Union): 18.00 10.00 direzione 0",
        "per muovere serve un ordine [SfG 2.3-brigade-order]",
        "A spara a X [SfG 2.6",
        "A: fuoco 6D6 serve 4",
        ", tirato ",
    ] {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
    for english in [" is nearer", " fires ", "rolled", "losses", " heading "] {
        assert!(!said.contains(english), "{english}\n{said}");
    }
}
