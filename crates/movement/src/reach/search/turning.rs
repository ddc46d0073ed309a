//! SR 7.2, 9.53: what a unit can turn to before it leaves a hex.

use longroll_board::{Facing, HexId};

use super::{Exits, Search};
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::Gait;
use crate::progress::Progress;
use crate::reach::scratch::{ALL, Mask, bit, turned};
use crate::scene::Scene;
use crate::walker::Walker;

impl Search<'_, '_, '_> {
    /// SR 7.21, 7.22: what a unit can turn to.
    #[inline]
    pub(super) fn exits(&self, hex: HexId, mask: Mask) -> Exits {
        let near = turned(mask, 1) | turned(mask, 5);
        if self.judge.walker.gait == Gait::Attack && is_woods_for_turning(self.judge.scene, hex) {
            return [(0, mask), (2, near | turned(mask, 3)), (4, ALL)];
        }
        [(0, mask | near), (2, ALL), (2, 0)]
    }

    /// The same in the hex where the move goes on from: some of the turn may be paid, and next to the enemy only one
    /// vertex is allowed (SR 9.53).
    pub(super) fn start_exits(&self, progress: &Progress, start: HexId) -> Exits {
        let walker = self.judge.walker;
        let woods = is_woods_for_turning(self.judge.scene, start);
        let most = self.most_turn(progress, start);
        let mut exits = [(0, 0), (2, 0), (4, 0)];
        for facing in Facing::all_of(self.kind) {
            let Some(steps) = progress
                .entered_facing
                .turns_to(facing)
                .filter(|steps| *steps <= most)
            else {
                continue;
            };
            let cost = cheapest_turn(walker.gait, woods, steps).less(progress.turn_paid);
            let place = usize::from(cost.0 / 2).min(2);
            exits[place].1 |= bit(facing);
        }
        exits
    }

    pub(super) fn most_turn(&self, progress: &Progress, start: HexId) -> u8 {
        most_turn(self.judge.scene, self.judge.walker, progress, start)
    }
}

/// SR 9.53: how far a unit may turn before it leaves the hex it stands in.
pub(in crate::reach) fn most_turn(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    start: HexId,
) -> u8 {
    if progress.steps == 0 && scene.next_to_enemy(walker.side, start) {
        1
    } else {
        3
    }
}

pub(super) fn bit_all(progress: &Progress, search: &Search<'_, '_, '_>, start: HexId) -> Mask {
    let most = search.most_turn(progress, start);
    Facing::all_of(search.kind)
        .filter(|facing| {
            progress
                .entered_facing
                .turns_to(*facing)
                .is_some_and(|steps| steps <= most)
        })
        .fold(0, |mask, facing| mask | bit(facing))
}
