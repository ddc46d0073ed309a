//! Guards over the sources of the series crates: they know no battle by name.

use std::collections::BTreeSet;
use std::fs;

mod sources;
use sources::{crates, walk};

const SERIES: [&str; 9] = [
    "core", "board", "sight", "catalog", "position", "movement", "combat", "victory", "gbacw",
];

/// Where names stand as words of the players: examples of orders, and switches as headers write them.
const WORDS: [&str; 2] = ["gbacw/src/choice.rs", "position/src/rule_set.rs"];

/// Where messages show how a hex is written.
const WRITTEN: [&str; 5] = [
    "gbacw/src/choice.rs",
    "board/src/numbering.rs",
    "board/src/hexside.rs",
    "catalog/src/read/names.rs",
    "catalog/src/read/setup.rs",
];

/// Which columns of which tables of the battle hold names.
const NAMED: [(&str, &[&str]); 8] = [
    ("leaders/leaders.tsv", &["key", "name"]),
    ("oob/units.tsv", &["name", "full_name"]),
    ("oob/commands.tsv", &["name"]),
    ("map/fields.tsv", &["name"]),
    ("map/places.tsv", &["name"]),
    ("map/routes.tsv", &["name"]),
    ("map/camps.tsv", &["unit"]),
    ("map/hexsides.tsv", &["name"]),
];

/// Parts of names that are words of the rules, of the ground or of armies too.
const PLAIN: [&str; 34] = [
    "Army",
    "Artillery",
    "Battery",
    "Bloody",
    "Branch",
    "Brigade",
    "Cavalry",
    "Company",
    "Confederate",
    "Corps",
    "Creek",
    "Crew",
    "Detachment",
    "Division",
    "Field",
    "First",
    "Gunboat",
    "Infantry",
    "Landing",
    "Lane",
    "Lost",
    "Pond",
    "Ravine",
    "Regiment",
    "Reserve",
    "River",
    "Second",
    "Smith",
    "Sunken",
    "Third",
    "Trail",
    "Union",
    "Water",
    "Wood",
];

/// The words of a text that begin with a capital letter and are long enough to be a name, and the parts of those written together.
fn capitalised(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let parts = words.flat_map(|word| {
        let capitals = word
            .char_indices()
            .filter(|(_, letter)| letter.is_uppercase());
        let mut starts: Vec<usize> = capitals.map(|(start, _)| start).collect();
        starts.push(word.len());
        let parts: Vec<&str> = starts
            .windows(2)
            .map(|ends| &word[ends[0]..ends[1]])
            .collect();
        core::iter::once(word).chain(parts)
    });
    parts.filter(|word| word.len() > 3 && word.starts_with(char::is_uppercase))
}

/// The identifiers of a text that are written in lower case.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(|letter: char| letter.is_lowercase() || letter == '_'))
}

/// Whether a word is the number of a hex on one of two sheets.
fn is_hex(word: &str) -> bool {
    let digits = word.strip_prefix(['N', 'S']);
    digits.is_some_and(|digits| digits.len() == 4 && digits.chars().all(|c| c.is_ascii_digit()))
}

/// The cells of these columns of a table of the battle.
fn cells(table: &str, columns: &[&str]) -> Vec<String> {
    let path = crates().join("../data/shiloh").join(table);
    let text = fs::read_to_string(path).expect("a table");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let heads: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    let place = |column: &&str| heads.iter().position(|head| head == column);
    let places: Vec<usize> = columns
        .iter()
        .map(|column| place(column).unwrap_or_else(|| panic!("{table} has no {column}")))
        .collect();
    let rows = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    rows.flat_map(|row| {
        let own = places.iter().filter_map(|&place| row.get(place).copied());
        own.map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

/// The names of leaders, units, commands, fields, places, roads, camps and waters, less those that are words of the rules too.
fn names() -> BTreeSet<String> {
    let mut found = BTreeSet::from(["Shiloh".to_owned(), "SHILOH".to_owned()]);
    for (table, columns) in NAMED {
        let cells = cells(table, columns);
        assert!(!cells.is_empty(), "{table} has given no name");
        for cell in cells {
            found.extend(capitalised(&cell).map(str::to_owned));
        }
    }
    for word in PLAIN {
        assert!(found.remove(word), "{word} is no name of the battle");
    }
    assert!(found.len() > 150, "the lists of names were not read");
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

/// A switch is called as headers call it, after a leader of the battle if need be (a wish of ARCHITECTURE.md).
fn switches() -> BTreeSet<String> {
    let path = crates().join("position/src/rule_set.rs");
    let text = fs::read_to_string(path).expect("the rule set");
    identifiers(&code(&text)).map(str::to_owned).collect()
}

#[test]
fn no_identifier_of_a_series_crate_is_called_after_a_name_of_a_battle() {
    let names: BTreeSet<String> = names().iter().map(|name| name.to_lowercase()).collect();
    let switches = switches();
    let mut found = BTreeSet::new();
    for (place, code) in series_code() {
        for identifier in identifiers(&code).filter(|word| !switches.contains(*word)) {
            if identifier.split('_').any(|part| names.contains(part)) {
                found.insert(format!("{place}: {identifier}"));
            }
        }
    }
    assert!(found.is_empty(), "names of a battle: {found:#?}");
}

#[test]
fn no_series_crate_knows_a_hex_of_a_battle() {
    let mut found = BTreeSet::new();
    for (place, code) in series_code() {
        if WRITTEN.iter().any(|known| place.ends_with(known)) {
            continue;
        }
        let words = code.split(|letter: char| !letter.is_alphanumeric());
        for word in words.filter(|word| is_hex(word)) {
            found.insert(format!("{place}: {word}"));
        }
    }
    assert!(found.is_empty(), "hexes of a battle: {found:#?}");
}

/// The files of `gbacw` whose code holds one of these words.
fn files_with(words: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = series_code()
        .into_iter()
        .filter(|(place, _)| place.starts_with("gbacw/"))
        .filter(|(_, code)| words.iter().any(|word| code.contains(word)))
        .map(|(place, _)| place)
        .collect();
    found.sort();
    found
}

/// Wall 2 of the house: whoever moves a unit goes through `relocate`, whose table says what follows from it.
#[test]
fn units_are_moved_through_one_door() {
    assert_eq!(
        files_with(&["happens(Event::Moved"]),
        ["gbacw/src/movement/relocation.rs"]
    );
}

/// Walls 1 and 6 of the house: what happens is told, and dice and lots are drawn, in one file.
#[test]
fn events_are_told_and_dice_rolled_through_one_door() {
    let doors = ["events.push(", "chance.roll(", "chance.draw("];
    assert_eq!(files_with(&doors), ["gbacw/src/play.rs"]);
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

#[test]
fn no_comment_only_asks_a_question() {
    const BARE: [&str; 9] = [
        "Which.", "Who.", "Whose.", "Whom.", "Why.", "Where.", "What.", "How.", "When.",
    ];
    let mut files = Vec::new();
    walk(&crates(), &mut files);
    let mut bare = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in text.lines().enumerate() {
            if let Some(comment) = line.trim_start().strip_prefix("/// ")
                && BARE.contains(&comment)
            {
                bare.push(format!("{}:{}", file.display(), number + 1));
            }
        }
    }
    assert_eq!(bare, Vec::<String>::new(), "a name says as much");
}
