//! What the library knows of its files: names, titles, rules, and what is refused in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// What is read of one case.
pub struct Case {
    pub id: Option<String>,
    pub title: String,
    pub rules: BTreeSet<String>,
    pub scenario: Option<i64>,
    /// The rules by which something is refused in it.
    pub refusals: BTreeSet<String>,
}

/// What is read of one file.
pub struct File {
    /// Below `situations/`, with `/`.
    pub path: String,
    pub title: String,
    pub cases: Vec<Case>,
}

impl File {
    pub fn read(path: &str, text: &str) -> Self {
        let table: Table = text
            .parse()
            .unwrap_or_else(|fault| panic!("{path}: {fault}"));
        let cases = match table.get("case").and_then(Value::as_array) {
            None => vec![case(&table, None)],
            Some(blocks) => blocks
                .iter()
                .map(|block| case(&table, block.as_table()))
                .collect(),
        };
        Self {
            path: path.to_owned(),
            title: word(&table, "title"),
            cases,
        }
    }

    pub fn folder(&self) -> &str {
        self.path.split_once('/').map_or("", |(folder, _)| folder)
    }

    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

fn word(table: &Table, key: &str) -> String {
    let value = table.get(key).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

fn case(base: &Table, own: Option<&Table>) -> Case {
    let sources = || [Some(base), own].into_iter().flatten();
    let last = |key: &str| {
        let mut all = sources().map(|table| word(table, key));
        all.rfind(|text| !text.is_empty())
    };
    let set = own.and_then(|own| own.get("set")).and_then(Value::as_table);
    let mut rules = BTreeSet::new();
    let mut refusals = BTreeSet::new();
    for table in sources() {
        let listed = table.get("rules").and_then(Value::as_array);
        rules.extend(
            listed
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned),
        );
        for key in ["play", "ask"] {
            let lines = table.get(key).and_then(Value::as_array);
            let lines = lines.into_iter().flatten().filter_map(Value::as_table);
            refusals.extend(lines.filter_map(refusal));
        }
    }
    Case {
        id: last("id"),
        title: last("title").unwrap_or_default(),
        rules,
        scenario: [set, Some(base)]
            .into_iter()
            .flatten()
            .find_map(|table| table.get("scenario").and_then(Value::as_integer)),
        refusals,
    }
}

/// The rule by which a line of play is refused or a question answered with no.
fn refusal(line: &Table) -> Option<String> {
    let answer = line.get("answer");
    let no = answer.is_some_and(|answer| {
        answer.as_bool() == Some(false) || answer.as_str() == Some("refused")
    });
    let rule = line.get("refused").or(line.get("because").filter(|_| no))?;
    rule.as_str().map(str::to_owned)
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of the series; `shell-for-guns` is another game with chapters of its own.
pub fn library() -> Vec<File> {
    fn walk(folder: &Path, below: &str, files: &mut Vec<File>) {
        let entries = std::fs::read_dir(folder).expect("a folder of situations");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("a name in letters"))
            .collect();
        names.sort_by_cached_key(|name| order(name));
        for name in names {
            let path = format!("{below}{name}");
            if path == "shell-for-guns" {
                continue;
            }
            let place = folder.join(&name);
            if place.is_dir() {
                walk(&place, &format!("{path}/"), files);
            } else if name.ends_with(".toml") {
                let text = std::fs::read_to_string(&place).expect("a readable file");
                files.push(File::read(&path, &text));
            }
        }
    }
    let mut files = Vec::new();
    walk(&root().join("situations"), "", &mut files);
    assert!(!files.is_empty(), "no situations");
    files
}

/// As the rulebook counts: 5.44 before 5.5, and the battle book beside the paragraph it varies.
fn order(name: &str) -> (u16, String, bool, String) {
    let bare = name.strip_prefix("bb-").unwrap_or(name);
    let number = bare.split('-').next().unwrap_or_default();
    let (chapter, paragraph) = number.split_once('.').unwrap_or((number, ""));
    (
        chapter.parse().unwrap_or(u16::MAX),
        paragraph.to_owned(),
        bare != name,
        name.to_owned(),
    )
}
