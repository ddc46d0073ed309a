//! BB T-assault, SR 8.36-losses, 11.64: who bears the loss of a Bloody Stall.

use longroll_catalog::facts::UnitId;
use longroll_position::Mount;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;
use super::enemies::{defenders, troops};

/// Of each side those of whom one bears the loss; where there are several its owner chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StallLosses {
    /// One of these attackers loses 1 SP.
    pub attackers: SmallVec<[UnitId; 2]>,
    /// One of these defenders loses 1 SP or, if it is artillery, one gun.
    pub defenders: SmallVec<[UnitId; 2]>,
}

/// Reading 76: on each side the participating unit of the best current Cohesion; guns on top of a defending hex, or alone in it, bear
/// the loss of their side. To be asked before the Disorder of the result.
#[must_use]
pub fn bloody_stall_losses(look: &AssaultScene<'_>, assault: &Assault) -> StallLosses {
    let attackers = best(look, assault.attacking().map(|own| own.unit));
    let side = assault.by.enemy();
    let tops = assault.targets.iter();
    let tops = tops.filter_map(|hex| troops(look, side, *hex).next());
    let guns: SmallVec<[UnitId; 2]> = tops
        .map(|part| part.unit)
        .filter(|unit| look.is_guns(*unit))
        .collect();
    let defenders = if guns.is_empty() {
        let men = defenders(look, assault).into_iter();
        best(look, men.filter(|unit| !look.is_guns(*unit)))
    } else {
        guns
    };
    StallLosses {
        attackers,
        defenders,
    }
}

/// SR 12.31: the Cohesion of the side that lies up.
pub(super) fn cohesion(look: &AssaultScene<'_>, unit: UnitId) -> Option<u8> {
    let (facts, state) = (look.facts(unit), look.state(unit));
    let printed = match (facts.dismounted, state.mount) {
        (Some(counter), Mount::Dismounted) => counter.cohesion,
        _ => facts.cohesion.as_ref()?.value,
    };
    Some(if state.is_disordered() {
        printed.disordered
    } else {
        printed.good_order
    })
}

fn best(look: &AssaultScene<'_>, units: impl Iterator<Item = UnitId>) -> SmallVec<[UnitId; 2]> {
    let all: SmallVec<[(UnitId, Option<u8>); 4]> =
        units.map(|unit| (unit, cohesion(look, unit))).collect();
    let highest = all.iter().map(|(_, own)| *own).max().flatten();
    let equal = all.into_iter().filter(|(_, own)| *own == highest);
    equal.map(|(unit, _)| unit).collect()
}
