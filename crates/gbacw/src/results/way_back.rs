//! SR 12.4, 12.41, 12.44-d, 8.47: one way to fall back, its hexes, and what their ground and the friends there ask.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, Custom, UnitId};
use longroll_movement::reaction::passes_woods;
use longroll_movement::retreat::{RetreatCause, RetreatPath, retreat_paths, retreat_step};
use longroll_movement::step::is_swamp;
use longroll_movement::{Checks, Walker, Way};
use longroll_position::{Extent, UnitState};
use smallvec::SmallVec;

use super::walk::Stop;
use crate::choice::Choice;
use crate::scene::At;

/// One way to fall back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fall {
    /// The counter's hex afterwards.
    pub hex: HexId,
    /// Its extensions afterwards.
    pub extent: Extent,
    /// SR 12.44-blocked: so many hexes of the retreat cannot be made.
    pub missing: u8,
    /// SR 8.47: where an extended unit that goes two hexes stands in between; SR 12.41: the way its owner has chosen for another.
    pub(super) via: Option<(HexId, Extent)>,
    /// SR 12.41, 8.5: one of several ways of a column to this hex, named by the hex of its last part.
    pub(super) named: bool,
}

impl Fall {
    pub(super) const fn to(hex: HexId, extent: Extent) -> Self {
        Self {
            hex,
            extent,
            missing: 0,
            via: None,
            named: false,
        }
    }

    /// SR 12.41: the hex by which it goes, where its owner does not leave the way open; of a column the hex of its last part.
    #[must_use]
    pub fn by(&self) -> Option<HexId> {
        match self.extent {
            Extent::Single => self.via.map(|(hex, _)| hex),
            Extent::Column { .. } if self.named => self.extent.hexes().last(),
            Extent::Column { .. } | Extent::Line { .. } => None,
        }
    }

    /// SR 8.47-retreat: whether an extended unit gives its extensions up on this way.
    pub(crate) fn draws_together(&self, before: &UnitState) -> bool {
        before.extent != Extent::Single && self.extent == Extent::Single
    }

    /// The choice of this way.
    #[must_use]
    pub fn choice(&self, unit: UnitId) -> Choice {
        let (hex, by) = (self.hex, self.by());
        Choice::FallBack { unit, hex, by }
    }
}

/// The friends on a way, its end left out.
pub(crate) fn friends_on(at: At<'_>, path: &RetreatPath) -> Vec<UnitId> {
    let between = path.steps.iter().map(|step| step.to);
    between
        .filter(|&hex| path.end() != Some(hex))
        .flat_map(|hex| at.position.stack(hex).map(|part| part.unit))
        .collect()
}

/// SR 8.47, 8.5: the hexes of an extended unit that stays so on its way back.
pub(super) fn whole_walk(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    way: Fall,
) -> SmallVec<[Stop; 4]> {
    let before = at.position.unit(unit);
    let mut stops: SmallVec<[Stop; 4]> = SmallVec::new();
    let mut from = (before.hex, before.extent);
    for (hex, extent) in way.via.into_iter().chain([(way.hex, way.extent)]) {
        stops.push(Stop {
            hex,
            extent,
            checks: shift_checks(at, unit, cause, from, (hex, extent)),
            by_route: false,
            among_friends: false,
        });
        from = (hex, extent);
    }
    stops
}

/// SR 12.44-d: what the ground asks of each part of an extended unit that comes into a new hex.
pub(super) fn shift_checks(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    from: (HexId, Extent),
    to: (HexId, Extent),
) -> Checks {
    let grid = at.setting.grid();
    let Ok(walker) = Walker::of(&at, unit, longroll_movement::allowance::Fired::No) else {
        return Checks::NONE;
    };
    let hexes = |(hex, extent): (HexId, Extent)| -> SmallVec<[HexId; 3]> {
        core::iter::once(hex).chain(extent.hexes()).collect()
    };
    let (old, new) = (hexes(from), hexes(to));
    let mut all = Checks::NONE;
    for &hex in new.iter().filter(|hex| !old.contains(hex)) {
        for &part in &old {
            let direction = grid.direction_between(part, hex);
            let step = direction.and_then(|way| retreat_step(&at, &walker, cause, part, way).ok());
            if let Some(step) = step {
                all = all.and(step.price.checks);
                break;
            }
        }
    }
    all
}

/// The hexes of a way back of a unit in one hex, and what their ground asks of it.
pub(crate) fn stops_on(at: At<'_>, path: &RetreatPath) -> SmallVec<[Stop; 4]> {
    let stops = path.steps.iter().map(|step| Stop {
        hex: step.to,
        extent: Extent::Single,
        checks: step.price.checks,
        by_route: step.way == Way::Route,
        among_friends: Some(step.to) != path.end() && at.position.stack(step.to).next().is_some(),
    });
    stops.collect()
}

/// BB 12.45: the Woods hexes of a way in which guns roll; none for other units or in other books.
pub(super) fn woods_on(at: At<'_>, unit: UnitId, path: &RetreatPath) -> u8 {
    if at.setting.unit(unit).arm != Arm::Artillery
        || at.setting.variations.guns_woods_drm.value == 0
    {
        return 0;
    }
    let woods = path.steps.iter().filter(|step| passes_woods(&at, step));
    u8::try_from(woods.count()).unwrap_or(u8::MAX)
}

/// BB 12.45, SR 9.55-2: the Woods hexes guns must pass on the easiest of the shortest ways to this hex.
pub(crate) fn woods_on_way(
    at: At<'_>,
    unit: UnitId,
    cause: &RetreatCause,
    most: u8,
    end: HexId,
) -> u8 {
    let paths = retreat_paths(&at, unit, cause, 1, most, |_| true);
    let ways = paths.iter().filter(|path| path.end() == Some(end));
    let shortest = ways.clone().map(|path| path.steps.len()).min();
    ways.filter(|path| Some(path.steps.len()) == shortest)
        .map(|path| woods_on(at, unit, path))
        .min()
        .unwrap_or(0)
}

/// BB 9.44-swamp-retreat: whether this is Swamp and those who fall back into it have a rule of their own.
pub(super) fn has_own_rule(at: At<'_>, hex: HexId) -> bool {
    let disorders = at.setting.variations.swamp_retreat_disorders;
    disorders.value == Custom::Done && is_swamp(&at, hex)
}

/// BB 9.44-swamp-retreat: whoever falls back into Swamp off the routes is Disordered without a roll, also if it goes on.
pub(super) fn mires(at: At<'_>, stop: &Stop) -> bool {
    !stop.by_route && has_own_rule(at, stop.hex)
}

/// The same of a whole way: in how many of its hexes.
pub(super) fn mired_on(at: At<'_>, path: &RetreatPath) -> usize {
    let stops = stops_on(at, path);
    let mired = stops
        .iter()
        .filter(|stop| !stop.among_friends && mires(at, stop));
    mired.count()
}

/// BB 9.44-swamp-extended: the Swamp hexes, in one of which an extended unit gathers that comes to stand so.
pub(super) fn bogs(at: At<'_>, unit: UnitId, hex: HexId, extent: Extent) -> SmallVec<[HexId; 3]> {
    if extent == Extent::Single {
        return SmallVec::new();
    }
    let before = at.position.unit(unit);
    core::iter::once(hex)
        .chain(extent.hexes())
        .filter(|&hex| before.hexes().all(|own| own != hex))
        .filter(|&hex| is_swamp(&at, hex))
        .collect()
}
