//! What may become of one unit under fire.

use crate::fire::firer::FirerArm;

use super::target::TargetUnit;

/// SR 12.31, 12.23: the order of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The front of the counter.
    GoodOrder,
    /// The back.
    Disordered,
    /// Below half strength, and so Disordered.
    Collapsed,
}

/// A unit somewhere in the course of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    /// SP left.
    pub sp: u8,
    /// Its order.
    pub standing: Standing,
    /// SR 12.35a, 12.36: it has suffered a Second Disorder.
    pub second: bool,
    /// It has to retreat.
    pub retreats: bool,
    /// SR 12.23: it lost SP while Collapsed and checks for rout.
    pub final_check: bool,
    /// It has routed.
    pub routed: bool,
    /// BB 14.76: a gunboat driven off.
    pub removed: bool,
    /// This result has Disordered it, for the first or the second time.
    pub shaken: bool,
    /// So many faces of a die still to be rolled Disorder it, for the first time.
    pub disorders_on: u8,
    /// So many faces of a die still to be rolled make it rout.
    pub routs_on: u8,
}

impl Fate {
    pub(super) const fn of(unit: &TargetUnit) -> Self {
        Self {
            sp: unit.sp,
            standing: unit.standing,
            second: false,
            retreats: false,
            final_check: false,
            routed: false,
            removed: false,
            shaken: false,
            disorders_on: 0,
            routs_on: 0,
        }
    }

    /// SR 12.3.
    #[must_use]
    pub const fn is_disordered(&self) -> bool {
        !matches!(self.standing, Standing::GoodOrder)
    }

    /// Whether it still stands in its hex: what a later result can strike.
    pub(super) const fn is_there(&self) -> bool {
        self.sp > 0 && !self.retreats && !self.routed && !self.removed
    }

    /// SR 12.2, 12.23: one SP is lost. Batteries do not Collapse.
    pub(super) fn lose_one(&mut self, unit: &TargetUnit) {
        self.sp = self.sp.saturating_sub(1);
        if self.standing == Standing::Collapsed {
            self.final_check = true;
        } else if self.sp > 0
            && !unit.arm.has_guns()
            && u16::from(self.sp) * 2 < u16::from(unit.printed)
        {
            self.shaken |= self.standing == Standing::GoodOrder;
            self.standing = Standing::Collapsed;
        }
    }

    /// SR 12.31, 12.35a: a Disorder of the result.
    pub(super) const fn disorder(&mut self) {
        self.shaken = true;
        match self.standing {
            Standing::GoodOrder => self.standing = Standing::Disordered,
            Standing::Disordered | Standing::Collapsed => self.second = true,
        }
    }

    /// SR 2.6: how many faces of the die fail a UDD with this modifier.
    pub(super) fn failing_faces(&self, unit: &TargetUnit, modifier: i32) -> u8 {
        let cohesion = if self.is_disordered() {
            unit.cohesion.disordered
        } else {
            unit.cohesion.good_order
        };
        let passes = i32::from(cohesion) - modifier - unit.udd + 1;
        u8::try_from((10 - passes).clamp(0, 10)).unwrap_or(0)
    }

    /// SR 12.36: guns stay where they are.
    pub(super) const fn would_retreat(unit: &TargetUnit) -> bool {
        !matches!(unit.arm, FirerArm::Guns | FirerArm::Boat)
    }
}
