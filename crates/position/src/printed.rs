//! What a counter does not let its unit be, whoever moves and whatever is under way.

use longroll_catalog::facts::{Ammunition, Arm, UnitFacts};
use longroll_rule::Rule;

use crate::{Cohesion, Extent, Mount, Setting, UnitState};

/// Why a unit cannot be as it is, by what its counter says.
type Fault = (Rule, &'static str);

/// Everything of this kind that is wrong with a unit.
pub(crate) fn faults(
    setting: &Setting,
    facts: &UnitFacts,
    state: &UnitState,
) -> impl Iterator<Item = Fault> {
    let here = state.on_map();
    let on_map = [
        boat_in_disorder(facts, state),
        boat_without_shells(facts, state),
        boat_that_refuses(facts, state),
        boat_in_formation(facts, state),
        line_of_no_infantry(facts, state),
        horse_without_second_counter(facts, state),
    ];
    let everywhere = command_of_the_enemy(setting, facts, state);
    on_map
        .into_iter()
        .map(move |fault| fault.filter(|_| here))
        .chain([everywhere])
        .flatten()
}

/// BB 14.71, 14.76: a boat has no Cohesion to lose; what strikes it is kept apart, and the second time it is gone.
fn boat_in_disorder(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (is_boat(facts) && state.cohesion != Cohesion::GoodOrder)
        .then_some((Rule::BB_14_71, "a gunboat is never Disordered or Collapsed"))
}

/// BB 14.75.
fn boat_without_shells(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (is_boat(facts) && state.ammunition != Ammunition::Full)
        .then_some((Rule::BB_14_75, "a gunboat does not run out of ammunition"))
}

/// SR 7.32: who refuses has orders and a front.
fn boat_that_refuses(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (is_boat(facts) && state.refused.is_some())
        .then_some((Rule::SR_7_32, "a gunboat refuses no flank"))
}

/// SR 8.5.
fn boat_in_formation(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (is_boat(facts) && matches!(state.extent, Extent::Column { .. }))
        .then_some((Rule::SR_8_5, "a gunboat forms no column"))
}

/// SR 8.41: infantry alone forms line, and dismounted cavalry does not.
fn line_of_no_infantry(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    let line = matches!(state.extent, Extent::Line { .. });
    (line && facts.arm != Arm::Infantry)
        .then_some((Rule::SR_8_41, "only infantry extends its line"))
}

/// SR 14.21, BB 14.2: who has no dismounted counter always rides.
fn horse_without_second_counter(facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (state.mount == Mount::Dismounted && facts.dismounted.is_none())
        .then_some((Rule::SR_14_21, "it has no dismounted counter"))
}

/// SR 4.2: a unit answers to its own side.
fn command_of_the_enemy(setting: &Setting, facts: &UnitFacts, state: &UnitState) -> Option<Fault> {
    (setting.command(state.assigned).side != facts.side)
        .then_some((Rule::SR_4_2, "it is assigned to a command of the enemy"))
}

const fn is_boat(facts: &UnitFacts) -> bool {
    matches!(facts.arm, Arm::Gunboat)
}
