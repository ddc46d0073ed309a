//! SR 11.52 to 11.54: a cavalry charge is announced before the move; whoever passes its UDD must ride it to the end.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_combat::assault::{AssaultPhase, AssaultScene, how_it_stands, may_charge, may_ride};
use longroll_core::{ChanceError, Refusal, Side};
use longroll_movement::allowance::{Fired, remaining};
use longroll_movement::{Gait, MoverClass, Progress, StepGround, Way, cost};
use longroll_position::fire::{Charging, MountBegan};
use longroll_position::{Deeds, HalfMp, Note};
use longroll_rule::Rule;

use super::moving::MovingStep;
use crate::choice::Choice;
use crate::event::{Event, Verdict};
use crate::play::Play;
use crate::results::{udd_roll, udd_terms};
use crate::scene::At;

/// SR 11.52: the hexes at the end in which nobody turns.
const PATH: u8 = 3;
/// More steps than any cavalry makes in one Activation.
const FARTHEST: u8 = 12;

fn with_scene<T>(at: At<'_>, ask: impl FnOnce(&AssaultScene<'_>) -> T) -> T {
    let phase = AssaultPhase::default();
    ask(&AssaultScene {
        scene: at,
        history: &at.position.fires,
        phase: &phase,
    })
}

/// SR 11.53: how the cavalry of a side stands as its Activation begins.
pub(crate) fn mounts_that_begin(at: At<'_>, side: Side) -> Vec<MountBegan> {
    let rides = |unit: &UnitId| {
        let facts = at.setting.unit(*unit);
        facts.side == side && facts.arm == Arm::Cavalry && at.position.unit(*unit).on_map()
    };
    let mounts = at.setting.unit_ids().filter(rides);
    mounts
        .map(|unit| with_scene(at, |look| how_it_stands(look, unit)))
        .collect()
}

/// Those of a unit's hex who would charge with it, top first.
fn riders(at: At<'_>, unit: UnitId, target: HexId) -> Vec<UnitId> {
    let hex = at.position.unit(unit).hex;
    at.position
        .stack(hex)
        .map(|part| part.unit)
        .filter(|&other| with_scene(at, |look| may_charge(look, other, target)).is_ok())
        .collect()
}

/// Where a ride has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ride {
    hex: HexId,
    facing: Facing,
    left: HalfMp,
    steps: u8,
    straight: u8,
}

/// Whoever may be charged, and how far a ride may still go.
struct Course<'a> {
    at: At<'a>,
    unit: UnitId,
    targets: Vec<HexId>,
    seen: Vec<Ride>,
}

impl<'a> Course<'a> {
    fn of(at: At<'a>, unit: UnitId, charging: &Charging) -> Self {
        let enemy = at.setting.unit(unit).side.enemy();
        let held = |hex: &HexId| at.position.holder(*hex) == Some(enemy);
        // Reading 109 of the assault chapter: if the enemy is gone another one who was seen will do.
        let targets = if held(&charging.target) {
            vec![charging.target]
        } else {
            charging.seen.iter().copied().filter(held).collect()
        };
        Self {
            at,
            unit,
            targets,
            seen: Vec::new(),
        }
    }

    fn now(&self, progress: &Progress) -> Ride {
        let state = self.at.position.unit(self.unit);
        Ride {
            hex: state.hex,
            facing: state.facing,
            left: remaining(self.at.setting, self.at.position, self.unit, Fired::No),
            steps: progress.steps,
            straight: progress.straight,
        }
    }

    /// SR 11.52: next to one of them, ahead, after a straight path; SR 7.11: among friends it faces as they do.
    fn arrived(&self, ride: Ride) -> bool {
        let grid = self.at.setting.grid();
        let mut friends = self.at.position.stack(ride.hex);
        let turned = friends.any(|part| {
            part.unit != self.unit && self.at.position.unit(part.unit).facing != ride.facing
        });
        let ahead = |direction| {
            grid.neighbour(ride.hex, direction)
                .is_some_and(|hex| self.targets.contains(&hex))
        };
        ride.steps > 0
            && !turned
            && ride.straight >= ride.steps.min(PATH)
            && ride.facing.front().iter().any(ahead)
    }

