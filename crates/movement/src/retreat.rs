//! SR 12.44 as far as it is movement: which hexes a unit may fall back through. Reaction movement (9.63) and cautious
//! brigadiers (6.24-C) use it; so may retreats after combat.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::UnitId;
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::RetreatDistance;
use longroll_position::{Extent, HalfMp};
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::adjacency;
use crate::arcs::enemy_fronting;
use crate::cost::StepCost;
use crate::extension::exceeds_march_limits;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::passing::has_friends;
use crate::scene::Scene;
use crate::special::entry_hex_is_free;
use crate::stacking;
use crate::walker::Walker;
use crate::withdrawal::is_crowded;

/// SR 9.63, reading I78: an enemy about to enter a hex, as if he stood there. SR 8.44, 8.5: with every hex that he will hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    pub mover: UnitId,
    /// The hex he is about to enter.
    pub to: HexId,
    /// The other hexes he will hold then.
    pub beside: [Option<HexId>; 2],
    /// SR 9.54: he withdraws, and does not fire.
    #[serde(default)]
    pub withdraws: bool,
}

impl Arrival {
    /// Of a unit that holds one hex.
    #[must_use]
    pub fn at(mover: UnitId, to: HexId) -> Self {
        Self::among(mover, to, [])
    }

    /// Of a unit that will hold these hexes.
    #[must_use]
    pub fn among(mover: UnitId, to: HexId, held: impl IntoIterator<Item = HexId>) -> Self {
        let mut others = held.into_iter().filter(|&hex| hex != to);
        let beside = core::array::from_fn(|_| others.next());
        Self {
            mover,
            to,
            beside,
            withdraws: false,
        }
    }

    /// The same of one who steps back by Withdrawal movement.
    #[must_use]
    pub const fn withdrawing(self) -> Self {
        Self {
            withdraws: true,
            ..self
        }
    }

    /// Every hex he will hold, the one he enters first.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        core::iter::once(self.to).chain(self.beside.into_iter().flatten())
    }

    /// Whether he will hold this hex.
    #[must_use]
    pub fn holds(&self, hex: HexId) -> bool {
        self.hexes().any(|own| own == hex)
    }
}

/// Why and from whom a unit falls back.
#[derive(Debug, Clone, Default)]
pub struct RetreatCause {
    /// Reading 81 of the assault chapter: the hexes of the units that cause it; empty if nobody does.
    pub causing: SmallVec<[HexId; 4]>,
    /// SR 9.63: an enemy about to move counts as standing where he goes.
    pub mover: Option<Arrival>,
    /// SR 12.44-front: friendly hexes that are targets of an unresolved assault give no cover.
    pub pending: SmallVec<[HexId; 4]>,
}

/// One hex of a retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RetreatStep {
    pub from: HexId,
    pub to: HexId,
    pub way: Way,
    /// What the step would cost, and its risks (SR 12.44-d).
    pub price: StepCost,
}

/// A way back. SR 12.46: hexes of friends it cannot stop with are passed, and may make it longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetreatPath {
    /// Its hexes.
    pub steps: SmallVec<[RetreatStep; 3]>,
}

impl RetreatPath {
    /// The last hex.
    #[must_use]
    pub fn end(&self) -> Option<HexId> {
        self.steps.last().map(|step| step.to)
    }

    /// The first hex.
    #[must_use]
    pub fn first(&self) -> Option<HexId> {
        self.steps.first().map(|step| step.to)
    }
}

