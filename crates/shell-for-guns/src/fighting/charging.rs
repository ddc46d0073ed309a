//! SfG 2.5-charge, 2.8-flank: declaring a charge, and how far it goes.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{
    Barrier, Body, Clearance, Field, Heading, Hull, Obstruction, Point, Pose, Ticks, Trail, Turn,
    Vector,
};
use serde::{Deserialize, Serialize};

use super::firing::is_enemy_there;
use super::forced::{barred, table_of};
use super::sight;
use crate::choice::Pivot;
use crate::event::Stance;
use crate::facts::{Arm, UnitId};
use crate::look::Look;
use crate::measure::{Degrees, Um};
use crate::moving::{self, Allowance, Manner, Walk};
use crate::refusal::refuse;

/// A charge as it was declared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChargeWay {
    /// Who charges.
    pub unit: UnitId,
    pub target: UnitId,
    /// Turned first.
    pub turn: Option<(Pivot, Turn)>,
    /// The direction of the leg from the heading after the turn.
    pub bearing: Turn,
    /// The frame of the formation after the turn.
    pub pose: Pose,
    /// SfG 2.8-flank, judged where the charge began.
    pub flank: bool,
    /// The charger's centre where the charge began.
    pub from: Point,
}

impl ChargeWay {
    /// The direction of the charge.
    #[must_use]
    pub const fn direction(&self) -> Heading {
        self.pose.heading.turned(self.bearing)
    }

    /// What the charger passes over in its turn and a leg of some length.
    pub(crate) fn trail(&self, look: Look<'_>, length: Ticks) -> Trail {
        walked(look, self, length).sweep
    }

    /// The charger after its turn.
    #[must_use]
    pub fn start(&self, look: Look<'_>) -> Stance {
        starting(look, self.unit).at(self.pose)
    }
}

/// SfG 2.5-charge-die: what a 5 or 6 adds.
#[must_use]
pub fn bonus(look: Look<'_>, unit: UnitId) -> Ticks {
    if look.is_mounted(unit) {
        Ticks(2000)
    } else {
        Ticks(1000)
    }
}

/// SfG 2.5-one-charge, SfG-reading 90: whether a unit may charge at all.
///
/// # Errors
/// Why not.
pub fn may_charge(look: Look<'_>, unit: UnitId) -> Result<(), Refusal> {
    if look.entry(unit).arm == Arm::Battery {
        return refuse(Rule::SFG_2_5_charge, "batteries do not charge");
    }
    if look.unit(unit).deeds.charged {
        return refuse(Rule::SFG_2_5_one_charge, "it has charged this turn");
    }
    Ok(())
}

/// SfG-reading 90: the target must be visible and within the allowance and the largest bonus, measured where the charge is
/// declared. No path changes this, so without it there is no charge to list.
///
/// # Errors
/// How far away it is, or what hides it.
pub fn near_enough(look: Look<'_>, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let most = pace.standard + bonus(look, unit);
    let (own, theirs) = (look.body(unit), look.body(target));
    if !own.is_within(&theirs, most) {
        let away = own
            .squared_distance(&theirs)
            .map_or(most, |square| square.ticks());
        let reason = format!("{} UM away, beyond {} UM", Um(away), Um(most));
        return refuse(Rule::SFG_2_5_charge, reason);
    }
    sight::sees(look, unit, target)
}

/// A charger before it turns and runs: off the road it stands straight, and a line closes the gap of a battery like in
/// any other move (SfG 2.3-batteries-still).
#[must_use]
pub fn starting(look: Look<'_>, unit: UnitId) -> Stance {
    moving::stance(look, unit).straightened().closed_up()
}

/// SfG 2.8-flank, SfG-reading 106: more than half of the charger's bases have their centre behind the target's front line.
#[must_use]
pub fn is_flank(look: Look<'_>, charger: &Body, target: UnitId) -> bool {
    let front = moving::stance(look, target).front();
    let behind = charger
        .bases()
        .iter()
        .filter(|base| front.ahead_of_front(base.centre()) < 0)
        .count();
    2 * behind > charger.bases().len()
}

/// What a straight advance meets first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// How far it comes.
    pub at: Ticks,
    /// The enemy that stops it.
    pub enemy: Option<UnitId>,
    /// Whether something else stops it.
    pub blocked: bool,
    /// Whether that is a friend in its way; otherwise it is the ground or the edge.
    pub by_friend: bool,
}

