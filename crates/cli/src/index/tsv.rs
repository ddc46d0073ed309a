//! The index as text, for embedding.

use std::fmt::Write as _;

use longroll_rule::Rule;

use super::{Index, Place, Proof};

impl Index {
    /// One line per place.
    #[allow(dead_code, reason = "build.rs writes, the program reads")]
    pub fn to_tsv(&self) -> String {
        let mut out = String::new();
        for (rule, standing) in &self.rules {
            for (kind, places) in [
                ("applied", &standing.applied),
                ("explained", &standing.explained),
            ] {
                for place in places {
                    let _ = writeln!(out, "{kind}\t{rule}\t{}\t{}", place.file, place.line);
                }
            }
            for Proof { case, title, place } in &standing.proved {
                let case = case.as_deref().unwrap_or_default();
                let title = title.replace(['\t', '\n'], " ");
                let _ = writeln!(
                    out,
                    "proved\t{rule}\t{}\t{}\t{case}\t{title}",
                    place.file, place.line
                );
            }
        }
        out
    }

    /// Reads what [`Index::to_tsv`] wrote; a line that is not one of its own is left out.
    pub fn from_tsv(text: &str) -> Index {
        let mut index = Index::default();
        for line in text.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            let [kind, id, file, number, rest @ ..] = columns.as_slice() else {
                continue;
            };
            let (Some(rule), Ok(line)) = (Rule::by_id(id), number.parse()) else {
                continue;
            };
            let place = Place {
                file: (*file).to_string(),
                line,
            };
            let standing = index.entry(rule);
            match (*kind, rest) {
                ("applied", []) => standing.applied.push(place),
                ("explained", []) => standing.explained.push(place),
                ("proved", [case, title]) => standing.proved.push(Proof {
                    case: (!case.is_empty()).then(|| (*case).to_string()),
                    title: (*title).to_string(),
                    place,
                }),
                _ => {}
            }
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_embedded_is_what_was_found() {
        let mut index = Index::default();
        let place = |line| Place {
            file: "crates/x/src/y.rs".to_string(),
            line,
        };
        let standing = index.entry(Rule::SR_11_43);
        standing.applied = vec![place(3), place(9)];
        standing.explained = vec![place(4)];
        standing.proved = vec![
            Proof {
                case: None,
                title: String::new(),
                place: place(1),
            },
            Proof {
                case: Some("AS-001".to_string()),
                title: "Five against three".to_string(),
                place: place(2),
            },
        ];
        assert_eq!(Index::from_tsv(&index.to_tsv()), index);
        assert_eq!(
            Index::from_tsv("applied\tSR 99.9\tx\t1\nproved\tSR 11.43\tx\tone\nnonsense"),
            Index::default()
        );
    }
}
