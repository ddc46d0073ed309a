//! SR 7.12, 7.34, 8.51: the arcs of a unit, part by part.

use longroll_board::{
    Arc, ArcEdge, Direction, Facing, FacingKind, Grid, Hand, HexId, Refusal as RefusedFlank,
    arc_of_neighbour,
};
use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::ArcEdge as EdgeReading;
use longroll_position::{Deeds, Extent, Part, Setting, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::refused_part::refusal_in;
use crate::scene::Scene;

/// SR 10.16: whether what lies on the edge of an arc is inside, by the rules in force.
#[must_use]
pub const fn arc_edge(setting: &Setting) -> ArcEdge {
    match setting.rules.switches.arc_edge_inclusive {
        EdgeReading::Inclusive => ArcEdge::Inclusive,
        EdgeReading::Exclusive => ArcEdge::Exclusive,
    }
}

/// The hex of a part: 0 for the counter, then the extensions in the order of [`Extent::hexes`].
#[must_use]
pub fn part_hex(state: &UnitState, number: u8) -> Option<HexId> {
    state.hexes().nth(usize::from(number))
}

/// SR 8.44, 8.51, 8.52: where a part faces. The parts of a line face alike; an extension of a column faces the part ahead.
/// Under Advance orders, of the two vertices that front the part ahead, it takes the one that leaves the part behind in a
/// rear hex, and where both or neither do, the one nearer to the facing of the counter.
#[must_use]
pub fn part_facing(grid: &Grid, state: &UnitState, number: u8) -> Facing {
    let Extent::Column { rear, tail } = state.extent else {
        return state.facing;
    };
    let (own, ahead) = match (number, tail) {
        (1, _) => (rear, state.hex),
        (2, Some(tail)) => (tail, rear),
        _ => return state.facing,
    };
    let Some(direction) = grid.direction_between(own, ahead) else {
        return state.facing;
    };
    let choices = Facing::toward(direction, state.facing.kind());
    if let (1, Some(tail)) = (number, tail)
        && let Some(behind) = grid.direction_between(own, tail)
    {
        match choices.map(|choice| choice.rear().contains(behind)) {
            [true, false] => return choices[0],
            [false, true] => return choices[1],
            _ => {}
        }
    }
    if choices[0].twelfths_to(state.facing) <= choices[1].twelfths_to(state.facing) {
        choices[0]
    } else {
        choices[1]
    }
}

/// Reading I15: the refused flank of a part, that of the hex it stands in.
#[must_use]
pub fn part_refusal(state: &UnitState, number: u8) -> RefusedFlank {
    part_hex(state, number)
        .and_then(|hex| refusal_in(state, hex))
        .map_or(RefusedFlank::None, Into::into)
}

/// What the neighbour in this direction is to a part of a unit.
///
/// SR 8.51: a column on the march has one front hex at its head and one rear hex at its tail; every other hex is flank,
/// also where the road bends.
#[must_use]
pub fn part_arc(grid: &Grid, state: &UnitState, number: u8, direction: Direction) -> Arc {
    let arc = arc_of_neighbour(
        part_facing(grid, state, number),
        part_refusal(state, number),
        direction,
    );
    let inner = matches!(state.extent, Extent::Column { .. })
        && state.facing.kind() == FacingKind::Side
        && match arc {
            Arc::Front => number > 0,
            Arc::Rear => usize::from(number) < state.extent.count(),
            _ => false,
        };
    if inner { Arc::Flank(Hand::Left) } else { arc }
}

/// Every hex around a unit with its arc, its own hexes left out; a hex beside two parts stands once for each.
#[must_use]
pub fn arcs(grid: &Grid, state: &UnitState) -> SmallVec<[(HexId, Arc); 12]> {
    let mut found = SmallVec::new();
    for (number, hex) in state.hexes().enumerate() {
        for (direction, neighbour) in grid.neighbours(hex) {
            if !state.hexes().any(|own| own == neighbour) {
                found.push((neighbour, part_arc(grid, state, number as u8, direction)));
            }
        }
    }
    found
}

/// The rule that draws the arcs of a unit as it stands.
#[must_use]
pub fn arcs_rule(state: &UnitState) -> Rule {
    match state.extent {
        Extent::Column { .. } if state.facing.kind() == FacingKind::Side => Rule::SR_8_51,
        _ if state.refused.is_some() => Rule::SR_7_34,
        _ => Rule::SR_7_12,
    }
}

/// SR 7.13, 7.34-assault, 8.52: whether a unit as it stands may assault into a hex: one of its normal front hexes.
///
/// # Errors
/// The rule that forbids it.
pub fn may_assault_into(grid: &Grid, state: &UnitState, hex: HexId) -> Result<(), Refusal> {
    if matches!(state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_52,
            "a column retracts or forms line before it assaults",
        ));
    }
    let mut refused = false;
    for (number, own) in state.hexes().enumerate() {
        let Some(direction) = grid.direction_between(own, hex) else {
            continue;
        };
        match part_arc(grid, state, number as u8, direction) {
            Arc::Front => return Ok(()),
            Arc::RefusedFront => refused = true,
            Arc::Flank(_) | Arc::Rear => {}
        }
    }
    Err(if refused {
        Refusal::new(
            Rule::SR_7_34_assault,
            "nobody assaults through the Refused Front",
        )
    } else {
        Refusal::new(Rule::SR_7_13, "a unit assaults its front hexes only")
    })
}

