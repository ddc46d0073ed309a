//! Where a unit in Extended Column, or one that will need it on the way, can go now.

use std::collections::{BTreeMap, BTreeSet};

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, UnitState};
use smallvec::SmallVec;

use crate::arcs::facing_kind;
use crate::extension::{column_extensions, is_crowded};
use crate::gait::Gait;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::step::{StepOrder, StepTerms, WayChoice, plain_step};
use crate::walker::Walker;

/// One way a column can stand on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnSpot {
    /// The unit as it stands there.
    pub state: UnitState,
    /// The memory of its move.
    pub progress: Progress,
    /// All MP of the counter to get there.
    pub cost: HalfMp,
    /// The last step, and the place in the list it starts from; none for where it stands now.
    pub came: Option<(StepTerms, usize)>,
    /// SR 8.5-form: whether it may end there.
    pub end: MayEnd,
}

/// Whether a column may end its move in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MayEnd {
    /// It stands there alone.
    Yes,
    /// SR 8.5-form: it must go on.
    No,
}

/// SR 8.5: whether the way of this unit is to be looked for with [`column_reach`]: it is in column, or its first step makes
/// it one.
#[must_use]
pub fn goes_in_column(walker: &Walker<'_>) -> bool {
    match walker.state.extent {
        Extent::Column { .. } => true,
        Extent::Line { .. } => false,
        Extent::Single => {
            walker.gait == Gait::March && column_extensions(walker.class, walker.state.sp) > 0
        }
    }
}

/// SR 8.5-form: every place a column can reach with what is left of its move, the MP of its extensions looked after, where
/// it stands now included.
///
/// # Errors
/// The rule that keeps it from moving at all.
pub fn column_reach(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<ColumnSpot>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let mut found = vec![ColumnSpot {
        state: *walker.state,
        progress: *progress,
        cost: HalfMp::ZERO,
        came: None,
        end: MayEnd::No,
    }];
    let mut best: BTreeMap<Key, Least> = BTreeMap::new();
    let mut open = BTreeSet::from([(HalfMp::ZERO, 0_usize)]);
    while let Some((_, at)) = open.pop_first() {
        let spot = found[at];
        let here = Walker {
            state: &spot.state,
            left: walker.left.less(spot.cost),
            around: None,
            ..walker
        };
        for (direction, to) in scene.grid().neighbours(spot.state.hex) {
            if spot.state.hexes().any(|own| own == to) {
                continue;
            }
            for facing in Facing::toward(direction, facing_kind(walker.gait)) {
                let order = StepOrder {
                    direction,
                    facing,
                    way: WayChoice::Best,
                };
                let Ok(terms) = plain_step(scene, &spot.progress, &here, order) else {
                    continue;
                };
                if terms.bogs(scene, spot.state.extent) {
                    continue;
                }
                let next = after(scene, &walker, &spot, at, terms);
                if !is_news(best.entry(key(&next)).or_default(), &next) {
                    continue;
                }
                found.push(next);
                if !terms.ends_move(&spot.progress) {
                    open.insert((next.cost, found.len() - 1));
                }
            }
        }
    }
    Ok(found)
}

/// The column after a step from a spot with this place in the list.
fn after(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    spot: &ColumnSpot,
    at: usize,
    terms: StepTerms,
) -> ColumnSpot {
    let state = terms.standing(&spot.state);
    let crowded = is_crowded(scene, walker, terms.to, state.extent);
    let stays = special::may_end(scene, walker, spot.progress.start, terms.to).is_ok();
    ColumnSpot {
        state,
        progress: terms.after(&spot.progress),
        cost: spot.cost + terms.total,
        came: Some((terms, at)),
        end: if crowded || !stays {
            MayEnd::No
        } else {
            MayEnd::Yes
        },
    }
}

/// What the counter and the extensions have spent at the least, for one way to stand.
type Least = SmallVec<[[HalfMp; 3]; 2]>;

/// Notes what has been spent, unless as little is known in every respect.
fn is_news(known: &mut Least, next: &ColumnSpot) -> bool {
    let [first, second] = next.progress.extension_spent;
    let spent = [next.cost, first, second];
    let worse = |own: &[HalfMp; 3]| own.iter().zip(&spent).all(|(own, new)| own <= new);
    if known.iter().any(worse) {
        return false;
    }
    known.push(spent);
    true
}

type Key = (HexId, usize, Extent);

fn key(spot: &ColumnSpot) -> Key {
    let state = &spot.state;
    (
        state.hex,
        super::scratch::index_of(state.facing),
        state.extent,
    )
}
