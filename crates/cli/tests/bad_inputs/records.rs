//! Records that were damaged, cut or made up.

use std::path::Path;

use crate::door::{Answer, Door, at_once, run};

/// A game of scenario 2 as far as the first turn, as the program writes it.
fn sound(folder: &Path) -> String {
    let path = folder.join("sound.roll");
    let file = path.to_str().expect("a plain path");
    let lines = "accept\naccept\n1\n1\n1\n1\n1\n1\nquit!\n";
    let answer = run(
        &["play", "2", "--seed", "7", "--record", file],
        lines,
        folder,
    );
    assert!(matches!(answer, Answer::Accepted(_)), "{answer:?}");
    std::fs::read_to_string(path).expect("the record")
}

/// What is tried: a name, the text, and what the answer must name.
type Input = (String, Vec<u8>, Vec<&'static str>);

fn replaced(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{from} in {text}");
    text.replacen(from, to, 1).into_bytes()
}

fn line_of(text: &str, beginning: &str) -> String {
    let mut lines = text.lines();
    let found = lines.find(|line| line.starts_with(beginning));
    found.expect("such a line").to_owned()
}

fn inputs(text: &str) -> Vec<Input> {
    let mut all: Vec<Input> = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>, wanted: &[&'static str]| {
        all.push((name.to_owned(), bytes, wanted.to_vec()));
    };
    let number = |text: &str, part: &str| {
        let place = text.lines().position(|line| line.contains(part));
        place.expect("such a line") + 1
    };
    let seed = "[Seed \"7\"]";
    let scenario = "[Scenario \"2\"]";
    let check = line_of(text, "= ");
    let order = line_of(text, "U: ");
    let comment = line_of(text, "; ");
    add("empty", Vec::new(), &["Format is missing"]);
    add("blank", b"\n\n \n".to_vec(), &["Format is missing"]);
    add(
        "plain text",
        b"Dear Sir,\nI have the honor\n".to_vec(),
        &[
            "line 1",
            "a line begins with U: or C:",
            "no record of a game",
        ],
    );
    add(
        "one word",
        b"hello".to_vec(),
        &["line 1", "a line begins with"],
    );
    add(
        "bytes",
        vec![0xff, 0xfe, 0x00, 0x41],
        &["line 1", "no text in UTF-8"],
    );
    add("zeros", vec![0; 5000], &["line 1"]);
    add(
        "a picture",
        b"\x89PNG\r\n\x1a\n".to_vec(),
        &["line 1", "no text in UTF-8"],
    );
    add(
        "json",
        b"{\"format\": 1}".to_vec(),
        &["line 1", "a line begins with"],
    );
    add(
        "xml",
        b"<game/>".to_vec(),
        &["line 1", "a line begins with"],
    );
    add(
        "a tag only",
        b"[Format \"1\"]\n".to_vec(),
        &["Seed is missing"],
    );
    for (tag, wanted) in [
        ("Format", "Format is missing"),
        ("Scenario", "Scenario is missing"),
        ("Seed", "Seed is missing"),
    ] {
        let line = line_of(text, &format!("[{tag} "));
        add(
            &format!("without {tag}"),
            replaced(text, &format!("{line}\n"), ""),
            &[wanted],
        );
        add(
            &format!("{tag} twice"),
            replaced(text, &line, &format!("{line}\n{line}")),
            &["line", tag_of(tag), "stands twice"],
        );
    }
    for (name, from, to, wanted) in [
        (
            "another format",
            "[Format \"1\"]",
            "[Format \"9\"]",
            "Format is '9'",
        ),
        (
            "format in words",
            "[Format \"1\"]",
            "[Format \"one\"]",
            "Format is 'one'",
        ),
        (
            "another battle",
            "[Battle \"shiloh\"]",
            "[Battle \"gettysburg\"]",
            "Battle is 'gettysburg'",
        ),
        (
            "scenario 77",
            scenario,
            "[Scenario \"77\"]",
            "there is no scenario 77",
        ),
        (
            "scenario 0",
            scenario,
            "[Scenario \"0\"]",
            "there is no scenario 0",
        ),
        (
            "scenario -2",
            scenario,
            "[Scenario \"-2\"]",
            "there is no scenario -2",
        ),
        (
            "scenario in words",
            scenario,
            "[Scenario \"two\"]",
            "there is no scenario two",
        ),
        (
            "another scenario",
            scenario,
            "[Scenario \"3\"]",
            "Scenario, Seed or Rules of the header",
        ),
        (
            "another seed",
            seed,
            "[Seed \"8\"]",
            "Scenario, Seed or Rules of the header",
        ),
        ("seed in words", seed, "[Seed \"seven\"]", "Seed is 'seven'"),
        ("seed -7", seed, "[Seed \"-7\"]", "Seed is '-7'"),
        (
            "seed of 30 digits",
            seed,
            "[Seed \"777777777777777777777777777777\"]",
            "which is no whole number",
        ),
        (
            "an unknown switch",
            "[Rules \"\"]",
            "[Rules \"wings=true\"]",
            "Rules: 'wings' is no switch",
        ),
        (
            "a switch without a value",
            "[Rules \"\"]",
            "[Rules \"los_crests\"]",
            "no switch=value",
        ),
        (
            "a switch with a wrong value",
            "[Rules \"\"]",
            "[Rules \"los_crests=perhaps\"]",
            "perhaps",
        ),
        (
            "a tag that does not end",
            seed,
            "[Seed \"7\"",
            "a tag ends with ]",
        ),
        ("a tag without quotes", seed, "[Seed 7]", "quotation marks"),
        ("a tag without a value", seed, "[Seed]", "a tag is [Name"),
        (
            "a tag that ends in a backslash",
            seed,
            "[Seed \"7\\\"]",
            "lone backslash",
        ),
        (
            "a situation that is not there",
            seed,
            "[Seed \"7\"]\n[Situation \"nowhere.toml\"]",
            "nowhere.toml",
        ),
        (
            "a situation of another folder",
            seed,
            "[Seed \"7\"]\n[Situation \"/nowhere.toml\"]",
            "situation '/nowhere.toml', which is not opened",
        ),
        (
            "a situation that is none",
            seed,
            "[Seed \"7\"]\n[Situation \"/etc/passwd\"]",
            "situation '/etc/passwd', which is not opened",
        ),
        (
            "a situation beside the record that is none",
            seed,
            "[Seed \"7\"]\n[Situation \"sound.roll\"]",
            "situation 'sound.roll', which is not opened",
        ),
        (
            "a switch that is set twice",
            "[Rules \"\"]",
            "[Rules \"los_crests=false los_crests=true\"]",
            "sets the switch los_crests twice",
        ),
        (
            "dice that change at no choice",
            seed,
            "[Seed \"7\"]\n[Reseed \"2:99 x\"]",
            "line 11: the header's tag Reseed has 'x'",
        ),
        (
            "dice that change to no seed",
            seed,
            "[Seed \"7\"]\n[Reseed \"2:\"]",
            "line 11: the header's tag Reseed has '2:'",
        ),
        (
            "dice that change at a choice before the last",
            seed,
            "[Seed \"7\"]\n[Reseed \"5:1 3:1\"]",
            "line 11: the header's tag Reseed has '3:1' behind a pair of choice 5",
        ),
        (
            "dice that change twice at one choice",
            seed,
            "[Seed \"7\"]\n[Reseed \"5:1 5:2\"]",
            "line 11: the header's tag Reseed has '5:2'",
        ),
        (
            "dice that never change",
            seed,
            "[Seed \"7\"]\n[Reseed \"\"]",
            "line 11: the header's tag Reseed is empty",
        ),
        (
            "dice that change though they did not",
            seed,
            "[Seed \"7\"]\n[Reseed \"0:8\"]",
            "line",
        ),
        ("seed with a sign", seed, "[Seed \"+7\"]", "Seed is '+7'"),
        (
            "scenario with a sign",
            scenario,
            "[Scenario \"+2\"]",
            "there is no scenario +2",
        ),
        (
            "a variant that the scenario has not",
            seed,
            "[Seed \"7\"]\n[Variant \"extended\"]",
            "tag Variant is 'extended'; scenario 2 has no variants",
        ),
        (
            "a case without its situation",
            seed,
            "[Seed \"7\"]\n[Case \"4.21\"]",
            "tag Case is '4.21', but no tag Situation",
        ),
        (
            "a tag without a name",
            seed,
            "[Seed \"7\"]\n[ \"x\"]",
            "line 11: '' is no name of a tag",
        ),
        (
            "a bracket in the name of a tag",
            seed,
            "[Seed \"7\"]\n[A]B \"x\"]",
            "line 11: 'A]B' is no name of a tag",
        ),
        (
            "a tag in small letters too",
            seed,
            "[Seed \"7\"]\n[seed \"9\"]",
            "line 11: the tag Seed stands here as seed too",
        ),
    ] {
        add(name, replaced(text, from, to), &[wanted]);
    }
    // The body.
    let in_line: &'static str =
        Box::leak(format!("line {}", number(text, &check)).into_boxed_str());
    add(
        "another fingerprint",
        replaced(text, &check, "= 0123456789abcdef"),
        &[in_line, "the position is not the one recorded"],
    );
    add(
        "a fingerprint in words",
        replaced(text, &check, "= fingerprint"),
        &[in_line, "sixteen hexadecimal digits"],
    );
    add(
        "a fingerprint without digits",
        replaced(text, &check, "="),
        &[in_line, "sixteen hexadecimal digits"],
    );
    for (name, to) in [
        ("a fingerprint of two digits", "= 12".to_owned()),
        ("a fingerprint with a sign", format!("= +{}", &check[2..])),
        (
            "a fingerprint of twenty digits",
            format!("= 0000{}", &check[2..]),
        ),
    ] {
        add(
            name,
            replaced(text, &check, &to),
            &[in_line, "sixteen hexadecimal digits"],
        );
    }
    let in_line: &'static str =
        Box::leak(format!("line {}", number(text, &order)).into_boxed_str());
    for (name, to, wanted) in [
        (
            "a side that is none",
            "X: accept",
            "a line begins with U: or C:",
        ),
        ("no side", "accept", "a line begins with U: or C:"),
        ("no order", "U:", "no choice stands after the side"),
        (
            "dice without an order",
            "U: {4}",
            "no choice stands after the side",
        ),
        ("the other side", "C: accept", "the other side decides now"),
        (
            "an unknown order",
            "U: frobnicate",
            "'frobnicate' is no order",
        ),
        (
            "an order of another time",
            "U: halt",
            "not what is to be decided now",
        ),
        ("an unknown unit", "U: move 99 XX S3018 E", "is no unit"),
        (
            "an unknown hex",
            "U: place Peabody S9999",
            "is no hex of this map",
        ),
        (
            "an order that is not complete",
            "U: face 16 WI",
            "is not complete",
        ),
        (
            "more than an order",
            "U: accept this",
            "follows a complete order",
        ),
        (
            "an abbreviation",
            "U: acc",
            "is not a whole order: a record says 'accept'",
        ),
        (
            "dice that never fell",
            "U: accept {4 4}",
            "the numbers drawn",
        ),
        (
            "dice in words",
            "U: accept {four}",
            "'four' is no number drawn",
        ),
        (
            "dice that do not end",
            "U: accept {4",
            "the numbers drawn end with }",
        ),
        (
            "dice below zero",
            "U: accept {-1}",
            "'-1' is no number drawn",
        ),
        (
            "dice of 30 digits",
            "U: accept {999999999999999999999999999999}",
            "is no number drawn",
        ),
        ("a NUL in an order", "U: acc\0ept", "U+0000"),
        ("an escape in an order", "U: \u{1b}[31maccept", "U+001B"),
        (
            "a hyphen of another kind",
            "U\u{2013} accept",
            "a line begins with U: or C:",
        ),
        (
            "a letter that turns the line",
            "U: accept\u{202e}",
            "'accept\u{fffd}' is no order",
        ),
        (
            "a letter that cannot be seen",
            "U: acc\u{200b}ept",
            "'acc\u{fffd}ept' is no order",
        ),
        ("a number of the list", "U: 1", "'1' is no order"),
        ("a word to the program", "U: undo", "'undo' is no order"),
        (
            "words behind the dice",
            "U: accept {} x",
            "the numbers drawn end with }",
        ),
        (
            "small letters for the side",
            "u: accept",
            "a line begins with U: or C:",
        ),
    ] {
        add(name, replaced(text, &order, to), &[in_line, wanted]);
    }
    add(
        "five megabytes in one line",
        replaced(text, &order, &format!("U: {}", "x".repeat(5_000_000))),
        &[in_line, "no line of a record has more than"],
    );
    add(
        "five megabytes in a remark",
        replaced(text, &comment, &format!("; {}", "x".repeat(5_000_000))),
        &["no line of a record has more than"],
    );
    add(
        "the same order twice",
        replaced(text, &order, &format!("{order}\n{order}")),
        &["line"],
    );
    let tags = |count: usize| -> String {
        let tags = (0..count).map(|number| format!("[T{number} \"x\"]\n"));
        tags.collect()
    };
    add(
        "a hundred thousand tags",
        replaced(text, scenario, &format!("{}{scenario}", tags(100_000))),
        &["line 101", "more than 100 tags"],
    );
    add(
        "a long name of a tag",
        replaced(text, seed, &format!("[{} \"7\"]\n{seed}", "x".repeat(50))),
        &["line", "the name of a tag has 50 characters"],
    );
    add(
        "a long value of a tag",
        replaced(
            text,
            seed,
            &format!("[Note \"{}\"]\n{seed}", "x".repeat(3500)),
        ),
        &["line", "the value of a tag has 3500 characters"],
    );
    add("lines in disorder", shuffled(text), &["line"]);
    add("the header at the end", turned(text), &["line"]);
    cuts(text, &mut all);
    all
}

fn tag_of(tag: &str) -> &'static str {
    match tag {
        "Format" => "Format",
        "Scenario" => "Scenario",
        _ => "Seed",
    }
}

