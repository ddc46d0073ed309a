//! The odds of an assault: who commits himself, the checks of the defenders and the table together.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::AssaultRow;
use longroll_movement::Scene;
use longroll_position::{Cohesion, Position, Presence, UnitState};

use super::assault_scene::AssaultScene;
use super::assault_terms::assault_terms;
use super::bloody_stall::cohesion;
use super::cohesion_check::{PreAssaultCheck, pre_assault_checks, pre_assault_terms};
use super::commitment::needs_commitment;
use super::declared::{Assault, Role};
use super::enemies::{defenders, troops};
use crate::reserve::is_roused_by_attack;

/// More units that commit themselves, or more checks, are not followed.
const MOST_ROLLS: usize = 4;

/// So many of [`AssaultOdds::whole`] equal cases each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssaultOdds<'t> {
    /// All cases.
    pub whole: u64,
    /// SR 11.36: none of the attackers commits himself.
    pub balks: u64,
    /// The defenders leave their hexes in Step 4: Second Disorders, or routs on the march.
    pub gives_way: u64,
    /// The rows of BB T-assault, in their order.
    pub rows: Vec<(&'t AssaultRow, u64)>,
}

impl AssaultOdds<'_> {
    /// How many of `parts` equal cases so many are, to the nearest.
    #[must_use]
    pub const fn of(&self, cases: u64, parts: u64) -> u64 {
        (cases * parts + self.whole / 2) / self.whole
    }
}

/// The odds of a designated or Continued assault as things stand, if nobody retreats before it, countercharges or fires: exact over
/// the rolls of those who commit themselves (SR 11.36), the checks of the defenders (SR 11.37) and the die of 6b. Whoever is
/// disordered again in a check is gone; what his rout does to his neighbours is left out. `udd` gives what is added to every UDD of a
/// unit (leaders, Fatigue, the first morning).
///
/// None if nobody is there to defend, or if too many rolls come before the die.
#[must_use]
pub fn assault_odds<'t>(
    look: &AssaultScene<'t>,
    assault: &Assault,
    udd: &dyn Fn(UnitId) -> i32,
) -> Option<AssaultOdds<'t>> {
    let tables = look.tables();
    let roused = roused(look, assault);
    let look = supposed(look, roused.as_ref());
    assault_terms(&look, assault)?;
    let hesitant: Vec<(UnitId, u8)> = assault
        .attacking()
        .filter(|own| needs_commitment(&look, assault, own).is_some())
        .map(|own| (own.unit, faces(&look, own.unit, udd(own.unit))))
        .collect();
    if hesitant.len() > MOST_ROLLS {
        return None;
    }
    let rows = tables.assault.rows().iter();
    let mut odds = AssaultOdds {
        whole: tenfold(hesitant.len() + MOST_ROLLS + 1),
        balks: 0,
        gives_way: 0,
        rows: rows.map(|row| (row, 0)).collect(),
    };
    for chosen in 0..1_u32 << hesitant.len() {
        let mut weight = 1;
        let mut own = assault.clone();
        for (place, (unit, passes)) in hesitant.iter().enumerate() {
            if (chosen >> place) & 1 == 0 {
                weight *= u64::from(*passes);
            } else {
                weight *= u64::from(10 - *passes);
                let mut attackers = own.attackers.iter_mut();
                if let Some(balks) = attackers.find(|attacker| attacker.unit == *unit) {
                    balks.role = Role::Out;
                }
            }
        }
        if weight == 0 {
            continue;
        }
        if own.is_pending() {
            with_checks(&look, &own, udd, weight, &mut odds)?;
        } else {
            odds.balks += weight * tenfold(MOST_ROLLS + 1);
        }
    }
    Some(odds)
}

fn tenfold(times: usize) -> u64 {
    (0..times).fold(1, |product, _| product * 10)
}

fn supposed<'a>(look: &AssaultScene<'a>, position: Option<&'a Position>) -> AssaultScene<'a> {
    let position = position.unwrap_or(look.scene.position);
    AssaultScene {
        scene: Scene {
            position,
            ..look.scene
        },
        ..*look
    }
}

