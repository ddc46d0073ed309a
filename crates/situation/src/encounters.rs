//! Answers to questions about moving and reacting near the enemy.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_gbacw::movement::{react_refuse, route};
use longroll_gbacw::{At, Battle};
use longroll_movement::allowance::Fired;
use longroll_movement::reaction::{self, ReactionCause};
use longroll_movement::retreat::Arrival;
use longroll_movement::{Progress, artillery};
use longroll_rule::Rule;

use crate::found::Found;
use crate::question::{Reaction, Subject};

/// The answer to a question of SR 9.55, 9.6 or about reach.
pub(crate) fn answer(battle: &Battle, subject: &Subject) -> Result<Found, String> {
    let at = battle.at();
    Ok(match *subject {
        Subject::Evade {
            unit,
            mover,
            hex,
            to: Some(end),
        } => evade_to(at, unit, Arrival::at(mover, hex), end),
        Subject::Evade {
            unit, mover, hex, ..
        } => evade(at, unit, Arrival::at(mover, hex)),
        Subject::React {
            unit,
            mover,
            hex,
            how,
        } => {
            let cause = ReactionCause::Moved { by: mover, to: hex };
            let verdict = match how {
                Reaction::Face(facing) => reaction::react_face(&at, unit, cause, facing),
                Reaction::Refuse(hand) => react_refuse(at, unit, cause, hand),
            };
            Found::verdict(verdict.map(|_| Rule::SR_9_61))
        }
        Subject::Proximity {
            unit,
            from,
            to,
            fired,
        } => {
            let fire = if fired { Fired::Yes } else { Fired::No };
            proximity(at, unit, [from, to], fire)
        }
        Subject::Reach { unit, hex, facing } => reach(at, unit, hex, facing),
        Subject::Way { unit, hex, facing } => {
            match route::route(battle, Piece::Unit(unit), hex, facing) {
                Ok(way) => Found::one(way.end.cost),
                Err(refusal) => Found::refused("none", &refusal),
            }
        }
        _ => return Found::elsewhere(),
    })
}

/// SR 9.63: may this unit go there when the mover is about to enter his hex?
fn evade_to(at: At<'_>, unit: UnitId, arrival: Arrival, end: HexId) -> Found {
    let verdict = reaction::may_evade_to(&at, unit, arrival, end)
        .and_then(|()| reaction::evasions(&at, unit, arrival, 2))
        .map(|ways| ways.iter().any(|way| way.path.end() == Some(end)));
    match verdict {
        Ok(true) => Found::verdict(Ok(Rule::SR_9_63)),
        Ok(false) => Found {
            because: Some(Rule::SR_12_44),
            ..Found::one(false)
        },
        Err(refusal) => Found::refused(false, &refusal),
    }
}

/// SR 9.63: where may it go?
fn evade(at: At<'_>, unit: UnitId, arrival: Arrival) -> Found {
    match reaction::evasions(&at, unit, arrival, 2) {
        Ok(ways) => {
            let mut answer: Vec<String> = ways
                .iter()
                .filter_map(|way| way.path.end())
                .map(|hex| at.grid().name(hex).to_owned())
                .collect();
            answer.sort();
            answer.dedup();
            Found {
                answer,
                because: Some(Rule::SR_9_63),
                ..Found::default()
            }
        }
        Err(refusal) => Found::refused("none", &refusal),
    }
}

/// SR 9.55-2: what a battery that moved from hex to hex adds to its UDD.
fn proximity(at: At<'_>, unit: UnitId, [from, to]: [HexId; 2], fire: Fired) -> Found {
    match artillery::proximity_check(&at, unit, from, to, fire) {
        Ok(check) => Found {
            because: Some(Rule::SR_9_55_2),
            terms: check
                .enemies
                .iter()
                .map(|&hex| format!("+1 {}", at.grid().name(hex)))
                .chain(check.closer.then(|| "+2 within 2 hexes".to_owned()))
                .collect(),
            ..Found::one(check.drm())
        },
        Err(rule) => Found {
            because: Some(rule),
            ..Found::one("none")
        },
    }
}

/// MP until a unit stands in a hex.
fn reach(at: At<'_>, unit: UnitId, hex: HexId, facing: Option<Facing>) -> Found {
    let progress = Progress::begin(at.position.unit(unit));
    match route::places(at, &progress, unit) {
        Ok(found) => {
            let cost = found
                .iter()
                .filter(|end| end.hex == hex && (facing.is_none() || end.facing == facing))
                .map(|end| end.cost)
                .min();
            Found::one(cost.map_or("none".to_owned(), |cost| cost.to_string()))
        }
        Err(refusal) => Found::refused("none", &refusal),
    }
}
