//! SR 7 to 9: what a unit under way may do next, but for Loose Reins (SR 6.24-A).

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_combat::fire::{FireScene, FiringPart, may_spend_mp_after};
use longroll_core::Refusal;
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::facing::{self, Turn};
use longroll_movement::step::{self, StepOrder, WayChoice};
use longroll_movement::{Progress, Walker, extension};
use longroll_position::{BodyId, Bound, Deeds, Extent, HalfMp};
use longroll_rule::Rule;

use crate::alert::Course;
use crate::scene::At;

/// SR 6.23, 5.34: what a body's bond leaves of movement.
pub(in crate::movement) fn may_spend(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    after_fire(at, unit)?;
    crate::held::may_move(at, unit)?;
    may_spend_in_place(at, unit)
}

/// SR 10.32, 10.52, 10.61: whether a unit that has fired may still spend MP.
pub(in crate::movement) fn after_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    is_not_busy(at, unit)?;
    has_mp_after_fire(at, unit)
}

/// SR 10.32, 10.52, 10.61: the same for a turn of one vertex that costs MP.
pub(super) fn has_mp_after_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    if !at.position.unit(unit).deeds.has(Deeds::FIRED) {
        return Ok(());
    }
    let history = &at.position.fires;
    let scene = FireScene { scene: at, history };
    for done in history
        .shooters
        .iter()
        .filter(|done| done.part.unit == unit && done.fired)
    {
        let firer = FiringPart::of(unit, 0).number(done.part.number);
        may_spend_mp_after(&scene, firer, done.options)?;
    }
    Ok(())
}

/// SR 10.92, 13.4: whoever brings up ammunition or tries to recover does so instead of moving; it may turn one vertex.
pub(super) fn is_not_busy(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    let deeds = at.position.unit(unit).deeds;
    if deeds.has(Deeds::SUPPLIED) {
        return Err(Refusal::new(
            Rule::SR_10_92,
            "it brings up ammunition instead of moving and firing",
        ));
    }
    if deeds.has(Deeds::RECOVERED) {
        return Err(Refusal::new(
            Rule::SR_13_4,
            "it tries to recover instead of everything but bringing up ammunition",
        ));
    }
    Ok(())
}

/// The same for a turn of one vertex, which whoever a scenario holds may make.
pub(super) fn may_spend_in_place(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_stir(at, unit)?;
    may_obey(at, at.position.body_of(at.setting, unit))
}

/// What a scenario leaves of movement.
pub(super) fn may_stir(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    crate::alert::may_leave(at, unit)?;
    crate::movement::limits::may_move_at_all(at, unit)
}

/// SR 6.23, 5.34: what the result of an orders change or of coordination leaves of it.
pub(in crate::movement) fn may_obey(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
    match at.position.body(body).bound {
        Bound::Stay => Err(Refusal::new(
            Rule::SR_6_23,
            "its brigade must Stay: no MP may be spent",
        )),
        Bound::Confusion => Err(Refusal::new(Rule::SR_5_34, "its brigade is in Confusion")),
        Bound::FallenBack | Bound::Free | Bound::Charge | Bound::Close => Ok(()),
    }
}

/// SR 9.13: which way a unit goes into this hex.
pub(super) fn direction_of(at: At<'_>, unit: UnitId, hex: HexId) -> Result<Direction, Refusal> {
    let from = at.position.unit(unit).hex;
    at.setting
        .grid()
        .direction_between(from, hex)
        .ok_or_else(|| Refusal::new(Rule::SR_9_13, "a step leads to an adjacent hex"))
}

