//! SR 7 to 9: what a unit under way may do next. The questions of `longroll-movement`, with what the engine knows besides:
//! the bond of its brigade, its stackmates, Loose Reins.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::fire::{FireScene, FiringPart, may_spend_mp_after};
use longroll_core::Refusal;
use longroll_movement::allowance::Fired;
use longroll_movement::extension::{self, Flanks, LineMove};
use longroll_movement::facing::Turn;
use longroll_movement::step::{StepOrder, WayChoice};
use longroll_movement::{Progress, Walker, arrival, facing, step, withdrawal};
use longroll_position::{BodyId, Bound, Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;

use super::{ending, limits};
use crate::alert::Course;
use crate::orders::facing_kind;
use crate::scene::At;

mod compulsion;
mod placing;
mod refusal;
mod whole_move;

pub use compulsion::{Drive, could_after_a_change, could_close, could_go_on, must_close};
pub(super) use refusal::{each_has_one, may_refuse, may_refuse_alone, may_unrefuse};

/// SR 6.23, 5.34: what a body's bond leaves of movement.
pub(super) fn may_spend(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    after_fire(at, unit)?;
    crate::held::may_move(at, unit)?;
    may_spend_in_place(at, unit)
}

/// SR 10.32, 10.52, 10.61: whether a unit that has fired may still spend MP.
pub(super) fn after_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    is_not_busy(at, unit)?;
    has_mp_after_fire(at, unit)
}

