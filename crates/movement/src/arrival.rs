//! SR 8.23, 7.11, 9.43: ending a move in a hex.

use longroll_board::{Arc, Facing, Grid, Hand, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::adjacency::spans_a_creek;
use crate::arcs::part_arc;
use crate::extension::column_extensions;
use crate::facing::{cheapest_turn, is_woods_for_turning};
use crate::gait::{Gait, MoverClass, Way};
use crate::passing::{self, Entry, has_friends};
use crate::progress::Progress;
use crate::refused_part::refusal_in;
use crate::scene::Scene;
use crate::special;
use crate::stacking::{self, MarchLimits};
use crate::walker::Walker;

/// What ending the move here takes and does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopTerms {
    /// MP still to be paid: conforming, joining a refused stack, the route rate given up.
    pub cost: HalfMp,
    /// Of these, MP for turning to conform.
    pub turning: HalfMp,
    /// SR 7.11: the facing of the hex.
    pub facing: Facing,
    /// SR 7.32-cost: the refused flank it shares from now on.
    pub refused: Option<Hand>,
    /// SR 8.23: where it may be put in the stack; empty if it is alone.
    pub places: SmallVec<[StackPlace; 3]>,
    /// SR 9.53: it had to turn next to the enemy: no fire, no assault.
    pub no_combat: bool,
    /// SR 9.43, reading I24: the last hex is paid at full terrain.
    pub full_last_hex: HalfMp,
}

/// SR 8.11: whether the unit may end its movement where it stands of its own will, and what that takes.
///
/// # Errors
/// The rule that forbids it.
pub fn stop(scene: &Scene<'_>, progress: &Progress, unit: UnitId) -> Result<StopTerms, Refusal> {
    let terms = settle(scene, progress, unit)?;
    if progress.came_from.is_some() {
        let walker = Walker::of(scene, unit, progress.fired())?;
        special::may_end(scene, &walker, progress.start, walker.state.hex)?;
    }
    Ok(terms)
}

/// The same where the movement ends in any case: BB 14.55 is for those who choose where they end.
///
/// # Errors
/// The rule that forbids it.
pub fn settle(scene: &Scene<'_>, progress: &Progress, unit: UnitId) -> Result<StopTerms, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    let state = walker.state;
    let Some(from) = progress.came_from else {
        if state.facing != progress.entered_facing {
            column_is_behind(scene, &walker)?;
        }
        let joined = line_joins_refused(scene, &walker, progress);
        let cost = cost_of_joining(scene, &walker, progress);
        return Ok(StopTerms {
            cost,
            turning: HalfMp::ZERO,
            facing: state.facing,
            refused: joined.or(state.refused),
            places: SmallVec::new(),
            no_combat: false,
            full_last_hex: HalfMp::ZERO,
        });
    };
    let entry = progress.entry(from, state.hex);
    // Reading I10: conforming is part of the net turn of the hex; a free vertex before it is not given twice.
    let mut terms = arrive(
        scene,
        &walker,
        entry,
        progress.entered_facing,
        progress.turn_paid,
    )?;
    if terms.places.is_empty() {
        terms.facing = state.facing;
    }
    let owed = ground_of_entry(scene, &walker, entry).less(terms.full_last_hex);
    terms.full_last_hex += owed;
    terms.cost += owed;
    // BB 14.61: guns without horses pay no MP for their one hex.
    let pays = walker.points.is_some() && !state.deeds.has(Deeds::MOVE_ENDED);
    let short = pays && terms.cost > walker.left;
    if short && !is_the_one_hex(scene, &walker, progress, terms.cost) {
        return Err(Refusal::new(
            Rule::SR_9_42,
            "no MP left to conform to the stack",
        ));
    }
    column_is_alone(scene, &walker)?;
    column_is_behind(scene, &walker)?;
    Ok(terms)
}

/// SR 9.42: whether the hex and what stopping in it still costs are the one hex away from the enemy that is always allowed;
/// turns in it are not (reading I58), nor is coming back.
fn is_the_one_hex(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    cost: HalfMp,
) -> bool {
    let printed = walker.points.map(|points| HalfMp::whole(points.printed));
    progress.steps == 1
        && progress.came_from == Some(progress.start)
        && walker.state.hex != progress.start
        && progress.turn_paid == HalfMp::ZERO
        && walker.state.refused.is_none()
        && !scene.next_to_enemy(walker.side, walker.state.hex)
        && printed.is_some_and(|printed| walker.state.spent + cost <= printed)
}

