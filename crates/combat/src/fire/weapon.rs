//! SR 10.16, 10.67: weapons, how far they reach and what they fire there.

use longroll_catalog::facts::{Light, SectionFacts, UnitFacts};
use longroll_catalog::tables::{WeaponClass, WeaponFacts};
use longroll_core::Refusal;
use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use super::firer::FirerArm;
use super::scene::FireScene;
use longroll_position::UnitState;
use longroll_position::fire::FiringPart;
use longroll_position::fire::Occasion;

/// SR 10.67-ammo: what is fired at a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Load {
    /// Muskets, rifles, carbines, pistols.
    SmallArms,
    /// Guns at 1 to 3 hexes: read and suffered as small arms.
    Canister,
    /// Guns at 4 hexes and more: the artillery columns, and every unit of the hex suffers.
    Shell,
}

impl Load {
    /// How line of sight takes units in the way (SR 10.26).
    #[must_use]
    pub const fn in_the_way(self) -> longroll_sight::FireKind {
        match self {
            Self::SmallArms => longroll_sight::FireKind::SmallArms,
            Self::Canister => longroll_sight::FireKind::Canister,
            Self::Shell => longroll_sight::FireKind::Shell,
        }
    }
}

/// SR 10.67-ammo: what this arm fires at a range.
#[must_use]
pub const fn load_at(arm: FirerArm, range: u32) -> Load {
    match (arm.has_guns(), range) {
        (false, _) => Load::SmallArms,
        (true, 0..=3) => Load::Canister,
        (true, _) => Load::Shell,
    }
}

/// The weapon of a firer: its section's, or the unit's. What is printed counts only as long as there are guns of it.
#[must_use]
pub fn weapon_of<'a>(look: &FireScene<'a>, firer: FiringPart) -> &'a WeaponFacts {
    let facts = look.facts(firer.part.unit);
    let section = match firer.section {
        Some(place) => facts.sections.get(usize::from(place)),
        None => instead_of_printed(facts, look.state(firer.part.unit)),
    };
    let weapon = section.map_or(facts.weapon.value, |section| section.weapon);
    look.tables().range.weapon(weapon)
}

/// A battery that has lost all guns of the printed kind: the first section it still has.
fn instead_of_printed<'f>(facts: &'f UnitFacts, state: &UnitState) -> Option<&'f SectionFacts> {
    let is_printed = |section: &SectionFacts| section.weapon == facts.weapon.value;
    let guns = state.guns;
    let left = || {
        let sections = facts.sections.iter().zip(guns);
        sections.filter(|(_, guns)| *guns > 0).map(|(own, _)| own)
    };
    let lost = facts.sections.iter().any(is_printed) && !left().any(is_printed);
    left().next().filter(|_| lost)
}

/// SR 10.16, 14.24, 16.11, 16.12: the farthest hex a weapon reaches on this occasion, with the rule that sets the limit.
#[must_use]
pub fn longest_range(
    look: &FireScene<'_>,
    weapon: &WeaponFacts,
    arm: FirerArm,
    occasion: Occasion,
) -> (u32, Rule) {
    let divisor = look.tables().hazards.dark_range_divisor.max(1);
    let (reach, rule) = match look.light() {
        Light::Day => (weapon.max_range, Rule::SR_10_16),
        Light::Dawn | Light::Dusk => (weapon.max_range.div_ceil(divisor), Rule::SR_16_11),
        Light::Night => (weapon.max_range.div_ceil(divisor), Rule::SR_16_12),
    };
    let reach = u32::from(reach);
    let limit = match (arm, occasion) {
        (FirerArm::Mounted, Occasion::Phasing) => Some((2, Rule::SR_14_24)),
        // SR 10.45: within 3 hexes of the guns.
        (_, Occasion::Approach) => Some((3, Rule::SR_10_45)),
        _ => None,
    };
    match limit {
        Some((limit, rule)) if limit < reach => (limit, rule),
        _ => (reach, rule),
    }
}

/// SR 10.81-range: the modifier of a weapon at a range.
///
/// # Errors
/// When it does not reach so far on this occasion.
pub fn range_drm(
    look: &FireScene<'_>,
    weapon: &WeaponFacts,
    arm: FirerArm,
    occasion: Occasion,
    range: u32,
) -> Result<i8, Refusal> {
    let (reach, rule) = longest_range(look, weapon, arm, occasion);
    let out_of_range = Refusal::new(rule, "the target is out of range");
    if range > reach {
        return Err(out_of_range);
    }
    u8::try_from(range)
        .ok()
        .and_then(|range| weapon.drm(range))
        .ok_or(out_of_range)
}

/// SR 10.64, 10.65: the weapon of a firer at a range with its modifier; guns of several kinds that divide their fire as a whole
/// fire as the worst of them.
pub(super) fn worst_weapon<'a>(
    look: &FireScene<'a>,
    firer: FiringPart,
    occasion: Occasion,
    range: u32,
) -> Result<(&'a WeaponFacts, i8), Refusal> {
    let unit = firer.part.unit;
    let (facts, state) = (look.facts(unit), look.state(unit));
    let arm = FirerArm::of(facts, state);
    let own = weapon_of(look, firer);
    let mut worst = (own, range_drm(look, own, arm, occasion, range)?);
    if firer.section.is_some() || arm != FirerArm::Guns {
        return Ok(worst);
    }
    for (section, guns) in facts.sections.iter().zip(state.guns) {
        let weapon = look.tables().range.weapon(section.weapon);
        if guns > 0 {
            let drm = range_drm(look, weapon, arm, occasion, range)?;
            if drm < worst.1 {
                worst = (weapon, drm);
            }
        }
    }
    Ok(worst)
}

/// SR 14.3: Spencer rifles and carbines.
pub(super) fn is_spencer(weapon: &WeaponFacts) -> bool {
    weapon.class == WeaponClass::SmallArms && matches!(weapon.code.as_str(), "SR" | "SC")
}
