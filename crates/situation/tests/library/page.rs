//! The pages that are written from the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use longroll_rule::Rule;

use crate::file::File;

/// `MV-001 to MV-003, MV-007`.
fn ranges(ids: &BTreeSet<&str>) -> String {
    let mut runs: Vec<(&str, &str)> = Vec::new();
    let number = |id: &str| {
        id.split_once('-')
            .and_then(|(_, number)| number.parse::<u16>().ok())
    };
    for id in ids {
        match runs.last_mut() {
            Some((_, last))
                if last.split('-').next() == id.split('-').next()
                    && number(last).map(|number| number + 1) == number(id) =>
            {
                *last = id;
            }
            _ => runs.push((id, id)),
        }
    }
    let texts: Vec<String> = runs
        .iter()
        .map(
            |(first, last)| match number(last).unwrap_or(0) - number(first).unwrap_or(0) {
                0 => (*first).to_owned(),
                1 => format!("{first}, {last}"),
                _ => format!("{first} to {last}"),
            },
        )
        .collect();
    texts.join(", ")
}

pub fn index(files: &[File]) -> String {
    let mut chapters: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in files {
        chapters.entry(file.folder()).or_default().push(file);
    }
    let cases = |files: &[&File]| files.iter().map(|file| file.cases.len()).sum::<usize>();
    let mut page = String::from(
        "# The situations\n\n\
         A folder per chapter of the rulebook, a file per paragraph, and in it the cases that prove the paragraph: a position, what is done,\n\
         the dice, and what must come out ([docs/situations.md](../docs/situations.md)). `6.24-…` is SR 6.24; `bb-4.11-…` is BB 4.11, what the\n\
         battle book changes in that chapter; `30.6-…` is scenario 6. A case stands under the rule that it names first, or under another of its\n\
         rules whose file has its position; `longroll rule 8.22` finds it by any of them.\n\n\
         `longroll check situations/06-orders` plays a chapter, `longroll try FILE` shows a file move by move. What waits for fire and assault,\n\
         and where each prohibition refuses, is in [docs/proofs.md](../docs/proofs.md).\n\n\
         This page is written from the files: `LONGROLL_WRITE_INDEX=1 cargo test -p longroll-situation --test library`.\n\n\
         | chapter | files | cases |\n|---|---:|---:|\n",
    );
    for (folder, files) in &chapters {
        let _ = writeln!(
            page,
            "| [{folder}](#{folder}) | {} | {} |",
            files.len(),
            cases(files)
        );
    }
    let all: Vec<&File> = files.iter().collect();
    let _ = writeln!(
        page,
        "| **all** | **{}** | **{}** |",
        all.len(),
        cases(&all)
    );
    for (folder, files) in &chapters {
        let _ = writeln!(
            page,
            "\n## {folder}\n\n| file | cases | about | acceptance cases |\n|---|---:|---|---|"
        );
        for file in files {
            let ids: BTreeSet<&str> = file
                .cases
                .iter()
                .filter_map(|case| case.id.as_deref())
                .collect();
            let name = file.name().trim_end_matches(".toml");
            let (path, title) = (&file.path, &file.title);
            let _ = writeln!(
                page,
                "| [{name}]({path}) | {} | {title} | {} |",
                file.cases.len(),
                ranges(&ids)
            );
        }
    }
    page
}

/// Every rule that refuses something, and the files in which most of it is refused.
pub fn refusals(files: &[File]) -> String {
    let mut by_rule: BTreeMap<Rule, Vec<(usize, &str)>> = BTreeMap::new();
    for file in files {
        let named: BTreeSet<&String> = file.cases.iter().flat_map(|case| &case.refusals).collect();
        for id in named {
            let rule =
                Rule::by_id(id).unwrap_or_else(|| panic!("{}: there is no rule {id}", file.path));
            let count = file
                .cases
                .iter()
                .filter(|case| case.refusals.contains(id))
                .count();
            by_rule.entry(rule).or_default().push((count, &file.path));
        }
    }
    let mut table =
        String::from("| rule | what it is about | cases | refused in |\n|---|---|---:|---|\n");
    for (rule, mut places) in by_rule {
        places.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
        let count: usize = places.iter().map(|(count, _)| count).sum();
        let shown: Vec<String> = places
            .iter()
            .take(3)
            .map(|(_, path)| format!("[{}](../situations/{path})", path.trim_end_matches(".toml")))
            .collect();
        let rest = match places.len().saturating_sub(3) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let _ = writeln!(
            table,
            "| {rule} | {} | {count} | {}{rest} |",
            rule.title(),
            shown.join(", ")
        );
    }
    table
}
