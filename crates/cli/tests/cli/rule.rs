//! `longroll rule`, `rule find`, `rule coverage`.

use std::path::Path;

use insta::assert_snapshot;
use tempfile::TempDir;

use crate::{longroll, put, said};

/// A small checkout: one crate, one table, two situation files.
fn checkout() -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    let root = folder.path();
    put(
        root,
        "crates/rule/src/lib.rs",
        "fn ignored() { Rule::SR_12_13; }\n",
    );
    put(root, "data/rules/register.tsv", "id\nSR 12.13\n");
    put(
        root,
        "crates/gbacw/src/assault.rs",
        "/// SR 11.42: modifiers add up.\nfn odds() -> Rule {\n    [Rule::SR_11_43, Rule::SR_11_45] // not Rule::SR_11_46\n}\n\n\
         #[cfg(test)]\nmod tests {\n    /// Proves AS-900: SR 11.44.\n    fn odds_round() { Rule::SR_11_46; }\n}\n",
    );
    put(
        root,
        "data/tables/assault.toml",
        "# SR 11.41 in words\n[[line]]\nrule = \"BB T-assault-drm\"\nvalue = 1\n",
    );
    put(
        root,
        "situations/assault/odds.toml",
        "title = \"Odds\"\nrules = [\"SR 11.43\"]\n\n[[case]]\nid = \"AS-031\"\ntitle = \"Five to three\"\n\
         rules = [\"SR 11.43\", \"SR 11.42\", \"SR 11.45\"]\n",
    );
    folder
}

fn at(root: &Path, arguments: &[&str]) -> String {
    let path = root.to_str().expect("a plain path");
    let mut all = arguments.to_vec();
    all.extend(["--root", path]);
    said(&mut longroll(&all)).replace(path, "CHECKOUT")
}

#[test]
fn a_rule_with_where_and_by_what() {
    let folder = checkout();
    assert_snapshot!(at(folder.path(), &["rule", "11.43"]));
}

#[test]
fn a_rule_as_json() {
    let folder = checkout();
    assert_snapshot!(at(folder.path(), &["rule", "SR", "11.42", "--json"]));
}

#[test]
fn a_number_that_is_split() {
    let all = said(&mut longroll(&["rule", "bb", "9.44"]));
    assert!(all.contains("BB 9.44-swamp-leave  Swamp: leaving"), "{all}");
    assert!(!all.contains("SR 9.4"), "{all}");
}

#[test]
fn a_released_program_needs_no_checkout() {
    // The test runs outside every checkout: the embedded index must answer.
    longroll(&["rule", "11.37"]).assert().success();
    let all = said(&mut longroll(&["rule", "coverage", "--chapter", "SR 11"]));
    assert!(all.contains("As built into this program."), "{all}");
}

#[test]
fn wrong_ids() {
    assert_snapshot!("unknown", said(&mut longroll(&["rule", "11.34x"])));
    assert_snapshot!("nonsense", said(&mut longroll(&["rule", "banana"])));
    assert_snapshot!("missing", said(&mut longroll(&["rule"])));
    assert_snapshot!(
        "italian",
        said(&mut longroll(&["--lang", "it", "rule", "banana"]))
    );
}

#[test]
fn finding_words() {
    assert_snapshot!(
        "find",
        said(&mut longroll(&["rule", "find", "blown", "CAVALRY"]))
    );
    assert_snapshot!(
        "find_none",
        said(&mut longroll(&["rule", "find", "elephantine"]))
    );
}

#[test]
fn switches_are_listed_with_their_values() {
    let all = said(&mut longroll(&["rule", "switches"]));
    assert!(
        all.contains("los_crests=true") && all.contains("[SR 10.24-crests]"),
        "{all}"
    );
    assert!(all.contains("values: option1, option2"), "{all}");
}

#[test]
fn coverage_of_a_part() {
    let folder = checkout();
    assert_snapshot!(at(
        folder.path(),
        &["rule", "coverage", "--chapter", "SR 11.4", "BB T"]
    ));
}

#[test]
fn coverage_as_json() {
    let folder = checkout();
    assert_snapshot!(at(
        folder.path(),
        &["rule", "coverage", "--chapter", "SR 11.4", "--json"]
    ));
}

#[test]
fn strict_coverage_fails_only_where_something_is_missing() {
    let folder = checkout();
    let missing = at(
        folder.path(),
        &["rule", "coverage", "--strict", "SR 11.42", "SR 11.45"],
    );
    // 11.42 stands in a comment only.
    assert!(missing.starts_with("exit 1"), "{missing}");
    assert!(
        missing.contains("1 rules lack") && missing.contains("help: SR 11.42"),
        "{missing}"
    );
    let complete = at(folder.path(), &["rule", "coverage", "--strict", "SR 11.45"]);
    assert!(complete.starts_with("exit 0"), "{complete}");
    let excepted = at(
        folder.path(),
        &[
            "rule", "coverage", "--strict", "SR 11.42", "SR 11.45", "--except", "SR 11.42",
        ],
    );
    assert!(excepted.starts_with("exit 0"), "{excepted}");
}

#[test]
fn coverage_tells_which_files_it_could_not_count() {
    let folder = checkout();
    put(
        folder.path(),
        "situations/assault/broken.toml",
        "title = \"Broken\"\nrules = [\n",
    );
    put(
        folder.path(),
        "situations/assault/wrong.toml",
        "title = \"Wrong\"\nrules = [\"SR 99.9\"]\n",
    );
    put(
        folder.path(),
        "crates/gbacw/tests/t.rs",
        "// Proves AS-901: SR 11.43, 11.44\n",
    );
    assert_snapshot!(at(
        folder.path(),
        &["rule", "coverage", "--chapter", "SR 11.43"]
    ));
    // Nothing may be called proved while a file cannot be read.
    let strict = at(folder.path(), &["rule", "coverage", "--strict", "SR 11.45"]);
    assert!(strict.starts_with("exit 1"), "{strict}");
}

#[test]
fn wrong_parts_and_folders() {
    assert_snapshot!(
        "wrong_part",
        said(&mut longroll(&["rule", "coverage", "--chapter", "cavalry"]))
    );
    let folder = TempDir::new().expect("a folder for the test");
    let nowhere = at(folder.path(), &["rule", "coverage"]);
    assert!(
        nowhere.starts_with("exit 2") && nowhere.contains("CHECKOUT is no checkout"),
        "{nowhere}"
    );
}
