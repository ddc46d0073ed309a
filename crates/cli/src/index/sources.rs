//! Citations in Rust sources and data files, proofs in Rust tests.

use longroll_rule::Rule;

use super::{Index, Place, Proof, ids};

pub fn read(index: &mut Index, file: &str, text: &str) {
    if file.ends_with(".rs") {
        rust(index, file, text);
    } else {
        data(index, file, text);
    }
}

fn rust(index: &mut Index, file: &str, text: &str) {
    let mut in_tests = is_test_file(file);
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let place = Place {
            file: file.to_string(),
            line: number + 1,
        };
        let trimmed = line.trim_start();
        if trimmed.starts_with("#[cfg(test)]") {
            // `mod tests {` closes the file by convention; `mod tests;` is a file of its own.
            let opens = lines
                .peek()
                .is_some_and(|(_, next)| next.trim_end().ends_with('{'));
            in_tests |= opens;
            continue;
        }
        let (code, comment) = split_comment(line);
        if let Some(claim) = comment.trim().strip_prefix("Proves ") {
            let title = lines
                .peek()
                .map(|(_, next)| next.trim().to_string())
                .unwrap_or_default();
            proof(index, claim, &title, &place);
            continue;
        }
        if in_tests {
            continue;
        }
        for rule in ids::in_code(code) {
            index.entry(rule).applied.push(place.clone());
        }
        for rule in ids::in_text(comment) {
            index.entry(rule).explained.push(place.clone());
        }
    }
}

fn is_test_file(file: &str) -> bool {
    let mut parts = file.split('/').skip(2);
    parts.any(|part| {
        matches!(
            part,
            "tests" | "benches" | "examples" | "tests.rs" | "build.rs"
        )
    })
}

/// Code and the comment after it. `//` inside a string is rare and harmless here.
fn split_comment(line: &str) -> (&str, &str) {
    match line.split_once("//") {
        Some((code, comment)) => (code, comment.trim_start_matches(['/', '!'])),
        None => (line, ""),
    }
}

/// `MV-001: SR 7.11, SR 7.12`, the case left out where there is none.
fn proof(index: &mut Index, claim: &str, title: &str, place: &Place) {
    let (case, rules) = match claim.split_once(':') {
        Some((case, rules)) => (Some(case.trim().to_string()), rules),
        None => (None, claim),
    };
    let title = title.trim_start_matches(['/', ' ']).to_string();
    for id in rules.trim().trim_end_matches('.').split(',').map(str::trim) {
        match Rule::by_id(id) {
            Some(rule) => {
                let proof = Proof {
                    case: case.clone(),
                    title: title.clone(),
                    place: place.clone(),
                };
                index.entry(rule).proved.push(proof);
            }
            None => index
                .faults
                .push(format!("{place}: a test proves `{id}`, which is no rule")),
        }
    }
}

/// Tables and facts carry ids as values. What stands in a comment explains.
fn data(index: &mut Index, file: &str, text: &str) {
    for (number, line) in text.lines().enumerate() {
        let place = Place {
            file: file.to_string(),
            line: number + 1,
        };
        let comment = line.trim_start().starts_with('#');
        for rule in ids::in_text(line) {
            let standing = index.entry(rule);
            let list = if comment {
                &mut standing.explained
            } else {
                &mut standing.applied
            };
            list.push(place.clone());
        }
    }
}
