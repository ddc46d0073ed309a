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

/// What is replaced, by what, how many messages come, and what they must name. One thing is wrong, and one is told.
type Input = (&'static str, &'static str, usize, &'static [&'static str]);

const INPUTS: &[Input] = &[
    ("title = \"A sound file\"\n", "", 1, &["needs a title"]),
    (
        "title = \"A sound file\"",
        "title = 3",
        1,
        &["bad.toml:1: expected a text"],
    ),
    (
        "title = \"A sound file\"",
        "title = \"A",
        1,
        &["bad.toml:1:"],
    ),
    (
        "rules = [\"SR 4.22\"]",
        "rules = [\"SR 4.99\"]",
        1,
        &["bad.toml:2:", "'SR 4.99' is no rule"],
    ),
    (
        "rules = [\"SR 4.22\"]",
        "rules = [4]",
        1,
        &["bad.toml:2:", "expected a text"],
    ),
    (
        "rules =",
        "rulez =",
        1,
        &["bad.toml:2:", "unknown key 'rulez'; did you mean 'rules'"],
    ),
    (
        "\"woods\"",
        "\"jungle\"",
        1,
        &["bad.toml:3:", "'jungle' is no terrain"],
    ),
    (
        "\"2013\" = \"clear\"",
        "\"99999\" = \"clear\"",
        1,
        &["bad.toml:3:", "99999"],
    ),
    (
        "[\"2010\", \"2011\"], feature",
        "[\"2010\", \"2015\"], feature",
        1,
        &["bad.toml:3:", "not adjacent"],
    ),
    (
        "feature = \"slope\"",
        "feature = \"cliff\"",
        1,
        &["bad.toml:3:", "'cliff' is no feature"],
    ),
    (
        "[[\"2010\", \"2011\"]]",
        "[[\"2010\", \"2014\"]]",
        1,
        &["bad.toml:3:", "hex to adjacent hex"],
    ),
    (
        "default = \"woods\"",
        "defualt = \"woods\"",
        1,
        &["bad.toml:3:", "did you mean 'default'"],
    ),
    ("board = {", "board = 3 #", 1, &["bad.toml:3:"]),
    (
        "\"series\"",
        "\"cereal\"",
        1,
        &["bad.toml:4:", "'cereal' is no book"],
    ),
    (
        "stuart_cap",
        "stewart_cap",
        1,
        &["bad.toml:4:", "'stewart_cap' is no switch"],
    ),
    (
        "\"replaces\"",
        "\"never\"",
        1,
        &["bad.toml:4:", "not 'never'"],
    ),
    ("\"6-1200\"", "\"noon\"", 1, &["bad.toml:5:", "noon"]),
    (
        "\"6-1200\"",
        "\"6-2300\"",
        1,
        &["bad.toml:5:", "not in the calendar"],
    ),
    (
        "\"dusk\"",
        "\"gloom\"",
        1,
        &["bad.toml:5:", "'gloom' is not one of day"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"marker 9/I\"",
        1,
        &["bad.toml:5:", "'9/I' is no marker"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"lunch\"",
        1,
        &["bad.toml:5:", "'lunch' is no place in a turn"],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"II/C\", to = \"II/A\"",
        1,
        &["bad.toml:5:", "play ends before it begins"],
    ),
    (
        "cup = [\"1/I\"]",
        "cup = [\"7/Z\"]",
        1,
        &["bad.toml:5:", "'7/Z' is no marker"],
    ),
    (
        "holder = \"union\"",
        "holder = \"france\"",
        1,
        &["bad.toml:5:", "'france' is not one of"],
    ),
    (
        "union = [1, 1, 1, 1]",
        "union = [1, 1]",
        1,
        &["bad.toml:5:", "4 whole numbers"],
    ),
    (
        "range = 2",
        "range = -2",
        1,
        &["bad.toml:6:", "-2 is not between"],
    ),
    (
        "range = 2",
        "range = 2.5",
        1,
        &["bad.toml:6:", "decimal point"],
    ),
    (
        "profile = \"A\"",
        "profile = \"Z\"",
        1,
        &["bad.toml:6:", "'Z' is not one of"],
    ),
    (
        "\"orders-attack\"",
        "\"flies\"",
        1,
        &["bad.toml:6:", "'flies' is not one of"],
    ),
    (
        "{ name = \"L\", side",
        "{ nam = \"L\", side",
        1,
        &["bad.toml:6:", "name"],
    ),
    (
        "range = 2",
        "efficiency = 2",
        1,
        &["bad.toml:6:", "rating of the corps level"],
    ),
    (
        "hex = \"2012\", state",
        "hex = \"20\", state",
        1,
        &["bad.toml:8:", "20"],
    ),
    (
        "hex = \"2012\", state",
        "hex = \"9999\", state",
        1,
        &["bad.toml:8:", "9999 is far from most others"],
    ),
    (
        "hex = \"2012\", state",
        "hex = 2012, state",
        1,
        &["bad.toml:8:", "expected a text"],
    ),
    (
        "hex = \"2012\", state",
        "hx = \"2012\", state",
        1,
        &["bad.toml:8:", "unknown key 'hx'"],
    ),
    (
        "[\"disordered\"]",
        "[\"sleepy\"]",
        1,
        &["bad.toml:8:", "'sleepy' is no state"],
    ),
    (
        "[\"disordered\"]",
        "[\"routed\", \"lost\"]",
        1,
        &["bad.toml:8:", "'routed' and 'lost' at once"],
    ),
    (
        "[\"disordered\"]",
        "[\"good-order\", \"collapsed\"]",
        1,
        &["bad.toml:8:", "at once"],
    ),
    (
        "[\"disordered\"]",
        "[\"refused-left\", \"refused-right\"]",
        1,
        &["bad.toml:8:", "at once"],
    ),
    (
        "sp = 5, full = 8",
        "sp = 9, full = 3",
        1,
        &["bad.toml:8:", "more than its full strength"],
    ),
    (
        "sp = 5, full = 8",
        "sp = 0",
        1,
        &["bad.toml:8:", "without SP"],
    ),
    (
        "sp = 5, full = 8",
        "sp = 99",
        1,
        &["bad.toml:8:", "99 is not between"],
    ),
    (
        "sp = 5, full = 8",
        "cohesion = [3, 6]",
        1,
        &["bad.toml:8:", "better in disorder"],
    ),
    (
        "sp = 5, full = 8",
        "cohesion = [6]",
        1,
        &["bad.toml:8:", "2 whole numbers"],
    ),
    (
        "sp = 5, full = 8",
        "ma = [4, 6]",
        1,
        &["bad.toml:8:", "better in disorder"],
    ),
    (
        "sp = 5, full = 8",
        "weapon = \"laser\"",
        1,
        &["bad.toml:8:", "'laser' is no weapon"],
    ),
    (
        "sp = 5, full = 8",
        "kind = \"navy\"",
        1,
        &["bad.toml:8:", "'navy' is not one of"],
    ),
    (
        "sp = 5, full = 8",
        "orders = \"retire\"",
        1,
        &["bad.toml:8:", "'retire' is not one of"],
    ),
    (
        "sp = 5, full = 8",
        "column = []",
        1,
        &["bad.toml:8:", "one or two extensions"],
    ),
    (
        "sp = 5, full = 8",
        "assigned = \"9/9/Z\"",
        1,
        &["bad.toml:8:", "no command '9/9/Z'"],
    ),
    (
        "name = \"X\", side",
        "name = \"A\", side",
        1,
        &["bad.toml:9:", "'A' stands here a second time"],
    ),
    (
        "side = \"confederate\", brigade",
        "side = \"martian\", brigade",
        1,
        &["bad.toml:9:", "'martian' is not one of"],
    ),
    (
        "side = \"confederate\", brigade = \"1/1/1\", ",
        "brigade = \"1/1/1\", ",
        1,
        &["bad.toml:9:", "'side' is missing"],
    ),
    (
        "side = \"confederate\", brigade = \"1/1/1\"",
        "side = \"confederate\", brigade = \"1/1/I\"",
        1,
        &["bad.toml:9:", "command of the other side"],
    ),
    (
        "brigade = \"1/1/1\", ",
        "",
        1,
        &["bad.toml:9:", "one of the keys brigade"],
    ),
    (
        "hex = \"2110\"",
        "hex = \"2012\"",
        1,
        &["bad.toml:9:", "both sides stand in 2012"],
    ),
    (
        "facing = \"W\"",
        "facing = \"up\"",
        1,
        &["bad.toml:9:", "'up' is no facing"],
    ),
    (
        "facing = \"W\"",
        "facing = \"/N\"",
        1,
        &["bad.toml:9:", "SR 7.11"],
    ),
    (
        "[{ name = \"1/1/I\", orders",
        "[{ name = \"9/9/I\", orders",
        1,
        &["bad.toml:11:", "'9/9/I' acts as a brigade"],
    ),
    (
        "bound = \"stay\"",
        "bound = \"tied\"",
        1,
        &["bad.toml:11:", "'tied' is none of"],
    ),
    (
        "fatigue = \"2\"",
        "fatigue = \"9\"",
        1,
        &["bad.toml:11:", "'9' is not one of"],
    ),
    (
        "bound = \"stay\"",
        "direct = \"Napoleon\"",
        1,
        &["bad.toml:11:", "no leader 'Napoleon'"],
    ),
    (
        "[{ name = \"1/I\", markers",
        "[{ name = \"9/I\", markers",
        1,
        &["bad.toml:12:", "'9/I' has markers"],
    ),
    (
        "markers = 2",
        "markers = 99",
        1,
        &["bad.toml:12:", "99 is not between"],
    ),
    (
        "{ choose = \"done\" }",
        "{ chose = \"done\" }",
        1,
        &["bad.toml:13:", "did you mean 'choose'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = 3 }",
        1,
        &["bad.toml:13:", "expected a text"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [\"six\"] }",
        1,
        &["bad.toml:13:", "expected a whole number"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [-1] }",
        1,
        &["bad.toml:13:", "-1 is not between"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", by = \"france\" }",
        1,
        &["bad.toml:13:", "'france' is not one of"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"SR 5.13\"",
        1,
        &["bad.toml:13:", "refused by another rule"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"6.21\"",
        1,
        &["bad.toml:13:", "'6.21' is no rule"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"SR 6.21\", dice = [1]",
        1,
        &["bad.toml:13:", "'dice' has no place here"],
    ),
    (
        "{ choose = \"pick 1/I\", refused = \"SR 6.21\" }",
        "{ dice = [1] }",
        1,
        &["bad.toml:13:", "may go without 'choose'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"frobnicate\" }",
        1,
        &["bad.toml:13:", "'frobnicate' is no order"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"halt\" }",
        1,
        &["bad.toml:13:", "refused: ", "offered: "],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", dice = [1, 2] }",
        1,
        &["bad.toml:13:", "not asked for"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\" }, { choose = \"try 1/1/I\" }",
        1,
        &["bad.toml:13:", "used up", "orders change of 1/1/I"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", expect = [\"thunder\"] }",
        1,
        &["bad.toml:13:", "expected 'thunder'"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", only = [\"thunder\"] }",
        2,
        &["bad.toml:13:", "thunder"],
    ),
    (
        "in_command = \"A\"",
        "in_command = \"Z\"",
        1,
        &["bad.toml:14:", "no unit, leader or brigade 'Z'"],
    ),
    (
        "in_command = \"A\"",
        "in_comand = \"A\"",
        1,
        &["bad.toml:14:", "did you mean 'in_command'"],
    ),
    (
        "of = \"L\"",
        "of = \"Napoleon\"",
        1,
        &["bad.toml:14:", "no leader 'Napoleon'"],
    ),
    (
        "answer = false",
        "answer = true",
        1,
        &["bad.toml:14:", "wanted true, found false"],
    ),
    (
        "of = \"L\", answer = false",
        "of = \"L\"",
        1,
        &["bad.toml:14:", "nothing is wanted of this question"],
    ),
    (
        "options = \"try\"",
        "options = \"try\", may = \"done\"",
        1,
        &["bad.toml:14:", "only one question"],
    ),
    (
        "contains = [\"try 1/1/I\"]",
        "contains = [\"try 9/9/I\"]",
        1,
        &["bad.toml:14:", "is not among"],
    ),
    (
        "expect.unit.A",
        "expect.unit.B",
        1,
        &["bad.toml:15:", "no unit 'B' here"],
    ),
    (
        "expect.unit.A",
        "expect.ship.A",
        1,
        &["bad.toml:15:", "unknown field 'ship'"],
    ),
    (
        "sp = 5 }\n",
        "mood = 5 }\n",
        1,
        &["bad.toml:15:", "unknown field 'mood'"],
    ),
    (
        "sp = 5 }\n",
        "sp = 6 }\n",
        1,
        &["bad.toml:15:", "wanted 6, found 5"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "case = []",
        1,
        &["at least one"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "scenario = 44",
        2,
        &["'board' has no place here", "there is no scenario 44"],
    ),
    // A fault that stops the reading of a block brings no others.
    (
        "{ name = \"A\", side",
        "{ nam = \"A\", side",
        1,
        &["bad.toml:8:", "unknown key 'nam'; did you mean 'name'"],
    ),
    (
        "{ name = \"A\", side = \"union\",",
        "{ side = \"union\",",
        1,
        &["bad.toml:8:", "the key 'name' is missing"],
    ),
    (
        "{ name = \"A\", side",
        "{ name = 3, mood = 4, side",
        2,
        &[
            "bad.toml:8: expected a text",
            "bad.toml:8: unknown key 'mood'",
        ],
    ),
    (
        "[{ name = \"1/1/I\", orders = \"attack\"",
        "[{ nme = \"1/1/I\", orders = \"attack\"",
        1,
        &["bad.toml:11:", "did you mean 'name'"],
    ),
    (
        "{ between = [\"2010\", \"2011\"], feature",
        "{ feature",
        1,
        &["bad.toml:3:", "'between' is missing"],
    ),
    (
        "turn = \"6-1200\"",
        "turn = 12",
        1,
        &["bad.toml:5:", "expected a text"],
    ),
    (
        "options = \"try\", contains = [\"try 1/1/I\"]",
        "in_command = \"Z\", show = true",
        1,
        &["bad.toml:14:", "no unit, leader or brigade 'Z'"],
    ),
    (
        "options = \"try\", contains = [\"try 1/1/I\"]",
        "los = [\"2010\"], by = \"2011\", show = true",
        1,
        &["bad.toml:14:", "two things are needed"],
    ),
    (
        "sp = 5, full = 8",
        "sp = 8, line = { right = \"2013\" }, column = [\"2013\"]",
        1,
        &["bad.toml:8:", "not as both [SR 8.5]"],
    ),
    (
        "sp = 5, full = 8",
        "cohesion = [6, -4]",
        1,
        &["bad.toml:8:", "-4 is not between 0 and 9"],
    ),
    (
        "expect.unit.A = {",
        "reinforcement = [{ units = [\"Zed\"], hexes = [\"2010\"] }]\nexpect.unit.A = {",
        1,
        &["bad.toml:15:", "no unit 'Zed' in this file"],
    ),
    (
        "of = \"L\", answer = false",
        "of = \"L\", because = \"SR 99\"",
        1,
        &["bad.toml:14:", "'SR 99' is no rule"],
    ),
    (
        "of = \"L\", answer = false",
        "of = \"L\", show = 3",
        1,
        &["bad.toml:14:", "expected true or false"],
    ),
    // Values that went by unread.
    (
        "hexes = { \"2013\" = \"clear\" }",
        "hexes = [\"2013\"]",
        1,
        &["bad.toml:3:", "expected a table of hexes, found a list"],
    ),
    (
        "expect.unit.A = {",
        "costs = [3]\nexpect.unit.A = {",
        1,
        &["bad.toml:15:", "expected a table, found a list"],
    ),
    (
        "expect.unit.A = {",
        "costs = { woods = 3 }\nexpect.unit.A = {",
        1,
        &["bad.toml:15:", "expected a table, found a whole number"],
    ),
    (
        "holder = \"union\"",
        "holder = \"union\", owed_to = \"AoX\"",
        1,
        &["bad.toml:5:", "no command 'AoX'"],
    ),
    (
        "range = 2",
        "range = 2, visits = \"noon\"",
        1,
        &["bad.toml:6:", "noon"],
    ),
    // Positions that cannot be.
    (
        "{ name = \"L\", side",
        "{ name = \"X\", side",
        2,
        &[
            "bad.toml:9:",
            "a leader is called 'X' too",
            "bad.toml:14: no leader 'L'",
        ],
    ),
    (
        "name = \"X\", side",
        "name = \"\", side",
        1,
        &["bad.toml:9:", "at least one letter"],
    ),
    (
        "name = \"X\", side",
        "name = \"  \", side",
        1,
        &["bad.toml:9:", "at least one letter"],
    ),
    (
        "name = \"X\", side",
        "name = \"X\\nY\", side",
        1,
        &["bad.toml:9:", "cannot be seen: \\u{a}"],
    ),
    (
        "name = \"X\", side",
        "name = \"X\\u202e\", side",
        1,
        &["bad.toml:9:", "cannot be seen: \\u{202e}"],
    ),
    (
        "[\"disordered\"]",
        "[\"dismounted\"]",
        1,
        &["bad.toml:8:", "only cavalry is 'dismounted'", "SR 14.21"],
    ),
    (
        "[\"disordered\"]",
        "[\"abandoned-1\"]",
        1,
        &["bad.toml:8:", "only artillery is 'abandoned-1'", "SR 12.8"],
    ),
    (
        "sp = 5, full = 8",
        "ma = \"*\"",
        1,
        &["bad.toml:8:", "only guns have no horses"],
    ),
    (
        "sp = 5, full = 8",
        "weapon = \"N\"",
        1,
        &["bad.toml:8:", "a weapon of artillery, not of infantry"],
    ),
    (
        "sp = 5, full = 8",
        "kind = \"artillery\", weapon = \"R\"",
        1,
        &["bad.toml:8:", "a weapon of small-arms, not of artillery"],
    ),
    (
        "sp = 5, full = 8",
        "kind = \"artillery\", orders = \"attack\"",
        1,
        &["bad.toml:8:", "guns are under Advance orders", "SR 6.18"],
    ),
    (
        "state = [\"disordered\"], sp = 5",
        "state = [\"refused-left\"], orders = \"march\", sp = 5",
        1,
        &["bad.toml:8:", "under March orders [SR 7.32]"],
    ),
    (
        "state = [\"disordered\"], sp = 5, full = 8",
        "state = [\"refused-left\"], sp = 1, full = 1",
        1,
        &["bad.toml:8:", "alone in a hex", "SR 7.32-sp"],
    ),
    (
        "\"2013\" = \"clear\"",
        "\"2012\" = \"river\"",
        1,
        &["bad.toml:8:", "2012 is all water"],
    ),
    (
        "\"2013\" = \"clear\"",
        "\"2012\" = \"lake\"",
        1,
        &["bad.toml:8:", "2012 is all water"],
    ),
    (
        "\"2013\" = \"clear\"",
        "\"2010\" = \"lake\"",
        1,
        &["bad.toml:6:", "2010 is all water"],
    ),
    (
        "facing = \"W\" },",
        "facing = \"W\" }, { name = \"G\", side = \"union\", kind = \"gunboat\", army = \"AoT\", hex = \"2014\" },",
        1,
        &["bad.toml:9:", "2014 is no full river hex", "BB 14.72"],
    ),
    (
        "leader = [{",
        "leader = [{ name = \"M\", side = \"union\", brigade = \"1/1/I\", hex = \"2011\" }, {",
        1,
        &["bad.toml:6:", "one brigadier, not M and L", "SR 4.1"],
    ),
    (
        "expect.unit.A = {",
        "reinforcement = [{ units = [\"A\"], hexes = [\"2010\"] }]\nexpect.unit.A = {",
        1,
        &["bad.toml:15:", "'A' is on the map already"],
    ),
    (
        "facing = \"W\" },\n]",
        "facing = \"W\" },\n  { name = \"B\", side = \"union\", brigade = \"1/1/I\" },\n]\nreinforcement = [{ units = [\"B\"], hexes = [\"2010\"] }, { units = [\"B\"], hexes = [\"2011\"] }]",
        1,
        &["bad.toml:12:", "'B' comes with another group already"],
    ),
    (
        "cup = [\"1/I\"]",
        "cup = [\"1/I\", \"1/I\", \"1/I\", \"1/I\"]",
        1,
        &["bad.toml:", "5 markers of 1/I", "SR 5.24"],
    ),
    (
        "cup = [\"1/I\"]",
        "cup = [\"1/I\", \"union march\", \"union march\"]",
        1,
        &["bad.toml:", "2 markers of union march", "SR 5.31"],
    ),
    (
        "lines = 2 }",
        "lines = 2 }, { between = [\"2011\", \"2010\"], feature = \"slope\", higher = \"2010\" }",
        1,
        &["bad.toml:3:", "has been drawn already"],
    ),
    (
        "rules = [",
        "unsound = [\"SR 8.12-line\"]\nrules = [",
        1,
        &["bad.toml:2:", "nothing here breaks SR 8.12-line"],
    ),
    (
        "at = \"marker 1/I\"",
        "to = \"IV/B\"",
        1,
        &["bad.toml:5:", "'at', where it begins, is missing"],
    ),
    // What was read and meant nothing.
    (
        "at = \"marker 1/I\"",
        "at = \"turn\", to = \"IV/B\"",
        1,
        &[
            "bad.toml:5:",
            "'to' has no place here",
            "'turn' is played to its end",
        ],
    ),
    (
        "at = \"marker 1/I\"",
        "at = \"set-up orders\", to = \"set-up\"",
        1,
        &["bad.toml:5:", "'to' has no place here"],
    ),
    (
        "\"A sound file\"",
        "\" \"",
        1,
        &["bad.toml:1:", "the title is empty"],
    ),
    (
        "rules = [\"SR 4.22\"]",
        "rules = [\"SR 4.22\", \"SR 4.22\"]",
        1,
        &["bad.toml:2:", "SR 4.22 stands here a second time"],
    ),
    (
        "[[\"2010\", \"2011\"]]",
        "[[\"2010\"]]",
        1,
        &["bad.toml:3:", "two hexes at least"],
    ),
    (
        "[[\"2010\", \"2011\"]]",
        "[[]]",
        1,
        &["bad.toml:3:", "two hexes at least"],
    ),
    (
        "feature = \"slope\", higher = \"2011\", lines = 2",
        "feature = \"stream\", lines = 2",
        1,
        &["bad.toml:3:", "'lines' has no place here", "contour lines"],
    ),
    (
        "feature = \"slope\", higher = \"2011\", lines = 2",
        "feature = \"stream\", higher = \"2011\"",
        1,
        &["bad.toml:3:", "'higher' has no place here", "only a slope"],
    ),
    (
        "feature = \"slope\", higher = \"2011\", lines = 2",
        "feature = \"ravine\", lines = 2",
        1,
        &["bad.toml:3:", "a ravine has contour lines on both sides"],
    ),
    (
        "[\"orders-attack\"]",
        "[\"orders-attack\", \"orders-attack\"]",
        1,
        &["bad.toml:6:", "he has this ability already"],
    ),
    (
        "[\"orders-attack\"]",
        "[{ kind = \"direct-command\", number = 1, from_hour = 20, until_hour = 3 }]",
        1,
        &["bad.toml:6:", "ends at 3 o'clock, before it begins at 20"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", expect = [\"\"] }",
        1,
        &["bad.toml:13:", "at least one letter"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", expect = [[]] }",
        1,
        &["bad.toml:13:", "at least one letter"],
    ),
    (
        "{ choose = \"done\" }",
        "{ choose = \"done\", not_expect = [\" \"] }",
        1,
        &["bad.toml:13:", "at least one letter"],
    ),
    (
        "refused = \"SR 6.21\"",
        "refused = \"SR 6.21\", unseen_by_union = [\"x\"]",
        1,
        &["bad.toml:13:", "'unseen_by_union' has no place here"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "expect.unit.A = {}",
        1,
        &["bad.toml:15:", "nothing is expected here"],
    ),
    (
        "expect.unit.A = { hex = \"2012\", sp = 5 }",
        "expect = {}",
        1,
        &["bad.toml:15:", "nothing is expected here"],
    ),
    (
        "of = \"L\", answer",
        "of = \"L\", to = \"2010\", answer",
        1,
        &["bad.toml:14:", "unknown key 'to'"],
    ),
    (
        "name = \"L\", side",
        "name = \"R.L. Gibson\", side",
        1,
        &["bad.toml:14:", "no leader 'L'"],
    ),
    (
        "range = 2, profile = \"A\", abilities = [\"orders-attack\"] }]",
        "range = 2, profile = \"A\" }, { name = \"R.L. Gibson\", side = \"union\", brigade = \"2/1/I\", hex = \"2010\" }]\nexpect.leader.Gibon.hex = \"2010\"",
        1,
        &[
            "bad.toml:7:",
            "no leader 'Gibon' here; did you mean 'R.L. Gibson'?",
        ],
    ),
];

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
    let answers = at_once(INPUTS, |(from, to, ..)| {
        assert!(SOUND.contains(from), "{from}");
        answer(&SOUND.replacen(from, to, 1))
    });
    for ((from, to, number, wanted), answer) in INPUTS.iter().zip(answers) {
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
