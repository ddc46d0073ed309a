//! Turns `data/rules/register.tsv` into the `Rule` enum, and `register.it.tsv` beside it into its words in Italian.
//!
//! The registers are edited by people, so every fault they may have (a missing
//! column, an id given twice, a related rule that does not exist, a rule without
//! Italian words) is reported with its line, all at once, and stops the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

#[path = "src/naming.rs"]
mod naming;

const HEADER: &str = "id\tchapter\ttitle\tkind\tstatement\tsee_also";

struct Row<'a> {
    line: usize,
    id: &'a str,
    variant: String,
    system: &'static str,
    chapter: &'static str,
    title: &'a str,
    kind: &'static str,
    statement: &'a str,
    see_also: Vec<&'a str>,
}

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let register = manifest.join("../../data/rules/register.tsv");
    println!("cargo::rerun-if-changed={}", register.display());
    println!("cargo::rerun-if-changed=src/naming.rs");
    let italian = manifest.join("../../data/rules/register.it.tsv");
    println!("cargo::rerun-if-changed={}", italian.display());
    let (text, italian) = (read(&register), read(&italian));
    match (generate(&text), translate(&text, &italian)) {
        (Ok(source), Ok(words)) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
            write(&out.join("register.rs"), &(source + &words));
        }
        (source, words) => {
            fail(
                &[
                    source.err().unwrap_or_default(),
                    words.err().unwrap_or_default(),
                ]
                .concat(),
            );
        }
    }
}

fn read(path: &Path) -> String {
    match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => fail(&[format!("{}: {error}", path.display())]),
    }
}

fn write(path: &Path, source: &str) {
    if let Err(error) = fs::write(path, source) {
        fail(&[format!("{}: {error}", path.display())]);
    }
}

fn fail(faults: &[String]) -> ! {
    for fault in faults {
        println!("cargo::error=the register of rules: {fault}");
    }
    process::exit(1)
}

pub fn generate(text: &str) -> Result<String, Vec<String>> {
    let mut faults = Vec::new();
    let rows = parse(text, &mut faults);

    let mut variant_of: BTreeMap<&str, &str> = BTreeMap::new();
    let mut keys: BTreeMap<String, &Row<'_>> = BTreeMap::new();
    for row in &rows {
        variant_of.insert(row.id, &row.variant);
        // Lookup ignores case and punctuation: two ids that differ only there are one id.
        if let Some(first) = keys.insert(naming::key(row.id), row) {
            faults.push(format!(
                "line {}: `{}` would be `Rule::{}`, but `{}` on line {} already is",
                row.line, row.id, row.variant, first.id, first.line
            ));
        }
    }
    for row in &rows {
        for other in &row.see_also {
            if !variant_of.contains_key(other) {
                faults.push(format!(
                    "line {}: `{}` refers to `{other}`, which is not in the register",
                    row.line, row.id
                ));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(print(&rows, &variant_of, &keys))
}

const ITALIAN_HEADER: &str = "id\ttitle\tstatement";

/// The words of every rule in Italian, in the order of the register.
pub fn translate(text: &str, italian: &str) -> Result<String, Vec<String>> {
    let mut faults = Vec::new();
    let mut words: BTreeMap<&str, (usize, &str, &str)> = BTreeMap::new();
    for (index, line) in italian.lines().enumerate() {
        let number = index + 1;
        let columns: Vec<&str> = line.split('\t').collect();
        match columns[..] {
            _ if number == 1 => {
                if line != ITALIAN_HEADER {
                    faults.push(format!(
                        "Italian, line 1: the header must be `{ITALIAN_HEADER}`"
                    ));
                }
            }
            [id, title, statement] if !title.trim().is_empty() && !statement.trim().is_empty() => {
                if words.insert(id, (number, title, statement)).is_some() {
                    faults.push(format!("Italian, line {number}: `{id}` stands there twice"));
                }
            }
            _ => faults.push(format!(
                "Italian, line {number}: an id, a title and a statement are wanted"
            )),
        }
    }
    let ids: Vec<&str> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .collect();
    let mut out = format!("\nstatic ITALIAN: [Wording; {}] = [\n", ids.len());
    for id in ids {
        match words.remove(id) {
            Some((_, title, statement)) => {
                let _ = writeln!(
                    out,
                    "    Wording {{ title: {title:?}, statement: {statement:?} }},"
                );
            }
            None => faults.push(format!("`{id}` has no words in Italian")),
        }
    }
    for (id, (line, _, _)) in words {
        faults.push(format!("Italian, line {line}: there is no rule `{id}`"));
    }
    out.push_str("];\n");
    if faults.is_empty() {
        Ok(out)
    } else {
        Err(faults)
    }
}

fn parse<'a>(text: &'a str, faults: &mut Vec<String>) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if number == 1 {
            if line != HEADER {
                faults.push(format!("line 1: the header must be `{HEADER}`"));
            }
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, chapter, title, kind, statement, see_also] = columns[..] else {
            faults.push(format!(
                "line {number}: {} columns instead of 6",
                columns.len()
            ));
            continue;
        };
        if title.trim().is_empty() || statement.trim().is_empty() {
            faults.push(format!(
                "line {number}: `{id}` has no title or no statement"
            ));
        }
        let system = known(number, "system", system(id), SYSTEMS, faults);
        let chapter = known(number, "chapter", chapter, CHAPTERS, faults);
        let kind = known(number, "kind", kind, KINDS, faults);
        let (Some(system), Some(chapter), Some(kind)) = (system, chapter, kind) else {
            continue;
        };
        rows.push(Row {
            line: number,
            id,
            variant: variant(id),
            system,
            chapter,
            title,
            kind,
            statement,
            see_also: see_also
                .split(',')
                .map(str::trim)
                .filter(|s| !s.is_empty())
                .collect(),
        });
    }
    rows
}

