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

/// Proves FIRE-171: BB fire table.
#[test]
fn a_fire_table_that_does_not_rise_is_taken_with_a_warning_and_a_wrong_result_is_not() {
    let file = "tables/fire-small-arms.tsv";
    let row = |text: &str, cells: &str| {
        let old = "4\t-\td-2\td-2\td-2\td-1\t";
        assert!(text.contains(old), "the row of a 4 has changed");
        text.replacen(old, &format!("4\t{cells}\t"), 1)
    };
    let weaker = check(&corrected(file, |text| row(text, "-\td-2\td-2\td-1\td-2")));
    assert!(weaker.starts_with("exit 0"), "{weaker}");
    let warning = "Warning: tables/fire-small-arms.tsv: at a roll of 4 the column that begins with 5 SP does less than the one before it.";
    assert_eq!(weaker.matches("Warning").count(), 1, "{weaker}");
    assert!(weaker.contains(warning), "{weaker}");
    let wrong = check(&corrected(file, |text| row(text, "-\td-2\td-2\td-2\t3x")));
    assert!(wrong.starts_with("exit 1"), "{wrong}");
    // The ninth line, the cell of 5 SP.
    assert!(
        wrong.contains("tables/fire-small-arms.tsv:9:") && wrong.contains("3x"),
        "{wrong}"
    );
    let sound = check(&corrected(file, |text| text.to_owned()));
    assert!(!sound.contains("Warning"), "{sound}");
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
