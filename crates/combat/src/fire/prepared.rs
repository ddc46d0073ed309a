//! SR 10.5, 10.68: who may claim Prepared fire, and who Rapid fire.

use longroll_catalog::facts::{Light, Orders, UnitId};
use longroll_catalog::tables::RapidFire;
use longroll_core::Refusal;
use longroll_movement::facing::is_woods_for_turning;
use longroll_position::{Deeds, Extent, HalfMp};
use longroll_rule::Rule;

use super::firer::FirerArm;
use super::scene::FireScene;
use super::weapon::weapon_of;
use super::who::too_steep;
use longroll_position::fire::Banned;
use longroll_position::fire::Occasion;
use longroll_position::fire::{DeclaredFire, FiringPart};

/// Whether guns or men have spent MP in their own Activation.
pub(super) fn has_moved(look: &FireScene<'_>, firer: FiringPart) -> bool {
    let state = look.state(firer.part.unit);
    look.is_phasing(look.facts(firer.part.unit).side)
        && (state.deeds.has(Deeds::MOVED) || state.spent > HalfMp::ZERO)
}

/// SR 10.51 to 10.53: whether a firer may claim Prepared fire.
///
/// # Errors
/// The rule that denies it.
pub fn may_prepare(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
    range: u32,
) -> Result<(), Refusal> {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    // Of the side that acts, whatever the occasion: it may be assaulted in return (SR 11.47).
    let phasing = look.is_phasing(facts.side);
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    arm_may_prepare(look, unit, phasing)?;
    let within = weapon_of(look, firer).prepared_range.map_or(0, u32::from);
    if range > within {
        // The series says the same of the range of its weapons.
        let book = look.scene.setting.terms().is_some();
        let rule = if book { Rule::BB_10_51 } else { Rule::SR_10_51 };
        return refuse(rule, "beyond the range of Prepared fire");
    }
    if look.light() == Light::Night {
        return refuse(Rule::SR_16_12, "there is no Prepared fire at night");
    }
    if state.is_disordered() {
        return refuse(Rule::SR_10_52, "Disordered units have no Prepared fire");
    }
    if matches!(state.extent, Extent::Column { .. }) {
        return refuse(Rule::SR_8_52_fire, "columns have no Prepared fire");
    }
    if state.deeds.has(Deeds::REORDERED) {
        return refuse(Rule::SR_10_52, "it changed the order of its stack");
    }
    let hex = firer.hex(look.scene.position);
    // A refusal costs no MP anywhere.
    let turned = state.deeds.has(Deeds::REACTED_FACING) && !state.deeds.has(Deeds::REACTED_REFUSAL);
    if turned
        && state.orders_now() == Orders::Attack
        && hex.is_some_and(|hex| is_woods_for_turning(&look.scene, hex))
    {
        return refuse(Rule::SR_10_52, "it has turned in Woods under Attack orders");
    }
    if phasing && (has_moved(look, firer) || fire.options.will_move) {
        return refuse(Rule::SR_10_52, "Prepared fire is made instead of moving");
    }
    let banned =
        |what| move |ban: &&longroll_position::fire::Ban| ban.unit == unit && ban.what == what;
    if let Some(ban) = look.history.bans.iter().find(banned(Banned::Prepared)) {
        return refuse(ban.rule, "it may not use Prepared fire now");
    }
    Ok(())
}

/// SR 10.51, 10.52, BB 14.43-fire: which arms have Prepared fire.
fn arm_may_prepare(look: &FireScene<'_>, unit: UnitId, phasing: bool) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let (facts, state) = (look.facts(unit), look.state(unit));
    match FirerArm::of(facts, state) {
        FirerArm::Foot => {}
        FirerArm::Dismounted if !phasing => {}
        FirerArm::Dismounted => {
            return refuse(
                Rule::SR_10_52,
                "phasing dismounted cavalry has no Prepared fire",
            );
        }
        FirerArm::Detachment => {
            return refuse(Rule::BB_14_43_fire, "Detachments have no Prepared fire");
        }
        FirerArm::Mounted => {
            return refuse(Rule::SR_10_52, "mounted cavalry has no Prepared fire");
        }
        FirerArm::Guns | FirerArm::Boat => {
            return refuse(Rule::SR_10_51, "Prepared fire is for small arms");
        }
    }
    Ok(())
}

/// SR 10.68: whether a firer takes part in the second shot of Rapid fire.
///
/// # Errors
/// The rule that denies it.
pub fn may_use_rapid_fire(
    look: &FireScene<'_>,
    fire: &DeclaredFire,
    firer: FiringPart,
    range: u32,
) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    if weapon_of(look, firer).rapid_fire == RapidFire::Unable {
        return refuse(Rule::SR_10_68, "only smoothbore guns use Rapid fire");
    }
    if range > 3 {
        return refuse(Rule::SR_10_68, "Rapid fire reaches 3 hexes");
    }
    if has_moved(look, firer) || fire.options.will_move {
        return refuse(Rule::SR_10_68, "guns that spend MP have no Rapid fire");
    }
    let done = look.history.shooter(firer.part);
    if look.became_top(firer.part) {
        return refuse(
            Rule::SR_10_61,
            "guns that became the top unit have no Rapid fire",
        );
    }
    if fire.occasion != Occasion::Phasing && done.is_some_and(|done| done.turned) {
        return refuse(
            Rule::SR_9_62,
            "guns that turned in reaction have no Rapid fire",
        );
    }
    match too_steep(look, firer, fire.target) {
        Some(rule) => refuse(rule, "no Rapid fire at a neighbour so much higher or lower"),
        None => Ok(()),
    }
}
