//! SR 8.1, BB stacking: who may stand together in a hex.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::{
    SingleUnit, StackingArm, StackingLimit, StackingOrders, StackingTable,
};
use longroll_core::Refusal;
use longroll_position::rule_set::FootWithMounted;
use longroll_position::{BodyId, BodyKind, Extent, Position, Setting};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::extension::share;
use crate::gait::{Gait, MoverClass};

/// Reading I21: what counts as one brigade for stacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kin {
    /// A brigade, or the unbrigaded units of a division.
    Body(BodyId),
    /// A unit that belongs to none.
    Alone(UnitId),
}

/// How far a unit reaches beyond the hex, as stacking sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spread {
    /// Not at all.
    Single,
    /// A part of an Extended Line.
    Line,
    /// A part of an Extended Column.
    Column,
}

/// One unit, or part of one, in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Member {
    /// What it is.
    pub class: MoverClass,
    /// SP or guns in this hex.
    pub strength: u8,
    /// Whom it may stack with.
    pub kin: Kin,
    /// Its orders, as stacking knows them.
    pub orders: StackingOrders,
    /// Whether it is extended.
    pub spread: Spread,
}

impl Member {
    /// A unit as it stands, for the part with this number; none for gunboats, which stack only among themselves.
    #[must_use]
    pub fn of(setting: &Setting, position: &Position, unit: UnitId, number: u8) -> Option<Self> {
        Self::spread(setting, position, unit, position.unit(unit).extent, number)
    }

    /// The same for a unit that will be spread like this.
    fn spread(
        setting: &Setting,
        position: &Position,
        unit: UnitId,
        extent: Extent,
        number: u8,
    ) -> Option<Self> {
        let facts = setting.unit(unit);
        let state = position.unit(unit);
        let class = MoverClass::standing(facts, state)?;
        let spread = match extent {
            Extent::Single => Spread::Single,
            Extent::Line { .. } => Spread::Line,
            Extent::Column { .. } => Spread::Column,
        };
        let orders = match Gait::of(class, state.orders_now()) {
            Gait::March => StackingOrders::March,
            _ => StackingOrders::Line,
        };
        let strength = share(state.sp, extent.count() as u8 + 1, number);
        Some(Self {
            class,
            strength,
            kin: kin(setting, position, unit),
            orders,
            spread,
        })
    }

    fn is_artillery(&self) -> bool {
        self.class == MoverClass::Artillery
    }
}

/// Reading I21.
#[must_use]
pub fn kin(setting: &Setting, position: &Position, unit: UnitId) -> Kin {
    let body = position.body_of(setting, unit);
    match setting.bodies.get(body.index()).map(|facts| facts.kind) {
        Some(BodyKind::Unassigned) | None => Kin::Alone(unit),
        Some(_) => Kin::Body(body),
    }
}

/// SR 8.12: whether these may end together in one hex.
///
/// # Errors
/// The limit that is broken.
pub fn judge(
    table: &StackingTable,
    mixed: FootWithMounted,
    members: &[Member],
) -> Result<(), Refusal> {
    if members.len() < 2 {
        return alone(table, members.first());
    }
    may_have_company(members)?;
    let march = members
        .iter()
        .any(|member| member.orders == StackingOrders::March);
    let (orders, rule) = if march {
        (StackingOrders::March, Rule::SR_8_12_march)
    } else {
        (StackingOrders::Line, Rule::SR_8_12_line)
    };
    let arms = Arms::of(members);
    arms.may_mix(orders, mixed, rule)?;
    are_of_one_brigade(members, rule)?;
    arms.are_within(table, orders, rule)
}

/// SR 8.44, 8.5-form, BB 14.41: units that never end stacked, or not with troops.
fn may_have_company(members: &[Member]) -> Result<(), Refusal> {
    if members
        .iter()
        .any(|member| member.class == MoverClass::Detachment)
    {
        return Err(Refusal::new(
            Rule::BB_14_41,
            "a Detachment never stacks with a combat unit",
        ));
    }
    if members.iter().any(|member| member.spread == Spread::Column) {
        return Err(Refusal::new(
            Rule::SR_8_5_form,
            "an Extended Column may not end stacked",
        ));
    }
    let troops = members
        .iter()
        .filter(|member| !member.is_artillery())
        .count();
    if troops > 1 && members.iter().any(|member| member.spread == Spread::Line) {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "an Extended Line may not end stacked with non-artillery",
        ));
    }
    Ok(())
}

