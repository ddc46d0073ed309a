//! Places and ways of Extended Columns.

use longroll_board::Facing;
use longroll_catalog::facts::{Piece, UnitId};
use longroll_core::Refusal;
use longroll_movement::arrival::extension_is_behind;
use longroll_movement::facing::{cheapest_turn, faces_no_extension, is_woods_for_turning};
use longroll_movement::reach::{ColumnSpot, MayEnd, column_reach};
use longroll_movement::{Gait, MinimumMove, Progress, Walker, Way};
use longroll_rule::Rule;

use super::{Destination, Risk, Route};
use crate::choice::Choice;
use crate::scene::At;

/// Every place where a column may end, with the turn in its last hex.
pub(super) fn columns(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<Destination>, Refusal> {
    let spots = column_reach(&at, progress, unit)?;
    let mut found: Vec<Destination> = ends(at, unit, &spots)?
        .into_iter()
        .map(|(end, _)| end)
        .collect();
    found.sort_by_key(|end| (end.hex, end.facing, end.cost));
    found.dedup_by_key(|end| (end.hex, end.facing));
    Ok(found)
}

/// The places where it may end, each with the spot it is reached from.
fn ends(
    at: At<'_>,
    unit: UnitId,
    spots: &[ColumnSpot],
) -> Result<Vec<(Destination, usize)>, Refusal> {
    let walker = Walker::of(&at, unit, longroll_movement::allowance::Fired::No)?;
    let mut found = Vec::new();
    for (place, spot) in spots.iter().enumerate() {
        let Some((terms, _)) = spot.came else {
            continue;
        };
        if spot.end == MayEnd::No {
            continue;
        }
        let state = &spot.state;
        let over = terms.ends_move(&spot.progress);
        for facing in Facing::all_of(state.facing.kind()) {
            let Some(steps) = state.facing.turns_to(facing) else {
                continue;
            };
            let woods = is_woods_for_turning(&at, state.hex);
            let cost = spot.cost + cheapest_turn(walker.gait, woods, steps);
            let turns = steps == 0
                || !over && cost <= walker.left && may_face(at, walker.gait, spot, facing);
            if turns {
                let end = Destination {
                    hex: state.hex,
                    facing: Some(facing),
                    cost,
                    minimum: (terms.minimum != MinimumMove::No).then_some(terms.minimum),
                };
                found.push((end, place));
            }
        }
    }
    Ok(found)
}

/// SR 8.52, 8.51: whether a column may stand in a spot with this facing.
fn may_face(at: At<'_>, gait: Gait, spot: &ColumnSpot, facing: Facing) -> bool {
    let grid = at.setting.grid();
    let judged = match gait {
        Gait::March => faces_no_extension(grid, &spot.state, facing),
        _ => extension_is_behind(grid, &spot.state, facing),
    };
    judged.is_ok()
}

/// The way to one of them.
pub(super) fn column_to(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    end: Destination,
) -> Result<Route, Refusal> {
    let spots = column_reach(&at, progress, unit)?;
    let wanted = ends(at, unit, &spots)?
        .into_iter()
        .find(|(own, _)| *own == end);
    let Some((_, mut place)) = wanted else {
        return Err(Refusal::new(Rule::SR_9_42, "no way leads there"));
    };
    let mut choices = vec![Choice::Halt];
    if let (Some(facing), Some(spot)) = (end.facing, spots.get(place))
        && facing != spot.state.facing
    {
        choices.push(Choice::Face { unit, facing });
    }
    let mut risks = Vec::new();
    while let Some((terms, before)) = spots.get(place).and_then(|spot| spot.came) {
        let (hex, facing) = (terms.to, terms.facing);
        risks.extend(terms.checks.iter().map(|check| Risk::Ground(hex, check)));
        let passed = terms.passing.and_then(|pass| pass.udd);
        risks.extend(passed.map(|drm| Risk::Friends(terms.from, drm)));
        choices.push(Choice::Move { unit, hex, facing });
        let faced = spots.get(before).map(|spot| spot.state.facing);
        let wide = faced
            .and_then(|faced| faced.turns_to(facing))
            .is_some_and(|vertices| vertices > 1);
        if wide && terms.way == Way::OffRoute {
            choices.push(Choice::Face { unit, facing });
        }
        place = before;
    }
    choices.reverse();
    risks.reverse();
    Ok(Route {
        piece: Piece::Unit(unit),
        choices,
        end,
        risks,
    })
}
