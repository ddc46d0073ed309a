//! SR 9.61, 9.62: Reaction Facing and Reaction Refusal.

use longroll_board::{Facing, FrontChoice, Hand, HexId, arc_at_range};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_position::{Deeds, Extent};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::arcs::{arc_edge, enemy_fronting, enemy_fronting_besides, part_facing, part_refusal};
use crate::gait::{Gait, MoverClass};
use crate::refused_flank::{may_be_refused, refused_end};
use crate::scene::Scene;

/// What a unit reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReactionCause {
    /// SR 9.61: an enemy moved or advanced into this hex.
    Moved {
        by: UnitId,
        /// Where he is now.
        to: HexId,
    },
    /// SR 9.61, 12.6: enemies advanced into this hex, all who stand there now.
    Advanced {
        /// One of them.
        by: UnitId,
        /// Where they are now.
        to: HexId,
    },
    /// SR 9.61: an enemy fired from this hex; the results have been applied and forced no retreat.
    Fired {
        by: UnitId,
        /// From where.
        from: HexId,
    },
}

impl ReactionCause {
    #[must_use]
    pub const fn hex(self) -> HexId {
        match self {
            Self::Moved { to, .. } | Self::Advanced { to, .. } => to,
            Self::Fired { from, .. } => from,
        }
    }
}

/// A legal reaction in place: no MP (SR 9.62); who rolls afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReactionTerms {
    /// SR 9.62: infantry and cavalry of the stack, each of which makes a UDD; guns do not.
    pub rolls: SmallVec<[UnitId; 6]>,
    /// SR 9.62, fire reading 129: guns whose next fire is at -2 and not Rapid, after a turn only.
    pub guns_at_minus_two: SmallVec<[UnitId; 6]>,
}

/// SR 9.61, 9.62-facing: whether a unit (with its stack) may turn to this facing.
///
/// # Errors
/// The rule that forbids it.
pub fn react_face(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: ReactionCause,
    facing: Facing,
) -> Result<ReactionTerms, Refusal> {
    let state = scene.position.unit(unit);
    if matches!(state.extent, Extent::Line { .. }) {
        return Err(Refusal::new(
            Rule::SR_9_61_who,
            "an Extended Line does not turn in reaction",
        ));
    }
    let stack = react_stack(scene, unit);
    for member in &stack {
        may_react(scene, *member)?;
        let own = scene.position.unit(*member);
        if own.refused.is_some() {
            return Err(Refusal::new(
                Rule::SR_9_62_facing,
                "a refused unit does not turn in reaction",
            ));
        }
        if own.extent != Extent::Single {
            return Err(Refusal::new(
                Rule::SR_9_62_facing,
                "it is stacked with a unit that may not turn",
            ));
        }
    }
    is_triggered(scene, unit, cause, 0)?;
    is_not_fronted(scene, unit, state.hex, cause)?;
    if state.facing.turns_to(facing) != Some(1) {
        return Err(Refusal::new(
            Rule::SR_9_62_facing,
            "it may turn one vertex only",
        ));
    }
    let guns = stack
        .iter()
        .copied()
        .filter(|unit| is_gun(scene, *unit))
        .collect();
    // BB 9.44-swamp-facing: in Swamp whoever turns checks, guns too.
    let rolls = if crate::step::is_swamp(scene, state.hex) {
        stack
    } else {
        rollers(scene, &stack)
    };
    Ok(ReactionTerms {
        rolls,
        guns_at_minus_two: guns,
    })
}

/// SR 9.61, 9.62-refuse: whether a unit (with its stack) may refuse this flank.
///
/// # Errors
/// The rule that forbids it.
pub fn react_refuse(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: ReactionCause,
    hand: Hand,
) -> Result<ReactionTerms, Refusal> {
    let state = scene.position.unit(unit);
    let (number, hex, _) = refused_end(scene, state, hand);
    let stack = refusing_stack(scene, unit, hand);
    for member in &stack {
        may_react(scene, *member)?;
    }
    is_triggered(scene, unit, cause, number)?;
    is_not_fronted(scene, unit, hex, cause)?;
    let side = scene.setting.unit(unit).side;
    may_be_refused(scene, side, unit, gait(scene, unit), hand)?;
    // SR 8.26: the hex is refused as a whole, a line in it that has refused its other end is not.
    for &member in stack.iter().filter(|&&member| member != unit) {
        may_be_refused(scene, side, member, gait(scene, member), hand)?;
    }
    // Return fire must be possible through the new Refused Front.
    let facing = part_facing(scene.grid(), state, number);
    let fronted = scene
        .grid()
        .bearing(hex, cause.hex())
        .is_some_and(|bearing| {
            matches!(
                arc_at_range(facing, hand.into(), bearing).front(arc_edge(scene.setting)),
                Some(FrontChoice::Refused | FrontChoice::OwnersChoice)
            )
        });
    if !fronted {
        return Err(Refusal::new(
            Rule::SR_9_62_refuse,
            "the Refused Front would not face the unit that caused the reaction",
        ));
    }
    Ok(ReactionTerms {
        rolls: rollers(scene, &stack),
        guns_at_minus_two: SmallVec::new(),
    })
}

