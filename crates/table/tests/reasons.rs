//! Every sentence by which the engine refuses a choice is there in Italian, and none that it no longer says.
//!
//! The sentences are found in the sources of the rules: the last argument of `Refusal::new` and of the small functions that
//! hand it on. What is put together from parts is looked for nowhere; `Words::reason` knows those.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The rooms that refuse.
const ROOMS: [&str; 11] = [
    "board", "core", "catalog", "position", "movement", "combat", "sight", "gbacw", "shiloh",
    "victory", "table",
];
/// Who is handed a reason as the last argument.
const DOORS: [&str; 3] = ["Refusal::new(", "refuse(", "no("];

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of the project");
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            into.push(path);
        }
    }
}

/// A string literal at the start of a text, as Rust reads it.
fn literal(text: &str) -> Option<String> {
    let mut read = String::new();
    let mut signs = text.strip_prefix('"')?.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => return Some(read),
            '\\' => match signs.next()? {
                '\n' => while signs.next_if(|next| next.is_whitespace()).is_some() {},
                other => read.push(other),
            },
            other => read.push(other),
        }
    }
    None
}

/// The last argument of a call, if it is a sentence.
fn last_argument(text: &str) -> Option<String> {
    let (mut depth, mut from, mut quoted) = (0_u32, 0, false);
    let mut before = ' ';
    for (place, sign) in text.char_indices() {
        match sign {
            '"' if before != '\\' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                let last = text[from..place].trim().trim_end_matches(',').trim_end();
                return literal(last);
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            // A comma before the closing bracket ends the last argument and begins none.
            ',' if depth == 0 && !text[place + 1..].trim_start().starts_with(')') => {
                from = place + 1;
            }
            _ => {}
        }
        before = sign;
    }
    None
}

fn said() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for room in ROOMS {
        sources(&crates.join(room).join("src"), &mut files);
    }
    let mut found = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for door in DOORS {
            for (place, _) in text.match_indices(door) {
                let name = text[..place].chars().next_back();
                let whole = !name.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
                let called = whole.then(|| last_argument(&text[place + door.len()..]));
                found.extend(called.flatten());
            }
        }
    }
    found
}

#[test]
fn every_refusal_has_its_italian_sentence() {
    let catalogue = include_str!("../words/reasons.it.toml");
    let catalogue: toml::Table = catalogue.parse().expect("the catalogue reads");
    let said = said();
    assert!(said.len() > 700, "only {} are found", said.len());
    let missing: Vec<&String> = said
        .iter()
        .filter(|english| !catalogue.contains_key(*english))
        .collect();
    assert!(missing.is_empty(), "not in reasons.it.toml: {missing:#?}");
}

#[test]
fn no_sentence_stays_in_the_catalogue_that_nobody_says() {
    let catalogue = include_str!("../words/reasons.it.toml");
    let catalogue: toml::Table = catalogue.parse().expect("the catalogue reads");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for room in ROOMS {
        sources(&crates.join(room).join("src"), &mut files);
    }
    let mut all = String::new();
    for file in files {
        all += &std::fs::read_to_string(&file).expect("a readable file");
    }
    // Sentences that go over the end of a line are joined as Rust joins them.
    let mut joined = String::with_capacity(all.len());
    let mut rest = all.as_str();
    while let Some((before, after)) = rest.split_once("\\\n") {
        joined += before;
        rest = after.trim_start();
    }
    joined += rest;
    let stale: Vec<&String> = catalogue
        .keys()
        .filter(|english| !joined.contains(&format!("\"{english}\"")))
        .collect();
    assert!(stale.is_empty(), "nobody says these: {stale:#?}");
}
