//! `longroll check DIR`: every situation of a folder, and what differs.

use std::path::{Path, PathBuf};

use longroll_shell_for_guns::situation::is_tabletop;
use longroll_situation::Checked;

use super::rule::nearest_checkout;
use crate::arguments::CheckArguments;
use crate::battle::Battle;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::read_text;
use crate::tabletop;

pub fn run(arguments: &CheckArguments, console: &mut Console<'_>) -> Result<(), Failure> {
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

    let (mut cases, mut differing, mut faulty) = (0_usize, 0_usize, 0_usize);
    let (tables, maps): (Vec<_>, Vec<_>) = files.iter().partition(|(_, text)| is_tabletop(text));
    // A folder holds the data of one of the two games.
    let given = arguments.data.as_deref();
    let (own, theirs) = match given {
        Some(folder) if tabletop::is_our_folder(folder) => (given, None),
        _ => (None, given),
    };
    let data = tabletop::folder(own, console)?;
    for (name, text) in tables {
        match longroll_shell_for_guns::situation::load_with(&data, name, text) {
            Ok(situation) => {
                for case in situation.cases() {
                    cases += 1;
                    let report = case.run();
                    if !report.passed() {
                        differing += 1;
                        for difference in report.differences() {
                            console.line(difference)?;
                        }
                    }
                }
            }
            Err(faults) => {
                faulty += 1;
                console.line(console.tongue().faults(&faults))?;
            }
        }
    }
    let texts = maps
        .into_iter()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let battle = Battle::open(theirs, console)?;
    for (_, checked) in longroll_situation::check_with(&battle, texts) {
        match checked {
            Checked::Played(reports) => {
                cases += reports.len();
                for report in reports.iter().filter(|report| !report.passed()) {
                    differing += 1;
                    for difference in report.differences() {
                        console.line(difference)?;
                    }
                }
            }
            Checked::Faulty(faults) => {
                faulty += 1;
                console.line(faults.summary())?;
            }
        }
    }
    let counts: [(&str, &dyn std::fmt::Display); 4] = [
        ("files", &files.len()),
        ("cases", &cases),
        ("differing", &differing),
        ("faulty", &faulty),
    ];
    if differing + faulty > 0 {
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
