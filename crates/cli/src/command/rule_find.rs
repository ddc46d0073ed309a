//! `longroll rule find crest`: rules that speak of something.

use longroll_rule::Rule;

use super::rule::list;
use crate::arguments::FindArguments;
use crate::console::Console;
use crate::failure::Failure;

/// Words of order notation for which the rules have another.
const OTHER_WORDS: [(&str, &str); 6] = [
    ("evade", "reaction movement"),
    ("ride", "leaders move"),
    ("withhold", "fewer"),
    ("pick", "first marker"),
    ("sit", "sit out"),
    ("halt", "stops"),
];

pub fn run(arguments: &FindArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if arguments.words.iter().all(|word| word.trim().is_empty()) {
        let message = console.text("rule.find-nothing", &[]);
        return Err(Failure::question(message, None));
    }
    let words: Vec<String> = arguments
        .words
        .iter()
        .map(|word| {
            let word = word.to_lowercase();
            let known = OTHER_WORDS.iter().find(|(own, _)| *own == word);
            known.map_or(word, |(_, theirs)| (*theirs).to_string())
        })
        .collect();
    let found: Vec<Rule> = Rule::ALL
        .iter()
        .copied()
        .filter(|rule| {
            // In the words of the language, or in English.
            let told = console.wording(*rule);
            let english = (rule.title(), rule.statement());
            let words_of_it = [told.title, told.statement, english.0, english.1].join(" ");
            let text = format!("{rule} {words_of_it}").to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        })
        .collect();
    if found.is_empty() {
        let message = console.text("rule.found-none", &[("words", &arguments.words.join(" "))]);
        return Err(Failure::question(message, None));
    }
    list(&found, console)
}
