//! SR 8.11, 7.11, 7.21: whether a unit may stay where its move ends, and whether those of its hex can turn with it.

use longroll_board::Facing;
use longroll_catalog::facts::{Arm, Mobility, UnitId};
use longroll_core::Refusal;
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::facing::Turn;
use longroll_movement::{Progress, stacking};
use longroll_position::{Deeds, Extent, HalfMp, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::scene::At;

/// SR 8.11, 7.11: whether the stacks of all its hexes are legal with the unit in them, everybody facing alike. A unit that
/// has neither left its hex nor spread may stay with whoever it began with (BB 14.52).
///
/// # Errors
/// The rule that makes it go on.
pub(super) fn may_stay(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<(), Refusal> {
    let state = at.position.unit(unit);
    let single = state.extent == Extent::Single;
    // SR 8.44: nobody turns an Extended Line or Column by turning beside it.
    let bars = |other: &UnitState| other.extent != Extent::Single && other.facing != state.facing;
    let barred = at
        .position
        .stack(state.hex)
        .any(|part| part.unit != unit && bars(at.position.unit(part.unit)));
    if barred && single && progress.steps == 0 {
        return Err(Refusal::new(
            Rule::SR_8_44,
            "an extended unit in the hex faces otherwise",
        ));
    }
    if progress.steps == 0 {
        comrades_can_turn(at, progress, unit)?;
    }
    if progress.steps == 0 && single && state.hex == progress.start {
        return Ok(());
    }
    let alone = |hex| {
        at.position
            .stack(hex)
            .all(|part| part.unit == unit && part.number == 0)
    };
    for hex in state.hexes() {
        // A column that drew together (BB 9.44-swamp-extended) is too large for its hex, but nobody else is there.
        if single && alone(hex) {
            continue;
        }
        stacking::stack_is_legal(at.setting, at.position, hex)?;
        // A single unit conforms to whom it joins; whoever was with it turns with it (SR 8.26, 8.44-aboutface).
        // So does whoever shares the hex around which a line has wheeled (SR 8.26).
        let pivot = !single && !progress.line_entered.contains(&Some(hex));
        let conforms =
            (single && !state.deeds.has(Deeds::WITHDREW)) || progress.steps == 0 || pivot;
        let alike = at
            .position
            .stack(hex)
            .all(|part| at.position.unit(part.unit).facing == state.facing);
        if !conforms && !alike {
            return Err(Refusal::new(
                Rule::SR_7_11,
                "all units in a hex face the same way",
            ));
        }
    }
    Ok(())
}

/// SR 7.11, 8.26: the units that turn with one that turned where it stands.
pub(super) fn turning_along(at: At<'_>, unit: UnitId) -> SmallVec<[UnitId; 6]> {
    let state = at.position.unit(unit);
    state
        .hexes()
        .flat_map(|hex| at.position.stack(hex))
        .map(|part| part.unit)
        .filter(|&other| other != unit && at.position.unit(other).facing != state.facing)
        .filter(|&other| at.position.unit(other).extent == Extent::Single)
        .filter(|&other| at.position.unit(other).facing.kind() == state.facing.kind())
        .collect()
}

/// SR 7.21, 7.11: whether those who would have to turn with a unit have the MP for it and may spend them (SR 13.4, 10.61).
pub(super) fn comrades_can_turn(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<(), Refusal> {
    let own = at.position.body_of(at.setting, unit);
    let facing = at.position.unit(unit).facing;
    for other in turning_along(at, unit) {
        let theirs = at.position.unit(other);
        if at.position.body_of(at.setting, other) != own {
            continue;
        }
        let over = theirs.deeds.has(Deeds::MOVE_ENDED);
        let guns = at.setting.unit(other).arm == Arm::Artillery;
        let price = price_of_turn(at, other, facing, progress.about);
        let poor = !over && means_to_turn(at, other, price) < price;
        let stays = (guns || !over) && super::permits::after_fire(at, other).is_err();
        if price > HalfMp::ZERO && (poor || stays) {
            return Err(Refusal::new(
                Rule::SR_7_11,
                "a unit of its hex has no MP to turn with it",
            ));
        }
    }
    Ok(())
}

/// What a unit can pay of the price of turning along. BB 14.61: the one hex of a battery without horses includes every change of
/// facing.
pub(super) fn means_to_turn(at: At<'_>, unit: UnitId, price: HalfMp) -> HalfMp {
    match at.setting.unit(unit).mobility {
        Mobility::WithoutHorses => price,
        Mobility::Allowance(_) | Mobility::OnTheRiver => {
            price.min(remaining(at.setting, at.position, unit, Fired::No))
        }
    }
}

/// SR 7.21, 7.22, reading I10: what turning to this facing costs a unit where it stands, by vertices or by turning about. The
/// net change counts: what it has paid for turning along with its stack before is paid already.
pub(super) fn price_of_turn(at: At<'_>, unit: UnitId, facing: Facing, about: bool) -> HalfMp {
    let state = at.position.unit(unit);
    let before = state.turned_along;
    let from = before.map_or(state.facing, |turn| turn.from);
    let paid = before.map_or(HalfMp::ZERO, |turn| turn.paid);
    let class = longroll_movement::MoverClass::of(at.setting.unit(unit));
    let (Some(class), Some(steps)) = (class, from.turns_to(facing)) else {
        return HalfMp::ZERO;
    };
    let gait = longroll_movement::Gait::of(class, state.orders_now());
    let woods = longroll_movement::facing::is_woods_for_turning(&at, state.hex);
    let manner = if about && steps == 3 {
        Turn::AboutFace
    } else {
        Turn::ByVertices
    };
    let (price, _) = longroll_movement::facing::turning_cost(gait, woods, steps, manner);
    price.less(paid)
}

/// Why a unit bound to leave may not stay.
pub(super) const fn must_leave() -> Refusal {
    Refusal::new(
        Rule::SR_7_32_stack,
        "a unit refused over it on the word that it leaves the hex",
    )
}
