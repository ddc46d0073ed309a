//! SR 8.11, 8.22: whether a unit that may not stop with friends can get through to somewhere it may.

use core::cell::OnceCell;

use longroll_board::{Direction, Facing, HexId};
use longroll_position::HalfMp;
use smallvec::SmallVec;

use crate::adjacency::{Approach, approach};
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{MoverClass, Way};
use crate::leaders::in_play;
use crate::outlets::{Outlet, Outlets, Passage, Trail};
use crate::passing::{Entry, RoadUse, has_friends, on_road, pass};
use crate::scene::Scene;
use crate::walker::Walker;
use crate::{artillery, special, stacking};

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
    let own = Outlets::default();
    let ground = Crowd {
        scene,
        walker,
        start,
        outlets: walker.outlets.unwrap_or(&own),
    };
    let passage = Passage {
        entry,
        facing,
        left,
    };
    let outlets = ground.outlets;
    outlets.is_open(passage)
        || !outlets.is_blind(passage) && ground.leads_out(passage) && ground.leads_on(passage)
}

/// Hexes of friends on the way of one unit.
#[derive(Clone, Copy)]
struct Crowd<'a> {
    scene: &'a Scene<'a>,
    walker: &'a Walker<'a>,
    /// Where its move began.
    start: HexId,
    outlets: &'a Outlets,
}

impl Crowd<'_> {
    fn leads_on(&self, first: Passage) -> bool {
        let (scene, walker) = (self.scene, self.walker);
        // A hex is looked at again by whoever comes with more MP, another facing or from elsewhere.
        let mut trail = Trail::of(first);
        let mut open: SmallVec<[usize; 8]> = SmallVec::new();
        open.push(0);
        while let Some(place) = open.pop() {
            let leaving = Leaving::of(self, trail.get(place));
            for (direction, outlet, cost) in leaving.ways() {
                let entry = outlet.entry;
                for facing in Facing::toward(direction, facing_kind(walker.gait)) {
                    let Some(left) = leaving.left_after(&outlet, cost, facing) else {
                        continue;
                    };
                    let next = Passage {
                        entry,
                        facing: Some(facing),
                        left,
                    };
                    let stops = || {
                        arrive(scene, walker, entry, facing, HalfMp::ZERO)
                            .is_ok_and(|stop| stop.cost <= left)
                    };
                    if outlet.may_stop && stops() || outlet.passes && self.outlets.is_open(next) {
                        self.outlets.note_open(&trail, place);
                        return true;
                    }
                    if outlet.passes && !trail.has_come_to(next) && !self.outlets.is_blind(next) {
                        open.push(trail.push(next, place));
                    }
                }
            }
        }
        self.outlets.note_blind(&trail);
        false
    }

    /// The same if turning and stopping cost nothing: where that leads nowhere nothing does, and it is soon found out.
    fn leads_out(&self, first: Passage) -> bool {
        let first = Passage {
            facing: None,
            ..first
        };
        if self.outlets.has_hope(first) {
            return true;
        }
        let mut trail = Trail::of(first);
        let mut open: SmallVec<[usize; 8]> = SmallVec::new();
        open.push(0);
        while let Some(place) = open.pop() {
            let at = trail.get(place);
            for (_, outlet, cost) in Leaving::of(self, at).ways() {
                let next = Passage {
                    entry: outlet.entry,
                    facing: None,
                    left: at.left.less(cost),
                };
                if outlet.may_stop || self.outlets.has_hope(next) {
                    self.outlets.note_hope(&trail, place);
                    return true;
                }
                if !trail.has_come_to(next) && !self.outlets.is_blind(next) {
                    open.push(trail.push(next, place));
                }
            }
        }
        self.outlets.note_blind(&trail);
        false
    }
}

/// The ways out of one hex.
struct Leaving<'a> {
    crowd: &'a Crowd<'a>,
    at: Passage,
    woods: bool,
    /// What passing the friends here takes, off the Road and on it, once asked for; none where they bar the way.
    passing: [OnceCell<Option<HalfMp>>; 2],
}

