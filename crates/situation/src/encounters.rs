//! Answers to questions about moving and reacting near the enemy.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Piece, UnitId};
use longroll_core::{Game as _, Refusal};
use longroll_gbacw::movement::react_refuse;
use longroll_gbacw::movement::route::{self, Route};
use longroll_gbacw::{At, Battle, Prompt};
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
            let way = route::route(battle, Piece::Unit(unit), hex, facing);
            match way.and_then(|way| can_be_followed(battle, &way).map(|()| way.end.cost)) {
                Ok(cost) => Found::one(cost),
                Err(refusal) => Found::refused("none", &refusal),
            }
        }
        _ => return Found::elsewhere(),
    })
}

/// Whether every choice of a way is legal in its turn, as far as neither dice nor a reaction interrupt it.
fn can_be_followed(battle: &Battle, way: &Route) -> Result<(), Refusal> {
    let mut copy = battle.clone();
    for choice in &way.choices {
        let Some(ask) = copy.asked() else {
            return Ok(());
        };
        if !way.goes_on(&copy, *choice) {
            let under_way = matches!(ask.prompt, Prompt::Moving { .. } | Prompt::Ride { .. });
            let refusal = copy.why_not(ask.side, *choice);
            return refusal.filter(|_| under_way).map_or(Ok(()), Err);
        }
        if copy.choose(ask.side, choice).is_err() {
            return Ok(());
        }
    }
    Ok(())
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
