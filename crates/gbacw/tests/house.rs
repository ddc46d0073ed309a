//! Guards over the sources of the series crates: they know no battle by name.

use std::collections::BTreeSet;
use std::fs;

mod sources;
use sources::{crates, walk};

const SERIES: [&str; 8] = [
    "core", "board", "sight", "catalog", "position", "movement", "combat", "gbacw",
];

/// Where names stand as words of the players: examples of orders, and switches as headers write them.
const WORDS: [&str; 2] = ["gbacw/src/choice.rs", "position/src/rule_set.rs"];

/// The words of a text that begin with a capital letter and are long enough to be a name.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.len() > 3 && word.starts_with(char::is_uppercase))
}

/// The names of leaders, less those that are words of the rules too.
fn names() -> BTreeSet<String> {
    let folder = crates().join("../data/shiloh/leaders");
    let mut found = BTreeSet::from(["Shiloh".to_owned(), "SHILOH".to_owned()]);
    for entry in fs::read_dir(folder).expect("the leaders") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a table");
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
            for cell in line.split('\t').take(2) {
                found.extend(capitalised(cell).map(str::to_owned));
            }
        }
    }
    for word in ["Pond", "Cook", "Wood", "Smith"] {
        found.remove(word);
    }
    assert!(found.len() > 40, "the list of leaders was not read");
    found
}

/// The code of a file: no comments, no unit tests, no numbers of rules.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = text.lines().map(|line| {
        let line = line.split("//").next().unwrap_or(line);
        let mut parts = line.split("Rule::");
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            kept.push_str(&part[end.unwrap_or(part.len())..]);
        }
        kept
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn series_code() -> Vec<(String, String)> {
    let root = crates();
    let mut files = Vec::new();
    for name in SERIES {
        walk(&root.join(name).join("src"), &mut files);
    }
    files
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a source");
            let place = file.strip_prefix(&root).unwrap_or(&file);
            (place.display().to_string(), code(&text))
        })
        .collect()
}

#[test]
fn no_series_crate_knows_a_battle_by_name() {
    let names = names();
    let mut found = Vec::new();
    for (place, code) in series_code() {
        if WORDS.iter().any(|known| place.ends_with(known)) {
            continue;
        }
        for word in capitalised(&code).filter(|word| names.contains(*word)) {
            found.push(format!("{place}: {word}"));
        }
    }
    assert!(found.is_empty(), "names of a battle: {found:#?}");
}

#[test]
fn only_the_setting_asks_which_book_is_played() {
    let asks = |code: &str| code.contains("RuleBook::BattleBook") || code.contains("rules.book");
    let mut found: Vec<String> = series_code()
        .into_iter()
        .filter(|(_, code)| asks(code))
        .map(|(place, _)| place)
        .collect();
    found.sort();
    assert_eq!(
        found,
        ["position/src/rule_set.rs", "position/src/setting.rs"]
    );
}
