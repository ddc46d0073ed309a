//! Finding out what a hex is to a unit that might enter it.

use longroll_board::{Direction, HexId, HexSet};

use super::status::Status;
use crate::adjacency::{is_artillery_only, march_may_enter};
use crate::gait::{Gait, MoverClass};
use crate::scene::Scene;
use crate::walker::Walker;
use crate::{artillery, passing, special};

/// What hexes are to one unit during one search.
pub(crate) struct Judge<'s, 'a> {
    pub scene: &'s Scene<'a>,
    pub walker: &'s Walker<'a>,
    pub start: HexId,
    pub area: Option<&'a HexSet>,
    /// Whether hexes need a closer look than enemies, friends and the playing area.
    pub special: bool,
}

impl<'s, 'a> Judge<'s, 'a> {
    pub fn new(scene: &'s Scene<'a>, walker: &'s Walker<'a>, start: HexId) -> Self {
        let turn = scene.position.now(scene.setting).map(|turn| turn.id);
        let area = turn.and_then(|turn| scene.tables.area(turn));
        let special = walker.gait == Gait::March
            || matches!(walker.class, MoverClass::Artillery | MoverClass::Detachment)
            || !scene.tables.entry_hexes[walker.side.enemy()].is_empty();
        Self {
            scene,
            walker,
            start,
            area,
            special,
        }
    }

    /// The same questions as in [`step_of`](crate::step::step_of), those that depend on the hex alone.
    #[inline]
    pub fn status(&self, hex: HexId) -> Status {
        let scene = self.scene;
        let enemy = self.walker.side.enemy();
        let holder = scene.position.holder(hex);
        let outside = self.area.is_some_and(|area| !area.contains(hex))
            && !crate::leaders::is_entry(self.scene, hex);
        if holder == Some(enemy) || outside {
            return Status::Closed;
        }
        // SR 8.5-form: a column does not step on itself.
        let own = !self.walker.is_single() && self.walker.state.hexes().any(|part| part == hex);
        if own && hex != self.walker.state.hex {
            return Status::Closed;
        }
        if self.special && self.is_closed(hex) {
            return Status::Closed;
        }
        let friends = holder.is_some() && passing::has_friends(scene, hex, self.walker.unit);
        let mut met = false;
        let mut troops = false;
        for side in Direction::ALL {
            let Some(next) = scene.grid().neighbour(hex, side) else {
                continue;
            };
            if scene.position.holder(next) == Some(enemy) {
                met = true;
                troops |= !scene.tables.is_barrier(hex, side) && !is_artillery_only(scene, next);
            }
        }
        if !met {
            return if friends {
                Status::Friends
            } else {
                Status::Open
            };
        }
        if self.walker.state.is_disordered()
            || self.walker.gait == Gait::March
            || matches!(
                self.walker.class,
                MoverClass::Artillery | MoverClass::Detachment
            )
        {
            return Status::Closed;
        }
        match (self.walker.gait == Gait::Attack || !troops, friends) {
            (true, false) => Status::Contact,
            (true, true) => Status::FriendsInContact,
            (false, false) => Status::ContactOverCrossing,
            (false, true) => Status::FriendsOverCrossing,
        }
    }

    fn is_closed(&self, hex: HexId) -> bool {
        let (scene, walker) = (self.scene, self.walker);
        special::may_enter(scene, walker, hex).is_err()
            || walker.gait == Gait::March && march_may_enter(scene, walker.side, hex).is_err()
            || walker.class == MoverClass::Artillery
                && artillery::artillery_may_enter(scene, walker.side, Some(self.start), hex)
                    .is_err()
    }
}
