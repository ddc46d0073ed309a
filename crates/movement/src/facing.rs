//! SR 7.1, 7.2: turning, and what it costs.

use longroll_board::{Facing, Grid, HexId, Terrain};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::arcs::facing_kind;
use crate::gait::Gait;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::Walker;

/// SR 7.22: how a unit under Attack orders turns by three vertices in Woods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Vertex by vertex.
    ByVertices,
    /// At once, for 1 MP; stacked non-artillery that stays changes places.
    AboutFace,
}

/// What a turn costs and risks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnTerms {
    /// The facing afterwards.
    pub facing: Facing,
    /// MP still to be paid in this hex.
    pub cost: HalfMp,
    /// The rule that sets the price.
    pub rule: Rule,
    /// BB 9.44-swamp-facing: it makes a UDD.
    pub swamp_check: bool,
    /// SR 7.22: the stack that stays is inverted.
    pub inverts: bool,
    /// SR 9.53: it may not leave the hex afterwards.
    pub pins: bool,
}

/// Reading I12: whether the hex is Woods for turning under Attack orders. Field Boundaries are not (BB 9.44-boundary).
#[must_use]
pub fn is_woods_for_turning(scene: &Scene<'_>, hex: HexId) -> bool {
    matches!(
        scene.setting.ground().terrain(hex),
        Terrain::Woods | Terrain::Thicket | Terrain::Swamp | Terrain::SwampStream
    )
}

/// SR 7.21, 7.22: MP for turning by so many vertices (hexsides under March) in one hex, reading I10.
#[must_use]
pub const fn turning_cost(gait: Gait, woods: bool, steps: u8, turn: Turn) -> (HalfMp, Rule) {
    match (gait, woods, steps) {
        (_, _, 0) => (HalfMp::ZERO, Rule::SR_7_21),
        (Gait::Attack, true, 3) if matches!(turn, Turn::AboutFace) => (HalfMp::ONE, Rule::SR_7_22),
        (Gait::Attack, true, steps) => (HalfMp::whole(steps), Rule::SR_7_22),
        (_, _, 1) => (HalfMp::ZERO, Rule::SR_7_21),
        _ => (HalfMp::ONE, Rule::SR_7_21),
    }
}

/// The cheapest price of a turn in this hex.
#[must_use]
pub fn cheapest_turn(gait: Gait, woods: bool, steps: u8) -> HalfMp {
    turning_cost(gait, woods, steps, Turn::AboutFace).0
}

/// SR 7.2: whether a unit may turn where it stands and stay there, and at what price.
///
/// Turning on the way to the next hex is part of [`step`](crate::step::step).
///
/// # Errors
/// The rule that forbids it.
pub fn turn(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    facing: Facing,
    manner: Turn,
) -> Result<TurnTerms, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    turn_of(scene, progress, &walker, facing, manner)
}

/// [`turn`] for a unit looked up before: what lists of turns are made with.
///
/// # Errors
/// The rule that forbids it.
pub fn turn_of(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    facing: Facing,
    manner: Turn,
) -> Result<TurnTerms, Refusal> {
    walker.may_still_move().map_err(|refusal| {
        // SR 13.41: of turning it says itself who may not.
        if walker.state.deeds.has(Deeds::RECOVERED) && !walker.state.is_disordered() {
            let reason =
                "after a recovery only a unit alone in its hex, with no flank refused, turns";
            return Refusal::new(Rule::SR_13_41, reason);
        }
        refusal
    })?;
    may_turn_in_place(scene, walker, facing)?;
    let from = progress.entered_facing;
    let Some(steps) = from.turns_to(facing) else {
        return Err(Refusal::new(
            Rule::SR_7_23,
            "the facing changes kind only with the orders",
        ));
    };
    let hex = walker.state.hex;
    let woods = is_woods_for_turning(scene, hex);
    if matches!(manner, Turn::AboutFace) && (steps != 3 || walker.gait != Gait::Attack || !woods) {
        return Err(Refusal::new(
            Rule::SR_7_22,
            "the about-face is for Attack orders in Woods",
        ));
    }
    let (price, mut rule) = turning_cost(walker.gait, woods, steps, manner);
    let cost = price.less(progress.turn_paid);
    let beside = |own: HexId| scene.next_to_enemy(walker.side, own);
    let adjacent = progress.steps == 0 && (beside(hex) || walker.state.hexes().any(beside));
    if adjacent && steps == 1 && rule == Rule::SR_7_21 {
        // The one vertex that leaves it free to go.
        rule = Rule::SR_7_24;
    }
    // BB 14.61, reading 80 of the command chapter: the one hex of a battery without horses includes any change of facing.
    if walker.points.is_some() && cost > walker.left {
        // Reading I58: the exceptions of 9.42 are for moving a hex, not for turning in place.
        return Err(Refusal::new(Rule::SR_9_42, "not enough MP to turn"));
    }
    let swamp = matches!(
        scene.setting.ground().terrain(hex),
        Terrain::Swamp | Terrain::SwampStream
    ) && scene.tables.chart().is_swamp(crate::step_ground::kind_of(
        scene.setting.ground().terrain(hex),
    ));
    Ok(TurnTerms {
        facing,
        cost,
        rule,
        swamp_check: swamp && facing != walker.state.facing,
        inverts: matches!(manner, Turn::AboutFace) && scene.position.stack(hex).count() > 1,
        pins: adjacent && steps > 1,
    })
}

