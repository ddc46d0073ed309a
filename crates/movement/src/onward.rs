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
use crate::{artillery, special, stacking};

/// One hex on the way through.
#[derive(Clone, Copy)]
struct Passage {
    entry: Entry,
    /// None if it has still to be chosen.
    facing: Option<Facing>,
    left: HalfMp,
}

/// Whether a hex where the unit may stop lies within what is left after entering `entry.hex` with this facing, or with the
/// best of all.
pub(crate) fn can_go_on(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    entry: Entry,
    facing: Option<Facing>,
    left: HalfMp,
    start: HexId,
) -> bool {
    // A hex is looked at again by whoever comes with more MP or another facing.
    let mut seen: SmallVec<[(HexId, Option<Facing>, HalfMp); 16]> = SmallVec::new();
    seen.push((entry.hex, facing, left));
    let mut open: SmallVec<[Passage; 8]> = SmallVec::new();
    open.push(Passage {
        entry,
        facing,
        left,
    });
    while let Some(at) = open.pop() {
        let mut leaving = Leaving::of(scene, walker, at);
        for direction in Direction::ALL {
            let Some(exit) = leaving.exit(direction, start) else {
                continue;
            };
            let to = exit.entry.hex;
            // BB 14.55: cavalry may have to go on from an empty hex as well.
            let must_go_on = special::may_end(scene, walker, start, to).is_err();
            let friends = has_friends(scene, to, walker.unit);
            let joins =
                || stacking::may_join(scene.setting, scene.position, walker.unit, to).is_ok();
            let may_stop = !must_go_on && (!friends || joins());
            let passes = (must_go_on || friends) && !scene.next_to_enemy(walker.side, to);
            if !may_stop && !passes {
                continue;
            }
            for facing in Facing::toward(direction, facing_kind(walker.gait)) {
                let Some(left) = leaving.left_after(&exit, facing) else {
                    continue;
                };
                let stops = may_stop
                    && arrive(scene, walker, exit.entry, facing, HalfMp::ZERO)
                        .is_ok_and(|stop| stop.cost <= left);
                if stops {
                    return true;
                }
                let facing = Some(facing);
                let known = seen
                    .iter()
                    .any(|(hex, faced, more)| *hex == to && *faced == facing && *more >= left);
                if !known && passes {
                    seen.push((to, facing, left));
                    open.push(Passage {
                        entry: exit.entry,
                        facing,
                        left,
                    });
                }
            }
        }
    }
    false
}

/// A step out of a hex, whatever the facing.
struct Exit {
    entry: Entry,
    /// The ground and the friends who are passed.
    cost: HalfMp,
}

/// The ways out of one hex.
struct Leaving<'a> {
    scene: &'a Scene<'a>,
    walker: &'a Walker<'a>,
    at: Passage,
    woods: bool,
    /// What passing the friends here takes, off the Road and on it, once asked for; none where they bar the way.
    passing: [Option<Option<HalfMp>>; 2],
}

impl<'a> Leaving<'a> {
    fn of(scene: &'a Scene<'a>, walker: &'a Walker<'a>, at: Passage) -> Self {
        Self {
            scene,
            walker,
            at,
            woods: is_woods_for_turning(scene, at.entry.hex),
            passing: [None; 2],
        }
    }

    fn surcharge(&mut self, road: RoadUse) -> Option<HalfMp> {
        let (scene, walker, entry) = (self.scene, self.walker, self.at.entry);
        *self.passing[usize::from(road == RoadUse::OnRoad)].get_or_insert_with(|| {
            let passed = pass(scene, walker, entry, road).ok()?;
            Some(passed.map_or(HalfMp::ZERO, |pass| pass.surcharge))
        })
    }

    /// The next hex, if the unit can leave this one that way.
    fn exit(&mut self, direction: Direction, start: HexId) -> Option<Exit> {
        let (scene, walker, from) = (self.scene, self.walker, self.at.entry.hex);
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
        let road = if way == Way::Route && on_road(scene, from, to) {
            RoadUse::OnRoad
        } else {
            RoadUse::OffRoad
        };
        let cost = price.cost + self.surcharge(road)?;
        if cost > self.at.left {
            return None;
        }
        approach(scene, Approach::of(walker), from, direction, to, way).ok()?;
        in_play(scene, to).ok()?;
        special::may_enter(scene, walker, to).ok()?;
        if walker.class == MoverClass::Artillery {
            artillery::artillery_may_enter(scene, walker.side, Some(start), to).ok()?;
        }
        Some(Exit {
            entry: Entry {
                from,
                hex: to,
                way,
                cost: price.cost,
            },
            cost,
        })
    }

    /// The MP left after going that way with this facing; none if they are not enough.
    fn left_after(&self, exit: &Exit, facing: Facing) -> Option<HalfMp> {
        let turn = match self.at.facing {
            Some(faced) => {
                let steps = faced.turns_to(facing)?;
                if exit.entry.way == Way::Route {
                    HalfMp::ZERO
                } else {
                    cheapest_turn(self.walker.gait, self.woods, steps)
                }
            }
            None => HalfMp::ZERO,
        };
        let total = turn + exit.cost;
        (total <= self.at.left).then(|| self.at.left.less(total))
    }
}
