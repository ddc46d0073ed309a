//! Guards over the sources of all crates: through which doors a position comes into being, and that nobody but
//! `Position::apply` changes one. Whoever needs another way writes his file and his reason into the list below.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that may stand in some files only, each with the reason.
struct Guard {
    /// What is guarded.
    what: &'static str,
    /// Whether a line of code has it.
    found: fn(&str) -> bool,
    /// Files below `crates`, and why they may.
    allowed: &'static [(&'static str, &'static str)],
}

const GUARDS: [Guard; 5] = [
    Guard {
        what: "a position is put together from outside (`Draft`)",
        found: |line| has_word(line, "Draft"),
        allowed: &[
            ("movement/src/soundness.rs", "the door itself"),
            (
                "gbacw/src/assembly.rs",
                "lays out the page of a scenario, judged by `sound_start`",
            ),
            ("gbacw/src/assembly/placer.rs", "the same, piece by piece"),
            (
                "gbacw/src/view.rs",
                "leaves out of a copy what a side may not know",
            ),
            (
                "situation/src/place.rs",
                "lays out a file, judged by `Door::pass`",
            ),
            ("situation/src/table.rs", "the same, piece by piece"),
            ("situation/src/works.rs", "the same, its entrenchments"),
            ("situation/src/control.rs", "the same, who was where last"),
            (
                "opponent/src/imagine.rs",
                "deals out what a side does not know",
            ),
            (
                "opponent/src/leading.rs",
                "imagines a leader elsewhere, for one question",
            ),
            (
                "opponent/src/commanding.rs",
                "imagines help, for one question",
            ),
        ],
    },
    Guard {
        what: "a draft becomes a position unjudged",
        found: |line| line.contains(".imagined()"),
        allowed: &[
            ("gbacw/src/view.rs", "what a side knows; nobody plays it on"),
            ("opponent/src/imagine.rs", "a battle that may not be so"),
            ("opponent/src/leading.rs", "asked once and thrown away"),
            ("opponent/src/commanding.rs", "asked once and thrown away"),
        ],
    },
    Guard {
        what: "a draft is called judged",
        found: |line| line.contains(".judged()"),
        allowed: &[
            ("movement/src/soundness.rs", "the door itself"),
            (
                "gbacw/src/assembly.rs",
                "a new game: its page passed `sound_start` when its stage was laid out",
            ),
        ],
    },
    Guard {
        what: "a position is lent to be changed (`&mut Position`)",
        found: |line| has_word(line, "mut Position") || lends(line),
        allowed: &[(
            "gbacw/src/play.rs",
            "`Play::happens` applies events to it and tells them",
        )],
    },
    Guard {
        what: "another position is put in the place of one",
        found: replaces,
        allowed: &[(
            "sim/src/invariants/follow.rs",
            "a follower's own copy, once a difference has been told",
        )],
    },
];

/// Where a position that plays stands: the table of play, a state, a battle.
const HOLDERS: [&str; 3] = ["play.position", "state.position", "battle.position"];

/// Whether a word or phrase stands in a line, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let is_part =
        |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    line.match_indices(word).any(|(place, _)| {
        !is_part(line[..place].chars().next_back())
            && !is_part(line[place + word.len()..].chars().next())
    })
}

/// A loan of a position in play, outright or by way of its reference.
fn lends(line: &str) -> bool {
    HOLDERS.iter().any(|holder| {
        line.match_indices(holder).any(|(place, _)| {
            // Whatever stands before it: `&mut *play.position`, `&mut battle.state.position`.
            let owner = line[..place].trim_end_matches(|sign: char| {
                sign == '*' || sign == '.' || sign == '_' || sign.is_alphanumeric()
            });
            // `&mut play.position.unit…` is no loan of the whole.
            let rest = &line[place + holder.len()..];
            owner.ends_with("&mut ")
                && !rest.starts_with('.')
                && !rest.starts_with(|sign: char| sign.is_alphanumeric())
        })
    })
}

/// An assignment to a position, or a swap with one.
fn replaces(line: &str) -> bool {
    let assigned = line.match_indices(".position =").any(|(place, found)| {
        let rest = &line[place + found.len()..];
        !rest.starts_with(['=', '>'])
    });
    let exchanged = ["swap(", "replace(", "take("]
        .iter()
        .any(|call| line.contains("mem::") && line.contains(call) && line.contains("position"));
    assigned || exchanged || line.contains("position.clone_from(")
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The lines of code in the sources of all crates that know a position. The crate `position` is where it lives.
fn lines() -> Vec<(String, String)> {
    let root = crates();
    let mut files = Vec::new();
    for entry in fs::read_dir(&root).expect("the crates") {
        let folder = entry.expect("an entry").path();
        let name = folder.file_name().and_then(|name| name.to_str());
        let stranger = |name: &str| name == "position" || name.starts_with("shell-for-guns");
        if name.is_some_and(|name| !stranger(name)) && folder.join("src").is_dir() {
            walk(&folder.join("src"), &mut files);
        }
    }
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let place = file.strip_prefix(&root).unwrap_or(&file);
        let place = place.display().to_string().replace('\\', "/");
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or(line);
            found.push((place.clone(), code.to_owned()));
        }
    }
    assert!(found.len() > 50_000, "the sources were not read");
    found
}

#[test]
fn a_position_comes_and_changes_by_its_doors_alone() {
    let lines = lines();
    let mut wrong = Vec::new();
    for guard in &GUARDS {
        let has = lines.iter().filter(|(_, line)| (guard.found)(line));
        let found: BTreeSet<&str> = has.map(|(place, _)| place.as_str()).collect();
        let allowed: BTreeSet<&str> = guard.allowed.iter().map(|&(place, _)| place).collect();
        for place in found.difference(&allowed) {
            wrong.push(format!("{place}: {}", guard.what));
        }
        for place in allowed.difference(&found) {
            wrong.push(format!(
                "{place} is allowed what it does not do: {}",
                guard.what
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What the guards would find, if somebody wrote it.
#[test]
fn the_guards_see_what_they_are_for() {
    let seen = |line: &str| GUARDS.iter().filter(|guard| (guard.found)(line)).count();
    for line in [
        "let mut draft = Draft::from(play.position.clone());",
        "*play.position = before;",
        "*self.position = play.position.with_unit(setting, unit, state, place);",
        "self.state.position = position;",
        "core::mem::swap(play.position, &mut before);",
        "let old = mem::replace(play.position, new);",
        "play.position.clone_from(&before);",
        "fn change(position: &mut Position) {",
        "fn change<'a>(position: &'a mut Position) {",
        "change(&mut *play.position);",
        "change(&mut battle.state.position, 3);",
        "    .imagined(),",
        "let position = drawn.judged();",
    ] {
        assert!(seen(line) > 0, "not seen: {line}");
    }
    for line in [
        "let state = *play.position.unit(unit);",
        "if at.position == before { }",
        "let position = self.position.clone();",
        "let drafted = DraftOf(3);",
        "let Decided::Done(done) = judged(ask, step, at, choice);",
    ] {
        assert_eq!(seen(line), 0, "seen: {line}");
    }
}
