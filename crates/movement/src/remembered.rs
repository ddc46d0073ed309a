//! What follows from who stands where and is asked for again and again. Nothing here is found out; it is only kept.

use core::sync::atomic::{AtomicU16, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, RwLock};

use longroll_board::{Grid, HexId};
use longroll_core::Side;
use smallvec::SmallVec;

use crate::gait::{Gait, MoverClass};

/// A bit for every hex.
pub(crate) type Words = SmallVec<[u64; 64]>;

/// The latest answers, each with what it follows from, so that it does not show whether they are remembered.
#[derive(Debug)]
pub(crate) struct Memo<T>(Mutex<Vec<Arc<T>>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// A copy begins with an empty memory.
impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> Memo<T> {
    /// So many are remembered.
    const MOST: usize = 8;

    /// The answer, worked out if it is not known.
    pub(crate) fn recall(&self, is_it: impl Fn(&T) -> bool, work: impl FnOnce() -> T) -> Arc<T> {
        if let Ok(known) = self.0.lock()
            && let Some(found) = known.iter().find(|known| is_it(known))
        {
            return Arc::clone(found);
        }
        let found = Arc::new(work());
        if let Ok(mut known) = self.0.lock() {
            known.truncate(Self::MOST - 1);
            known.insert(0, Arc::clone(&found));
        }
        found
    }
}

/// Costs to the goals of missions over the ground alone, worked out when they are first asked for. They follow from the
/// ground, so that it does not show when that was.
#[derive(Debug, Default)]
pub(crate) struct GoalMemo(RwLock<BTreeMap<GoalKey, Arc<[u16]>>>);

pub(crate) type GoalKey = (HexId, MoverClass, Gait, bool);

/// A copy begins with an empty memory.
impl Clone for GoalMemo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl GoalMemo {
    pub(crate) fn costs(&self, key: GoalKey, work: impl FnOnce() -> Arc<[u16]>) -> Arc<[u16]> {
        if let Ok(known) = self.0.read()
            && let Some(costs) = known.get(&key)
        {
            return Arc::clone(costs);
        }
        let costs = work();
        if let Ok(mut known) = self.0.write() {
            known.insert(key, Arc::clone(&costs));
        }
        costs
    }
}

const NO_PATH: u16 = u16::MAX;

/// BB 14.55: how far every hex is from the non-cavalry of one side by a legal path, as
/// [`hex_path_within`](crate::ways::hex_path_within) tells it.
#[derive(Debug)]
pub(crate) struct FriendPaths {
    pub side: Side,
    /// Where that side has non-cavalry, and what its enemies hold: all that the paths depend on besides the ground.
    pub friends: Words,
    pub enemies: Words,
    distances: Vec<u16>,
}

impl FriendPaths {
    /// Nothing is known of any hex.
    pub(crate) fn new(side: Side, friends: Words, enemies: Words, hexes: usize) -> Self {
        Self {
            side,
            friends,
            enemies,
            distances: vec![NO_PATH; hexes],
        }
    }

    /// Notes the length of a path; whether none was known.
    pub(crate) fn note(&mut self, from: HexId, distance: u16) -> bool {
        let known = &mut self.distances[from.index()];
        let new = *known == NO_PATH;
        if new {
            *known = distance;
        }
        new
    }

    /// The length of the shortest path from a hex; none if there is no path.
    pub(crate) fn distance(&self, from: HexId) -> Option<u32> {
        let distance = self.distances.get(from.index()).copied();
        distance.filter(|&far| far != NO_PATH).map(u32::from)
    }
}

/// A distance that has not been asked for.
const UNKNOWN: u16 = u16::MAX;

/// How far hexes are from the nearest hex that a side's enemies hold, each found out when it is first asked for.
#[derive(Debug)]
pub struct FoeDistances {
    pub(crate) side: Side,
    pub(crate) held: Words,
    foes: Vec<HexId>,
    distances: Vec<AtomicU16>,
}

impl FoeDistances {
    /// The enemies of a side in these hexes.
    pub(crate) fn new(side: Side, held: Words, foes: Vec<HexId>, hexes: usize) -> Self {
        let unknown = || AtomicU16::new(UNKNOWN);
        let distances = core::iter::repeat_with(unknown).take(hexes).collect();
        Self {
            side,
            held,
            foes,
            distances,
        }
    }

    /// The distance from a hex; none if there is no enemy on the map.
    #[must_use]
    pub fn nearest(&self, grid: &Grid, hex: HexId) -> Option<u32> {
        let place = self.distances.get(hex.index())?;
        let known = place.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Some(u32::from(known));
        }
        let foes = self.foes.iter();
        let nearest = foes.map(|&foe| grid.distance(hex, foe)).min()?;
        place.store(nearest.try_into().unwrap_or(UNKNOWN), Ordering::Relaxed);
        Some(nearest)
    }
}