/// How far a body gets in a direction: up to the first enemy, friends that may not be passed, barred ground, the edge.
/// SfG-reading 82: a friend that may be passed must be cleared completely, or it is in the way like any other.
#[must_use]
pub fn advance(look: Look<'_>, unit: UnitId, body: &Body, direction: Heading, limit: Ticks) -> Met {
    let mut solid: Vec<UnitId> = Vec::new();
    loop {
        let met = advance_past(look, unit, body, direction, limit, &solid);
        let end = body.moved(Vector::along(direction, met.at));
        let stuck = look.of_side(look.side(unit)).find(|friend| {
            *friend != unit && !solid.contains(friend) && look.body(*friend).overlaps(&end)
        });
        match stuck {
            Some(friend) => solid.push(friend),
            None => return met,
        }
    }
}

/// The same at a target. Whoever touches it where it is stopped by another has met both (SfG-reading 110).
#[must_use]
pub fn advance_at(
    look: Look<'_>,
    (unit, target): (UnitId, UnitId),
    body: &Body,
    direction: Heading,
    limit: Ticks,
) -> Met {
    let met = advance(look, unit, body, direction, limit);
    let there = body.moved(Vector::along(direction, met.at));
    if met.enemy.is_some() && there.is_in_contact(&look.body(target)) {
        return Met {
            enemy: Some(target),
            ..met
        };
    }
    met
}

/// SfG-reading 82: how much of a leg is left if it would end on a friend that it does not clear.
#[must_use]
pub fn clear_end(
    look: Look<'_>,
    unit: UnitId,
    body: &Body,
    direction: Heading,
    wanted: Ticks,
) -> Ticks {
    advance(look, unit, body, direction, wanted).at.min(wanted)
}

/// Everybody whom a unit may not pass: friends who could be passed are, unless they are in the way for certain.
fn not_passable(look: Look<'_>, unit: UnitId, solid: &[UnitId]) -> Vec<(UnitId, Body)> {
    look.table
        .present()
        .filter(|(other, own)| {
            let friend = look.side(*other) == look.side(unit);
            let passable =
                friend && (look.is_battery(*other) || own.disordered) && !solid.contains(other);
            *other != unit && !passable
        })
        .map(|(other, own)| (other, own.body()))
        .collect()
}

/// The same with friends that are in the way for certain.
fn advance_past(
    look: Look<'_>,
    unit: UnitId,
    body: &Body,
    direction: Heading,
    limit: Ticks,
    solid: &[UnitId],
) -> Met {
    let mut who: Vec<Option<UnitId>> = Vec::new();
    let bodies = not_passable(look, unit, solid);
    let mut units = Vec::new();
    for (other, theirs) in &bodies {
        let enemy = look.side(*other) != look.side(unit);
        let touching = body.overlaps_by_more(theirs, Ticks::ZERO);
        let clearance = if enemy && !touching {
            Clearance::STRICT
        } else {
            Clearance::SOLID
        };
        units.push(Barrier::body(theirs, clearance));
        who.push(enemy.then_some(*other));
    }
    // A tick farther than asked: who is touched exactly at the limit stops the next tick.
    let most = limit + Ticks(2);
    // SfG-reading 80: ground that the road opens bars it only where it leaves the road.
    let road = moving::along(look, look.unit(unit).formation, body, direction, most);
    let march = Field::new(table_of(look), units.clone());
    let mut reach = march.longest_leg(body, direction, road);
    if reach.legal == Some(road) && road < most {
        let from = body.moved(Vector::along(direction, road));
        barred(look, unit, &from, &mut units);
        let field = Field::new(table_of(look), units);
        let rest = field.longest_leg(&from, direction, most - road);
        reach.legal = Some(road + rest.legal.unwrap_or(Ticks::ZERO));
        reach.stopped_by = rest.stopped_by;
    }
    let stopped = reach.stopped_by;
    if reach.legal.is_some_and(|legal| legal > limit) {
        return Met {
            at: limit,
            enemy: None,
            blocked: false,
            by_friend: false,
        };
    }
    let enemy = match stopped {
        Some(Obstruction::Barrier(index)) => who.get(index).copied().flatten(),
        _ => None,
    };
    Met {
        at: reach.legal.unwrap_or(Ticks::ZERO),
        enemy,
        blocked: stopped.is_some() && enemy.is_none(),
        by_friend: matches!(stopped, Some(Obstruction::Barrier(index)) if who.get(index) == Some(&None)),
    }
}

