//! `longroll rule coverage`: rules that no code applies, rules nothing proves.

use std::collections::BTreeMap;

use longroll_rule::{Chapter, Rule, RuleKind};
use serde::Serialize;

use super::rule::{known, list};
use crate::arguments::CoverageArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::index::Index;
use crate::selection::Selection;

/// The state of the rules asked about.
#[derive(Debug, Default)]
struct Coverage {
    rules: Vec<Rule>,
    /// Headings and terms: nothing to apply, nothing to prove.
    definitions: Vec<Rule>,
    /// Neither code nor data names them.
    uncited: Vec<Rule>,
    /// Named in a comment of the engine, but not by type: half way.
    only_explained: Vec<Rule>,
    /// No situation and no test lists them.
    unproved: Vec<Rule>,
}

impl Coverage {
    fn of(index: &Index, wanted: impl Fn(Rule) -> bool) -> Coverage {
        let mut coverage = Coverage::default();
        for rule in Rule::ALL.iter().copied().filter(|rule| wanted(*rule)) {
            coverage.rules.push(rule);
            if rule.kind() == RuleKind::Definition {
                coverage.definitions.push(rule);
                continue;
            }
            let standing = index.standing(rule);
            if standing.applied.is_empty() {
                let half = !standing.explained.is_empty();
                if half {
                    &mut coverage.only_explained
                } else {
                    &mut coverage.uncited
                }
                .push(rule);
            }
            if standing.proved.is_empty() {
                coverage.unproved.push(rule);
            }
        }
        coverage
    }

    /// Rules without a citation by type or without a proof.
    fn missing(&self) -> Vec<Rule> {
        let all = self
            .uncited
            .iter()
            .chain(&self.only_explained)
            .chain(&self.unproved);
        let mut missing: Vec<Rule> = all.copied().collect();
        missing.sort();
        missing.dedup();
        missing
    }
}

pub fn run(arguments: &CoverageArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let (index, source) = known(arguments.root.as_deref(), console)?;
    let strict = arguments.strict.as_deref();
    // `--strict PART` alone also says what to look at.
    let parts: Vec<&Selection> = arguments
        .chapter
        .iter()
        .chain(strict.unwrap_or_default())
        .collect();
    let wanted = |rule: Rule| {
        (parts.is_empty() || parts.iter().any(|part| part.holds(rule)))
            && !arguments.except.iter().any(|part| part.holds(rule))
    };
    let coverage = Coverage::of(&index, wanted);
    if arguments.json {
        console.json(&AsJson::of(&coverage, &index))?;
    } else {
        print(&coverage, &index, &source, console)?;
    }
    match strict {
        Some(only) => judge(&index, only, arguments, console),
        None => Ok(()),
    }
}

fn judge(
    index: &Index,
    only: &[Selection],
    arguments: &CoverageArguments,
    console: &Console<'_>,
) -> Result<(), Failure> {
    let parts = if only.is_empty() {
        &arguments.chapter
    } else {
        only
    };
    let judged = Coverage::of(index, |rule| {
        (parts.is_empty() || parts.iter().any(|part| part.holds(rule)))
            && !arguments.except.iter().any(|part| part.holds(rule))
    });
    let missing = judged.missing();
    if missing.is_empty() && index.faults.is_empty() {
        return Ok(());
    }
    let message = console.text("coverage.strict", &[("count", &missing.len())]);
    let first: Vec<&str> = missing.iter().take(12).map(|rule| rule.id()).collect();
    let mut help = first.join(", ");
    if missing.len() > first.len() {
        help.push_str(", …");
    }
    Err(Failure::faults(message, (!help.is_empty()).then_some(help)))
}

fn print(
    coverage: &Coverage,
    index: &Index,
    source: &str,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    console.line(source)?;
    console.blank()?;
    table(coverage, console)?;
    let groups = [
        (
            console.text("coverage.uncited", &[("count", &coverage.uncited.len())]),
            &coverage.uncited,
        ),
        (
            console.text(
                "coverage.only-explained",
                &[("count", &coverage.only_explained.len())],
            ),
            &coverage.only_explained,
        ),
        (
            console.text("coverage.unproved", &[("count", &coverage.unproved.len())]),
            &coverage.unproved,
        ),
        (
            console.text(
                "coverage.definitions",
                &[("count", &coverage.definitions.len())],
            ),
            &coverage.definitions,
        ),
    ];
    for (title, rules) in groups {
        if !rules.is_empty() {
            console.blank()?;
            console.heading(title)?;
            list(rules, console)?;
        }
    }
    if !index.faults.is_empty() {
        console.blank()?;
        console.heading(console.text("coverage.faults", &[("count", &index.faults.len())]))?;
        for fault in &index.faults {
            console.line(format!("  {fault}"))?;
        }
    }
    Ok(())
}

fn table(coverage: &Coverage, console: &mut Console<'_>) -> Result<(), Failure> {
    let per_chapter = |rules: &[Rule]| {
        let mut counts: BTreeMap<Chapter, usize> = BTreeMap::new();
        for rule in rules {
            *counts.entry(rule.chapter()).or_default() += 1;
        }
        counts
    };
    let all = per_chapter(&coverage.rules);
    let definitions = per_chapter(&coverage.definitions);
    let cited_not = per_chapter(&[&coverage.uncited[..], &coverage.only_explained[..]].concat());
    let proved_not = per_chapter(&coverage.unproved);
    let count =
        |counts: &BTreeMap<Chapter, usize>, chapter| counts.get(&chapter).copied().unwrap_or(0);

    let names = [
        console.text("coverage.chapter", &[]),
        console.text("coverage.rules", &[]),
        console.text("coverage.definition", &[]),
        console.text("coverage.cited", &[]),
        console.text("coverage.proved", &[]),
    ];
    let row = |cells: [String; 5]| {
        let [name, rest @ ..] = cells;
        rest.iter().fold(format!("{name:<16}"), |line, cell| {
            line + &format!("{cell:>13}")
        })
    };
    console.heading(row(names))?;
    for chapter in Chapter::ALL {
        let rules = count(&all, *chapter);
        if rules == 0 {
            continue;
        }
        let definitions = count(&definitions, *chapter);
        let to_do = rules - definitions;
        console.line(row([
            chapter.to_string(),
            rules.to_string(),
            definitions.to_string(),
            format!("{}/{to_do}", to_do - count(&cited_not, *chapter)),
            format!("{}/{to_do}", to_do - count(&proved_not, *chapter)),
        ]))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AsJson<'a> {
    rules: usize,
    definitions: Vec<&'static str>,
    uncited: Vec<&'static str>,
    only_explained: Vec<&'static str>,
    unproved: Vec<&'static str>,
    faults: &'a [String],
}

impl<'a> AsJson<'a> {
    fn of(coverage: &Coverage, index: &'a Index) -> AsJson<'a> {
        let ids = |rules: &[Rule]| rules.iter().map(|rule| rule.id()).collect();
        AsJson {
            rules: coverage.rules.len(),
            definitions: ids(&coverage.definitions),
            uncited: ids(&coverage.uncited),
            only_explained: ids(&coverage.only_explained),
            unproved: ids(&coverage.unproved),
            faults: &index.faults,
        }
    }
}
