//! What has been found out about the ways of one unit out of hexes of friends.

use core::cell::RefCell;

use longroll_board::{Direction, Facing, HexId};
use longroll_position::{HalfMp, UnitState};
use smallvec::{Array, SmallVec};

use crate::passage::{Entry, RoadUse};
use crate::progress::Progress;

/// One hex on the way through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    pub entry: Entry,
    /// None if it has still to be chosen.
    pub facing: Option<Facing>,
    pub left: HalfMp,
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
pub(crate) struct Trail {
    passages: Passages,
    from: SmallVec<[usize; 16]>,
}

impl Trail {
    pub fn of(first: Passage) -> Self {
        Self {
            passages: Passages::of(first),
            from: SmallVec::from_slice(&[0]),
        }
    }

    /// Notes a passage; its number.
    pub fn push(&mut self, passage: Passage, from: usize) -> usize {
        self.passages.push(passage);
        self.from.push(from);
        self.from.len() - 1
    }

    /// The passage of this number.
    pub fn get(&self, number: usize) -> Passage {
        self.passages.get(number)
    }

    /// Whether the search has come to this passage, or to one that leads wherever it does.
    pub fn has_come_to(&self, passage: Passage) -> bool {
        self.passages.serve(passage)
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
pub(crate) struct Outlet {
    pub entry: Entry,
    pub road: RoadUse,
    /// It may stop there, as far as friends and its tether go.
    pub may_stop: bool,
    /// It may go on from there.
    pub passes: bool,
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
    pub(crate) fn is_blind(&self, passage: Passage) -> bool {
        self.blind.borrow().serve(passage)
    }

    /// Whether it is known already that this leads somewhere.
    pub(crate) fn is_open(&self, passage: Passage) -> bool {
        self.open.borrow().are_served_by(passage)
    }

    /// Whether it is known already that this would lead somewhere if turning and stopping cost nothing.
    pub(crate) fn has_hope(&self, passage: Passage) -> bool {
        self.hopes.borrow().are_served_by(passage)
    }

    /// Remembers a passage of a search that leads somewhere, and all by which it was reached.
    pub(crate) fn note_open(&self, trail: &Trail, last: usize) {
        note_trail(&self.open, trail, last);
    }

    /// The same if turning and stopping cost nothing.
    pub(crate) fn note_hope(&self, trail: &Trail, last: usize) {
        note_trail(&self.hopes, trail, last);
    }

    /// Remembers that nothing to which a search has come leads anywhere.
    pub(crate) fn note_blind(&self, trail: &Trail) {
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
    pub(crate) fn surcharge(
        &self,
        entry: Entry,
        road: RoadUse,
        find: impl FnOnce() -> Option<HalfMp>,
    ) -> Option<HalfMp> {
        found_once(&self.passed, (entry, road), find)
    }

    pub(crate) fn recall(&self, hex: HexId, direction: Direction) -> Option<Option<Outlet>> {
        let (hexes, doors) = &*self.doors.borrow();
        let place = hexes.iter().position(|&own| own == hex)?;
        doors[place][direction.index()]
    }

    pub(crate) fn note(&self, hex: HexId, direction: Direction, outlet: Option<Outlet>) {
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

/// A column as it would stand on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Under {
    pub state: UnitState,
    pub progress: Progress,
    pub left: HalfMp,
}

impl Under {
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
