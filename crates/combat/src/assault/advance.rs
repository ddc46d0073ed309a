//! SR 11.46, 12.6: who advances into what was won.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_movement::extension::line_advances;
use longroll_movement::stacking::is_legal_with;
use longroll_movement::{Gait, MoverClass, StepCost, Way};
use longroll_position::Extent;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::{Assault, Role};
use super::enemies::troops;

/// SR 11.46: the assaulted hexes that hold nobody now, Abandoned guns left out.
#[must_use]
pub fn won_hexes(look: &AssaultScene<'_>, assault: &Assault) -> SmallVec<[HexId; 4]> {
    let enemy = assault.by.enemy();
    let empty = |hex: &HexId| troops(look, enemy, *hex).next().is_none();
    assault.targets.iter().copied().filter(empty).collect()
}

/// The price of an advance from one hex into the next. SR 9.44: it may lead over a bridge or ford that movement under Attack orders
/// may not use.
pub(super) fn advance_price(
    look: &AssaultScene<'_>,
    class: MoverClass,
    from: HexId,
    to: HexId,
) -> Option<StepCost> {
    let tables = look.scene.tables;
    let direction = look.scene.grid().direction_between(from, to)?;
    let step = |way| tables.step(from, direction, class, Gait::Advance, way);
    let over = || step(Way::Route).filter(|_| tables.has_crossing(from, direction));
    step(Way::OffRoute).or_else(over)
}

/// SR 11.46, 12.35f: whether a unit can advance into a hex that was won: it is next to it, can enter it and finds room. A line that
/// can advance extended does so (SR 8.47-advance); else its marker comes off.
///
/// # Errors
/// The rule that forbids it.
pub fn may_advance(look: &AssaultScene<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    if !state.on_map() {
        return refuse(Rule::SR_11_46, "it is not on the map");
    }
    let class = match look.class(unit) {
        None | Some(MoverClass::Artillery) => {
            return refuse(Rule::SR_12_6_misc, "artillery never advances");
        }
        Some(class) => class,
    };
    if look.is_spent(unit) {
        return refuse(Rule::SR_12_35f, "its Activation is over");
    }
    if look.scene.holds(facts.side.enemy(), hex) {
        return refuse(Rule::SR_11_46, "the enemy still holds the hex");
    }
    let grid = look.scene.grid();
    let mut beside = state
        .hexes()
        .filter(|own| grid.adjacent(*own, hex))
        .peekable();
    if beside.peek().is_none() {
        return refuse(Rule::SR_11_46, "it is not next to the hex");
    }
    if !beside.any(|own| advance_price(look, class, own, hex).is_some()) {
        return refuse(Rule::SR_12_6_terrain, "the hexside or hex is closed to it");
    }
    if matches!(state.extent, Extent::Line { .. })
        && !line_advances(&look.scene, unit, hex).is_empty()
    {
        return Ok(());
    }
    let (setting, position) = (look.scene.setting, look.scene.position);
    if position.stack(hex).any(|part| part.unit != unit) {
        is_legal_with(setting, position, hex, (unit, Extent::Single, 0))?;
    }
    Ok(())
}

/// SR 11.46, reading 94: who may be the next to advance into a hex: of each attacking hex the topmost attacker that still fits. As
/// long as somebody stands here the advance is not over, unless the defender Retreated before assault (SR 11.35). Those who have
/// already advanced are left out, and those who `can` not: they keep nobody below them.
#[must_use]
pub fn next_to_advance(
    look: &AssaultScene<'_>,
    assault: &Assault,
    hex: HexId,
    can: impl Fn(UnitId) -> bool,
) -> Vec<UnitId> {
    let attacks = |unit: UnitId| {
        let mut own = assault.attackers.iter();
        own.any(|own| own.unit == unit && own.role != Role::Out)
    };
    let mut stacks: Vec<HexId> = Vec::new();
    for own in &assault.attackers {
        let at = look.state(own.unit).hex;
        if look.state(own.unit).on_map() && !assault.targets.contains(&at) && !stacks.contains(&at)
        {
            stacks.push(at);
        }
    }
    let first = |from: &HexId| {
        let mut own = troops(look, assault.by, *from).map(|part| part.unit);
        own.find(|unit| attacks(*unit) && may_advance(look, *unit, hex).is_ok() && can(*unit))
    };
    stacks.iter().filter_map(first).collect()
}
