//! Which unit a choice of movement is about.

use longroll_catalog::facts::UnitId;

use crate::choice::Choice;

/// The unit a movement choice is about.
#[must_use]
pub const fn unit_of(choice: Choice) -> Option<UnitId> {
    match choice {
        Choice::Move { unit, .. }
        | Choice::Road { unit, .. }
        | Choice::OffRoad { unit, .. }
        | Choice::Level { unit, .. }
        | Choice::Face { unit, .. }
        | Choice::Refuse { unit, .. }
        | Choice::RefuseAlone { unit, .. }
        | Choice::Together { unit, .. }
        | Choice::Unrefuse { unit }
        | Choice::Extend { unit, .. }
        | Choice::Retract { unit, .. }
        | Choice::Wheel { unit, .. }
        | Choice::About { unit }
        | Choice::Column { unit, .. }
        | Choice::Line { unit, .. }
        | Choice::Reorder { unit, .. }
        | Choice::Mount { unit }
        | Choice::Dismount { unit }
        | Choice::Fire { unit, .. }
        | Choice::Supply { unit, .. }
        | Choice::Raise { unit, .. }
        | Choice::Recover { unit }
        | Choice::Shell { unit, .. }
        | Choice::Charge { unit, .. }
        | Choice::Withdraw { unit, .. } => Some(unit),
        _ => None,
    }
}
