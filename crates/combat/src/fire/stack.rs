//! SR 8.31, 8.33, 7.34-fire: how much of a stack fires.

use longroll_board::{FrontChoice, HexId, Refusal as RefusedFlank};
use longroll_catalog::facts::{Arm, UnitId};
use longroll_movement::MoverClass;
use longroll_movement::arcs::part_refusal;
use longroll_movement::extension::share;
use longroll_movement::fire_front::{FireShare, Firer, Front, shares};
use longroll_position::{Part, UnitState};

use super::arc::front_toward;
use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::fire::FiringPart;

/// The firers of a hex, top to bottom, the sections of a battery one by one as they lie (SR 8.24). Abandoned guns are not in the stack
/// (SR 12.8). Dismounted cavalry counts as infantry (SR 14.23) less its horse holders (SR 14.25).
#[must_use]
pub fn firers(look: &FireScene<'_>, hex: HexId) -> Vec<Firer> {
    let mut found = Vec::new();
    for part in look.scene.position.stack(hex) {
        let (facts, state) = (look.facts(part.unit), look.state(part.unit));
        let Some(class) = MoverClass::standing(facts, state) else {
            continue;
        };
        let sections = match facts.arm {
            Arm::Artillery => facts.sections.len().min(state.guns.len()),
            _ => 0,
        };
        if sections > 1 {
            let count = u8::try_from(sections).unwrap_or(u8::MAX);
            for place in look.history.section_order(part.unit, count) {
                found.push(Firer {
                    unit: part.unit,
                    section: Some(place),
                    class,
                    strength: state.guns[usize::from(place)],
                });
            }
            continue;
        }
        let there = strength_in(state, part.number);
        found.push(Firer {
            unit: part.unit,
            section: None,
            class: match class {
                MoverClass::Dismounted => MoverClass::Foot,
                other => other,
            },
            strength: if class == MoverClass::Dismounted {
                there - there / 4
            } else {
                there
            },
        });
    }
    found
}

/// SR 8.44-split: the SP of a unit in one of its hexes.
pub(super) fn strength_in(state: &UnitState, number: u8) -> u8 {
    let hexes = u8::try_from(state.extent.count() + 1).unwrap_or(3);
    share(state.sp, hexes, number)
}

/// SR 8.31, 8.33, 7.34-fire: what each firer of a hex may fire at most, top to bottom.
#[must_use]
pub fn fire_shares(look: &FireScene<'_>, hex: HexId) -> Vec<FireShare> {
    let refused = look
        .scene
        .position
        .stack(hex)
        .any(|part| part_refusal(look.state(part.unit), part.number) != RefusedFlank::None);
    let front = if refused {
        Front::Refused
    } else {
        Front::Normal
    };
    let midstack = look.switches().midstack_battery_takes_share;
    shares(&firers(look, hex), front, midstack)
}

/// SR 8.45, 10.16: the most one unit can bring to bear on a hex, all its parts together, each through its own front.
#[must_use]
pub fn bears_on(look: &FireScene<'_>, unit: UnitId, target: HexId) -> u8 {
    let state = look.state(unit);
    let grid = look.scene.grid();
    let mut most = 0_u8;
    for (number, hex) in (0_u8..).zip(state.hexes()) {
        // A part does not fire over or along another part of its own unit.
        let mut between = grid.line(hex, target).intervening();
        let own = |place: longroll_board::LinePlace| {
            let mut hexes = place.location.hexes();
            hexes.any(|near| near != hex && state.hexes().any(|own| own == near))
        };
        let Some(through) = front_toward(look, Part { unit, number }, target) else {
            continue;
        };
        if between.any(own) {
            continue;
        }
        let mine = fire_shares(look, hex)
            .into_iter()
            .filter(|share| share.firer.unit == unit);
        let bears: u8 = mine
            .map(|share| match through {
                FrontChoice::Normal => share.normal,
                FrontChoice::Refused => share.refused,
                FrontChoice::OwnersChoice => share.normal.max(share.refused),
            })
            .sum();
        most = most.saturating_add(bears);
    }
    most
}

/// The share of one firer: SP through the normal front, SP through the Refused Front. A battery without a named section
/// has the share of all its sections. BB 14.78: nothing limits a gunboat.
#[must_use]
pub fn share_of(look: &FireScene<'_>, firer: FiringPart) -> (u8, u8) {
    let unit = firer.part.unit;
    let state = look.state(unit);
    if FirerArm::of(look.facts(unit), state) == FirerArm::Boat {
        return (state.sp, 0);
    }
    let Some(hex) = firer.hex(look.scene.position) else {
        return (0, 0);
    };
    fire_shares(look, hex)
        .into_iter()
        .filter(|share| share.firer.unit == unit)
        .filter(|share| firer.section.is_none() || share.firer.section == firer.section)
        .fold((0, 0), |(normal, refused), share| {
            (normal + share.normal, refused + share.refused)
        })
}
