//! How a game ended, as one word to keep its record under.

use longroll_core::Game as _;
use longroll_gbacw::Battle;

/// `02-union-victory`, or `10-early-end-union-victory` where the players had agreed on a variant; with `-early` if the game
/// was over before its last turn.
#[must_use]
pub fn ending(battle: &Battle) -> String {
    let result = battle.result().unwrap_or_else(|| "unfinished".to_owned());
    let word: String = result
        .to_lowercase()
        .chars()
        .map(|sign| if sign.is_alphanumeric() { sign } else { '-' })
        .collect();
    let scenario = &battle.setting().scenario;
    let last = scenario.turns.len().saturating_sub(1);
    let early = if usize::from(battle.position().turn) < last {
        "-early"
    } else {
        ""
    };
    let agreed = scenario.agreed.as_ref();
    let variant = agreed.map_or_else(String::new, |own| format!("{}-", own.id));
    format!("{:02}-{variant}{word}{early}", scenario.number)
}
