//! SR 14.2: cavalry mounts and dismounts at the start of its Activation.

use longroll_catalog::facts::{Ammunition, Arm, Custom, UnitId};
use longroll_core::Refusal;
use longroll_movement::{Progress, stacking};
use longroll_position::{Deeds, Extent, HalfMp, Mount, StackPlace, UnitState};
use longroll_rule::Rule;

use super::moving::MovingStep;
use super::permits::{could_close, may_spend, must_close};
use crate::battle::At;
use crate::event::Event;
use crate::play::Play;

/// SR 14.22: whether cavalry may change to this state now: before it moves, not next to an enemy, not under a Stay
/// (SR 6.23). BB 14.2: nobody dismounts at Shiloh.
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_change(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    wanted: Mount,
) -> Result<(), Refusal> {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    if facts.arm != Arm::Cavalry {
        return Err(Refusal::new(Rule::SR_14_21, "only cavalry has horses"));
    }
    let custom = at.setting.variations.dismounting;
    if custom.value == Custom::Never {
        return Err(Refusal::new(
            custom.rule,
            "there is no dismounted cavalry in this battle",
        ));
    }
    if state.blown {
        return Err(Refusal::new(
            Rule::SR_11_59,
            "Blown cavalry does not dismount",
        ));
    }
    if facts.dismounted.is_none() {
        return Err(Refusal::new(Rule::SR_14_21, "it has no dismounted counter"));
    }
    if state.mount == wanted {
        return Err(Refusal::new(Rule::SR_14_22, "it is in that state already"));
    }
    may_spend(at, unit)?;
    let body = at.position.body_of(at.setting, unit);
    if wanted == Mount::Dismounted && must_close(at, body, unit) && could_close(at, unit, progress)
    {
        return Err(Refusal::new(
            Rule::SR_6_24_A,
            "Loose Reins drives it towards the enemy",
        ));
    }
    let begun = Deeds::MOVED
        .with(Deeds::TURNED)
        .with(Deeds::REFUSED)
        .with(Deeds::MOVE_ENDED)
        .with(Deeds::FINISHED)
        .with(Deeds::CHANGED_MOUNT)
        .with(Deeds::FIRED);
    if progress.steps > 0 || state.spent > HalfMp::ZERO || state.deeds.any(begun) {
        return Err(Refusal::new(
            Rule::SR_14_22,
            "it does so at the start of its Activation, before it moves",
        ));
    }
    if state.extent != Extent::Single {
        return Err(Refusal::new(
            Rule::SR_14_22,
            "an extended unit draws together first",
        ));
    }
    let side = facts.side;
    if at.position.next_to_enemy(at.setting, state.hex, side) {
        return Err(Refusal::new(Rule::SR_14_22, "not next to an enemy unit"));
    }
    // SR 8.12: its stack must be legal as it stands then.
    let changed = UnitState {
        mount: wanted,
        ..*state
    };
    let bottom = StackPlace::Bottom;
    let after = at.position.with_unit(at.setting, unit, changed, bottom);
    stacking::stack_is_legal(at.setting, &after, state.hex)
}

/// SR 14.22: it changes counters and may go on with half the MA of the new one.
pub(super) fn change(play: &mut Play<'_>, progress: Progress, unit: UnitId, mount: Mount) {
    play.did(unit, Deeds::ACTED.with(Deeds::CHANGED_MOUNT));
    play.happens(Event::MountChanged {
        unit,
        mount,
        rule: Rule::SR_14_22,
    });
    if mount == Mount::Mounted && play.position.unit(unit).ammunition != Ammunition::Full {
        play.happens(Event::AmmunitionChanged {
            unit,
            section: None,
            ammunition: Ammunition::Full,
            rule: Rule::SR_10_94,
        });
    }
    play.push(MovingStep { unit, progress });
}
