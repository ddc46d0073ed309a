//! Shell for Guns Lite and the files of people: data laid in folders, names of tables, faults of files, records that are reported.

use std::path::Path;

use super::longroll;
use super::tabletop::{played, situations};

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
    assert!(
        elsewhere.contains("first-fight"),
        "the ready positions are told as well: {elsewhere}"
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
            "drill-ground, first-fight, help-is-coming",
        ] {
            assert!(flat.contains(part), "{part}\n{told}");
        }
    }
    let told = played(&["play", "hornet-nest"], "");
    assert!(told.contains("did you mean 'hornets-nest'?"), "{told}");
    let told = played(&["play", "first-figth"], "");
    assert!(told.contains("did you mean 'first-fight'?"), "{told}");
    let told = played(&["--lang", "it", "play", "two-ridge"], "");
    assert!(
        told.contains("; forse 'two-ridges'?") && !told.contains("did you"),
        "{told}"
    );
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
    assert!(told.contains("no division is called 'Third'"), "{told}");
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

/// A position may begin with a turn: the report has no line for what came before it.
#[test]
fn a_report_tells_every_turn_once_and_none_that_was_not_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.toml").display().to_string();
    let record = folder.path().join("game.roll").display().to_string();
    for (begin, first) in [("turn", 3), ("battle", 4), ("generals", 3)] {
        let text = format!(
            "title = \"t\"\nboard = \"tabletop\"\nturn = 3\nbegin = \"{begin}\"\nexpect.battle.turn = 6\nunit = [{{ name = \"A\", side = \"union\", at = [18.00, 5.00] }}, {{ name = \"X\", side = \"confederate\", at = [18.00, 19.00] }}]\n"
        );
        crate::put(folder.path(), "p.toml", &text);
        let players = ["--union", "random", "--confederate", "random"];
        let rest = ["--seed", "1", "--record", &record, "--overwrite"];
        let game = ["play", file.as_str()];
        let said = played(&[&game[..], &players, &rest].concat(), "");
        assert!(said.starts_with("exit 0"), "{said}");
        let told = played(&["report", &record], "");
        let turns: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with("turn "))
            .map(|line| line.split_once(':').map_or(line, |(turn, _)| turn))
            .collect();
        let wanted: Vec<String> = (first..=6).map(|turn| format!("turn {turn}")).collect();
        assert_eq!(turns, wanted, "{begin}\n{told}");
    }
}

#[test]
fn faults_of_files_and_orders_are_told_in_italian_at_the_terminal() {
    let folder = laid(&[
        (
            "tables/two-ridges.toml",
            "tables/shallow.toml",
            "24.00]",
            "21.00]",
        ),
        (
            "armies/first-column.toml",
            "armies/first-column.toml",
            "bases = 8",
            "bases = \"8\"",
        ),
    ]);
    let path = folder.path().display().to_string();
    let told = played(&["--lang", "it", "data", "check", "--data", &path], "");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "exit 1",
        "shallow.toml:5: per una battaglia campale servono almeno 24.00 x 22.00 UM",
        "first-column.toml:11: serve un numero intero, qui c'è un testo",
    ] {
        assert!(flat.contains(part), "{part}\n{told}");
    }
    let told = played(
        &["--lang", "it", "play", "two-ridges", "--seed", "1"],
        "dance\nobjectives 1\nwhy move nobody\nodds fire\nundo\nquit!\n",
    );
    for part in [
        "'dance' non è un ordine; forse 'dice'? Qui si può: objectives.",
        "'1' non vale come posto X Y",
        "'nobody' non vale come unità",
        "l'ordine non è completo: manca unità",
        "non c'è nulla da ritirare",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_record_that_was_moved_is_drawn_with_the_situation_that_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let situation = folder.path().join("charge.toml");
    std::fs::copy(situations().join("charge.toml"), &situation).expect("a copy");
    let situation = situation.display().to_string();
    let record = folder.path().join("charge.roll").display().to_string();
    let begun = played(
        &["play", &situation, "--seed", "3", "--record", &record],
        "quit!\n",
    );
    assert!(begun.starts_with("exit 0"), "{begun}");
    let deep = folder.path().join("deep");
    std::fs::create_dir(&deep).expect("a folder");
    let moved = deep.join("charge.roll");
    std::fs::copy(&record, &moved).expect("a copy");
    let moved = moved.display().to_string();
    let out = folder.path().join("end.svg").display().to_string();
    let render = |more: &[&str]| {
        let mut all = vec!["render", "--out", &out, "--scenario"];
        all.extend(more);
        played(&all, "")
    };
    let lost = render(&[&moved]);
    assert!(!lost.starts_with("exit 0"), "{lost}");
    let drawn = render(&[&moved, "--situation", &situation]);
    assert!(drawn.starts_with("exit 0"), "{drawn}");
    let drawing = std::fs::read_to_string(&out).expect("a drawing");
    assert!(drawing.contains("data-unit=\"X\""), "{drawing}");
}