/// SR 12.44-terrain, -front, 12.45: whether a unit may fall back over this hexside.
///
/// # Errors
/// The rule that forbids it.
pub fn retreat_step(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    from: HexId,
    direction: Direction,
) -> Result<RetreatStep, Refusal> {
    let Some(to) = scene.grid().neighbour(from, direction) else {
        return Err(Refusal::new(
            Rule::SR_12_44_terrain,
            "a retreat does not leave the map",
        ));
    };
    in_play(scene, to).map_err(|_| {
        Refusal::new(
            Rule::SR_12_44_terrain,
            "a retreat does not leave the playing area",
        )
    })?;
    let taken = cause.mover.is_some_and(|arrival| arrival.holds(to));
    if taken || scene.holds(walker.side.enemy(), to) {
        return Err(Refusal::new(
            Rule::SR_12_44_terrain,
            "the enemy holds the hex",
        ));
    }
    // SR 9.72: nobody is in an entry hex of the enemy's.
    entry_hex_is_free(scene, walker.side, walker.class, to)?;
    // SR 12.41: routes serve units under Advance orders within March limits.
    let gait = gait_back(walker);
    let route = walker.gait == Gait::Advance
        && !exceeds_march_limits(walker.class, walker.state.sp)
        && scene.route_open(from, to);
    let along = route
        .then(|| scene.step(from, direction, walker.class, gait, Way::Route))
        .flatten();
    let (way, price) = match along {
        Some(price) => (Way::Route, price),
        None => (
            Way::OffRoute,
            over_the_ground(scene, walker, from, direction)?,
        ),
    };
    is_easy_enough(scene, walker, cause, &price)?;
    keeps_clear(scene, walker, cause, to)?;
    Ok(RetreatStep {
        from,
        to,
        way,
        price,
    })
}

/// SR 12.44-front: whether no enemy closes a hex to a unit that falls back: none of those who cause it next to it, and none with it in
/// his front. Friends there open it; an extended unit is no friend of its own parts.
///
/// # Errors
/// The rule that closes it.
pub fn keeps_clear(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    to: HexId,
) -> Result<(), Refusal> {
    let friends = || {
        scene
            .position
            .stack(to)
            .any(|part| part.unit != walker.unit)
    };
    if scene.holds(walker.side, to) && !cause.pending.contains(&to) && friends() {
        return Ok(());
    }
    let mut causing = cause.causing.iter();
    if causing.any(|hex| scene.grid().distance(*hex, to) <= 1) {
        return Err(Refusal::new(
            Rule::SR_12_44_front,
            "the hex is next to a unit that causes the retreat",
        ));
    }
    let except = cause.mover.map(|arrival| arrival.mover);
    if enemy_fronting(scene, walker.side, to, except).is_some() || mover_fronts(scene, cause, to) {
        return Err(Refusal::new(
            Rule::SR_12_44_front,
            "the hex is a front hex of the enemy",
        ));
    }
    Ok(())
}

/// How a unit goes back: under Attack orders at the costs of Advance orders.
fn gait_back(walker: &Walker<'_>) -> Gait {
    match walker.gait {
        Gait::Attack => Gait::Advance,
        gait => gait,
    }
}

/// What a hex of a retreat costs off the route.
fn over_the_ground(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    from: HexId,
    direction: Direction,
) -> Result<StepCost, Refusal> {
    let gait = gait_back(walker);
    match scene.step(from, direction, walker.class, gait, Way::OffRoute) {
        // SR 9.24, 9.43: nor does a retreat lead through a ford that the unit could not use.
        Some(price) if may_use_ford(scene, walker, from, direction) => Ok(price),
        _ => Err(Refusal::new(
            Rule::SR_12_44_terrain,
            "the terrain is closed to the unit",
        )),
    }
}

/// SR 12.45: guns fall back over easy ground only.
fn is_easy_enough(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    price: &StepCost,
) -> Result<(), Refusal> {
    let most = &scene.setting.variations.guns_retreat_mp;
    if walker.class == MoverClass::Artillery && price.cost > HalfMp::whole(most.value) {
        let rule = match most.rule {
            Rule::SR_12_45 if cause.mover.is_some() => Rule::SR_9_63_art,
            rule => rule,
        };
        return Err(Refusal::new(
            rule,
            "the hex is too difficult for guns that fall back",
        ));
    }
    Ok(())
}

