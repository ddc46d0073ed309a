//! Order notation comes from one table: every line of it reads and prints itself, and the page about it is made from it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use longroll_gbacw::notation::{self, Way};
use longroll_gbacw::{Choice, Entry, Shape};
use longroll_position::RuleSet;
use longroll_sim::table;

fn page() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/notation.md"
    ))
}

fn part(shape: &Shape) -> String {
    let kind = shape.kind.to_uppercase();
    match shape.way {
        Way::Plain => kind,
        Way::Or(word) => format!("{kind} or `{word}`"),
        Way::After(word) => format!("`{word}` {kind}"),
        Way::Maybe => format!("({kind})"),
    }
}

fn row(entry: &Entry) -> String {
    let parts: Vec<String> = entry.parts.iter().map(part).collect();
    let rules: Vec<String> = entry.rules.iter().map(ToString::to_string).collect();
    format!(
        "| `{}` | {} | {} | {} | `{}` |",
        entry.word,
        parts.join(" "),
        entry.help,
        rules.join(", "),
        entry.example
    )
}

fn written() -> String {
    let mut text = String::from(
        "# Order notation\n\n\
         Made from the table of choices (`crates/gbacw/src/choice.rs`); `LONGROLL_WRITE_DOCS=1 cargo nextest run -p longroll-sim notation` writes it anew.\n\n\
         One readable line for each choice, the same in records (`.roll`), situations, logs, `longroll play` and the bot protocol. The first word is the order; what follows\n\
         stands in this order. Pieces and commands are written as at the table (`16 WI`, `A.S. Johnston`, `2/6/T`, `6/T artillery`), hexes by their printed number. A facing to a\n\
         vertex is its name (`NE`), one to a hexside has a stroke before it (`/NE`). A place in the stack is `top`, `bottom` or `below` and a unit. Small and capital letters are the same; any\n\
         word may be shortened as long as only one legal choice fits. Records always hold the full line.\n\n\
         | order | what follows | what it does | rules | example |\n| --- | --- | --- | --- | --- |\n",
    );
    for entry in Choice::TABLE {
        let _ = writeln!(text, "{}", row(entry));
    }
    text
}

#[test]
fn the_page_about_the_notation_is_made_from_the_table() {
    if std::env::var_os("LONGROLL_WRITE_DOCS").is_some() {
        fs::write(page(), written()).expect("docs can be written");
    }
    let stands = fs::read_to_string(page()).unwrap_or_default();
    assert!(
        stands == written(),
        "docs/notation.md is out of date: run this test with LONGROLL_WRITE_DOCS=1"
    );
}

#[test]
fn every_example_reads_as_its_own_choice_and_prints_itself() {
    let stage = table::stage(1, RuleSet::BATTLE_BOOK).expect("scenario 1 is embedded");
    for entry in Choice::TABLE {
        let choice = notation::read(&stage, entry.example)
            .unwrap_or_else(|error| panic!("'{}': {error}", entry.example));
        assert_eq!(notation::print(&stage.setting, choice), entry.example);
        assert!(entry.example.starts_with(entry.word));
        assert!(entry.help.ends_with('.'), "{}", entry.help);
    }
}
