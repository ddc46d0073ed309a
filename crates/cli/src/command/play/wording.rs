//! What is wrong with a line, in the words that help here.

use longroll_core::{Game as _, NotationError, clip, did_you_mean};
use longroll_gbacw::Battle;

use super::pieces;
use crate::console::Console;

/// A fault of notation with what is possible at this decision.
pub fn explain(
    battle: &Battle,
    text: &str,
    error: &NotationError,
    console: &Console<'_>,
) -> String {
    match error {
        NotationError::UnknownOrder { word, .. } => {
            let here = orders_here(battle);
            let word = clip(word);
            let near = did_you_mean(&word, here.iter().map(String::as_str));
            let near = console.sentence(&near);
            let list = here.join(", ");
            console.text(
                "play.no-order",
                &[("word", &word), ("near", &near), ("list", &list)],
            )
        }
        NotationError::Unknown {
            found,
            expected: expected @ ("unit" | "leader" | "piece"),
        } => {
            let all = pieces::names(battle);
            // What follows the name is read with it; the first two words are most of any name.
            let name: Vec<&str> = found.split_whitespace().take(2).collect();
            let short = name.first().copied().unwrap_or_default();
            let names = || all.iter().map(|(name, _)| name.as_str());
            let mut near = did_you_mean(&name.join(" "), names());
            if near.is_empty() {
                near = did_you_mean(short, names());
            }
            let order = text.split_whitespace().next().unwrap_or_default();
            let what = match (order.to_lowercase().as_str(), *expected) {
                ("orders", "unit") => "brigade or unit",
                (_, expected) => expected,
            };
            console.not_found(found, what, &console.sentence(&near))
        }
        other => console.notation(other),
    }
}

/// The first words of everything that may be chosen now.
fn orders_here(battle: &Battle) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for offer in battle.offers() {
        let line = battle.print(&offer.choice);
        let word = line.split_whitespace().next().unwrap_or_default();
        if !words.iter().any(|own| own == word) {
            words.push(word.to_owned());
        }
    }
    words
}
