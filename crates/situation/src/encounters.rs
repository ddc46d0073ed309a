//! Answers to questions about moving and reacting near the enemy.

use longroll_catalog::facts::Piece;
use longroll_gbacw::Battle;
use longroll_gbacw::movement::route;
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
    let name = |hex| at.grid().name(hex).to_owned();
    Ok(match *subject {
        Subject::Evade {
            unit,
            mover,
            hex,
            to: Some(end),
        } => {
            let arrival = Arrival::at(mover, hex);
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
        Subject::Evade {
            unit, mover, hex, ..
        } => match reaction::evasions(&at, unit, Arrival::at(mover, hex), 2) {
            Ok(ways) => {
                let mut answer: Vec<String> = ways
                    .iter()
                    .filter_map(|way| way.path.end())
                    .map(name)
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
        },
        Subject::React {
            unit,
            mover,
            hex,
            how,
        } => {
            let cause = ReactionCause::Moved { by: mover, to: hex };
            let verdict = match how {
                Reaction::Face(facing) => reaction::react_face(&at, unit, cause, facing),
                Reaction::Refuse(hand) => {
                    longroll_gbacw::movement::react_refuse(at, unit, cause, hand)
                }
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
            match artillery::proximity_check(&at, unit, from, to, fire) {
                Ok(check) => Found {
                    because: Some(Rule::SR_9_55_2),
                    terms: check
                        .enemies
                        .iter()
                        .map(|&hex| format!("+1 {}", name(hex)))
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
        Subject::Reach { unit, hex, facing } => {
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
        Subject::Way { unit, hex, facing } => {
            match route::route(battle, Piece::Unit(unit), hex, facing) {
                Ok(way) => Found::one(way.end.cost),
                Err(refusal) => Found::refused("none", &refusal),
            }
        }
        _ => return Err("this question is answered elsewhere".to_owned()),
    })
}
