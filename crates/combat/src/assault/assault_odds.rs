//! The odds of an assault: check and table together.

use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::{AssaultDrm, AssaultRow};

use super::assault_scene::AssaultScene;
use super::assault_terms::assault_terms;
use super::bloody_stall::cohesion;
use super::cohesion_check::{PreAssaultCheck, pre_assault_checks, pre_assault_terms};
use super::declared::Assault;
use super::enemies::defenders;

/// Of a hundred equal cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssaultOdds<'t> {
    /// The defenders leave their hex in Step 4: a Second Disorder, or a rout on the march.
    pub gives_way: u8,
    /// The rows of BB T-assault, in their order.
    pub rows: Vec<(&'t AssaultRow, u8)>,
}

/// The odds of a designated or Continued assault as things stand, if nobody retreats before it or fires: exact over the die of the
/// check and the die of 6b. `udd` gives what is added to every UDD of a unit (leaders, Fatigue, the first morning).
///
/// None where one die more would be needed to say who is still there: several checks, or a stack of which only a part is Disordered.
#[must_use]
pub fn assault_odds<'t>(
    look: &AssaultScene<'t>,
    assault: &Assault,
    udd: &dyn Fn(UnitId) -> i32,
) -> Option<AssaultOdds<'t>> {
    let terms = assault_terms(look, assault)?;
    let tables = look.tables();
    let all = pre_assault_checks(look, core::slice::from_ref(assault));
    let check = match all.as_slice() {
        [] => None,
        [only] => Some(only),
        _ => return None,
    };
    let attacked = defenders(look, assault);
    let shaken = attacked
        .iter()
        .filter(|unit| look.state(**unit).is_disordered());
    let shaken = shaken.count();
    if check.is_some() && shaken > 0 && shaken < attacked.len() {
        return None;
    }
    let passes = check.map_or(10, |check| passing(look, assault, check, udd));
    let marching = attacked
        .iter()
        .any(|unit| look.orders(*unit) == Orders::March);
    let disordered = shaken > 0;
    // What becomes of those who pass and of those who fail.
    let (passed, failed) = match (check.is_some(), marching, disordered) {
        (false, ..) | (true, false, true) => (Fate::AsTheyAre, Fate::Gone),
        (true, false, false) => (Fate::AsTheyAre, Fate::Shaken),
        (true, true, false) => (Fate::Shaken, Fate::Gone),
        (true, true, true) => (Fate::Gone, Fate::Gone),
    };
    let worse = i32::from(tables.assault_drm.get(AssaultDrm::DefenderDisordered));
    let mut rows: Vec<(&AssaultRow, u8)> =
        tables.assault.rows().iter().map(|row| (row, 0)).collect();
    let mut gives_way = 0;
    for (weight, fate) in [(passes, passed), (10 - passes, failed)] {
        let added = match fate {
            Fate::Gone => {
                gives_way += weight * 10;
                continue;
            }
            Fate::AsTheyAre => 0,
            Fate::Shaken => worse,
        };
        for die in 0..10 {
            let total = die + terms.terms.sum() + added;
            let total = i16::try_from(total).unwrap_or(i16::MAX);
            let row = tables.assault.row(total);
            if let Some((_, count)) = rows.iter_mut().find(|(own, _)| own.roll == row.roll) {
                *count += weight;
            }
        }
    }
    Some(AssaultOdds { gives_way, rows })
}

enum Fate {
    AsTheyAre,
    Shaken,
    Gone,
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
        let Some(cohesion) = cohesion(look, unit) else {
            return 10;
        };
        let added = pre_assault_terms(look, check, unit, &all).sum() + udd(unit);
        let highest = i32::from(cohesion) - added;
        u8::try_from((highest + 1).clamp(0, 10)).unwrap_or(0)
    };
    check.by.iter().map(|unit| faces(*unit)).max().unwrap_or(10)
}
