//! Where a unit or leader can go now, and the choices that take it there.
//!
//! A way is a convenience for people and bots: a list of ordinary choices. The rules see each of them by itself, so whoever
//! follows a way stops at the first interrupt (a check of the ground, a reaction, a question to somebody). Loose Reins
//! (SR 6.24-A), the tether of cavalry (BB 14.55) and a mission (BB sob) may forbid a halt on the
//! way: there the step has the last word.

use column::{column_to, columns};
use longroll_board::{Direction, Facing, HexId};
use longroll_catalog::facts::{LeaderId, Piece, UnitId};
use longroll_core::{Offer, Refusal};
use longroll_movement::adjacency::{Approach, approach};
use longroll_movement::allowance::Fired;
use longroll_movement::facing::is_woods_for_turning;
use longroll_movement::reach::{LineSpot, goes_in_column, line_reach, reach};
use longroll_movement::step::{StepOrder, WayChoice, as_one_hex, step_of};
use longroll_movement::{
    Check, Gait, MinimumMove, MoverClass, Progress, Scratch, Walker, Way, stacking,
};
use longroll_position::{Deeds, Extent, HalfMp, StackPlace, UnitState};
use longroll_rule::Rule;

use super::leaders;
use super::mover::unit_of;
use super::moving::MovingStep;
use super::permits::may_spend;
use crate::battle::Battle;
use crate::choice::Choice;
use crate::prompt::Prompt;
use crate::scene::At;
use crate::step::Step;

mod column;

/// A place that can be reached now, with all MP it takes to end there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination {
    pub hex: HexId,
    /// SR 7.11: with which facing; leaders have none.
    pub facing: Option<Facing>,
    /// MP.
    pub cost: HalfMp,
    /// SR 9.42: it is the one hex that is always allowed.
    pub minimum: Option<MinimumMove>,
}

/// A risk on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Risk {
    /// A check of the ground on entering this hex.
    Ground(HexId, Check),
    /// SR 8.22: a UDD with this DRM after passing friends in this hex.
    Friends(HexId, u8),
}

/// A way: what to choose, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Who goes.
    pub piece: Piece,
    /// The choices in their order, `halt` at the end included.
    pub choices: Vec<Choice>,
    /// Where it ends.
    pub end: Destination,
    /// Where dice may interrupt it.
    pub risks: Vec<Risk>,
}

impl Route {
    /// Whether the game stands so that this choice of the way can be made: its side decides about this piece and the
    /// choice is offered.
    #[must_use]
    pub fn goes_on(&self, battle: &Battle, choice: Choice) -> bool {
        let asked = battle.asked().is_some_and(|ask| match ask.prompt {
            Prompt::Moving { unit } => self.piece == Piece::Unit(unit),
            Prompt::Ride { leader } => self.piece == Piece::Leader(leader),
            Prompt::Act | Prompt::Commanders => choice != Choice::Halt,
            _ => false,
        });
        // A halt by SR 8.22 would send it back.
        let offered = |offer: &Offer<Choice>| offer.choice == choice && offer.rule != Rule::SR_8_22;
        asked && battle.offers().iter().any(offered)
    }
}

/// Every place a piece can reach now, hex by hex and facing by facing, in the order of the hexes.
///
/// # Errors
/// The rule that keeps it from moving now.
pub fn destinations(battle: &Battle, piece: Piece) -> Result<Vec<Destination>, Refusal> {
    let at = battle.at();
    match piece {
        Piece::Leader(leader) => rides(battle, leader),
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let progress = progress_of(battle, unit)?;
            places(at, &progress, unit)
        }
    }
}