/// Reading I75: the units of the hex, which react together.
#[must_use]
pub fn react_stack(scene: &Scene<'_>, unit: UnitId) -> SmallVec<[UnitId; 6]> {
    let hex = scene.position.unit(unit).hex;
    scene.position.stack(hex).map(|part| part.unit).collect()
}

/// SR 8.26: whoever stands with the end of the unit that is refused.
#[must_use]
pub fn refusing_stack(scene: &Scene<'_>, unit: UnitId, hand: Hand) -> SmallVec<[UnitId; 6]> {
    let (_, hex, _) = refused_end(scene, scene.position.unit(unit), hand);
    scene.position.stack(hex).map(|part| part.unit).collect()
}

fn gait(scene: &Scene<'_>, unit: UnitId) -> Gait {
    let state = scene.position.unit(unit);
    let class = MoverClass::standing(scene.setting.unit(unit), state).unwrap_or(MoverClass::Foot);
    Gait::of(class, state.orders_now())
}

fn is_gun(scene: &Scene<'_>, unit: UnitId) -> bool {
    scene.setting.unit(unit).arm == Arm::Artillery
}

fn rollers(scene: &Scene<'_>, stack: &[UnitId]) -> SmallVec<[UnitId; 6]> {
    stack
        .iter()
        .copied()
        .filter(|unit| !is_gun(scene, *unit))
        .collect()
}

/// SR 9.61-who, 9.62: what bars a unit whatever it wants to do.
fn may_react(scene: &Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let state = scene.position.unit(unit);
    if scene.setting.unit(unit).arm == Arm::Gunboat {
        return Err(Refusal::new(
            Rule::BB_14_77,
            "gunboats have no facing to change",
        ));
    }
    super::not_at_rest(scene, unit)?;
    if gait(scene, unit) == Gait::March {
        return Err(Refusal::new(
            Rule::SR_9_61_who,
            "units under March orders do not react",
        ));
    }
    if matches!(state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_9_61_who,
            "an Extended Column neither turns nor refuses in reaction",
        ));
    }
    if state.deeds.has(Deeds::REACTED_FACING) {
        return Err(Refusal::new(
            Rule::SR_9_62,
            "it has reacted in this enemy brigade Activation",
        ));
    }
    Ok(())
}

/// SR 9.61, reading I71: an enemy in an adjacent hex, or a shot from outside the front.
fn is_triggered(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: ReactionCause,
    part: u8,
) -> Result<(), Refusal> {
    let state = scene.position.unit(unit);
    let grid = scene.grid();
    match cause {
        ReactionCause::Moved { by, to } | ReactionCause::Advanced { by, to } => {
            let beside = state.hexes().any(|hex| grid.distance(hex, to) == 1);
            let gunboat = scene.setting.unit(by).arm == Arm::Gunboat;
            if beside && !gunboat {
                Ok(())
            } else {
                Err(Refusal::new(Rule::SR_9_61, "no enemy has come next to it"))
            }
        }
        ReactionCause::Fired { from, .. } => {
            let own = crate::arcs::part_hex(state, part).unwrap_or(state.hex);
            let facing = part_facing(grid, state, part);
            let refusal = part_refusal(state, part);
            let from_front = grid.bearing(own, from).is_some_and(|bearing| {
                arc_at_range(facing, refusal, bearing)
                    .front(arc_edge(scene.setting))
                    .is_some()
            });
            if from_front {
                Err(Refusal::new(
                    Rule::SR_9_61,
                    "the fire came from inside its front",
                ))
            } else {
                Ok(())
            }
        }
    }
}

/// Whether an enemy outside this hex has another in its front.
fn is_fronted_from_elsewhere(
    scene: &Scene<'_>,
    side: longroll_core::Side,
    hex: HexId,
    except: HexId,
) -> bool {
    let grid = scene.grid();
    grid.neighbours(hex).any(|(direction, next)| {
        next != except
            && scene.holds(side.enemy(), next)
            && scene.position.stack(next).any(|part| {
                let state = scene.position.unit(part.unit);
                crate::arcs::part_arc(grid, state, part.number, direction.opposite()).is_front()
            })
    })
}

/// SR 9.62, reading I73: not in the front hex of an enemy other than the cause.
fn is_not_fronted(
    scene: &Scene<'_>,
    unit: UnitId,
    hex: HexId,
    cause: ReactionCause,
) -> Result<(), Refusal> {
    let side = scene.setting.unit(unit).side;
    let other = match cause {
        ReactionCause::Advanced { to, .. } => is_fronted_from_elsewhere(scene, side, hex, to),
        ReactionCause::Moved { by, .. } => enemy_fronting_besides(scene, side, hex, by).is_some(),
        ReactionCause::Fired { by, .. } => enemy_fronting(scene, side, hex, Some(by)).is_some(),
    };
    match other.then_some(()) {
        Some(()) => Err(Refusal::new(
            Rule::SR_9_62,
            "it is in the front hex of another enemy unit",
        )),
        None => Ok(()),
    }
}
