//! Lines typed by hand that mean nothing, or nothing that may be done.

use crate::door::{Answer, Door, run};

/// Lines at the first question of scenario 2, and what the answer must name.
const INPUTS: &[(&str, &[&str])] = &[
    (
        "frobnicate",
        &["'frobnicate' is no order", "possible here: "],
    ),
    ("attack", &["'attack' is no order", "possible here: "]),
    (
        "plcae Peabody S3217",
        &["'plcae' is no order; did you mean 'place'"],
    ),
    ("place", &["'place' may mean: "]),
    ("place Peabody", &["may mean"]),
    ("place Peabody S9999", &["is no hex of this map"]),
    (
        "place Peabody S1010",
        &["Refused: ", "BB 30.0-setup", "Nothing has changed"],
    ),
    ("place Nobody S3217", &["'Nobody S3217' is no piece"]),
    (
        "place Peabodi S3217",
        &["is no piece", "did you mean 'Peabody'"],
    ),
    ("place Grant S3217", &["Refused: "]),
    ("place Peabody S3217 NE", &["follows a complete order"]),
    ("move 16 WI S3217 E", &["Refused: "]),
    ("move 99 XX S3217 E", &["is no unit"]),
    ("move 16 WI", &["is not complete", "hex"]),
    ("move 16 WI S3217 up", &["'up' is no facing"]),
    ("direct Grant", &["is not complete", "brigade"]),
    ("take retire", &["'retire' is no kind of orders"]),
    ("orders 9/9/Z attack", &["is no brigade or unit"]),
    ("face 16 WI", &["is not complete", "facing"]),
    ("face 16 WI NNE", &["'NNE' is no facing"]),
    ("refuse 16 WI middle", &["'middle' is no flank"]),
    ("stack sideways", &["'sideways' is no place in the stack"]),
    ("enter 99", &["'99' is no unit"]),
    ("pick 9/9", &["is no marker"]),
    ("done!", &["Refused: "]),
    ("done", &["Refused: "]),
    ("halt", &["Refused: ", "not what is to be decided now"]),
    ("999", &["There is no choice 999"]),
    ("0", &["There is no choice 0"]),
    ("-1", &["'-1' is no order"]),
    ("18446744073709551616", &["is no order"]),
    ("1.5", &["is no order"]),
    ("???", &["'???' is no order"]),
    ("\u{1b}[31m", &["is no order"]),
    ("pl\u{0}ace", &["is no order"]),
    ("命令", &["'命令' is no order"]),
    ("reach", &["is not complete", "piece"]),
    ("reach Nobody", &["'Nobody' is no piece on the map"]),
    ("reach 16 WI", &["Refused: "]),
    ("reach Prentis", &["Refused: "]),
    ("go", &["is not complete", "piece"]),
    ("go 16 WI", &["Go where?"]),
    ("go 16 WI S9999", &["is no hex of this map"]),
    ("go 16 WI S3217 Q", &["'Q' is no facing"]),
    ("go 16 WI S3217 NE now", &["end of the line"]),
    ("go Zebra S3217", &["'Zebra' is no piece on the map"]),
    ("show zzz", &["Nothing on the map holds 'zzz'"]),
    ("list zzz", &["No choice begins with 'zzz'"]),
    ("undo", &["nothing to take back"]),
    ("dice", &["needed no dice"]),
    ("secrets", &["Nothing is known to Union alone"]),
    ("save", &["Save where?"]),
    ("save /nowhere/x.roll", &["/nowhere/x.roll"]),
    ("save full.roll", &["full.roll holds something already"]),
    ("save .", &["."]),
    ("accept accept", &["'accept' follows a complete order"]),
    ("accept;", &["is no order"]),
    ("accept {4}", &["follows a complete order"]),
    ("U: accept", &["is no order"]),
    ("+1", &["'+1' is no order"]),
    ("1 2", &["is no order"]),
    ("\u{ff11}", &["is no order"]),
    ("undo 5", &["'undo' stands alone"]),
    ("dice 5", &["'dice' stands alone"]),
    ("secrets union", &["'secrets' stands alone"]),
    ("score all", &["'score' stands alone"]),
    ("quit now", &["'quit' stands alone"]),
    ("quit! now", &["'quit!' stands alone"]),
    ("place Peabody S3217 S3218", &["follows a complete order"]),
    ("place Peabody S32177", &["is no hex of this map"]),
    ("place Peabody,S3217", &["is no piece"]),
    ("acc\u{202e}ept", &["'acc\u{fffd}ept' is no order"]),
    ("odds", &["nothing is written where an order is expected"]),
    ("odds frob", &["'frob' is no order"]),
    ("odds fire 16 WI", &["is not complete", "hex"]),
];

/// Lines at the first question on the drill ground of *Shell for Guns Lite*.
const TABLETOP: &[(&str, &[&str])] = &[
    ("undo 5", &["'undo' stands alone"]),
    ("quit now", &["'quit' stands alone"]),
    ("quit! now", &["'quit!' stands alone"]),
    ("dice 3", &["'dice' stands alone"]),
    ("score all", &["'score' stands alone"]),
    ("+1", &["'+1' is no order"]),
    ("99", &["There is no choice 99"]),
    ("why frob", &["'frob' is no order"]),
    ("measure A", &["Measure what?"]),
];

pub fn door() -> Door {
    let mut door = Door::default();
    let lines: Vec<&str> = TABLETOP.iter().map(|(line, _)| *line).collect();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let answer = run(
        &["play", "drill-ground", "--seed", "3"],
        &format!("{}\nquit!\n", lines.join("\n")),
        folder.path(),
    );
    let question = "Union, Drill Division: what does the division do?";
    sitting(&mut door, answer, question, TABLETOP);
    by_hexes(&mut door);
    door
}

/// Counts the answers of a sitting in which nothing is chosen: the same question stands before each of them.
fn sitting(door: &mut Door, answer: Answer, question: &str, inputs: &[(&str, &[&str])]) {
    let said = match answer {
        Answer::Accepted(said) => said,
        other => {
            door.count("the whole sitting", &other, &["it goes on to its end"]);
            return;
        }
    };
    let answers: Vec<&str> = said.split(question).skip(1).collect();
    assert_eq!(answers.len(), inputs.len() + 1, "{said}");
    for ((line, wanted), answer) in inputs.iter().zip(answers) {
        // The rest of the question's own line is no answer.
        let text = answer.split_once('\n').map_or("", |(_, rest)| rest);
        let name: String = line.chars().take(60).collect();
        door.count(&name, &Answer::Refused(text.to_owned()), wanted);
    }
}

fn by_hexes(door: &mut Door) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("full.roll"), "something").expect("a file");
    let long = "x".repeat(200_000);
    let wanted: &[&str] = &["is no order"];
    let inputs: Vec<(&str, &[&str])> = INPUTS
        .iter()
        .copied()
        .chain([(long.as_str(), wanted)])
        .collect();
    let lines: Vec<&str> = inputs.iter().map(|(line, _)| *line).collect();
    let text = format!("{}\nquit\n", lines.join("\n"));
    let answer = run(&["play", "2", "--seed", "7"], &text, folder.path());
    sitting(door, answer, "Union: Where is Peabody set up?", &inputs);
    let kept = std::fs::read_to_string(folder.path().join("full.roll"));
    assert_eq!(kept.ok().as_deref(), Some("something"));
}
