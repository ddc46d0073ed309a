//! SR 8.47, 8.48: an Extended Line that closes in: Envelopment, and its advance after an assault.

use longroll_board::{Direction, Facing, Hand, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::Refusal;
use longroll_position::{Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::line::holds_troops;
use crate::arcs::enemy_fronting;
use crate::checks::Checks;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::has_friends;
use crate::scene::Scene;
use crate::special;
use crate::stacking::stack_is_legal;
use crate::walker::Walker;

/// How a line stands after it has closed in. No MP are spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The counter's hex.
    pub hex: HexId,
    /// The extensions.
    pub extent: Extent,
    pub facing: Facing,
    /// The hexes entered.
    pub entered: SmallVec<[HexId; 4]>,
    /// Risks of the ground, as in any advance.
    pub checks: Checks,
    /// The dearest of them, as movement would pay for it.
    pub dearest: HalfMp,
}

impl Closed {
    /// Whether a part of the line stands there.
    fn occupies(&self, hex: HexId) -> bool {
        self.hex == hex || self.extent.hexes().any(|part| part == hex)
    }
}

/// SR 8.48, reading I44: whether the half of a line that is not next to the defender may wheel against him.
///
/// # Errors
/// The rule that forbids it.
pub fn envelop(scene: &Scene<'_>, unit: UnitId, defender: HexId) -> Result<Closed, Refusal> {
    let no = |reason| Refusal::new(Rule::SR_8_48, reason);
    let walker = Walker::of(scene, unit, crate::allowance::Fired::No)?;
    let state = walker.state;
    let Extent::Line { left, right } = state.extent else {
        return Err(no("only an Extended Line envelops"));
    };
    is_fit_to_envelop(scene, &walker, defender)?;
    let beside = |hex: HexId| scene.grid().distance(hex, defender) == 1;
    let (inner, outer): (SmallVec<[HexId; 2]>, SmallVec<[HexId; 2]>) =
        state.hexes().partition(|hex| beside(*hex));
    let (Some(_), Some(&swinging)) = (inner.first(), outer.first()) else {
        return Err(no(
            "one half must be next to the defender and the other not",
        ));
    };
    if enemy_fronting(scene, walker.side, swinging, None).is_some() {
        return Err(no("the half that moves begins in an enemy front hex"));
    }
    let at_left = left == Some(swinging) || right.is_some() && swinging == state.hex;
    let pivot = if at_left { Hand::Right } else { Hand::Left };
    let closed = wheel(scene, &walker, pivot)?;
    let Some(&to) = closed.entered.first() else {
        return Err(no("there is no hex to wheel into"));
    };
    if scene.position.stack(to).next().is_some() {
        return Err(no("the hex it would wheel into is not empty"));
    }
    if !beside(to) {
        return Err(no("the wheel does not bring it next to the defender"));
    }
    let others = enemy_fronting_except(scene, &walker, to, defender);
    if others {
        return Err(no("the hex is a front hex of another enemy unit"));
    }
    faces_defender_alone(scene, &walker, &closed, defender)?;
    Ok(closed)
}

/// SR 8.48: which lines envelop whom.
fn is_fit_to_envelop(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    defender: HexId,
) -> Result<(), Refusal> {
    let no = |reason| Refusal::new(Rule::SR_8_48, reason);
    let state = walker.state;
    if state.extent.count() > 1 {
        return Err(no("a line of three hexes does not envelop"));
    }
    if state.is_disordered() || state.refused.is_some() || walker.gait == Gait::March {
        return Err(no("only an unrefused line in Good Order envelops"));
    }
    let single = scene
        .position
        .stack(defender)
        .all(|part| scene.position.unit(part.unit).extent == Extent::Single);
    if !scene.holds(walker.side.enemy(), defender) || !single {
        return Err(no("only a defender in a single hex is enveloped"));
    }
    Ok(())
}

/// SR 8.48: both halves have the defender, and nobody else, before them.
fn faces_defender_alone(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    closed: &Closed,
    defender: HexId,
) -> Result<(), Refusal> {
    let no = |reason| Refusal::new(Rule::SR_8_48, reason);
    let after = UnitState {
        hex: closed.hex,
        extent: closed.extent,
        facing: closed.facing,
        ..*walker.state
    };
    for hex in after.hexes() {
        for direction in closed.facing.front().iter() {
            let Some(front) = scene.grid().neighbour(hex, direction) else {
                continue;
            };
            if front != defender && scene.holds(walker.side.enemy(), front) {
                return Err(no("the wheel would bring another enemy into its front"));
            }
        }
        let faces = |direction: Direction| scene.grid().neighbour(hex, direction) == Some(defender);
        if !closed.facing.front().iter().any(faces) {
            return Err(no("the defender must be in the front of both halves"));
        }
    }
    Ok(())
}

fn enemy_fronting_except(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
    defender: HexId,
) -> bool {
    let grid = scene.grid();
    grid.neighbours(hex).any(|(direction, next)| {
        next != defender
            && scene.holds(walker.side.enemy(), next)
            && scene.position.stack(next).any(|part| {
                let state = scene.position.unit(part.unit);
                crate::arcs::part_arc(grid, state, part.number, direction.opposite()).is_front()
            })
    })
}

/// SR 8.47: the ways in which a line may advance into a hex it has won: straight ahead or by a wheel. Empty if it cannot
/// advance extended; then its marker comes off first.
#[must_use]
pub fn line_advances(scene: &Scene<'_>, unit: UnitId, won: HexId) -> SmallVec<[Closed; 4]> {
    let mut found = line_goes_on(scene, unit);
    found.retain(|closed| closed.occupies(won) && closed.entered.contains(&won));
    found
}

/// SR 8.47-advance, 11.47-advance: how a line may go forward, straight ahead or by a wheel.
#[must_use]
pub fn line_goes_on(scene: &Scene<'_>, unit: UnitId) -> SmallVec<[Closed; 4]> {
    let mut found = SmallVec::new();
    let Ok(walker) = Walker::of(scene, unit, crate::allowance::Fired::No) else {
        return found;
    };
    let Extent::Line { left, right } = walker.state.extent else {
        return found;
    };
    for direction in walker.state.facing.front().iter() {
        let mut drive = Drive::new(scene, &walker);
        let hex = drive.go(walker.state.hex, direction, 1);
        let moved = |part: Option<HexId>, drive: &mut Drive<'_, '_>| match part {
            None => Some(None),
            Some(part) => drive.go(part, direction, 1).map(Some),
        };
        let (left, right) = (moved(left, &mut drive), moved(right, &mut drive));
        if let (Some(hex), Some(left), Some(right)) = (hex, left, right) {
            found.push(drive.done(hex, Extent::Line { left, right }, walker.state.facing));
        }
    }
    for pivot in [Hand::Left, Hand::Right] {
        found.extend(wheel(scene, &walker, pivot).ok());
    }
    found.retain(|closed| may_stand(scene, &walker, closed));
    found
}

/// SR 7.11, 8.12, 8.44: whether a line that has closed in may stand with the guns of the hexes that it has come to: they face as it
/// does, and are not too many.
fn may_stand(scene: &Scene<'_>, walker: &Walker<'_>, closed: &Closed) -> bool {
    let joins = |hex: &&HexId| closed.occupies(**hex) && has_friends(scene, **hex, walker.unit);
    let mut joined = closed.entered.iter().filter(joins).peekable();
    if joined.peek().is_none() {
        return true;
    }
    let stands = UnitState {
        hex: closed.hex,
        extent: closed.extent,
        facing: closed.facing,
        ..*walker.state
    };
    let bottom = StackPlace::Bottom;
    let there = scene
        .position
        .with_unit(scene.setting, walker.unit, stands, bottom);
    joined.all(|&hex| {
        let mut stack = there.stack(hex);
        stack.all(|part| there.unit(part.unit).facing == closed.facing)
            && stack_is_legal(scene.setting, &there, hex).is_ok()
    })
}

/// The wheel of 8.44 without its price.
fn wheel(scene: &Scene<'_>, walker: &Walker<'_>, pivot: Hand) -> Result<Closed, Refusal> {
    let blocked = Refusal::new(Rule::SR_8_44_wheel, "the way of the wheel is closed");
    let state = walker.state;
    let (Extent::Line { left, right }, Facing::Vertex(vertex)) = (state.extent, state.facing)
    else {
        return Err(blocked);
    };
    let (direction, facing) = match pivot {
        Hand::Right => (vertex.right_side(), state.facing.turned(1)),
        Hand::Left => (vertex.left_side(), state.facing.turned(-1)),
    };
    let mut drive = Drive::new(scene, walker);
    let steps = |part: Option<HexId>, own: Hand| match part {
        Some(_) if own == pivot => 0,
        Some(_) => 1 + u8::from(left.is_some() && right.is_some()),
        None => 0,
    };
    // The counter stays only where it is the pivot itself: at the end of a line of two.
    let counter_is_pivot = match pivot {
        Hand::Left => left.is_none(),
        Hand::Right => right.is_none(),
    };
    let hex = drive.go(state.hex, direction, u8::from(!counter_is_pivot));
    let new_left = match left {
        None => Some(None),
        Some(part) => drive.go(part, direction, steps(left, Hand::Left)).map(Some),
    };
    let new_right = match right {
        None => Some(None),
        Some(part) => drive
            .go(part, direction, steps(right, Hand::Right))
            .map(Some),
    };
    match (hex, new_left, new_right) {
        (Some(hex), Some(left), Some(right)) => {
            Ok(drive.done(hex, Extent::Line { left, right }, facing))
        }
        _ => Err(blocked),
    }
}

/// The parts of a line on their way, hindered by ground, enemies and friends only.
struct Drive<'s, 'w> {
    scene: &'s Scene<'s>,
    walker: &'w Walker<'w>,
    entered: SmallVec<[HexId; 4]>,
    checks: u8,
    dearest: HalfMp,
}

impl<'s, 'w> Drive<'s, 'w> {
    fn new(scene: &'s Scene<'s>, walker: &'w Walker<'w>) -> Self {
        Self {
            scene,
            walker,
            entered: SmallVec::new(),
            checks: 0,
            dearest: HalfMp::ZERO,
        }
    }

    fn go(&mut self, part: HexId, direction: Direction, steps: u8) -> Option<HexId> {
        let (scene, walker) = (self.scene, self.walker);
        let mut hex = part;
        for _ in 0..steps {
            let to = scene.grid().neighbour(hex, direction)?;
            // SR 9.44: an advance may lead over a bridge or ford that movement under Attack orders may not use.
            let price = scene.step(
                hex,
                direction,
                MoverClass::Foot,
                Gait::Advance,
                Way::OffRoute,
            );
            let over = scene.step(hex, direction, MoverClass::Foot, Gait::Advance, Way::Route);
            let price =
                price.or_else(|| over.filter(|_| scene.tables.has_crossing(hex, direction)))?;
            if scene.holds(walker.side.enemy(), to) || in_play(scene, to).is_err() {
                return None;
            }
            // SR 9.72: no part of it comes into an entry hex of the enemy's.
            special::may_enter(scene, walker, to).ok()?;
            self.checks |= price.checks.bits();
            self.dearest = self.dearest.max(price.cost);
            self.entered.push(to);
            hex = to;
        }
        (steps == 0 || !holds_troops(scene, hex, walker.unit)).then_some(hex)
    }

    fn done(self, hex: HexId, extent: Extent, facing: Facing) -> Closed {
        Closed {
            hex,
            extent,
            facing,
            entered: self.entered,
            checks: Checks::from_bits(self.checks),
            dearest: self.dearest,
        }
    }
}
