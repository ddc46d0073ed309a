//! SR 7 to 9: what a unit under way may do next. The questions of `longroll-movement`, with what the engine knows besides:
//! the bond of its brigade, its stackmates, Loose Reins.

use longroll_board::{Direction, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::extension::{self, Flanks, LineMove};
use longroll_movement::{Progress, Walker, arrival, withdrawal};
use longroll_position::{Cohesion, Deeds, Extent, StackPlace, UnitState};
use longroll_rule::Rule;

use self::undriven::direction_of;
use super::limits;
use crate::scene::At;

mod compulsion;
mod placing;
mod refusal;
mod standings;
mod stepping;
mod undriven;
mod whole_move;

pub(in crate::movement) use self::compulsion::may_assault_before;
pub use self::compulsion::{Drive, could_close, must_close};
pub(super) use self::refusal::{may_refuse, may_refuse_alone, may_unrefuse};
pub use self::standings::could_after_a_change;
pub(super) use self::stepping::may_step;
pub use self::stepping::{could_go_on, could_near_friends, fires_on_its_way};
pub(crate) use self::undriven::kept;
pub(super) use self::undriven::{
    after_fire, each_has_one, is_legal_after, may_obey, may_spend, may_turn_of, not_its_own,
    on_course, order_for, retractions,
};

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
        return Err(crate::held::astray(at));
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

/// SR 9.54-extended: whether a line may still draw together in this part of its and step back from there.
pub(super) fn may_break_line(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    (direction, part): (Direction, HexId),
) -> bool {
    let to = at.setting.grid().neighbour(part, direction);
    let walker = Walker::of(&at, unit, progress.fired());
    let back = to
        .zip(walker.ok())
        .and_then(|(to, walker)| step_back(at, progress, &walker, to).ok());
    back.is_some_and(|back| back.gathers == Some(part) && back.direction == direction)
}

/// The same as far as the ground and the stacks go.
fn step_back(
    at: At<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    hex: HexId,
) -> Result<StepBack, Refusal> {
    let unit = walker.unit;
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
    step_back_together(at, progress, unit, hex).unwrap_or(whole)
}

/// SR 9.54-extended: the same for a line that draws together in one of its hexes; nothing if none of them lets it.
fn step_back_together(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    hex: HexId,
) -> Option<Result<StepBack, Refusal>> {
    let (grid, state) = (at.setting.grid(), at.position.unit(unit));
    // Disorder by drawing together alone may bar what the line could do.
    let mut refused = None;
    for part in withdrawal::hexes_to_break_line(&at, progress, unit) {
        let Some(direction) = grid.direction_between(part, hex) else {
            continue;
        };
        // SR 12.34: drawn together it is Disordered, and goes next to no enemy.
        let cohesion = match state.cohesion {
            Cohesion::GoodOrder => Cohesion::Disordered,
            worse => worse,
        };
        let drawn_together = UnitState {
            hex: part,
            extent: Extent::Single,
            cohesion,
            ..*state
        };
        let bottom = StackPlace::Bottom;
        let gathered = at
            .position
            .with_unit(at.setting, unit, drawn_together, bottom);
        let judged = withdrawal::withdraw(&at.at(&gathered), progress, unit, direction)
            .and_then(|_| limits::may_enter(at, unit, hex));
        match judged {
            Ok(_) => {
                let gathers = Some(part);
                return Some(Ok(StepBack { direction, gathers }));
            }
            Err(why) if why.rule == Rule::SR_12_34 => refused = Some(why),
            Err(_) => {}
        }
    }
    refused.map(Err)
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
        return Err(super::staying::must_leave());
    }
    super::limits::may_end(at, progress, unit)?;
    super::staying::may_stay(at, progress, unit)?;
    super::mates::may_stop(at, progress, unit)?;
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
        return Err(crate::held::astray(at));
    }
    if could_near_friends(at, unit, progress) {
        return Err(Refusal::new(
            Rule::BB_14_55,
            "cavalry beyond 4 hexes of friendly non-cavalry goes on towards them",
        ));
    }
    Ok(())
}