/// SR 10.32, 10.52, 10.61: the same for a turn of one vertex that costs MP.
fn has_mp_after_fire(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
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
fn is_not_busy(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
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
fn may_spend_in_place(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    may_stir(at, unit)?;
    may_obey(at, at.position.body_of(at.setting, unit))
}

/// What a scenario leaves of movement.
fn may_stir(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    crate::alert::may_leave(at, unit)?;
    super::limits::may_move_at_all(at, unit)
}

/// SR 6.23, 5.34: what the result of an orders change or of coordination leaves of it.
pub(super) fn may_obey(at: At<'_>, body: BodyId) -> Result<(), Refusal> {
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
fn direction_of(at: At<'_>, unit: UnitId, hex: HexId) -> Result<Direction, Refusal> {
    let from = at.position.unit(unit).hex;
    at.setting
        .grid()
        .direction_between(from, hex)
        .ok_or_else(|| Refusal::new(Rule::SR_9_13, "a step leads to an adjacent hex"))
}

pub(super) fn order_for(
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

/// SR 9.13: whether a unit in one hex (or a column) may make this step now.
pub(super) fn may_step(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    way: WayChoice,
) -> Result<step::StepTerms, Refusal> {
    let terms = may_step_undriven(at, progress, unit, hex, facing, way)?;
    crate::alert::may_march(at, unit, &terms)?;
    if let Some(drive) = Drive::of(at, unit, progress) {
        drive.may_step(at, progress, &terms)?;
    }
    Ok(terms)
}

/// The same but for Loose Reins (SR 6.24-A).
fn may_step_undriven(
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
pub(super) fn on_course(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    super::limits::may_enter(at, unit, hex)?;
    follows(at, unit, crate::alert::step_towards(at, unit).as_ref(), hex)
}

/// Whether a step leads along the course that its brigade's mission gives it.
fn follows(at: At<'_>, unit: UnitId, course: Option<&Course>, hex: HexId) -> Result<(), Refusal> {
    match course {
        Some(course) => course.may_step(at, at.position.unit(unit).hex, hex),
        None => Ok(()),
    }
}

/// SR 8.5-form: a column does not step on its own tail.
pub(super) fn not_its_own(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if at.position.unit(unit).hexes().any(|own| own == hex) {
        return Err(Refusal::new(
            Rule::SR_8_5_form,
            "the hex holds a part of the unit itself",
        ));
    }
    Ok(())
}

/// SR 8.44-move: whether a line may go forward so that its counter enters this hex.
pub(super) fn may_advance_line(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
) -> Result<LineMove, Refusal> {
    may_spend(at, unit)?;
    let direction = direction_of(at, unit, hex)?;
    on_course(at, unit, hex)?;
    let order = LineMove::Forward(direction);
    let terms = extension::move_line(&at, progress, unit, order)?;
    limits::may_enter_all(at, unit, terms.entered)?;
    Ok(order)
}

/// SR 7.21: whether a unit may turn in its hex, but for Loose Reins. SR 6.23, 5.34: one vertex is free even under Stay and
/// Confusion.
fn may_turn_undriven(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    to: Facing,
) -> Result<facing::TurnTerms, Refusal> {
    let walker = Walker::of(&at, unit, progress.fired())?;
    may_turn_of(at, progress, &walker, to)
}

/// SR 7.21 for a unit looked up before, but for Loose Reins.
pub(super) fn may_turn_of(
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

pub(super) fn may_extend(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hand: Option<Hand>,
) -> Result<extension::Extended, Refusal> {
    let flanks = match hand {
        None => Flanks::Both,
        Some(hand) => Flanks::One(hand),
    };
    let extended = extension::extend(&at, progress, unit, flanks)?;
    limits::may_enter_all(at, unit, extended.extent.hexes())?;
    limits::may_end_in(at, extended.extent.hexes())?;
    let facing = at.position.unit(unit).facing;
    if !extension::line_is_legal(&at, extended.hex, extended.extent, facing) {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "the extension must lie in the direct flank hex",
        ));
    }
    let mut guns = extended
        .extent
        .hexes()
        .flat_map(|hex| at.position.stack(hex));
    if guns.any(|part| at.position.unit(part.unit).facing.kind() != facing.kind()) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "guns on the march in the flank hex cannot face as the line does",
        ));
    }
    Ok(extended)
}

/// Every way a unit can take its extensions back: hex of the counter, what stays, MP.
pub(super) fn retractions(
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
pub(super) fn is_legal_after(
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

/// How a unit steps back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepBack {
    /// Which way.
    pub direction: Direction,
    /// SR 9.54-extended: the hex where a line that cannot withdraw as one draws together first.
    pub gathers: Option<HexId>,
}

/// SR 9.54: whether a unit may step back into this hex as its Withdrawal movement. SR 9.54-extended, reading I66: a line
/// that cannot do so as a line may draw together in one of its hexes and step back from there.
pub(super) fn may_withdraw<'w>(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    walker: impl FnOnce() -> Result<&'w Walker<'w>, Refusal>,
    hex: HexId,
) -> Result<StepBack, Refusal> {
    if at.position.unit(unit).deeds.has(Deeds::FIRED) {
        return Err(Refusal::new(
            Rule::SR_9_54,
            "who has fired does not use Withdrawal movement",
        ));
    }
    let body = at.position.body_of(at.setting, unit);
    if crate::alert::must_go(at, body).is_some() {
        return Err(Refusal::new(
            Rule::BB_sob,
            "on its mission it goes by the cheapest way",
        ));
    }
    if crate::held::goal(at, unit).is_some() {
        return Err(crate::held::astray());
    }
    if must_close(at, body, unit) {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it forward",
        ));
    }
    let back = step_back(at, progress, walker()?, hex)?;
    // Asked last: it is dear, and most steps back are barred anyway.
    if could_near_friends(at, unit, progress) {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry moves towards them first",
        ));
    }
    Ok(back)
}

/// The same as far as the ground and the stacks go.
fn step_back(
    at: At<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    hex: HexId,
) -> Result<StepBack, Refusal> {
    let unit = walker.unit;
    let grid = at.setting.grid();
    let state = at.position.unit(unit);
    let whole = direction_of(at, unit, hex).and_then(|direction| {
        let terms = withdrawal::withdraw_of(&at, progress, walker, direction)?;
        let parts = || terms.extent.hexes().chain([terms.to]);
        limits::may_enter_all(at, unit, parts())?;
        limits::may_end_in(at, parts())?;
        Ok(StepBack {
            direction,
            gathers: None,
        })
    });
    if whole.is_ok() || !matches!(state.extent, Extent::Line { .. }) {
        return whole;
    }
    for part in withdrawal::hexes_to_break_line(&at, progress, unit) {
        let Some(direction) = grid.direction_between(part, hex) else {
            continue;
        };
        let drawn_together = UnitState {
            hex: part,
            extent: Extent::Single,
            ..*state
        };
        let bottom = StackPlace::Bottom;
        let gathered = at
            .position
            .with_unit(at.setting, unit, drawn_together, bottom);
        if withdrawal::withdraw(&at.at(&gathered), progress, unit, direction).is_ok()
            && limits::may_enter(at, unit, hex).is_ok()
        {
            return Ok(StepBack {
                direction,
                gathers: Some(part),
            });
        }
    }
    whole
}

