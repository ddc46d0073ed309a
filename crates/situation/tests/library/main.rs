//! The situations are a library: a folder per chapter of the rulebook, a file per paragraph, titles that stand alone,
//! and an index that is written from the files.
//!
//! `LONGROLL_WRITE_INDEX=1 cargo test -p longroll-situation --test library` writes `situations/README.md` and the table of
//! `docs/proofs.md` anew.

mod file;
mod name;
mod page;
mod title;

use std::path::Path;

use file::{library, root};

const BEGIN: &str = "<!-- refusals: written by crates/situation/tests/library -->";
const END: &str = "<!-- refusals: end -->";

/// Compares a page with what it should be, or writes it.
fn hold(path: &Path, fresh: &str) {
    if std::env::var_os("LONGROLL_WRITE_INDEX").is_some() {
        std::fs::write(path, fresh).expect("a page that can be written");
        return;
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == fresh,
        "{} is stale: LONGROLL_WRITE_INDEX=1 cargo test -p longroll-situation --test library",
        path.display()
    );
}

#[test]
fn every_file_is_named_by_the_paragraph_it_proves() {
    let faults: Vec<String> = library().iter().flat_map(name::name_faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_chapter_has_one_folder() {
    let files = library();
    let mut folders: Vec<&str> = files.iter().map(|file| file.folder()).collect();
    folders.dedup();
    let mut chapters: Vec<&str> = folders
        .iter()
        .filter_map(|folder| folder.get(..3))
        .collect();
    chapters.dedup();
    assert_eq!(folders.len(), chapters.len(), "{folders:?}");
}

#[test]
fn every_title_stands_alone() {
    let faults = title::title_faults(&library());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_index_is_written_from_the_files() {
    hold(
        &root().join("situations/README.md"),
        &page::index(&library()),
    );
}

#[test]
fn the_page_of_proofs_names_every_prohibition() {
    let path = root().join("docs/proofs.md");
    let text = std::fs::read_to_string(&path).expect("docs/proofs.md");
    let (before, rest) = text.split_once(BEGIN).expect("the place of the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let table = page::refusals(&library());
    hold(&path, &format!("{before}{BEGIN}\n{table}{END}{after}"));
}