pub(in crate::movement) fn order_for(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<StepOrder, Refusal> {
    Ok(StepOrder {
        direction: direction_of(at, unit, hex)?,
        facing,
        way,
    })
}

/// The same but for Loose Reins (SR 6.24-A).
pub(super) fn may_step_undriven(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<step::StepTerms, Refusal> {
    may_spend(at, unit)?;
    not_its_own(at, unit, hex)?;
    on_course(at, unit, hex)?;
    step::step(&at, progress, unit, order_for(at, unit, hex, facing, way)?)
}

/// BB sob: whether a step leads where the mission of its brigade sends it.
pub(in crate::movement) fn on_course(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    crate::movement::limits::may_enter(at, unit, hex)?;
    follows(at, unit, crate::alert::step_towards(at, unit).as_ref(), hex)
}

/// Whether a step leads along the course that its brigade's mission gives it.
pub(super) fn follows(
    at: At<'_>,
    unit: UnitId,
    course: Option<&Course>,
    hex: HexId,
) -> Result<(), Refusal> {
    match course {
        Some(course) => course.may_step(at, at.position.unit(unit).hex, hex),
        None => Ok(()),
    }
}

/// SR 8.5-form: a column does not step on its own tail.
pub(in crate::movement) fn not_its_own(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
) -> Result<(), Refusal> {
    if at.position.unit(unit).hexes().any(|own| own == hex) {
        return Err(Refusal::new(
            Rule::SR_8_5_form,
            "the hex holds a part of the unit itself",
        ));
    }
    Ok(())
}

/// SR 7.21: whether a unit may turn in its hex, but for Loose Reins. SR 6.23, 5.34: one vertex is free even under Stay and
/// Confusion.
pub(super) fn may_turn_undriven(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    to: Facing,
) -> Result<facing::TurnTerms, Refusal> {
    let walker = Walker::of(&at, unit, progress.fired())?;
    may_turn_of(at, progress, &walker, to)
}

/// SR 7.21 for a unit looked up before, but for Loose Reins.
pub(in crate::movement) fn may_turn_of(
    at: At<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    to: Facing,
) -> Result<facing::TurnTerms, Refusal> {
    let unit = walker.unit;
    if walker.state.facing == to {
        return Err(Refusal::new(Rule::SR_7_21, "it faces that way"));
    }
    if walker.state.deeds.has(Deeds::TURNED) {
        is_not_busy(at, unit)?;
    }
    let terms = facing::turn_of(&at, progress, walker, to, Turn::ByVertices)?;
    let one_vertex = progress
        .entered_facing
        .turns_to(to)
        .is_some_and(|steps| steps <= 1);
    let body = at.position.body_of(at.setting, unit);
    if one_vertex && at.position.body(body).bound == Bound::Confusion {
        // SR 5.34: whatever it costs.
        may_stir(at, unit)?;
    } else if terms.cost > HalfMp::ZERO {
        has_mp_after_fire(at, unit)?;
        may_spend_in_place(at, unit)?;
    }
    if !one_vertex {
        may_spend(at, unit)?;
    }
    Ok(terms)
}

/// Every way a unit can take its extensions back: hex of the counter, what stays, MP.
pub(in crate::movement) fn retractions(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<(HexId, Extent, HalfMp)>, Refusal> {
    may_spend(at, unit)?;
    let state = at.position.unit(unit);
    match state.extent {
        Extent::Single => Err(Refusal::new(Rule::SR_8_42, "it is not extended")),
        Extent::Line { .. } => Ok(extension::retract_line(&at, progress, unit)?
            .into_iter()
            .map(|way| (way.hex, way.extent, way.cost))
            .collect()),
        Extent::Column { .. } => {
            let mut ways = Vec::new();
            let mut refused = None;
            for (into, hex) in state.hexes().enumerate() {
                match extension::retract_column(&at, progress, unit, into as u8) {
                    Ok(cost) => ways.push((hex, Extent::Single, cost)),
                    Err(refusal) => refused = Some(refusal),
                }
            }
            match refused {
                Some(refusal) if ways.is_empty() => Err(refusal),
                _ => Ok(ways),
            }
        }
    }
}

/// SR 8.11: whether the stacks would be legal with the unit spread like this; forming up is no way into a full hex.
pub(in crate::movement) fn is_legal_after(
    at: At<'_>,
    unit: UnitId,
    hex: HexId,
    extent: Extent,
    facing: Facing,
) -> bool {
    let line = matches!(extent, Extent::Line { .. });
    if line && !extension::line_is_legal(&at, hex, extent, facing) {
        return false;
    }
    let fits = |(number, hex): (usize, HexId)| {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        longroll_movement::stacking::is_legal_with(
            at.setting,
            at.position,
            hex,
            (unit, extent, number),
        )
        .is_ok()
            && at
                .position
                .stack(hex)
                .filter(|part| part.unit != unit)
                .all(|part| at.position.unit(part.unit).facing == facing)
    };
    core::iter::once(hex)
        .chain(extent.hexes())
        .enumerate()
        .all(fits)
}

pub(crate) const fn kept(extent: Extent) -> Option<Hand> {
    match extent {
        Extent::Line { left: Some(_), .. } => Some(Hand::Left),
        Extent::Line { right: Some(_), .. } => Some(Hand::Right),
        _ => None,
    }
}

/// Whether each of these units has 1 MP left and may spend it, for what this rule makes the whole stack pay: not who has fired
/// and stays, recovers or has changed its place instead of moving (SR 10.32, 10.61, 13.4, 8.24).
pub(in crate::movement) fn each_has_one(
    at: At<'_>,
    units: impl Iterator<Item = UnitId>,
    rule: Rule,
    reason: &'static str,
) -> Result<(), Refusal> {
    let left = |unit| remaining(at.setting, at.position, unit, Fired::No);
    let may_pay =
        |unit| after_fire(at, unit).is_ok() && !at.position.unit(unit).deeds.has(Deeds::REORDERED);
    let mut units = units;
    if units.any(|unit| left(unit) < HalfMp::ONE || !may_pay(unit)) {
        return Err(Refusal::new(rule, reason));
    }
    Ok(())
}
