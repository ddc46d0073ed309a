//! SR 8.52, 8.44-column: Extended Columns retract, form line, and lines form column.

use longroll_board::{Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::extend::{may_give_up, within_two};
use super::follow::most_of_extension;
use super::line::holds_troops;
use crate::allowance::Fired;
use crate::checks::Checks;
use crate::cost::StepCost;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{Gait, MoverClass, Way};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::walker::Walker;

/// SR 8.52-retract: MP for drawing a column together in the hex of one of its parts (0 is the counter): hexside and other
/// terrain of every hex entered, not the route rate.
///
/// # Errors
/// The rule that forbids it.
pub fn retract_column(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
    into: u8,
) -> Result<HalfMp, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    if !matches!(walker.state.extent, Extent::Column { .. }) {
        return Err(Refusal::new(
            Rule::SR_8_52_retract,
            "the unit is not in Extended Column",
        ));
    }
    let hexes: SmallVec<[HexId; 3]> = walker.state.hexes().collect();
    let into = usize::from(into);
    if into >= hexes.len() {
        return Err(Refusal::new(
            Rule::SR_8_52_retract,
            "the column has no such part",
        ));
    }
    may_give_up(scene, progress, unit, core::iter::once(hexes[into]))?;
    let (mut from_head, mut from_tail) = (HalfMp::ZERO, HalfMp::ZERO);
    for pair in hexes[..=into].windows(2) {
        from_head += price_of_closing(scene, &walker, pair[0], pair[1])?;
    }
    for pair in hexes[into..].windows(2) {
        from_tail += price_of_closing(scene, &walker, pair[1], pair[0])?;
    }
    extensions_come_up(scene, progress, &walker, &hexes, into)?;
    let dearest = from_head.max(from_tail);
    if dearest > walker.left {
        return Err(Refusal::new(
            Rule::SR_8_52_retract,
            "not enough MP to retract",
        ));
    }
    Ok(dearest)
}

/// SR 8.5: an extension that comes up has MP of its own.
fn extensions_come_up(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    hexes: &[HexId],
    into: usize,
) -> Result<(), Refusal> {
    for (place, spent) in progress.extension_spent.into_iter().enumerate() {
        let Some(path) = hexes.get(into..=place + 1).filter(|path| path.len() > 1) else {
            continue;
        };
        let mut cost = spent;
        for pair in path.windows(2) {
            cost += price_of_closing(scene, walker, pair[1], pair[0])?;
        }
        if cost > most_of_extension(walker, progress.forming, place) {
            return Err(Refusal::new(
                Rule::SR_8_5_form,
                "an extension has not the MP to come up",
            ));
        }
    }
    Ok(())
}

fn price_of_closing(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    to: HexId,
) -> Result<HalfMp, Refusal> {
    closing_step(scene, walker, from, to)
        .map(|step| step.cost)
        .ok_or_else(|| {
            let reason = "the terrain between the parts is closed";
            Refusal::new(Rule::SR_8_52_retract, reason)
        })
}

/// A part of a column goes to the next: over the ground, whatever route lies there.
fn closing_step(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    to: HexId,
) -> Option<StepCost> {
    let direction = scene.grid().direction_between(from, to)?;
    let gait = if walker.gait == Gait::March {
        Gait::Advance
    } else {
        walker.gait
    };
    scene.step(from, direction, walker.class, gait, Way::OffRoute)
}

/// SR 9.47, 8.52-retract: the risks of the ground for a column that draws together in one of its hexes.
#[must_use]
pub fn gathering_checks(scene: &Scene<'_>, unit: UnitId, into: HexId) -> Checks {
    let Ok(walker) = Walker::of(scene, unit, Fired::No) else {
        return Checks::default();
    };
    let hexes: SmallVec<[HexId; 3]> = walker.state.hexes().collect();
    let Some(place) = hexes.iter().position(|hex| *hex == into) else {
        return Checks::default();
    };
    let from_head = hexes[..=place].windows(2).map(|pair| (pair[0], pair[1]));
    let from_tail = hexes[place..].windows(2).map(|pair| (pair[1], pair[0]));
    from_head
        .chain(from_tail)
        .filter_map(|(from, to)| closing_step(scene, &walker, from, to))
        .fold(Checks::default(), |all, step| all.and(step.checks))
}

