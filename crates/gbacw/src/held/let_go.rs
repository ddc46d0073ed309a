//! Units that a scenario holds: until an hour, an enemy near them, or their commander; and those that have been let go (BB 30.5).

use longroll_catalog::facts::{TurnId, UnitId};
use longroll_core::Refusal;
use longroll_position::{Tether, TetherKind};

use crate::scene::At;

/// BB 30.5: whether a unit was dormant and, let go, acts with the Unassigned marker until a brigadier has it in his range.
pub(crate) fn is_let_go(at: At<'_>, unit: UnitId) -> bool {
    let tether = at.setting.special.tether(unit);
    let dormant = tether.is_some_and(|tether| matches!(tether.kind, TetherKind::Dormant { .. }));
    dormant && at.position.special.is_freed(unit)
}

pub(super) fn now(at: At<'_>) -> Option<TurnId> {
    at.position.now(at.setting).map(|turn| turn.id)
}

/// Whether the hour has freed units without a roll.
pub(super) fn hour_has_come(at: At<'_>, kind: TetherKind) -> bool {
    match kind {
        TetherKind::Held {
            release: Some(release),
            roll: None,
            ..
        } => now(at).is_some_and(|turn| release <= turn),
        _ => false,
    }
}

/// What still holds a unit.
pub(super) fn holds(at: At<'_>, unit: UnitId) -> Option<&Tether> {
    let tether = at.setting.special.tether(unit)?;
    let free = at.position.special.is_freed(unit) || hour_has_come(at, tether.kind);
    (!free).then_some(tether)
}

/// Whether the scenario lets a unit move; one vertex it may turn all the same.
///
/// # Errors
/// When it is held.
pub fn may_move(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    match holds(at, unit) {
        Some(tether) => Err(Refusal::new(
            tether.rule,
            "the scenario holds it where it is; it may turn one vertex",
        )),
        None => {
            super::formation::may_move(at, unit)?;
            super::line::may_move(at, unit)
        }
    }
}

/// Whether the scenario lets a unit act at all.
///
/// # Errors
/// When it is dormant.
pub fn may_act(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
    match holds(at, unit) {
        Some(Tether {
            rule,
            kind: TetherKind::Dormant { .. },
            ..
        }) => Err(Refusal::new(
            *rule,
            "it does nothing before it sees an enemy or begins a turn in the range of its commander",
        )),
        _ => Ok(()),
    }
}
