//! SR 14.2: cavalry mounts and dismounts at the start of its Activation.

use longroll_catalog::facts::{Ammunition, Arm, Custom, UnitId};
use longroll_core::Refusal;
use longroll_movement::{Progress, stacking};
use longroll_position::{Deeds, Extent, HalfMp, Mount, StackPlace, UnitState};
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::moving::MovingStep;
use super::permits::{could_close, may_spend, must_close};
use crate::event::Event;
use crate::play::Play;
use crate::scene::At;

/// SR 14.22: whether cavalry may change to this state now, and who does so with it (see [`who_changes`]).
///
/// # Errors
/// The rule that forbids it.
pub(super) fn may_change(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    wanted: Mount,
) -> Result<SmallVec<[UnitId; 4]>, Refusal> {
    may_change_by_itself(at, progress, unit, wanted)?;
    who_changes(at, unit, wanted)
}

/// SR 8.11, 8.12: whoever changes with a unit, itself included: it alone where mounted and dismounted may stand together,
/// else the cavalry of its hex as one, if each of them may.
fn who_changes(at: At<'_>, unit: UnitId, wanted: Mount) -> Result<SmallVec<[UnitId; 4]>, Refusal> {
    let hex = at.position.unit(unit).hex;
    let legal = |changing: &[UnitId]| {
        let mut after = at.position.clone();
        for &one in changing {
            let changed = UnitState {
                mount: wanted,
                ..*at.position.unit(one)
            };
            after = after.with_unit(at.setting, one, changed, StackPlace::Bottom);
        }
        stacking::stack_is_legal(at.setting, &after, hex)
    };
    let alone: SmallVec<[UnitId; 4]> = SmallVec::from_iter([unit]);
    let Err(refusal) = legal(&alone) else {
        return Ok(alone);
    };
    let mates = at.position.stack(hex).map(|part| part.unit);
    let all: SmallVec<[UnitId; 4]> = mates
        .filter(|&mate| {
            let fresh = Progress::begin(at.position.unit(mate));
            mate == unit || may_change_by_itself(at, &fresh, mate, wanted).is_ok()
        })
        .collect();
    legal(&all).map(|()| all).map_err(|_| refusal)
}

/// SR 14.21, 11.59, BB 14.2: whether it is cavalry that dismounts at all.
fn has_both_counters(at: At<'_>, unit: UnitId) -> Result<(), Refusal> {
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
    Ok(())
}

/// SR 14.22: whether nothing about the unit itself keeps it from changing: before it moves, not next to an enemy, not
/// under a Stay (SR 6.23). BB 14.2: nobody dismounts at Shiloh.
fn may_change_by_itself(
    at: At<'_>,
    progress: &Progress,
    unit: UnitId,
    wanted: Mount,
) -> Result<(), Refusal> {
    let (facts, state) = (at.setting.unit(unit), at.position.unit(unit));
    has_both_counters(at, unit)?;
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
    Ok(())
}

/// SR 14.22: they change counters, and the unit under way may go on with half the MA of the new one.
pub(super) fn change(play: &mut Play<'_>, moving: MovingStep, all: &[UnitId], mount: Mount) {
    for &one in all {
        change_one(play, one, mount);
    }
    play.push(moving);
}

fn change_one(play: &mut Play<'_>, unit: UnitId, mount: Mount) {
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
}
