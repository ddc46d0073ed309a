//! Fire and assault before the die: whom one may aim at, and the card of a choice with every modifier and chance.
//!
//! | room | what |
//! | --- | --- |
//! | [`frames`] | what the engine's frames of fire and assault hold, by their saved form |
//! | [`volley`] | a choice to fire as the engine declares it, with its terms and its odds |
//! | [`sampled`] | an assault fought many times over, where its dice cannot be counted |
//! | [`charge`] | a choice to assault as the engine designates it, with its terms and its odds |
//! | [`fire_card`] | a fire as the wire tells it |
//! | [`assault_card`] | an assault as the wire tells it |
//! | [`card`] | the words of both |
//!
//! Everything is asked of `longroll_combat`; what a choice declares is found by making it on a copy with dice of its own,
//! so that nothing is judged twice and nothing of the dice to come shows.

mod assault_card;
mod card;
mod charge;
mod fire_card;
mod frames;
mod sampled;
mod volley;

use longroll_catalog::facts::UnitId;
use longroll_core::Side;
use longroll_gbacw::{Battle, Choice, notation};

use crate::naming;
use crate::wire;
use crate::words::Words;

pub(crate) use assault_card::row_face;
pub(crate) use card::{assault_face, column, fire_face, terms};
pub(crate) use sampled::sampled;
pub(crate) use volley::shots_of;

/// Whom the pending question lets a unit (or anybody) fire at or assault: one aim for each unit and hex.
pub(crate) fn targets(battle: &Battle, side: Side, only: Option<UnitId>) -> Vec<wire::Aim> {
    let setting = battle.setting();
    let mut aims: Vec<(UnitId, Choice, wire::Aim)> = Vec::new();
    for offer in battle.offers() {
        let (unit, kind) = match offer.choice {
            Choice::Fire { unit, .. } => (unit, "fire"),
            Choice::Assault { unit, .. } => (unit, "assault"),
            _ => continue,
        };
        if only.is_some_and(|only| only != unit) {
            continue;
        }
        let Some(hex) = aimed_at(battle, offer.choice) else {
            continue;
        };
        let order = notation::print(setting, offer.choice);
        let name = setting.grid().name(hex).to_owned();
        let known = aims
            .iter_mut()
            .find(|(own, _, aim)| *own == unit && aim.hex == name && aim.kind == kind);
        if let Some((_, choice, aim)) = known {
            // Of several ways to fire the one with all it has and no claim stands for them.
            if is_plainer(offer.choice, *choice) {
                *choice = offer.choice;
                aim.orders.insert(0, order.clone());
                aim.order = order;
            } else {
                aim.orders.push(order);
            }
            continue;
        }
        let from = battle.position().unit(unit).hex;
        // An assault on everybody in front is on all of them, not only on those of its first hex.
        let hexes = match offer.choice {
            Choice::Assault { aim, .. } if aim.hex.is_none() => charge::front_of(battle, unit),
            _ => vec![hex],
        };
        let enemies = hexes
            .iter()
            .flat_map(|&hex| battle.position().stack(hex).map(|part| part.unit));
        let mut whom: Vec<UnitId> = Vec::new();
        for other in enemies.filter(|&other| setting.unit(other).side != side) {
            if !whom.contains(&other) {
                whom.push(other);
            }
        }
        let aim = wire::Aim {
            kind: kind.to_owned(),
            unit: naming::unit(setting, unit),
            from: setting.grid().name(from).to_owned(),
            hex: name,
            whom: whom
                .into_iter()
                .map(|other| naming::unit(setting, other))
                .collect(),
            orders: vec![order.clone()],
            order,
            permille: None,
            must: charge::must(battle, unit) && kind == "assault",
        };
        aims.push((unit, offer.choice, aim));
    }
    aims.into_iter()
        .map(|(_, choice, mut aim)| {
            aim.permille = worth(battle, side, choice);
            aim
        })
        .collect()
}

/// The hex a choice is aimed at; of an assault on everybody in front the first.
fn aimed_at(battle: &Battle, choice: Choice) -> Option<longroll_board::HexId> {
    match choice {
        Choice::Fire { target, .. } => Some(target),
        Choice::Assault { unit, aim } => aim
            .hex
            .or_else(|| charge::front_of(battle, unit).first().copied()),
        _ => None,
    }
}

/// Whether a choice claims less and fires more than another about the same hex.
fn is_plainer(choice: Choice, than: Choice) -> bool {
    match (choice, than) {
        (Choice::Fire { how, .. }, Choice::Fire { how: than, .. }) => how < than,
        (Choice::Assault { aim, .. }, Choice::Assault { aim: than, .. }) => {
            (aim.with.is_some(), aim.hex.is_none()) < (than.with.is_some(), than.hex.is_none())
        }
        _ => false,
    }
}

/// Of a thousand: that a fire does anything, that an assault wins the hex.
fn worth(battle: &Battle, side: Side, choice: Choice) -> Option<u16> {
    match choice {
        Choice::Fire { .. } => {
            let volley = volley::declared(battle, side, choice)?;
            let odds = volley::odds(battle, &volley)?;
            Some(1000 - card::permille(odds.unharmed))
        }
        Choice::Assault { .. } => {
            let charge = charge::designated(battle, side, choice)?;
            Some(charge::winning(battle, &charge))
        }
        _ => None,
    }
}

/// The cards of a choice; of nothing chosen, of what has been declared and not been rolled.
pub(crate) fn cards(
    battle: &Battle,
    side: Side,
    words: &Words,
    choice: Option<Choice>,
) -> Vec<wire::Fight> {
    match choice {
        Some(choice @ Choice::Fire { .. }) => volley::declared(battle, side, choice)
            .and_then(|volley| fire_card::fire(battle, words, &volley, Some(choice)))
            .into_iter()
            .collect(),
        Some(choice @ Choice::Assault { .. }) => charge::designated(battle, side, choice)
            .map(|charge| assault_card::assault(battle, words, &charge, Some(choice)))
            .into_iter()
            .collect(),
        Some(Choice::Resolve { unit }) => charge::pending(battle)
            .into_iter()
            .filter(|charge| charge.attacks(unit))
            .map(|charge| assault_card::assault(battle, words, &charge, choice))
            .collect(),
        Some(_) => Vec::new(),
        None => {
            let fires = frames::exchange(battle)
                .map(|exchange| exchange.volleys().collect::<Vec<_>>())
                .unwrap_or_default();
            let fires = fires
                .iter()
                .filter_map(|volley| fire_card::fire(battle, words, volley, None));
            let charges = charge::pending(battle);
            let charges = charges
                .iter()
                .map(|charge| assault_card::assault(battle, words, charge, None));
            fires.chain(charges).collect()
        }
    }
}