/// Every place a unit can reach that has moved as told, whoever's turn it is.
///
/// # Errors
/// The rule that keeps it from moving.
pub fn places(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<Vec<Destination>, Refusal> {
    if super::charging::is_charging(at, unit) {
        return Err(Refusal::new(
            Rule::SR_11_52,
            "a charge is ridden hex by hex",
        ));
    }
    if matches!(at.position.unit(unit).extent, Extent::Line { .. }) {
        return lines(at, progress, unit);
    }
    if in_column(at, unit) {
        return columns(at, progress, unit);
    }
    units(at, progress, unit)
}

/// The cheapest way to a hex, with this facing or the cheapest one.
///
/// # Errors
/// The rule that keeps the piece from moving, or SR 9.42 if the place is out of reach.
pub fn route(
    battle: &Battle,
    piece: Piece,
    hex: HexId,
    facing: Option<Facing>,
) -> Result<Route, Refusal> {
    let end = destinations(battle, piece)?
        .into_iter()
        .filter(|end| end.hex == hex && (facing.is_none() || end.facing == facing))
        .min_by_key(|end| end.cost)
        .ok_or_else(|| why_not_there(battle.at(), piece, hex))?;
    let at = battle.at();
    match piece {
        Piece::Leader(leader) => ride_to(battle, leader, end),
        Piece::Unit(unit) | Piece::Section(unit, _) => {
            let progress = progress_of(battle, unit)?;
            if matches!(at.position.unit(unit).extent, Extent::Line { .. }) {
                return line_to(at, &progress, unit, end);
            }
            if in_column(at, unit) {
                return column_to(at, &progress, unit, end);
            }
            unit_to(at, &progress, unit, end)
        }
    }
}

/// Why nothing leads to a hex: the enemy near it or friends in it keep a unit out however many MP it had; else the MP.
fn why_not_there(at: At<'_>, piece: Piece, hex: HexId) -> Refusal {
    let kept_out = match piece {
        Piece::Leader(_) => None,
        Piece::Unit(unit) | Piece::Section(unit, _) => kept_out(at, unit, hex),
    };
    kept_out
        .unwrap_or_else(|| Refusal::new(Rule::SR_9_42, "it cannot end there with the MP it has"))
}

fn kept_out(at: At<'_>, unit: UnitId, hex: HexId) -> Option<Refusal> {
    let walker = Walker::of(&at, unit, Fired::No).ok()?;
    if walker.state.hex == hex {
        return None;
    }
    let who = Approach::of(&walker);
    let grid = at.setting.grid();
    let entries = Direction::ALL.into_iter().filter_map(|direction| {
        let from = grid.neighbour(hex, direction)?;
        let entered = direction.opposite();
        Some(approach(&at, who, from, entered, hex, Way::Route).err())
    });
    // Whoever gets in from one side is not kept out.
    let refused: Option<Vec<Refusal>> = entries.collect();
    let refused = refused.and_then(|refused| refused.into_iter().next());
    refused.or_else(|| stacking::may_join(at.setting, at.position, unit, hex).err())
}

fn in_column(at: At<'_>, unit: UnitId) -> bool {
    Walker::of(&at, unit, Fired::No).is_ok_and(|walker| goes_in_column(&walker))
}

/// The memory of a unit's move, if it is now that it moves.
fn progress_of(battle: &Battle, unit: UnitId) -> Result<Progress, Refusal> {
    let at = battle.at();
    let progress = match battle.pending_step() {
        Some(&Step::Moving(MovingStep {
            unit: moving,
            progress,
        })) if moving == unit => progress,
        _ if battle
            .offers()
            .iter()
            .any(|offer| unit_of(offer.choice) == Some(unit)) =>
        {
            Progress::begin(at.position.unit(unit))
        }
        _ => {
            return Err(Refusal::new(
                Rule::SR_5_33,
                "it is not its turn to move now",
            ));
        }
    };
    may_spend(at, unit)?;
    super::limits::goes_freely(at, unit)?;
    if at.position.unit(unit).deeds.has(Deeds::TOGETHER) {
        return Err(Refusal::new(
            Rule::SR_8_21,
            "a stack that moves together goes hex by hex",
        ));
    }
    Ok(progress)
}

fn lines(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<Vec<Destination>, Refusal> {
    let mut found: Vec<Destination> = line_reach(&at, progress, unit)?
        .iter()
        .filter(|spot| spot.came.is_some() && spot.among.is_none())
        .filter(|spot| line_may_stay(at, unit, spot))
        .map(|spot| Destination {
            hex: spot.hex,
            facing: Some(spot.facing),
            cost: spot.cost + spot.stop,
            minimum: None,
        })
        .collect();
    found.sort_by_key(|end| (end.hex, end.facing, end.cost));
    found.dedup_by_key(|end| (end.hex, end.facing));
    Ok(found)
}

/// SR 8.44, 7.11: whether a line may end its move so: every stack legal and facing as it does.
fn line_may_stay(at: At<'_>, unit: UnitId, spot: &LineSpot) -> bool {
    let stands = UnitState {
        hex: spot.hex,
        extent: spot.extent,
        facing: spot.facing,
        ..*at.position.unit(unit)
    };
    let bottom = StackPlace::Bottom;
    let there = at.position.with_unit(at.setting, unit, stands, bottom);
    let at = at.at(&there);
    there.unit(unit).hexes().all(|hex| {
        stacking::stack_is_legal(at.setting, at.position, hex).is_ok()
            && at
                .position
                .stack(hex)
                .all(|part| at.position.unit(part.unit).facing == spot.facing)
    })
}

fn units(at: At<'_>, progress: &Progress, unit: UnitId) -> Result<Vec<Destination>, Refusal> {
    let mut scratch = Scratch::new();
    let reach = reach(&at, &mut scratch, progress, unit, WayChoice::Best)?;
    let kind = at.position.unit(unit).facing.kind();
    let mut found = Vec::new();
    let state = at.position.unit(unit);
    for (hex, _) in reach.hexes() {
        // SR 7.32-stack: somebody counts on its leaving.
        if hex == state.hex && state.deeds.has(Deeds::MUST_LEAVE) {
            continue;
        }
        for facing in Facing::all_of(kind) {
            if let Some(cost) = reach.cost_facing(hex, facing) {
                found.push(Destination {
                    hex,
                    facing: Some(facing),
                    cost,
                    minimum: reach.minimum_move_facing(hex, facing),
                });
            }
        }
    }
    found.sort_by_key(|end| (end.hex, end.facing));
    Ok(found)
}

/// The turn of a unit in a hex. SR 7.21 judges the net change there: from the facing with which it was entered.
fn turn(at: At<'_>, unit: UnitId, hex: HexId, (entered, to): (Facing, Facing)) -> Choice {
    // SR 11.59: Blown cavalry turns like one under Advance orders.
    let orders = at.position.unit(unit).orders_now();
    let gait = MoverClass::of(at.setting.unit(unit)).map(|class| Gait::of(class, orders));
    let woods = is_woods_for_turning(&at, hex) && gait == Some(Gait::Attack);
    match entered.turns_to(to) {
        Some(3) if woods => Choice::About { unit },
        _ => Choice::Face { unit, facing: to },
    }
}

fn unit_to(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    end: Destination,
) -> Result<Route, Refusal> {
    let mut scratch = Scratch::new();
    let reach = reach(&at, &mut scratch, progress, unit, WayChoice::Best)?;
    if end.minimum.is_some() {
        return one_hex(at, progress, unit, end);
    }
    let Some(path) = reach.path(end.hex, end.facing) else {
        return Err(Refusal::new(Rule::SR_9_42, "no way leads there"));
    };
    let state = at.position.unit(unit);
    let mut choices = Vec::new();
    let mut risks = Vec::new();
    let mut facing = state.facing;
    let mut entered = progress.entered_facing;
    for step in &path.steps {
        let wide = facing
            .turns_to(step.facing)
            .is_some_and(|vertices| vertices > 1);
        if wide && step.way == Way::OffRoute {
            choices.push(turn(at, unit, step.from, (entered, step.facing)));
        }
        choices.push(Choice::Move {
            unit,
            hex: step.to,
            facing: step.facing,
        });
        facing = step.facing;
        entered = step.facing;
        let ground = step.checks.iter().map(|check| Risk::Ground(step.to, check));
        risks.extend(step.passing_udd.map(|drm| Risk::Friends(step.from, drm)));
        risks.extend(ground);
    }
    let joins = at.position.stack(end.hex).any(|part| part.unit != unit);
    if let Some(last) = end.facing.filter(|&last| last != facing && !joins)
        && !path.steps.is_empty()
    {
        choices.push(turn(at, unit, end.hex, (entered, last)));
    }
    choices.push(Choice::Halt);
    Ok(Route {
        piece: Piece::Unit(unit),
        choices,
        end,
        risks,
    })
}

/// SR 9.42, BB 14.61: the one hex that is always allowed, turning and conforming included.
fn one_hex(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    end: Destination,
) -> Result<Route, Refusal> {
    let from = at.position.unit(unit);
    let direction = at.setting.grid().direction_between(from.hex, end.hex);
    let ways = direction.into_iter().flat_map(|direction| {
        Facing::toward(direction, from.facing.kind())
            .into_iter()
            .map(move |facing| StepOrder {
                direction,
                facing,
                way: WayChoice::Best,
            })
    });
    let joins = at.position.stack(end.hex).next().is_some();
    let walker = Walker::of(&at, unit, progress.fired())?;
    let best = ways
        .filter(|order| joins || Some(order.facing) == end.facing)
        .filter_map(|order| Some((order, step_of(&at, progress, &walker, order).ok()?)))
        .filter(|(_, terms)| as_one_hex(&at, progress, &walker, terms).is_some())
        .min_by_key(|(_, terms)| terms.total);
    let Some((order, terms)) = best else {
        return Err(Refusal::new(Rule::SR_9_42, "no way leads there"));
    };
    let (hex, facing) = (end.hex, order.facing);
    // The turn belongs to the one hex (reading I58) only where the step itself is that; where it is stopping that takes too
    // much, a wide turn is a choice of its own.
    let turns = from.facing.turns_to(facing).is_some_and(|steps| steps > 1)
        && terms.minimum == MinimumMove::No
        && terms.way == Way::OffRoute;
    let mut choices = Vec::new();
    if turns {
        let net = (progress.entered_facing, facing);
        choices.push(turn(at, unit, from.hex, net));
    }
    choices.extend([Choice::Move { unit, hex, facing }, Choice::Halt]);
    Ok(Route {
        piece: Piece::Unit(unit),
        choices,
        end,
        risks: terms
            .checks
            .iter()
            .map(|check| Risk::Ground(hex, check))
            .collect(),
    })
}

fn line_to(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    end: Destination,
) -> Result<Route, Refusal> {
    let spots = line_reach(&at, progress, unit)?;
    let wanted = |spot: &LineSpot| {
        spot.hex == end.hex
            && Some(spot.facing) == end.facing
            && spot.cost + spot.stop == end.cost
            && spot.among.is_none()
            && line_may_stay(at, unit, spot)
    };
    let mut place = spots.iter().position(wanted);
    let mut choices = vec![Choice::Halt];
    let mut risks = Vec::new();
    while let Some(spot) = place.and_then(|place| spots.get(place)) {
        let Some((order, before)) = spot.came else {
            break;
        };
        risks.extend(spot.passed.map(|drm| Risk::Friends(spot.hex, drm)));
        choices.push(match order {
            longroll_movement::extension::LineMove::Forward(_) => Choice::Move {
                unit,
                hex: spot.hex,
                facing: spot.facing,
            },
            longroll_movement::extension::LineMove::Wheel(hand) => Choice::Wheel { unit, hand },
            longroll_movement::extension::LineMove::AboutFace => Choice::About { unit },
        });
        place = Some(before);
    }
    choices.reverse();
    risks.reverse();
    Ok(Route {
        piece: Piece::Unit(unit),
        choices,
        end,
        risks,
    })
}

fn rides(battle: &Battle, leader: LeaderId) -> Result<Vec<Destination>, Refusal> {
    let scratch = ride_flood(battle, leader)?;
    let start = battle.position().leader(leader).hex;
    let mut found: Vec<Destination> = scratch
        .reached()
        .filter(|(hex, _)| *hex != start)
        .map(|(hex, cost)| Destination {
            hex,
            facing: None,
            cost,
            minimum: None,
        })
        .collect();
    found.sort_by_key(|end| end.hex);
    Ok(found)
}

fn ride_flood(battle: &Battle, leader: LeaderId) -> Result<Scratch, Refusal> {
    let at = battle.at();
    let offered = battle
        .offers()
        .iter()
        .any(|offer| matches!(offer.choice, Choice::Ride { leader: own, .. } if own == leader));
    if !offered {
        return Err(Refusal::new(
            Rule::SR_9_31,
            "it is not his time to ride now",
        ));
    }
    let spent = at.position.leader(leader).spent;
    let left = leaders::allowance(at, leader).less(spent);
    let mut scratch = Scratch::new();
    longroll_movement::leaders::leader_reach(&at, &mut scratch, leader, left);
    Ok(scratch)
}

fn ride_to(battle: &Battle, leader: LeaderId, end: Destination) -> Result<Route, Refusal> {
    let scratch = ride_flood(battle, leader)?;
    let hexes = scratch
        .path(battle.setting().grid(), end.hex)
        .unwrap_or_default();
    let mut choices: Vec<Choice> = hexes
        .into_iter()
        .map(|hex| Choice::Ride { leader, hex })
        .collect();
    choices.push(Choice::Halt);
    Ok(Route {
        piece: Piece::Leader(leader),
        choices,
        end,
        risks: Vec::new(),
    })
}