/// SR 8.12: guns stand with any brigade.
fn are_of_one_brigade(members: &[Member], rule: Rule) -> Result<(), Refusal> {
    let mut kin = members
        .iter()
        .filter(|member| !member.is_artillery())
        .map(|member| member.kin);
    if let Some(first) = kin.next()
        && kin.any(|other| other != first)
    {
        return Err(Refusal::new(
            rule,
            "units of different brigades do not stack",
        ));
    }
    Ok(())
}

/// The units of one arm in a hex, with their SP or guns.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    units: usize,
    strength: u32,
}

/// What shares a hex, arm by arm.
#[derive(Debug, Clone, Copy, Default)]
struct Arms {
    foot: Share,
    horse: Share,
    guns: Share,
}

impl Arms {
    fn of(members: &[Member]) -> Self {
        let mut arms = Self::default();
        for member in members {
            let share = match member.class {
                MoverClass::Foot | MoverClass::Dismounted => &mut arms.foot,
                MoverClass::Cavalry => &mut arms.horse,
                MoverClass::Artillery => &mut arms.guns,
                MoverClass::Detachment | MoverClass::Leader => continue,
            };
            share.units += 1;
            share.strength += u32::from(member.strength);
        }
        arms
    }

    /// SR 8.12: which arms share a hex.
    fn may_mix(
        &self,
        orders: StackingOrders,
        mixed: FootWithMounted,
        rule: Rule,
    ) -> Result<(), Refusal> {
        let arms = [self.foot, self.horse, self.guns];
        let kinds = arms.iter().filter(|share| share.units > 0).count();
        if orders == StackingOrders::March && kinds > 1 {
            return Err(Refusal::new(
                rule,
                "unit types never mix under March orders",
            ));
        }
        if self.foot.units > 0 && self.horse.units > 0 && mixed == FootWithMounted::Off {
            return Err(Refusal::new(
                rule,
                "infantry and mounted cavalry do not share a hex",
            ));
        }
        Ok(())
    }

    /// SR 8.12: how much of each arm shares a hex.
    fn are_within(
        &self,
        table: &StackingTable,
        orders: StackingOrders,
        rule: Rule,
    ) -> Result<(), Refusal> {
        for (share, arm) in [
            (self.foot, StackingArm::Foot),
            (self.horse, StackingArm::Cavalry),
        ] {
            if share.units > 0 {
                strength_within(table.limit(orders, arm), share.units, share.strength, rule)?;
            }
        }
        if self.guns.units == 0 {
            return Ok(());
        }
        let limit = table.limit(orders, self.arm_of_guns());
        // Reading I23: either test is enough.
        if self.guns.units > usize::from(limit.batteries)
            && self.guns.strength > u32::from(limit.guns)
        {
            return Err(Refusal::new(
                rule,
                "too many batteries and guns for one hex",
            ));
        }
        Ok(())
    }

    /// By whose limits the guns of the hex are counted.
    const fn arm_of_guns(&self) -> StackingArm {
        if self.foot.units > 0 {
            StackingArm::Foot
        } else if self.horse.units > 0 {
            StackingArm::Cavalry
        } else {
            StackingArm::Artillery
        }
    }
}

/// SR 8.12-march: a unit by itself may be too large for one hex only under March limits.
fn alone(table: &StackingTable, member: Option<&Member>) -> Result<(), Refusal> {
    let Some(member) = member else { return Ok(()) };
    let arm = match member.class {
        MoverClass::Foot | MoverClass::Dismounted => StackingArm::Foot,
        MoverClass::Cavalry => StackingArm::Cavalry,
        _ => return Ok(()),
    };
    if member.spread != Spread::Single {
        return Ok(());
    }
    let rule = match member.orders {
        StackingOrders::March => Rule::SR_8_5,
        StackingOrders::Line => Rule::SR_8_12_line,
    };
    strength_within(
        table.limit(member.orders, arm),
        1,
        u32::from(member.strength),
        rule,
    )
}

fn strength_within(
    limit: StackingLimit,
    units: usize,
    strength: u32,
    rule: Rule,
) -> Result<(), Refusal> {
    let single = units == 1 && limit.single_unit == SingleUnit::AnyStrength;
    match limit.strength {
        Some(most) if !single && strength > u32::from(most) => {
            Err(Refusal::new(rule, "more SP than the hex may hold"))
        }
        _ => Ok(()),
    }
}

