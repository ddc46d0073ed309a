//! Every situation of the tabletop is played, and every acceptance case is there.

mod shelf;

use longroll_shell_for_guns::situation::{Case, load};

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
                    wrong.extend(Case::run(case).differences());
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
