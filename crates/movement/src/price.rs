//! What a step meets and costs as things stand.

use longroll_board::{Direction, HexId};
use longroll_catalog::tables::TerrainKind;

use crate::cost::StepCost;
use crate::gait::{Gait, MoverClass, Way};
use crate::scene::Scene;
use crate::step_ground::StepGround;
use crate::works::crossing;

impl Scene<'_> {
    /// The price of a step as things stand, entrenchments included (SR 15.22), the closed bridge open; none if it is closed to
    /// the mover.
    #[inline]
    #[must_use]
    pub fn step(
        &self,
        from: HexId,
        direction: Direction,
        class: MoverClass,
        gait: Gait,
        way: Way,
    ) -> Option<StepCost> {
        let mut price = self.tables.step(from, direction, class, gait, way)?;
        if !self.position.fires.works.is_empty() {
            let more = crossing(self, class, from, direction)?;
            price.cost += more.cost;
            price.checks = price.checks.and(more.checks);
        }
        Some(price)
    }

    /// What a step onto the map meets. Whoever lands has no road behind him, and the landing counts as Open (BB 9.7-landing).
    pub(crate) fn entry_ground(&self, hex: HexId) -> StepGround {
        let ground = StepGround::entry(self.setting.ground(), hex);
        if self.tables.landings.contains(hex) {
            StepGround::plain(ground.left, TerrainKind::Open)
        } else {
            ground
        }
    }
}
