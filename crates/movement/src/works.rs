//! SR 15.17, 15.22: moving over entrenchments. The chart of the battle has the price; at Shiloh there are none (BB 15.0).

use longroll_board::{Direction, HexId};
use longroll_catalog::tables::{DisorderRisk, MoveCost, TerrainKind};
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::checks::Check;
use crate::cost::StepCost;
use crate::gait::MoverClass;
use crate::plane::SHUT;
use crate::scene::Scene;

/// SR 15.17: what it costs to take an entrenchment away while crossing it.
pub const LEVELLING: HalfMp = HalfMp::ONE;

/// The hexside as seen from the hex it leads into and from that which it leads out of: where a work on it may stand, and on
/// which side.
pub fn sides(
    scene: &Scene<'_>,
    from: HexId,
    direction: Direction,
) -> impl Iterator<Item = (HexId, Direction)> {
    let to = scene.grid().neighbour(from, direction);
    let far = to.map(|to| (to, direction.opposite()));
    far.into_iter().chain([(from, direction)])
}

/// SR 15.21: whether an entrenchment lies on this hexside, whoever built it.
#[must_use]
pub fn is_entrenched(scene: &Scene<'_>, from: HexId, direction: Direction) -> bool {
    let fires = &scene.position.fires;
    !fires.works.is_empty()
        && sides(scene, from, direction).any(|(hex, side)| fires.has_work(hex, side))
}

/// SR 15.22: what crossing this hexside costs and risks more for an entrenchment, along a route as well; none if the chart
/// keeps this arm from it.
#[must_use]
pub fn crossing(
    scene: &Scene<'_>,
    class: MoverClass,
    from: HexId,
    direction: Direction,
) -> Option<StepCost> {
    let mut more = StepCost::default();
    if !is_entrenched(scene, from, direction) {
        return Some(more);
    }
    let row = scene.tables.chart().row(TerrainKind::Entrenchment);
    let (cost, risk) = match row.cost(class.column()) {
        MoveCost::Prohibited => return None,
        MoveCost::None => (0, DisorderRisk::None),
        MoveCost::HalfPoints { cost, risk } => (cost, risk),
        MoveCost::Either { first, .. } => (first, DisorderRisk::None),
        MoveCost::HalfOfOther { minimum } => (minimum, DisorderRisk::None),
    };
    more.cost = HalfMp(u16::from(cost));
    match risk {
        DisorderRisk::None => {}
        DisorderRisk::Check => more.checks.add(Check::Hexside),
        DisorderRisk::Automatic => more.checks.add(Check::HexsideAutomatic),
    }
    Some(more)
}

/// The price of a step in a table of prices, made dearer by the entrenchment it crosses.
#[cold]
pub(crate) fn dearer(
    scene: &Scene<'_>,
    class: MoverClass,
    from: HexId,
    direction: Direction,
    price: u8,
) -> u8 {
    match crossing(scene, class, from, direction) {
        Some(more) if price != SHUT => {
            let more = u8::try_from(more.cost.0).unwrap_or(SHUT);
            price.saturating_add(more).min(SHUT - 1)
        }
        _ => SHUT,
    }
}

/// SR 15.17: what taking the entrenchment of this hexside away adds to the step.
///
/// # Errors
/// Where there is none.
pub fn levelling(scene: &Scene<'_>, from: HexId, direction: Direction) -> Result<HalfMp, Refusal> {
    if is_entrenched(scene, from, direction) {
        Ok(LEVELLING)
    } else {
        Err(Refusal::new(
            Rule::SR_15_17,
            "no entrenchment lies on that hexside",
        ))
    }
}
