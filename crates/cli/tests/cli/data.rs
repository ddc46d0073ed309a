//! `longroll data check` and `--data`.

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::{longroll, put, said};

/// A folder with one file of the real data, changed by `edit`.
fn corrected(file: &str, edit: impl Fn(&str) -> String) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    let source = format!("{}/../../data/shiloh/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(source).expect("a file of the data");
    put(folder.path(), file, &edit(&text));
    folder
}

fn check(folder: &TempDir) -> String {
    let path = folder.path().to_str().expect("a plain path");
    said(&mut longroll(&["data", "check", "--data", path])).replace(path, "FOLDER")
}

#[test]
fn the_data_built_in_is_sound() {
    let all = said(&mut longroll(&["data", "check"]));
    assert!(
        all.contains("Data files built into this program.\nSound: 4020 hexes"),
        "{all}"
    );
}

#[test]
fn one_edited_line_is_enough() {
    let folder = corrected("oob/units.tsv", |text| {
        text.replacen("18th Illinois Infantry", "The Egyptians", 1)
    });
    let all = check(&folder);
    assert!(all.starts_with("exit 0"), "{all}");
}

#[test]
fn every_fault_is_told_with_file_and_line() {
    let folder = corrected("oob/units.tsv", |text| {
        text.replacen("\tinfantry\t", "\tinfantery\t", 1)
            .replacen("\tcavalry\t", "\tdragoons\t", 1)
    });
    let all = check(&folder);
    assert!(all.starts_with("exit 1"), "{all}");
    for part in ["infantery", "dragoons", "oob/units.tsv:"] {
        assert!(all.contains(part), "{part} in {all}");
    }
}

#[test]
fn a_misspelt_file_is_not_ignored() {
    let folder = TempDir::new().expect("a folder for the test");
    put(folder.path(), "oob/unit.tsv", "key\n");
    let all = check(&folder);
    assert!(all.starts_with("exit 2"), "{all}");
    assert!(
        all.contains("FOLDER/oob/unit.tsv is not a file of the battle."),
        "{all}"
    );
}

#[test]
fn folders_without_data() {
    let folder = TempDir::new().expect("a folder for the test");
    let all = check(&folder);
    assert!(
        all.starts_with("exit 2") && all.contains("FOLDER holds no data file"),
        "{all}"
    );
    assert_snapshot!(
        "no_such_folder",
        said(&mut longroll(&["data", "check", "--data", "/nowhere"]))
    );
    std::fs::write(folder.path().join("battle.toml"), b"\xff\xfe").expect("file");
    let all = check(&folder);
    assert!(
        all.starts_with("exit 3") && all.contains("battle.toml"),
        "{all}"
    );
}
