//! The answers to questions: what the engine's own functions say. Those about a matter of its own stand in its file;
//! here are those about choices.

use longroll_core::{Game as _, Side};
use longroll_gbacw::Battle;

use crate::found::Found;
use crate::question::{Matter, Subject};
use crate::{commands, encounters, score, sights, stacks, units};

/// Asks.
pub(crate) fn answer(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    let at = battle.at();
    match subject.matter() {
        Matter::Choice => of_choice(battle, subject),
        Matter::Command => commands::of_command(at, subject),
        Matter::Orders => commands::of_orders(at, subject),
        Matter::Sight => sights::answer(at, subject),
        Matter::Unit => units::answer(at, subject),
        Matter::Stack => stacks::answer(at, subject),
        Matter::Encounter => encounters::answer(battle, subject),
        Matter::Victory => score::answer(battle, subject),
    }
}

/// The answer to a question about choices.
fn of_choice(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    match subject {
        Subject::May { text, by } => may(battle, text, *by),
        Subject::Asked => Ok(asked(battle)),
        Subject::Options { prefix } => Ok(options(battle, prefix)),
        Subject::Odds { text } => odds(battle, text, chances),
        Subject::Grounds { text } => odds(battle, text, behind),
        _ => Found::elsewhere(),
    }
}

/// Whether a choice may be made, by this side or the one that decides.
fn may(battle: &Battle, text: &str, by: Option<Side>) -> Result<Found, String> {
    let choice = battle
        .parse(text)
        .map_err(|error| format!("'{text}': {error}"))?;
    let side = by
        .or_else(|| battle.asked().map(|ask| ask.side))
        .unwrap_or(Side::Union);
    let refusal = battle.why_not(side, choice);
    if let Some(fault) = against_the_list(battle, side, choice, refusal.is_none()) {
        return Err(format!("'{text}': {fault}"));
    }
    Ok(match refusal {
        None => {
            let offer = battle.offers().iter().find(|offer| offer.choice == choice);
            Found {
                because: offer.map(|offer| offer.rule),
                ..Found::one(true)
            }
        }
        Some(refusal) => Found::refused(false, &refusal),
    })
}

/// Who decides now.
fn asked(battle: &Battle) -> Found {
    match battle.asked() {
        Some(ask) => Found {
            because: Some(ask.rule),
            ..Found::one(ask.side)
        },
        None => Found::one("nobody"),
    }
}

/// The choices offered that begin with these words.
fn options(battle: &Battle, prefix: &str) -> Found {
    Found {
        answer: battle
            .offers()
            .iter()
            .map(|offer| battle.print(&offer.choice))
            .filter(|line| line.starts_with(prefix))
            .collect(),
        ..Found::default()
    }
}

/// The list and the judge have to agree about a choice of the side that decides.
pub(crate) fn against_the_list(
    battle: &Battle,
    side: Side,
    choice: longroll_gbacw::Choice,
    accepted: bool,
) -> Option<&'static str> {
    if battle.asked().is_none_or(|ask| ask.side != side) {
        return None;
    }
    let mut offers = battle.offers().iter();
    match (offers.any(|offer| offer.choice == choice), accepted) {
        (true, false) => Some("it stands in the list and is refused"),
        (false, true) => Some("it is accepted and does not stand in the list"),
        _ => None,
    }
}

/// Each chance as `12.5 % …`.
fn chances(card: &longroll_table::wire::Fight) -> Vec<String> {
    let all = card.chances.iter().map(|chance| {
        let (whole, tenth) = (chance.permille / 10, chance.permille % 10);
        format!("{whole}.{tenth} % {}", chance.text)
    });
    all.collect()
}

/// The rules behind it.
fn behind(card: &longroll_table::wire::Fight) -> Vec<String> {
    card.under.iter().map(|note| note.rule.clone()).collect()
}

/// What the card of a fire or an assault says, with its modifiers.
fn odds(
    battle: &Battle,
    text: &str,
    asked: fn(&longroll_table::wire::Fight) -> Vec<String>,
) -> Result<Found, String> {
    let choice = battle
        .parse(text)
        .map_err(|error| format!("'{text}': {error}"))?;
    let side = battle.asked().map(|ask| ask.side);
    let side = side.ok_or_else(|| format!("'{text}': nobody is asked"))?;
    if let Some(refusal) = battle.why_not(side, choice) {
        return Ok(Found::refused(false, &refusal));
    }
    let cards = longroll_table::odds(battle, side, longroll_table::Language::En, choice);
    let Some(card) = cards.first() else {
        return Err(format!("'{text}' is neither a fire nor an assault"));
    };
    let terms = card.terms.iter();
    Ok(Found {
        answer: asked(card),
        terms: terms
            .map(|term| format!("{:+} {} [{}]", term.value, term.text, term.rule))
            .collect(),
        ..Found::default()
    })
}