/// SR 7.32-cost: what a line pays to refuse the flank of guns it joins, as far as it has MP.
pub(crate) fn cost_of_joining(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
) -> HalfMp {
    match line_joins_refused(scene, walker, progress) {
        Some(hand) if walker.state.refused != Some(hand) => HalfMp::ONE.min(walker.left),
        _ => HalfMp::ZERO,
    }
}

/// SR 7.32-cost: the flank that a line shares with refused guns at that end of it, where it has come in this move.
fn line_joins_refused(scene: &Scene<'_>, walker: &Walker<'_>, progress: &Progress) -> Option<Hand> {
    let Extent::Line { left, right } = walker.state.extent else {
        return None;
    };
    let ends = [
        (Hand::Left, left.unwrap_or(walker.state.hex)),
        (Hand::Right, right.unwrap_or(walker.state.hex)),
    ];
    let refused = |hand: Hand, hex: HexId| {
        let mut guns = scene.position.stack(hex);
        guns.any(|part| {
            part.unit != walker.unit && scene.position.unit(part.unit).refused == Some(hand)
        })
    };
    ends.into_iter()
        .filter(|(_, hex)| progress.line_entered.contains(&Some(*hex)))
        .find(|&(hand, hex)| refused(hand, hex))
        .map(|(hand, _)| hand)
}

/// SR 8.13, 9.71: what a regiment that came onto the map by a route it can use in column only owes for the ground if it
/// stops there in one hex.
fn ground_of_entry(scene: &Scene<'_>, walker: &Walker<'_>, entry: Entry) -> HalfMp {
    let large = column_extensions(walker.class, walker.state.sp) > 0;
    let by_route = entry.from == entry.hex && entry.way == Way::Route;
    if !by_route || !large || !walker.is_single() || walker.gait != Gait::Advance {
        return HalfMp::ZERO;
    }
    let full = passing::full_price(scene, walker, entry);
    full.map_or(HalfMp::ZERO, |full| full.less(entry.cost))
}

/// SR 8.52: under Advance orders the first extension of a column ends behind its counter, at one of the counter's rear
/// hexsides. How the parts further back turn with the road is settled by [`part_facing`](crate::arcs::part_facing).
fn column_is_behind(scene: &Scene<'_>, walker: &Walker<'_>) -> Result<(), Refusal> {
    let state = walker.state;
    if walker.gait == Gait::March || state.deeds.has(Deeds::MOVE_ENDED) {
        return Ok(());
    }
    extension_is_behind(scene.grid(), state, state.facing)
}

/// SR 8.52: whether the first extension of a column would lie at a rear hexside of its counter with this facing.
///
/// # Errors
/// When it would not.
pub fn extension_is_behind(grid: &Grid, state: &UnitState, facing: Facing) -> Result<(), Refusal> {
    let Extent::Column { rear, .. } = state.extent else {
        return Ok(());
    };
    let direction = grid.direction_between(state.hex, rear);
    if direction.is_some_and(|direction| facing.rear().contains(direction)) {
        return Ok(());
    }
    Err(Refusal::new(
        Rule::SR_8_52,
        "the extension of a column must end at a rear hexside of its counter",
    ))
}

/// SR 8.5-form: no hex of a column holds another unit at the end.
fn column_is_alone(scene: &Scene<'_>, walker: &Walker<'_>) -> Result<(), Refusal> {
    if matches!(walker.state.extent, Extent::Column { .. })
        && walker
            .state
            .hexes()
            .any(|hex| has_friends(scene, hex, walker.unit))
    {
        return Err(Refusal::new(
            Rule::SR_8_5_form,
            "an Extended Column may not end stacked",
        ));
    }
    Ok(())
}

