//! Answers about the units of a hex: arcs, strength, order, fire.

use longroll_board::{Arc, HexId};
use longroll_catalog::facts::UnitId;
use longroll_combat::fire;
use longroll_gbacw::At;
use longroll_movement::stacking::{may_join, stack_is_legal};
use longroll_movement::{arcs as arc_questions, extension, fire_front as fronts};
use longroll_rule::Rule;

use crate::found::Found;
use crate::question::Subject;

/// The answer to a question about the units of a hex.
pub(crate) fn answer(at: At<'_>, subject: &Subject) -> Result<Found, String> {
    let (setting, position) = (at.setting, at.position);
    Ok(match *subject {
        Subject::StackLegal { hex } => {
            Found::verdict(stack_is_legal(setting, position, hex).map(|()| Rule::SR_8_11))
        }
        Subject::Join { unit, hex } => {
            Found::verdict(may_join(setting, position, unit, hex).map(|()| Rule::SR_8_12_line))
        }
        Subject::Arcs { unit } => Found {
            answer: arcs(at, unit),
            because: Some(arc_questions::arcs_rule(position.unit(unit))),
            ..Found::default()
        },
        Subject::Shares { unit } => Found {
            answer: shares(at, unit),
            because: Some(Rule::SR_8_44_split),
            ..Found::default()
        },
        Subject::Stack { hex } => Found::one(stack(at, hex)),
        Subject::FireFront { hex } => Found {
            answer: fire_front(at, hex),
            because: Some(fronts::fire_rule(&at, hex)),
            ..Found::default()
        },
        Subject::Bears { unit, on } => Found {
            because: Some(Rule::SR_8_45),
            ..Found::one(fire::bears_on(&fire_scene(at), unit, on))
        },
        Subject::Massed { hex, range } => Found {
            because: Some(Rule::SR_8_34),
            ..Found::one(fronts::massed_or_dispersed(&at, hex, u32::from(range)))
        },
        _ => return Found::elsewhere(),
    })
}

/// Every hex around a unit with its arc: `front 2322`, `refused 2223`, `left 2221`, `right 2223`, `rear 2122`.
fn arcs(at: At<'_>, unit: UnitId) -> Vec<String> {
    let grid = at.setting.grid();
    let mut lines: Vec<String> = arc_questions::arcs(grid, at.position.unit(unit))
        .into_iter()
        .map(|(hex, arc)| {
            let word = match arc {
                Arc::Front => "front",
                Arc::RefusedFront => "refused",
                Arc::Flank(_) => "flank",
                Arc::Rear => "rear",
            };
            format!("{word} {}", grid.name(hex))
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

/// The SP of a unit in each of its hexes: `2222 5`.
fn shares(at: At<'_>, unit: UnitId) -> Vec<String> {
    let state = at.position.unit(unit);
    let parts = state.extent.count() as u8 + 1;
    state
        .hexes()
        .zip(0_u8..)
        .map(|(hex, number)| {
            let sp = extension::share(state.sp, parts, number);
            format!("{} {sp}", at.setting.grid().name(hex))
        })
        .collect()
}

/// The units of a hex, top to bottom: `P, T, Q`.
fn stack(at: At<'_>, hex: HexId) -> String {
    let names: Vec<&str> = at
        .position
        .stack(hex)
        .map(|part| at.setting.unit(part.unit).name.as_str())
        .collect();
    names.join(", ")
}

/// For questions of fire.
fn fire_scene(at: At<'_>) -> fire::FireScene<'_> {
    fire::FireScene {
        scene: at,
        history: &at.position.fires,
    }
}

/// What each unit of a hex may fire at most: `P 5`, of a refused hex `P 4 and 3 refused`.
fn fire_front(at: At<'_>, hex: HexId) -> Vec<String> {
    let refused = at
        .position
        .stack(hex)
        .any(|part| at.position.unit(part.unit).refused.is_some());
    fire::fire_shares(&fire_scene(at), hex)
        .into_iter()
        .map(|share| {
            let name = &at.setting.unit(share.firer.unit).name;
            let name = match share.firer.section {
                None => name.clone(),
                Some(place) => format!("{name} section {}", place + 1),
            };
            if refused {
                format!("{name} {} and {} refused", share.normal, share.refused)
            } else {
                format!("{name} {}", share.normal)
            }
        })
        .collect()
}
