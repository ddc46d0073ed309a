//! SR 9.5: moving near the enemy.

use longroll_board::{Direction, HexId};
use longroll_catalog::facts::Arm;
use longroll_core::{Refusal, Side};
use longroll_rule::Rule;

use crate::gait::{Gait, MoverClass, Way};
use crate::scene::Scene;
use crate::walker::Walker;

/// What a unit meets on entering a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contact {
    /// No enemy combat unit is adjacent.
    None,
    /// SR 9.53: one is; the unit stops.
    Made,
    /// SR 9.23: the same by a bridge or ford under Advance orders; those met may not be assaulted in this Activation.
    MadeOverCrossing,
}

/// Reading I52: whether the only combat units in a hex are artillery.
#[must_use]
pub fn is_artillery_only(scene: &Scene<'_>, hex: HexId) -> bool {
    scene.position.stack(hex).all(|part| {
        matches!(
            scene.setting.unit(part.unit).arm,
            Arm::Artillery | Arm::Gunboat
        )
    })
}

/// Whether units of a class may cross into contact, and what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approach {
    pub side: Side,
    /// Cost class.
    pub class: MoverClass,
    /// Mode.
    pub gait: Gait,
    /// SR 12.34.
    pub disordered: bool,
}

impl Approach {
    /// A unit as it stands.
    #[must_use]
    pub fn of(walker: &Walker<'_>) -> Self {
        Self {
            side: walker.side,
            class: walker.class,
            gait: walker.gait,
            disordered: walker.state.is_disordered(),
        }
    }
}

/// SR 9.22, 9.23, 9.51 to 9.53, 12.34: whether a unit may enter a hex next to the enemy, coming from `direction`'s other
/// end by this way.
///
/// # Errors
/// The rule that keeps it away.
pub fn approach(
    scene: &Scene<'_>,
    who: Approach,
    from: HexId,
    direction: Direction,
    to: HexId,
    way: Way,
) -> Result<Contact, Refusal> {
    let enemy = who.side.enemy();
    if scene.holds(enemy, to) {
        return Err(Refusal::new(
            Rule::SR_9_51,
            "an enemy combat unit is in the hex",
        ));
    }
    let Some(troops) = enemies_beside(scene, enemy, to) else {
        return Ok(Contact::None);
    };
    may_meet_at_all(who)?;
    if who.gait == Gait::Attack || !troops {
        return Ok(Contact::Made);
    }
    if crosses(scene, from, direction, way) {
        return Ok(Contact::MadeOverCrossing);
    }
    Err(Refusal::new(
        Rule::SR_9_52,
        "only units under Attack orders move next to enemy infantry or cavalry",
    ))
}

/// Whether troops, and not guns alone or beyond a barrier, are among the enemies beside a hex; none if nobody is.
#[inline]
fn enemies_beside(scene: &Scene<'_>, enemy: Side, to: HexId) -> Option<bool> {
    let grid = scene.grid();
    let mut met = false;
    let mut troops = false;
    for side in Direction::ALL {
        let Some(next) = grid.neighbour(to, side) else {
            continue;
        };
        if !scene.holds(enemy, next) {
            continue;
        }
        met = true;
        troops |= !scene.tables.is_barrier(to, side) && !is_artillery_only(scene, next);
    }
    met.then_some(troops)
}

/// SR 9.22, 9.52, 12.34, BB 14.43-move: who keeps away from every enemy.
fn may_meet_at_all(who: Approach) -> Result<(), Refusal> {
    match (who.class, who.gait) {
        (MoverClass::Detachment, _) => {
            return Err(Refusal::new(
                Rule::BB_14_43_move,
                "a Detachment keeps away from enemy combat units",
            ));
        }
        (_, Gait::March) => {
            return Err(Refusal::new(
                Rule::SR_9_22,
                "units under March orders never move next to the enemy",
            ));
        }
        (MoverClass::Artillery, _) => {
            return Err(Refusal::new(
                Rule::SR_9_52,
                "artillery never moves next to the enemy",
            ));
        }
        _ => {}
    }
    if who.disordered {
        return Err(Refusal::new(
            Rule::SR_12_34,
            "a Disordered unit may not move next to the enemy",
        ));
    }
    Ok(())
}

/// SR 9.23: whether a step uses a bridge or ford. A bridge or a stream ford is used along its route, a creek ford anyhow.
pub(crate) fn crosses(scene: &Scene<'_>, from: HexId, direction: Direction, way: Way) -> bool {
    if !scene.tables.has_crossing(from, direction) {
        return false;
    }
    let side = scene.setting.ground().side_of(from, direction);
    let creek = side.water == longroll_board::Water::Creek;
    way == Way::Route || creek && side.crossing == longroll_board::Crossing::Ford
}

/// SR 9.43: whether a bridge or ford over a creek, which is closed without it, leads from one hex to the next.
pub(crate) fn spans_a_creek(scene: &Scene<'_>, from: HexId, to: HexId) -> bool {
    let direction = scene.grid().direction_between(from, to);
    direction.is_some_and(|direction| {
        scene.tables.has_crossing(from, direction)
            && scene.setting.ground().side_of(from, direction).water == longroll_board::Water::Creek
    })
}

/// SR 9.22, 6.13, reading I50: whether an enemy combat unit stands within 4 hexes and LOS; units never block it.
#[must_use]
pub fn is_seen_within_four(scene: &Scene<'_>, side: Side, hex: HexId) -> bool {
    const { assert!(longroll_sight::VisibilityTable::NEAR == 4) };
    let held = scene.position.occupancy().held(side.enemy());
    scene.visible.seen_near(hex).iter().any(|seen| {
        held.get(usize::from(seen.word))
            .is_some_and(|hexes| hexes & seen.hexes != 0)
    })
}

/// The same for the neighbours of a hex, as bits by direction.
pub(crate) fn watched_around(scene: &Scene<'_>, side: Side, hex: HexId) -> u8 {
    scene
        .grid()
        .neighbours(hex)
        .filter(|(_, to)| is_seen_within_four(scene, side, *to))
        .fold(0, |bits, (direction, _)| bits | 1 << direction.index())
}

/// SR 9.22: whether a unit under March orders may enter a hex, as far as enemies at a distance are concerned.
///
/// # Errors
/// When one sees the hex.
pub fn march_may_enter(scene: &Scene<'_>, side: Side, hex: HexId) -> Result<(), Refusal> {
    if is_seen_within_four(scene, side, hex) {
        return Err(Refusal::new(
            Rule::SR_9_22,
            "an enemy combat unit within 4 hexes sees the hex",
        ));
    }
    Ok(())
}

/// SR 9.22: whether a unit under March orders may move at all from where it stands.
///
/// # Errors
/// When an enemy within 4 hexes sees it; it must change orders first.
pub fn march_may_start(scene: &Scene<'_>, side: Side, hex: HexId) -> Result<(), Refusal> {
    if is_seen_within_four(scene, side, hex) {
        return Err(Refusal::new(
            Rule::SR_9_22,
            "seen by an enemy within 4 hexes; it must change orders to move",
        ));
    }
    Ok(())
}