/// SR 7.13: whether `hex` is a front hex of a part of a unit, the Refused Front included.
#[must_use]
pub fn fronts(grid: &Grid, state: &UnitState, number: u8, hex: HexId) -> bool {
    let Some(own) = part_hex(state, number) else {
        return false;
    };
    grid.direction_between(own, hex)
        .is_some_and(|direction| part_arc(grid, state, number, direction).is_front())
}

/// The first enemy unit of `side`, other than `except`, that has this hex in its front.
#[must_use]
pub fn enemy_fronting(
    scene: &Scene<'_>,
    side: Side,
    hex: HexId,
    except: Option<UnitId>,
) -> Option<UnitId> {
    fronting(scene, side, hex, |unit| Some(unit) != except)
}

/// The same besides an enemy on the move and, SR 8.21, whoever moves as one with it.
#[must_use]
pub fn enemy_fronting_besides(
    scene: &Scene<'_>,
    side: Side,
    hex: HexId,
    mover: UnitId,
) -> Option<UnitId> {
    let grouped = |unit: UnitId| scene.position.unit(unit).deeds.has(Deeds::TOGETHER);
    let group = grouped(mover);
    fronting(scene, side, hex, |unit| {
        unit != mover && !(group && grouped(unit))
    })
}

fn fronting(
    scene: &Scene<'_>,
    side: Side,
    hex: HexId,
    counts: impl Fn(UnitId) -> bool,
) -> Option<UnitId> {
    let enemy = side.enemy();
    scene
        .grid()
        .neighbours(hex)
        .filter(|(_, next)| scene.holds(enemy, *next))
        .find_map(|(direction, next)| {
            scene
                .position
                .stack(next)
                .find(|part| counts(part.unit) && part_fronts(scene, *part, direction.opposite()))
                .map(|part| part.unit)
        })
}

fn part_fronts(scene: &Scene<'_>, part: Part, direction: Direction) -> bool {
    let state = scene.position.unit(part.unit);
    part_arc(scene.grid(), state, part.number, direction).is_front()
}

/// SR 7.11: the kind of facing these orders ask for.
#[must_use]
pub const fn facing_kind(gait: crate::Gait) -> FacingKind {
    match gait {
        crate::Gait::March => FacingKind::Side,
        _ => FacingKind::Vertex,
    }
}
