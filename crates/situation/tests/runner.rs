//! The runner itself: what it says when play does not come out as the file expects, and what it must not let pass.

use longroll_situation::load;

/// A brigade tries to change its orders; a zero lets it stay.
const BASE: &str = r#"title = "The runner"
turn.at = "marker 1/I"
leader = [
  { name = "Division", side = "union", division = "1/I", hex = "2015" },
  { name = "First", side = "union", brigade = "1/1/I", hex = "2010" },
  { name = "Second", side = "union", brigade = "2/1/I", hex = "2014" },
]
unit = [
  { name = "1a", side = "union", brigade = "1/1/I", hex = "2010", state = ["refused-left"] },
  { name = "2a", side = "union", brigade = "2/1/I", hex = "2014", cohesion = [7, 5] },
]
"#;

/// What differs when these lines are played, line by line; line 13 is the first of them.
fn differences(lines: &str) -> String {
    match load("run.toml", &format!("{BASE}{lines}")) {
        Ok(situation) => situation.cases()[0].run().differences().join("\n"),
        Err(faults) => faults.summary(),
    }
}

#[test]
fn only_is_every_event_and_no_other() {
    let whole = r#"play = [{ choose = "try 1/1/I", dice = [0], only = [["orders change of 1/1/I", "die 0", "keep and stay"], "1/1/I must stay"] }]"#;
    assert_eq!(differences(whole), "");
    for (only, wanted) in [
        (r#"["orders change"]"#, "not among 'only': '1/1/I must stay"),
        ("[]", "not among 'only': 'orders change of 1/1/I"),
        (
            r#"["1/1/I must stay"]"#,
            "not among 'only' (next there: '1/1/I must stay'): 'orders change",
        ),
        (
            r#"["orders change", "1/1/I must stay", "and more"]"#,
            "'only' has 'and more' as well",
        ),
        (
            r#"[["orders change", "die 1"], "1/1/I must stay"]"#,
            "next there: 'orders change' and 'die 1'",
        ),
    ] {
        let found = differences(&format!(
            "play = [{{ choose = \"try 1/1/I\", dice = [0], only = {only} }}]"
        ));
        assert!(found.contains(wanted), "{only}: {found}");
        assert!(found.starts_with("run.toml:12: "), "{found}");
    }
}

#[test]
fn what_must_not_happen_is_a_difference_if_it_does() {
    let banned = |text: &str| {
        differences(&format!(
            "play = [{{ choose = \"try 1/1/I\", dice = [0], not_expect = [\"no such line\", \"{text}\"] }}]"
        ))
    };
    assert_eq!(banned("1/1/I must charge"), "");
    let found = banned("must stay");
    assert!(found.contains("not expected: '1/1/I must stay"), "{found}");
    let found = banned("die 0");
    assert!(
        found.contains("not expected: 'orders change of 1/1/I"),
        "{found}"
    );
}

#[test]
fn what_everybody_is_told_is_kept_from_nobody() {
    for (key, side) in [
        ("unseen_by_union", "union"),
        ("unseen_by_confederate", "confederate"),
    ] {
        let found = differences(&format!(
            "play = [{{ choose = \"try 1/1/I\", dice = [0], {key} = [\"orders change\"] }}]"
        ));
        let wanted = format!("'orders change' is not kept from the {side}");
        assert!(found.contains(&wanted), "{found}");
    }
}

#[test]
fn two_texts_of_one_line_are_written_as_one_list() {
    let line = |expect: &str| {
        differences(&format!(
            "play = [{{ choose = \"try 1/1/I\", dice = [0], expect = {expect} }}]"
        ))
    };
    assert_eq!(line(r#"[["orders change", "die 0"], "must stay"]"#), "");
    let found = line(r#"["orders change", "die 0"]"#);
    assert!(
        found.contains("'die 0' stands on the line that the text before it was found on; write both in one list"),
        "{found}"
    );
    let found = line(r#"["must stay", "orders change"]"#);
    assert!(
        found.contains("expected 'orders change' after what was found before"),
        "{found}"
    );
}

#[test]
fn dice_that_run_out_are_told_with_what_wanted_them() {
    let found = differences("play = [{ choose = \"try 1/1/I\" }]");
    assert!(
        found.contains("run.toml:12: ")
            && found.contains("the script of dice is used up")
            && found
                .contains("what wants a number is this, here with a 0: 'orders change of 1/1/I"),
        "{found}"
    );
    let found = differences("play = [{ choose = \"try 1/1/I\", dice = [12] }]");
    assert!(
        found.contains("number 1 of the dice: the scripted number 12 is too large"),
        "{found}"
    );
    // What happened before the die that is missing is shown.
    let begin = r#"title = "A turn begins"
turn.at = "I"
leader = [
  { name = "U", side = "union", army = "AoT", hex = "2010" },
  { name = "C", side = "confederate", army = "AoM", hex = "2030" },
]
unit = [
  { name = "A", side = "union", brigade = "1/1/I", hex = "2010" },
  { name = "B", side = "confederate", brigade = "1/1/1", hex = "2030" },
]
play = [{ dice = [3] }]
"#;
    let report = load("begin.toml", begin).expect("a valid file").cases()[0].run();
    let (told, found) = (report.to_string(), report.differences().join("\n"));
    assert!(found.contains("begin.toml:11: "), "{found}");
    assert!(found.contains("what wants a number is this"), "{found}");
    assert!(told.contains("die 3"), "what was rolled is shown: {told}");
}

#[test]
fn a_question_may_only_show_and_a_list_may_be_whole() {
    assert_eq!(
        differences("ask = [{ options = \"try\", answer = [\"try 1/1/I\", \"try 2/1/I\"] }]"),
        ""
    );
    let found = differences("ask = [{ options = \"try\", answer = [\"try 1/1/I\"] }]");
    assert!(
        found.contains("wanted [try 1/1/I], found [try 1/1/I, try 2/1/I]"),
        "{found}"
    );
    assert_eq!(
        differences("ask = [{ options = \"try\", show = true }]"),
        ""
    );
    let found = differences("expect.options = [\"done\"]");
    assert!(
        found.contains("run.toml:12: ") && found.contains("options: wanted done, found"),
        "{found}"
    );
}

#[test]
fn a_report_shows_who_decides_and_what_was_chosen() {
    let lines = "play = [{ choose = \"try 1/1/I\", dice = [0] }, { choose = \"done\" }]";
    let situation = load("run.toml", &format!("{BASE}{lines}")).expect("a valid file");
    let case = &situation.cases()[0];
    let (shown, told) = (case.show(), case.run().to_string());
    assert!(shown.contains("cohesion 7/5, ma 6/5"), "{shown}");
    assert!(shown.contains("refused left"), "{shown}");
    assert!(told.contains("  > done\n"), "{told}");
    assert!(
        told.contains("union decides: orders-change [SR 6.21] ("),
        "{told}"
    );
}

#[test]
fn what_cannot_be_is_refused_and_nothing_else_is_said() {
    for (from, to, wanted) in [
        (
            "{ name = \"2a\", side = \"union\", brigade = \"2/1/I\", hex = \"2014\", cohesion = [7, 5] }",
            "{ name = \"1a\", side = \"union\", brigade = \"2/1/I\", hex = \"2014\" }",
            "run.toml:10: the unit '1a' stands here a second time",
        ),
        (
            "cohesion = [7, 5]",
            "cohesion = [3, 6]",
            "run.toml:10: cohesion [3, 6] would be better in disorder",
        ),
        (
            "cohesion = [7, 5]",
            "sp = 9, full = 3",
            "run.toml:10: 9 SP are more than its full strength, which is 3",
        ),
        (
            "cohesion = [7, 5]",
            "sp = 0",
            "run.toml:10: a unit without SP is not on the map",
        ),
        (
            "cohesion = [7, 5]",
            "facing = \"/N\"",
            "run.toml:10: under advance orders a unit faces a vertex",
        ),
        (
            "cohesion = [7, 5]",
            "state = [\"routed\", \"good-order\", \"lost\"]",
            "run.toml:10: a unit is not 'routed' and 'lost' at once",
        ),
        (
            "side = \"union\", brigade = \"2/1/I\", hex = \"2014\", cohesion",
            "side = \"confederate\", brigade = \"1/1/I\", hex = \"2014\", cohesion",
            "run.toml:10: '1/1/I' is a command of the other side",
        ),
        (
            "hex = \"2014\", cohesion",
            "hex = \"9999\", cohesion",
            "run.toml:10: the hexes named lie very far apart; 9999 is far from most others",
        ),
    ] {
        assert!(BASE.contains(from), "{from}");
        let text = BASE.replacen(from, to, 1);
        let found = match load(
            "run.toml",
            &format!("{text}ask = [{{ options = \"\", show = true }}]"),
        ) {
            Ok(_) => String::new(),
            Err(faults) => faults.summary(),
        };
        assert!(found.starts_with(wanted), "{to}: {found}");
        assert_eq!(found.lines().count(), 1, "{to}: {found}");
    }
    for (line, wanted) in [
        (
            "ask = [{ in_comand = \"1a\", answer = true }]",
            "run.toml:12: unknown key 'in_comand'; did you mean 'in_command'?; a question is one of may, ",
        ),
        (
            "ask = [{ in_command = \"1b\", answer = true }]",
            "run.toml:12: no unit, leader or brigade '1b' here; did you mean '1a'",
        ),
        (
            "ask = [{ answer = true }]",
            "run.toml:12: nothing is asked; a question is one of",
        ),
        (
            "play = [{ chose = \"done\" }]",
            "run.toml:12: unknown key 'chose'; did you mean 'choose'",
        ),
        (
            "play = [{ choose = \"done\", refused = \"SR 6.21\", dice = [1] }]",
            "run.toml:12: 'dice' has no place here: a choice that is refused needs no dice",
        ),
    ] {
        let found = differences(line);
        assert!(found.starts_with(wanted), "{line}: {found}");
        assert_eq!(found.lines().count(), 1, "{line}: {found}");
    }
}

#[test]
fn pieces_of_a_scenario_are_changed_or_the_change_is_refused() {
    let head = "title = \"Of a scenario\"\nscenario = 2\n";
    let run = |lines: &str| match load("s.toml", &format!("{head}{lines}")) {
        Ok(situation) => {
            let case = &situation.cases()[0];
            (case.show(), case.run().differences().join("\n"))
        }
        Err(faults) => (String::new(), faults.summary()),
    };
    // Good figures are applied: the roll and the allowance follow them.
    let (shown, found) = run(
        "unit = [{ name = \"12 MI\", cohesion = [8, 2], ma = [9, 3], side = \"union\", kind = \"infantry\" }]\n\
         ask = [{ udd = \"12 MI\", die = 8, answer = \"passes\" }, { allowance = \"12 MI\", show = true }]",
    );
    assert_eq!(found, "");
    assert!(shown.contains("cohesion 8/2, ma 9/3"), "{shown}");
    for (lines, wanted) in [
        (
            "side = \"confederate\"",
            "s.toml:3: side cannot be changed in a file with a scenario: '12 MI' has union",
        ),
        (
            "kind = \"cavalry\"",
            "s.toml:3: kind cannot be changed in a file with a scenario: '12 MI' has infantry",
        ),
        (
            "division = \"6/T\"",
            "s.toml:3: 'division' has no place here: '12 MI' belongs to the brigade",
        ),
        (
            "detached_from = \"15 MI\"",
            "s.toml:3: 'detached_from' has no place here",
        ),
    ] {
        let (_, found) = run(&format!(
            "unit = [{{ name = \"12 MI\", {lines} }}]\nask = [{{ udd = \"12 MI\", show = true }}]"
        ));
        assert!(found.starts_with(wanted), "{lines}: {found}");
        assert_eq!(found.lines().count(), 1, "{found}");
    }
    let (_, found) = run(
        "unit = [{ name = \"12 MX\", side = \"union\" }]\nask = [{ asked = true, show = true }]",
    );
    assert!(
        found.starts_with("s.toml:3: no unit '12 MX' in this battle; did you mean '12 MI'"),
        "{found}"
    );
    let (_, found) = run("board = { default = \"woods\" }\nask = [{ asked = true, show = true }]");
    assert!(
        found.starts_with("s.toml:3: 'board' has no place here: a scenario brings its own map"),
        "{found}"
    );
}

#[test]
fn a_game_begins_with_any_position() {
    use longroll_core::{Chance, Game as _, Seed};
    let situation = load(
        "run.toml",
        &format!("{BASE}ask = [{{ options = \"\", show = true }}]"),
    )
    .expect("a valid file");
    let case = &situation.cases()[0];
    let (mut battle, _) = case.begin(Chance::seeded(Seed(4))).expect("dice of a seed");
    let ask = battle.asked().expect("somebody decides");
    let choice = battle.parse("try 1/1/I").expect("an order");
    let outcome = battle.choose(ask.side, &choice).expect("a choice");
    assert_eq!(outcome.drawn.len(), 1);
}
