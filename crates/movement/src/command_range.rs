//! SR 4.15, BB 4.15: whether command reaches from one hex to another.

use core::ops::ControlFlow;

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::Level;
use longroll_core::Side;
use longroll_position::HalfMp;
use smallvec::SmallVec;

use crate::flood::Scratch;
use crate::gait::{Gait, MoverClass};
use crate::plane::SHUT;
use crate::scene::Scene;
use crate::works;

/// SR 4.15: the MP from a leader of this level in `from` to a subordinate in `to`, if they are within `limit`.
///
/// The superior's hex is free, the subordinate's is paid. Hexes next to an enemy combat unit are closed unless a friendly
/// combat unit stands in them (reading 13), and so are hexes the enemy holds.
#[must_use]
pub fn command_cost(
    scene: &Scene<'_>,
    side: Side,
    level: Level,
    from: HexId,
    to: HexId,
    limit: HalfMp,
) -> Option<HalfMp> {
    let search = |room: &mut Scratch| command_cost_with(scene, room, side, level, from, to, limit);
    scene.tables.searches.search(search)
}

/// [`command_cost`] with room of the caller's own, which also holds the way: [`Scratch::path`].
#[must_use]
pub fn command_cost_with(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    level: Level,
    from: HexId,
    to: HexId,
    limit: HalfMp,
) -> Option<HalfMp> {
    // Only hexes on a way short enough can matter, and most questions end with the first comparison.
    let grid = scene.grid();
    let gait = Gait::Trace(level.into());
    let least = u32::from(scene.tables.leader_plane(gait).least.max(1));
    let most = u32::from(limit.0) / least;
    if grid.distance(from, to) > most {
        return None;
    }
    let near = |hex| grid.distance(from, hex) + grid.distance(hex, to) <= most;
    let open = |hex| near(hex) && is_safe(scene, side, hex);
    scratch.flood(
        grid,
        from,
        limit,
        leader_price(scene, gait),
        open,
        |hex, _| {
            if hex == to {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    scratch.cost(to)
}

/// SR 4.15: everything within the range of a leader; ask `scratch` for costs and ways.
pub fn command_reach(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    level: Level,
    from: HexId,
    limit: HalfMp,
) {
    trace(scene, scratch, side, level, from, limit, |_, _| {
        ControlFlow::Continue(())
    });
}

/// [`command_reach`] that looks no farther than it takes to know of some hexes whether they lie within the range; of
/// other hexes it says nothing.
pub fn command_reach_to(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    level: Level,
    (from, hexes): (HexId, &[HexId]),
    limit: HalfMp,
) {
    let grid = scene.grid();
    let gait = Gait::Trace(level.into());
    let least = u32::from(scene.tables.leader_plane(gait).least.max(1));
    let most = u32::from(limit.0) / least;
    let mut sought: SmallVec<[HexId; 24]> = hexes
        .iter()
        .copied()
        .filter(|hex| grid.distance(from, *hex) <= most)
        .collect();
    trace(scene, scratch, side, level, from, limit, |hex, _| {
        sought.retain(|other| *other != hex);
        if sought.is_empty() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
}

fn trace(
    scene: &Scene<'_>,
    scratch: &mut Scratch,
    side: Side,
    level: Level,
    from: HexId,
    limit: HalfMp,
    settle: impl FnMut(HexId, HalfMp) -> ControlFlow<()>,
) {
    let gait = Gait::Trace(level.into());
    let price = leader_price(scene, gait);
    scratch.flood(
        scene.grid(),
        from,
        limit,
        price,
        |hex| is_safe(scene, side, hex),
        settle,
    );
}

/// SR 4.15, 9.33: a leader or his messenger may be here: no enemy in the hex, and none beside it unless friends are here.
pub(crate) fn is_safe(scene: &Scene<'_>, side: Side, hex: HexId) -> bool {
    match scene.position.holder(hex) {
        Some(holder) => holder == side,
        None => !scene.next_to_enemy(side, hex),
    }
}

/// The best cost of leaders and of tracing, the closed bridge heeded.
pub(crate) fn leader_price<'a>(
    scene: &'a Scene<'_>,
    gait: Gait,
) -> impl Fn(HexId, Direction, HexId) -> u8 + 'a {
    let plane = scene.tables.leader_plane(gait);
    let closed = scene
        .tables
        .closed_bridge
        .filter(|_| !scene.position.bridge_open)
        .map(|bridge| bridge.hex);
    move |hex, direction, to| {
        if closed.is_some_and(|closed| closed == hex || closed == to) {
            return off_route_price(scene, gait, hex, direction);
        }
        let cost = plane.cost(hex, direction);
        if scene.position.fires.works.is_empty() {
            cost
        } else {
            works::dearer(scene, MoverClass::Leader, hex, direction, cost)
        }
    }
}

#[cold]
fn off_route_price(scene: &Scene<'_>, gait: Gait, hex: HexId, direction: Direction) -> u8 {
    use crate::cost::price;
    use crate::gait::{MoverClass, Way};
    let step = crate::step_ground::StepGround::of(scene.setting.ground(), hex, direction);
    step.and_then(|step| {
        price(
            scene.tables.chart(),
            &step,
            MoverClass::Leader,
            gait,
            Way::OffRoute,
        )
        .ok()
    })
    .and_then(|step| u8::try_from(step.cost.0).ok())
    .unwrap_or(SHUT)
}
