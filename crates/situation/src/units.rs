//! Answers to questions about one unit or rider: its roll, its MP, its steps, where it falls back to.

use std::collections::BTreeSet;

use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{LeaderId, Level, UnitId};
use longroll_core::Die;
use longroll_gbacw::At;
use longroll_gbacw::event::{Roll, Verdict};
use longroll_gbacw::results::{falls, leaves_area, udd_roll, udd_terms};
use longroll_movement::allowance::{self, Allowance, Fired};
use longroll_movement::step::{StepOrder, WayChoice};
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::found::Found;
use crate::question::Subject;

/// The answer to a question about a unit or a rider.
pub(crate) fn answer(at: At<'_>, subject: &Subject) -> Result<Found, String> {
    Ok(match *subject {
        Subject::Udd { unit, die } => udd(at, unit, die),
        Subject::Contact { unit, within } => {
            let cost = longroll_movement::contact_distance(&at, unit, HalfMp::whole(within));
            Found::one(cost.map_or("none".to_owned(), |cost| cost.to_string()))
        }
        Subject::Retreat { unit } => retreat(at, unit),
        Subject::Allowance { unit } => allowance(at, unit),
        Subject::RiderAllowance { leader } => rider_allowance(at, leader),
        Subject::RiderStep { leader, to } => rider_step(at, leader, to),
        Subject::Step { unit, to, facing } => step(at, unit, to, facing)?,
        _ => return Found::elsewhere(),
    })
}

/// A cohesion roll: with a die, whether it passes; without, what is added.
fn udd(at: At<'_>, unit: UnitId, die: Option<u8>) -> Found {
    let terms = udd_terms(at, unit);
    let roll = udd_roll(at, unit, Rule::SR_2_6, terms.clone());
    let fallen = |roll: Roll| {
        let die = die.and_then(Die::new)?;
        Some(roll.fell(die))
    };
    match roll.and_then(fallen) {
        Some(rolled) => {
            let word = match rolled.verdict {
                Verdict::Passed { .. } => "passes",
                _ => "fails",
            };
            Found {
                because: Some(rolled.rule),
                ..Found::with_terms(word, &terms)
            }
        }
        None => Found::with_terms(terms.sum(), &terms),
    }
}

/// Where a unit may fall back to.
fn retreat(at: At<'_>, unit: UnitId) -> Found {
    Found {
        answer: if leaves_area(at, unit) {
            vec!["off the map".to_owned()]
        } else {
            // A hex may be open to it through one friend or another.
            let hexes: BTreeSet<HexId> = falls(at, unit).into_iter().map(|way| way.hex).collect();
            let grid = at.setting.grid();
            hexes
                .into_iter()
                .map(|hex| grid.name(hex).to_owned())
                .collect()
        },
        ..Found::default()
    }
}

/// MP of a unit in this Activation.
fn allowance(at: At<'_>, unit: UnitId) -> Found {
    match allowance::allowance(at.setting, at.position, unit, Fired::No) {
        Allowance::Points(points) => Found {
            because: Some(points.rule()),
            ..Found::one(points.total)
        },
        Allowance::OneHex => Found::one("one hex"),
        Allowance::River => Found::one("river"),
    }
}

/// SR 9.31, 9.32: MP of a leader who rides.
fn rider_allowance(at: At<'_>, leader: LeaderId) -> Found {
    let level = at.setting.leader(leader).level;
    Found {
        because: Some(match level {
            Level::Brigade | Level::Division => Rule::SR_9_31,
            Level::Corps | Level::Army => Rule::SR_9_32,
        }),
        ..Found::one(longroll_movement::leaders::leader_allowance(level))
    }
}

/// MP of one hex for him.
fn rider_step(at: At<'_>, leader: LeaderId, to: HexId) -> Found {
    let from = at.position.leader(leader).hex;
    match longroll_movement::leader_step_cost(&at, leader, from, to) {
        Ok(cost) => Found {
            because: Some(Rule::SR_9_31),
            ..Found::one(cost)
        },
        Err(refusal) => Found::refused("refused", &refusal),
    }
}

/// One step with the facing given, or the one that needs the least turning.
fn step(at: At<'_>, unit: UnitId, to: HexId, facing: Option<Facing>) -> Result<Found, String> {
    let state = at.position.unit(unit);
    let direction = at
        .grid()
        .direction_between(state.hex, to)
        .ok_or("the hex is not adjacent")?;
    let facing = facing.unwrap_or_else(|| {
        if state.facing.front().contains(direction) {
            return state.facing;
        }
        let [first, second] = Facing::toward(direction, state.facing.kind());
        if state.facing.twelfths_to(first) <= state.facing.twelfths_to(second) {
            first
        } else {
            second
        }
    });
    let progress = longroll_movement::Progress::begin(state);
    if matches!(state.extent, longroll_position::Extent::Line { .. }) {
        return Ok(line_step(&at, &progress, unit, direction));
    }
    let order = StepOrder {
        direction,
        facing,
        way: WayChoice::Best,
    };
    Ok(
        match longroll_movement::step::step(&at, &progress, unit, order) {
            Ok(terms) => {
                let walker = longroll_movement::Walker::of(&at, unit, Fired::No)
                    .map_err(|refusal| refusal.to_string())?;
                let explained = longroll_movement::step::explain_step(&at, &walker, &terms);
                Found {
                    terms: explained.terms().iter().map(ToString::to_string).collect(),
                    because: explained.grounds().first().copied(),
                    ..Found::one(terms.total)
                }
            }
            Err(refusal) => Found::refused("refused", &refusal),
        },
    )
}

/// SR 8.44-move: the price of a whole line's move straight ahead.
fn line_step(
    scene: &longroll_movement::Scene<'_>,
    progress: &longroll_movement::Progress,
    unit: UnitId,
    direction: Direction,
) -> Found {
    use longroll_movement::extension::{LineMove, move_line};

    match move_line(scene, progress, unit, LineMove::Forward(direction)) {
        Ok(terms) => Found {
            because: Some(Rule::SR_8_44_move),
            ..Found::one(terms.total)
        },
        Err(refusal) => Found::refused("refused", &refusal),
    }
}
