//! Where each rule is applied and what proves it.
//!
//! Read from a source checkout, or from the copy that `build.rs` embeds with
//! this very code. A rule is
//! * **applied** where code outside tests names it (`Rule::SR_11_43`) or a data
//!   file carries its id (a line of a table, a switch);
//! * **explained** where a comment of the engine gives its number only;
//! * **proved** by a situation whose `rules` list it, or by a Rust test with a
//!   comment `Proves MV-001: SR 7.11, SR 7.12`.

mod files;
mod ids;
mod situations;
mod sources;
mod tsv;

use std::collections::BTreeMap;
use std::path::Path;

use longroll_rule::Rule;

/// The folders of a checkout that count.
pub const FOLDERS: [&str; 3] = ["crates", "data", "situations"];

/// A line of a file, path relative to the checkout.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A situation, a case of it, or a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Proof {
    /// The acceptance case (`MV-061`), where it has one.
    pub case: Option<String>,
    pub title: String,
    pub place: Place,
}

/// What is known of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub applied: Vec<Place>,
    pub explained: Vec<Place>,
    pub proved: Vec<Proof>,
}

/// What is known of all rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    rules: BTreeMap<Rule, Standing>,
    /// Files that could not be read or that name a rule that does not exist.
    pub faults: Vec<String>,
}

impl Index {
    /// Reads a checkout.
    pub fn scan(root: &Path) -> Index {
        let mut index = Index::default();
        for file in files::under(root, &FOLDERS, &mut index.faults) {
            let text = match std::fs::read_to_string(root.join(&file)) {
                Ok(text) => text,
                Err(error) => {
                    index.faults.push(format!("{file}: {error}"));
                    continue;
                }
            };
            if file.starts_with("situations/") {
                situations::read(&mut index, &file, &text);
            } else {
                sources::read(&mut index, &file, &text);
            }
        }
        for standing in index.rules.values_mut() {
            standing.applied.sort();
            standing.applied.dedup();
            standing.explained.sort();
            standing.explained.dedup();
            standing.proved.sort();
            standing.proved.dedup();
        }
        index
    }

    /// What is known of one rule.
    pub fn standing(&self, rule: Rule) -> Standing {
        self.rules.get(&rule).cloned().unwrap_or_default()
    }

    fn entry(&mut self, rule: Rule) -> &mut Standing {
        self.rules.entry(rule).or_default()
    }
}
