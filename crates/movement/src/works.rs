//! SR 15.17, 15.22: moving over entrenchments. The chart of the battle has the price; at Shiloh there are none (BB 15.0).

use longroll_board::{Direction, HexId};
use longroll_catalog::tables::{MoveCost, TerrainKind};
use longroll_core::Refusal;
use longroll_position::HalfMp;
use longroll_rule::Rule;

use crate::gait::MoverClass;
use crate::scene::Scene;

/// SR 15.17: what it costs to take an entrenchment away while crossing it.
pub const LEVELLING: HalfMp = HalfMp::ONE;

/// The hexside as seen from the two hexes it lies between: the hex that a work on it may stand in, and its side.
pub fn sides(
    scene: &Scene<'_>,
    from: HexId,
    direction: Direction,
) -> impl Iterator<Item = (HexId, Direction)> {
    let to = scene.grid().neighbour(from, direction);
    let far = to.map(|to| (to, direction.opposite()));
    core::iter::once((from, direction)).chain(far)
}

/// SR 15.21: whether an entrenchment lies on this hexside, whoever built it.
#[must_use]
pub fn is_entrenched(scene: &Scene<'_>, from: HexId, direction: Direction) -> bool {
    let fires = &scene.position.fires;
    !fires.works.is_empty()
        && sides(scene, from, direction).any(|(hex, side)| fires.has_work(hex, side))
}

/// SR 15.22: what crossing this hexside costs more for an entrenchment, along a route as well.
#[must_use]
pub fn crossing(scene: &Scene<'_>, class: MoverClass, from: HexId, direction: Direction) -> HalfMp {
    if !is_entrenched(scene, from, direction) {
        return HalfMp::ZERO;
    }
    let row = scene.tables.chart().row(TerrainKind::Entrenchment);
    match row.cost(class.column()) {
        MoveCost::HalfPoints { cost, .. } => HalfMp(u16::from(cost)),
        _ => HalfMp::ZERO,
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
