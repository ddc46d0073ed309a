//! SR 10.92 to 10.94, BB 10.92: how ammunition is brought up.

use longroll_board::{CampKind, Direction, HexId, RouteKind};
use longroll_catalog::facts::{Ammunition, Arm, ResupplyWay, UnitId};
use longroll_core::{Refusal, Side, Terms};
use longroll_position::BodyKind;
use longroll_position::rule_set::RestingResupply;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::firer::FirerArm;
use super::scene::FireScene;

/// What resupply has to be told: things that other chapters know.
pub struct SupplyFacts<'a> {
    /// BB 10.92-camp, -limits: the hour, on the first day of the battle only.
    pub first_day_hour: Option<u8>,
    /// BB 10.92-line: whether a unit is within range of its immediate commander now.
    pub in_command: &'a dyn Fn(UnitId) -> bool,
}

impl core::fmt::Debug for SupplyFacts<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SupplyFacts")
            .field("first_day_hour", &self.first_day_hour)
            .finish_non_exhaustive()
    }
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupplyRoll {
    /// The rule of the attempt.
    pub rule: Rule,
    /// What is added to the die.
    pub terms: Terms,
    /// It succeeds on this or less.
    pub at_most: i8,
}

impl SupplyRoll {
    /// Whether a die brings up a step of ammunition.
    #[must_use]
    pub fn succeeds(&self, die: u8) -> bool {
        i32::from(die) + self.terms.sum() <= i32::from(self.at_most)
    }
}

/// How a unit is resupplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resupply {
    /// One step without a die.
    Automatic(Rule),
    /// One step for each attempt that succeeds (fire reading 112).
    Rolls(SmallVec<[SupplyRoll; 2]>),
}

/// Ammunition after so many steps of resupply.
#[must_use]
pub const fn restored(before: Ammunition, steps: u8) -> Ammunition {
    match (before, steps) {
        (_, 0) => before,
        (Ammunition::Out, 1) => Ammunition::Low,
        _ => Ammunition::Full,
    }
}

/// SR 6.35, 13.45, BB 10.92-limits: ammunition after a turn of rest, given a supply line: all of it in Reserve, otherwise
/// as the switch has it.
#[must_use]
pub fn rested(look: &FireScene<'_>, before: Ammunition, in_reserve: bool) -> Ammunition {
    let full = in_reserve || look.switches().resupply_13_45 == RestingResupply::Full;
    restored(before, if full { 2 } else { 1 })
}

/// SR 10.92, 10.93, BB 10.92: whether a unit may take the resupply action, and what it rolls.
///
/// # Errors
/// The rule that denies it.
pub fn may_resupply(
    look: &FireScene<'_>,
    unit: UnitId,
    known: &SupplyFacts<'_>,
) -> Result<Resupply, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    let beside = |hex| look.scene.next_to_enemy(facts.side, hex);
    if state.hexes().any(beside) {
        return refuse(Rule::SR_10_93, "no resupply next to the enemy");
    }
    if !is_short(look, unit) {
        return refuse(Rule::SR_10_92, "it has all its ammunition");
    }
    let arm = FirerArm::of(facts, state);
    let way = look.scene.setting.variations.resupply;
    if way.value == ResupplyWay::Automatic {
        return Ok(Resupply::Automatic(way.rule));
    }
    if arm == FirerArm::Guns {
        return guns_resupply(look, unit, known);
    }
    small_arms_resupply(look, unit, known)
}

/// SR 10.92: whether the unit or one of its sections lacks any.
fn is_short(look: &FireScene<'_>, unit: UnitId) -> bool {
    look.state(unit).ammunition != Ammunition::Full
        || look
            .history
            .sections
            .iter()
            .any(|own| own.unit == unit && own.ammunition != Ammunition::Full)
}

/// BB 10.92-art.
fn guns_resupply(
    look: &FireScene<'_>,
    unit: UnitId,
    known: &SupplyFacts<'_>,
) -> Result<Resupply, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    let table = &look.tables().ammunition;
    let near = Near {
        road: table.artillery_road_distance,
        trail: table.artillery_trail_distance,
    };
    if state
        .hexes()
        .any(|hex| has_line(look, facts.side, hex, near, known))
    {
        Ok(Resupply::Automatic(Rule::BB_10_92_art))
    } else {
        refuse(
            Rule::BB_10_92_art,
            "no Road or Trail near enough with a supply line",
        )
    }
}

/// BB 10.92-sa, 10.92-camp.
fn small_arms_resupply(
    look: &FireScene<'_>,
    unit: UnitId,
    known: &SupplyFacts<'_>,
) -> Result<Resupply, Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    let table = &look.tables().ammunition;
    let near = Near {
        road: table.small_arms_road_distance,
        trail: table.small_arms_trail_distance,
    };
    let mut rolls: SmallVec<[SupplyRoll; 2]> = SmallVec::new();
    if state
        .hexes()
        .any(|hex| has_line(look, facts.side, hex, near, known))
    {
        rolls.push(SupplyRoll {
            rule: Rule::BB_10_92_sa,
            terms: roll_terms(look, unit, known),
            at_most: table.small_arms_success,
        });
    }
    let camp = state
        .hexes()
        .flat_map(|hex| look.ground().names.camps_in(hex))
        .any(|camp| camp.kind == CampKind::Infantry);
    if camp && known.first_day_hour.is_some() {
        rolls.push(SupplyRoll {
            rule: Rule::BB_10_92_camp,
            terms: Terms::new(),
            at_most: table.camp_success,
        });
    }
    if rolls.is_empty() {
        return refuse(
            Rule::BB_10_92_sa,
            "no Road or Trail near enough with a supply line",
        );
    }
    Ok(Resupply::Rolls(rolls))
}

