//! SR 11.12, 11.31: whom a unit attacks.

use longroll_board::{Arc, Direction, HexId};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_core::Side;
use longroll_movement::arcs::part_arc;
use longroll_position::{Extent, Part};
use smallvec::SmallVec;

use super::assault_ground::is_closed;
use super::assault_scene::AssaultScene;
use super::declared::{Assault, Footprint};

/// One hexside across which a unit attacks: its own hex and the hex of the enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Across {
    pub from: HexId,
    pub to: HexId,
}

/// SR 7.34-assault, 8.52, 11.12: every hexside across which a unit can attack as it stands.
pub(super) fn attack_lines(look: &AssaultScene<'_>, unit: UnitId) -> SmallVec<[Across; 6]> {
    let (state, grid) = (look.state(unit), look.scene.grid());
    let enemy = look.facts(unit).side.enemy();
    let mut found = SmallVec::new();
    if matches!(state.extent, Extent::Column { .. }) {
        return found;
    }
    for (number, from) in (0_u8..).zip(state.hexes()) {
        for direction in Direction::ALL {
            let Some(to) = grid.neighbour(from, direction) else {
                continue;
            };
            if part_arc(grid, state, number, direction) == Arc::Front
                && look.scene.holds(enemy, to)
                && !is_closed(look, from, direction)
            {
                found.push(Across { from, to });
            }
        }
    }
    found
}

/// SR 11.12, 11.31, 7.34-assault, 8.46: the hexes a unit can assault as it stands: enemy combat units in normal front hexes of any
/// of its hexes, not behind a prohibited hexside; a hex of Abandoned guns alone is none (reading 17).
#[must_use]
pub fn target_hexes(look: &AssaultScene<'_>, unit: UnitId) -> SmallVec<[HexId; 6]> {
    let mut found = SmallVec::new();
    for across in attack_lines(look, unit) {
        if !found.contains(&across.to) {
            found.push(across.to);
        }
    }
    found
}

/// The hexsides across which those who still attack reach the targets.
pub(super) fn lines_of(look: &AssaultScene<'_>, assault: &Assault) -> Vec<Across> {
    let lines = assault
        .attacking()
        .flat_map(|attacker| attack_lines(look, attacker.unit));
    let mut found: Vec<Across> = Vec::new();
    for across in lines.filter(|across| assault.targets.contains(&across.to)) {
        if !found.contains(&across) {
            found.push(across);
        }
    }
    found
}

/// SR 15.21, 15.23: whether somebody who attacks such a target comes over an entrenchment of its hex; of different ground the
/// best for the defender counts (SR 11.42).
pub(super) fn behind_works(
    look: &AssaultScene<'_>,
    assault: &Assault,
    target: impl Fn(HexId) -> bool,
) -> bool {
    let history = &look.scene.position.fires;
    if history.works.is_empty() {
        return false;
    }
    let grid = look.scene.grid();
    let lines = lines_of(look, assault);
    let mut against = lines.iter().filter(|across| target(across.to));
    against.any(|across| {
        let side = grid.direction_between(across.to, across.from);
        side.is_some_and(|side| history.has_work(across.to, side))
    })
}

/// The combat units of a side in a hex, top to bottom, gunboats left out.
pub(super) fn troops<'a>(
    look: &AssaultScene<'a>,
    side: Side,
    hex: HexId,
) -> impl Iterator<Item = Part> + use<'a> {
    let setting = look.scene.setting;
    look.scene.position.stack(hex).filter(move |part| {
        let facts = setting.unit(part.unit);
        facts.side == side && facts.arm != Arm::Gunboat
    })
}

/// SR 8.36: the units that are assaulted, top to bottom, hex by hex; each stands once.
#[must_use]
pub fn defenders(look: &AssaultScene<'_>, assault: &Assault) -> Vec<UnitId> {
    let mut found = Vec::new();
    for hex in &assault.targets {
        for part in troops(look, assault.by.enemy(), *hex) {
            if !found.contains(&part.unit) {
                found.push(part.unit);
            }
        }
    }
    found
}

/// SR 11.42, reading 41: those of the assaulted hexes in which a defender is left; the others are no defending hexes any more.
pub(super) fn held_targets(
    look: &AssaultScene<'_>,
    assault: &Assault,
) -> impl Iterator<Item = HexId> {
    let held = |hex: &HexId| troops(look, assault.by.enemy(), *hex).next().is_some();
    assault.targets.iter().copied().filter(held)
}

/// SR 8.44-assault: every hex in which the defenders stand: those assaulted, and the other hexes of an extended unit.
pub(super) fn defended_hexes(look: &AssaultScene<'_>, assault: &Assault) -> SmallVec<[HexId; 4]> {
    let mut found = SmallVec::from_slice(&assault.targets);
    for unit in defenders(look, assault) {
        for hex in look.state(unit).hexes() {
            if !found.contains(&hex) {
                found.push(hex);
            }
        }
    }
    found
}

/// The ground a unit holds and faces, for [`super::Role::Fought`].
#[must_use]
pub fn footprint(look: &AssaultScene<'_>, unit: UnitId) -> Footprint {
    let (state, grid) = (look.state(unit), look.scene.grid());
    let mut print = Footprint::default();
    for (number, own) in (0_u8..).zip(state.hexes()) {
        print.hexes.push(own);
        for (direction, next) in grid.neighbours(own) {
            let front = part_arc(grid, state, number, direction).is_front();
            if front && !print.fronts.contains(&next) {
                print.fronts.push(next);
            }
        }
    }
    print
}

/// SR 10.43, 11.38: who assaults whom across which hexside, for [`longroll_position::fire::FireHistory::assaults`].
#[must_use]
pub fn fire_lines(
    look: &AssaultScene<'_>,
    assault: &Assault,
) -> Vec<longroll_position::fire::Assault> {
    let lines = lines_of(look, assault).into_iter();
    lines
        .map(|across| longroll_position::fire::Assault {
            from: across.from,
            on: across.to,
            continued: assault.continued > 0,
        })
        .collect()
}

/// SR 8.36-bystanders, reading 132: whoever shares a hex with the attackers and does not attack, artillery included. They share the
/// Disorder and the retreat of 6b.
#[must_use]
pub fn bystanders(look: &AssaultScene<'_>, assault: &Assault) -> Vec<UnitId> {
    let attacks = |unit: UnitId| assault.attacking().any(|own| own.unit == unit);
    let mut found: Vec<UnitId> = Vec::new();
    for hex in assault
        .attacking()
        .flat_map(|own| look.state(own.unit).hexes())
    {
        for part in troops(look, assault.by, hex) {
            if !attacks(part.unit) && !found.contains(&part.unit) {
                found.push(part.unit);
            }
        }
    }
    found
}
