//! SR 10.3: whether a unit may fire in its Activation, and when it must face its enemy.

use longroll_board::{Facing, HexId};
use longroll_core::Refusal;
use longroll_movement::fire_front;
use longroll_position::{BodyId, Bound, Deeds, Extent};
use longroll_rule::Rule;

use super::deed::Deed;
use super::known::Prospect;
use crate::choice::Choice;
use crate::fire::{FireManner, FireStep};
use crate::movement::permits::{self, fires_on_its_way};
use crate::procedure::{Judgement, Procedure};

impl Prospect<'_> {
    /// SR 10.31, 10.13: once in an Activation, and not while it goes with others or is driven on.
    pub(super) fn may_fire_at_all(&self) -> Result<(), Refusal> {
        self.fires.get_or_init(|| self.is_ready_to_fire()).clone()
    }

    fn is_ready_to_fire(&self) -> Result<(), Refusal> {
        let state = self.state();
        if state.deeds.has(Deeds::FIRED) {
            return Err(Refusal::new(Rule::SR_10_31, "it has used its phasing fire"));
        }
        if state.deeds.has(Deeds::TOGETHER) {
            return Err(Refusal::new(
                Rule::SR_8_21,
                "a stack that moves together follows the route or halts",
            ));
        }
        // SR 5.34, 6.23: a brigade in Confusion does not fire; under a Stay it may.
        let body = self.at.position.body_of(self.at.setting, self.unit);
        if self.at.position.body(body).bound == Bound::Confusion {
            return Err(Refusal::new(Rule::SR_5_34, "its brigade is in Confusion"));
        }
        crate::held::may_fire(self.at, self.unit)?;
        // BB 14.79: shelling takes the place of other fire.
        let shells = &self.at.position.special.shells;
        let first = self.at.position.body(body).used <= 1;
        if first && shells.iter().any(|(boat, _)| *boat == self.unit) {
            return Err(Refusal::new(
                Rule::BB_14_79,
                "a gunboat that shells does not fire otherwise",
            ));
        }
        // SR 7.34-join: whoever has come to refused friends after one of them has fired.
        if self.progress.steps > 0 {
            fire_front::may_fire_after_joining(&self.at, self.unit, self.state().hex)?;
        }
        self.is_free_to_fire(body)
    }

    /// SR 6.24-A: whoever has to assault the enemies in his front does not turn away from all of them.
    pub(super) fn faces_the_enemy(&self, facing: Facing) -> Result<(), Refusal> {
        self.keeps_its_enemy(self.state().hexes(), facing)
    }

    /// The same for whoever would stand in these hexes.
    pub(super) fn keeps_its_enemy(
        &self,
        hexes: impl Iterator<Item = HexId>,
        facing: Facing,
    ) -> Result<(), Refusal> {
        let (at, unit) = (self.at, self.unit);
        let state = self.state();
        let body = at.position.body_of(at.setting, unit);
        if at.position.body(body).bound != Bound::Charge
            || matches!(state.extent, Extent::Column { .. })
            || !permits::must_close(at, body, unit)
        {
            return Ok(());
        }
        let enemy = at.setting.unit(unit).side.enemy();
        let fronts = |hex, facing| permits::may_assault_before(at, enemy, hex, facing);
        let mut after = hexes;
        if state.hexes().any(|hex| fronts(hex, state.facing))
            && !after.any(|hex| fronts(hex, facing))
        {
            return Err(Refusal::new(
                Rule::SR_6_24_A,
                "it assaults the enemy next to it",
            ));
        }
        Ok(())
    }

    /// SR 6.24-A: whom Loose Reins drives towards the enemy does not fire, unless it began next to him.
    pub(super) fn is_free_to_fire(&self, body: BodyId) -> Result<(), Refusal> {
        let (at, unit) = (self.at, self.unit);
        if !permits::must_close(at, body, unit) {
            return Ok(());
        }
        let side = at.setting.unit(unit).side;
        let began = |hex| at.position.next_to_enemy(at.setting, hex, side);
        let beside = began(self.progress.start)
            || self.progress.steps == 0 && self.state().hexes().any(began);
        let driven = match at.position.body(body).bound {
            Bound::Charge => !beside,
            _ => self.is_driven_on(),
        };
        if driven {
            return Err(Refusal::new(
                Rule::SR_6_24_A,
                "Loose Reins drives it towards the enemy",
            ));
        }
        Ok(())
    }

    pub(super) fn judge_fire(&self, target: HexId, how: FireManner) -> Judgement<Deed> {
        self.may_fire_at_all()?;
        fires_on_its_way(self.at, self.unit, &self.progress, target)?;
        let (start, unit) = (self.progress.start, self.unit);
        let (step, look) = self.phasing.get_or_init(|| {
            let step = FireStep::phasing(self.at, unit, start);
            let look = step.look(self.at, self.breadth);
            (step, look)
        });
        let ruling = step.judge(look, Choice::Fire { unit, target, how })?;
        Ok(ruling.map(|firing| Deed::Fire(start, firing)))
    }
}
