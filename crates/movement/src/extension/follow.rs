//! SR 8.5: how the extensions of a column follow its counter.

use longroll_board::HexId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;

use super::size::column_extensions;
use crate::gait::{Gait, Way};
use crate::passing::{Entry, RoadUse, has_friends, on_road, pass};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::Walker;

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
    let Some(moved) = parts_that_move(walker, progress, way) else {
        return Ok(None);
    };
    let Moved {
        extent,
        forming,
        steps,
    } = moved;
    let mut spent = progress.extension_spent;
    let mut came_from = progress.extension_from;
    if forming && state.extent == Extent::Single {
        // Reading I47: the extensions come from where the counter began, and have paid for the way so far as it has.
        spent = [state.spent; 2];
        came_from = [progress.came_from; 2];
    }
    for (place, step) in steps.into_iter().enumerate() {
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

/// A column after the counter's step, and the steps its extensions make for it.
struct Moved {
    extent: Extent,
    forming: bool,
    steps: [Option<(HexId, HexId)>; 2],
}

/// SR 8.5-form, 8.51: which extensions come along; none for a unit that is not in column and forms none.
fn parts_that_move(walker: &Walker<'_>, progress: &Progress, way: Way) -> Option<Moved> {
    let state = walker.state;
    let needed = column_extensions(walker.class, state.sp);
    match state.extent {
        Extent::Single => {
            let forms = needed > 0
                && (walker.gait == Gait::March
                    || walker.gait == Gait::Advance && way == Way::Route);
            forms.then_some(Moved {
                extent: Extent::Column {
                    rear: state.hex,
                    tail: None,
                },
                forming: true,
                steps: [None, None],
            })
        }
        Extent::Column { rear, tail } => {
            let extent = Extent::Column {
                rear: state.hex,
                tail: (needed > 1).then_some(rear),
            };
            // A second extension that still stands with the first has not moved yet.
            let second = tail.map(|tail| (tail, rear));
            Some(Moved {
                extent,
                forming: progress.forming,
                steps: [Some((rear, state.hex)), second],
            })
        }
        Extent::Line { .. } => None,
    }
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
