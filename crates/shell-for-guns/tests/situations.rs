//! Every situation of the tabletop is played, and every acceptance case is there.

mod shelf;

use longroll_shell_for_guns::situation::{Case, Report, load};

/// Questions may be answered by nothing; what happens is always told.
fn line_may_be_empty(report: &Report) -> bool {
    let asked = |heading: &str| {
        ["offers ", "targets ", "families "]
            .iter()
            .any(|key| heading.starts_with(key))
    };
    let mut empty = report
        .steps
        .iter()
        .filter(|step| step.lines.iter().any(String::is_empty));
    empty.all(|step| asked(&step.heading))
}

#[test]
fn every_situation_comes_out_as_written_and_no_acceptance_case_is_missing() {
    let files = shelf::situations();
    assert!(!files.is_empty(), "no situations on the shelf");
    let (mut wrong, mut ids) = (Vec::new(), std::collections::BTreeSet::new());
    for path in files {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        match load(&name, &text) {
            Ok(situation) => {
                for case in situation.cases() {
                    let report = Case::run(case);
                    let mut lines = report.steps.iter().flat_map(|step| &step.lines);
                    if lines.any(|line| line.is_empty() && !line_may_be_empty(&report)) {
                        wrong.push(format!("{name}: {}: an event without a line", case.title()));
                    }
                    wrong.extend(report.differences());
                    ids.extend(
                        case.id()
                            .unwrap_or_default()
                            .split_whitespace()
                            .map(str::to_owned),
                    );
                }
            }
            Err(faults) => wrong.push(faults.summary()),
        }
    }
    assert!(wrong.is_empty(), "these differ:\n{}", wrong.join("\n"));
    let missing: Vec<String> = (1..=167)
        .map(|number| format!("SFG-{number:03}"))
        .filter(|id| !ids.contains(id))
        .collect();
    assert!(
        missing.is_empty(),
        "no situation for {}",
        missing.join(", ")
    );
}
