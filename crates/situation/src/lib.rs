//! Situation files: a position, what is done, the dice, and what must come out (`docs/situations.md`).
//!
//! [`load`] reads a file and reports everything that is wrong with it at once; [`Case::run`] plays a case with scripted
//! dice and reports every difference; [`check`] does both for many files. Nothing here knows a rule: choices go to the
//! engine, questions to the same functions that the engine asks.

mod answer;
mod arrivals;
mod asking;
mod bodies;
mod case;
mod changes;
mod commands;
mod compare;
mod control;
mod differences;
mod encounters;
mod extent;
mod fault;
mod fields;
mod form;
mod found;
mod ground;
mod headings;
mod hexsides;
mod judge;
mod keys;
mod named;
mod passed;
mod phase;
mod pieces;
mod place;
mod question;
mod ratings;
mod report;
mod run;
mod score;
mod script;
mod setting;
mod show;
mod sights;
mod stacks;
mod standing;
mod states;
mod table;
mod tree;
mod turn;
mod units;
mod variant;
mod works;

pub use case::{Case, Situation, load, load_with};
pub use fault::{Fault, Faults};
pub use report::{Report, ReportStep};
pub use setting::{BuiltIn, Facts};

/// What came of checking one file.
#[derive(Debug)]
pub enum Checked {
    /// It was loaded and played.
    Played(Vec<Report>),
    /// It could not be loaded.
    Faulty(Faults),
}

/// Loads and plays many files: names and texts in, one result each.
pub fn check<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Vec<(String, Checked)> {
    check_with(&BuiltIn, files)
}

/// The same with other data.
pub fn check_with<'t>(
    facts: &dyn Facts,
    files: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Vec<(String, Checked)> {
    files
        .into_iter()
        .map(|(name, text)| {
            let checked = match load_with(facts, name, text) {
                Ok(situation) => Checked::Played(situation.cases().iter().map(Case::run).collect()),
                Err(faults) => Checked::Faulty(faults),
            };
            (name.to_owned(), checked)
        })
        .collect()
}