/// SR 7.11, 8.44: which units turn in place, and to which facings.
fn may_turn_in_place(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    facing: Facing,
) -> Result<(), Refusal> {
    let kind = facing_kind(walker.gait);
    if facing.kind() != kind {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "the orders ask for the other kind of facing",
        ));
    }
    if let Extent::Line { .. } = walker.state.extent {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "an Extended Line wheels or turns about; it does not turn in place",
        ));
    }
    if walker.gait == Gait::March {
        faces_no_extension(scene.grid(), walker.state, facing)?;
    }
    Ok(())
}

/// SR 8.51: a column on the march has its one front hex before its head, not in its own extension.
///
/// # Errors
/// When it would face its extension.
pub fn faces_no_extension(grid: &Grid, state: &UnitState, facing: Facing) -> Result<(), Refusal> {
    let Extent::Column { rear, .. } = state.extent else {
        return Ok(());
    };
    let behind = grid.direction_between(state.hex, rear);
    if behind.is_some_and(|direction| facing.front().contains(direction)) {
        return Err(Refusal::new(
            Rule::SR_8_51,
            "a column does not face its own extension",
        ));
    }
    Ok(())
}

/// SR 7.22: the stacking order after the about-face, top to bottom: non-artillery reversed. The batteries keep their
/// places; the owner may then lift or lower each infantry unit past a battery ([`inversion_choices`]).
#[must_use]
pub fn inverted(
    scene: &Scene<'_>,
    hex: HexId,
    staying: impl Fn(UnitId) -> bool,
) -> SmallVec<[UnitId; 6]> {
    let mut order: SmallVec<[UnitId; 6]> =
        scene.position.stack(hex).map(|part| part.unit).collect();
    let turns = |unit: UnitId| scene.setting.unit(unit).arm != Arm::Artillery && staying(unit);
    let places: SmallVec<[usize; 6]> = (0..order.len())
        .filter(|place| turns(order[*place]))
        .collect();
    let units: SmallVec<[UnitId; 6]> = places.iter().rev().map(|place| order[*place]).collect();
    for (place, unit) in places.into_iter().zip(units) {
        order[place] = unit;
    }
    order
}

/// SR 7.22, reading I13: every order the owner may choose after an about-face: the reversed infantry in its new order,
/// the batteries in theirs, merged in any way.
#[must_use]
pub fn inversion_choices(
    scene: &Scene<'_>,
    hex: HexId,
    staying: impl Fn(UnitId) -> bool,
) -> Vec<Vec<UnitId>> {
    let order = inverted(scene, hex, staying);
    let is_gun = |unit: &UnitId| scene.setting.unit(*unit).arm == Arm::Artillery;
    let guns: Vec<UnitId> = order.iter().copied().filter(|unit| is_gun(unit)).collect();
    let troops: Vec<UnitId> = order.iter().copied().filter(|unit| !is_gun(unit)).collect();
    let mut choices = Vec::new();
    merge(&troops, &guns, &mut Vec::new(), &mut choices);
    choices
}

fn merge(a: &[UnitId], b: &[UnitId], taken: &mut Vec<UnitId>, choices: &mut Vec<Vec<UnitId>>) {
    if a.is_empty() && b.is_empty() {
        choices.push(taken.clone());
        return;
    }
    for (list, rest, from_a) in [(a, b, true), (b, a, false)] {
        if let Some((first, tail)) = list.split_first() {
            taken.push(*first);
            if from_a {
                merge(tail, rest, taken, choices)
            } else {
                merge(rest, tail, taken, choices)
            }
            taken.pop();
        }
    }
}

/// SR 7.25: whether a unit that recovers may turn so, free of charge.
///
/// # Errors
/// When it is more than one vertex.
pub fn may_face_on_recovery(from: Facing, to: Facing) -> Result<Rule, Refusal> {
    if facings_on_recovery(from).contains(&to) {
        return Ok(Rule::SR_7_25);
    }
    Err(Refusal::new(
        Rule::SR_7_25,
        "a unit that recovers turns one vertex at most",
    ))
}

/// SR 7.25, 13.41: the facings open to a unit that recovers: its own and one vertex to either hand.
#[must_use]
pub const fn facings_on_recovery(facing: Facing) -> [Facing; 3] {
    [facing, facing.turned(-1), facing.turned(1)]
}
