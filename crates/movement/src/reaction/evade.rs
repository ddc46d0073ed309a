//! SR 9.63, BB 12.45-react, 14.43-move: Reaction movement of cavalry, artillery and Detachments.

use longroll_board::{HexId, Terrain};
use longroll_catalog::facts::{Light, UnitId};
use longroll_catalog::tables::TerrainKind;
use longroll_core::Refusal;
use longroll_position::{Deeds, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::arcs::enemy_fronting_besides;
use crate::cost;
use crate::gait::{Gait, MoverClass, Way};
use crate::retreat::{Arrival, RetreatCause, RetreatPath, RetreatStep, retreat_paths};
use crate::scene::Scene;
use crate::step_ground::{FieldEntry, StepGround};
use crate::terms::CostPart;
use crate::walker::Walker;

/// A way out, with the UDD that follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evasion {
    /// The way, one or two hexes and more only through friends.
    pub path: RetreatPath,
    /// The DRMs of the UDD after the move: how much, and for which hex.
    pub drms: SmallVec<[(u8, HexId); 4]>,
    /// BB 9.44-swamp-retreat, reading I101: the Swamp it enters, which disorders before that UDD.
    pub swamps: SmallVec<[HexId; 2]>,
}

impl Evasion {
    /// The sum of the DRMs.
    #[must_use]
    pub fn drm(&self) -> u8 {
        self.drms.iter().map(|(drm, _)| *drm).sum()
    }

    /// What one hex of the way adds.
    #[must_use]
    pub fn drm_in(&self, hex: HexId) -> u8 {
        let here = self.drms.iter().filter(|(_, own)| *own == hex);
        here.map(|(drm, _)| *drm).sum()
    }
}

/// SR 9.63, reading I76: every unit that may declare Reaction movement when `mover` is about to enter `to`.
#[must_use]
pub fn triggered(scene: &Scene<'_>, mover: UnitId, to: HexId) -> SmallVec<[UnitId; 8]> {
    let side = scene.setting.unit(mover).side;
    let enemy = side.enemy();
    let mut found: SmallVec<[UnitId; 8]> = SmallVec::new();
    for hex in scene.held_within(enemy, to, 3) {
        for part in scene.position.stack(hex) {
            if !found.contains(&part.unit) && may_evade(scene, part.unit, mover, to).is_ok() {
                found.push(part.unit);
            }
        }
    }
    found
}

/// SR 9.63-who: whether this unit may make Reaction movement when `mover` is about to enter `to`.
///
/// # Errors
/// The rule that keeps it in place.
pub fn may_evade(scene: &Scene<'_>, unit: UnitId, mover: UnitId, to: HexId) -> Result<(), Refusal> {
    let facts = scene.setting.unit(unit);
    let state = scene.position.unit(unit);
    // Gunboats neither react nor are reacted to (BB 14.77, reading I106).
    let Some(class) = MoverClass::standing(facts, state)
        .filter(|_| MoverClass::of(scene.setting.unit(mover)).is_some())
    else {
        return Err(Refusal::new(
            Rule::BB_14_77,
            "gunboats have no part in Reaction movement",
        ));
    };
    comes_near_enough(scene, class, state, to)?;
    super::not_at_rest(scene, unit)?;
    if Gait::of(class, state.orders_now()) == Gait::March {
        return Err(Refusal::new(
            Rule::SR_9_63_who,
            "units under March orders do not move in reaction",
        ));
    }
    if matches!(
        facts.mobility,
        longroll_catalog::facts::Mobility::WithoutHorses
    ) {
        return Err(Refusal::new(
            Rule::BB_14_61,
            "a battery without horses does not move in reaction",
        ));
    }
    if class == MoverClass::Artillery {
        guns_may_evade(state)?;
    }
    if state
        .hexes()
        .any(|hex| enemy_fronting_besides(scene, facts.side, hex, mover).is_some())
    {
        return Err(Refusal::new(
            Rule::SR_9_63_who,
            "it is in the front hex of another enemy unit",
        ));
    }
    Ok(())
}

