//! SR 12.2, 12.23, 12.35e, 12.71: what a loss of strength does besides: who collapses further, who of a stack loses, whose leaders
//! roll.

use longroll_board::HexId;
use longroll_catalog::facts::{Arm, LeaderId, UnitId};
use longroll_core::Side;
use longroll_position::Cohesion;
use longroll_position::rule_set::SecondDisorderLoss;

use crate::scene::At;

/// SR 12.23: whether a loss of so many SP takes strength from a unit that is Collapsed by then (reading 70 of the assault chapter).
pub(crate) fn collapses_further(at: At<'_>, unit: UnitId, sp: u8) -> bool {
    let state = at.position.unit(unit);
    if at.setting.unit(unit).arm == Arm::Artillery {
        return false;
    }
    let falls = |lost: u8| crate::sequence::collapses(at.setting, unit, state.sp - lost);
    let below = (1..=sp.min(state.sp)).filter(|&lost| falls(lost)).count();
    match state.cohesion {
        Cohesion::Collapsed => sp > 0,
        _ => below > 1,
    }
}

/// The leaders of a side in these hexes.
pub(super) fn leaders_in(at: At<'_>, side: Side, hexes: &[HexId]) -> Vec<LeaderId> {
    at.setting
        .leader_ids()
        .filter(|&leader| {
            let state = at.position.leader(leader);
            at.setting.leader(leader).side == side && state.on_map() && hexes.contains(&state.hex)
        })
        .collect()
}

/// SR 12.35e, reading 62 of the assault chapter: who of a stack, named from top to bottom as it stood, loses its SP when these of it
/// are disordered again: one alone loses it itself, of several the unit that was on top and is no gun. If that has gone, the
/// topmost of them.
pub(crate) fn loser(at: At<'_>, stack: &[UnitId], affected: &[UnitId]) -> Option<UnitId> {
    let strictly = at.setting.rules.switches.second_disorder_loss == SecondDisorderLoss::TopUnit;
    let first = *affected.first()?;
    if affected.len() == 1 && !strictly {
        return Some(first);
    }
    let on_map = |unit: &UnitId| at.position.unit(*unit).on_map();
    let men = stack.iter().copied();
    let mut men = men.filter(|&unit| at.setting.unit(unit).arm != Arm::Artillery);
    let top = if strictly {
        men.find(on_map)
    } else {
        men.next().filter(on_map)
    };
    Some(top.unwrap_or(first))
}
