//! What other chapters ask of movement.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Refusal;
use longroll_movement::BridgeState;
use longroll_position::{Extent, HalfMp, StackPlace};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::event::Event;
use crate::orders::{FacingStep, facing_kind};
use crate::play::Play;
use crate::scene::At;

/// SR 7.23: a unit whose orders demand the other kind of facing turns free of charge; its owner is asked.
pub fn ask_facing(play: &mut Play<'_>, unit: UnitId) {
    let state = play.position.unit(unit);
    if state.on_map() && state.facing.kind() != facing_kind(state.orders) {
        play.push(FacingStep { unit });
    }
}

/// SR 7.11: the stack of a unit turns as a whole, free of charge.
pub(crate) fn turn_stack(play: &mut Play<'_>, unit: UnitId, facing: Facing, rule: Rule) {
    let hex = play.position.unit(unit).hex;
    let stack: SmallVec<[UnitId; 6]> = play.position.stack(hex).map(|part| part.unit).collect();
    for unit in stack {
        let cost = HalfMp::ZERO;
        play.happens(Event::Turned {
            unit,
            facing,
            cost,
            rule,
        });
    }
}

/// BB 9.44-logbridge: tested at the start of every Activation.
pub fn check_bridge(play: &mut Play<'_>) {
    if !play.position.bridge_open
        && play.at().has_closed_bridge()
        && play.at().bridge_opens() == BridgeState::Open
    {
        play.happens(Event::BridgeOpened);
    }
}

/// SR 6.24, reading 43: whether contact with an enemy is within so many MP at Attack costs.
#[must_use]
pub fn contact_within(at: At<'_>, unit: UnitId, mp: u8) -> bool {
    longroll_movement::contact_distance(&at, unit, HalfMp::whole(mp)).is_some()
}

/// SR 8.23: where a unit that enters a hex goes in its stack.
#[must_use]
pub fn stack_place(at: At<'_>, from: HexId, hex: HexId) -> StackPlace {
    let front = at
        .setting
        .grid()
        .direction_between(hex, from)
        .is_some_and(|direction| {
            at.position.stack(hex).next().is_some_and(|top| {
                let state = at.position.unit(top.unit);
                let grid = at.setting.grid();
                longroll_movement::arcs::part_arc(grid, state, top.number, direction).is_front()
            })
        });
    if front {
        StackPlace::Top
    } else {
        StackPlace::Bottom
    }
}

/// SR 8.23, 8.44: the hexes in which an extension of a unit that goes from one place to another comes to lie on top.
#[must_use]
pub(crate) fn extensions_on_top(
    at: At<'_>,
    from: (HexId, Extent),
    to: (HexId, Extent),
) -> SmallVec<[HexId; 2]> {
    let parts = from.1.hexes().zip(to.1.hexes());
    parts
        .filter(|&(from, hex)| stack_place(at, from, hex) == StackPlace::Top)
        .map(|(_, hex)| hex)
        .collect()
}

/// SR 8.23: infantry and cavalry that come of their own will to guns alone choose their place in the stack.
pub(crate) fn chooses_place(at: At<'_>, unit: UnitId, hex: HexId) -> bool {
    let is_gun = |unit: UnitId| at.setting.unit(unit).arm == Arm::Artillery;
    let mut others = at.position.stack(hex).map(|part| part.unit).peekable();
    !is_gun(unit) && others.peek().is_some() && others.all(is_gun)
}

/// SR 8.12: whether a unit may stand in a hex at the start.
///
/// # Errors
/// The rule that forbids it.
pub fn may_stack_at_start(at: At<'_>, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    longroll_movement::stacking::may_join(at.setting, at.position, unit, hex)
}
