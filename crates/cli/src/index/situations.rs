//! Which rules a situation file says it proves.

use longroll_rule::Rule;
use serde::Deserialize;
use toml::Spanned;

use super::{Index, Place, Proof};

/// The few keys that matter here; the situation loader checks the rest.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    #[serde(default)]
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: Option<Spanned<String>>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
}

pub fn read(index: &mut Index, file: &str, text: &str) {
    let parsed: File = match toml::from_str(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            index
                .faults
                .push(format!("{file}:{line}: {}", error.message()));
            return;
        }
    };
    if parsed.case.is_empty() {
        let id = parsed.id.as_deref();
        prove(index, file, text, id, &parsed.title, None, &parsed.rules);
    }
    // With cases the file is only their base; each case proves what the base and itself name.
    for case in &parsed.case {
        let id = case.id.as_ref();
        let title = if case.title.is_empty() {
            &parsed.title
        } else {
            &case.title
        };
        let at = id.map(|id| line_of(text, id.span().start));
        let id = id.map(|id| id.get_ref().as_str()).or(parsed.id.as_deref());
        prove(index, file, text, id, title, at, &parsed.rules);
        prove(index, file, text, id, title, at, &case.rules);
    }
}

fn prove(
    index: &mut Index,
    file: &str,
    text: &str,
    case: Option<&str>,
    title: &str,
    line: Option<usize>,
    rules: &[Spanned<String>],
) {
    for id in rules {
        let own_line = line_of(text, id.span().start);
        let place = Place {
            file: file.to_string(),
            line: line.unwrap_or(own_line),
        };
        match Rule::by_id(id.get_ref()) {
            Some(rule) => {
                let case = case.map(str::to_string);
                index.entry(rule).proved.push(Proof {
                    case,
                    title: title.to_string(),
                    place,
                });
            }
            None => {
                index.faults.push(format!(
                    "{file}:{own_line}: there is no rule `{}`",
                    id.get_ref()
                ));
            }
        }
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
        + 1
}