/// BB 10.92-sa, -limits: the better of Road and Trail (fire reading 111), and the first morning of the Union.
fn roll_terms(look: &FireScene<'_>, unit: UnitId, known: &SupplyFacts<'_>) -> Terms {
    let table = &look.tables().ammunition;
    let side = look.facts(unit).side;
    // SR 8.44: a line is in all its hexes.
    let stands_on = |kind: RouteKind| {
        let mut hexes = look.state(unit).hexes();
        hexes.any(|hex| look.ground().routes_in(hex).contains(kind))
    };
    let mut terms = Terms::new();
    if stands_on(RouteKind::Road) || stands_on(RouteKind::Pike) {
        terms.add(i32::from(table.road_drm), Rule::BB_10_92_sa, "on a Road");
    } else if stands_on(RouteKind::Trail) {
        terms.add(i32::from(table.trail_drm), Rule::BB_10_92_sa, "on a Trail");
    }
    let morning = look.scene.setting.battle.terms.resupply_drm;
    if morning.side == side
        && known
            .first_day_hour
            .is_some_and(|hour| hour <= morning.until_hour)
    {
        terms.add(
            i32::from(morning.drm),
            Rule::BB_10_92_limits,
            "the first morning",
        );
    }
    terms
}

/// How far a route may be.
#[derive(Clone, Copy)]
struct Near {
    road: u8,
    trail: u8,
}

/// BB 10.92-line: whether a supply line runs from a Road or Trail near enough to a source of the side. Once on a Road it
/// does not leave it; the hexes between the unit and the route are not looked at (fire reading 116).
fn has_line(
    look: &FireScene<'_>,
    side: Side,
    hex: HexId,
    near: Near,
    known: &SupplyFacts<'_>,
) -> bool {
    let grid = look.scene.grid();
    let farthest = near.road.max(near.trail);
    grid.hexes_in_range(hex, u32::from(farthest)).any(|start| {
        let away = grid.distance(hex, start);
        let routes = look.ground().routes_in(start);
        let road = routes.contains(RouteKind::Road) || routes.contains(RouteKind::Pike);
        let by_road = road && away <= u32::from(near.road);
        let by_trail = routes.contains(RouteKind::Trail) && away <= u32::from(near.trail);
        (by_road && supply_line(look, side, start, Following::Road, known))
            || (by_trail && supply_line(look, side, start, Following::Trail, known))
    })
}

/// What a supply line follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Following {
    /// A Trail, until it turns into a Road.
    Trail,
    /// A Road, to the end.
    Road,
}

/// BB 10.92-line: whether a line runs from a hex to a source of the side.
#[must_use]
pub fn supply_line(
    look: &FireScene<'_>,
    side: Side,
    start: HexId,
    following: Following,
    known: &SupplyFacts<'_>,
) -> bool {
    let ground = look.ground();
    let source = |hex: HexId| {
        let mut sources = ground.names.supply_sources.iter();
        sources.any(|source| source.hex == hex && source.side == side.word())
    };
    let mut seen = vec![[false; 2]; look.scene.grid().len()];
    let mut open = vec![(start, following)];
    while let Some((hex, following)) = open.pop() {
        let mark = &mut seen[hex.index()][following as usize];
        if *mark || is_cut(look, side, hex, known) {
            continue;
        }
        *mark = true;
        if source(hex) {
            return true;
        }
        for way in Direction::ALL {
            let Some(next) = look.scene.grid().neighbour(hex, way) else {
                continue;
            };
            let routes = ground.side_of(hex, way).routes;
            if !look.scene.route_open(hex, next) {
                continue;
            }
            if routes.contains(RouteKind::Road) || routes.contains(RouteKind::Pike) {
                open.push((next, Following::Road));
            }
            if following == Following::Trail && routes.contains(RouteKind::Trail) {
                open.push((next, Following::Trail));
            }
        }
    }
    false
}

/// BB 10.92-line, fire reading 115: enemies in the hex, or beside it where no friend stands in it; only those in command,
/// never unassigned cavalry.
fn is_cut(look: &FireScene<'_>, side: Side, hex: HexId, known: &SupplyFacts<'_>) -> bool {
    let enemy = side.enemy();
    let position = look.scene.position;
    let cuts = |near: HexId| {
        look.scene.holds(enemy, near)
            && position.stack(near).any(|part| {
                let body = position.body_of(look.scene.setting, part.unit);
                let loose = look.scene.setting.body(body).kind == BodyKind::Unassigned;
                let arm = look.facts(part.unit).arm;
                (known.in_command)(part.unit) && !(loose && arm == Arm::Cavalry)
            })
    };
    if cuts(hex) {
        return true;
    }
    !look.scene.holds(side, hex)
        && look
            .scene
            .grid()
            .neighbours(hex)
            .any(|(_, near)| cuts(near))
}