/// The part before the first space: `SR`, `BB`, `SfG`, `NM`.
fn system(id: &str) -> &str {
    id.split_once(' ').map_or("", |(system, _)| system)
}

/// The variant of `Rule`: the system in capitals, every run of other signs one underscore.
fn variant(id: &str) -> String {
    let system = system(id);
    let mut name = system.to_ascii_uppercase();
    naming::underscored(&mut name, id.get(system.len()..).unwrap_or_default());
    name
}

const SYSTEMS: &[(&str, &str)] = &[
    ("SR", "Series"),
    ("BB", "BattleBook"),
    ("SfG", "ShellForGuns"),
    ("NM", "Napoleonic"),
];
const CHAPTERS: &[(&str, &str)] = &[
    ("command", "Command"),
    ("movement", "Movement"),
    ("fire", "Fire"),
    ("assault", "Assault"),
    ("shell-for-guns", "ShellForGuns"),
    ("napoleonic", "Napoleonic"),
];
const KINDS: &[(&str, &str)] = &[
    ("mechanic", "Mechanic"),
    ("variation", "Variation"),
    ("definition", "Definition"),
    ("table", "Table"),
    ("data", "Data"),
    ("optional", "Optional"),
];

fn known(
    line: usize,
    what: &str,
    value: &str,
    table: &'static [(&'static str, &'static str)],
    faults: &mut Vec<String>,
) -> Option<&'static str> {
    let found = table
        .iter()
        .find(|(name, _)| *name == value)
        .map(|(_, variant)| *variant);
    if found.is_none() {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        faults.push(format!(
            "line {line}: unknown {what} `{value}` (one of {})",
            names.join(", ")
        ));
    }
    found
}

fn print(
    rows: &[Row<'_>],
    variant_of: &BTreeMap<&str, &str>,
    keys: &BTreeMap<String, &Row<'_>>,
) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "/// A numbered rule. Its order is the order of the register; the number behind it is not\n\
         /// stable, so files carry [`Rule::id`].\n\
         #[repr(u16)]\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[allow(non_camel_case_types)]\n\
         pub enum Rule {{"
    );
    for row in rows {
        let doc = format!("**{}, {}.** {}", row.id, row.title, row.statement);
        let _ = writeln!(out, "    #[doc = {doc:?}]\n    {},", row.variant);
    }
    let _ = writeln!(out, "}}\n\nstatic ALL: [Rule; {}] = [", rows.len());
    for row in rows {
        let _ = writeln!(out, "    Rule::{},", row.variant);
    }
    let _ = writeln!(out, "];\n\nstatic ENTRIES: [Entry; {}] = [", rows.len());
    for row in rows {
        let see_also: String = row
            .see_also
            .iter()
            .filter_map(|id| variant_of.get(id))
            .map(|v| format!("Rule::{v}, "))
            .collect();
        let _ = writeln!(
            out,
            "    Entry {{ id: {:?}, variant: {:?}, system: System::{}, chapter: Chapter::{}, title: {:?}, \
             kind: RuleKind::{}, statement: {:?}, see_also: &[{see_also}] }},",
            row.id, row.variant, row.system, row.chapter, row.title, row.kind, row.statement
        );
    }
    let _ = writeln!(
        out,
        "];\n\nstatic BY_KEY: [(&str, Rule); {}] = [",
        keys.len()
    );
    for (key, row) in keys {
        let _ = writeln!(out, "    ({key:?}, Rule::{}),", row.variant);
    }
    out.push_str("];\n");
    out
}