    fn stepped(&self, ride: Ride, to: HexId, facing: Facing) -> Option<Ride> {
        let at = self.at;
        let direction = at.setting.grid().direction_between(ride.hex, to)?;
        let ground = StepGround::of(at.setting.ground(), ride.hex, direction)?;
        let price = cost::price(
            at.tables.chart(),
            &ground,
            MoverClass::Cavalry,
            Gait::Attack,
            Way::OffRoute,
        )
        .ok()?;
        let cost = price.cost + self.turning(ride, facing);
        if cost > ride.left {
            return None;
        }
        let easy = with_scene(at, |look| may_ride(look, ride.hex, to));
        // A turn in the first hex is no turn on the path.
        let turned = facing != ride.facing && ride.steps > 0;
        let before = if turned { 0 } else { ride.straight };
        Some(Ride {
            hex: to,
            facing,
            left: ride.left.less(cost),
            steps: ride.steps + 1,
            straight: if easy { before + 1 } else { 0 },
        })
    }

    fn turned(&self, ride: Ride, facing: Facing) -> Ride {
        Ride {
            facing,
            straight: 0,
            left: ride.left.less(self.turning(ride, facing)),
            ..ride
        }
    }

    /// SR 7.21, 7.22: what turning costs where the ride has come to.
    fn turning(&self, ride: Ride, facing: Facing) -> HalfMp {
        let woods = longroll_movement::facing::is_woods_for_turning(&self.at, ride.hex);
        let steps = ride.facing.turns_to(facing).unwrap_or(0);
        longroll_movement::facing::cheapest_turn(Gait::Attack, woods, steps)
    }

    /// Whether the charge can still be ridden to its end.
    fn leads_there(&mut self, ride: Ride) -> bool {
        if self.arrived(ride) {
            return true;
        }
        let at = self.at;
        let side = at.setting.unit(self.unit).side;
        let ends = ride.steps > 0 && at.position.next_to_enemy(at.setting, ride.hex, side);
        if ends || ride.steps >= FARTHEST || ride.left == HalfMp::ZERO {
            return false;
        }
        let known = |other: &Ride| {
            (other.hex, other.facing) == (ride.hex, ride.facing)
                && other.left >= ride.left
                && other.straight >= ride.straight.min(PATH)
                && (other.steps.min(PATH)) <= ride.steps.min(PATH)
        };
        if self.seen.iter().any(known) {
            return false;
        }
        self.seen.push(ride);
        for turn in [0_i8, -1, 1, -2, 2, 3] {
            let facing = ride.facing.turned(turn);
            for direction in facing.front().iter() {
                let Some(hex) = at.setting.grid().neighbour(ride.hex, direction) else {
                    continue;
                };
                // Friends are in the way too.
                if at.position.holder(hex).is_some() {
                    continue;
                }
                if let Some(next) = self.stepped(ride, hex, facing)
                    && self.leads_there(next)
                {
                    return true;
                }
            }
        }
        false
    }
}

/// What a unit that must charge has announced.
fn charging(at: At<'_>, unit: UnitId) -> Option<&Charging> {
    let state = at.position.unit(unit);
    if !state.deeds.has(Deeds::CHARGES) || state.deeds.has(Deeds::MOVE_ENDED) {
        return None;
    }
    let charges = &at.position.fires.charges;
    charges.iter().find(|charge| charge.unit == unit)
}

/// Whether a unit is riding a charge.
pub(super) fn is_charging(at: At<'_>, unit: UnitId) -> bool {
    charging(at, unit).is_some()
}

/// SR 11.52 to 11.54: whether a unit may announce a charge against a hex.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_announce(at: At<'_>, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    with_scene(at, |look| may_charge(look, unit, target))?;
    let progress = Progress::begin(at.position.unit(unit));
    let charge = Charging {
        unit,
        target,
        seen: Vec::new(),
    };
    let mut course = Course::of(at, unit, &charge);
    let ride = course.now(&progress);
    if course.leads_there(ride) {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::SR_11_52,
            "no charge path leads it next to that enemy",
        ))
    }
}

