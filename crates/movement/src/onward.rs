//! SR 8.11, 8.22: whether a unit that may not stop with friends can get through to somewhere it may.

use longroll_board::{Direction, Facing, HexId};
use longroll_position::HalfMp;
use smallvec::SmallVec;

use crate::adjacency::{Approach, approach};
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::{Entry, RoadUse, has_friends, on_road, pass};
use crate::scene::Scene;
use crate::walker::Walker;
use crate::{artillery, special};

/// One hex on the way through.
#[derive(Clone, Copy)]
struct Passage {
    entry: Entry,
    facing: Facing,
    left: HalfMp,
}

/// Whether a hex where the unit may stop lies within what is left after entering `entry.hex` with this facing.
pub(crate) fn can_go_on(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    entry: Entry,
    facing: Facing,
    left: HalfMp,
    start: HexId,
) -> bool {
    // A hex is looked at again by whoever comes with more MP or another facing.
    let mut seen: SmallVec<[(HexId, Facing, HalfMp); 16]> = SmallVec::new();
    seen.push((entry.hex, facing, left));
    let mut open = vec![Passage {
        entry,
        facing,
        left,
    }];
    while let Some(at) = open.pop() {
        for direction in Direction::ALL {
            for facing in Facing::toward(direction, facing_kind(walker.gait)) {
                let Some(next) = exit(scene, walker, at, direction, facing, start) else {
                    continue;
                };
                let to = next.entry.hex;
                // BB 14.55: cavalry may have to go on from an empty hex as well.
                let must_go_on = special::may_end(scene, walker, start, to).is_err();
                let stops = !must_go_on
                    && arrive(scene, walker, next.entry, facing, HalfMp::ZERO)
                        .is_ok_and(|stop| stop.cost <= next.left);
                if stops {
                    return true;
                }
                let known = seen
                    .iter()
                    .any(|(hex, faced, left)| *hex == to && *faced == facing && *left >= next.left);
                if !known
                    && (must_go_on || has_friends(scene, to, walker.unit))
                    && !scene.next_to_enemy(walker.side, to)
                {
                    seen.push((to, facing, next.left));
                    open.push(next);
                }
            }
        }
    }
    false
}

/// The next hex, if the unit can leave this one that way.
fn exit(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    at: Passage,
    direction: Direction,
    facing: Facing,
    start: HexId,
) -> Option<Passage> {
    let from = at.entry.hex;
    let to = scene.grid().neighbour(from, direction)?;
    if scene.holds(walker.side.enemy(), to) {
        return None;
    }
    let route = if scene.route_open(from, to) {
        scene.step(from, direction, walker.class, walker.gait, Way::Route)
    } else {
        None
    };
    let (way, price) = match route {
        Some(price) => (Way::Route, price),
        None => (
            Way::OffRoute,
            scene.step(from, direction, walker.class, walker.gait, Way::OffRoute)?,
        ),
    };
    let steps = at.facing.turns_to(facing)?;
    let turn = if way == Way::Route {
        HalfMp::ZERO
    } else {
        cheapest_turn(walker.gait, is_woods_for_turning(scene, from), steps)
    };
    let road = if way == Way::Route && on_road(scene, from, to) {
        RoadUse::OnRoad
    } else {
        RoadUse::OffRoad
    };
    let surcharge = pass(scene, walker, at.entry, road)
        .ok()?
        .map_or(HalfMp::ZERO, |pass| pass.surcharge);
    let total = turn + price.cost + surcharge;
    if total > at.left {
        return None;
    }
    approach(scene, Approach::of(walker), from, direction, to, way).ok()?;
    in_play(scene, to).ok()?;
    special::may_enter(scene, walker, to).ok()?;
    if walker.class == MoverClass::Artillery {
        artillery::artillery_may_enter(scene, walker.side, Some(start), to).ok()?;
    }
    Some(Passage {
        entry: Entry {
            from,
            hex: to,
            way,
            cost: price.cost,
        },
        facing,
        left: at.left.less(total),
    })
}
