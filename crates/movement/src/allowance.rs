//! SR 9.1: how many MP a unit has.

use core::num::NonZeroU8;

use longroll_catalog::facts::{Mobility, Orders, UnitFacts, UnitId};
use longroll_position::rule_set::FatigueOption;
use longroll_position::{BodyKind, Deeds, HalfMp, Mount, Position, Setting, UnitState};
use longroll_rule::Rule;

use crate::gait::{Gait, MoverClass};

/// SR 10.61: whether a battery has fired in this Activation, which leaves it half its MA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fired {
    /// It has not.
    No,
    /// It has.
    Yes,
}

/// How a unit's movement is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allowance {
    /// MP, as found by [`allowance`].
    Points(PointAllowance),
    /// BB 14.61: one hex or one turn in place.
    OneHex,
    /// BB 14.73: any number of river hexes.
    River,
}

/// SR 9.11, 9.24, 17.31: the MP and how they were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointAllowance {
    /// MA of the side of the counter that lies up, in whole MP.
    pub printed: u8,
    /// MA of the Good Order side, in whole MP.
    pub good_order: u8,
    /// Whether Attack orders halve it (SR 9.24) or fire does (SR 10.61).
    pub halved_by: Option<Rule>,
    /// SR 17.31: whole MP taken off after halving.
    pub fatigue: u8,
    /// SR 5.35: Activation equivalents it may use at once.
    pub equivalents: u8,
    /// The MP of the Activation.
    pub total: HalfMp,
}

impl PointAllowance {
    /// Where the MA comes from: what halves it, or else the counter.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.halved_by.unwrap_or(Rule::SR_9_11)
    }
}

/// SR 17.1, BB 17.0: the Fatigue level that slows a unit. Artillery has none; units of a brigade share theirs.
#[must_use]
pub fn fatigue_level(setting: &Setting, position: &Position, unit: UnitId) -> u8 {
    let facts = setting.unit(unit);
    if setting.rules.switches.opt_fatigue == FatigueOption::Off
        || MoverClass::of(facts).is_none_or(|class| class == MoverClass::Artillery)
    {
        return 0;
    }
    let body = position.body_of(setting, unit);
    let fatigue = match setting.bodies.get(body.index()) {
        Some(facts) if facts.kind == BodyKind::Brigade => position.body(body).fatigue,
        _ => position.unit(unit).fatigue,
    };
    fatigue.level()
}

/// SR 9.12: the movement of a unit in the Activation under way, before anything is spent.
#[must_use]
pub fn allowance(setting: &Setting, position: &Position, unit: UnitId, fired: Fired) -> Allowance {
    let facts = setting.unit(unit);
    let state = position.unit(unit);
    let (good_order, printed) = match printed(facts, state) {
        Ok(pair) => pair,
        Err(other) => return other,
    };
    let gait = MoverClass::standing(facts, state)
        .map_or(Gait::Advance, |class| Gait::of(class, state.orders_now()));
    let level = fatigue_level(setting, position, unit);
    let equivalents = match gait {
        Gait::March => state.march.limit.map_or_else(
            || {
                position
                    .body(position.body_of(setting, unit))
                    .march
                    .limit
                    .max(1)
            },
            NonZeroU8::get,
        ),
        _ => 1,
    };
    let mut points = points(good_order, printed, gait, level, fired, equivalents);
    if state.deeds.has(Deeds::COVERED) {
        points.total = points.total.less(HalfMp::ONE);
    }
    Allowance::Points(points)
}

/// The arithmetic of [`allowance`], for units that are not on the map.
#[must_use]
pub fn points(
    good_order: u8,
    printed: u8,
    gait: Gait,
    fatigue_level: u8,
    fired: Fired,
    equivalents: u8,
) -> PointAllowance {
    let halved_by = match (gait, fired) {
        (Gait::Attack, _) => Some(Rule::SR_9_24),
        (_, Fired::Yes) => Some(Rule::SR_10_61),
        _ => None,
    };
    let base = if halved_by.is_some() {
        printed.div_ceil(2)
    } else {
        printed
    };
    let fatigue = fatigue_level.div_ceil(2);
    let each = base.saturating_sub(fatigue);
    let total = HalfMp(HalfMp::whole(each).0 * u16::from(equivalents));
    PointAllowance {
        printed,
        good_order,
        halved_by,
        fatigue,
        equivalents,
        total,
    }
}

/// SR 14.22: MA in the Activation in which cavalry mounts or dismounts: half of the new state's, and half of that again
/// under Attack orders; each half rounds up.
#[must_use]
pub const fn mounting_allowance(new_state: u8, orders: Orders) -> u8 {
    let half = new_state.div_ceil(2);
    match orders {
        Orders::Attack => half.div_ceil(2),
        Orders::March | Orders::Advance => half,
    }
}

/// Good Order MA and MA of the side up.
fn printed(facts: &UnitFacts, state: &UnitState) -> Result<(u8, u8), Allowance> {
    match &facts.mobility {
        Mobility::Allowance(ma) => {
            let ma = match (facts.dismounted, state.mount) {
                (Some(dismounted), Mount::Dismounted) => dismounted.allowance,
                _ => ma.value,
            };
            let up = if state.is_disordered() {
                ma.disordered
            } else {
                ma.good_order
            };
            // SR 11.59: spent horses.
            let up = if state.blown { up.div_ceil(2) } else { up };
            // SR 14.22: half of the new counter's MA; Attack orders halve it again.
            let up = if state.deeds.has(Deeds::CHANGED_MOUNT) {
                mounting_allowance(up, Orders::Advance)
            } else {
                up
            };
            Ok((ma.good_order, up))
        }
        Mobility::WithoutHorses => Err(Allowance::OneHex),
        Mobility::OnTheRiver => Err(Allowance::River),
    }
}

/// Reading I59: the MP left; what was spent counts against the MA of the side that lies up now.
#[must_use]
pub fn remaining(setting: &Setting, position: &Position, unit: UnitId, fired: Fired) -> HalfMp {
    match allowance(setting, position, unit, fired) {
        Allowance::Points(points) => points.total.less(position.unit(unit).spent),
        Allowance::OneHex | Allowance::River => HalfMp::ZERO,
    }
}
