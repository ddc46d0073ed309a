//! One path machinery: Dijkstra over dense arrays with a ring of buckets. Nothing is hashed, and after the first
//! searches nothing is allocated.

use core::ops::ControlFlow;
use std::sync::Mutex;

use longroll_board::{Direction, Grid, HexId};
use longroll_position::HalfMp;

const RING: usize = 256;
const UNSEEN: u16 = u16::MAX;
/// Kept as the cost of a hex that may not be entered, so that it is asked only once.
const CLOSED: u16 = u16::MAX - 1;
const NO_STEP: u8 = 6;
const NOBODY: u32 = u32::MAX;

/// Room for a search. Keep one and hand it to every search; it grows to the size of the map once.
#[derive(Debug, Clone)]
pub struct Scratch {
    costs: Vec<u16>,
    came_by: Vec<u8>,
    touched: Vec<HexId>,
    /// The hex that came last to each bucket of the ring, by its place in `waiting`.
    ring: [u32; RING],
    /// Hexes that wait, each with the one that came to its bucket before it.
    waiting: Vec<(HexId, u32)>,
    pub(crate) facings: crate::reach::FacingScratch,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            costs: Vec::new(),
            came_by: Vec::new(),
            touched: Vec::new(),
            ring: [NOBODY; RING],
            waiting: Vec::new(),
            facings: crate::reach::FacingScratch::default(),
        }
    }
}

/// Rooms for searches, used again and again: a new one costs more to lay out than most searches do.
#[derive(Debug, Default)]
pub struct Searches(Mutex<Vec<Scratch>>);

/// A copy begins without rooms.
impl Clone for Searches {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Searches {
    /// Searches in a room that is free.
    pub fn search<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let free = self.0.lock().ok().and_then(|mut rooms| rooms.pop());
        let mut room = free.unwrap_or_default();
        let found = work(&mut room);
        if let Ok(mut rooms) = self.0.lock() {
            rooms.push(room);
        }
        found
    }
}

impl Scratch {
    /// Empty room.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn begin(&mut self, hexes: usize) {
        if self.costs.len() < hexes {
            self.costs.resize(hexes, UNSEEN);
            self.came_by.resize(hexes, NO_STEP);
        }
        for hex in self.touched.drain(..) {
            self.costs[hex.index()] = UNSEEN;
            self.came_by[hex.index()] = NO_STEP;
        }
        self.waiting.clear();
    }

    #[inline]
    fn wait(&mut self, hex: HexId, cost: u16) {
        let bucket = &mut self.ring[usize::from(cost) % RING];
        let place = u32::try_from(self.waiting.len()).unwrap_or(NOBODY);
        self.waiting.push((hex, *bucket));
        *bucket = place;
    }

    /// Floods from `start` within `limit`.
    ///
    /// `price` gives the half MP of a step or [`SHUT`](crate::plane::SHUT); `open` says, once for every hex touched,
    /// whether it may be entered; `settle` is told every hex with its cost, nearest first, and may end the search.
    pub(crate) fn flood(
        &mut self,
        grid: &Grid,
        start: HexId,
        limit: HalfMp,
        price: impl Fn(HexId, Direction, HexId) -> u8,
        open: impl Fn(HexId) -> bool,
        mut settle: impl FnMut(HexId, HalfMp) -> ControlFlow<()>,
    ) {
        self.begin(grid.len());
        self.costs[start.index()] = 0;
        self.touched.push(start);
        self.wait(start, 0);
        let mut waiting = 1_usize;
        let mut now = 0_u16;
        while waiting > 0 && now <= limit.0 {
            let slot = usize::from(now) % RING;
            while let Some(&(hex, before)) = self.waiting.get(self.ring[slot] as usize) {
                self.ring[slot] = before;
                waiting -= 1;
                if self.costs[hex.index()] != now {
                    continue;
                }
                if settle(hex, HalfMp(now)).is_break() {
                    self.ring.fill(NOBODY);
                    return;
                }
                for direction in Direction::ALL {
                    let Some(to) = grid.neighbour(hex, direction) else {
                        continue;
                    };
                    let step = price(hex, direction, to);
                    if step == crate::plane::SHUT {
                        continue;
                    }
                    let cost = now + u16::from(step);
                    let known = self.costs[to.index()];
                    if cost > limit.0 || known == CLOSED || known <= cost {
                        continue;
                    }
                    if known == UNSEEN {
                        self.touched.push(to);
                        if !open(to) {
                            self.costs[to.index()] = CLOSED;
                            continue;
                        }
                    }
                    self.costs[to.index()] = cost;
                    self.came_by[to.index()] = direction.index() as u8;
                    self.wait(to, cost);
                    waiting += 1;
                }
            }
            now += 1;
        }
        if waiting > 0 {
            self.ring.fill(NOBODY);
        }
    }

    /// The cost found for a hex by the last search.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<HalfMp> {
        self.costs
            .get(hex.index())
            .copied()
            .filter(|cost| *cost < CLOSED)
            .map(HalfMp)
    }

    /// Every hex the last search reached with its cost, in the order in which it was first seen.
    pub fn reached(&self) -> impl Iterator<Item = (HexId, HalfMp)> + '_ {
        self.touched
            .iter()
            .filter_map(|hex| self.cost(*hex).map(|cost| (*hex, cost)))
    }

    /// The way the last search found to a hex: every hex entered, the last one included. Empty for its start.
    #[must_use]
    pub fn path(&self, grid: &Grid, to: HexId) -> Option<Vec<HexId>> {
        self.cost(to)?;
        let mut path = Vec::new();
        let mut hex = to;
        while let Some(direction) = Direction::ALL.get(usize::from(self.came_by[hex.index()])) {
            path.push(hex);
            hex = grid.neighbour(hex, direction.opposite())?;
        }
        path.reverse();
        Some(path)
    }
}