/// SR 6.34: the position in which the assault is made, if it strikes somebody in Reserve: Disordered and under Advance orders.
#[must_use]
pub fn roused(look: &AssaultScene<'_>, assault: &Assault) -> Option<Position> {
    let position = look.scene.position;
    let rests = |unit: &UnitId| is_roused_by_attack(&look.scene, *unit);
    let changed: Vec<(UnitId, UnitState)> = defenders(look, assault)
        .into_iter()
        .filter(rests)
        .map(|unit| {
            let orders = Orders::Advance;
            let state = UnitState {
                orders,
                ..*look.state(unit)
            };
            (unit, shaken(state))
        })
        .collect();
    (!changed.is_empty()).then(|| position.supposing(&changed))
}

fn shaken(state: UnitState) -> UnitState {
    let cohesion = match state.cohesion {
        Cohesion::GoodOrder => Cohesion::Disordered,
        worse => worse,
    };
    UnitState { cohesion, ..state }
}

/// SR 11.37: every way the checks of the defenders may go, and the die after each.
fn with_checks(
    look: &AssaultScene<'_>,
    assault: &Assault,
    udd: &dyn Fn(UnitId) -> i32,
    weight: u64,
    odds: &mut AssaultOdds<'_>,
) -> Option<()> {
    let checks = pre_assault_checks(look, core::slice::from_ref(assault));
    if checks.len() > MOST_ROLLS {
        return None;
    }
    let passing: Vec<u8> = checks
        .iter()
        .map(|check| passing(look, assault, check, udd))
        .collect();
    for failed in 0..1_u32 << checks.len() {
        let mut weight = weight * tenfold(MOST_ROLLS - checks.len());
        let mut changed: Vec<(UnitId, UnitState)> = Vec::new();
        for (place, (check, passes)) in checks.iter().zip(&passing).enumerate() {
            let fails = (failed >> place) & 1 == 1;
            weight *= u64::from(if fails { 10 - *passes } else { *passes });
            for hex in &check.hexes {
                for part in troops(look, assault.by.enemy(), *hex) {
                    if changed.iter().all(|(known, _)| *known != part.unit) {
                        changed.extend(fate(look, part.unit, fails));
                    }
                }
            }
        }
        if weight == 0 {
            continue;
        }
        let after = (!changed.is_empty()).then(|| look.scene.position.supposing(&changed));
        let Some(terms) = assault_terms(&supposed(look, after.as_ref()), assault) else {
            odds.gives_way += weight * 10;
            continue;
        };
        for outcome in terms.outcomes(look.tables()) {
            let mut rows = odds.rows.iter_mut();
            if let Some((_, cases)) = rows.find(|(row, _)| row.roll == outcome.row.roll) {
                *cases += weight;
            }
        }
    }
    Some(())
}

/// SR 11.37, 11.37-march: what a check does to a unit of its stack.
fn fate(look: &AssaultScene<'_>, unit: UnitId, fails: bool) -> Option<(UnitId, UnitState)> {
    let state = *look.state(unit);
    let marches = look.orders(unit) == Orders::March;
    if !fails && !marches {
        return None;
    }
    let gone = state.is_disordered() || (marches && fails);
    let presence = if gone {
        Presence::Routed
    } else {
        state.presence
    };
    Some((
        unit,
        UnitState {
            presence,
            ..shaken(state)
        },
    ))
}

/// How many faces of the die pass a UDD with this added.
fn faces(look: &AssaultScene<'_>, unit: UnitId, added: i32) -> u8 {
    let Some(cohesion) = cohesion(look, unit) else {
        return 10;
    };
    let highest = i32::from(cohesion) - added;
    u8::try_from((highest + 1).clamp(0, 10)).unwrap_or(0)
}

/// How many faces pass the check, if its owner lets the best unit make it.
fn passing(
    look: &AssaultScene<'_>,
    assault: &Assault,
    check: &PreAssaultCheck,
    udd: &dyn Fn(UnitId) -> i32,
) -> u8 {
    let mut all = look.phase.assaults.clone();
    all.push(assault.clone());
    let faces = |unit: UnitId| {
        let added = pre_assault_terms(look, check, unit, &all).sum() + udd(unit);
        faces(look, unit, added)
    };
    check.by.iter().map(|unit| faces(*unit)).max().unwrap_or(10)
}
