//! SR 9.55: artillery near the enemy, by either option.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::rule_set::ArtilleryProximity;
use longroll_position::{Deeds, UnitState};
use longroll_rule::Rule;
use longroll_sight::UnitBlock;
use smallvec::SmallVec;

use crate::gait::MoverClass;
use crate::scene::Scene;
use crate::walker::Walker;

/// SR 9.55: whether artillery that began its move in `start` may enter a hex; reinforcements began nowhere on the map.
///
/// # Errors
/// The option's rule.
pub fn artillery_may_enter(
    scene: &Scene<'_>,
    side: Side,
    start: Option<HexId>,
    hex: HexId,
) -> Result<(), Refusal> {
    match scene.setting.rules.switches.artillery_proximity {
        ArtilleryProximity::Option1 => option_one(scene, side, start, hex),
        ArtilleryProximity::Option2 => option_two(scene, side, hex),
    }
}

/// SR 9.55-1, reading I67: every enemy within 3 hexes must not see the hex, unless the guns started within 3 hexes of the
/// enemy and come no nearer to this one.
fn option_one(
    scene: &Scene<'_>,
    side: Side,
    start: Option<HexId>,
    hex: HexId,
) -> Result<(), Refusal> {
    let enemy = side.enemy();
    let grid = scene.grid();
    let near = |centre| scene.held_within(enemy, centre, 3);
    let mut started_near = None;
    for other in near(hex) {
        if !scene.visible.sees_within(other, hex, 3) {
            continue;
        }
        let exempt = start.is_some_and(|start| {
            *started_near.get_or_insert_with(|| near(start).next().is_some())
                && grid.distance(hex, other) >= grid.distance(start, other)
        });
        if !exempt {
            return Err(Refusal::new(
                Rule::SR_9_55_1,
                "an enemy within 3 hexes sees the hex",
            ));
        }
    }
    Ok(())
}

/// SR 9.55-2: not within 3 hexes of enemy mounted cavalry without friends in the hex or beside it.
fn option_two(scene: &Scene<'_>, side: Side, hex: HexId) -> Result<(), Refusal> {
    let enemy = side.enemy();
    let is_cavalry = |other: HexId| {
        scene.holds(enemy, other)
            && scene.position.stack(other).any(|part| {
                let (facts, state) = (
                    scene.setting.unit(part.unit),
                    scene.position.unit(part.unit),
                );
                MoverClass::standing(facts, state) == Some(MoverClass::Cavalry)
            })
    };
    if !scene.grid().hexes_in_range(hex, 3).any(is_cavalry) {
        return Ok(());
    }
    let covered = scene.grid().hexes_in_range(hex, 1).any(|near| {
        scene.holds(side, near)
            && scene.position.stack(near).any(|part| {
                matches!(
                    scene.setting.unit(part.unit).arm,
                    Arm::Infantry | Arm::Cavalry
                )
            })
    });
    if covered {
        Ok(())
    } else {
        Err(Refusal::new(
            Rule::SR_9_55_2,
            "uncovered guns may not move within 3 hexes of enemy cavalry",
        ))
    }
}

/// SR 9.55-1: whether guns that began in `start` may fire from where they stand: if they have entered a hex, those that started within 3
/// hexes of an enemy only from 4 hexes or more, also when they have come back.
///
/// # Errors
/// When they may not.
pub fn may_fire_after_moving(scene: &Scene<'_>, unit: UnitId, start: HexId) -> Result<(), Refusal> {
    let state = scene.position.unit(unit);
    let side = scene.setting.unit(unit).side;
    may_fire_from(scene, side, start, (state, state.hex))
}

/// The same from a hex where such a unit may stand later.
fn may_fire_from(
    scene: &Scene<'_>,
    side: Side,
    start: HexId,
    (state, end): (&UnitState, HexId),
) -> Result<(), Refusal> {
    let stayed = start == end && !state.deeds.has(Deeds::ENTERED);
    if stayed || scene.setting.rules.switches.artillery_proximity == ArtilleryProximity::Option2 {
        return Ok(());
    }
    let enemy = side.enemy();
    if scene.held_within(enemy, start, 3).next().is_some()
        && scene
            .held_within(enemy, end, 3)
            .any(|hex| scene.visible.sees_within(hex, end, 3))
    {
        return Err(Refusal::new(
            Rule::SR_9_55_1,
            "guns that started within 3 hexes of the enemy fire only from 4 hexes or more",
        ));
    }
    Ok(())
}

