//! Where an Extended Line can go now.

use std::collections::BTreeMap;

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, UnitState};

use crate::adjacency::Contact;
use crate::arrival;
use crate::extension::{LineMove, LineTerms, line_moves, move_line_of};
use crate::passing::LinePassage;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::{MinimumMove, Walker};

/// One way a line can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpot {
    /// The counter's hex.
    pub hex: HexId,
    /// The extensions.
    pub extent: Extent,
    pub facing: Facing,
    /// All MP to get there.
    pub cost: HalfMp,
    /// The last movement of the way, and the place in the list it starts from; none for where it stands now.
    pub came: Option<(LineMove, usize)>,
    /// SR 9.53: it turned about next to the enemy and stays.
    pub pins: bool,
    /// SR 7.33: the flank it still refuses; turning about does not end that, moving does.
    pub refused: Option<Hand>,
    /// SR 8.22, 8.44: the troops it stands among there, with whom it may not stay.
    pub among: Option<LinePassage>,
    /// SR 8.22: the DRM of the UDD for those it has just left behind.
    pub passed: Option<u8>,
    /// SR 7.32-cost, 9.43: what it pays more if it stops so.
    pub stop: HalfMp,
    /// Its hexes that it has entered in this move.
    pub line_entered: [Option<HexId>; 3],
}

/// SR 8.44: every place a line can reach with what is left of its move, where it stands now included.
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
    let mut found = vec![where_it_stands(own, progress)];
    // SR 9.43: a line formed where the road has brought the regiment still owes the ground.
    let stop = arrival::stop(scene, progress, unit).ok();
    let owed = stop.map(|terms| terms.full_last_hex);
    let mut best = BTreeMap::from([(key(&found[0]), HalfMp::ZERO)]);
    // Movements that end the move are leaves.
    let mut open = vec![0_usize];
    while let Some(at) = cheapest(&mut open, &found) {
        let spot = found[at];
        let known = best.get(&key(&spot));
        if known.is_some_and(|known| *known < spot.cost) {
            continue;
        }
        for order in line_moves(spot.facing) {
            let state = standing(own, &spot);
            let here = Walker {
                state: &state,
                left: walker.left.less(spot.cost),
                ..walker
            };
            let memory = memory(progress, &found, at);
            let terms = move_line_of(scene, &memory, &here, order).ok();
            // A line that bogs down gathers in the Swamp (BB 9.44-swamp-extended): no place to go to.
            let Some(terms) = terms.filter(|terms| terms.bogged.is_empty()) else {
                continue;
            };
            let mut next = spot_after(&spot, (order, at), &terms);
            let there = standing(own, &next);
            let mut then = memory;
            then.note_line_entered(&terms.entered, &there);
            next.line_entered = then.line_entered;
            let ending = Walker {
                state: &there,
                left: here.left.less(terms.total),
                ..walker
            };
            let stays = (next.hex, next.extent) == (own.hex, own.extent);
            let ground = owed.filter(|_| stays).unwrap_or_default();
            next.stop = arrival::cost_of_joining(scene, &ending, &then) + ground.min(ending.left);
            let known = best.get(&key(&next)).copied();
            if known.is_some_and(|known| known <= next.cost) {
                continue;
            }
            best.insert(key(&next), next.cost);
            found.push(next);
            if terms.contact == Contact::None && terms.minimum == MinimumMove::No {
                open.push(found.len() - 1);
            }
        }
    }
    Ok(found)
}

fn where_it_stands(own: &UnitState, progress: &Progress) -> LineSpot {
    LineSpot {
        hex: own.hex,
        extent: own.extent,
        facing: own.facing,
        cost: HalfMp::ZERO,
        came: None,
        pins: false,
        refused: own.refused,
        among: progress.line_passage,
        passed: None,
        stop: HalfMp::ZERO,
        line_entered: progress.line_entered,
    }
}

/// The line after a movement from a spot, but for what it pays to stop and the hexes it has entered.
fn spot_after(spot: &LineSpot, came: (LineMove, usize), terms: &LineTerms) -> LineSpot {
    LineSpot {
        hex: terms.hex,
        extent: terms.extent,
        facing: terms.facing,
        cost: spot.cost + terms.total,
        came: Some(came),
        pins: terms.pins,
        refused: spot.refused.filter(|_| came.0 == LineMove::AboutFace),
        among: terms.among,
        passed: terms.passing.and_then(|pass| pass.udd),
        stop: HalfMp::ZERO,
        line_entered: spot.line_entered,
    }
}

/// How it stands, and whether leaving will cost the 2 MP of SR 8.22.
type Key = (HexId, usize, Extent, bool);

fn key(spot: &LineSpot) -> Key {
    let pays = spot.among.is_some_and(|among| among.udd.is_some());
    let facing = super::scratch::index_of(spot.facing);
    (spot.hex, facing, spot.extent, pays)
}

fn cheapest(open: &mut Vec<usize>, found: &[LineSpot]) -> Option<usize> {
    let place = (0..open.len()).min_by_key(|place| (found[open[*place]].cost, open[*place]))?;
    Some(open.swap_remove(place))
}

/// The line as it would stand there.
fn standing(own: &UnitState, spot: &LineSpot) -> UnitState {
    UnitState {
        hex: spot.hex,
        extent: spot.extent,
        facing: spot.facing,
        refused: spot.refused,
        spent: own.spent + spot.cost,
        ..*own
    }
}

/// What the move remembers on the way to a spot: hexes entered, and whether it turned about next to the enemy (SR 9.53).
fn memory(progress: &Progress, found: &[LineSpot], at: usize) -> Progress {
    let mut memory = *progress;
    let mut place = at;
    if let Some(spot) = found.get(at) {
        memory.line_passage = spot.among;
        memory.line_entered = spot.line_entered;
        memory.entered_facing = spot.facing;
    }
    while let Some(LineSpot {
        came: Some((order, before)),
        pins,
        ..
    }) = found.get(place)
    {
        memory.turn_paid = HalfMp::ZERO;
        memory.pinned |= *pins;
        if *order != LineMove::AboutFace {
            memory.steps = memory.steps.saturating_add(1);
        }
        place = *before;
    }
    memory
}
