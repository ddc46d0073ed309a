//! Shell for Guns Lite at the terminal: play, odds, try, sim, render. What lies in files beside it is in `tabletop_files`.

use std::path::{Path, PathBuf};

use super::{longroll, said};

pub fn situations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations/shell-for-guns")
}

pub fn played(arguments: &[&str], lines: &str) -> String {
    said(longroll(arguments).write_stdin(lines))
}

/// Whether everything wanted has been said.
#[track_caller]
fn tells(said: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
}

#[test]
fn odds_stand_beside_choices_and_refusals_name_their_rule() {
    let file = situations().join("fire.toml");
    let file = file.display().to_string();
    let said = played(
        &["play", &file, "--seed", "3"],
        "?\nodds fire A, X\nmeasure A, X\nmeasure A, edge\nmeasure X, 18.00 20.00\nmeasure\nmeasure A, Y\nwhy move A, go 0 1.00\nmove A, go 0 1.00\nwhat\nquit!\n",
    );
    tells(
        &said,
        &[
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
        ],
    );
}

#[test]
fn the_tape_takes_objectives_and_ground_at_the_terminal() {
    let file = situations().join("../../data/shell-for-guns/positions/first-fight.toml");
    let said = played(
        &["play", &file.display().to_string(), "--seed", "1"],
        "measure objective 1, objective 2\nmeasure 1st Brigade, objective 1\nmeasure rail fence, the table's edge\nmeasure knoll, Brig. Gen. Corbin\nmeasure\nquit!\n",
    );
    tells(
        &said,
        &[
            "objective 1 – objective 2: 12.00 UM, from 12.00 5.00 to 24.00 5.00",
            // Its front edge is at 8.00 and its bases are 0.40 deep.
            "1st Brigade – objective 1: 2.60 UM from the edge of the bases, from 12.00 7.60 to 12.00 5.00",
            "rail fence – edge: 7.00 UM, from 29.00 12.70 to 36.00 12.70",
            "The Knoll – Brig. Gen. Corbin: ",
            "Ground: rail fence, Creek Wood, East Corn, The Knoll.",
        ],
    );
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

/// Most cases have no id: they are called by their titles, and whoever asks for none of them is told these.
#[test]
fn a_case_without_an_id_is_called_by_its_title() {
    let file = situations().join("tenth-look.toml").display().to_string();
    let title = "The same brigade a tick farther away escapes";
    let tried = played(&["try", &file, "--case", title], "");
    assert!(
        tried.starts_with("exit 0") && tried.contains(title) && !tried.contains("Nobody fires"),
        "{tried}"
    );
    let missing = played(&["try", &file, "--case", "nobody"], "");
    let flat = missing.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "\"Nobody fires at himself or charges himself\"";
    assert!(
        flat.starts_with("exit 2") && flat.contains(wanted),
        "{missing}"
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
fn switches_and_players_of_the_tabletop_are_told() {
    let switches = played(&["rule", "switches"], "");
    tells(
        &switches,
        &[
            "scale=28mm",
            "tie_break=losses",
            "reaction_fire_at=approach",
        ],
    );
    let help = played(&["play", "--help"], "");
    assert!(help.contains("plain, bold"), "{help}");
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
    tells(
        &said,
        &[
            "Union has acted",
            "Confederate is activated",
            "Confederate has acted",
            "turn 2",
        ],
    );
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
    tells(
        &said,
        &[
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
        ],
    );
    for english in [" is nearer", " fires ", "rolled", "losses", " heading "] {
        assert!(!said.contains(english), "{english}\n{said}");
    }
}

/// What a newcomer asks first: the words of orders, and where one is on the table.
#[test]
fn help_explains_formations_headings_and_bearings_in_both_languages() {
    let file = situations().join("fire.toml").display().to_string();
    let english = played(&["play", &file, "--seed", "3"], "help\nquit!\n");
    tells(
        &english,
        &[
            "brigades: line, two-lines, attack-column, march-column; batteries: deployed, limbered",
            "clockwise from north: 0 north, 90 east, 180 south, 270 west",
            "from its own front: 0 ahead, 90 to its right, -90 to its left, 180 back",
            "for cavalry only",
        ],
    );
    let italian = played(
        &["--lang", "it", "play", &file, "--seed", "3"],
        "help\nquit!\n",
    );
    tells(
        &italian,
        &[
            "brigate: line, two-lines, attack-column, march-column; batterie: deployed, limbered",
            "in senso orario da nord: 0 nord, 90 est",
            "dal proprio fronte: 0 avanti, 90 a destra, -90 a sinistra",
            "solo per la cavalleria",
        ],
    );
}

/// The example of the help is legal notation, and its angles mean what the help says.
#[test]
fn angles_mean_what_the_help_says() {
    let said = played(
        &["play", "drill-ground", "--seed", "1"],
        "show Line\norder Line\nmove Line, turn middle 90\nshow Line\nquit!\n",
    );
    let headings: Vec<&str> = said
        .lines()
        .filter(|line| line.trim_start().starts_with("Line (union"))
        .collect();
    assert!(
        headings[0].contains("heading 0,") && headings[1].contains("heading 90,"),
        "{said}"
    );
}

#[test]
fn the_list_tells_what_can_be_done_now_in_short() {
    let said = played(
        &[
            "play",
            "two-ridges",
            "--seed",
            "3",
            "--confederate",
            "random",
        ],
        "objectives 9.00 5.00, 27.00 5.00\n?\nlist reserve 1st\nlist place\nplace 1st Brigade, line, 6 5, 0\nsuggest\nsuggest zzz\nquit!\n",
    );
    let short = "       place UNIT, line|two-lines|attack-column|march-column, X Y, HEADING [SfG 3.0-deploy]\n           UNIT: 1st Brigade, 2nd Brigade, 3rd Brigade,";
    let guns = "       place UNIT, deployed|limbered, X Y, HEADING [SfG 3.0-deploy]\n           UNIT: Battery A,";
    let kept = "       reserve UNIT, TURN [SfG 3.0-deploy]: 66 choices; list reserve shows them\n";
    tells(
        &said,
        &[
            short,
            guns,
            kept,
            // Only cavalry dismounts.
            "place Union Cavalry Brigade, line|two-lines|attack-column|march-column, X Y, HEADING[, dismounted] [",
            "    6  reserve 1st Brigade, 6 [SfG 3.0-deploy]\n",
            "       place Battery A, deployed|limbered, X Y, HEADING [SfG 3.0-deploy]\n",
            // The division that is being set up is named.
            "Union, First Division: who is set up next, and where?",
            "Nothing to suggest holds 'zzz'",
        ],
    );
    // The short list begins with what can be set up; nobody but cavalry is offered to dismount.
    assert!(said.find(short) < said.find(kept), "{said}");
    assert_eq!(said.matches("[, dismounted]").count(), 2, "{said}");
    let first = said
        .split("who is set up next, and where?")
        .nth(1)
        .expect("the first list");
    assert!(first.lines().count() < 16, "{first}");
}

#[test]
fn whoever_is_not_found_is_told_with_near_names() {
    let said = played(
        &["play", "two-ridges", "--seed", "3"],
        "show 2nd brigad\nshow zzzz\nshow\nshow first div\norder 2nd\nstation Sandham, 1 1, 0\nobjectivs 1 1, 2 2\nquit!\n",
    );
    tells(
        &said,
        &[
            "Nobody here has 'zzzz' in the name. show alone tells who there is.",
            "Two Ridges: 36.00 UM from west to east, 24.00 from south to north; north is Y 24.00.",
            "Union holds the south edge and Confederate the north edge; each sets up within 6.00 UM of its own.",
            "Ground: low wall 1,",
            "1st Brigade (union, First Division): waits, infantry, 8 bases of 0.80 x 0.40 UM",
            "Brig. Gen. Sandham (union): off the table",
            "'2nd' is no unit; did you mean '2nd Brigade'?",
            "'Sandham' is no general; did you mean 'Brig. Gen. Sandham'?",
            "'objectivs' is no order; did you mean 'objectives'? Possible here: objectives.",
        ],
    );
    let misspelt = played(
        &["play", "two-ridges", "--seed", "3"],
        "show Aldr's Brigade\nquit!\n",
    );
    assert!(
        misspelt.contains(
            "Nobody here has 'Aldr's Brigade' in the name; did you mean 'Alder's Brigade'"
        ),
        "{misspelt}"
    );
    let italian = played(
        &["--lang", "it", "play", "two-ridges", "--seed", "3"],
        "show Aldr's Brigade\norder 2nd\nshow\nquit!\n",
    );
    tells(
        &italian,
        &[
            "Qui nessuno ha 'Aldr's Brigade' nel nome; forse 'Alder's Brigade'",
            "'2nd' non vale come unità; forse '2nd Brigade'?",
            "Unione: bordo sud; Confederazione: bordo nord; ognuno si schiera entro 6.00 UM dal proprio.",
            "attende, fanteria, 8 basi di 0.80 x 0.40 UM",
        ],
    );
    assert!(!italian.contains("Confederati"), "{italian}");
}

#[test]
fn a_choice_that_changes_nothing_says_so() {
    // The order is obeyed at the first seed that passes the test; then nobody moves.
    let said = (1..20)
        .map(|seed| {
            played(
                &["play", "first-fight", "--seed", &seed.to_string()],
                "done\ndone\ndivision order\ndone\nquit!\n",
            )
        })
        .find(|said| said.contains("passed"))
        .expect("some general is heard");
    assert!(
        said.contains("    Nothing changes on the table.") && !said.contains("noted"),
        "{said}"
    );
}

/// Against the program undo takes back the person's own choice, not one that the program would make again.
#[test]
fn undo_takes_back_the_last_choice_of_a_person() {
    let opponent = ["--seed", "5", "--confederate", "plain"];
    let set_up = "objectives 10 5, 26 5\nplace 1st Brigade, line, 6 5, 0\nplace 2nd Brigade, line, 15 5, 0\nplace 3rd Brigade, attack-column, 11 3, 0\nplace Battery A, deployed, 10.5 5.5, 0\nstation Brig. Gen. Sandham, 11 1.5, 0\nundo\nquit!\n";
    let mut arguments = vec!["play", "two-ridges"];
    arguments.extend(opponent);
    let said = played(&arguments, set_up);
    // The program has set up a division of its own since.
    assert!(
        said.contains("Confederate> station")
            && said.contains("Taken back: station Brig. Gen. Sandham, 11.00 1.50, 0.")
            && said.ends_with(
                "Union, First Division: who is set up next, and where? [SfG 3.0-deploy]\n"
            ),
        "{said}"
    );
    // After dice there is nothing of a person's to take back, though the program has chosen without dice since.
    let said = played(
        &[
            "play",
            "first-fight",
            "--seed",
            "7",
            "--confederate",
            "bold",
        ],
        "done\nstand and fire\nundo\nquit!\n",
    );
    assert!(
        said.contains("Confederate> remove right") && said.contains("nothing to take back"),
        "{said}"
    );
}