/// SR 12.41, 9.43, 8.13: the last step of a retreat: whoever stays with friends beyond the March limits has come over the ground, if that
/// is open to it.
fn last_step(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    step: RetreatStep,
) -> Result<RetreatStep, Refusal> {
    if step.way == Way::OffRoute || !is_crowded(scene, walker, step.to) {
        return Ok(step);
    }
    let Some(direction) = scene.grid().direction_between(step.from, step.to) else {
        return Ok(step);
    };
    let price = over_the_ground(scene, walker, step.from, direction)?;
    is_easy_enough(scene, walker, cause, &price)?;
    Ok(RetreatStep {
        way: Way::OffRoute,
        price,
        ..step
    })
}

/// SR 9.24, 9.43, 8.13: a creek ford is closed under Attack orders, and under Advance orders to large regiments.
fn may_use_ford(scene: &Scene<'_>, walker: &Walker<'_>, from: HexId, direction: Direction) -> bool {
    let large = exceeds_march_limits(walker.class, walker.state.sp);
    let closed = walker.gait == Gait::Attack || large;
    !(closed && adjacency::crosses(scene, from, direction, Way::OffRoute))
}

fn mover_fronts(scene: &Scene<'_>, cause: &RetreatCause, hex: HexId) -> bool {
    cause.mover.is_some_and(|arrival| {
        let front = scene.position.unit(arrival.mover).facing.front();
        arrival.hexes().any(|at| {
            let direction = scene.grid().direction_between(at, hex);
            direction.is_some_and(|direction| front.contains(direction))
        })
    })
}

/// The distance from a hex to the nearest enemy combat unit of `side`; `mover` counts as standing where he goes.
#[must_use]
pub fn nearest_enemy(
    scene: &Scene<'_>,
    side: Side,
    hex: HexId,
    mover: Option<Arrival>,
) -> Option<u32> {
    let grid = scene.grid();
    let layout = grid.layout();
    let span = |range: &core::ops::RangeInclusive<u8>| u32::from(range.end() - range.start());
    let farthest = span(&layout.columns) + span(&layout.rows);
    (0..=farthest).find(|radius| {
        grid.ring(hex, *radius)
            .any(|other| is_enemy(scene, side, other, mover))
    })
}

/// Whether an enemy combat unit stands in a hex, the mover left out where he is and put where he goes.
fn is_enemy(scene: &Scene<'_>, side: Side, hex: HexId, mover: Option<Arrival>) -> bool {
    let Some(arrival) = mover else {
        return scene.holds(side.enemy(), hex);
    };
    let mut stack = scene.position.stack(hex);
    arrival.holds(hex)
        || scene.holds(side.enemy(), hex) && stack.any(|part| part.unit != arrival.mover)
}

/// SR 12.44 and reading 80 of the assault chapter: every retreat of `least` to `most` hexes the owner may choose.
#[must_use]
pub fn retreat_paths(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    least: u8,
    most: u8,
    allow: impl Fn(&RetreatStep) -> bool,
) -> Vec<RetreatPath> {
    let Ok(walker) = Walker::of(scene, unit, crate::allowance::Fired::No) else {
        return Vec::new();
    };
    let start = walker.state.hex;
    let mut found = Vec::new();
    let mut trail = SmallVec::new();
    extend(
        scene,
        &walker,
        cause,
        start,
        (least, most),
        &allow,
        &mut trail,
        &mut found,
    );
    prefer(scene, &walker, cause, start, &mut found);
    found
}

