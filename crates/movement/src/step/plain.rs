//! SR 9.0: a step as far as it does not matter who else stands in the hex.

use longroll_board::{Direction, HexId};
use longroll_core::Refusal;
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;

use super::along::way_and_price;
use super::step_terms::{Occupied, StepOrder, StepTerms, WayChoice, is_swamp};
use crate::adjacency::{self, Approach, Contact};
use crate::arcs::facing_kind;
use crate::extension::follow;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::{self, RoadUse, on_road};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::{Around, Walker};
use crate::{artillery, special, works};

/// A step as far as it does not matter who else stands in the hex.
#[inline]
pub(crate) fn plain_step(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    order: StepOrder,
) -> Result<StepTerms, Refusal> {
    let state = walker.state;
    let from = state.hex;
    let to = destination(scene, walker, order)?;
    walker.may_still_move()?;
    is_not_held(progress)?;
    stands_for(walker, order)?;
    let (way, price) = way_and_price(scene, walker, from, order, to)?;
    let turned = progress.entered_facing.turns_to(order.facing).unwrap_or(0);
    may_turn_and_leave(scene, progress, walker, turned)?;
    let (turn, repaid) = price_of_turning(scene, progress, walker, way, turned);
    let unrefuse = state.refused.map_or(HalfMp::ZERO, |_| HalfMp::ONE);
    let contact = contact_there(scene, walker, order.direction, to, way)?;
    let exit = if way == Way::Route && on_road(scene, from, to) {
        RoadUse::OnRoad
    } else {
        RoadUse::OffRoad
    };
    let passing = passing::passing(scene, walker, progress, exit)?;
    let surcharge = passing.map_or(HalfMp::ZERO, |pass| pass.surcharge);
    let levelling = if order.way == WayChoice::Levelling {
        works::levelling(scene, from, order.direction)?
    } else {
        HalfMp::ZERO
    };
    let total = turn + unrefuse + price.cost + surcharge + levelling;
    let owed = total.less(walker.worth_of(repaid));
    let minimum = walker.afford(progress, owed, contact != Contact::None)?;
    in_play(scene, to)?;
    special::may_enter(scene, walker, to)?;
    special::comes_nearer(scene, walker, progress.start, to)?;
    keeps_distance(scene, walker, progress, to)?;
    let column = follow(scene, walker, progress, way)?;
    Ok(StepTerms {
        from,
        to,
        facing: order.facing,
        way,
        turn,
        turn_check: way == Way::OffRoute && order.facing != state.facing && is_swamp(scene, from),
        unrefuse,
        terrain: price.cost,
        passing,
        levelling,
        total,
        repaid,
        checks: price.checks,
        contact,
        minimum,
        occupied: Occupied::Empty,
        column,
    })
}

/// SR 9.52, 9.53: whether it meets the enemy there.
#[inline]
fn contact_there(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    direction: Direction,
    to: HexId,
    way: Way,
) -> Result<Contact, Refusal> {
    let state = walker.state;
    let who = Approach {
        // SR 11.53: whoever is disordered on its charge completes it.
        disordered: state.is_disordered() && !state.deeds.has(Deeds::CHARGES),
        ..Approach::of(walker)
    };
    adjacency::approach(scene, who, state.hex, direction, to, way)
}

/// SR 7.13, 9.51, 9.56: the hex before it, free of enemies.
#[inline]
fn destination(scene: &Scene<'_>, walker: &Walker<'_>, order: StepOrder) -> Result<HexId, Refusal> {
    if !order.facing.front().contains(order.direction) {
        return Err(Refusal::new(
            Rule::SR_7_13,
            "a unit moves into its front hexes only",
        ));
    }
    let Some(to) = scene.grid().neighbour(walker.state.hex, order.direction) else {
        return Err(Refusal::new(Rule::SR_9_56, "no unit leaves the map"));
    };
    if scene.holds(walker.side.enemy(), to) {
        return Err(Refusal::new(
            Rule::SR_9_51,
            "an enemy combat unit is in the hex",
        ));
    }
    Ok(to)
}

/// SR 9.53, 10.44: whether something before has ended its movement.
#[inline]
fn is_not_held(progress: &Progress) -> Result<(), Refusal> {
    if progress.pinned {
        return Err(Refusal::new(
            Rule::SR_9_53,
            "it turned more than one vertex next to the enemy and stays",
        ));
    }
    if progress.one_hex && progress.steps > 0 {
        return Err(Refusal::new(
            Rule::SR_10_44,
            "Withdrawal fire limits its movement to one hex",
        ));
    }
    Ok(())
}

/// SR 7.11, 8.44, 8.53: whether its facing and its extent allow a step.
#[inline]
fn stands_for(walker: &Walker<'_>, order: StepOrder) -> Result<(), Refusal> {
    if order.facing.kind() != facing_kind(walker.gait) {
        return Err(Refusal::new(
            Rule::SR_7_11,
            "the orders ask for the other kind of facing",
        ));
    }
    if walker.gait == Gait::Attack && matches!(walker.state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_53,
            "under Attack orders a column retracts or forms line before anything else",
        ));
    }
    if matches!(walker.state.extent, Extent::Line { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_44_move,
            "an Extended Line moves as a whole",
        ));
    }
    Ok(())
}

/// SR 9.53: next to the enemy.
#[inline]
fn may_turn_and_leave(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    turned: u8,
) -> Result<(), Refusal> {
    let from = walker.state.hex;
    let beside = |own: HexId| scene.next_to_enemy(walker.side, own);
    if turned > 1 && progress.steps == 0 && (beside(from) || walker.state.hexes().any(beside)) {
        return Err(Refusal::new(
            Rule::SR_9_53,
            "next to the enemy it may turn one vertex and leave, or turn and stay",
        ));
    }
    Ok(())
}

/// SR 9.45: MP for turning, and what was paid before and the road makes free.
#[inline]
fn price_of_turning(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    way: Way,
    turned: u8,
) -> (HalfMp, HalfMp) {
    if way == Way::Route {
        return (HalfMp::ZERO, progress.turn_paid);
    }
    let woods = is_woods_for_turning(scene, walker.state.hex);
    let turn = cheapest_turn(walker.gait, woods, turned).less(progress.turn_paid);
    (turn, HalfMp::ZERO)
}

/// SR 9.22, 9.55: enemies at a distance.
fn keeps_distance(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    to: HexId,
) -> Result<(), Refusal> {
    let direction = scene.grid().direction_between(walker.state.hex, to);
    let around = walker.around.zip(direction);
    let worth = |bits: fn(Around) -> u8| {
        around.is_none_or(|(around, direction)| bits(around) >> direction.index() & 1 == 1)
    };
    if walker.gait == Gait::March {
        // Asked once where many steps are listed.
        if progress.steps == 0 && walker.around.is_none() {
            for hex in walker.state.hexes() {
                adjacency::march_may_start(scene, walker.side, hex)?;
            }
        }
        if worth(|around| around.seen) {
            adjacency::march_may_enter(scene, walker.side, to)?;
        }
    }
    if walker.class == MoverClass::Artillery && worth(|around| around.kept_off) {
        artillery::artillery_may_enter(scene, walker.side, Some(progress.start), to)?;
    }
    Ok(())
}
