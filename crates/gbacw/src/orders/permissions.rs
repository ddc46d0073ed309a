//! SR 6.11-table, 6.13, 6.15, 6.16: what each order allows, as questions that later chapters ask.

use std::num::NonZeroU8;

use longroll_board::FacingKind;
use longroll_catalog::facts::{Arm, BattleDay, Mechanism, Orders, TurnId, UnitFacts, UnitId};
use longroll_core::Refusal;
use longroll_position::rule_set::WornLimitsMarch;
use longroll_position::{BodyId, Deeds, MissionState, Task};
use longroll_rule::Rule;

use crate::scene::At;
use crate::sequence::{first_day, first_day_hour};

/// Something a unit may want to do under its orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Move with its division's marker.
    MoveWithDivision,
    /// Move with the March marker.
    MoveWithMarch,
    /// Use the road rate.
    RoadRate,
    /// Move next to enemy infantry or cavalry.
    CloseWithEnemy,
    /// Fire at all.
    Fire,
    /// Move and fire in one Activation.
    MoveAndFire,
    /// Assault.
    Assault,
    /// Take the bonus of an infantry charge.
    Charge,
    /// Refuse a flank.
    Refuse,
    /// Retreat before an assault.
    RetreatBeforeAssault,
    /// React to the enemy by turning, refusing or moving.
    React,
    /// Build.
    Construct,
}

impl Act {
    /// Every act.
    pub const ALL: [Self; 12] = [
        Self::MoveWithDivision,
        Self::MoveWithMarch,
        Self::RoadRate,
        Self::CloseWithEnemy,
        Self::Fire,
        Self::MoveAndFire,
        Self::Assault,
        Self::Charge,
        Self::Refuse,
        Self::RetreatBeforeAssault,
        Self::React,
        Self::Construct,
    ];

    /// The word used in situations.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::MoveWithDivision => "move-with-division",
            Self::MoveWithMarch => "move-with-march",
            Self::RoadRate => "road-rate",
            Self::CloseWithEnemy => "close-with-enemy",
            Self::Fire => "fire",
            Self::MoveAndFire => "move-and-fire",
            Self::Assault => "assault",
            Self::Charge => "charge",
            Self::Refuse => "refuse",
            Self::RetreatBeforeAssault => "retreat-before-assault",
            Self::React => "react",
            Self::Construct => "construct",
        }
    }
}

/// Whether an order allows an act, and the rule that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Allowed.
    Allowed(Rule),
    /// Forbidden.
    Forbidden(Rule),
}

/// SR 6.11-table and 6.13 to 6.16.
#[must_use]
pub const fn permission(orders: Orders, act: Act) -> Permission {
    use Permission::{Allowed, Forbidden};
    match (orders, act) {
        (Orders::March, Act::MoveWithMarch | Act::RoadRate) => Allowed(Rule::SR_6_13),
        (Orders::March, _) => Forbidden(Rule::SR_6_13),
        (
            Orders::Advance,
            Act::MoveWithMarch | Act::CloseWithEnemy | Act::MoveAndFire | Act::Charge,
        ) => Forbidden(Rule::SR_6_15),
        (Orders::Advance, _) => Allowed(Rule::SR_6_15),
        (
            Orders::Attack,
            Act::MoveWithMarch | Act::RoadRate | Act::RetreatBeforeAssault | Act::Construct,
        ) => Forbidden(Rule::SR_6_16),
        (Orders::Attack, _) => Allowed(Rule::SR_6_16),
    }
}

/// SR 6.18: artillery is under Advance orders unless its command marches; BB 14.44: a Detachment always is.
#[must_use]
pub fn orders_of(unit: &UnitFacts, body: Orders) -> Orders {
    match (unit.arm, body) {
        _ if unit.is_detachment() => Orders::Advance,
        (Arm::Artillery, Orders::Attack) => Orders::Advance,
        (_, orders) => orders,
    }
}

/// SR 5.28: the Activation equivalents a body may march this turn; SR 13.23: two at most when worn (reading 133).
#[must_use]
pub fn march_limit(at: At<'_>, body: BodyId) -> u8 {
    let state = at.position.body(body);
    limited_march(at, body, state.listed.unwrap_or(state.march.limit))
}

/// The same for a unit that set out at another time than its body.
#[must_use]
pub fn unit_march_limit(at: At<'_>, unit: UnitId) -> Option<NonZeroU8> {
    let own = at.position.unit(unit).march.limit?;
    let body = at.position.body_of(at.setting, unit);
    // SR 9.74: what is listed for a unit that enters limits it, wherever the rest of its body is.
    let listed = at
        .position
        .unit(unit)
        .listed
        .or(at.position.body(body).listed);
    NonZeroU8::new(limited_march(at, body, listed.unwrap_or(own.get())))
}

fn limited_march(at: At<'_>, body: BodyId, limit: u8) -> u8 {
    let state = at.position.body(body);
    // BB sob, reading 122: on a mission it does not tire.
    let on_mission = matches!(
        state.mission,
        Some(MissionState {
            task: Task::GoTo(_),
            ..
        })
    );
    let limit = limit.clamp(1, if on_mission { 3 } else { 4 });
    if is_worn(at, body) {
        limit.min(2)
    } else {
        limit
    }
}