/// The hexes a unit might charge.
pub(super) fn targets(at: At<'_>, unit: UnitId) -> Vec<HexId> {
    let state = at.position.unit(unit);
    let side = at.setting.unit(unit).side;
    let near = at
        .setting
        .grid()
        .hexes_in_range(state.hex, u32::from(FARTHEST));
    near.filter(|&hex| at.position.holder(hex) == Some(side.enemy()))
        .collect()
}

/// SR 11.54: the top unit of those who would charge is checked; if it fails all stay where they are.
pub(super) fn announce(
    play: &mut Play<'_>,
    unit: UnitId,
    target: HexId,
) -> Result<(), ChanceError> {
    let at = play.at();
    let riders = riders(at, unit, target);
    let top = riders.first().copied().unwrap_or(unit);
    let rule = Rule::SR_11_54;
    let hex = at.position.unit(unit).hex;
    let seen: Vec<HexId> = targets(at, unit)
        .into_iter()
        .filter(|&other| at.sight.can_see(hex, other))
        .collect();
    let terms = udd_terms(at, top);
    let passed = match udd_roll(at, top, rule, terms) {
        Some(roll) => matches!(play.roll(roll)?.verdict, Verdict::Passed { .. }),
        None => true,
    };
    for rider in riders {
        if passed {
            let seen = seen.clone();
            play.happens(Event::Noted(Note::Charges(Charging {
                unit: rider,
                target,
                seen,
            })));
        } else {
            play.did(rider, Deeds::ACTED.with(Deeds::FINISHED));
        }
    }
    let stack: Vec<UnitId> = play
        .position
        .fires
        .charges
        .iter()
        .map(|charge| charge.unit)
        .filter(|&other| play.position.unit(other).hex == play.position.unit(unit).hex)
        .collect();
    // SR 11.52: they ride as one.
    if passed && stack.len() > 1 {
        for rider in stack {
            play.did(rider, Deeds::TOGETHER);
        }
    }
    if passed {
        let progress = Progress::begin(play.position.unit(unit));
        play.push(MovingStep { unit, progress });
    }
    Ok(())
}

/// SR 11.54: whoever must charge does nothing but ride towards whom it charges.
///
/// # Errors
/// When a choice leads elsewhere.
pub(super) fn keeps_to_charge(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    choice: Choice,
) -> Result<(), Refusal> {
    let Some(charge) = charging(at, unit) else {
        return Ok(());
    };
    let mut course = Course::of(at, unit, charge);
    let now = course.now(progress);
    let after = match choice {
        Choice::Move { hex, facing, .. }
        | Choice::OffRoad { hex, facing, .. }
        | Choice::Level { hex, facing, .. }
        | Choice::Road { hex, facing, .. } => course.stepped(now, hex, facing),
        Choice::Face { facing, .. } => Some(course.turned(now, facing)),
        Choice::About { .. } => Some(course.turned(now, now.facing.about_face())),
        Choice::Halt => {
            return if course.arrived(now) || !course.leads_there(now) {
                Ok(())
            } else {
                Err(Refusal::new(Rule::SR_11_54, "it must charge"))
            };
        }
        Choice::Fire { .. } => {
            return Err(Refusal::new(
                Rule::SR_14_24,
                "cavalry that charges does not fire",
            ));
        }
        _ => {
            return Err(Refusal::new(Rule::SR_11_54, "it must charge"));
        }
    };
    if after.is_some_and(|ride| course.leads_there(ride)) {
        return Ok(());
    }
    // Whoever cannot charge any longer stops.
    let rule = if course.leads_there(now) {
        Rule::SR_11_52
    } else {
        Rule::SR_11_54
    };
    Err(Refusal::new(
        rule,
        "a charge ends with three straight and easy hexes next to the enemy",
    ))
}

/// SR 11.52: how many steps have been straight and easy after this one.
pub(super) fn straight_after(
    at: At<'_>,
    progress: &Progress,
    from: (HexId, Facing),
    to: (HexId, Facing),
) -> u8 {
    let turned = from.1 != to.1 && progress.steps > 0;
    if !with_scene(at, |look| may_ride(look, from.0, to.0)) {
        0
    } else if turned {
        1
    } else {
        progress.straight.saturating_add(1)
    }
}
