//! Situation files with one thing wrong in them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use longroll_situation::load;

use crate::door::{Answer, Door, at_once};

mod meaning;
mod reading;

const SOUND: &str = r#"title = "A sound file"
rules = ["SR 4.22"]
board = { default = "woods", hexes = { "2013" = "clear" }, sides = [{ between = ["2010", "2011"], feature = "slope", higher = "2011", lines = 2 }], roads = [["2010", "2011"]] }
options = { book = "series", stuart_cap = "replaces" }
turn = { turn = "6-1200", light = "dusk", at = "marker 1/I", cup = ["1/I"], initiative = { holder = "union" }, pools = { union = [1, 1, 1, 1] } }
leader = [{ name = "L", side = "union", brigade = "1/1/I", hex = "2010", range = 2, profile = "A", abilities = ["orders-attack"] }]
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

/// What is replaced, by what, how many messages come, and what they must name. One thing is wrong, and one is told.
pub type Input = (&'static str, &'static str, usize, &'static [&'static str]);

/// The same in a file that plays scenario 2, which has no variants and no goals of this name.
const OF_SCENARIO: &[(&str, &[&str])] = &[
    (
        "variant = \"extended\"\nask = [{ verdict = true, show = true }]\n",
        &[
            "bad.toml:3:",
            "no variant 'extended' here; there is only base",
        ],
    ),
    (
        "ask = [{ may_extend = \"extended\", answer = true }]\n",
        &["bad.toml:3:", "no variant 'extended' here; there are none"],
    ),
    (
        "ask = [{ goal = \"nothing\", answer = \"met\" }]\n",
        &["bad.toml:3:", "there is no 'nothing'"],
    ),
    (
        "ask = [{ score = \"nothing\", answer = 0 }]\n",
        &[
            "bad.toml:3:",
            "nobody scores for 'nothing'; points are given for",
        ],
    ),
];

/// What the file comes to: faults, differences, or nothing wrong. Before them stands how many they are.
fn answer(text: &str) -> Answer {
    let played = catch_unwind(AssertUnwindSafe(|| match load("bad.toml", text) {
        Err(faults) => (faults.list().len(), faults.summary()),
        Ok(situation) => {
            let cases = situation.cases().iter();
            let all: Vec<String> = cases.flat_map(|case| case.run().differences()).collect();
            (all.len(), all.join("\n"))
        }
    }));
    match played {
        Ok((_, said)) if said.is_empty() => Answer::Accepted("all as expected".to_owned()),
        Ok((number, said)) => Answer::Refused(format!("{} {said}", told(number))),
        Err(_) => Answer::Panicked("the reader or the runner panicked".to_owned()),
    }
}

/// How many messages came, as an answer says it.
fn told(number: usize) -> String {
    format!("[{number} told]")
}

/// Counts an answer: so many messages, and these words in them.
fn count(door: &mut Door, input: &str, answer: &Answer, number: usize, wanted: &[&str]) {
    let number = told(number);
    let mut all = vec![number.as_str()];
    all.extend_from_slice(wanted);
    door.count(input, answer, &all);
}

/// A file that no person writes: its name and text, how many messages come, and what they must name.
type Monster = (&'static str, String, usize, &'static [&'static str]);

fn monsters() -> Vec<Monster> {
    let nested = |open: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        format!("{SOUND}a = {open}1{close}\n")
    };
    let keys: String = (0..200_000)
        .map(|number| format!("k{number} = 1\n"))
        .collect();
    let units: String = (0..20_000)
        .map(|number| format!("[[unit]]\nname = \"u{number}\"\n"))
        .collect();
    vec![
        (
            "lists in lists",
            nested("[", "]"),
            1,
            &["bad.toml:16:", "recur"],
        ),
        (
            "tables in tables",
            nested("{a=", "}"),
            1,
            &["bad.toml:16:", "recur"],
        ),
        (
            "a key of many parts",
            format!("{SOUND}{}a = 1\n", "a.".repeat(50_000)),
            1,
            &["bad.toml:", "recur"],
        ),
        (
            "200000 unknown keys",
            format!("{keys}{SOUND}"),
            25,
            &["bad.toml:1:", "unknown key 'k0'", "more"],
        ),
        (
            "20000 units without a side",
            format!("title = \"Many\"\n{units}"),
            25,
            &["bad.toml:", "'side' is missing", "more"],
        ),
        (
            "a title of five megabytes",
            SOUND
                .replacen("A sound file", &"x".repeat(5_000_000), 1)
                .replacen("sp = 5 }\n", "sp = 6 }\n", 1),
            1,
            &["bad.toml:15:", "wanted 6, found 5"],
        ),
    ]
}

pub fn door() -> Door {
    assert!(
        matches!(answer(SOUND), Answer::Accepted(_)),
        "{:?}",
        answer(SOUND)
    );
    let mut door = Door::default();
    let inputs = [reading::INPUTS, meaning::INPUTS].concat();
    let answers = at_once(&inputs, |(from, to, ..)| {
        assert!(SOUND.contains(from), "{from}");
        answer(&SOUND.replacen(from, to, 1))
    });
    for ((from, to, number, wanted), answer) in inputs.iter().zip(answers) {
        let input = format!("'{from}' becomes '{to}'");
        count(&mut door, &input, &answer, *number, wanted);
    }
    for (text, wanted) in OF_SCENARIO {
        let file = format!("title = \"The Long Walk\"\nscenario = 2\n{text}");
        count(&mut door, text, &answer(&file), 1, wanted);
    }
    for (name, text, number, wanted) in monsters() {
        count(&mut door, name, &answer(&text), number, wanted);
    }
    door
}
