//! SR 8.11, 8.22: whether a unit that may not stop with friends can get through to somewhere it may.

use core::cell::{OnceCell, RefCell};

use longroll_board::{Direction, Facing, HexId};
use longroll_position::HalfMp;
use smallvec::{Array, SmallVec};

use crate::adjacency::{Approach, approach};
use crate::arcs::facing_kind;
use crate::arrival::arrive;
use crate::extension::Under;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::{Entry, RoadUse, has_friends, on_road, pass};
use crate::scene::Scene;
use crate::walker::Walker;
use crate::{artillery, special, stacking};

/// One hex on the way through.
#[derive(Debug, Clone, Copy)]
struct Passage {
    entry: Entry,
    /// None if it has still to be chosen.
    facing: Option<Facing>,
    left: HalfMp,
}

impl Passage {
    /// Whether it leads wherever the other does. How it came in may tell what it pays for its friends there; who has still to
    /// choose his facing may choose that of the other.
    fn serves(&self, other: Self) -> bool {
        let by = |entry: Entry| (entry.from, entry.hex, entry.way);
        by(self.entry) == by(other.entry)
            && self.left >= other.left
            && (self.facing.is_none() || self.facing == other.facing)
    }
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

/// Passages, quickly asked for those of one hex.
#[derive(Debug, Default)]
struct Passages {
    /// The last passage of all whose hex falls into this place, by number from 1; no places before the first passage.
    last: Vec<usize>,
    /// Each with the number of the one before it in its place.
    all: Vec<(Passage, usize)>,
}

impl Passages {
    const PLACES: usize = 32;

    fn of(first: Passage) -> Self {
        let mut own = Self::default();
        own.push(first);
        own
    }

    const fn place(passage: Passage) -> usize {
        passage.entry.hex.index() % Self::PLACES
    }

    fn push(&mut self, passage: Passage) {
        if self.last.is_empty() {
            self.last.resize(Self::PLACES, 0);
        }
        let last = &mut self.last[Self::place(passage)];
        self.all.push((passage, *last));
        *last = self.all.len();
    }

    fn get(&self, number: usize) -> Passage {
        self.all[number].0
    }

    fn iter(&self) -> impl Iterator<Item = Passage> + '_ {
        self.all.iter().map(|(passage, _)| *passage)
    }

    /// Whether one of the same hex is such.
    fn any_at(&self, passage: Passage, is_such: impl Fn(Passage) -> bool) -> bool {
        let mut number = self.last.get(Self::place(passage)).copied().unwrap_or(0);
        while let Some(place) = number.checked_sub(1) {
            let (other, before) = self.all[place];
            if is_such(other) {
                return true;
            }
            number = before;
        }
        false
    }

    /// Whether one of them leads wherever this does.
    fn serve(&self, passage: Passage) -> bool {
        self.any_at(passage, |other| other.serves(passage))
    }

    /// Whether this leads wherever one of them does.
    fn are_served_by(&self, passage: Passage) -> bool {
        self.any_at(passage, |other| passage.serves(other))
    }
}

/// The passages that a search has come to, each with the one it came from.
struct Trail {
    passages: Passages,
    from: SmallVec<[usize; 16]>,
}

impl Trail {
    fn of(first: Passage) -> Self {
        Self {
            passages: Passages::of(first),
            from: SmallVec::from_slice(&[0]),
        }
    }

    /// Notes a passage; its number.
    fn push(&mut self, passage: Passage, from: usize) -> usize {
        self.passages.push(passage);
        self.from.push(from);
        self.from.len() - 1
    }