/// A formation a unit may take in the hexes it fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formed {
    /// The counter's hex.
    pub hex: HexId,
    /// The extensions.
    pub extent: Extent,
    pub facing: Facing,
    /// MP for the turn; none when orders change (SR 7.26).
    pub cost: HalfMp,
}

/// SR 8.52-line, 7.26: every Extended Line a column may form in its own hexes.
///
/// # Errors
/// The rule that keeps it in column.
pub fn lines_of_column(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<Formed>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let state = walker.state;
    let Extent::Column { rear, tail } = state.extent else {
        return Err(Refusal::new(
            Rule::SR_8_52_line,
            "the unit is not in Extended Column",
        ));
    };
    may_form_line(&walker)?;
    let mut found = Vec::new();
    let mut why = Refusal::new(
        Rule::SR_8_52_line,
        "its hexes do not lie side by side for any facing it can pay",
    );
    for facing in Facing::all_of(longroll_board::FacingKind::Vertex) {
        let Some((hex, extent)) = line_in_hexes(scene, state.hex, rear, tail, facing) else {
            continue;
        };
        if let Err(refusal) = may_extend_between(scene, unit, hex, extent) {
            why = refusal;
            continue;
        }
        let cost = price_to_face(scene, progress, &walker, facing);
        if cost <= walker.left {
            found.push(Formed {
                hex,
                extent,
                facing,
                cost,
            });
        }
    }
    if found.is_empty() {
        return Err(why);
    }
    Ok(found)
}

/// SR 8.52-line, 8.41: which columns form line.
fn may_form_line(walker: &Walker<'_>) -> Result<(), Refusal> {
    // SR 7.26: it does when its orders change.
    if walker.gait == Gait::March {
        return Err(Refusal::new(
            Rule::SR_8_52_line,
            "under March orders nobody forms line",
        ));
    }
    if walker.class != MoverClass::Foot || walker.state.sp < 8 {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "only infantry of 8 SP or more forms Extended Line",
        ));
    }
    Ok(())
}

/// The line that these hexes of a column make for a facing, if they do: the counter's hex and the extensions.
fn line_in_hexes(
    scene: &Scene<'_>,
    head: HexId,
    rear: HexId,
    tail: Option<HexId>,
    facing: Facing,
) -> Option<(HexId, Extent)> {
    let grid = scene.grid();
    let beside = |hex: HexId, hand: Hand| grid.neighbour(hex, facing.flank(hand));
    match tail {
        None => [Hand::Left, Hand::Right]
            .into_iter()
            .find(|hand| beside(head, *hand) == Some(rear))
            .map(|hand| {
                let (left, right) = if hand == Hand::Left {
                    (Some(rear), None)
                } else {
                    (None, Some(rear))
                };
                (head, Extent::Line { left, right })
            }),
        // The counter of a line with two extensions stands in the middle.
        Some(tail) => [(head, tail), (tail, head)]
            .into_iter()
            .find_map(|(left, right)| {
                let straight = beside(rear, Hand::Left) == Some(left)
                    && beside(rear, Hand::Right) == Some(right);
                straight.then_some((
                    rear,
                    Extent::Line {
                        left: Some(left),
                        right: Some(right),
                    },
                ))
            }),
    }
}

/// SR 7.23, 7.26: MP for the turn; between the two kinds of facing only orders change, and that is free.
fn price_to_face(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    facing: Facing,
) -> HalfMp {
    let Some(steps) = progress.entered_facing.turns_to(facing) else {
        return HalfMp::ZERO;
    };
    let woods = is_woods_for_turning(scene, walker.state.hex);
    cheapest_turn(walker.gait, woods, steps).less(progress.turn_paid)
}

