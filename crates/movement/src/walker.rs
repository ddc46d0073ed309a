//! A unit about to move, with what its questions keep asking for.

use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::allowance::{Allowance, Fired, PointAllowance, allowance};
use crate::gait::{Gait, MoverClass};
use crate::outlets::Outlets;
use crate::progress::Progress;
use crate::scene::Scene;

/// What the steps of a unit keep asking about the hexes around it, as bits by direction: only where a bit is set is the
/// question worth asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Around {
    /// BB 14.55: the way leads away from the friends it must come nearer to.
    pub(crate) away: u8,
    /// SR 9.22: an enemy within 4 hexes sees the hex, if the unit is on the march.
    pub(crate) seen: u8,
    /// SR 9.55: the enemy keeps guns off, if the unit is artillery.
    pub(crate) kept_off: u8,
}

/// BB 14.55: whether a unit still chooses where it ends its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveEnd {
    /// It does.
    Chosen,
    /// It is held to what it has begun.
    Forced,
}

/// A unit about to move.
#[derive(Debug, Clone, Copy)]
pub struct Walker<'a> {
    pub unit: UnitId,
    pub side: Side,
    /// Its cost class.
    pub class: MoverClass,
    /// Its mode of movement.
    pub gait: Gait,
    /// As it stands.
    pub state: &'a UnitState,
    /// Its MA; none for a battery without horses.
    pub points: Option<PointAllowance>,
    /// MP left.
    pub left: HalfMp,
    /// What many of its steps ask about the hexes around it, if it has been found out beforehand.
    pub around: Option<Around>,
    /// What has been found out about the ways out of hexes of friends, for a list of its steps.
    pub outlets: Option<&'a Outlets>,
    /// BB 14.55: by whose will its move ends.
    pub end: MoveEnd,
}

impl<'a> Walker<'a> {
    /// The unit as it stands.
    ///
    /// # Errors
    /// When it is off the map, or a gunboat, which has a rule of its own.
    pub fn of(scene: &Scene<'a>, unit: UnitId, fired: Fired) -> Result<Self, Refusal> {
        let facts = scene.setting.unit(unit);
        let state = scene.position.unit(unit);
        let Some(class) = MoverClass::standing(facts, state) else {
            return Err(Refusal::new(
                Rule::BB_14_73,
                "gunboats move by their own rule",
            ));
        };
        if !state.on_map() {
            return Err(Refusal::new(Rule::SR_9_13, "the unit is not on the map"));
        }
        Ok(Self::standing(scene, unit, class, fired))
    }

    /// A unit of this class, on the map or about to enter it (SR 9.71).
    pub(crate) fn standing(
        scene: &Scene<'a>,
        unit: UnitId,
        class: MoverClass,
        fired: Fired,
    ) -> Self {
        let (facts, state) = (scene.setting.unit(unit), scene.position.unit(unit));
        let points = match allowance(scene.setting, scene.position, unit, fired) {
            Allowance::Points(points) => Some(points),
            Allowance::OneHex | Allowance::River => None,
        };
        let left = points.map_or(HalfMp::ZERO, |points| points.total.less(state.spent));
        let gait = Gait::of(class, state.orders_now());
        Self {
            unit,
            side: facts.side,
            class,
            gait,
            state,
            points,
            left,
            around: None,
            outlets: None,
            end: MoveEnd::Chosen,
        }
    }

    /// SR 9.45: what a turn that the road pays back is worth; first it makes up for MP spent beyond what is left to whoever
    /// was disordered on the way.
    pub(crate) fn worth_of(&self, repaid: HalfMp) -> HalfMp {
        let over = self
            .points
            .map_or(HalfMp::ZERO, |points| self.state.spent.less(points.total));
        repaid.less(over)
    }

    /// Whether its movement in this Activation is still open.
    ///
    /// # Errors
    /// The deed that closed it.
    pub fn may_still_move(&self) -> Result<(), Refusal> {
        let deeds = self.state.deeds;
        if deeds.has(Deeds::FINISHED) {
            return Err(Refusal::new(Rule::SR_9_12, "its Activation is over"));
        }
        if deeds.has(Deeds::WITHDREW) {
            return Err(Refusal::new(
                Rule::SR_9_54,
                "Withdrawal movement is its whole movement",
            ));
        }
        if deeds.has(Deeds::REORDERED) {
            return Err(Refusal::new(
                Rule::SR_8_24,
                "it changed the stacking order instead of moving",
            ));
        }
        if deeds.has(Deeds::RECOVERED) {
            return Err(Refusal::new(
                Rule::SR_3_0_III_C_3,
                "a unit that tries to recover does not move",
            ));
        }
        if deeds.has(Deeds::MOVE_ENDED) {
            return Err(Refusal::new(
                Rule::SR_9_53,
                "its movement has ceased for this phase",
            ));
        }
        Ok(())
    }

    /// Whether nothing has been spent and no hex left: what happens now can be its whole move (SR 9.42).
    #[must_use]
    pub fn is_fresh(&self, progress: &Progress) -> bool {
        progress.steps == 0 && self.state.spent == HalfMp::ZERO
    }

    /// SR 9.42: whether a step now can still be the one hex that is always allowed: no hex left, nothing spent but on turns.
    #[must_use]
    pub fn is_whole_move(&self, progress: &Progress) -> bool {
        progress.steps == 0 && self.state.spent == progress.turn_paid + progress.unrefused
    }

    /// Whether it stands in one hex.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.state.extent == Extent::Single
    }

    /// SR 9.42: what the MP are enough for.
    ///
    /// # Errors
    /// When they are not, and no exception helps.
    pub fn afford(
        &self,
        progress: &Progress,
        total: HalfMp,
        contact: bool,
    ) -> Result<MinimumMove, Refusal> {
        let Some(points) = self.points else {
            return if progress.steps == 0 {
                Ok(MinimumMove::Immobile)
            } else {
                Err(Refusal::new(
                    Rule::BB_14_61,
                    "a battery without horses moves one hex per Activation",
                ))
            };
        };
        if total <= self.left {
            return Ok(MinimumMove::No);
        }
        // The one hex includes every change of facing, those already paid for as well.
        if self.is_whole_move(progress) {
            let whole = total + progress.turn_paid + progress.unrefused;
            if !contact && whole <= HalfMp::whole(points.printed) {
                return Ok(MinimumMove::AwayFromEnemy);
            }
            // Whoever goes into contact so fires neither before nor afterwards.
            let attack = self.gait == Gait::Attack
                && !self.state.is_disordered()
                && !self.state.deeds.has(Deeds::FIRED);
            if contact && attack && whole <= HalfMp::whole(points.good_order) {
                return Ok(MinimumMove::IntoContact);
            }
        }
        Err(Refusal::new(Rule::SR_9_42, "not enough MP"))
    }
}

/// SR 9.42, reading I58: whether a step is paid normally or is the one hex that is always allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinimumMove {
    /// The MP suffice.
    No,
    /// Exception 1: one hex within the printed MA, not next to an enemy; the whole move.
    AwayFromEnemy,
    /// Exception 2: one hex next to the enemy under Attack orders; no fire and no assault in this Activation.
    IntoContact,
    /// BB 14.61: the one hex of a battery without horses.
    Immobile,
}