    /// Whether the search has come to this passage, or to one that leads wherever it does.
    fn has_come_to(&self, passage: Passage) -> bool {
        self.passages.serve(passage)
    }
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
            let leaving = Leaving::of(self, trail.passages.get(place));
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
                        note_trail(&self.outlets.open, &trail, place);
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
            let at = trail.passages.get(place);
            for (_, outlet, cost) in Leaving::of(self, at).ways() {
                let next = Passage {
                    entry: outlet.entry,
                    facing: None,
                    left: at.left.less(cost),
                };
                if outlet.may_stop || self.outlets.has_hope(next) {
                    note_trail(&self.outlets.hopes, &trail, place);
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

/// Remembers a passage that leads where it should, and all by which it was reached.
fn note_trail(known: &RefCell<Passages>, trail: &Trail, last: usize) {
    let mut known = known.borrow_mut();
    let mut place = last;
    loop {
        known.push(trail.passages.get(place));
        if place == 0 {
            return;
        }
        place = trail.from[place];
    }
}

/// A step out of a hex, whatever the facing and the MP, that leads somewhere.
#[derive(Debug, Clone, Copy)]
struct Outlet {
    entry: Entry,
    road: RoadUse,
    /// It may stop there, as far as friends and its tether go.
    may_stop: bool,
    /// It may go on from there.
    passes: bool,
}

/// The ways out of a hex, as far as they have been asked for.
type Doors = [Option<Option<Outlet>>; 6];

/// What passing friends takes for whoever has entered their hex so and leaves it so.
type Passed = ((Entry, RoadUse), Option<HalfMp>);

/// The ways of one unit out of hexes of friends, kept while nothing moves: its steps ask for them again and again.
#[derive(Debug, Default)]
pub struct Outlets {
    doors: RefCell<(SmallVec<[HexId; 16]>, Vec<Doors>)>,
    /// What passing friends takes, by how their hex is entered and left; none where they bar the way.
    passed: RefCell<SmallVec<[Passed; 4]>>,
    /// Where it gets through to nowhere.
    blind: RefCell<Passages>,
    /// Where it gets through.
    open: RefCell<Passages>,
    /// Where it would get through if turning and stopping cost nothing.
    hopes: RefCell<Passages>,
    /// How it stands as a column that gets through to nowhere.
    stuck: RefCell<Vec<Under>>,
    /// How it stands as a column that gets through.
    free: RefCell<Vec<Under>>,
    /// BB 14.55: which ways lead away from its friends, by hex.
    away: RefCell<SmallVec<[(HexId, u8); 4]>>,
}

impl Outlets {
    /// Whether it is known already that this leads nowhere.
    fn is_blind(&self, passage: Passage) -> bool {
        self.blind.borrow().serve(passage)
    }

    /// Whether it is known already that this leads somewhere.
    fn is_open(&self, passage: Passage) -> bool {
        self.open.borrow().are_served_by(passage)
    }

    /// Whether it is known already that this would lead somewhere if turning and stopping cost nothing.
    fn has_hope(&self, passage: Passage) -> bool {
        self.hopes.borrow().are_served_by(passage)
    }

    fn note_blind(&self, trail: &Trail) {
        let mut blind = self.blind.borrow_mut();
        trail
            .passages
            .iter()
            .for_each(|passage| blind.push(passage));
    }

    /// Whether it is known already that a column that stands so gets through to nowhere.
    pub(crate) fn is_stuck(&self, column: &Under) -> bool {
        let stuck = self.stuck.borrow();
        stuck.iter().any(|other| other.covers(column))
    }

    pub(crate) fn note_stuck(&self, columns: &[Under]) {
        self.stuck.borrow_mut().extend_from_slice(columns);
    }

    /// Whether it is known already that a column that stands so gets through.
    pub(crate) fn is_free(&self, column: &Under) -> bool {
        let free = self.free.borrow();
        free.iter().any(|other| column.covers(other))
    }

    pub(crate) fn note_free(&self, column: &Under) {
        self.free.borrow_mut().push(*column);
    }

    /// BB 14.55: which ways lead away from its friends here, found out once.
    pub(crate) fn away(&self, hex: HexId, find: impl FnOnce() -> u8) -> u8 {
        found_once(&self.away, hex, find)
    }

    /// What passing the friends of a hex entered so takes, found out once.
    fn surcharge(
        &self,
        entry: Entry,
        road: RoadUse,
        find: impl FnOnce() -> Option<HalfMp>,
    ) -> Option<HalfMp> {
        found_once(&self.passed, (entry, road), find)
    }

    fn recall(&self, hex: HexId, direction: Direction) -> Option<Option<Outlet>> {
        let (hexes, doors) = &*self.doors.borrow();
        let place = hexes.iter().position(|&own| own == hex)?;
        doors[place][direction.index()]
    }

    fn note(&self, hex: HexId, direction: Direction, outlet: Option<Outlet>) {
        let (hexes, doors) = &mut *self.doors.borrow_mut();
        let place = hexes.iter().position(|&own| own == hex);
        let place = place.unwrap_or_else(|| {
            hexes.push(hex);
            doors.push([None; 6]);
            doors.len() - 1
        });
        doors[place][direction.index()] = Some(outlet);
    }
}

/// An answer that is found out when it is first asked for.
fn found_once<K: Copy + PartialEq, V: Copy, A: Array<Item = (K, V)>>(
    known: &RefCell<SmallVec<A>>,
    key: K,
    find: impl FnOnce() -> V,
) -> V {
    let before = known.borrow().iter().find(|(of, _)| *of == key).copied();
    before.map_or_else(
        || {
            let answer = find();
            known.borrow_mut().push((key, answer));
            answer
        },
        |(_, answer)| answer,
    )
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
