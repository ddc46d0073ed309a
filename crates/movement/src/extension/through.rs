//! SR 8.5-form: whether a column among other units gets through to where it stands alone.

use longroll_board::{Facing, HexId};
use longroll_position::{Extent, HalfMp};
use smallvec::SmallVec;

use super::size::column_extensions;
use crate::arcs::facing_kind;
use crate::gait::Way;
use crate::outlets::{Outlets, Under};
use crate::passing::has_friends;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::special;
use crate::step::{StepOrder, StepTerms, WayChoice, plain_step};
use crate::walker::Walker;

/// SR 8.5-form: whether a column would stand with another unit in one of its hexes.
pub(crate) fn is_crowded(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
    extent: Extent,
) -> bool {
    extent
        .hexes()
        .chain([hex])
        .any(|part| has_friends(scene, part, walker.unit))
}

/// SR 8.5-form: whether a column some part of which would stand among other units after this step can go on to where
/// it stands alone.
pub(crate) fn gets_through(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    terms: &StepTerms,
) -> bool {
    if terms.ends_move(progress) {
        return false;
    }
    let first = Under::after(walker, progress, terms);
    let own = Outlets::default();
    let known = walker.outlets.unwrap_or(&own);
    if known.is_free(&first) {
        return true;
    }
    if known.is_stuck(&first) || first.left < first.least_way_out(scene, walker) {
        return false;
    }
    let mut seen: Vec<Under> = vec![first];
    // Straight on first, as far as that goes: most columns get through within a few steps.
    let mut open: SmallVec<[(Under, NextSteps); 4]> = SmallVec::new();
    open.push((first, first.orders(scene, walker)));
    while let Some((at, orders)) = open.last_mut() {
        let at = *at;
        let Some((order, to)) = orders.pop() else {
            open.pop();
            continue;
        };
        let here = at.walker(walker);
        let Ok(terms) = plain_step(scene, &at.progress, &here, order) else {
            continue;
        };
        let next = Under::after(&here, &at.progress, &terms);
        let clear = !is_crowded(scene, walker, to, next.state.extent);
        if clear && special::may_end(scene, walker, progress.start, to).is_ok() {
            known.note_free(&first);
            return true;
        }
        let new = || !seen.iter().any(|other| other.covers(&next)) && !known.is_stuck(&next);
        if !terms.ends_move(&at.progress) && new() {
            seen.push(next);
            open.push((next, next.orders(scene, walker)));
        }
    }
    known.note_stuck(&seen);
    false
}

/// The steps that a column could take next, the likeliest last.
type NextSteps = SmallVec<[(StepOrder, HexId); 12]>;

impl Under {
    fn after(walker: &Walker<'_>, progress: &Progress, terms: &StepTerms) -> Self {
        Self {
            state: terms.standing(walker.state),
            progress: terms.after(progress),
            left: terms.left_to(walker),
        }
    }

    /// The least that it takes until its last part has left the foremost hex with others in it.
    fn least_way_out(&self, scene: &Scene<'_>, walker: &Walker<'_>) -> HalfMp {
        let crowded = |hex| has_friends(scene, hex, walker.unit);
        let parts = 1 + u16::from(column_extensions(walker.class, self.state.sp));
        let foremost = self.state.hexes().position(crowded);
        let steps = foremost.map_or(0, |place| {
            parts.saturating_sub(u16::try_from(place).unwrap_or(parts))
        });
        let cheapest = |way| Some(scene.tables.plane(walker.class, walker.gait, way)?.least);
        let least = [Way::OffRoute, Way::Route].into_iter().filter_map(cheapest);
        HalfMp(steps * u16::from(least.min().unwrap_or_default()))
    }

    fn walker<'u>(&'u self, walker: &Walker<'u>) -> Walker<'u> {
        Walker {
            state: &self.state,
            left: self.left,
            around: None,
            ..*walker
        }
    }

    fn orders(&self, scene: &Scene<'_>, walker: &Walker<'_>) -> NextSteps {
        let kind = facing_kind(walker.gait);
        let own: SmallVec<[HexId; 3]> = self.state.hexes().collect();
        let mut orders: NextSteps = scene
            .grid()
            .neighbours(self.state.hex)
            .filter(|(_, to)| !own.contains(to))
            .flat_map(|(direction, to)| {
                let way = WayChoice::Best;
                Facing::toward(direction, kind)
                    .into_iter()
                    .map(move |facing| {
                        let order = StepOrder {
                            direction,
                            facing,
                            way,
                        };
                        (order, to)
                    })
            })
            .collect();
        let facing = self.state.facing;
        let turns = |order: &StepOrder| facing.turns_to(order.facing).unwrap_or_default();
        orders.sort_by_key(|(order, _)| core::cmp::Reverse(turns(order)));
        orders
    }
}
