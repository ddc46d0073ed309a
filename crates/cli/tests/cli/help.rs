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

#[test]
fn help_is_a_command_as_well() {
    let all = said(&mut longroll(&["help"]));
    assert!(all.starts_with("exit 0"), "{all}");
    assert!(
        all.contains("Usage: longroll") && all.contains("longroll without a command"),
        "{all}"
    );
    let all = said(&mut longroll(&["help", "rule", "coverage"]));
    assert!(
        all.starts_with("exit 0") && all.contains("--strict"),
        "{all}"
    );
    let all = said(&mut longroll(&["help", "plya"]));
    assert!(
        all.starts_with("exit 2")
            && all.contains("There is no command 'plya'; did you mean 'play'?"),
        "{all}"
    );
    let all = said(&mut longroll(&["--lang", "it", "help", "sim"]));
    assert!(all.contains("Quante partite"), "{all}");
}
