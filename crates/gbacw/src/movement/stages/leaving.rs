//! SR 10.44, 8.42-fire: before a unit leaves its hexes, or some of them, the enemy may fire.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use smallvec::SmallVec;

use crate::fire::FireStep;
use crate::movement::prospect::Reshape;
use crate::movement::stages::frame::StageStep;
use crate::play::Play;
use crate::scene::At;

/// SR 10.44: before a unit leaves its hexes, enemies who have them in front may fire; then the stage goes on.
pub(in crate::movement) fn leave(play: &mut Play<'_>, unit: UnitId, stage: StageStep) {
    let company = crate::movement::mates::mates(play.at(), unit);
    match FireStep::withdrawal(play.at(), unit, &company) {
        Some(fire) => play.call(stage, fire),
        None => play.push(stage),
    }
}

/// SR 8.42-fire, 10.44: the same for the hexes that a new shape gives up.
pub(in crate::movement) fn leave_some(
    play: &mut Play<'_>,
    unit: UnitId,
    shape: Reshape,
    stage: StageStep,
) {
    let kept: SmallVec<[HexId; 3]> = core::iter::once(shape.hex)
        .chain(shape.extent.hexes())
        .collect();
    give_up(play, unit, &kept, stage);
}

/// The same for whoever keeps these of its hexes alone.
pub(in crate::movement) fn give_up(
    play: &mut Play<'_>,
    unit: UnitId,
    kept: &[HexId],
    stage: StageStep,
) {
    let hexes: SmallVec<[HexId; 3]> = play
        .position
        .unit(unit)
        .hexes()
        .filter(|hex| !kept.contains(hex))
        .collect();
    match FireStep::retraction(play.at(), unit, &hexes) {
        Some(fire) => play.call(stage, fire),
        None => play.push(stage),
    }
}

/// The hexes that a unit does not hold yet and comes into with a new shape.
pub(in crate::movement) fn hexes_laid(
    at: At<'_>,
    unit: UnitId,
    shape: &Reshape,
) -> SmallVec<[HexId; 3]> {
    let state = at.position.unit(unit);
    core::iter::once(shape.hex)
        .chain(shape.extent.hexes())
        .filter(|&hex| state.hexes().all(|own| own != hex))
        .collect()
}
