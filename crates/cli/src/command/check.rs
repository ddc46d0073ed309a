//! `longroll check DIR`: every situation of a folder, and what differs.

use std::path::{Path, PathBuf};

use longroll_shell_for_guns::data::Folder;
use longroll_shell_for_guns::situation::{is_tabletop, load_with};
use longroll_situation::Checked;

use super::rule::nearest_checkout;
use crate::arguments::CheckArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::read_text;
use crate::tabletop;

pub fn run(arguments: &CheckArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let files = files(arguments, console)?;
    let (tables, maps): (Vec<_>, Vec<_>) = files.iter().partition(|(_, text)| is_tabletop(text));
    // A folder holds the data of one of the two games.
    let given = arguments.data.as_deref();
    let (own, theirs) = match given {
        Some(folder) if tabletop::is_our_folder(folder) => (given, None),
        _ => (None, given),
    };
    let mut tally = Tally::default();
    let data = tabletop::folder(own, console)?;
    for (name, text) in tables {
        check_table(&data, name, text, &mut tally, console)?;
    }
    let texts = maps
        .into_iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let battle = Battle::open(theirs, console)?;
    for (_, checked) in longroll_situation::check_with(&battle, texts) {
        match checked {
            Checked::Played(reports) => {
                tally.cases += reports.len();
                for report in reports.iter().filter(|report| !report.passed()) {
                    tally.differs(report.differences(), console)?;
                }
            }
            Checked::Faulty(faults) => {
                tally.faulty += 1;
                console.line(faults.summary())?;
            }
        }
    }
    told(files.len(), &tally, console)
}

/// What has come of the files so far.
#[derive(Default)]
struct Tally {
    cases: usize,
    differing: usize,
    faulty: usize,
}

impl Tally {
    fn differs(
        &mut self,
        differences: impl IntoIterator<Item = impl std::fmt::Display>,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        self.differing += 1;
        for difference in differences {
            console.line(difference)?;
        }
        Ok(())
    }
}

/// Every situation file that was asked for; those of the checkout if none was.
fn files(
    arguments: &CheckArguments,
    console: &Console<'_>,
) -> Result<Vec<(String, String)>, Failure> {
    let paths = if arguments.paths.is_empty() {
        let Some(root) = nearest_checkout() else {
            return Err(Failure::question(console.text("check.where", &[]), None));
        };
        vec![root.join("situations")]
    } else {
        arguments.paths.clone()
    };
    let mut files = Vec::new();
    for path in &paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        let list: Vec<String> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        return Err(Failure::question(
            console.text("check.nothing", &[("paths", &list.join(", "))]),
            None,
        ));
    }
    Ok(files)
}

fn check_table(
    data: &Folder,
    name: &str,
    text: &str,
    tally: &mut Tally,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let situation = match load_with(data, name, text) {
        Ok(situation) => situation,
        Err(faults) => {
            tally.faulty += 1;
            return Ok(console.line(console.tongue().faults(&faults))?);
        }
    };
    for case in situation.cases() {
        tally.cases += 1;
        let report = case.run();
        if !report.passed() {
            tally.differs(report.differences(), console)?;
        }
    }
    Ok(())
}

/// A line with the numbers; a fault if anything differs.
fn told(files: usize, tally: &Tally, console: &mut Console<'_>) -> Result<(), Failure> {
    let counts: [(&str, &dyn std::fmt::Display); 4] = [
        ("files", &files),
        ("cases", &tally.cases),
        ("differing", &tally.differing),
        ("faulty", &tally.faulty),
    ];
    if tally.differing + tally.faulty > 0 {
        return Err(Failure::faults(
            console.text("check.differs", &counts),
            None,
        ));
    }
    Ok(console.line(console.text("check.passed", &counts))?)
}

/// The situation files at a path, by name; a file that was named is read whatever it is called.
fn collect(path: &Path, files: &mut Vec<(String, String)>) -> Result<(), Failure> {
    let refused = |source| Failure::File {
        path: path.to_path_buf(),
        source,
    };
    if !path.is_dir() {
        let text = read_text(path)?;
        files.push((path.display().to_string(), text));
        return Ok(());
    }
    let mut inside: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(refused)? {
        inside.push(entry.map_err(refused)?.path());
    }
    inside.sort();
    for path in inside {
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "toml") {
            collect(&path, files)?;
        }
    }
    Ok(())
}
