//! How far hexes are from the nearest enemy, as the crow flies.

use core::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use longroll_board::HexId;
use longroll_core::Side;
use smallvec::SmallVec;

use crate::scene::Scene;

/// A distance that has not been asked for.
const UNKNOWN: u16 = u16::MAX;

/// How far hexes are from the nearest hex that a side's enemies hold, each found out when it is first asked for.
#[derive(Debug)]
pub struct FoeDistances {
    side: Side,
    held: SmallVec<[u64; 64]>,
    foes: Vec<HexId>,
    distances: Vec<AtomicU16>,
}

impl FoeDistances {
    /// The distance from a hex; none if there is no enemy on the map.
    #[must_use]
    pub fn of(&self, scene: &Scene<'_>, hex: HexId) -> Option<u32> {
        let place = self.distances.get(hex.index())?;
        let known = place.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Some(u32::from(known));
        }
        let foes = self.foes.iter();
        let nearest = foes.map(|&foe| scene.grid().distance(hex, foe)).min()?;
        place.store(nearest.try_into().unwrap_or(UNKNOWN), Ordering::Relaxed);
        Some(nearest)
    }
}

/// Distances found out before. They follow from who holds what, so that it does not show whether they are remembered.
#[derive(Debug, Default)]
pub(crate) struct FoeMemo(Mutex<Vec<Arc<FoeDistances>>>);

/// A copy begins with an empty memory.
impl Clone for FoeMemo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// So many are remembered, the latest first.
const MOST: usize = 4;

/// The distances of hexes from the enemies of a side, as these stand.
#[must_use]
pub fn foe_distances(scene: &Scene<'_>, side: Side) -> Arc<FoeDistances> {
    let occupancy = scene.position.occupancy();
    let held = occupancy.held(side.enemy());
    let memo = &scene.tables.foes.0;
    let is_known = |known: &&Arc<FoeDistances>| known.side == side && *known.held == *held;
    if let Ok(known) = memo.lock()
        && let Some(found) = known.iter().find(is_known)
    {
        return Arc::clone(found);
    }
    let unknown = || AtomicU16::new(UNKNOWN);
    let found = Arc::new(FoeDistances {
        side,
        held: SmallVec::from_slice(held),
        foes: occupancy.held_anywhere(side.enemy()).collect(),
        distances: core::iter::repeat_with(unknown)
            .take(scene.grid().len())
            .collect(),
    });
    if let Ok(mut known) = memo.lock() {
        known.truncate(MOST - 1);
        known.insert(0, Arc::clone(&found));
    }
    found
}