/// The members of a hex, without `leaving`.
#[must_use]
pub fn members(
    setting: &Setting,
    position: &Position,
    hex: HexId,
    leaving: Option<UnitId>,
) -> SmallVec<[Member; 6]> {
    position
        .stack(hex)
        .filter(|part| Some(part.unit) != leaving)
        .filter_map(|part| Member::of(setting, position, part.unit, part.number))
        .collect()
}

/// SR 8.11: whether the stack of a hex is legal as it stands.
///
/// # Errors
/// The limit that is broken.
pub fn stack_is_legal(setting: &Setting, position: &Position, hex: HexId) -> Result<(), Refusal> {
    let members = members(setting, position, hex, None);
    judge(
        &setting.tables().stacking,
        setting.rules.switches.stack_foot_with_mounted,
        &members,
    )
}

/// SR 8.11: whether the stack of a hex would be legal with this part of a unit in it, spread like this.
///
/// # Errors
/// The limit that would be broken.
pub fn is_legal_with(
    setting: &Setting,
    position: &Position,
    hex: HexId,
    (unit, extent, number): (UnitId, Extent, u8),
) -> Result<(), Refusal> {
    let mut members = members(setting, position, hex, Some(unit));
    members.extend(Member::spread(setting, position, unit, extent, number));
    judge(
        &setting.tables().stacking,
        setting.rules.switches.stack_foot_with_mounted,
        &members,
    )
}

/// SR 8.23: whether a unit may end in a hex, with whatever stands there.
///
/// # Errors
/// The limit that would be broken.
pub fn may_join(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    hex: HexId,
) -> Result<(), Refusal> {
    let Some(own) = Member::of(setting, position, unit, 0) else {
        return Ok(());
    };
    may_join_as(setting, position, unit, own, hex)
}

/// [`may_join`] for a unit that will have changed by then (its spread, its orders).
///
/// # Errors
/// The limit that would be broken.
pub fn may_join_as(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    own: Member,
    hex: HexId,
) -> Result<(), Refusal> {
    let mut members = members(setting, position, hex, Some(unit));
    if members.is_empty() {
        // Nobody to stack with: the size of the unit was settled when it formed.
        return Ok(());
    }
    members.push(own);
    judge(
        &setting.tables().stacking,
        setting.rules.switches.stack_foot_with_mounted,
        &members,
    )
}

/// SR 8.13, 9.43: whether the stack a unit would end in keeps to the March limits.
#[must_use]
pub fn within_march_limits(
    setting: &Setting,
    position: &Position,
    unit: UnitId,
    hex: HexId,
) -> MarchLimits {
    let mut members = members(setting, position, hex, Some(unit));
    members.extend(Member::of(setting, position, unit, 0));
    for member in &mut members {
        member.orders = StackingOrders::March;
    }
    match judge(
        &setting.tables().stacking,
        setting.rules.switches.stack_foot_with_mounted,
        &members,
    ) {
        Ok(()) => MarchLimits::Kept,
        Err(_) => MarchLimits::Exceeded,
    }
}

/// SR 8.13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarchLimits {
    /// The March limits are kept.
    Kept,
    /// They are not.
    Exceeded,
}

/// SR 8.21: whether units of one hex may move together along a route: all of them within March limits.
///
/// # Errors
/// The rule that makes them move one at a time.
pub fn may_move_together(
    setting: &Setting,
    position: &Position,
    units: &[UnitId],
) -> Result<(), Refusal> {
    let mut members: SmallVec<[Member; 6]> = units
        .iter()
        .filter_map(|unit| Member::of(setting, position, *unit, 0))
        .collect();
    for member in &mut members {
        member.orders = StackingOrders::March;
    }
    if units
        .iter()
        .any(|unit| position.unit(*unit).orders_now() == Orders::Attack)
    {
        return Err(Refusal::new(
            Rule::SR_8_21,
            "units under Attack orders move one at a time",
        ));
    }
    judge(
        &setting.tables().stacking,
        setting.rules.switches.stack_foot_with_mounted,
        &members,
    )
    .map_err(|_| {
        Refusal::new(
            Rule::SR_8_21,
            "only stacks within the March limits move together",
        )
    })
}
