//! BB 30.5: units that were dormant and have been let go.

use longroll_catalog::facts::UnitId;
use longroll_position::TetherKind;

use crate::scene::At;

/// BB 30.5: whether a unit was dormant and, let go, acts with the Unassigned marker until a brigadier has it in his range.
pub(crate) fn is_let_go(at: At<'_>, unit: UnitId) -> bool {
    let tether = at.setting.special.tether(unit);
    let dormant = tether.is_some_and(|tether| matches!(tether.kind, TetherKind::Dormant { .. }));
    dormant && at.position.special.is_freed(unit)
}
