//! Where a file lies and what it is called.

use longroll_rule::Rule;

use crate::file::{Case, File};

/// Parts of the battle book without a number, as file names write them, and the chapter whose folder holds them.
const UNNUMBERED: [(&str, u8); 4] = [("tec", 9), ("stacking", 8), ("alert", 30), ("sob", 30)];

/// Words that say who wrote a file, when, or in what mood, and nothing about a rule.
const EMPTY_NAMES: [&str; 6] = [
    "fresh-", "sibling-", "-limits", "-misc", "-more.", "-other.",
];

/// The paragraph with which a file name begins.
struct Paragraph {
    /// `SR 6.24`, `BB tec`.
    id: String,
    chapter: u8,
}

impl Paragraph {
    fn of(name: &str) -> Option<Self> {
        let (book, rest) = match name.strip_prefix("bb-") {
            Some(rest) => ("BB", rest),
            None => ("SR", name),
        };
        let (part, _) = rest.split_once('-')?;
        let unnumbered = UNNUMBERED.iter().find(|(known, _)| *known == part);
        let chapter = match unnumbered {
            Some((_, chapter)) if book == "BB" => *chapter,
            Some(_) => return None,
            None => {
                let (chapter, paragraph) = part.split_once('.')?;
                paragraph.parse::<u16>().ok()?;
                chapter.parse().ok()?
            }
        };
        // Only the battle book has scenarios: chapter 30, and 31 for the one of April 5.
        let book = if chapter >= 30 { "BB" } else { book };
        Some(Self {
            id: format!("{book} {part}"),
            chapter: chapter.min(30),
        })
    }

    fn holds(&self, rule: &str) -> bool {
        let (rule, id) = (rule.to_ascii_lowercase(), self.id.to_ascii_lowercase());
        rule.strip_prefix(&id)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }

    /// Whether a case proves it. What the standard instructions (BB 30.0) leave to the tables of a scenario, its numbers, hours
    /// and entry hexes, stands under the number of the scenario it is played in, and scenario 10 is BB 31.0.
    fn proved_by(&self, case: &Case) -> bool {
        let scenario = case.scenario.is_some_and(|scenario| match scenario {
            10 => self.id == "BB 31.0",
            number => self.id == format!("BB 30.{number}"),
        });
        case.rules
            .iter()
            .any(|rule| self.holds(rule) || scenario && rule.starts_with("BB 30.0"))
    }
}

/// What is wrong with the place and the name of a file.
pub fn name_faults(file: &File) -> Vec<String> {
    let path = &file.path;
    let mut faults = Vec::new();
    for empty in EMPTY_NAMES.iter().filter(|empty| path.contains(*empty)) {
        faults.push(format!("{path}: `{empty}` says nothing about a rule"));
    }
    if path.matches('/').count() != 1 {
        faults.push(format!("{path}: a file lies in the folder of its chapter"));
        return faults;
    }
    let Some(paragraph) = Paragraph::of(file.name()) else {
        faults.push(format!(
            "{path}: a file name begins with its paragraph: `6.24-…`, `bb-4.11-…`"
        ));
        return faults;
    };
    if !Rule::ALL.iter().any(|rule| paragraph.holds(rule.id()))
        && !paragraph.id.starts_with("BB 30.")
    {
        faults.push(format!("{path}: there is no rule {}", paragraph.id));
    }
    let folder = format!("{:02}-", paragraph.chapter);
    if !file.folder().starts_with(&folder) {
        faults.push(format!("{path}: {} belongs in {folder}…", paragraph.id));
    }
    for case in file.cases.iter().filter(|case| !paragraph.proved_by(case)) {
        faults.push(format!(
            "{path}: `{}` does not name a rule of {}",
            case.title, paragraph.id
        ));
    }
    faults
}

#[test]
fn a_misplaced_file_is_found() {
    let case = "title = \"A heading\"\n[[case]]\nrules = [\"SR 6.24-A\"]\ntitle = \"A driven brigade must charge whom it reaches\"\n";
    let faults = |path: &str| name_faults(&File::read(path, case)).join("\n");
    assert_eq!(faults("06-orders/6.24-loose-reins.toml"), "");
    assert!(faults("6.24-loose-reins.toml").contains("folder of its chapter"));
    assert!(faults("06-orders/deep/6.24-loose-reins.toml").contains("folder of its chapter"));
    assert!(faults("05-activation/6.24-loose-reins.toml").contains("belongs in 06-"));
    assert!(faults("06-orders/loose-reins.toml").contains("begins with its paragraph"));
    assert!(faults("06-orders/6.99-loose-reins.toml").contains("no rule SR 6.99"));
    assert!(faults("06-orders/6.25-march.toml").contains("does not name a rule of SR 6.25"));
    assert!(faults("06-orders/6.24-fresh-reins.toml").contains("`fresh-` says nothing"));
    assert!(faults("06-orders/6.24-sibling-reins.toml").contains("`sibling-` says nothing"));
    assert!(faults("06-orders/6.24-reins-limits.toml").contains("`-limits` says nothing"));
}
