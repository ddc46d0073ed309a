//! SR 8.5: how the extensions of a column follow its counter.

use longroll_board::{Facing, HexId};
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::arcs::facing_kind;
use crate::gait::{Gait, MoverClass, Way};
use crate::onward::Outlets;
use crate::passing::{Entry, RoadUse, has_friends, on_road, pass};
use crate::scene::Scene;
use crate::special;
use crate::step::{StepOrder, StepTerms, WayChoice, plain_step};
use crate::walker::{Progress, Walker};

/// SR 8.5, reading I46: extensions a unit of this strength needs in column.
#[must_use]
pub const fn column_extensions(class: MoverClass, sp: u8) -> u8 {
    match (class, sp) {
        (MoverClass::Foot, 8..=14) | (MoverClass::Cavalry, 5..=8) => 1,
        (MoverClass::Foot, 15..) | (MoverClass::Cavalry, 9..) => 2,
        _ => 0,
    }
}

/// SR 8.12, 8.13: whether a unit of this strength is too large for the March limits in one hex.
#[must_use]
pub const fn exceeds_march_limits(class: MoverClass, sp: u8) -> bool {
    column_extensions(class, sp) > 0 || never_marches(class, sp)
}

/// SR 8.5: dismounted cavalry forms no column, and a large unit of it never has the rate of routes.
#[must_use]
pub const fn never_marches(class: MoverClass, sp: u8) -> bool {
    matches!((class, sp), (MoverClass::Dismounted, 8..))
}

/// Where the extensions of a column are after the counter's step, and what they have spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnFollow {
    /// The column.
    pub extent: Extent,
    /// MP spent by the first and second extension in this Activation.
    pub spent: [HalfMp; 2],
    /// SR 8.22: where the extensions came from into the hexes they are in now; none for one that has not moved.
    pub came_from: [Option<HexId>; 2],
    /// SR 8.5-form: it was formed in this Activation.
    pub forming: bool,
}

/// SR 8.5-form: how the extensions follow a step of the counter; none for a unit that stays in one hex.
pub(crate) fn follow(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    way: Way,
) -> Result<Option<ColumnFollow>, Refusal> {
    let state = walker.state;
    let needed = column_extensions(walker.class, state.sp);
    let (extent, forming, moved): (Extent, bool, [Option<(HexId, HexId)>; 2]) = match state.extent {
        Extent::Single => {
            let forms = needed > 0
                && (walker.gait == Gait::March
                    || walker.gait == Gait::Advance && way == Way::Route);
            if !forms {
                return Ok(None);
            }
            (
                Extent::Column {
                    rear: state.hex,
                    tail: None,
                },
                true,
                [None, None],
            )
        }
        Extent::Column { rear, tail } => {
            let next = Extent::Column {
                rear: state.hex,
                tail: (needed > 1).then_some(rear),
            };
            // A second extension that still stands with the first has not moved yet.
            let second = tail.map(|tail| (tail, rear));
            (next, progress.forming, [Some((rear, state.hex)), second])
        }
        Extent::Line { .. } => return Ok(None),
    };
    let mut spent = progress.extension_spent;
    let mut came_from = progress.extension_from;
    if forming && state.extent == Extent::Single {
        // Reading I47: the extensions come from where the counter began, and have paid for the way so far as it has.
        spent = [state.spent; 2];
        came_from = [progress.came_from; 2];
    }
    for (place, step) in moved.into_iter().enumerate() {
        let Some((from, to)) = step else { continue };
        spent[place] += extension_step(scene, walker, from, to)?.cost;
        spent[place] += leaving_friends(scene, walker, came_from[place], from, to)?;
        came_from[place] = Some(from);
        let most = most_of_extension(walker, forming, place);
        if spent[place] > most {
            return Err(Refusal::new(
                Rule::SR_8_5_form,
                "an extension of the column has no MP left to follow",
            ));
        }
    }
    Ok(Some(ColumnFollow {
        extent,
        spent,
        came_from,
        forming,
    }))
}

/// SR 8.5-form, reading I47: the MP of an extension; fewer only where it is created under Advance orders in this Activation.
pub(super) fn most_of_extension(walker: &Walker<'_>, forming: bool, place: usize) -> HalfMp {
    let less = if forming && walker.gait == Gait::Advance {
        HalfMp::whole(u8::try_from(place + 1).unwrap_or(2))
    } else {
        HalfMp::ZERO
    };
    let total = walker.points.map_or(HalfMp::ZERO, |points| points.total);
    total.less(less)
}

/// A step of an extension.
struct ExtensionStep {
    way: Way,
    cost: HalfMp,
}

/// An extension pays for its own hexes, along the route where there is one.
fn extension_step(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    to: HexId,
) -> Result<ExtensionStep, Refusal> {
    let closed = Refusal::new(
        Rule::SR_8_5_form,
        "an extension cannot follow the counter's path",
    );
    let Some(direction) = scene.grid().direction_between(from, to) else {
        return Err(closed);
    };
    let along = |way| {
        let step = scene.step(from, direction, walker.class, walker.gait, way)?;
        let cost = step.cost;
        Some(ExtensionStep { way, cost })
    };
    let route = scene.route_open(from, to).then(|| along(Way::Route));
    route
        .flatten()
        .or_else(|| along(Way::OffRoute))
        .ok_or(closed)
}

/// SR 8.22, 8.5-form: what an extension pays besides when it leaves a hex of friends that it has come into: 2 MP off the
/// Road, as if it were a unit of its own. The UDD is the counter's.
fn leaving_friends(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    came_from: Option<HexId>,
    hex: HexId,
    to: HexId,
) -> Result<HalfMp, Refusal> {
    let Some(before) = came_from.filter(|_| has_friends(scene, hex, walker.unit)) else {
        return Ok(HalfMp::ZERO);
    };
    let came = extension_step(scene, walker, before, hex)?;
    let entry = Entry {
        from: before,
        hex,
        way: came.way,
        cost: came.cost,
    };
    let leaves = extension_step(scene, walker, hex, to)?;
    let exit = if leaves.way == Way::Route && on_road(scene, hex, to) {
        RoadUse::OnRoad
    } else {
        RoadUse::OffRoad
    };
    let terms = pass(scene, walker, entry, exit)?;
    Ok(terms.map_or(HalfMp::ZERO, |pass| pass.surcharge))
}

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

/// A column as it would stand on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Under {
    state: UnitState,
    progress: Progress,
    left: HalfMp,
}

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

    /// Whether it stands as the other does, came there as it did, and has at least as much left.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let (own, theirs) = (
            &self.progress.extension_spent,
            &other.progress.extension_spent,
        );
        self.state.hex == other.state.hex
            && self.state.facing == other.state.facing
            && self.state.extent == other.state.extent
            && self.progress.came_by == other.progress.came_by
            && self.progress.extension_from == other.progress.extension_from
            && self.progress.forming == other.progress.forming
            && self.left >= other.left
            && own.iter().zip(theirs).all(|(own, theirs)| own <= theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves MV-044: SR 8.13, SR 8.5.
    /// Extensions of columns.
    /// Proves MV-098: SR 8.5.
    /// Extensions of columns.
    #[test]
    fn mv_044_098_extensions_of_columns() {
        assert_eq!(
            [7, 8, 14, 15].map(|sp| column_extensions(MoverClass::Foot, sp)),
            [0, 1, 1, 2]
        );
        assert_eq!(
            [4, 5, 8, 9].map(|sp| column_extensions(MoverClass::Cavalry, sp)),
            [0, 1, 1, 2]
        );
        assert_eq!(column_extensions(MoverClass::Artillery, 12), 0);
    }
}
