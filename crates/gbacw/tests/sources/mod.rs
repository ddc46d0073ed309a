//! Where the sources of the crates lie, for the guards over them.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all crates.
pub fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every source below a folder but files of unit tests.
pub fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_dir() {
            walk(&path, files);
        } else if name.is_some_and(|name| name.ends_with(".rs") && name != "tests.rs") {
            files.push(path);
        }
    }
}
