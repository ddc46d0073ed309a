//! Every reading that the project cites has its row in `docs/readings.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use longroll_rule::Rule;

/// A table of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    Command,
    Movement,
    Fire,
    Assault,
}

impl Table {
    fn headed(heading: &str) -> Option<Self> {
        match heading {
            "Command" => Some(Self::Command),
            "Movement" => Some(Self::Movement),
            "Fire" => Some(Self::Fire),
            "Assault" => Some(Self::Assault),
            _ => None,
        }
    }
}

type Reading = (Table, u16);

/// A number as it is written: `I58` belongs to movement, plain ones to whatever chapter the sentence names.
fn number(word: &str) -> Option<(bool, u16)> {
    let digits = word.strip_prefix('I').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.parse().ok().filter(|_| is_number)?;
    Some((digits.len() < word.len(), value))
}

/// One word without the punctuation around it, and whether a comma ends it.
fn bare(word: &str) -> (&str, bool) {
    let inner = word.trim_matches(|sign: char| !sign.is_alphanumeric());
    (inner, word.ends_with(','))
}

/// The readings a text cites: `reading 44`, `readings I4 to I6`, `fire readings 29 and 30`, `reading 118 of the assault chapter`.
fn cited(text: &str, home: Table) -> BTreeSet<Reading> {
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        let comment = ["///", "//!", "//", "#"];
        comment
            .iter()
            .find_map(|sign| line.strip_prefix(sign))
            .unwrap_or(line)
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut found = BTreeSet::new();
    for (place, word) in words.iter().enumerate() {
        if !matches!(
            bare(word).0,
            "reading" | "Reading" | "readings" | "Readings"
        ) || word.ends_with([',', '.', ':', ';'])
        {
            continue;
        }
        let mut numbers: Vec<(bool, u16)> = Vec::new();
        let mut next = place + 1;
        let mut is_range = false;
        while let Some((inner, comma)) = words.get(next).map(|word| bare(word)) {
            let Some(given) = number(inner) else { break };
            match numbers.last() {
                Some(&(prefixed, first)) if is_range => {
                    numbers.extend((first + 1..=given.1).map(|value| (prefixed, value)));
                }
                _ => numbers.push(given),
            }
            next += 1;
            is_range = words.get(next) == Some(&"to");
            if is_range || words.get(next) == Some(&"and") {
                next += 1;
            } else if !comma {
                break;
            }
        }
        let before = place.checked_sub(1).map(|place| bare(words[place]).0);
        let after: Vec<&str> = words[next.min(words.len())..]
            .iter()
            .take(4)
            .map(|word| bare(word).0)
            .collect();
        let plain = if matches!(before, Some("fire" | "Fire")) {
            Table::Fire
        } else if after == ["of", "the", "assault", "chapter"] {
            Table::Assault
        } else {
            home
        };
        found.extend(numbers.into_iter().map(|(prefixed, value)| {
            let table = if prefixed { Table::Movement } else { plain };
            (table, value)
        }));
    }
    found
}

/// The cells of every row, by table and number, in the order of the page.
fn rows(page: &str) -> Vec<(Reading, Vec<&str>)> {
    let mut table = None;
    let mut rows = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            table = Table::headed(heading);
        }
        let (Some(table), Some(row)) = (table, line.strip_prefix('|')) else {
            continue;
        };
        let cells: Vec<&str> = row
            .trim_end_matches('|')
            .split('|')
            .map(str::trim)
            .collect();
        if let Some((prefixed, value)) = cells.first().and_then(|cell| number(cell)) {
            assert_eq!(
                prefixed,
                table == Table::Movement,
                "only movement has numbers with I: {line}"
            );
            rows.push(((table, value), cells));
        }
    }
    rows
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/readings.md")).expect("docs/readings.md")
}

/// Every text file below `folder`.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the project");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let is_text = path.extension().is_some_and(|end| {
            ["rs", "toml", "md", "tsv"]
                .iter()
                .any(|known| end == *known)
        });
        if path.is_dir() {
            walk(&path, files);
        } else if is_text {
            files.push(path);
        }
    }
}

#[test]
fn every_reading_that_is_cited_has_a_row() {
    let page = page();
    let known: BTreeSet<Reading> = rows(&page)
        .into_iter()
        .map(|(reading, _)| reading)
        .collect();
    let mut files = Vec::new();
    for folder in ["crates", "situations", "docs", "data"] {
        walk(&root().join(folder), &mut files);
    }
    let mut seen: BTreeMap<Table, usize> = BTreeMap::new();
    let mut missing = Vec::new();
    // This file plays with citations.
    for file in files
        .iter()
        .filter(|file| !file.ends_with("rule/tests/readings.rs"))
    {
        let text = fs::read_to_string(file).expect("a text file");
        // The questions of assault cite their own chapter.
        let path = file.to_string_lossy();
        let assault = ["combat/src/assault", "combat/tests/cases/assault"];
        let home = if assault.iter().any(|folder| path.contains(folder)) {
            Table::Assault
        } else {
            Table::Command
        };
        for reading in cited(&text, home) {
            *seen.entry(reading.0).or_default() += 1;
            if !known.contains(&reading) {
                missing.push(format!("{reading:?} cited in {}", file.display()));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no row in docs/readings.md:\n{}",
        missing.join("\n")
    );
    assert_eq!(seen.len(), 4, "every chapter is cited somewhere: {seen:?}");
}

#[test]
fn the_rows_are_complete_and_in_order() {
    let switches = fs::read_to_string(root().join("crates/position/src/rule_set.rs"))
        .expect("the switches of the rule set");
    let page = page();
    let rows = rows(&page);
    assert!(rows.is_sorted_by(|(a, _), (b, _)| a < b), "out of order");
    for (reading, cells) in rows {
        let [_, rules, answer, switch] = cells[..] else {
            panic!("{reading:?} has not four cells: {cells:?}");
        };
        assert!(!answer.is_empty(), "{reading:?}");
        for rule in rules.split(", ") {
            assert!(!Rule::matching(rule).is_empty(), "{reading:?}: {rule}");
        }
        let name = switch.trim_matches('`');
        assert!(
            name.is_empty() || switches.contains(&format!("    {name}: ")),
            "{reading:?}: no switch {name}"
        );
    }
}

#[test]
fn citations_are_understood() {
    use Table::{Assault, Command, Fire, Movement};
    let say = |text: &str| cited(text, Table::Command).into_iter().collect::<Vec<_>>();
    assert_eq!(say("/// SR 6.24-A, reading 44: not"), [(Command, 44)]);
    assert_eq!(
        say("(readings I53, I106)."),
        [(Movement, 53), (Movement, 106)]
    );
    assert_eq!(say("Reading 11, 46: not"), [(Command, 11), (Command, 46)]);
    assert_eq!(
        say("readings I4 to I6: half"),
        [(Movement, 4), (Movement, 5), (Movement, 6)]
    );
    assert_eq!(say("fire readings 29 and 30: x"), [(Fire, 29), (Fire, 30)]);
    assert_eq!(
        say("reading 118 of the assault\n/// chapter: y"),
        [(Assault, 118)]
    );
    assert_eq!(say("wrapped (fire\n    // reading 74)"), [(Fire, 74)]);
    assert_eq!(say("reading = 3, reading 9.44, reading twice"), []);
}