/// Two orders change places.
fn shuffled(text: &str) -> Vec<u8> {
    let mut lines: Vec<&str> = text.lines().collect();
    let orders: Vec<usize> = (0..lines.len())
        .filter(|&place| lines[place].starts_with("U: ") || lines[place].starts_with("C: "))
        .collect();
    let last = orders[orders.len() - 1];
    lines.swap(orders[0], last);
    (lines.join("\n") + "\n").into_bytes()
}

/// The header stands where the game is over.
fn turned(text: &str) -> Vec<u8> {
    let (head, body) = text.split_once("\n\n").expect("a header and a body");
    format!("; remark\nU: accept now\n{body}\n{head}\n").into_bytes()
}

/// The last order, cut after every letter: what is left may be an abbreviation, and must be refused all the same.
fn cuts(text: &str, all: &mut Vec<Input>) {
    let is_order = |line: &&str| line.starts_with("U: ") || line.starts_with("C: ");
    let lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().rposition(is_order).expect("an order");
    let before: Vec<&str> = text.lines().take(place).collect();
    let order = text.lines().nth(place).expect("the order");
    let words = order.split('{').next().unwrap_or(order).trim_end();
    for end in 3..words.len() {
        if !words.is_char_boundary(end) {
            continue;
        }
        let bytes = format!("{}\n{}", before.join("\n"), &order[..end]).into_bytes();
        all.push((format!("cut: '{}'", &order[..end]), bytes, vec!["line"]));
    }
}

pub fn door() -> Door {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let inputs = inputs(&sound(folder.path()));
    let files: Vec<(usize, &Input)> = inputs.iter().enumerate().collect();
    let answers = at_once(&files, |(index, (_, bytes, _))| {
        let name = format!("{index}.roll");
        std::fs::write(folder.path().join(&name), bytes).expect("a file");
        run(&["play", "--resume", &name], "quit!\n", folder.path())
    });
    // Whoever tells of a record refuses what whoever plays it refuses; of the cuts the first few are enough.
    let told = files
        .iter()
        .filter(|(_, (name, ..))| !name.starts_with("cut: "));
    let cut = files
        .iter()
        .filter(|(_, (name, ..))| name.starts_with("cut: "));
    let told: Vec<(usize, &Input)> = told.chain(cut.take(4)).copied().collect();
    let reports = at_once(&told, |(index, _)| {
        run(&["report", &format!("{index}.roll")], "", folder.path())
    });
    let mut door = Door::default();
    for ((_, (name, ..)), answer) in told.iter().zip(&reports) {
        door.count(&format!("report of {name}"), answer, &[]);
    }
    for ((name, _, wanted), answer) in inputs.iter().zip(answers) {
        door.count(name, &answer, wanted);
    }
    door
}