/// The terms of stopping in a hex entered this way with this facing.
pub(crate) fn arrive(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    entry: Entry,
    facing: Facing,
    turn_paid: HalfMp,
) -> Result<StopTerms, Refusal> {
    let mut terms = StopTerms {
        cost: HalfMp::ZERO,
        turning: HalfMp::ZERO,
        facing,
        refused: None,
        places: SmallVec::new(),
        no_combat: false,
        full_last_hex: HalfMp::ZERO,
    };
    if !has_friends(scene, entry.hex, walker.unit) {
        return Ok(terms);
    }
    stacking::may_join(scene.setting, scene.position, walker.unit, entry.hex)?;
    let Some(other) = scene
        .position
        .stack(entry.hex)
        .find(|part| part.unit != walker.unit)
    else {
        return Ok(terms);
    };
    let theirs = scene.position.unit(other.unit);
    let steps = steps_to_conform(scene, walker, entry.hex, facing, theirs.facing)?;
    // Reading I103: conforming is paid like any other turn.
    let woods = is_woods_for_turning(scene, entry.hex);
    let conform = cheapest_turn(walker.gait, woods, steps).less(turn_paid);
    terms.cost += conform;
    terms.turning = conform;
    terms.facing = theirs.facing;
    terms.no_combat = steps > 0 && scene.next_to_enemy(walker.side, entry.hex);
    if let Some(hand) = refusal_in(theirs, entry.hex) {
        // SR 7.33: a unit that was refused is so no longer once it has left its hex.
        let still = walker.state.hex == entry.hex && walker.state.refused == Some(hand);
        if !still {
            terms.cost += HalfMp::ONE;
        }
        terms.refused = Some(hand);
    }
    terms.full_last_hex = route_given_up(scene, walker, entry)?;
    terms.cost += terms.full_last_hex;
    terms.places = places(
        scene,
        walker,
        &company(scene, walker),
        entry.from,
        entry.hex,
    );
    Ok(terms)
}

/// SR 7.11: the vertices by which it turns to face as they do.
fn steps_to_conform(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
    facing: Facing,
    theirs: Facing,
) -> Result<u8, Refusal> {
    // Orders that changed under a stack may have left it facing hexside and vertex; nobody can conform to both.
    let at_odds = scene
        .position
        .stack(hex)
        .filter(|part| part.unit != walker.unit)
        .any(|part| scene.position.unit(part.unit).facing.kind() != facing.kind());
    let turns = facing.turns_to(theirs).filter(|_| !at_odds);
    turns.ok_or(Refusal::new(
        Rule::SR_7_11,
        "all units in one hex face alike, and these cannot",
    ))
}

/// SR 9.43: what the ground costs more than the route for whoever exceeds the March limits at its end.
fn route_given_up(scene: &Scene<'_>, walker: &Walker<'_>, entry: Entry) -> Result<HalfMp, Refusal> {
    let forded = spans_a_creek(scene, entry.from, entry.hex);
    if (entry.way == Way::Route || forded)
        && walker.gait == Gait::Advance
        && stacking::within_march_limits(scene.setting, scene.position, walker.unit, entry.hex)
            == MarchLimits::Exceeded
    {
        if forded {
            return Err(Refusal::new(
                Rule::SR_9_43,
                "off the route the hex is closed to the unit",
            ));
        }
        let full = passing::full_price(scene, walker, entry)?;
        return Ok(full.less(entry.cost));
    }
    Ok(HalfMp::ZERO)
}

/// What it would still take to end the move where the unit stands with this facing: turning, or conforming to friends;
/// none if that cannot be. After `ended` (SR 9.53, 9.42) there is no turning any more.
#[must_use]
pub fn arrive_at(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    progress: &Progress,
    facing: Facing,
    ended: bool,
) -> Option<HalfMp> {
    let hex = walker.state.hex;
    special::may_end(scene, walker, progress.start, hex).ok()?;
    let from = progress.came_from?;
    if has_friends(scene, hex, walker.unit) {
        let stop = arrive(
            scene,
            walker,
            progress.entry(from, hex),
            progress.entered_facing,
            progress.turn_paid,
        )
        .ok()?;
        return (stop.facing == facing).then_some(stop.cost);
    }
    let steps = progress.entered_facing.turns_to(facing)?;
    if ended && steps > 0 {
        return None;
    }
    Some(
        cheapest_turn(walker.gait, is_woods_for_turning(scene, hex), steps)
            .less(progress.turn_paid),
    )
}

/// SR 8.21: whoever moves in a group with the unit and is in its hex.
fn company(scene: &Scene<'_>, walker: &Walker<'_>) -> SmallVec<[UnitId; 6]> {
    scene
        .position
        .stack(walker.state.hex)
        .map(|part| part.unit)
        .filter(|&other| passing::together(scene, walker.unit, other))
        .collect()
}

