//! Every situation of the project is played.

use std::path::{Path, PathBuf};

use longroll_situation::{Case, load};

fn files_below(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            into.push(path);
        }
    }
}

#[test]
fn every_situation_comes_out_as_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    assert!(!files.is_empty(), "no situations below {}", root.display());
    let mut wrong = Vec::new();
    let mut played = 0;
    for path in files {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        match load(&name, &text) {
            Ok(situation) => {
                for report in situation.cases().iter().map(Case::run) {
                    played += 1;
                    wrong.extend(report.differences());
                }
            }
            Err(faults) => wrong.push(faults.summary()),
        }
    }
    assert!(wrong.is_empty(), "{played} cases played, these differ:\n{}", wrong.join("\n"));
}
