//! Every situation of the tabletop is played, and every acceptance case is there.

use std::path::{Path, PathBuf};

use longroll_shell_for_guns::situation::{Case, load};

fn files_below(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, into);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            into.push(path);
        }
    }
}

#[test]
fn every_situation_comes_out_as_written_and_no_acceptance_case_is_missing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations/shell-for-guns");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    assert!(!files.is_empty(), "no situations below {}", root.display());
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