/// SR 9.55-1: the same for a unit that would end its move there, if it is guns and has fired.
///
/// # Errors
/// When they could not have fired from there.
pub fn may_end_after_fire(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    start: HexId,
    hex: HexId,
) -> Result<(), Refusal> {
    if walker.class != MoverClass::Artillery || !walker.state.deeds.has(Deeds::FIRED) {
        return Ok(());
    }
    may_fire_from(scene, walker.side, start, (walker.state, hex))
}

/// SR 9.55-2: the UDD of guns that end near the enemy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProximityCheck {
    /// Enemy parts within 3 hexes and LOS: +1 each.
    pub enemies: SmallVec<[HexId; 8]>,
    /// +2 if one of them is within 2 hexes.
    pub closer: bool,
}

impl ProximityCheck {
    /// The DRM.
    #[must_use]
    pub fn drm(&self) -> i8 {
        let count = i8::try_from(self.enemies.len()).unwrap_or(i8::MAX - 2);
        count + if self.closer { 2 } else { 0 }
    }
}

/// SR 9.55-2, -exempt: the UDD due when guns that started in `start` end their movement in `end`. Enemy units block this
/// LOS, friends of the guns do not.
///
/// # Errors
/// The rule by which none is due: the other option, no enemy near, or guns that withdraw (SR 9.54), or pull back and hold their fire.
pub fn proximity_check(
    scene: &Scene<'_>,
    unit: UnitId,
    start: HexId,
    end: HexId,
    fire: crate::allowance::Fired,
) -> Result<ProximityCheck, Rule> {
    if scene.setting.rules.switches.artillery_proximity == ArtilleryProximity::Option1 {
        return Err(Rule::SR_9_55_1);
    }
    let side = scene.setting.unit(unit).side;
    let enemy = side.enemy();
    let grid = scene.grid();
    let threats = |centre: HexId| -> SmallVec<[HexId; 8]> {
        scene
            .held_within(enemy, centre, 3)
            .filter(|hex| enemy_sees(scene, enemy, *hex, centre))
            .flat_map(|hex| scene.position.stack(hex).map(move |_| hex))
            .collect()
    };
    let nearest = |centre: HexId| {
        scene
            .held_within(enemy, centre, 12)
            .map(|hex| grid.distance(hex, centre))
            .min()
    };
    let enemies = threats(end);
    if enemies.is_empty() {
        return Err(Rule::SR_9_55_2);
    }
    let began_near = || !threats(start).is_empty();
    // SR 9.54: who steps back is out of it wherever that takes him.
    if scene.position.unit(unit).deeds.has(Deeds::WITHDREW) && began_near() {
        return Err(Rule::SR_9_55_2_exempt);
    }
    let farther = nearest(end).unwrap_or(u32::MAX) > nearest(start).unwrap_or(u32::MAX);
    if fire == crate::allowance::Fired::No && farther && began_near() {
        return Err(Rule::SR_9_55_2_exempt);
    }
    let closer = enemies.iter().any(|hex| grid.distance(*hex, end) <= 2);
    Ok(ProximityCheck { enemies, closer })
}

fn enemy_sees(scene: &Scene<'_>, enemy: Side, from: HexId, to: HexId) -> bool {
    let blocks = |hex| {
        if scene.holds(enemy, hex) {
            UnitBlock::Blocks
        } else {
            UnitBlock::Ignored
        }
    };
    scene.visible.sees(from, to)
        && scene
            .sight
            .line_of_sight(from, to, blocks)
            .blocks
            .is_empty()
}

/// SR 9.55-2-loss: guns lost when that UDD fails by this margin.
#[must_use]
pub const fn proximity_loss(margin: u8, already_disordered: bool) -> u8 {
    let by_margin = if margin > 2 { margin / 2 } else { 0 };
    by_margin + already_disordered as u8
}
