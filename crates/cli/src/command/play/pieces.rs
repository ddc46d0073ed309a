//! A piece that a person names, by its whole name or as much of it as tells it from the others.

use longroll_catalog::facts::Piece;
use longroll_core::{NotationError, did_you_mean};
use longroll_gbacw::Battle;
use longroll_gbacw::notation::{Goal, read_goal};

use crate::console::Console;

/// Reads a piece and where it is to go. Names may be shortened: `Wood S3018` for the one Wood on the map.
pub fn goal(battle: &Battle, text: &str, console: &Console<'_>) -> Result<Goal, String> {
    match read_goal(battle.stage(), text) {
        Err(NotationError::Unknown {
            expected: "piece", ..
        }) => shortened(battle, text, console),
        Err(error) => Err(console.notation(&error)),
        Ok(goal) => Ok(goal),
    }
}

/// The name is the longest beginning of the line that fits a piece on the map.
fn shortened(battle: &Battle, text: &str, console: &Console<'_>) -> Result<Goal, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let all = names(battle);
    for length in (1..=words.len()).rev() {
        let (name, rest) = words.split_at(length);
        let found: Vec<&String> = all
            .iter()
            .map(|(whole, _)| whole)
            .filter(|whole| fits(name, whole))
            .collect();
        match found.as_slice() {
            [] => {}
            [whole] => {
                let line = format!("{whole} {}", rest.join(" "));
                return read_goal(battle.stage(), &line).map_err(|error| console.notation(&error));
            }
            several => {
                let list: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
                return Err(console.notation(&NotationError::Ambiguous {
                    text: name.join(" "),
                    meanings: list.join("; "),
                }));
            }
        }
    }
    // A hex or facing behind the name is no part of it.
    let name: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| battle.setting().grid().parse(word).is_err())
        .collect();
    let name = name.join(" ");
    let near = did_you_mean(&name, all.iter().map(|(whole, _)| whole.as_str()));
    let near = console.sentence(&near);
    Err(console.not_found(&name, "piece on the map", &near))
}

/// Each word typed begins a word of the name, in order.
fn fits(typed: &[&str], whole: &str) -> bool {
    let whole = whole.to_lowercase();
    let mut words = whole.split(|letter: char| letter.is_whitespace() || letter == '.');
    typed.iter().all(|typed| {
        let typed = typed.to_lowercase();
        words.any(|word| word.starts_with(&typed))
    })
}

/// Every piece on the map by name.
pub fn names(battle: &Battle) -> Vec<(String, Piece)> {
    let (setting, position) = (battle.setting(), battle.position());
    let leaders = setting
        .leader_ids()
        .filter(|&id| position.leader(id).on_map())
        .map(|id| (setting.leader(id).name.clone(), Piece::Leader(id)));
    let units = setting
        .unit_ids()
        .filter(|&id| position.unit(id).on_map())
        .map(|id| (setting.unit(id).name.clone(), Piece::Unit(id)));
    leaders.chain(units).collect()
}