/// SR 7.26, 8.41: whether a line with this counter and these extensions meets what 8.41 asks of an Extended Line: no
/// extension next to an enemy or among other troops, and none in a hex that costs the counter more than 2 MP.
///
/// # Errors
/// What is not met.
pub fn may_extend_between(
    scene: &Scene<'_>,
    unit: UnitId,
    hex: HexId,
    extent: Extent,
) -> Result<(), Refusal> {
    let side = scene.setting.unit(unit).side;
    for extension in extent.hexes() {
        if scene.next_to_enemy(side, extension) {
            return Err(Refusal::new(
                Rule::SR_8_41,
                "an extension would stand next to an enemy",
            ));
        }
        let cost = scene
            .grid()
            .direction_between(hex, extension)
            .and_then(|side| scene.step(hex, side, MoverClass::Foot, Gait::Advance, Way::OffRoute));
        within_two(cost.map(|step| step.cost))?;
    }
    if extent
        .hexes()
        .chain([hex])
        .any(|part| holds_troops(scene, part, unit))
    {
        return Err(Refusal::new(
            Rule::SR_8_41,
            "other troops stand in a hex of the line",
        ));
    }
    Ok(())
}

/// SR 8.44-column, reading I111: every column an Extended Line may form, the counter leading at either end.
///
/// # Errors
/// The rule that keeps it in line.
pub fn columns_of_line(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<Vec<Formed>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    let state = walker.state;
    let Extent::Line { left, right } = state.extent else {
        return Err(Refusal::new(
            Rule::SR_8_44_column,
            "the unit is not in Extended Line",
        ));
    };
    if walker.gait != Gait::Advance {
        return Err(Refusal::new(
            Rule::SR_8_44_column,
            "a line forms column under Advance orders",
        ));
    }
    if state
        .hexes()
        .any(|hex| scene.next_to_enemy(walker.side, hex))
    {
        return Err(Refusal::new(
            Rule::SR_8_44_column,
            "next to the enemy a line does not form column",
        ));
    }
    let ordered: SmallVec<[HexId; 3]> = left.into_iter().chain([state.hex]).chain(right).collect();
    let reversed: SmallVec<[HexId; 3]> = ordered.iter().rev().copied().collect();
    let mut found = columns_led_by_first(scene, progress, &walker, &ordered);
    found.extend(columns_led_by_first(scene, progress, &walker, &reversed));
    if found.is_empty() {
        return Err(Refusal::new(
            Rule::SR_8_44_column,
            "not enough MP to turn into column",
        ));
    }
    Ok(found)
}

/// The columns that hexes in a row make, with the counter in the first of them.
fn columns_led_by_first(
    scene: &Scene<'_>,
    progress: &Progress,
    walker: &Walker<'_>,
    hexes: &[HexId],
) -> Vec<Formed> {
    let mut found = Vec::new();
    let &[head, rear, ref rest @ ..] = hexes else {
        return found;
    };
    let grid = scene.grid();
    for facing in Facing::all_of(longroll_board::FacingKind::Vertex) {
        let behind = grid
            .direction_between(head, rear)
            .is_some_and(|direction| facing.rear().contains(direction));
        let Some(steps) = progress.entered_facing.turns_to(facing).filter(|_| behind) else {
            continue;
        };
        let cost = cheapest_turn(
            walker.gait,
            is_woods_for_turning(scene, walker.state.hex),
            steps,
        )
        .less(progress.turn_paid);
        // SR 7.32, 7.33: no column is refused; its flank comes back for 1 MP.
        let cost = match walker.state.refused {
            Some(_) => cost + HalfMp::ONE,
            None => cost,
        };
        if cost <= walker.left {
            found.push(Formed {
                hex: head,
                extent: Extent::Column {
                    rear,
                    tail: rest.first().copied(),
                },
                facing,
                cost,
            });
        }
    }
    found
}