#[expect(clippy::too_many_arguments, reason = "the state of a walk in depth")]
fn extend(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    from: HexId,
    (least, most): (u8, u8),
    allow: &impl Fn(&RetreatStep) -> bool,
    trail: &mut SmallVec<[RetreatStep; 3]>,
    found: &mut Vec<RetreatPath>,
) {
    // Beyond a few friends in a row nobody retreats.
    const LONGEST: usize = 6;
    for direction in Direction::ALL {
        let Ok(step) = retreat_step(scene, walker, cause, from, direction) else {
            continue;
        };
        let seen = step.to == walker.state.hex || trail.iter().any(|before| before.to == step.to);
        if seen || !allow(&step) || trail.len() >= LONGEST {
            continue;
        }
        trail.push(step);
        let made = u8::try_from(trail.len()).unwrap_or(u8::MAX);
        let free = !has_friends(scene, step.to, walker.unit)
            || (can_face_with(scene, walker, step.to)
                && stacking::may_join(scene.setting, scene.position, walker.unit, step.to).is_ok());
        if free
            && made >= least
            && let Ok(last) = last_step(scene, walker, cause, step)
        {
            let mut steps = trail.clone();
            steps.pop();
            steps.push(last);
            found.push(RetreatPath { steps });
        }
        if made < most || !free {
            extend(
                scene,
                walker,
                cause,
                step.to,
                (least, most),
                allow,
                trail,
                found,
            );
        }
        trail.pop();
    }
}

