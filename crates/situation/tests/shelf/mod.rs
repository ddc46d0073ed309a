//! Where the situations of the project lie.

use std::path::{Path, PathBuf};

/// The folder, and every file of it in order.
pub fn situations() -> (PathBuf, Vec<PathBuf>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    (root, files)
}

fn files_below(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    paths.sort();
    for path in paths {
        // The gridless tables have a loader and a test of their own.
        if path.ends_with("shell-for-guns") {
            continue;
        }
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
