//! SR 11.37: the defenders' Pre-Assault Cohesion Check.

use longroll_board::HexId;
use longroll_catalog::facts::{Orders, UnitId};
use longroll_catalog::tables::PreAssaultDrm;
use longroll_core::Terms;
use longroll_position::Extent;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::advantage::{Seen, seen_from};
use super::assault_ground::ground_of;
use super::assault_scene::AssaultScene;
use super::declared::{Assault, Charge};
use super::enemies::{behind_works, lines_of, troops};

/// One check: for one hex, or for all assaulted hexes of an extended unit together.
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
    let mut checks: Vec<PreAssaultCheck> = Vec::new();
    let mut extended: Vec<(UnitId, usize)> = Vec::new();
    for assault in assaults
        .iter()
        .filter(|own| own.continued == 0 && own.is_pending())
    {
        for &hex in &assault.targets {
            let known = checks.iter().any(|check| check.hexes.contains(&hex));
            let charges = |own: &Assault| own.countercharges.contains(&hex);
            if known || assaults.iter().any(charges) {
                continue;
            }
            let mut stack = troops(look, assault.by.enemy(), hex);
            let Some(top) = stack.next() else {
                continue;
            };
            let line = core::iter::once(top)
                .chain(stack)
                .map(|part| part.unit)
                .find(|unit| look.state(*unit).extent != Extent::Single);
            let place = line.and_then(|line| extended.iter().find(|(own, _)| *own == line));
            if let Some(check) = place.and_then(|(_, place)| checks.get_mut(*place)) {
                check.hexes.push(hex);
                if !check.by.contains(&top.unit) {
                    check.by.push(top.unit);
                }
                continue;
            }
            extended.extend(line.map(|line| (line, checks.len())));
            checks.push(PreAssaultCheck {
                hexes: SmallVec::from_slice(&[hex]),
                by: SmallVec::from_slice(&[top.unit]),
            });
        }
    }
    checks
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
    let mut terms = Terms::new();
    let drm = |key| i32::from(look.tables().pre_assault_drm.get(key));
    if look.orders(unit) == Orders::March {
        let value = drm(PreAssaultDrm::MarchOrders);
        terms.add(value, Rule::SR_11_37_march, "under March orders");
    }
    if look.state(unit).is_disordered() {
        let value = drm(PreAssaultDrm::Disordered);
        terms.add(value, Rule::BB_T_preassault_drm, "Disordered");
    }
    let against = || {
        assaults.iter().filter(|own| {
            own.continued == 0 && own.targets.iter().any(|hex| check.hexes.contains(hex))
        })
    };
    let outflanks = |assault: &Assault| {
        lines_of(look, assault).iter().any(|across| {
            check.hexes.contains(&across.to)
                && seen_from(look, across.to, across.from).is_some_and(|seen| seen != Seen::Front)
        })
    };
    if against().any(outflanks) {
        let value = drm(PreAssaultDrm::FlankOrRear);
        terms.add(value, Rule::SR_11_37_drm, "attacked from flank or rear");
    }
    let here = |hex: longroll_board::HexId| check.hexes.contains(&hex);
    if against().any(|own| behind_works(look, own, here)) {
        terms.add(-1, Rule::SR_15_23, "behind an entrenchment");
    }
    let ridden_down =
        |assault: &Assault| assault.charges(Charge::Cavalry) && ground_of(look, assault).sum() >= 0;
    if !look.is_mounted(unit) && against().any(ridden_down) {
        let value = drm(PreAssaultDrm::ChargedByCavalry);
        terms.add(value, Rule::SR_11_55, "charged by cavalry");
    }
    terms
}
