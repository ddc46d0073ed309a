//! BB 14.55: how far every hex is from friendly non-cavalry, by a legal path.

use std::sync::{Arc, Mutex};

use longroll_board::HexId;
use longroll_core::Side;
use smallvec::SmallVec;

use crate::scene::Scene;
use crate::special::holds_non_cavalry;
use crate::ways::is_passable;

/// A bit for every hex.
type Words = SmallVec<[u64; 64]>;

const NO_PATH: u16 = u16::MAX;

/// How far hexes are from the non-cavalry of one side, as [`hex_path_within`](crate::ways::hex_path_within) tells it.
#[derive(Debug)]
pub(crate) struct FriendPaths {
    side: Side,
    /// Where that side has non-cavalry, and what its enemies hold: all that the paths depend on besides the ground.
    friends: Words,
    enemies: Words,
    distances: Vec<u16>,
}

impl FriendPaths {
    /// The length of the shortest path from a hex; none if there is no path.
    pub(crate) fn distance(&self, from: HexId) -> Option<u32> {
        let distance = self.distances.get(from.index()).copied();
        distance.filter(|&far| far != NO_PATH).map(u32::from)
    }

    fn find(scene: &Scene<'_>, side: Side, friends: Words, enemies: Words) -> Self {
        let grid = scene.grid();
        let mut distances = vec![NO_PATH; grid.len()];
        let mut ring: Vec<HexId> = friends_of(scene, side).collect();
        for hex in &ring {
            distances[hex.index()] = 0;
        }
        let mut distance = 0;
        let mut next = Vec::new();
        while !ring.is_empty() {
            distance += 1;
            for hex in ring.drain(..) {
                // A path begins where it may not lead, but it leads through no such hex.
                if !is_passable(scene, side, hex) {
                    continue;
                }
                for (direction, from) in grid.neighbours(hex) {
                    let known = &mut distances[from.index()];
                    if *known == NO_PATH && !scene.tables.is_barrier(from, direction.opposite()) {
                        *known = distance;
                        next.push(from);
                    }
                }
            }
            core::mem::swap(&mut ring, &mut next);
        }
        Self {
            side,
            friends,
            enemies,
            distances,
        }
    }
}

fn friends_of(scene: &Scene<'_>, side: Side) -> impl Iterator<Item = HexId> {
    let held = scene.position.occupancy().held_anywhere(side);
    held.filter(move |hex| holds_non_cavalry(scene, side, *hex))
}

/// Paths found before. They follow from the ground and from who stands where, so that it does not show whether they are
/// remembered.
#[derive(Debug, Default)]
pub(crate) struct TetherMemo(Mutex<Vec<Arc<FriendPaths>>>);

/// A copy begins with an empty memory.
impl Clone for TetherMemo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl TetherMemo {
    /// So many are remembered, the latest first.
    const MOST: usize = 8;

    /// The paths of a side as everybody stands.
    pub(crate) fn paths(&self, scene: &Scene<'_>, side: Side) -> Arc<FriendPaths> {
        let enemies = Words::from_slice(scene.position.occupancy().held(side.enemy()));
        let mut friends: Words = smallvec::smallvec![0; enemies.len()];
        for hex in friends_of(scene, side) {
            friends[hex.index() / 64] |= 1 << (hex.index() % 64);
        }
        let is_known = |known: &Arc<FriendPaths>| {
            known.side == side && known.friends == friends && known.enemies == enemies
        };
        if let Ok(known) = self.0.lock()
            && let Some(found) = known.iter().find(|known| is_known(known))
        {
            return Arc::clone(found);
        }
        let found = Arc::new(FriendPaths::find(scene, side, friends, enemies));
        if let Ok(mut known) = self.0.lock() {
            known.truncate(Self::MOST - 1);
            known.insert(0, Arc::clone(&found));
        }
        found
    }
}