/// The charge distance for a leg of some length: allowance by its ground, half lost for a turn, then the bonus.
#[must_use]
pub fn distance(look: Look<'_>, way: &ChargeWay, length: Ticks, bonus: Ticks) -> Ticks {
    let gait = look.table.gait(look.facts, way.unit);
    let less_turn = |most: Ticks| match way.turn {
        Some(_) => most - most.half(),
        None => most,
    };
    let standard = look.facts.figures.pace(gait).standard;
    let most = match moving::allowance(look, gait, &walked(look, way, length)) {
        Ok(Allowance { most, .. }) => most,
        // An obstacle that may not be crossed: up to it and no farther.
        Err(_) => return Ticks::ZERO,
    };
    let full = less_turn(standard);
    if most < standard && length > full && leaves_rough(look, way, full, length) {
        return full + bonus;
    }
    less_turn(most) + bonus
}

/// A charger after its turn and a leg.
pub(crate) fn walked(look: Look<'_>, way: &ChargeWay, length: Ticks) -> Walk {
    let mut walk = Walk::new(starting(look, way.unit));
    if let Some((pivot, angle)) = way.turn {
        walk.turn(pivot, angle);
    }
    walk.stance = walk.stance.at(way.pose);
    if length > Ticks::ZERO {
        walk.go(way.bearing, length);
    }
    walk
}

/// SfG 2.5-rough-exit: a full move leads out of the rough ground, and what the bonus adds meets no more of it.
fn leaves_rough(look: Look<'_>, way: &ChargeWay, full: Ticks, length: Ticks) -> bool {
    let gait = look.table.gait(look.facts, way.unit);
    let standard = look.facts.figures.pace(gait).standard;
    let unhindered =
        |walk: &Walk| moving::allowance(look, gait, walk).is_ok_and(|limit| limit.most == standard);
    let out = walked(look, way, full);
    let mut on = Walk::new(out.stance.clone());
    on.go(way.bearing, length - full);
    unhindered(&out) && unhindered(&on)
}

/// SfG-reading 93: the farthest that a charger goes on this side of whatever stops it.
#[must_use]
pub fn full_distance(look: Look<'_>, way: &ChargeWay, bonus: Ticks, stop: Ticks) -> Ticks {
    let pace = look
        .facts
        .figures
        .pace(look.table.gait(look.facts, way.unit));
    let fits = |length: i32| Ticks(length) <= distance(look, way, Ticks(length), bonus);
    let half = if way.turn.is_some() {
        pace.standard.half()
    } else {
        Ticks::ZERO
    };
    let most = (pace.standard - half + bonus).min(stop).0;
    if fits(most) {
        return Ticks(most);
    }
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ticks(low)
}

/// SfG 2.5-charge, SfG-readings 90 and 107: judges a declaration.
///
/// # Errors
/// The rule that forbids it, and the measure that decides.
pub fn declare(
    look: Look<'_>,
    unit: UnitId,
    target: UnitId,
    turn: Option<(Pivot, Turn)>,
    bearing: Turn,
) -> Result<ChargeWay, Refusal> {
    may_charge(look, unit)?;
    is_enemy_there(look, unit, target, Rule::SFG_2_5_charge)?;
    if bearing.size() > 4500 {
        let reason = format!(
            "{} degrees off the heading, 45 is the most",
            Degrees(bearing.size())
        );
        return refuse(Rule::SFG_2_5_oblique, reason);
    }
    let walk = prepared(look, unit, turn)?;
    near_enough(look, unit, target)?;
    run(look, target, unit, turn, &walk, bearing)
}