/// SR 9.63, 16.12: who moves in reaction to an enemy at which distance.
fn comes_near_enough(
    scene: &Scene<'_>,
    class: MoverClass,
    state: &UnitState,
    to: HexId,
) -> Result<(), Refusal> {
    let reach = match class {
        MoverClass::Cavalry | MoverClass::Artillery => 3,
        MoverClass::Detachment => 2,
        MoverClass::Foot | MoverClass::Leader | MoverClass::Dismounted => {
            return Err(Refusal::new(
                Rule::SR_9_63,
                "only mounted cavalry, artillery and Detachments move in reaction",
            ));
        }
    };
    let night = scene.position.light(scene.setting) == Light::Night;
    let reach = if night { 1 } else { reach };
    if state
        .hexes()
        .all(|hex| scene.grid().distance(hex, to) > reach)
    {
        let rule = if night { Rule::SR_16_12 } else { Rule::SR_9_63 };
        return Err(Refusal::new(
            rule,
            "the enemy is not about to come near enough",
        ));
    }
    Ok(())
}

/// SR 9.63-who, 12.81: what keeps guns in place.
fn guns_may_evade(state: &UnitState) -> Result<(), Refusal> {
    if state.winded {
        return Err(Refusal::new(
            Rule::SR_12_81,
            "guns that have got a crew again wait for their next Activation",
        ));
    }
    if state.deeds.has(Deeds::REACTED_MOVE) {
        return Err(Refusal::new(
            Rule::SR_9_63_who,
            "artillery moves in reaction once per enemy brigade Activation",
        ));
    }
    Ok(())
}

/// SR 9.63, reading I78: whoever moves away does so as in a retreat from an enemy who has come. SR 12.44, 8.44: from every hex
/// that he will hold.
#[must_use]
pub fn away_from(arrival: Arrival) -> RetreatCause {
    RetreatCause {
        causing: arrival.hexes().collect(),
        mover: Some(arrival),
        pending: SmallVec::new(),
    }
}

/// SR 9.63, reading I78: every way out when an enemy is about to come; `most` is 1 after fire has shaken the guns.
///
/// # Errors
/// The rule that keeps it in place.
pub fn evasions(
    scene: &Scene<'_>,
    unit: UnitId,
    arrival: Arrival,
    most: u8,
) -> Result<Vec<Evasion>, Refusal> {
    let Arrival { mover, to, .. } = arrival;
    may_evade(scene, unit, mover, to)?;
    let walker = Walker::of(scene, unit, crate::allowance::Fired::No)?;
    let cause = away_from(arrival);
    let watchers = watchers(scene, &walker, arrival);
    let keeps_away = |step: &RetreatStep| {
        keeps_away(scene, &walker, mover, &watchers, step.to).is_ok()
            && may_leave(scene, &walker, step).is_ok()
    };
    let paths = retreat_paths(scene, unit, &cause, 1, most.clamp(1, 2), keeps_away);
    if paths.is_empty() {
        return Err(Refusal::new(Rule::SR_9_63, "no way out is open"));
    }
    Ok(paths
        .into_iter()
        .map(|path| assess(scene, &walker, path))
        .collect())
}

/// Why a unit may not move away to this hex, as far as one hex can tell: the ban of a single step next to it, the enemies
/// that guns must not approach, the limits of Detachments.
///
/// # Errors
/// The rule that closes the hex.
pub fn may_evade_to(
    scene: &Scene<'_>,
    unit: UnitId,
    arrival: Arrival,
    end: HexId,
) -> Result<(), Refusal> {
    let Arrival { mover, to, .. } = arrival;
    may_evade(scene, unit, mover, to)?;
    let walker = Walker::of(scene, unit, crate::allowance::Fired::No)?;
    let watchers = watchers(scene, &walker, arrival);
    keeps_away(scene, &walker, mover, &watchers, end)?;
    if let Some(direction) = scene.grid().direction_between(walker.state.hex, end) {
        let cause = away_from(arrival);
        let from = walker.state.hex;
        let step = crate::retreat::retreat_step(scene, &walker, &cause, from, direction)?;
        may_leave(scene, &walker, &step)?;
    }
    evasions(scene, unit, arrival, 2).map(|_| ())
}