/// SR 8.23, reading I31: on top through a front hexside, else underneath; beside guns the owner may choose. Whoever comes in
/// a group with the unit (SR 8.21) goes where it goes.
#[must_use]
pub fn places(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    company: &[UnitId],
    from: HexId,
    hex: HexId,
) -> SmallVec<[StackPlace; 3]> {
    let mut places = SmallVec::new();
    let mut stack = scene
        .position
        .stack(hex)
        .filter(|part| part.unit != walker.unit && !company.contains(&part.unit))
        .peekable();
    let Some(first) = stack.peek().copied() else {
        return places;
    };
    let arc = scene.grid().direction_between(hex, from).map(|direction| {
        part_arc(
            scene.grid(),
            scene.position.unit(first.unit),
            first.number,
            direction,
        )
    });
    let front = arc.is_some_and(Arc::is_front);
    let is_gun = |unit: UnitId| scene.setting.unit(unit).arm == Arm::Artillery;
    let stack: SmallVec<[UnitId; 6]> = stack.map(|part| part.unit).collect();
    let newcomer_is_gun =
        walker.class == MoverClass::Artillery || company.iter().any(|unit| is_gun(*unit));
    let only_guns = stack.iter().all(|unit| is_gun(*unit));
    if !newcomer_is_gun && only_guns {
        places.push(StackPlace::Top);
        places.push(StackPlace::Bottom);
        return places;
    }
    if !front {
        places.push(StackPlace::Bottom);
        return places;
    }
    places.push(StackPlace::Top);
    // With non-artillery below the guns already, the newcomer may go directly above or directly below them.
    let guns: SmallVec<[usize; 6]> = (0..stack.len())
        .filter(|place| is_gun(stack[*place]))
        .collect();
    if let (false, Some(&highest), Some(&lowest)) = (newcomer_is_gun, guns.first(), guns.last())
        && lowest + 1 < stack.len()
    {
        if highest > 0 {
            places.push(StackPlace::Below(stack[highest - 1]));
        }
        places.push(StackPlace::Below(stack[lowest]));
    }
    places
}

/// SR 8.24, 8.44: the hexes of a unit in which it may change the stacking order instead of moving, for a line those of its
/// extensions too.
///
/// # Errors
/// The rule that forbids it.
pub fn may_reorder(
    scene: &Scene<'_>,
    progress: &Progress,
    unit: UnitId,
) -> Result<SmallVec<[HexId; 3]>, Refusal> {
    let walker = Walker::of(scene, unit, progress.fired())?;
    walker.may_still_move()?;
    // Reading I32: neither MP nor a turn before it.
    let acted = walker
        .state
        .deeds
        .any(Deeds::MOVED.with(Deeds::TURNED).with(Deeds::REFUSED));
    if acted || !walker.is_fresh(progress) {
        return Err(Refusal::new(
            Rule::SR_8_24,
            "the order is changed instead of moving, not after it",
        ));
    }
    if walker.state.deeds.has(Deeds::FIRED) && walker.gait != Gait::Attack {
        return Err(Refusal::new(
            Rule::SR_8_24,
            "under Advance orders a unit that has fired does not change the order",
        ));
    }
    let shared = |hex: &HexId| scene.position.stack(*hex).nth(1).is_some();
    let stacks = walker.state.hexes().filter(shared);
    let unseen = |hex: &HexId| in_no_enemy_front(scene, walker.side, *hex).is_ok();
    let free: SmallVec<[HexId; 3]> = stacks.filter(unseen).collect();
    if free.is_empty() {
        in_no_enemy_front(scene, walker.side, walker.state.hex)?;
        return Err(Refusal::new(Rule::SR_8_24, "there is no stack to reorder"));
    }
    Ok(free)
}

/// SR 8.24, reading I114: whether a battery may change the order of its sections.
///
/// # Errors
/// When it stands in an enemy front hex or has no sections to change.
pub fn may_reorder_sections(scene: &Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let walker = Walker::of(scene, unit, crate::allowance::Fired::No)?;
    if scene.setting.unit(unit).sections.len() < 2 {
        return Err(Refusal::new(
            Rule::SR_8_24,
            "the battery has a single section",
        ));
    }
    in_no_enemy_front(scene, walker.side, walker.state.hex)
}

fn in_no_enemy_front(scene: &Scene<'_>, side: Side, hex: HexId) -> Result<(), Refusal> {
    match crate::arcs::enemy_fronting(scene, side, hex, None) {
        Some(_) => Err(Refusal::new(
            Rule::SR_8_24,
            "the stack is in the front hex of an enemy unit",
        )),
        None => Ok(()),
    }
}
