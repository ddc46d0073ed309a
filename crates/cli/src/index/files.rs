//! The files of a checkout that can cite or prove a rule.

use std::path::Path;

/// Paths relative to the root, with `/`, in order.
pub fn under(root: &Path, folders: &[&str], faults: &mut Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    for folder in folders {
        walk(root, folder, &mut found, faults);
    }
    found.retain(|path| counts(path));
    found.sort();
    found
}

fn walk(root: &Path, folder: &str, found: &mut Vec<String>, faults: &mut Vec<String>) {
    // A folder that is not there holds nothing: a checkout may have no situations yet.
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else {
        return;
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                faults.push(format!("{folder}: {error}"));
                continue;
            }
        };
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        let path = format!("{folder}/{name}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(root, &path, found, faults),
            Ok(kind) if kind.is_file() => found.push(path),
            _ => {}
        }
    }
}

fn counts(path: &str) -> bool {
    if let Some(rest) = path.strip_prefix("crates/") {
        // The register's own crate and this program talk about rules; they apply none.
        let owner = rest.split('/').next().unwrap_or_default();
        return path.ends_with(".rs") && !matches!(owner, "rule" | "cli");
    }
    if path.starts_with("data/") {
        let talks = path.starts_with("data/rules/") || path.starts_with("data/messages/");
        return !talks && (path.ends_with(".toml") || path.ends_with(".tsv"));
    }
    path.ends_with(".toml")
}
