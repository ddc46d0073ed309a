//! Where an Extended Line can go now.

use std::collections::BTreeMap;

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, UnitState};

use crate::adjacency::Contact;
use crate::extension::{LineMove, line_moves, move_line_of};
use crate::scene::Scene;
use crate::walker::{MinimumMove, Progress, Walker};

/// One way a line can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpot {
    /// The counter's hex.
    pub hex: HexId,
    /// The extensions.
    pub extent: Extent,
    /// The facing.
    pub facing: Facing,
    /// All MP to get there.
    pub cost: HalfMp,
    /// The last movement of the way, and the place in the list it starts from; none for where it stands now.
    pub came: Option<(LineMove, usize)>,
}

/// SR 8.44: every place a line can reach with what is left of its move, cheapest first, where it stands now included.
///
/// # Errors
/// The rule that keeps it from moving at all.
pub fn line_reach(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<LineSpot>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let own = walker.state;
    let mut found = vec![LineSpot {
        hex: own.hex,
        extent: own.extent,
        facing: own.facing,
        cost: HalfMp::ZERO,
        came: None,
    }];
    let mut best: BTreeMap<(HexId, usize, Extent), HalfMp> = BTreeMap::new();
    best.insert(key(&found[0]), HalfMp::ZERO);
    // Movements that end the move are leaves.
    let mut open = vec![0_usize];
    while let Some(at) = cheapest(&mut open, &found) {
        let spot = found[at];
        if best
            .get(&key(&spot))
            .is_some_and(|known| *known < spot.cost)
        {
            continue;
        }
        for order in line_moves(spot.facing) {
            let state = standing(own, &spot);
            let here = Walker {
                state: &state,
                left: walker.left.less(spot.cost),
                ..walker
            };
            let memory = memory(progress, at);
            let Ok(terms) = move_line_of(scene, &memory, &here, order) else {
                continue;
            };
            let next = LineSpot {
                hex: terms.hex,
                extent: terms.extent,
                facing: terms.facing,
                cost: spot.cost + terms.total,
                came: Some((order, at)),
            };
            let known = best.get(&key(&next)).copied();
            if known.is_some_and(|known| known <= next.cost) {
                continue;
            }
            best.insert(key(&next), next.cost);
            found.push(next);
            let ends = terms.contact != Contact::None
                || terms.minimum != MinimumMove::No
                || !terms.bogged.is_empty();
            if !ends {
                open.push(found.len() - 1);
            }
        }
    }
    Ok(found)
}

fn key(spot: &LineSpot) -> (HexId, usize, Extent) {
    (spot.hex, super::scratch::index_of(spot.facing), spot.extent)
}

fn cheapest(open: &mut Vec<usize>, found: &[LineSpot]) -> Option<usize> {
    let place = (0..open.len()).min_by_key(|place| (found[open[*place]].cost, open[*place]))?;
    Some(open.swap_remove(place))
}

/// The line as it would stand there.
fn standing(own: &UnitState, spot: &LineSpot) -> UnitState {
    let moved = spot.came.is_some();
    UnitState {
        hex: spot.hex,
        extent: spot.extent,
        facing: spot.facing,
        refused: if moved { None } else { own.refused },
        spent: own.spent + spot.cost,
        ..*own
    }
}

fn memory(progress: &Progress, at: usize) -> Progress {
    Progress {
        steps: progress.steps.saturating_add(u8::from(at > 0)),
        ..*progress
    }
}