/// SR 7.11: whoever marches faces a hexside, others a vertex: they never end in one hex.
pub(crate) fn can_face_with(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> bool {
    let kind = walker.state.facing.kind();
    scene
        .position
        .stack(hex)
        .all(|part| scene.position.unit(part.unit).facing.kind() == kind)
}

/// SR 8.47: whether a line would keep its facing with those who stand in a hex.
fn faces_alike(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> bool {
    let mut stack = scene.position.stack(hex);
    stack.all(|part| scene.position.unit(part.unit).facing == walker.state.facing)
}

/// SR 8.44, 12.44-stacking: whether a part of a line may stop in a hex: nobody is there, or guns that face as the line does, no more of
/// them than may stand with infantry.
pub(crate) fn joins_as_line(scene: &Scene<'_>, walker: &Walker<'_>, hex: HexId) -> bool {
    if !has_friends(scene, hex, walker.unit) {
        return true;
    }
    let part = (walker.unit, walker.state.extent, 0);
    crate::adjacency::is_artillery_only(scene, hex)
        && faces_alike(scene, walker, hex)
        && stacking::is_legal_with(scene.setting, scene.position, hex, part).is_ok()
}

/// SR 12.44-distance: keeps the paths that gain distance, if any does; then those that also gain it from the cause; and
/// among retreats of two hexes those that end two hexes away.
fn prefer(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    start: HexId,
    paths: &mut Vec<RetreatPath>,
) {
    let grid = scene.grid();
    let side = walker.side;
    if let Some(before) = nearest_enemy(scene, side, start, cause.mover) {
        let gained = gain_distance(scene, walker, cause, (start, before), paths);
        // Reading 80 (e): it is asked of those alone who gain distance at all.
        if gained {
            leave_the_cause(scene, cause, (start, before), paths);
        }
    }
    let doubles_back = |path: &RetreatPath| {
        path.steps.len() < 2 || path.end().is_some_and(|end| grid.distance(start, end) >= 2)
    };
    keep_if_any(paths, doubles_back);
}

/// Keeps the paths that end farther from every enemy as near as the nearest at the start, if any does.
fn gain_distance(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    cause: &RetreatCause,
    (start, before): (HexId, u32),
    paths: &mut Vec<RetreatPath>,
) -> bool {
    let (grid, side) = (scene.grid(), walker.side);
    // Whoever could still be as near at the end of a way stands not much farther off now.
    let longest = paths.iter().map(|path| path.steps.len()).max().unwrap_or(0);
    let reach = before + u32::try_from(longest).unwrap_or(u32::MAX);
    let at_start = match scene.setting.rules.switches.retreat_distance {
        RetreatDistance::NearestAny => false,
        RetreatDistance::NearestAtStart => true,
    };
    let enemies: SmallVec<[HexId; 16]> = grid
        .hexes_in_range(start, reach)
        .filter(|hex| is_enemy(scene, side, *hex, cause.mover))
        .filter(|hex| !at_start || grid.distance(start, *hex) == before)
        .collect();
    let gains = |path: &RetreatPath| {
        path.end().is_some_and(|end| {
            enemies
                .iter()
                .all(|enemy| grid.distance(end, *enemy) > before)
        })
    };
    keep_if_any(paths, gains)
}

/// Keeps the paths that end farther from the cause, if any does.
fn leave_the_cause(
    scene: &Scene<'_>,
    cause: &RetreatCause,
    (start, before): (HexId, u32),
    paths: &mut Vec<RetreatPath>,
) {
    let grid = scene.grid();
    // A line is one unit: if a part of it is the nearest enemy, it is.
    let is_nearest = |hex: HexId| {
        let mut there = scene.position.stack(hex);
        there.any(|part| {
            let mut own = scene.position.unit(part.unit).hexes();
            own.any(|own| grid.distance(start, own) == before)
        })
    };
    // So is one about to come, with all the hexes it will hold.
    let to_mover = |from: HexId| {
        let held = cause.mover.iter().flat_map(Arrival::hexes);
        held.map(|hex| grid.distance(from, hex)).min()
    };
    let of_mover = |hex: HexId| cause.mover.is_some_and(|arrival| arrival.holds(hex));
    let farther = |path: &RetreatPath| {
        path.end().is_some_and(|end| {
            let was = to_mover(start);
            let others = cause.causing.iter().filter(|&&hex| !of_mover(hex));
            (was.is_none() || was == Some(before) || to_mover(end) > was)
                && others.copied().all(|hex| {
                    let was = grid.distance(start, hex);
                    was == before || is_nearest(hex) || grid.distance(end, hex) > was
                })
        })
    };
    keep_if_any(paths, farther);
}

/// Whether any is wanted; then only those are kept.
fn keep_if_any(paths: &mut Vec<RetreatPath>, wanted: impl Fn(&RetreatPath) -> bool) -> bool {
    let any = paths.iter().any(&wanted);
    if any {
        paths.retain(wanted);
    }
    any
}

/// SR 6.24-C, 12.42: the hexes into which a unit may fall back one hex; where friends are passed, the end of the way.
#[must_use]
pub fn retreat_hexes(scene: &Scene<'_>, unit: UnitId) -> SmallVec<[HexId; 6]> {
    let paths = retreat_paths(scene, unit, &RetreatCause::default(), 1, 1, |_| true);
    let mut hexes: SmallVec<[HexId; 6]> = paths.iter().filter_map(RetreatPath::end).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// SR 8.47, reading I43: the directions in which an Extended Line can fall back one hex as a line: back first, sideways only if
/// its rear is closed, when it may draw together instead.
#[must_use]
pub fn line_retreats(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: &RetreatCause,
) -> SmallVec<[Direction; 6]> {
    let Ok(walker) = Walker::of(scene, unit, crate::allowance::Fired::No) else {
        return SmallVec::new();
    };
    if !matches!(walker.state.extent, Extent::Line { .. }) {
        return SmallVec::new();
    }
    let own = |hex: HexId| walker.state.hexes().any(|part| part == hex);
    let fits = |direction: Direction| {
        walker.state.hexes().all(|hex| {
            let Some(to) = scene.grid().neighbour(hex, direction) else {
                return false;
            };
            let free = own(to) || joins_as_line(scene, &walker, to);
            free && retreat_step(scene, &walker, cause, hex, direction).is_ok()
        })
    };
    let rear = walker.state.facing.rear();
    // Back first; sideways only if the rear is closed.
    let back: SmallVec<[Direction; 6]> = rear.iter().filter(|direction| fits(*direction)).collect();
    if !back.is_empty() {
        return back;
    }
    let front = walker.state.facing.front();
    Direction::ALL
        .into_iter()
        .filter(|direction| {
            !rear.contains(*direction) && !front.contains(*direction) && fits(*direction)
        })
        .collect()
}
