//! Every situation of the project is played.

mod shelf;

use std::path::{Path, PathBuf};

use longroll_situation::{Case, load};

#[test]
fn every_situation_comes_out_as_written() {
    let (root, files) = shelf::situations();
    assert!(!files.is_empty(), "no situations below {}", root.display());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|share| {
                let (files, root) = (&files, &root);
                scope.spawn(move || play_share(root, files.iter().skip(share).step_by(threads)))
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().expect("a thread that does not panic"))
            .collect()
    });
    let played: usize = results.iter().map(|(played, _)| played).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(
        wrong.is_empty(),
        "{played} cases played, these differ:\n{}",
        wrong.join("\n")
    );
}

/// Plays some of the files: how many cases, and what differs.
fn play_share<'p>(root: &Path, files: impl Iterator<Item = &'p PathBuf>) -> (usize, Vec<String>) {
    let (mut played, mut wrong) = (0, Vec::new());
    for path in files {
        let name = path
            .strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string();
        let text = std::fs::read_to_string(path).expect("a readable file");
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
    (played, wrong)
}