/// SR 8.11, 6.24-A: whether the unit may end its move where it stands; `driven_on` tells whether Loose Reins takes it nearer
/// to the enemy.
pub(super) fn may_halt(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    driven_on: impl FnOnce() -> bool,
) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    if at.setting.unit(unit).arm == Arm::Gunboat {
        return Ok(());
    }
    if state.deeds.has(Deeds::MUST_LEAVE) && state.hex == progress.start {
        return Err(super::joint::must_leave());
    }
    super::limits::may_end(at, progress, unit)?;
    ending::may_stay(at, progress, unit)?;
    super::together::may_stop(at, progress, unit)?;
    if state.deeds.has(Deeds::WITHDREW) {
        return withdrawal::may_end(&at, progress, unit);
    }
    arrival::stop(&at, progress, unit)?;
    // SR 9.55-1: guns that have fired do not come to stand where they could not fire any more.
    let walker = Walker::of(&at, unit, progress.fired())?;
    longroll_movement::artillery::may_end_after_fire(&at, &walker, progress.start, state.hex)?;
    if driven_on() {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it nearer to the enemy",
        ));
    }
    if could_go_on(at, unit, progress) {
        return Err(crate::held::astray());
    }
    if could_near_friends(at, unit, progress) {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry goes on towards them",
        ));
    }
    Ok(())
}

/// BB 14.55, reading I108: whether cavalry beyond 4 hexes from friendly non-cavalry could still come nearer.
#[must_use]
pub fn could_near_friends(at: At<'_>, unit: UnitId, progress: &Progress) -> bool {
    let state = at.position.unit(unit);
    // `friends_beyond_tether` leaves everybody but mounted cavalry alone; this saves asking.
    if at.setting.unit(unit).arm != Arm::Cavalry || may_spend(at, unit).is_err() {
        return false;
    }
    let Ok(walker) = Walker::of(&at, unit, Fired::No) else {
        return false;
    };
    let away = longroll_movement::special::friends_beyond_tether(&at, &walker, state.hex);
    let Some((here, friends)) = away else {
        return false;
    };
    at.setting.neighbours(state.hex).any(|hex| {
        let legal = || {
            Facing::all_of(facing_kind(state.orders)).any(|facing| {
                may_step(at, progress, unit, hex, facing, WayChoice::Best)
                    .is_ok_and(|terms| terms.occupied != step::Occupied::MustGoOn)
            })
        };
        let nearer = || friends.distance(&at, hex).is_some_and(|there| there < here);
        nearer() && legal()
    })
}

/// BB 14.55: cavalry that must come nearer to its friends fires only at enemies on the way to them.
///
/// # Errors
/// When the enemy stands elsewhere.
pub fn fires_on_its_way(
    at: At<'_>,
    unit: UnitId,
    progress: &Progress,
    target: HexId,
) -> Result<(), Refusal> {
    if !could_near_friends(at, unit, progress) {
        return Ok(());
    }
    let hex = at.position.unit(unit).hex;
    let side = at.setting.unit(unit).side;
    let friends = longroll_movement::special::NearestFriends::of(&at, side, hex);
    if friends.are_behind(&at, hex, target) {
        return Ok(());
    }
    Err(Refusal::new(
        Rule::BB_14_55,
        "cavalry beyond 4 hexes of friendly non-cavalry fires only at enemies on its way to them",
    ))
}
