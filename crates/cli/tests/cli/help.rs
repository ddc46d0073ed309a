//! The help in both languages: a command that is there works, and is explained.

use insta::assert_snapshot;

use crate::{longroll, said};

#[test]
fn help_in_english() {
    assert_snapshot!(said(&mut longroll(&["--help"])));
}

#[test]
fn help_in_italian() {
    assert_snapshot!(said(&mut longroll(&["--help", "--lang", "it"])));
}

#[test]
fn help_follows_the_environment() {
    let by_option = said(&mut longroll(&["--lang=it", "rule", "--help"]));
    let by_environment = said(longroll(&["rule", "--help"]).env("LONGROLL_LANG", "it_IT.UTF-8"));
    assert_eq!(by_option, by_environment);
    assert!(by_option.contains("Numero della regola"), "{by_option}");
}

#[test]
fn wrong_commands_and_languages_end_with_2() {
    longroll(&["retreat"]).assert().code(2);
    longroll(&["--lang", "fr", "rule", "11.43"])
        .assert()
        .code(2);
}