/// A charger ready to run: off the road, closed up and turned.
///
/// # Errors
/// What is in the way of that.
pub(crate) fn prepared(
    look: Look<'_>,
    unit: UnitId,
    turn: Option<(Pivot, Turn)>,
) -> Result<Walk, Refusal> {
    let start = starting(look, unit);
    let mut walk = Walk::from(look.body(unit), start.clone());
    if !look.unit(unit).chain.is_empty() {
        moving::stands_free(look, unit, &start, Rule::SFG_2_5_road)?;
    }
    if let Some((pivot, angle)) = turn {
        if angle.size() > 9000 || angle.0 == 0 {
            return refuse(
                Rule::SFG_2_5_turn,
                format!("{} degrees of 90", Degrees(angle.size())),
            );
        }
        walk.turn(pivot, angle);
        walk.clear(look, unit, Manner::Order)?;
    }
    Ok(walk)
}

/// Whether the straight advance of a charge meets its target first.
fn meets_target(
    look: Look<'_>,
    way: &ChargeWay,
    walk: &Walk,
    met: Met,
    most: Ticks,
) -> Result<(), Refusal> {
    match met.enemy {
        Some(enemy) if enemy == way.target => Ok(()),
        Some(enemy) => refuse(
            Rule::SFG_2_5_charge,
            format!("{} would be met first", look.name(enemy)),
        ),
        None if met.blocked && !met.by_friend => {
            // A step farther, and the rule of that ground says why not.
            let mut walk = walk.clone();
            walk.go(way.bearing, met.at + Ticks(20));
            walk.clear(look, way.unit, Manner::Order)?;
            refuse(Rule::SFG_2_5_distances, "the ground is barred to it")
        }
        None if met.blocked => refuse(
            Rule::SFG_2_5_interpenetration,
            format!("the way is blocked after {} UM", Um(met.at)),
        ),
        None => refuse(
            Rule::SFG_2_5_charge,
            format!("the target is not met within {} UM", Um(most)),
        ),
    }
}

/// The straight leg of a charger that is ready, at a target that is near enough.
///
/// # Errors
/// The rule that forbids it, and the measure that decides.
pub(crate) fn run(
    look: Look<'_>,
    target: UnitId,
    unit: UnitId,
    turn: Option<(Pivot, Turn)>,
    walk: &Walk,
    bearing: Turn,
) -> Result<ChargeWay, Refusal> {
    let way = ChargeWay {
        unit,
        target,
        turn,
        bearing,
        pose: walk.stance.pose,
        flank: is_flank(look, &look.body(unit), target),
        from: moving::centre(look, unit),
    };
    let pace = look.facts.figures.pace(look.table.gait(look.facts, unit));
    let most = pace.standard + bonus(look, unit);
    let body = walk.stance.body();
    let met = advance_at(look, (unit, target), &body, way.direction(), most);
    meets_target(look, &way, walk, met, most)?;
    let reach = distance(look, &way, met.at, bonus(look, unit));
    if met.at > reach {
        return refuse(
            Rule::SFG_2_5_charge,
            format!(
                "contact after {} UM, at most {} can be had",
                Um(met.at),
                Um(reach)
            ),
        );
    }
    if !way.flank {
        let there = walk.stance.at(walk.stance.pose.leg(bearing, met.at));
        if !touches_front(look, &there, target) {
            return refuse(
                Rule::SFG_2_8_flank,
                "a frontal charge must reach the front edge or a front corner first",
            );
        }
    }
    Ok(way)
}

/// SfG-reading 107: whether a stance touches the front edge or a front corner of a unit, and no more of its sides or rear.
#[must_use]
pub fn touches_front(look: Look<'_>, stance: &Stance, target: UnitId) -> bool {
    let theirs = look.body(target);
    let front = look.unit(target).front_rank();
    let own = stance.body();
    let touched = |edge: [Point; 2]| {
        own.squared_distance_to(&Hull::of(edge))
            .is_some_and(|square| square.is_contact())
    };
    let ahead = theirs
        .bases()
        .iter()
        .take(front)
        .any(|base| touched(base.front_edge()));
    let elsewhere = theirs.bases().iter().any(|base| {
        touched(behind_corner(base.left_edge()))
            || touched(behind_corner(base.right_edge()))
            || touched(base.rear_edge())
    });
    ahead && !elsewhere
}

/// A flank edge without the piece next to its front corner that touching the corner touches too.
fn behind_corner([front, rear]: [Point; 2]) -> [Point; 2] {
    let step = rear - front;
    let length = step.length_rounded_up().0.max(1);
    let part = |side: i32| side * 30 / length;
    [
        Point::new(front.x() + part(step.x), front.y() + part(step.y)),
        rear,
    ]
}
