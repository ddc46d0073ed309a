//! Why something is not offered: always the engine's own refusal.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::Piece;
use longroll_core::{Refusal, Side};
use longroll_gbacw::movement::route::{self, destinations};
use longroll_gbacw::{Battle, Choice};
use longroll_rule::Rule;

use crate::describe::unit_of;
use crate::wire;

/// The answer that there is nothing against it.
fn allowed() -> wire::Why {
    wire::Why {
        allowed: true,
        reason: String::new(),
        rule: None,
        rule_text: String::new(),
    }
}

fn because(refusal: &Refusal) -> wire::Why {
    wire::Why {
        allowed: false,
        reason: refusal.reason.to_string(),
        rule: Some(refusal.rule.to_string()),
        rule_text: refusal.rule.statement().to_owned(),
    }
}

/// Why a choice is not legal now.
pub(crate) fn choice(battle: &Battle, side: Side, choice: Choice) -> wire::Why {
    match battle.why_not(side, choice) {
        None => allowed(),
        Some(refusal) => because(&refusal),
    }
}

/// Why a piece cannot act, or cannot go to a hex with a facing.
pub(crate) fn piece(
    battle: &Battle,
    side: Side,
    piece: Piece,
    goal: Option<(HexId, Option<Facing>)>,
) -> wire::Why {
    if let Some(ask) = battle.asked().filter(|ask| ask.side != side) {
        return because(&Refusal::new(ask.rule, "the other side decides now"));
    }
    let Some((hex, facing)) = goal else {
        return acts(battle, piece);
    };
    let refusal = match route::route(battle, piece, hex, facing) {
        Ok(_) => return allowed(),
        Err(refusal) => refusal,
    };
    // For the hex beside it the step itself knows best.
    because(&beside(battle, side, piece, hex, facing).unwrap_or(refusal))
}

fn acts(battle: &Battle, piece: Piece) -> wire::Why {
    let offered = battle.offers().iter().any(|offer| match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => unit_of(offer.choice) == Some(unit),
        Piece::Leader(leader) => {
            matches!(offer.choice, Choice::Ride { leader: own, .. } if own == leader)
        }
    });
    if offered {
        return allowed();
    }
    match destinations(battle, piece) {
        Err(refusal) => because(&refusal),
        Ok(_) => because(&Refusal::new(
            battle.asked().map_or(Rule::SR_5_5, |ask| ask.rule),
            "this is not what is to be decided now",
        )),
    }
}

fn beside(
    battle: &Battle,
    side: Side,
    piece: Piece,
    hex: HexId,
    facing: Option<Facing>,
) -> Option<Refusal> {
    let grid = battle.setting().grid();
    match piece {
        Piece::Leader(leader) => {
            let here = battle.position().leader(leader).hex;
            grid.adjacent(here, hex)
                .then(|| battle.why_not(side, Choice::Ride { leader, hex }))
                .flatten()
        }
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let state = battle.position().unit(unit);
            let direction = grid.direction_between(state.hex, hex)?;
            let facings = match facing {
                Some(facing) => vec![facing],
                None => Facing::toward(direction, state.facing.kind()).to_vec(),
            };
            facings
                .into_iter()
                .find_map(|facing| battle.why_not(side, Choice::Move { unit, hex, facing }))
        }
    }
}
