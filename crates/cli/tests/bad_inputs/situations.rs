//! Situation files with one thing wrong in them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use longroll_situation::load;

use crate::door::{Answer, Door, at_once};

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

/// What is replaced, by what, and what the answer must name.
type Input = (&'static str, &'static str, &'static [&'static str]);

const INPUTS: &[Input] = &[
    ("title = \"A sound file\"\n", "", &["needs a title"]),
    ("title = \"A sound file\"", "title = 3", &["needs a title"]),
    ("title = \"A sound file\"", "title = \"A", &["bad.toml:1:"]),
    (
        "rules = [\"SR 4.22\"]",
        "rules = [\"SR 4.99\"]",
        &["bad.toml:2:", "'SR 4.99' is no rule"],
    ),
    (
        "rules = [\"SR 4.22\"]",
        "rules = [4]",
        &["bad.toml:2:", "expected a text"],
    ),
    (
        "rules =",
        "rulez =",
        &["bad.toml:2:", "unknown key 'rulez'; did you mean 'rules'"],
    ),
    (
        "\"woods\"",
        "\"jungle\"",
        &["bad.toml:3:", "'jungle' is no terrain"],
    ),
    (
        "\"2013\" = \"clear\"",
        "\"99999\" = \"clear\"",
        &["bad.toml:3:", "99999"],
    ),
    (
        "[\"2010\", \"2011\"], feature",
        "[\"2010\", \"2015\"], feature",
        &["bad.toml:3:", "not adjacent"],
    ),
    (
        "feature = \"slope\"",
        "feature = \"cliff\"",
        &["bad.toml:3:", "'cliff' is no feature"],
    ),
    (
        "[[\"2010\", \"2011\"]]",
        "[[\"2010\", \"2014\"]]",
        &["bad.toml:3:", "hex to adjacent hex"],
    ),
    (
        "default = \"woods\"",
        "defualt = \"woods\"",
        &["bad.toml:3:", "did you mean 'default'"],
    ),
    ("board = {", "board = 3 #", &["bad.toml:3:"]),
    (
        "\"series\"",
        "\"cereal\"",
        &["bad.toml:4:", "'cereal' is no book"],
    ),
    (
        "stuart_cap",
        "stewart_cap",
        &["bad.toml:4:", "'stewart_cap' is no switch"],
    ),
    ("\"replaces\"", "\"never\"", &["bad.toml:4:", "not 'never'"]),
    ("\"6-1200\"", "\"noon\"", &["bad.toml:5:", "noon"]),
    (
        "\"6-1200\"",
        "\"6-2300\"",
        &["bad.toml:5:", "not in the calendar"],
    ),
    (
        "\"dusk\"",
        "\"gloom\"",
        &["bad.toml:5:", "'gloom' is not one of day"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"marker 9/I\"",
        &["bad.toml:5:", "'9/I' is no marker"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"lunch\"",
        &["bad.toml:5:", "'lunch' is no place in a turn"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"II/C\", to = \"II/A\"",
        &["bad.toml:5:", "play ends before it begins"],
    ),
    (
        "cup = [\"1/I\"]",
        "cup = [\"7/Z\"]",
        &["bad.toml:5:", "'7/Z' is no marker"],
    ),
    (
        "holder = \"union\"",
        "holder = \"france\"",
        &["bad.toml:5:", "'france' is not one of"],
    ),
    (
        "union = [1, 1, 1, 1]",
        "union = [1, 1]",
        &["bad.toml:5:", "4 whole numbers"],
    ),
    (
        "range = 2",
        "range = -2",
        &["bad.toml:6:", "-2 is not between"],
    ),
    (
        "range = 2",
        "range = 2.5",
        &["bad.toml:6:", "decimal point"],
    ),
    (
        "profile = \"A\"",
        "profile = \"Z\"",
        &["bad.toml:6:", "'Z' is not one of"],
    ),
    (
        "\"orders-attack\"",
        "\"flies\"",
        &["bad.toml:6:", "'flies' is not one of"],
    ),
    (
        "{ name = \"L\", side",
        "{ nam = \"L\", side",
        &["bad.toml:6:", "name"],
    ),
    (
        "range = 2",
        "efficiency = 2",
        &["bad.toml:6:", "rating of the corps level"],
    ),
    (
        "hex = \"2012\", state",
        "hex = \"20\", state",
        &["bad.toml:8:", "20"],
    ),
    (
        "hex = \"2012\", state",
        "hex = \"9999\", state",
        &["bad.toml:8:", "9999 is far from most others"],
    ),
    (
        "hex = \"2012\", state",
        "hex = 2012, state",
        &["bad.toml:8:", "expected a text"],
    ),
    (
        "hex = \"2012\", state",
        "hx = \"2012\", state",
        &["bad.toml:8:", "unknown key 'hx'"],
    ),
    (
        "[\"disordered\"]",
        "[\"sleepy\"]",
        &["bad.toml:8:", "'sleepy' is no state"],
    ),
    (
        "[\"disordered\"]",
        "[\"routed\", \"lost\"]",
        &["bad.toml:8:", "'routed' and 'lost' at once"],
    ),
    (
        "[\"disordered\"]",
        "[\"good-order\", \"collapsed\"]",
        &["bad.toml:8:", "at once"],
    ),
    (
        "[\"disordered\"]",
        "[\"refused-left\", \"refused-right\"]",
        &["bad.toml:8:", "at once"],
    ),
    (
        "sp = 5, full = 8",
        "sp = 9, full = 3",
        &["bad.toml:8:", "more than its full strength"],
    ),
    ("sp = 5, full = 8", "sp = 0", &["bad.toml:8:", "without SP"]),
    (
        "sp = 5, full = 8",
        "sp = 99",
        &["bad.toml:8:", "99 is not between"],
    ),
    (
        "sp = 5, full = 8",
        "cohesion = [3, 6]",
        &["bad.toml:8:", "better in disorder"],
    ),
    (
        "sp = 5, full = 8",
        "cohesion = [6]",
        &["bad.toml:8:", "2 whole numbers"],
    ),
    (
        "sp = 5, full = 8",
        "ma = [4, 6]",
        &["bad.toml:8:", "better in disorder"],
    ),
    (
        "sp = 5, full = 8",
        "weapon = \"laser\"",
        &["bad.toml:8:", "'laser' is no weapon"],
    ),
    (
        "sp = 5, full = 8",
        "kind = \"navy\"",
        &["bad.toml:8:", "'navy' is not one of"],
    ),
    (
        "sp = 5, full = 8",
        "orders = \"retire\"",
        &["bad.toml:8:", "'retire' is not one of"],
    ),
    (
        "sp = 5, full = 8",
        "column = []",
        &["bad.toml:8:", "one or two extensions"],
    ),
    (
        "sp = 5, full = 8",
        "assigned = \"9/9/Z\"",
        &["bad.toml:8:", "no command '9/9/Z'"],
    ),
    (
        "name = \"X\", side",
        "name = \"A\", side",
        &["bad.toml:9:", "'A' stands here a second time"],
    ),
    (
        "side = \"confederate\", brigade",
        "side = \"martian\", brigade",
        &["bad.toml:9:", "'martian' is not one of"],
    ),
    (
        "side = \"confederate\", brigade = \"1/1/1\", ",
        "brigade = \"1/1/1\", ",
        &["bad.toml:9:", "'side' is missing"],
    ),
    (
        "side = \"confederate\", brigade = \"1/1/1\"",
        "side = \"confederate\", brigade = \"1/1/I\"",
        &["bad.toml:9:", "command of the other side"],
    ),
    (
        "brigade = \"1/1/1\", ",
        "",
        &["bad.toml:9:", "one of the keys brigade"],
    ),
    (
        "hex = \"2110\"",
        "hex = \"2012\"",
        &["bad.toml:9:", "both sides stand in 2012"],
    ),
    (
        "facing = \"W\"",
        "facing = \"up\"",
        &["bad.toml:9:", "'up' is no facing"],
    ),
    (
        "facing = \"W\"",
        "facing = \"/N\"",
        &["bad.toml:9:", "SR 7.11"],
    ),
    (
        "[{ name = \"1/1/I\", orders",
        "[{ name = \"9/9/I\", orders",
        &["bad.toml:11:", "'9/9/I' acts as a brigade"],
    ),
    (
        "bound = \"stay\"",
        "bound = \"tied\"",
        &["bad.toml:11:", "'tied' is none of"],
    ),
    (
        "fatigue = \"2\"",
        "fatigue = \"9\"",
        &["bad.toml:11:", "'9' is not one of"],
    ),
    (
        "bound = \"stay\"",
        "direct = \"Napoleon\"",
        &["bad.toml:11:", "no leader 'Napoleon'"],
    ),
    (
        "[{ name = \"1/I\", markers",
        "[{ name = \"9/I\", markers",
        &["bad.toml:12:", "'9/I' has markers"],
    ),
    (
        "markers = 2",
        "markers = 99",
        &["bad.toml:12:", "99 is not between"],
    ),
    (
        "{ choose = \"done\" }",
        "{ chose = \"done\" }",
        &["bad.toml:13:", "did you mean 'choose'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = 3 }",
        &["bad.toml:13:", "expected a text"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [\"six\"] }",
        &["bad.toml:13:", "expected a whole number"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [-1] }",
        &["bad.toml:13:", "-1 is not between"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", by = \"france\" }",
        &["bad.toml:13:", "'france' is not one of"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"SR 5.13\"",
        &["bad.toml:13:", "refused by another rule"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"6.21\"",
        &["bad.toml:13:", "'6.21' is no rule"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"SR 6.21\", dice = [1]",
        &["bad.toml:13:", "'dice' has no place here"],
    ),
    (
        "{ choose = \"pick 1/I\", refused = \"SR 6.21\" }",
        "{ dice = [1] }",
        &["bad.toml:13:", "may go without 'choose'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"frobnicate\" }",
        &["bad.toml:13:", "'frobnicate' is no order"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"halt\" }",
        &["bad.toml:13:", "refused: ", "offered: "],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [1, 2] }",
        &["bad.toml:13:", "not asked for"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\" }, { choose = \"try 1/1/I\" }",
        &["bad.toml:13:", "used up", "orders change of 1/1/I"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", expect = [\"thunder\"] }",
        &["bad.toml:13:", "expected 'thunder'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", only = [\"thunder\"] }",
        &["bad.toml:13:", "thunder"],
    ),
    (
        "in_command = \"A\"",
        "in_command = \"Z\"",
        &["bad.toml:14:", "no unit, leader or brigade 'Z'"],
    ),
    (
        "in_command = \"A\"",
        "in_comand = \"A\"",
        &["bad.toml:14:", "did you mean 'in_command'"],
    ),
    (
        "of = \"L\"",
        "of = \"Napoleon\"",
        &["bad.toml:14:", "no leader 'Napoleon'"],
    ),
    (
        "answer = false",
        "answer = true",
        &["bad.toml:14:", "wanted true, found false"],
    ),
    (
        "of = \"L\", answer = false",
        "of = \"L\"",
        &["bad.toml:14:", "nothing is wanted of this question"],
    ),
    (
        "options = \"try\"",
        "options = \"try\", may = \"done\"",
        &["bad.toml:14:", "only one question"],
    ),
    (
        "contains = [\"try 1/1/I\"]",
        "contains = [\"try 9/9/I\"]",
        &["bad.toml:14:", "is not among"],
    ),
    (
        "expect.unit.A",
        "expect.unit.B",
        &["bad.toml:15:", "no unit 'B' here"],
    ),
    (
        "expect.unit.A",
        "expect.ship.A",
        &["bad.toml:15:", "unknown field 'ship'"],
    ),
    (
        "sp = 5 }\n",
        "mood = 5 }\n",
        &["bad.toml:15:", "unknown field 'mood'"],
    ),
    (
        "sp = 5 }\n",
        "sp = 6 }\n",
        &["bad.toml:15:", "wanted 6, found 5"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "case = []",
        &["at least one"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "scenario = 44",
        &["bad.toml", "scenario"],
    ),
];

/// What the file comes to: faults, differences, or nothing wrong.
fn answer(text: &str) -> Answer {
    let played = catch_unwind(AssertUnwindSafe(|| match load("bad.toml", text) {
        Err(faults) => faults.summary(),
        Ok(situation) => {
            let cases = situation.cases().iter();
            let all = cases.flat_map(|case| case.run().differences());
            all.collect::<Vec<_>>().join("\n")
        }
    }));
    match played {
        Ok(said) if said.is_empty() => Answer::Accepted("all as expected".to_owned()),
        Ok(said) => Answer::Refused(said),
        Err(_) => Answer::Panicked("the reader or the runner panicked".to_owned()),
    }
}

/// Files that no person writes.
fn monsters() -> Vec<(&'static str, String, &'static [&'static str])> {
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
            &["bad.toml:16:", "recur"],
        ),
        (
            "tables in tables",
            nested("{a=", "}"),
            &["bad.toml:16:", "recur"],
        ),
        (
            "a key of many parts",
            format!("{SOUND}{}a = 1\n", "a.".repeat(50_000)),
            &["bad.toml:", "recur"],
        ),
        (
            "200000 unknown keys",
            format!("{keys}{SOUND}"),
            &["bad.toml:1:", "unknown key 'k0'", "more"],
        ),
        (
            "20000 units without a side",
            format!("title = \"Many\"\n{units}"),
            &["bad.toml:", "'side' is missing", "more"],
        ),
        (
            "a title of five megabytes",
            SOUND
                .replacen("A sound file", &"x".repeat(5_000_000), 1)
                .replacen("sp = 5 }\n", "sp = 6 }\n", 1),
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
    let answers = at_once(INPUTS, |(from, to, _)| {
        assert!(SOUND.contains(from), "{from}");
        answer(&SOUND.replacen(from, to, 1))
    });
    for ((from, to, wanted), answer) in INPUTS.iter().zip(answers) {
        door.count(&format!("'{from}' becomes '{to}'"), &answer, wanted);
    }
    for (name, text, wanted) in monsters() {
        door.count(name, &answer(&text), wanted);
    }
    door
}
