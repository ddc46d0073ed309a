//! Several pieces that go as one: the goal is the first one's, the others keep their places beside it.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::Piece;
use longroll_gbacw::Battle;

/// A piece and where it is meant to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Goal {
    pub piece: Piece,
    pub hex: HexId,
}

/// Where a piece stands; nothing if it is not on the map.
pub(crate) fn stands(battle: &Battle, piece: Piece) -> Option<HexId> {
    let position = battle.position();
    match piece {
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let state = position.unit(unit);
            state.on_map().then_some(state.hex)
        }
        Piece::Leader(leader) => {
            let state = position.leader(leader);
            state.on_map().then_some(state.hex)
        }
    }
}

/// The goal of each piece, front rank first, so that nobody stands in the way of who follows.
pub(crate) fn goals(battle: &Battle, pieces: &[Piece], hex: HexId) -> Vec<Goal> {
    let Some((&first, _)) = pieces.split_first() else {
        return Vec::new();
    };
    let Some(start) = stands(battle, first) else {
        return vec![Goal { piece: first, hex }];
    };
    let steps = steps_between(battle, start, hex);
    // A hex far ahead in the direction of the march: whoever is nearest to it is in front.
    let ahead = (0..4).fold(hex, |far, _| shifted(battle, far, &steps));
    let mut goals: Vec<(u32, usize, Goal)> = pieces
        .iter()
        .enumerate()
        .filter_map(|(place, &piece)| {
            let from = stands(battle, piece)?;
            let goal = Goal {
                piece,
                hex: shifted(battle, from, &steps),
            };
            let grid = battle.setting().grid();
            Some((grid.distance(from, ahead), place, goal))
        })
        .collect();
    goals.sort_by_key(|(distance, place, _)| (*distance, *place));
    goals.into_iter().map(|(_, _, goal)| goal).collect()
}

/// The steps of a straight way. On a hex grid their order does not matter for where they lead.
fn steps_between(battle: &Battle, from: HexId, to: HexId) -> Vec<Direction> {
    let grid = battle.setting().grid();
    let mut steps = Vec::new();
    let mut here = from;
    while here != to {
        let nearer = grid
            .neighbours(here)
            .min_by_key(|(_, neighbour)| grid.distance(*neighbour, to));
        match nearer {
            Some((direction, next)) if grid.distance(next, to) < grid.distance(here, to) => {
                steps.push(direction);
                here = next;
            }
            _ => break,
        }
    }
    steps
}

/// The hex so many steps away; at the edge of the map it stays.
fn shifted(battle: &Battle, from: HexId, steps: &[Direction]) -> HexId {
    let grid = battle.setting().grid();
    steps.iter().fold(from, |here, &direction| {
        grid.neighbour(here, direction).unwrap_or(here)
    })
}