/// SR 13.23, 13.32: whether its own wear or its division's limits the march of a body.
fn is_worn(at: At<'_>, body: BodyId) -> bool {
    let state = at.position.body(body);
    let worn = state.ineffective || at.position.activator(state.activator).ineffective;
    worn && at.setting.rules.switches.ci_limits_march == WornLimitsMarch::On
}

/// The rule that sets how far a body may march this turn: SR 9.74 for reinforcements, whose Activations are listed.
#[must_use]
pub fn march_limit_rule(at: At<'_>, body: BodyId) -> Rule {
    let state = at.position.body(body);
    if march_limit(at, body) < state.listed.unwrap_or(state.march.limit).clamp(1, 4) {
        if !is_worn(at, body) {
            Rule::BB_sob
        } else if state.ineffective {
            Rule::SR_13_23
        } else {
            Rule::SR_13_32
        }
    } else if state.listed.is_some() {
        Rule::SR_9_74
    } else {
        Rule::SR_5_28
    }
}

/// SR 17.32: whether a body can be given these orders at all; BB 4.25-orders: unassigned units stay under Advance;
/// BB 9.22: no March orders before a given hour.
///
/// # Errors
/// The rule that forbids it.
pub fn may_change_to(at: At<'_>, body: BodyId, orders: Orders) -> Result<Rule, Refusal> {
    use longroll_position::BodyKind;
    let facts = at.setting.body(body);
    let state = at.position.body(body);
    if facts.kind == BodyKind::Unassigned && orders != Orders::Advance {
        return Err(Refusal::new(
            Rule::BB_4_25_orders,
            "unassigned units are always under Advance orders",
        ));
    }
    let guns_only = || {
        let mut members = at.position.members(at.setting, body).peekable();
        members.peek().is_some() && members.all(|unit| at.setting.unit(unit).arm == Arm::Artillery)
    };
    if orders == Orders::Attack && (facts.kind == BodyKind::DivisionalArtillery || guns_only()) {
        return Err(Refusal::new(
            Rule::SR_6_18,
            "artillery is never under Attack orders",
        ));
    }
    if state.fatigue.level() >= 4 && orders != Orders::Advance {
        return Err(Refusal::new(
            Rule::SR_17_32,
            "too tired for any orders but Advance",
        ));
    }
    if orders == Orders::March {
        march_hour(at, body)?;
    }
    Ok(Rule::SR_6_11)
}

/// Whether a body came as a reinforcement in this turn or later.
fn entered_from(at: At<'_>, body: BodyId, from: TurnId) -> bool {
    at.setting.scenario.reinforcements.iter().any(|group| {
        group.turn >= from
            && group.pieces.iter().any(|arriving| {
                let unit = arriving.piece.unit();
                unit.is_some_and(|unit| at.position.body_of(at.setting, unit) == body)
            })
    })
}

/// BB 9.22: March orders have an earliest hour of the first day; a scenario may bar them or set another turn.
fn march_hour(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    const RULE: Rule = Rule::BB_9_22;
    let side = at.setting.body(body).side;
    let Some(turn) = at.position.now(at.setting).map(|turn| turn.id) else {
        return Ok(());
    };
    let mut own_hour = None;
    for rule in at
        .setting
        .scenario
        .special_rules
        .iter()
        .filter(|rule| rule.in_force(turn) && rule.concerns(side))
    {
        match rule.mechanism {
            Mechanism::NoMarchOrders { except_from } => {
                if except_from.is_some_and(|from| entered_from(at, body, from)) {
                    continue;
                }
                let why = "the scenario allows no March orders";
                return Err(Refusal::new(rule.rule, why));
            }
            Mechanism::MarchOrdersFrom { turn: from } => own_hour = Some(from),
            _ => {}
        }
    }
    if let Some(from) = own_hour {
        return if turn < from {
            Err(Refusal::new(RULE, "too early for March orders"))
        } else {
            Ok(())
        };
    }
    if let Some(terms) = at.setting.terms()
        && at.setting.scenario.day == BattleDay::First
        && first_day(at).is_some()
        && first_day_hour(at).is_some_and(|hour| hour < terms.march_orders_from_hour[side])
    {
        return Err(Refusal::new(RULE, "too early in the day for March orders"));
    }
    Ok(())
}

/// SR 7.11: the kind of facing orders demand.
#[must_use]
pub const fn facing_kind(orders: Orders) -> FacingKind {
    match orders {
        Orders::March => FacingKind::Side,
        Orders::Advance | Orders::Attack => FacingKind::Vertex,
    }
}

/// SR 6.24, reading 131: whether a result of Loose Reins binds this unit with the marker under way.
#[must_use]
pub fn binds(at: At<'_>, unit: UnitId) -> bool {
    at.position.unit(unit).deeds.has(Deeds::BOUND)
}
