//! SR 7.3: refused flanks.

use longroll_board::{Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::gait::Gait;
use crate::progress::Progress;
pub use crate::refused_part::{refusal_in, refused_part};
use crate::scene::Scene;
use crate::walker::Walker;

/// Reading I105: what becomes of the unrefused units of the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Others {
    /// The whole stack refuses together.
    RefuseToo,
    /// They leave the hex in this Activation, and are bound to.
    WillLeave,
    /// They stay as they are.
    Stay,
}

/// The same as [`refused_part`], and the flank hex that the part would front.
#[must_use]
pub fn refused_end(scene: &Scene<'_>, state: &UnitState, hand: Hand) -> (u8, HexId, Option<HexId>) {
    let (number, hex) = refused_part(state, hand);
    (
        number,
        hex,
        scene.grid().neighbour(hex, state.facing.flank(hand)),
    )
}

/// SR 7.31, 7.32: what holds for every refusal, ordered or in reaction: orders, formation, free flank, strength.
///
/// # Errors
/// The rule that forbids it.
pub fn may_be_refused(
    scene: &Scene<'_>,
    side: Side,
    unit: UnitId,
    gait: Gait,
    hand: Hand,
) -> Result<(), Refusal> {
    let state = scene.position.unit(unit);
    if gait == Gait::March {
        return Err(Refusal::new(
            Rule::SR_7_32,
            "units under March orders do not refuse",
        ));
    }
    if matches!(state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_7_32,
            "an Extended Column does not refuse",
        ));
    }
    if let Some(refused) = state.refused {
        let reason = if refused == hand {
            "that flank is refused already"
        } else {
            "a unit refuses one flank only"
        };
        return Err(Refusal::new(Rule::SR_7_32, reason));
    }
    let (_, hex, flank) = refused_end(scene, state, hand);
    let friend_at = |hand| {
        refused_end(scene, state, hand)
            .2
            .is_some_and(|flank| scene.holds(side, flank))
    };
    if friend_at(Hand::Left) && friend_at(Hand::Right) {
        return Err(Refusal::new(
            Rule::SR_7_32,
            "friendly units stand in both flank hexes",
        ));
    }
    if flank.is_some_and(|flank| scene.holds(side, flank)) {
        return Err(Refusal::new(
            Rule::SR_7_31,
            "a friendly unit stands in that flank hex",
        ));
    }
    let alone = scene.position.stack(hex).count() == 1;
    if alone && state.sp < 2 {
        return Err(Refusal::new(
            Rule::SR_7_32_sp,
            "a lone unit needs 2 SP to refuse",
        ));
    }
    Ok(())
}

/// SR 7.32: whether a phasing unit may refuse a flank now; each unit of the stack that refuses pays this.
///
/// # Errors
/// The rule that forbids it.
pub fn refuse(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Hand,
    others: Others,
) -> Result<HalfMp, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    may_be_refused(scene, walker.side, unit, walker.gait, hand)?;
    let (_, hex, _) = refused_end(scene, walker.state, hand);
    // It is the start that counts: a unit that has moved off the enemy may not refuse either. The parts of a line are
    // looked at one by one, where they are.
    let started = walker.is_single() && scene.next_to_enemy(walker.side, progress.start);
    if started || scene.next_to_enemy(walker.side, hex) {
        return Err(Refusal::new(
            Rule::SR_7_32,
            "it starts next to an enemy unit",
        ));
    }
    let unrefused = scene
        .position
        .stack(hex)
        .any(|part| part.unit != unit && scene.position.unit(part.unit).refused.is_none());
    if unrefused && others == Others::Stay {
        return Err(Refusal::new(
            Rule::SR_7_32_stack,
            "it is stacked with a unit that is not refused and stays",
        ));
    }
    if walker.left < HalfMp::ONE {
        return Err(Refusal::new(Rule::SR_9_42, "not enough MP to refuse"));
    }
    Ok(HalfMp::ONE)
}

/// SR 7.33: whether a phasing unit may stop being refused now, and its price.
///
/// # Errors
/// The rule that forbids it.
pub fn unrefuse(scene: &Scene<'_>, progress: &Progress, unit: UnitId) -> Result<HalfMp, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    if walker.state.refused.is_none() {
        return Err(Refusal::new(Rule::SR_7_33, "no flank is refused"));
    }
    if walker.left < HalfMp::ONE {
        return Err(Refusal::new(
            Rule::SR_9_42,
            "not enough MP to stop being refused",
        ));
    }
    Ok(HalfMp::ONE)
}

/// SR 7.32-friend, reading I19: friends whose refused flank the unit in `hex` covers; their markers come off. Each stands
/// with the MP it loses for that.
#[must_use]
pub fn uncovered_by(
    scene: &Scene<'_>,
    side: Side,
    hex: HexId,
    phasing: impl Fn(UnitId) -> bool,
) -> SmallVec<[(UnitId, HalfMp); 4]> {
    let mut found: SmallVec<[(UnitId, HalfMp); 4]> = SmallVec::new();
    for (_, next) in scene
        .grid()
        .neighbours(hex)
        .filter(|(_, next)| scene.holds(side, *next))
    {
        for part in scene.position.stack(next) {
            let state = scene.position.unit(part.unit);
            let Some(hand) = state.refused else { continue };
            let (number, _, flank) = refused_end(scene, state, hand);
            if number != part.number || flank != Some(hex) {
                continue;
            }
            let waiting =
                phasing(part.unit) && !state.deeds.any(Deeds::MOVED.with(Deeds::FINISHED));
            found.push((part.unit, if waiting { HalfMp::ONE } else { HalfMp::ZERO }));
        }
    }
    found
}

/// SR 7.32-sp: whether losses take the marker off a lone unit.
#[must_use]
pub fn too_weak(scene: &Scene<'_>, unit: UnitId) -> bool {
    let state = scene.position.unit(unit);
    state.refused.is_some() && state.sp < 2 && scene.position.stack(state.hex).count() == 1
}