impl<'a> Leaving<'a> {
    fn of(crowd: &'a Crowd<'a>, at: Passage) -> Self {
        Self {
            crowd,
            at,
            woods: is_woods_for_turning(crowd.scene, at.entry.hex),
            passing: [const { OnceCell::new() }; 2],
        }
    }

    /// The next hexes, with what the ground and the friends who are passed cost, if the unit has it.
    fn ways(&self) -> impl Iterator<Item = (Direction, Outlet, HalfMp)> {
        Direction::ALL.into_iter().filter_map(|direction| {
            let outlet = self.outlet(direction)?;
            let cost = self.cost_of(outlet.entry.cost, outlet.road)?;
            Some((direction, outlet, cost))
        })
    }

    fn surcharge(&self, road: RoadUse) -> Option<HalfMp> {
        let Crowd {
            scene,
            walker,
            outlets,
            ..
        } = *self.crowd;
        *self.passing[usize::from(road == RoadUse::OnRoad)].get_or_init(|| {
            outlets.surcharge(self.at.entry, road, || {
                let passed = pass(scene, walker, self.at.entry, road).ok()?;
                Some(passed.map_or(HalfMp::ZERO, |pass| pass.surcharge))
            })
        })
    }

    /// What the ground and the friends who are passed cost, if the unit has it.
    fn cost_of(&self, ground: HalfMp, road: RoadUse) -> Option<HalfMp> {
        if ground > self.at.left {
            return None;
        }
        let cost = ground + self.surcharge(road)?;
        (cost <= self.at.left).then_some(cost)
    }

    /// The next hex, if the unit can leave this one that way; where it has not the MP it is not looked at.
    fn outlet(&self, direction: Direction) -> Option<Outlet> {
        let (hex, outlets) = (self.at.entry.hex, self.crowd.outlets);
        if let Some(known) = outlets.recall(hex, direction) {
            return known;
        }
        let (entry, road) = self.next(direction)?;
        self.cost_of(entry.cost, road)?;
        let found = self.look(direction, entry, road);
        outlets.note(hex, direction, found);
        found
    }

    /// How the next hex that way is entered, and along what this one is left.
    fn next(&self, direction: Direction) -> Option<(Entry, RoadUse)> {
        let Crowd { scene, walker, .. } = *self.crowd;
        let from = self.at.entry.hex;
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
        let entry = Entry {
            from,
            hex: to,
            way,
            cost: price.cost,
        };
        Some((entry, road))
    }

    fn look(&self, direction: Direction, entry: Entry, road: RoadUse) -> Option<Outlet> {
        let Crowd {
            scene,
            walker,
            start,
            ..
        } = *self.crowd;
        let Entry {
            from, hex: to, way, ..
        } = entry;
        approach(scene, Approach::of(walker), from, direction, to, way).ok()?;
        in_play(scene, to).ok()?;
        special::may_enter(scene, walker, to).ok()?;
        if walker.class == MoverClass::Artillery {
            artillery::artillery_may_enter(scene, walker.side, Some(start), to).ok()?;
        }
        // BB 14.55: cavalry may have to go on from an empty hex as well.
        let must_go_on = special::may_end(scene, walker, start, to).is_err();
        let friends = has_friends(scene, to, walker.unit);
        let joins = || stacking::may_join(scene.setting, scene.position, walker.unit, to).is_ok();
        let may_stop = !must_go_on && (!friends || joins());
        let passes = (must_go_on || friends) && !scene.next_to_enemy(walker.side, to);
        (may_stop || passes).then_some(Outlet {
            entry,
            road,
            may_stop,
            passes,
        })
    }

    /// The MP left after going that way with this facing; none if they are not enough.
    fn left_after(&self, outlet: &Outlet, cost: HalfMp, facing: Facing) -> Option<HalfMp> {
        let turn = match self.at.facing {
            Some(faced) => {
                let steps = faced.turns_to(facing)?;
                if outlet.entry.way == Way::Route {
                    HalfMp::ZERO
                } else {
                    cheapest_turn(self.crowd.walker.gait, self.woods, steps)
                }
            }
            None => HalfMp::ZERO,
        };
        let total = turn + cost;
        (total <= self.at.left).then(|| self.at.left.less(total))
    }
}
