//! Titles that stand alone.

use std::collections::BTreeMap;

use crate::file::File;

/// A title that opens with one of these words leans on the one before it.
const LEANING_WORDS: &str = "It Its He His She They Their But And Or Nor So Then Also Not Too Otherwise Likewise Again Here Still Either";

/// What refers to a neighbour, wherever in a title it stands.
const LEANING_PHRASES: [&str; 6] = [
    "the same, ",
    "the same as",
    "as before",
    "as above",
    "see above",
    "previous case",
];

/// What is wrong with the titles of a chapter.
pub fn title_faults<'f>(files: impl IntoIterator<Item = &'f File>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen: BTreeMap<(String, &str), &str> = BTreeMap::new();
    for file in files {
        if file.title.is_empty() {
            faults.push(format!("{}: the file has no title", file.path));
        }
        for case in &file.cases {
            let (path, title) = (&file.path, case.title.as_str());
            let mut fault = |reason: &str| faults.push(format!("{path}: `{title}` {reason}"));
            if title.split_whitespace().count() < 5 || title.len() < 24 {
                fault("is too short to stand alone");
            }
            if !title.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit()) {
                fault("is no sentence");
            }
            let opening = title.split([' ', ',', ':']).next().unwrap_or_default();
            let leans = LEANING_WORDS.split(' ').any(|word| word == opening);
            let small = title.to_lowercase();
            let refers = LEANING_PHRASES.iter().any(|phrase| small.contains(phrase));
            if leans || refers {
                fault("leans on another title");
            }
            if title.starts_with("SR ") || title.starts_with("BB ") {
                fault("opens with a number; that is what `rules` is for");
            }
            if let Some(first) = seen.insert((file.folder().to_owned(), title), path) {
                fault(&format!("is the title of a case of {first} too"));
            }
        }
    }
    faults
}

#[test]
fn a_title_that_leans_is_found() {
    let file = |title: &str| {
        let text = format!(
            "title = \"A heading\"\n[[case]]\nrules = [\"SR 6.24\"]\ntitle = \"{title}\"\n"
        );
        File::read("06-orders/6.24-loose-reins.toml", &text)
    };
    let faults = |title: &str| title_faults([&file(title)]).join("\n");
    assert_eq!(faults("A brigade out of reach advances and must close"), "");
    assert!(faults("").contains("too short"));
    assert!(faults("But not six").contains("too short"));
    assert!(faults("But six hexes away the brigade is free").contains("leans"));
    assert!(faults("The same, for every brigade in range").contains("leans"));
    assert!(faults("A brigade on the march, the same as before").contains("leans"));
    assert!(faults("SR 6.24: a brigade out of reach advances").contains("opens with a number"));
    let twice = file("A brigade out of reach advances and must close");
    assert!(
        title_faults([&twice, &twice])
            .join("\n")
            .contains("is the title of a case")
    );
}
