//! SR 11.37: the defenders' Pre-Assault Cohesion Check.

use longroll_board::HexId;
use longroll_catalog::facts::UnitId;
use longroll_core::Terms;
use smallvec::SmallVec;

use super::assault_scene::AssaultScene;
use super::declared::Assault;

/// One check: for one hex, or for all assaulted hexes of an Extended Line together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreAssaultCheck {
    /// The hexes it is made for.
    pub hexes: SmallVec<[HexId; 3]>,
    /// SR 8.36-preassault, 11.37-extended: who may make it; where there are several the owner chooses.
    pub by: SmallVec<[UnitId; 3]>,
}

/// SR 11.37: the checks of Step 4, one for each defending stack that somebody still assaults; none where cavalry countercharges
/// and none in Continued assaults.
#[must_use]
pub fn pre_assault_checks(look: &AssaultScene<'_>, assaults: &[Assault]) -> Vec<PreAssaultCheck> {
    todo!("{look:?} {assaults:?}")
}

/// SR 11.37-drm, 11.32-twice, 11.55: the Pre-Assault DRMs of a check made by `unit`: the worst of all assaults on its hexes. Leaders,
/// Fatigue and the first morning belong to every UDD and are added by whoever rolls.
#[must_use]
pub fn pre_assault_terms(
    look: &AssaultScene<'_>,
    check: &PreAssaultCheck,
    unit: UnitId,
    assaults: &[Assault],
) -> Terms {
    todo!("{look:?} {check:?} {unit:?} {assaults:?}")
}