/// SR 8.22-bridge, BB 9.43-art-swamp: what keeps a unit that moves keeps one that moves away.
fn may_leave(scene: &Scene<'_>, walker: &Walker<'_>, step: &RetreatStep) -> Result<(), Refusal> {
    let direction = scene.grid().direction_between(step.from, step.to);
    direction.map_or(Ok(()), |direction| {
        crate::step::may_leave_along(scene, walker, step.from, direction, step.way)
    })
}

/// SR 9.63-art, 9.72, BB 14.43-move, 14.46: hexes that moving away of one's own will does not lead to.
fn keeps_away(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    mover: UnitId,
    watchers: &[HexId],
    hex: HexId,
) -> Result<(), Refusal> {
    let grid = scene.grid();
    crate::special::entry_hex_is_free(scene, walker.side, walker.class, hex)?;
    if crate::special::beyond_limit(scene, walker.class, hex) {
        return Err(Refusal::new(
            Rule::BB_14_46,
            "Detachments stay north of their limit",
        ));
    }
    let enemy = walker.side.enemy();
    let other_enemy = |near: HexId| {
        scene.holds(enemy, near) && scene.position.stack(near).any(|part| part.unit != mover)
    };
    if walker.class == MoverClass::Detachment
        && grid.neighbours(hex).any(|(_, near)| other_enemy(near))
    {
        return Err(Refusal::new(
            Rule::BB_14_43_move,
            "a Detachment keeps away from enemy combat units",
        ));
    }
    let start = walker.state.hex;
    let nearer = watchers
        .iter()
        .any(|enemy| grid.distance(hex, *enemy) < grid.distance(start, *enemy));
    if nearer {
        return Err(Refusal::new(
            Rule::SR_9_63_art,
            "guns come no nearer to an enemy within 4 hexes who sees them",
        ));
    }
    Ok(())
}

/// SR 9.63-art: enemies within 4 hexes and LOS of the guns, to none of which they may come closer.
fn watchers(scene: &Scene<'_>, walker: &Walker<'_>, arrival: Arrival) -> SmallVec<[HexId; 8]> {
    if walker.class != MoverClass::Artillery {
        return SmallVec::new();
    }
    let enemy = walker.side.enemy();
    let hex = walker.state.hex;
    // The hexes that he leaves; a reinforcement comes from off the map.
    let left: SmallVec<[HexId; 3]> = scene
        .position
        .unit(arrival.mover)
        .hexes()
        .filter(|&from| !arrival.holds(from) && is_left_empty(scene, arrival.mover, from))
        .collect();
    let stays = |other: HexId| !left.contains(&other) && scene.holds(enemy, other);
    scene
        .grid()
        .hexes_in_range(hex, 4)
        .filter(|&other| arrival.holds(other) || stays(other))
        .filter(|other| scene.visible.sees_within(*other, hex, 4))
        .collect()
}

/// SR 8.21: whether everybody in the mover's hex leaves it with him.
fn is_left_empty(scene: &Scene<'_>, mover: UnitId, from: HexId) -> bool {
    let goes_along = |unit: UnitId| {
        let deeds = scene.position.unit(unit).deeds;
        deeds.has(Deeds::TOGETHER) && !deeds.has(Deeds::FINISHED)
    };
    let group = goes_along(mover);
    let mut stack = scene.position.stack(from);
    stack.all(|part| part.unit == mover || group && goes_along(part.unit))
}

fn assess(scene: &Scene<'_>, walker: &Walker<'_>, path: RetreatPath) -> Evasion {
    let mut drms = SmallVec::new();
    let mut swamps = SmallVec::new();
    for step in &path.steps {
        let risk = risk_of(scene, walker, step);
        if risk.swamp {
            swamps.push(step.to);
        }
        if risk.drm > 0 {
            drms.push((risk.drm, step.to));
        }
    }
    Evasion { path, drms, swamps }
}

