//! Where the situations of the tabletop lie.

use std::path::{Path, PathBuf};

/// Every file, in order.
pub fn situations() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../situations/shell-for-guns");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    files
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
