//! `longroll rule 11.37`: what a rule says, where it is applied, what proves it.

use std::path::{Path, PathBuf};

use longroll_rule::{Rule, Wording};
use serde::Serialize;

use crate::arguments::RuleArguments;
use crate::console::Console;
use crate::failure::Failure;
use crate::index::{Index, Standing};

/// The index of the checkout one stands in, or the one built into the program.
pub fn known(root: Option<&Path>, console: &Console<'_>) -> Result<(Index, String), Failure> {
    let here = match root {
        Some(root) if is_checkout(root) => Some(root.to_path_buf()),
        Some(root) => {
            let message = console.text("rule.no-checkout", &[("path", &root.display())]);
            return Err(Failure::question(message, None));
        }
        None => nearest_checkout(),
    };
    Ok(match here {
        Some(root) => (
            Index::scan(&root),
            console.text("rule.from-sources", &[("path", &root.display())]),
        ),
        None => (
            Index::from_tsv(include_str!(concat!(env!("OUT_DIR"), "/index.tsv"))),
            console.text("rule.from-program", &[]),
        ),
    })
}

pub fn nearest_checkout() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors()
        .find(|folder| is_checkout(folder))
        .map(Path::to_path_buf)
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("crates/rule").is_dir() && folder.join("data/rules/register.tsv").is_file()
}

pub fn run(arguments: &RuleArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let ids = ids(&arguments.id);
    for (place, id) in ids.iter().enumerate() {
        if place > 0 && !arguments.json {
            console.blank()?;
        }
        run_one(id, arguments, console)?;
    }
    Ok(())
}

/// The rules that are asked for: `BB 9.44` is one, `9.61 8.8` are two, `SR 9.61 BB 9.44` as well.
fn ids(words: &[String]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut prefix: Option<&str> = None;
    for word in words {
        match prefix.take() {
            Some(system) => ids.push(format!("{system} {word}")),
            None if word.chars().all(char::is_alphabetic) => prefix = Some(word),
            None => ids.push(word.clone()),
        }
    }
    ids.extend(prefix.map(str::to_owned));
    ids
}

fn run_one(
    text: &str,
    arguments: &RuleArguments,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let exact = text.parse::<Rule>();
    let matching = Rule::matching(text);
    let shown = match (&exact, matching.as_slice()) {
        (Ok(rule), _) => *rule,
        (Err(_), [rule]) => *rule,
        (Err(unknown), []) => {
            let message = console.text("rule.unknown", &[("text", &text)]);
            let help = match unknown.near() {
                [] => console.text("rule.unknown-help", &[]),
                near => console.text("rule.unknown-near", &[("rules", &listed(near, console))]),
            };
            return Err(Failure::question(message, Some(help)));
        }
        (Err(_), several) => return parts(text, several, console),
    };
    let (index, _) = known(arguments.root.as_deref(), console)?;
    let standing = index.standing(shown);
    if arguments.json {
        return Ok(console.json(&AsJson::of(shown, &standing, console.wording(shown)))?);
    }
    show(shown, &standing, console)?;
    let others: Vec<Rule> = matching.into_iter().filter(|rule| *rule != shown).collect();
    if !others.is_empty() {
        console.blank()?;
        console.heading(console.text("rule.same-number", &[]))?;
        list(&others, console)?;
    }
    Ok(())
}

fn listed(rules: &[Rule], console: &Console<'_>) -> String {
    rules
        .iter()
        .map(|rule| format!("{rule} ({})", console.wording(*rule).title))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The register splits some numbers: `BB 9.44` is ten rules.
fn parts(text: &str, rules: &[Rule], console: &mut Console<'_>) -> Result<(), Failure> {
    console.heading(console.text("rule.parts", &[("text", &text), ("count", &rules.len())]))?;
    for rule in rules {
        console.blank()?;
        let words = console.wording(*rule);
        console.heading(format!("{rule}  {}", words.title))?;
        console.paragraph(2, words.statement)?;
    }
    Ok(())
}

/// Rules with their titles, one per line.
pub fn list(rules: &[Rule], console: &mut Console<'_>) -> Result<(), Failure> {
    let width = rules.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    for rule in rules {
        console.item(width, rule, console.wording(*rule).title)?;
    }
    Ok(())
}

fn show(rule: Rule, standing: &Standing, console: &mut Console<'_>) -> Result<(), Failure> {
    let words = console.wording(rule);
    console.heading(format!("{rule}  {}", words.title))?;
    let kind = console.text(
        "rule.kind",
        &[("chapter", &rule.chapter()), ("kind", &rule.kind())],
    );
    console.line(format!("  {kind}"))?;
    console.blank()?;
    console.paragraph(2, words.statement)?;

    if !rule.see_also().is_empty() {
        console.blank()?;
        console.heading(console.text("rule.related", &[]))?;
        list(rule.see_also(), console)?;
    }
    console.blank()?;
    console.heading(console.text("rule.applied", &[]))?;
    if standing.applied.is_empty() {
        console.line(format!("  {}", console.text("rule.nowhere", &[])))?;
    }
    for place in &standing.applied {
        console.line(format!("  {place}"))?;
    }
    if !standing.explained.is_empty() {
        console.blank()?;
        console.heading(console.text("rule.explained", &[]))?;
        for place in &standing.explained {
            console.line(format!("  {place}"))?;
        }
    }
    console.blank()?;
    console.heading(console.text("rule.proved", &[]))?;
    if standing.proved.is_empty() {
        console.line(format!("  {}", console.text("rule.unproved", &[])))?;
    }
    for proof in &standing.proved {
        let case = proof.case.as_deref().unwrap_or("-");
        console.item(8, case, &proof.title)?;
        console.line(format!("  {:8}  {}", "", proof.place))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct AsJson {
    id: &'static str,
    title: &'static str,
    chapter: &'static str,
    kind: &'static str,
    statement: &'static str,
    see_also: Vec<&'static str>,
    applied: Vec<String>,
    explained: Vec<String>,
    proved: Vec<ProofAsJson>,
}

#[derive(Serialize)]
struct ProofAsJson {
    case: Option<String>,
    title: String,
    place: String,
}

impl AsJson {
    fn of(rule: Rule, standing: &Standing, words: Wording) -> AsJson {
        AsJson {
            id: rule.id(),
            title: words.title,
            chapter: rule.chapter().name(),
            kind: rule.kind().name(),
            statement: words.statement,
            see_also: rule.see_also().iter().map(|rule| rule.id()).collect(),
            applied: standing.applied.iter().map(ToString::to_string).collect(),
            explained: standing.explained.iter().map(ToString::to_string).collect(),
            proved: standing
                .proved
                .iter()
                .map(|proof| ProofAsJson {
                    case: proof.case.clone(),
                    title: proof.title.clone(),
                    place: proof.place.to_string(),
                })
                .collect(),
        }
    }
}