/// What one hex of a way out means for the check that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexRisk {
    /// SR 9.63-udd, BB 12.45-react: what it adds.
    pub drm: u8,
    /// Reading I101: it is Swamp, which disorders first.
    pub swamp: bool,
}

fn risk_of(scene: &Scene<'_>, walker: &Walker<'_>, step: &RetreatStep) -> HexRisk {
    let terrain = scene.setting.ground().terrain(step.to);
    let swamp =
        step.way == Way::OffRoute && matches!(terrain, Terrain::Swamp | Terrain::SwampStream);
    let ground = scene
        .grid()
        .direction_between(step.from, step.to)
        .and_then(|direction| StepGround::of(scene.setting.ground(), step.from, direction));
    let drm = match (ground, walker.class) {
        (Some(ground), MoverClass::Cavalry) => cavalry_drm(scene, walker, step, &ground),
        (Some(ground), MoverClass::Artillery) => {
            woods_drm(scene.setting.variations.guns_woods_drm.value, step, &ground)
        }
        _ => 0,
    };
    HexRisk { drm, swamp }
}

/// SR 9.63, 8.5: what the hex means into which the end of a column goes back before an enemy.
///
/// # Errors
/// The rule that closes it.
pub fn risk_behind(
    scene: &Scene<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    from: HexId,
    to: HexId,
) -> Result<HexRisk, Refusal> {
    let walker = Walker::of(scene, unit, crate::allowance::Fired::No)?;
    let Some(direction) = scene.grid().direction_between(from, to) else {
        return Err(Refusal::new(Rule::SR_9_13, "the hexes are not adjacent"));
    };
    let step = crate::retreat::retreat_step(scene, &walker, cause, from, direction)?;
    may_leave(scene, &walker, &step)?;
    Ok(risk_of(scene, &walker, &step))
}

/// Reading I109: a hex entered at Woods cost, off the routes.
#[must_use]
pub(crate) fn entered_as_woods(ground: &StepGround) -> bool {
    ground.entered == TerrainKind::Woods
        || ground.entered == TerrainKind::FieldBoundary && ground.field == FieldEntry::Elsewhere
}

/// BB 12.45, reading I109: whether this step of a retreat enters Woods off the routes.
#[must_use]
pub fn passes_woods(scene: &Scene<'_>, step: &RetreatStep) -> bool {
    step.way == Way::OffRoute
        && scene
            .grid()
            .direction_between(step.from, step.to)
            .and_then(|direction| StepGround::of(scene.setting.ground(), step.from, direction))
            .is_some_and(|ground| entered_as_woods(&ground))
}

/// BB 12.45-react: so much for every hex entered as Woods.
fn woods_drm(each: u8, step: &RetreatStep, ground: &StepGround) -> u8 {
    let woods = step.way == Way::OffRoute && entered_as_woods(ground);
    if woods { each } else { 0 }
}

/// SR 9.63-udd, reading I79: hexsides, and hexes that are not Open for that step; or the route for small cavalry.
fn cavalry_drm(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    step: &RetreatStep,
    ground: &StepGround,
) -> u8 {
    let small = walker.state.sp <= 4 && walker.gait == Gait::Advance;
    let price = |way| {
        let chart = scene.tables.chart();
        cost::explain(chart, ground, walker.class, Gait::Advance, way).ok()
    };
    // It may use the route, and need not: over open ground that would cost it something.
    let along = (small && step.way == Way::Route)
        .then(|| price(Way::Route))
        .flatten()
        .map(|terms| u8::try_from(terms.total().whole_mp()).unwrap_or(u8::MAX));
    let Some(terms) = price(Way::OffRoute) else {
        return along.unwrap_or(0);
    };
    let open = ground.is_open();
    let halves: i16 = terms
        .terms()
        .iter()
        .filter(|term| match term.part {
            CostPart::Hexside(_) => true,
            CostPart::Hex(TerrainKind::SlopingGround) => true,
            CostPart::Hex(_) => !open,
            _ => false,
        })
        .map(|term| term.half_points)
        .sum();
    let across = u8::try_from(halves.max(0) / 2).unwrap_or(u8::MAX);
    along.map_or(across, |along| along.min(across))
}
